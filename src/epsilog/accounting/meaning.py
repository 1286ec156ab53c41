"""What a charge, a plan or a budget means for one person, as numbers and as sentences in two languages."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final

from epsilog.accounting.promise import (
    Limit,
    Promise,
    advantage,
    delta_is_small,
    detection,
    group_promise,
    lie,
    loss_limit,
    posterior,
    posterior_limit,
    promise_of,
    success,
    zcdp_reading,
)
from epsilog.core.charge import Charge, Gaussian, Laplace
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law, Noise
from epsilog.core.number import Number, exact, whole
from epsilog.core.price import EPSILON_UNITS, RHO_UNITS, Budget
from epsilog.errors import SpecError
from epsilog.words import Language, language, one_in, percent, plain, say

CONFIDENCE: Final = 0.95
# Quantile of a normal law, and of the radius of the planar Laplace law (a gamma law of shape 2), at 95 %.
_NORMAL: Final = 1.959963984540054
_RADIUS: Final = 4.743864518318
# Beyond this advantage the sentences say outright that the promise is weak; epsilon is then about 3.
_WEAK: Final = 0.9
# Beyond this factor "it would have come out anyway" convinces nobody, and is said to nobody.
_DENIABLE: Final = 100


@dataclass(frozen=True)
class Error:
    """The noise in one number: its average size, and the distance it stays within at least 95 % of the time."""

    mean_absolute: float
    margin: float


def error_of(noise: Law | Charge) -> Error | None:
    """The error of a law on the integers, or of a charge that names its law; None where no law is named.

    >>> error_of(DiscreteLaplace(Fraction(2))).margin
    6.0
    """
    if isinstance(noise, Charge):
        if isinstance(noise, Laplace):
            return error_of(DiscreteLaplace(noise.scale))
        if isinstance(noise, Gaussian):
            if noise.law == "continuous":
                return error_of_gaussian(noise.sigma_squared)
            return error_of(DiscreteGaussian(noise.sigma_squared))
        return None
    grains = Noise(noise, Fraction(1))
    return Error(grains.mean_absolute, grains.margin(CONFIDENCE))


def error_of_laplace(scale: Number) -> Error:
    """Continuous Laplace noise, the textbook's: mean absolute error b, 95 % within b ln 20.

    >>> error_of_laplace(2)
    Error(mean_absolute=2.0, margin=5.991464547107982)
    """
    b = float(exact(scale, "scale", above=0))
    return Error(b, b * math.log(20))


def error_of_gaussian(sigma_squared: Number) -> Error:
    """Continuous Gaussian noise: mean absolute error sigma sqrt(2/pi), 95 % within 1.96 sigma."""
    sigma = math.sqrt(float(exact(sigma_squared, "sigma_squared", above=0)))
    return Error(sigma * math.sqrt(2 / math.pi), sigma * _NORMAL)


@dataclass(frozen=True)
class Meaning:
    """What a promise to persons means. `text()` says it; the fields are the numbers it says."""

    promise: Promise
    rho: float | None
    prior: float
    posterior: Limit
    factor: float
    advantage: float
    success: float
    false_alarm: float
    detection: float
    lie: float
    people: int
    group: Promise
    ten: Promise
    errors: tuple[Error, ...]
    population: int | None = None
    lang: Language = "en"

    def sentences(self) -> tuple[str, ...]:
        """One sentence or two per idea, in the reader's language; what to beware of comes first."""
        lang, (_, delta) = self.lang, self.promise
        kind = "approx" if delta else "pure"
        denied = "meaning.deniability" if self.factor <= _DENIABLE else "meaning.undeniable"
        said = [*self._warnings(), self._promised()]
        if self.rho is not None and delta:
            said.append(say("meaning.promise.rho", lang, rho=plain(self.rho, 4, "up")))
        said += [
            say("meaning.not_a_probability", lang),
            self._belief(),
            self._attack(),
            say(
                "meaning.detection",
                lang,
                false_alarm=percent(self.false_alarm, lang),
                detection=percent(self.detection, lang, "up"),
            ),
            self._said(denied, kind, factor=plain(self.factor, way="up"), failure=self._failure),
            self._said("meaning.coin", kind, lie=percent(self.lie, lang, "down"), one_in=one_in(delta)),
            self._said(
                "meaning.group",
                kind,
                people=self.people,
                epsilon=plain(self.group.epsilon, way="up"),
                delta=plain(self.group.delta, way="up"),
            ),
            *self._accuracy(),
            self._repetition(),
            say("meaning.general", lang),
        ]
        return tuple(said)

    def key_sentences(self) -> tuple[str, ...]:
        """The few that fit under a table: warnings, promise, belief, attack, accuracy, repetition."""
        said = (self._promised(), self._belief(), self._attack())
        return (*self._warnings(), *said, *self._accuracy(), self._repetition())

    def text(self) -> str:
        """The sentences, one to a line."""
        return "\n".join(self.sentences())

    def to_dict(self) -> dict[str, Any]:
        """The numbers, for machines."""
        record = asdict(self)
        record["promise"], record["group"] = self.promise._asdict(), self.group._asdict()
        record["ten"], record["posterior"] = self.ten._asdict(), self.posterior._asdict()
        del record["lang"]
        return {"currency": "persons", **record}

    def _said(self, key: str, kind: str, **values: object) -> str:
        from epsilog.words import CATALOGUE, placeholders

        wanted = placeholders(CATALOGUE[self.lang][f"{key}.{kind}"])
        return say(f"{key}.{kind}", self.lang, **{name: values[name] for name in wanted})

    @property
    def _failure(self) -> str:
        return percent(self.posterior.failure, self.lang, "up")

    def _warnings(self) -> list[str]:
        said = []
        if self.advantage > _WEAK:
            said.append(say("meaning.weak", self.lang, success=percent(self.success, self.lang, "up")))
        if self.population is not None and not delta_is_small(self.promise.delta, self.population):
            limit = plain(0.01 / self.population, 1, "down")
            said.append(say("meaning.delta_large", self.lang, people=f"{self.population:,}", limit=limit))
        return said

    def _promised(self) -> str:
        epsilon, delta = self.promise
        kind = "approx" if delta else "pure"
        return self._said("meaning.promise", kind, epsilon=plain(epsilon, way="up"), delta=plain(delta, way="up"))

    def _belief(self) -> str:
        return self._said(
            "meaning.posterior",
            "approx" if self.promise.delta else "pure",
            prior=percent(self.prior, self.lang, "down"),
            posterior=percent(self.posterior.value, self.lang, "up"),
            absent=percent(1 - self.prior, self.lang, "up"),
            still=percent(1 - self.posterior.value, self.lang, "down"),
            failure=self._failure,
        )

    def _attack(self) -> str:
        return say("meaning.attack", self.lang, success=percent(self.success, self.lang, "up"))

    def _accuracy(self) -> list[str]:
        lines = []
        for part, error in enumerate(self.errors, 1):
            mean, margin = plain(error.mean_absolute), plain(error.margin, way="up")
            if len(self.errors) == 1:
                lines.append(say("meaning.error", self.lang, mean=mean, margin=margin))
            else:
                lines.append(say("meaning.error.part", self.lang, part=part, mean=mean, margin=margin))
        return lines

    def _repetition(self) -> str:
        epsilon, delta = plain(self.ten.epsilon, way="up"), plain(self.ten.delta, way="up")
        if not self.ten.delta:
            return say("meaning.ten.pure", self.lang, epsilon=epsilon)
        if self.rho is None or self.ten.delta != self.promise.delta:
            return say("meaning.ten.sum", self.lang, epsilon=epsilon, delta=delta)
        return say("meaning.ten.rho", self.lang, rho=plain(10 * self.rho, 4, "up"), epsilon=epsilon)


