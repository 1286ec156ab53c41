"""The law of the noise in one cell: what a stated range is computed from.

A mechanism states its law, never a standard deviation: 1.96 standard deviations of Laplace noise cover 93.7 %,
not 95 %. Numbers here are float64 and for reading; nothing private and no draw depends on them.

How large the numbers may be that meet private ones: every limit once, checked before anything is paid for.

Behind the paid line nothing may fail for some tables only: a failure that depends on data is a release without a
price. So every integer that meets private numbers is *held* within a constant (a minimum moves no two neighbours
further apart) or is public and *refused by the plan* where it is too large. docs/proofs/total.md has the list.

===================  ==============================================================================================
`HELD`               a norm, a cost or a noisy number inside a score or a packed answer is held to ±2^60
`FURTHEST`           exact answers are held to ±2^61, and so are noisy ones
`LARGEST_SCALE`      Laplace noise of a plan: the sampler takes 1e30, but beyond 2^56 the ends at 2^61 would be seen
`LARGEST_VARIANCE`   Gaussian noise: what the sampler takes
`GRAINS`             a grain, in the data's units: its floats, its square's and 2^62 times them are ordinary numbers
===================  ==============================================================================================
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import Number, exact
from epsilog.errors import SpecError

# Beyond this deviation sums of the pmf are replaced by the normal integral with a half-step correction, whose
# relative error at the margins we print is of order 1/(24 sigma²), far below a float's last printed digit.
_SUMMED_UP_TO: Final = 1e5


class Law(Protocol):
    """A symmetric law on the integers."""

    @property
    def variance(self) -> float:
        """The variance, in squared grains."""
        ...

    @property
    def mean_absolute(self) -> float:
        """The expected distance from zero, in grains."""
        ...

    def pmf(self, k: NDArray[np.int64]) -> NDArray[np.float64]:
        """The probability of each integer."""
        ...

    def beyond(self, t: int) -> float:
        """The probability of landing further than t from zero."""
        ...


@dataclass(frozen=True)
class DiscreteLaplace:
    """P(k) proportional to exp(-|k| / scale).

    >>> law = DiscreteLaplace(Fraction(1))
    >>> round(law.variance, 4)          # not 2: the lattice is coarser than the line
    1.8413
    """

    scale: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", exact(self.scale, "scale", above=0))

    @cached_property
    def _rate(self) -> float:
        return float(1 / self.scale)

    @property
    def variance(self) -> float:
        """2q/(1-q)² with q = exp(-1/scale), written so that neither end overflows."""
        if self._rate > 700:
            return 0.0
        return 0.5 / math.sinh(self._rate / 2) ** 2

    @property
    def mean_absolute(self) -> float:
        """2q/(1-q²) = 1/sinh(1/scale)."""
        return 0.0 if self._rate > 700 else 1 / math.sinh(self._rate)

    def pmf(self, k: NDArray[np.int64]) -> NDArray[np.float64]:
        """tanh(1/(2 scale)) exp(-|k|/scale)."""
        weight = np.exp(-np.abs(np.asarray(k, dtype=np.float64)) * self._rate)
        return np.asarray(math.tanh(self._rate / 2) * weight, dtype=np.float64)

    def beyond(self, t: int) -> float:
        """2 q^(t+1) / (1+q)."""
        if t < 0:
            return 1.0
        return 2 * math.exp(-self._rate * (t + 1)) / (1 + math.exp(-self._rate))


@dataclass(frozen=True)
class DiscreteGaussian:
    """P(k) proportional to exp(-k² / (2 sigma_squared)).

    >>> round(DiscreteGaussian(Fraction(1, 4)).variance, 4)   # narrower than its parameter when sigma is small
    0.215
    """

    sigma_squared: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "sigma_squared", exact(self.sigma_squared, "sigma_squared", above=0))

    @cached_property
    def _sigma(self) -> float:
        return math.sqrt(float(self.sigma_squared))

    @cached_property
    def _half(self) -> NDArray[np.float64]:
        """Normalised probabilities of 0, 1, 2, …: everything a float can still see."""
        k = np.arange(math.ceil(40 * self._sigma) + 2, dtype=np.float64)
        weight = np.exp(-(k**2) / (2 * float(self.sigma_squared)))
        return np.asarray(weight / (2 * weight[1:].sum() + 1), dtype=np.float64)

    @property
    def variance(self) -> float:
        """The exact variance; sigma_squared itself once sigma is above about 2."""
        if self._sigma > 50:
            return float(self.sigma_squared)
        return float(2 * (np.arange(len(self._half)) ** 2 * self._half).sum())

    @property
    def mean_absolute(self) -> float:
        """Sum of |k| P(k)."""
        if self._sigma > _SUMMED_UP_TO:
            return self._sigma * math.sqrt(2 / math.pi)
        return float(2 * (np.arange(len(self._half)) * self._half).sum())

    def pmf(self, k: NDArray[np.int64]) -> NDArray[np.float64]:
        """The normalised weight of each integer."""
        if self._sigma > _SUMMED_UP_TO:
            zero = 1 / (self._sigma * math.sqrt(2 * math.pi))
        else:
            zero = float(self._half[0])
        square = np.asarray(k, dtype=np.float64) ** 2
        return np.asarray(zero * np.exp(-square / (2 * float(self.sigma_squared))), dtype=np.float64)

    def beyond(self, t: int) -> float:
        """P(|Z| > t)."""
        if t < 0:
            return 1.0
        if self._sigma > _SUMMED_UP_TO:
            return math.erfc((t + 0.5) / (self._sigma * math.sqrt(2)))
        return float(2 * self._half[t + 1 :][::-1].sum())


@dataclass(frozen=True)
class Noise:
    """A law on a grid of the data's own units.

    >>> from fractions import Fraction
    >>> [Noise(DiscreteLaplace(Fraction(b)), Fraction(1)).margin(0.95) for b in (10, 2, 1)]
    [30.0, 6.0, 3.0]
    """

    law: Law
    grain: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))

    @property
    def deviation(self) -> float:
        """The standard deviation, in the data's units."""
        return math.sqrt(self.law.variance) * float(self.grain)

    @property
    def mean_absolute(self) -> float:
        """The expected size of the noise, in the data's units."""
        return self.law.mean_absolute * float(self.grain)

    def margin(self, confidence: Number) -> float:
        """The smallest distance the noise stays within at least that often, in the data's units."""
        miss = float(1 - exact(confidence, "confidence", above=0, below=1))
        low, high = -1, 1
        while self.law.beyond(high) > miss:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            if self.law.beyond(middle) > miss:
                low = middle
            else:
                high = middle
        return high * float(self.grain)


