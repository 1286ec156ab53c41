"""From a budget to the least noise that keeps it, and from a wished-for error to the least budget that buys it.

Noise is rounded up when a promise hangs on it; where an error hangs on it, it is rounded down and the price is that
of the noise really used.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Final, Literal

from epsilog.accounting import gaussian
from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.accounting.rounding import down_to, up_to
from epsilog.core.bounded import Sensitivity
from epsilog.core.charge import Charge, Gaussian, Laplace
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.core.number import Number, exact, whole
from epsilog.core.price import EPSILON_UNITS, RHO_UNITS
from epsilog.errors import SpecError

_STEPS: Final = 10**9  # parameters of noise are multiples of 1e-9
_FINE_GRID: Final = 1_000.0  # deviations; below, the exact law is looked at in no time
_FAR: Final = 1e150
LawName = Literal["laplace", "gaussian"]


def laplace_scale(epsilon: Number, l1: Number = 1) -> Fraction:
    """The least scale of Laplace noise that keeps pure epsilon: l1/epsilon, exactly.

    >>> laplace_scale(0.1), laplace_scale(0.5, 1000)
    (Fraction(10, 1), Fraction(2000, 1))
    """
    return exact(l1, "l1", above=0) / exact(epsilon, "epsilon", above=0)


def gaussian_variance(epsilon: Number, delta: Number, l2_squared: int = 1, for_events: Number = 0) -> Fraction:
    """The least sigma² whose single charge an account (epsilon, delta) can pay; valid whatever is asked later.

    >>> round(math.sqrt(gaussian_variance(1, 1e-6)), 3), round(math.sqrt(frozen_variance(1, 1e-6)), 4)
    (4.531, 4.2247)
    """
    cap = Allowance.approximate(epsilon, delta, for_events).cap
    reach = whole(l2_squared, "l2_squared", at_least=1, at_most=2**124)
    return up_to(Fraction(reach * RHO_UNITS, 2 * cap), _STEPS)


def frozen_variance(epsilon: Number, delta: Number, l2_squared: int = 1) -> Fraction:
    """The least sigma² of one *continuous* Gaussian release that is a whole frozen plan; for comparison only."""
    reach = whole(l2_squared, "l2_squared", at_least=1, at_most=2**124)
    return up_to(reach / Fraction(gaussian.mu_of(epsilon, delta)) ** 2, _STEPS)


@dataclass(frozen=True)
class Target:
    """The noise that meets an error target, what it costs, and the error it really has."""

    charge: Laplace | Gaussian
    noise: Noise

    @property
    def epsilon(self) -> Fraction | None:
        """The pure epsilon of one release; None for Gaussian noise."""
        units = self.charge.pure()
        return None if units is None else Fraction(units, EPSILON_UNITS)

    @property
    def rho(self) -> Fraction:
        """The zCDP price of one release."""
        return Fraction(self.charge.price().rho, RHO_UNITS)


def for_margin(
    margin: Number,
    sensitivity: Sensitivity,
    law: LawName = "laplace",
    confidence: Number = "0.95",
    grain: Number = 1,
) -> Target:
    """The cheapest release whose noise stays within the margin at least that often, by the exact discrete law.

    >>> one = Sensitivity.of_cells(1)
    >>> target = for_margin(6, one)
    >>> round(float(target.epsilon), 4), target.noise.margin(0.95)
    (0.4569, 6.0)
    >>> round(float(for_margin(6, one, law="gaussian").rho), 4)
    0.0451
    """
    width = exact(margin, "margin", above=0)
    step = exact(grain, "grain", above=0)
    miss = float(1 - exact(confidence, "confidence", above=0, below=1))
    steps = int(width / step)
    if steps < 1:
        raise SpecError("a margin below one grain needs no noise at all", where="margin", hint="use a finer grain")
    deviation = min(steps, 10**200) / -NormalDist().inv_cdf(min(max(miss, 1e-300), 0.999) / 2)  # only a guess
    return _widest(law, sensitivity, step, lambda one: one.beyond(steps) <= miss, deviation)


def for_mean_error(error: Number, sensitivity: Sensitivity, law: LawName = "laplace", grain: Number = 1) -> Target:
    """The cheapest release whose expected absolute error is at most this.

    >>> target = for_mean_error(2, Sensitivity.of_cells(1))
    >>> round(target.noise.mean_absolute, 6), round(float(target.charge.scale), 3)
    (2.0, 2.078)
    """
    width = exact(error, "error", above=0)
    step = exact(grain, "grain", above=0)
    most = float(width / step)
    return _widest(law, sensitivity, step, lambda one: one.mean_absolute <= most, most * math.sqrt(math.pi / 2))


def releases(allowance: Allowance, charge: Charge) -> int:
    """How often the same charge fits into an untouched allowance.

    >>> from epsilog.core.charge import Pure
    >>> releases(Allowance.approximate(1, 1e-6), Pure("0.01")), releases(Allowance.pure(1), Pure("0.01"))
    (487, 100)
    """
    price = Filter(allowance).price(charge)
    pairs = ((allowance.cap, price.main), (allowance.cap_delta, price.delta))
    return min(cap // cost for cap, cost in pairs if cost)


def _widest(
    law: LawName,
    sensitivity: Sensitivity,
    grain: Fraction,
    good: Callable[[DiscreteLaplace | DiscreteGaussian], bool],
    deviation: float,
) -> Target:
    """The largest parameter, a multiple of 1e-9, whose law is still good.

    `deviation` is where Gaussian noise on a line would be: a guess that shortens the search on a fine grid, where
    a look at the exact law takes long. Whether a parameter is good is always asked of the exact law.
    """
    if law not in ("laplace", "gaussian"):
        raise SpecError(f"unknown law {law!r}", where="law", hint="laplace or gaussian")

    def made(parameter: Fraction) -> DiscreteLaplace | DiscreteGaussian:
        return DiscreteLaplace(parameter) if law == "laplace" else DiscreteGaussian(parameter)

    low, high = Fraction(1, _STEPS), Fraction(1)
    if not good(made(low)):
        raise SpecError("no noise is small enough for this error", where="margin", hint="use a finer grain")
    if law == "gaussian" and _FINE_GRID < deviation < _FAR:
        # The two laws differ by about 1/(24 deviation²) of themselves there.
        width = 4 * deviation**2 * max(1e-11, deviation**-2)
        below, above = (down_to(Fraction(deviation**2 + side * width), _STEPS) for side in (-1, 1))
        if good(made(below)):
            low, high = below, 4 * below if good(made(above)) else above
    while good(made(high)):
        low, high = high, 4 * high
    while high - low > max(Fraction(1, _STEPS), low / 10**12):
        middle = down_to((low + high) / 2, _STEPS)
        if middle in (low, high):
            break
        low, high = (middle, high) if good(made(middle)) else (low, middle)
    charge: Laplace | Gaussian
    if law == "laplace":
        charge = Laplace(low, sensitivity.l1, sensitivity.l2_squared)
    else:
        charge = Gaussian(low, sensitivity.l2_squared)
    return Target(charge, Noise(made(low), grain))