@dataclass(frozen=True)
class PlaceMeaning:
    """What privacy per metre means: by distance, and never mixed with privacy of persons."""

    per_metre: float
    prior: float
    metres: float
    posterior: float
    doubling: float
    mean_distance: float
    margin: float
    lang: Language = "en"

    def sentences(self) -> tuple[str, ...]:
        """One sentence or two per idea, in the reader's language."""
        lang = self.lang
        return (
            say("meaning.geo.promise", lang, rate=plain(self.per_metre, way="up")),
            say(
                "meaning.geo.posterior",
                lang,
                prior=percent(self.prior, lang, "down"),
                metres=plain(self.metres, way="down"),
                posterior=percent(self.posterior, lang, "up"),
            ),
            say("meaning.geo.double", lang, metres=plain(self.doubling, way="down")),
            say("meaning.geo.noise", lang, mean=plain(self.mean_distance), margin=plain(self.margin, way="up")),
            say("meaning.geo.ten", lang, rate=plain(10 * self.per_metre, way="up")),
        )

    def text(self) -> str:
        """The sentences, one to a line."""
        return "\n".join(self.sentences())

    def to_dict(self) -> dict[str, Any]:
        """The numbers, for machines."""
        record = asdict(self)
        del record["lang"]
        return {"currency": "per-metre", **record}


