"""Three small stories: noise beside its law, a budget that refuses, and bugs that are caught."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.accounting.fit import Fit, fit_of
from epsilog.accounting.pictures import Slice, noise_picture
from epsilog.accounting.pictures import Verdict as Line
from epsilog.audit import Verdict, audit
from epsilog.audit.sample import draw_sample
from epsilog.core.charge import Charge, Composed, Gaussian, Laplace, Pure
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.errors import BudgetExceeded
from epsilog.words import Language, percent, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DRAWS: Final = 200_000
SCALE: Final = Fraction(2)
SIGMA_SQUARED: Final = Fraction(30)


@dataclass(frozen=True)
class Sampled:
    """One law, its draws judged, its picture."""

    key: str
    name: str
    margin: float
    fit: Fit
    figure: Figure

    @property
    def good(self) -> bool:
        """One correct sample in a million would be called bad."""
        return self.fit.p_value > 1e-6


def sample(lang: Language) -> list[Sampled]:
    """Draw from both laws and compare."""
    scale, variance = plain(float(SCALE)), plain(float(SIGMA_SQUARED))
    pairs = (
        ("laplace", DiscreteLaplace(SCALE), draw_sample(DiscreteLaplace(SCALE), DRAWS), {"scale": scale}),
        (
            "gaussian",
            DiscreteGaussian(SIGMA_SQUARED),
            draw_sample(DiscreteGaussian(SIGMA_SQUARED), DRAWS),
            {"sigma_squared": variance},
        ),
    )
    return [
        Sampled(
            key,
            say(f"demo.noise.{key}", lang, **words),
            Noise(law, Fraction(1)).margin(0.95),
            fit_of(drawn, law),
            noise_picture(drawn, law, lang),
        )
        for key, law, drawn, words in pairs
    ]


# What an invented hospital wants to publish in a year; the fifth is more than is left.
PLAN: Final[tuple[tuple[str, Charge], ...]] = (
    ("months", Laplace(Fraction(100), 3, 9) * 12),
    ("ages", Gaussian(Fraction(100), 1)),
    ("weeks", Laplace(Fraction(50), 1, 1) * 52),
    ("heat", Gaussian(Fraction(400), 1)),
    ("survey", Pure(Fraction(1, 10))),
    ("quiet", Pure(Fraction(6, 100))),
)


@dataclass(frozen=True)
class Payment:
    """One release at the till."""

    name: str
    charge: Charge
    share: float
    after: float
    paid: bool

    @property
    def slice(self) -> Slice:
        """Its place in the picture."""
        return Slice(self.name, self.share, "spent" if self.paid else "refused")


@dataclass(frozen=True)
class Year:
    """Everything asked for, in order."""

    allowance: Allowance
    payments: tuple[Payment, ...]
    refusals: tuple[str, ...]

    @property
    def paid(self) -> Charge:
        """All charges that were paid, as one."""
        return Composed(tuple(payment.charge for payment in self.payments if payment.paid))


def spend(lang: Language) -> Year:
    """Spend the plan until the account says no, then once more with more noise."""
    allowance = Allowance.approximate(1, "1e-6")
    account = Filter(allowance)
    payments, refusals = [], []
    for key, charge in PLAN:
        name = say(f"demo.release.{key}", lang)
        share = account.price(charge).main / allowance.cap
        would = account.share + share
        try:
            account.spend(charge)
        except BudgetExceeded:
            left = percent(1 - account.share, lang, "down")
            refusals.append(say("demo.refusal", lang, name=name, after=percent(would, lang, "up"), left=left))
            payments.append(Payment(name, charge, share, account.share, False))
        else:
            payments.append(Payment(name, charge, share, account.share, True))
    return Year(allowance, tuple(payments), tuple(refusals))


# Three functions that claim epsilon = 1, two of them wrongly.
CLAIM: Final = 1
SAMPLES: Final = 200_000
CONFIDENCE: Final = "0.999999"
WITHOUT: Final[list[int]] = []
WITH: Final = [1, 1, 1]


def noise_for_one(rows: Sequence[int], size: int) -> Any:
    """Planted bug: a patient may have three rows, and the noise covers one."""
    return len(rows) + draw_sample(DiscreteLaplace(Fraction(1)), size)


def noise_for_three(rows: Sequence[int], size: int) -> Any:
    """The sound twin."""
    return len(rows) + draw_sample(DiscreteLaplace(Fraction(3)), size)


def textbook(rows: Sequence[int], size: int, rng: np.random.Generator) -> Any:
    """Planted bug: Laplace noise as textbooks write it. Its floats have gaps that show the exact count."""
    size_of_noise = -3 * np.log(1 - rng.random(size))
    return len(rows) + np.where(rng.random(size) < 0.5, -1, 1) * size_of_noise


CASES: Final[tuple[tuple[str, Callable[..., Any], bool], ...]] = (
    ("rows", noise_for_one, True),
    ("float", textbook, True),
    ("sound", noise_for_three, False),
)


@dataclass(frozen=True)
class Case:
    """One function under audit, and whether a bug was planted in it."""

    key: str
    name: str
    verdict: Verdict
    planted: bool

    @property
    def as_expected(self) -> bool:
        """Caught if and only if planted."""
        return self.verdict.passed != self.planted

    @property
    def line(self) -> Line:
        """Its place in the picture."""
        return Line(self.name, float(CLAIM), self.verdict.epsilon)


def examine(lang: Language) -> list[Case]:
    """Audit all three."""
    cases = []
    for key, function, planted in CASES:
        name = say(f"demo.audit.{key}", lang)
        verdict = audit(function, WITHOUT, WITH, CLAIM, samples=SAMPLES, confidence=CONFIDENCE)
        cases.append(Case(key, name, verdict, planted))
    return cases
