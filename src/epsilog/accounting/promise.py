"""The limits an (epsilon, delta) promise sets to anyone who looks at a release.

All of them hold for an attacker who knows everybody else's records, whatever is computed from the release; and for
one who knows less, as long as the person's presence tells nothing about who else is there. People who come and go
together are a group, and have the group's promise. P is the law of the release with the person in the data, Q
without: add-remove neighbours. Numbers are float64 and for reading.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final, NamedTuple

from epsilog.accounting.zcdp import epsilon_of
from epsilog.core.charge import Approx, Charge, same_currency
from epsilog.core.number import Number, exact, whole
from epsilog.core.price import DELTA_UNITS, EPSILON_UNITS, RHO_UNITS
from epsilog.errors import SpecError

# The posterior bound of an (epsilon, delta) promise is stated outside an event of probability TIMES · delta.
TIMES: Final = 10
_MOST: Final = 10**6  # the largest epsilon of any promise


class Promise(NamedTuple):
    """Epsilon and delta as a reader sees them."""

    epsilon: float
    delta: float = 0.0


class Limit(NamedTuple):
    """An upper limit, and the probability with which it may fail."""

    value: float
    failure: float = 0.0


def posterior(prior: Number, epsilon: Number) -> float:
    """The most belief a pure promise leaves room for: p1 <= e^eps p0 / (1 - p0 + e^eps p0).

    >>> round(posterior(0.1, 0.5), 4), round(1 - posterior(0.1, 0.5), 4)
    (0.1548, 0.8452)
    """
    p0 = float(exact(prior, "prior", above=0, below=1))
    eps = float(exact(epsilon, "epsilon", at_least=0, at_most=10**6))
    return 1 / (1 + (1 - p0) / p0 * math.exp(-eps))


def posterior_limit(prior: Number, epsilon: Number, delta: Number = 0) -> Limit:
    """The posterior limit of an (epsilon, delta) promise, and how often it may be broken.

    >>> posterior_limit(0.1, 0.5).failure
    0.0
    >>> limit = posterior_limit(0.1, 1, 1e-6)
    >>> round(limit.value, 4), limit.failure
    (0.2513, 1e-05)

    Proof. With delta > 0 the pure bound is false on some results. Let B be the results where P > e^(eps+a) Q.
    On B, Q < e^(-eps-a) P, so P - e^eps Q > (1 - e^-a) P; summed over B, delta >= (1 - e^-a) P(B). With
    a = ln(k/(k-1)) this is P(B) <= k delta, and Q(B) <= P(B). Outside B the odds grow by at most e^(eps+a).
    Here k = 10.
    """
    raised = loss_limit(epsilon, delta)
    if raised.failure >= 1:
        return Limit(1.0, 1.0)  # nothing is left of the promise, and nothing is said to hold
    # The raised loss may pass the largest epsilon anybody may say; from there on the limit is certainty anyway.
    return Limit(posterior(prior, min(raised.value, _MOST)), raised.failure)


def loss_limit(epsilon: Number, delta: Number = 0) -> Limit:
    """How far the log-odds may move: epsilon + ln(10/9), except with probability 10 delta."""
    eps = float(exact(epsilon, "epsilon", at_least=0, at_most=10**6))
    small = exact(delta, "delta", at_least=0, below=1)
    if small == 0:
        return Limit(eps)
    return Limit(eps + math.log(TIMES / (TIMES - 1)), float(min(Fraction(1), TIMES * small)))


def advantage(epsilon: Number, delta: Number = 0) -> float:
    """The total variation between with and without: at most (e^eps - 1 + 2 delta) / (e^eps + 1).

    >>> round(advantage(1, 1e-6), 5), round(advantage(0.5, 1e-5), 5)
    (0.46212, 0.24493)
    """
    eps = float(exact(epsilon, "epsilon", at_least=0, at_most=10**6))
    small = float(exact(delta, "delta", at_least=0, below=1))
    inverse = math.exp(-eps)
    return min(1.0, (1 - inverse + 2 * small * inverse) / (1 + inverse))


def success(epsilon: Number, delta: Number = 0) -> float:
    """How often the best attacker is right when present and absent are equally likely: (1 + advantage) / 2."""
    return (1 + advantage(epsilon, delta)) / 2


def detection(false_alarm: Number, epsilon: Number, delta: Number = 0) -> float:
    """The true-positive rate no test can exceed at this false-positive rate.

    The smaller of e^eps FPR + delta and 1 - e^-eps (1 - FPR - delta): the same promise read from both sides.

    >>> round(detection(0.01, 1, 1e-6), 6)
    0.027184
    """
    fpr = float(exact(false_alarm, "false_alarm", at_least=0, at_most=1))
    eps = float(exact(epsilon, "epsilon", at_least=0, at_most=10**6))
    small = float(exact(delta, "delta", at_least=0, below=1))
    from_below = math.exp(min(eps, 700.0)) * fpr + small
    from_above = 1 - math.exp(-eps) * (1 - fpr - small)
    return min(1.0, from_below, from_above)


def lie(epsilon: Number) -> float:
    """The chance of a wrong answer in the randomized response that gives away the same: 1 / (1 + e^eps).

    Every epsilon-private mechanism is a randomisation of that one (Kairouz, Oh and Viswanath), so "no more is given
    away" is a theorem and not a figure of speech.

    >>> round(lie(1), 4)
    0.2689
    """
    eps = float(exact(epsilon, "epsilon", at_least=0, at_most=10**6))
    return math.exp(-eps) / (1 + math.exp(-eps))


def group_promise(people: int, promise: Promise) -> Promise:
    """The promise to several people together: k eps and delta (e^(k eps) - 1) / (e^eps - 1).

    >>> group_promise(3, Promise(0.5))
    Promise(epsilon=1.5, delta=0.0)
    """
    epsilon, delta = promise
    if delta == 0:
        return Promise(people * epsilon)
    if epsilon == 0:
        return Promise(0.0, min(1.0, people * delta))
    if people * epsilon > 700:
        return Promise(people * epsilon, 1.0)
    return Promise(people * epsilon, min(1.0, delta * math.expm1(people * epsilon) / math.expm1(epsilon)))


def promise_of(charge: Charge, delta: Number | None = None) -> Promise:
    """The best promise a charge keeps at this delta; without a delta only a pure promise will do.

    The smallest of what is valid for it: its pure epsilon, the plain sums of epsilon and delta, and the reading of
    its approximate-zCDP price. A fixed charge satisfies all of them, so it satisfies the smallest.

    >>> from epsilog.core.charge import Gaussian, Pure
    >>> promise_of(Pure(0.5) * 2)
    Promise(epsilon=1.0, delta=0.0)
    >>> promise_of(Gaussian(100, 1))
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: delta: no epsilon holds for this charge at delta = 0 (hint: say a delta, such as 1e-6)
    """
    same_currency(charge, "persons")
    pure = charge.pure()
    if delta is None or exact(delta, "delta", at_least=0, below=1) == 0:
        if pure is None:
            raise SpecError(
                "no epsilon holds for this charge at delta = 0", where="delta", hint="say a delta, such as 1e-6"
            )
        return Promise(up(Fraction(pure, EPSILON_UNITS)))
    given = exact(delta, "delta")
    price = charge.price()
    candidates: list[Promise] = []
    if pure is not None:
        candidates.append(Promise(up(Fraction(pure, EPSILON_UNITS))))
    sums = plain_sum(charge)
    if sums is not None and sums[1] <= given:
        candidates.append(Promise(up(sums[0]), float(given)))
    if (reading := zcdp_reading(charge, given)) is not None:
        candidates.append(reading)
    if not candidates:
        raise SpecError(
            "the events of this charge alone use more than this delta",
            where="delta",
            hint=f"say more than {float(Fraction(price.delta, DELTA_UNITS)):.3g}",
        )
    return min(candidates)


def zcdp_reading(charge: Charge, delta: Number) -> Promise | None:
    """What the approximate-zCDP price of a charge promises at this delta; None where its events use up delta."""
    given, price = exact(delta, "delta", above=0, below=1), charge.price()
    rest = given - Fraction(price.delta, DELTA_UNITS)
    return Promise(epsilon_of(Fraction(price.rho, RHO_UNITS), rest), float(given)) if rest > 0 else None


def plain_sum(charge: Charge) -> tuple[Fraction, Fraction] | None:
    """Sum of epsilons and of deltas; None where a part has no epsilon of its own."""
    epsilon = delta = Fraction(0)
    for part, times in charge.parts():
        if isinstance(part, Approx):
            epsilon += part.epsilon * times
            delta += part.delta * times
            continue
        pure = part.pure()
        if pure is None:
            return None
        epsilon += Fraction(pure, EPSILON_UNITS) * times
    return epsilon, delta


def up(number: Fraction) -> float:
    """The nearest float that is not below, unless the number is that decimal itself."""
    near = float(number)
    return near if Fraction(repr(near)) >= number else math.nextafter(near, math.inf)


def delta_is_small(delta: Number, people: int) -> bool:
    """Whether delta is far below one in the number of people: at most one in a hundred of it.

    A mechanism may publish each person outright with probability delta, and be (0, delta)-private. So the expected
    number of people exposed may reach delta · people; we ask for at most a hundredth.

    >>> delta_is_small(1e-6, 1000), delta_is_small(1e-3, 1000)
    (True, False)
    """
    chance = exact(delta, "delta", at_least=0, below=1)
    return chance * whole(people, "people", at_least=1) * 100 <= 1
