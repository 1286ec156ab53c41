"""Rényi divergence of every charge at every order, and the older moments accountant, which says the same.

A curve bounds D_alpha for all alpha > 1. Curves of independent releases add. A curve with the best alpha chosen
afterwards describes a *frozen* plan; as a filter it would not be valid (the choice may depend on the answers).
Figures are float64, moved outward by 1e-12.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from epsilog.accounting.rounding import lowest_point
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, Laplace, Pure, leaves_of
from epsilog.core.number import Number, exact
from epsilog.errors import SpecError

Form = Literal["tight", "classic"]
_OUTWARD = 1 + 1e-12


@dataclass(frozen=True)
class Curve:
    """An upper bound on the Rényi divergence of a charge; `delta` is the part no Rényi divergence can hold.

    >>> from epsilog.core.charge import Gaussian
    >>> curve(Gaussian(100, 1) * 10)(2)
    0.1
    """

    leaves: tuple[tuple[Charge, int], ...]
    delta: Fraction

    def __call__(self, alpha: Number) -> float:
        """The bound on D_alpha."""
        order = exact(alpha, "alpha", above=1, at_most=10**9)
        return self.at(float(order - 1))

    def at(self, above_one: float) -> float:
        """The same, given alpha - 1, which keeps its digits near 1."""
        return math.fsum(times * _divergence(leaf, above_one) for leaf, times in self.leaves)


def curve(charge: Charge) -> Curve:
    """The Rényi curve of a charge or of a frozen plan."""
    counts = leaves_of(charge)
    delta = sum((leaf.delta * n for leaf, n in counts.items() if isinstance(leaf, Approx)), Fraction(0))
    return Curve(tuple(counts.items()), delta)


def epsilon_of(charge: Charge, delta: Number, form: Form = "tight") -> float:
    """The epsilon of a frozen plan at this delta, by the best order.

    `tight` is the conversion of Canonne, Kamath and Steinke; `classic` is D_alpha + ln(1/delta)/(alpha - 1). The
    deltas of approximate charges are taken out of delta first.

    >>> from epsilog.core.charge import Gaussian
    >>> plan = Gaussian(100, 1) * 10
    >>> round(epsilon_of(plan, 1e-6), 4), round(epsilon_of(plan, 1e-6, form="classic"), 4)
    (1.4716, 1.7123)
    """
    if form not in ("tight", "classic"):
        raise SpecError(f"unknown form {form!r}", where="form", hint="tight or classic")
    bound = curve(charge)
    left = exact(delta, "delta", at_least="1e-100", below=1) - bound.delta
    if left <= 0:
        raise SpecError(
            "the approximate charges alone use up this delta", where="delta", hint="ask for a larger delta"
        )
    log_chance = math.log(float(left))

    def epsilon(t: float) -> float:
        a = math.exp(t)
        # The two logarithms below may cancel (delta near 1); what their floats lost is given back first.
        added = -log_chance / a + 1e-15 * (1 - log_chance + math.log1p(a)) / a
        if form == "tight":
            added -= math.log1p(a) / a + math.log1p(math.exp(-t))
        return bound.at(a) + added

    best = min(epsilon(t) for t in _orders_to_try(epsilon))
    return max(0.0, best + 1e-12 * abs(best) + 1e-12)


def gaussian_repeated(sigma: Number, times: int, l2: Number, delta: Number) -> float:
    """Min over alpha of k alpha l2²/(2 sigma²) + ln(1/delta)/(alpha - 1) = r + 2 sqrt(r ln(1/delta)), r = k l2²/(2 sigma²).

    >>> round(gaussian_repeated(10, 10, 1, 1e-6), 4)
    1.7123
    """  # noqa: E501  (the formula is one line)
    from epsilog.accounting.zcdp import loose_epsilon

    deviation, reach = exact(sigma, "sigma", above=0), exact(l2, "l2", above=0)
    count = exact(times, "times", at_least=1)
    return loose_epsilon(count * reach**2 / (2 * deviation**2), delta)


@dataclass(frozen=True)
class Moments:
    """The moments accountant: log moments of the privacy loss, added up, and a tail bound on their sum.

    The log moment of order lambda is lambda D_(lambda + 1); so its bound is the classic Rényi bound with
    alpha = lambda + 1, which the tests check.

    >>> from epsilog.core.charge import Gaussian
    >>> round(Moments(Gaussian(100, 1) * 10).epsilon_of(1e-6), 4)
    1.7123
    """

    charge: Charge

    def log_moment(self, order: Number) -> float:
        """ln E exp(order · loss), an upper bound."""
        a = float(exact(order, "order", above=0, at_most=10**9))
        return a * curve(self.charge).at(a)

    def delta_of(self, epsilon: Number) -> float:
        """The tail bound min over orders of exp(log moment - order · epsilon), plus the deltas kept aside."""
        e = float(exact(epsilon, "epsilon", at_least=0))
        bound = curve(self.charge)

        def log_tail(t: float) -> float:
            a = math.exp(t)
            return a * (bound.at(a) * _OUTWARD - e * (1 - 1e-12))

        best = min(log_tail(t) for t in _orders_to_try(log_tail))
        tail = max(math.exp(min(best, 0.0)) * (1 + 1e-9), 5e-324)  # e^-10000 is no float, and not nothing
        return min(1.0, tail + float(bound.delta) * _OUTWARD)

    def epsilon_of(self, delta: Number) -> float:
        """The least epsilon of the tail bound."""
        return epsilon_of(self.charge, delta, form="classic")


def _orders_to_try(value: Callable[[float], float]) -> list[float]:
    """Points ln(alpha - 1) worth trying: golden section, and a coarse comb in case the curve has two valleys."""
    comb = [t / 2 for t in range(-40, 41)]
    nearest = min(comb, key=value)
    return [*comb, lowest_point(value, nearest - 1, nearest + 1)]


def _divergence(leaf: Charge, a: float) -> float:
    alpha = 1 + a
    match leaf:
        case Pure() | Approx():
            return randomized_response(float(leaf.epsilon), a)
        case Laplace():
            # r(d/b) <= d² r(1/b) for whole d, at every order: docs/proofs/charges.md.
            whole_shift = randomized_response(float(leaf.l1 / leaf.scale), a)
            return min(whole_shift, leaf.l2_squared * randomized_response(float(1 / leaf.scale), a))
        case Gaussian():
            return alpha * float(leaf.l2_squared / (2 * leaf.sigma_squared))
        case BoundedRange():
            return min(alpha * float(leaf.epsilon**2 / 8), randomized_response(float(leaf.epsilon), a))
    raise SpecError(f"no Rényi curve for {leaf.kind}", where="charge")


def randomized_response(epsilon: float, a: float) -> float:
    """ln[cosh((alpha - 1/2) epsilon)/cosh(epsilon/2)]/(alpha - 1) at alpha = 1 + a, without cancellation.

    >>> round(randomized_response(1.0, 1.0), 6)      # D_2 of randomized response at epsilon = 1
    0.735326
    """
    half = epsilon / 2
    if (1 + a) * epsilon > 30:
        # ln cosh x = x + ln(1 + e^-2x) - ln 2, and the ln 2 cancel.
        big, small = (0.5 + a) * epsilon, half
        return (a * epsilon + math.log1p(math.exp(-2 * big)) - math.log1p(math.exp(-2 * small))) / a * _OUTWARD
    # cosh A - cosh B = 2 sinh((A + B)/2) sinh((A - B)/2)
    return math.log1p(2 * math.sinh((1 + a) * half) * math.sinh(a * half) / math.cosh(half)) / a * _OUTWARD