def meaning(
    subject: Charge | Budget,
    lang: str | None = None,
    *,
    delta: Number | None = None,
    prior: Number = Fraction(1, 10),
    people: int = 4,
    population: int | None = None,
    metres: Number = 100,
) -> Meaning | PlaceMeaning:
    """Explain a charge, a composed plan or a budget.

    `delta` is needed where no pure promise holds; `prior` is the belief to start from, `people` the size of a
    household, `population` the number of people in the data if it is public, `metres` a distance between places.
    The sentences are about a person being in the data or not: add-remove neighbours.

    >>> from epsilog.core.charge import Pure
    >>> print(meaning(Pure(0.5)).sentences()[2])
    Belief: for someone who knows everybody else's records, the probability of “this person is in the data” can rise from 10 % to at most 15.5 % after seeing the release; one who is 90 % sure that the person is absent stays at least 84.5 % sure.
    >>> print(meaning(Pure(0.5), "zh").sentences()[0])
    承诺：ε = 0.5，没有例外（δ = 0）。
    """  # noqa: E501  (sentences are one line each)
    spoken = language(lang)
    belief = exact(prior, "prior", above=0, below=1)
    household = whole(people, "people", at_least=1, at_most=10**6)
    crowd = None if population is None else whole(population, "population", at_least=1)
    if isinstance(subject, Charge) and subject.currency == "per-metre":
        return _place(subject, spoken, belief, exact(metres, "metres", above=0))
    if isinstance(subject, Budget):
        if delta is not None:
            raise SpecError("a budget already says its delta", where="delta", hint="leave it out")
        promise = Promise(float(subject.epsilon), float(subject.delta))
        ten = Promise(float(10 * subject.epsilon), float(min(Fraction(1), 10 * subject.delta)))
        return _explain(promise, None, (), ten, spoken, belief, household, crowd)
    if not isinstance(subject, Charge):
        raise SpecError(
            f"a {type(subject).__name__} has no meaning", where="subject", hint="give a Charge or a Budget"
        )
    promise = promise_of(subject, delta)
    # Rho is told only where the epsilon was read from it, and not where plain addition gave the smaller one.
    read = bool(promise.delta) and promise == zcdp_reading(subject, promise.delta)
    rho = float(Fraction(subject.price().rho, RHO_UNITS)) if read else None
    errors = tuple(error for part, _ in subject.parts() if (error := error_of(part)) is not None)
    return _explain(promise, rho, errors, _ten_times(subject, promise), spoken, belief, household, crowd)


def _ten_times(charge: Charge, promise: Promise) -> Promise:
    """Ten such releases in the charge's own currency; the plain sum where its events leave no delta to read at."""
    if not promise.delta:
        return Promise(10 * promise.epsilon)
    try:
        return promise_of(charge * 10, promise.delta)
    except SpecError:
        return Promise(10 * promise.epsilon, min(1.0, 10 * promise.delta))


def _explain(
    promise: Promise,
    rho: float | None,
    errors: tuple[Error, ...],
    ten: Promise,
    lang: Language,
    prior: Fraction,
    people: int,
    population: int | None,
) -> Meaning:
    epsilon, delta = promise
    moved = loss_limit(epsilon, delta).value
    false_alarm = 0.01
    return Meaning(
        promise=promise,
        rho=rho,
        prior=float(prior),
        posterior=posterior_limit(prior, epsilon, delta),
        factor=math.exp(moved) if moved <= 700 else math.inf,
        advantage=advantage(epsilon, delta),
        success=success(epsilon, delta),
        false_alarm=false_alarm,
        detection=detection(false_alarm, epsilon, delta),
        lie=lie(epsilon),
        people=people,
        group=group_promise(people, promise),
        ten=ten,
        errors=errors,
        population=population,
        lang=lang,
    )


def _place(charge: Charge, lang: Language, prior: Fraction, metres: Fraction) -> PlaceMeaning:
    rate = Fraction(charge.per_metre(), EPSILON_UNITS)
    per_metre = float(rate)
    return PlaceMeaning(
        per_metre=per_metre,
        prior=float(prior),
        metres=float(metres),
        posterior=posterior(prior, min(rate * metres, Fraction(10**6))),
        doubling=math.log(2) / per_metre,
        mean_distance=2 / per_metre,
        margin=_RADIUS / per_metre,
        lang=lang,
    )