HELD: Final = 2**60
FURTHEST: Final = 2**61
SMALLEST_SCALE: Final = Fraction(1, 10**12)
LARGEST_SCALE: Final = Fraction(2**56)
SMALLEST_VARIANCE: Final = Fraction(1, 10**12)
LARGEST_VARIANCE: Final = Fraction(10**34)
GRAINS: Final = (Fraction(1, 10**100), Fraction(10**100))


def limit_to_60_bits(number: int) -> int:
    """A whole number within ±2^60. Holding moves no two numbers further apart.

    >>> limit_to_60_bits(5), limit_to_60_bits(-(2**63)) == -HELD
    (5, True)
    """
    return max(-HELD, min(number, HELD))


def is_drawable(law: DiscreteLaplace | DiscreteGaussian) -> bool:
    """Whether noise of this law can be drawn, and stays within what a sum can hold.

    >>> is_drawable(DiscreteLaplace(Fraction(10))), is_drawable(DiscreteGaussian(Fraction(10**35)))
    (True, False)
    """
    if isinstance(law, DiscreteGaussian):
        return SMALLEST_VARIANCE <= law.sigma_squared <= LARGEST_VARIANCE
    return SMALLEST_SCALE <= law.scale <= LARGEST_SCALE


def too_wide(where: str = "") -> SpecError:
    """What is said of noise that no sampler draws, or that no number could be read through."""
    return SpecError(
        "the noise would be wider or narrower than can be drawn",
        where=where,
        hint="use a coarser grain, tighter bounds, or another budget",
    )


def refuse_undrawable(law: DiscreteLaplace | DiscreteGaussian, where: str = "") -> None:
    """Refuse such noise."""
    if not is_drawable(law):
        raise too_wide(where)


def refuse_extreme_grain(grain: Fraction, where: str) -> None:
    """Refuse a grain whose multiples are no ordinary floats."""
    if not GRAINS[0] <= grain <= GRAINS[1]:
        raise SpecError(
            "a grain lies between 1e-100 and 1e100",
            where=where,
            hint="count in another unit, such as metres instead of millimetres",
        )
