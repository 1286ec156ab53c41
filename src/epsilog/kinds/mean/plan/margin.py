"""How far off a published mean may be: a noisy sum divided by a noisy number of rows."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law, Noise
from epsilog.core.number import Number, exact
from epsilog.core.special import erfc

_POINTS: Final = 8_001
_FINEST: Final = 1e-9  # of a grain
_SUMMED_UP_TO: Final = 1_000.0
# What is left out of a law when it is written as a list of integers. It counts as missed.
_LEFT_OUT: Final = 1e-12
_DEVIATIONS: Final = 7.2  # the same for Gaussian noise


class MeanError:
    """The law of the error of a mean, at the worst place the declared range has for it.

    A mean is centre + S'/n', with S' = S + Z the noisy sum of distances from the centre and n' = n + N the noisy
    number of rows. Its error is (Z - m N)/(n + N) with m = S/n, so it stays within x exactly when Z lies within
    x (n + N) of m N. Z is symmetric and falls away from 0: for every value of N that is least likely where |m| is
    largest, at the ends of the range, and likelier with more rows. So what is computed at |m| = `reach` holds for
    every mean the range allows and for every cell of at least `rows` rows. All numbers are in grains.

    >>> from fractions import Fraction
    >>> pressure = MeanError(DiscreteLaplace(Fraction(140_000)), DiscreteLaplace(Fraction(20)), 1000, 7000)
    >>> round(pressure.margin("0.95"))          # 5.77 mmHg at a grain of 0.01
    577
    """

    def __init__(self, total: Law, count: Law, rows: Number, reach: int) -> None:
        self._total = total
        self._sigma = math.sqrt(total.variance)
        self._rows = float(exact(rows, "expect", above=0))
        self._reach = float(reach)
        self._noise, self._chance = _listed(count)
        self._tail: NDArray[np.float64] | None = None

    def miss(self, within: float) -> float:
        """The chance that the mean is further off than this."""
        radius = within * (self._rows + self._noise)
        shift = self._reach * self._noise
        out = self._above(shift + radius) + self._above(radius - shift)
        # No rows left after the noise: nothing can be said about the mean.
        missed = float((self._chance * np.where(radius <= 0, 1.0, np.minimum(out, 1.0))).sum())
        return min(1.0, missed + _LEFT_OUT)

    def margin(self, confidence: Number) -> float:
        """The distance the mean stays within at least that often; at most half the range, which is known anyway."""
        most = float(1 - exact(confidence, "confidence", above=0, below=1))
        low, high = 0.0, self._reach
        if self.miss(high) > most:
            return self._reach
        while high - low > max(1e-12 * high, _FINEST):  # noise of next to nothing has a margin of next to nothing
            middle = (low + high) / 2
            low, high = (middle, high) if self.miss(middle) > most else (low, middle)
        return high

    def _above(self, t: NDArray[np.float64]) -> NDArray[np.float64]:
        """The probability that the noise of the sum exceeds each number."""
        k = np.floor(t)
        least = np.where(k >= 0, k, -k - 1)
        upper = self._beyond(least) / 2
        return np.where(k >= 0, upper, 1 - upper)

    def _beyond(self, t: NDArray[np.float64]) -> NDArray[np.float64]:
        """P(|Z| > t) for whole numbers from 0 on, all at once."""
        law = self._total
        if isinstance(law, DiscreteLaplace):
            rate = float(1 / law.scale)
            return np.asarray(2 * np.exp(-rate * (t + 1)) / (1 + math.exp(-rate)), dtype=np.float64)
        sigma = self._sigma
        if sigma > _SUMMED_UP_TO:  # the half-step correction is right to 1 / (24 sigma²)
            return np.asarray(erfc((t + 0.5) / (sigma * math.sqrt(2))), dtype=np.float64)
        if self._tail is None:
            mass = law.pmf(np.arange(math.ceil(40 * sigma) + 3, dtype=np.int64))
            self._tail = np.append(2 * np.cumsum(mass[::-1])[::-1], 0.0)
        place = np.minimum(t + 1, len(self._tail) - 1).astype(np.int64)
        return np.asarray(self._tail[place], dtype=np.float64)


def _listed(law: Law) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The values of a law and their probabilities; a wide law is thinned to a hundredth of its deviation."""
    if isinstance(law, DiscreteGaussian):
        width = math.sqrt(float(law.sigma_squared))
        furthest = math.ceil(_DEVIATIONS * width)
    else:
        furthest = int(Noise(law, exact(1, "grain")).margin(1 - Fraction(str(_LEFT_OUT))))
    step = max(1, 2 * furthest // _POINTS)
    half = np.arange(0, furthest + step, step, dtype=np.float64)
    values = np.concatenate([-half[:0:-1], half])
    if isinstance(law, DiscreteGaussian):  # its own pmf would first sum up a law that may be very wide
        chance = np.exp(-((values / width) ** 2) / 2)
    else:
        chance = law.pmf(values.astype(np.int64))
    return values, chance / chance.sum()
