"""Sums in which the past fades, on a stream without an end."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np

from epsilog.core.number import exact
from epsilog.mechanisms.series.outer import Endless, Reader
from epsilog.mechanisms.series.strategy import Integers, Reals

SCALE: Final = 2**12
SLOWEST: Final = Fraction(9999, 10000)


@dataclass(frozen=True)
class Decay(Endless):
    """Every step releases x[t] + rate·x[t-1] + rate²·x[t-2] + …; the error is (2/pi)·K(rate), for ever.

    >>> from epsilog.core.participation import Participation
    >>> from epsilog.mechanisms.series.strategy import multiplier_error
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> round(multiplier_error(Decay("0.99"), visit, 5000)[0], 4)      # independent noise per step: 7.09
    2.1369

    Taps: round(4096·f[k]·rate^k), f[k] = binom(2k, k)/4^k, in whole numbers, until they round to zero.
    Sensitivity: `Endless`; taps are positive and fall, so the bound for several contributions is exact.
    Checked by: tests/unit/mechanisms/series/test_endless.py.
    """

    rate: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "rate", exact(self.rate, "rate", above=0, at_most=SLOWEST))

    @cached_property
    def taps(self) -> Integers:
        """The strategy, in fixed point of 128 bits."""
        term, out, k = 1 << 128, [SCALE], 0
        while True:
            k += 1
            term = term * (2 * k - 1) * self.rate.numerator // (2 * k * self.rate.denominator)
            tap = (term * SCALE + (1 << 127)) >> 128
            if tap == 0:
                return np.array(out, dtype=np.int64)
            out.append(tap)

    def weights(self, terms: int) -> Reals:
        """Powers of the rate."""
        return np.asarray(float(self.rate) ** np.arange(terms))

    def reader(self, cells: int) -> Reader:
        """One fading sum."""
        return DecayReader(float(self.rate), cells)


class DecayReader(Reader):
    """Keeps one row."""

    def __init__(self, rate: float, cells: int) -> None:
        super().__init__(cells)
        self._rate, self._sum = rate, np.zeros(cells)

    def read(self, undone: Reals) -> Reals:
        """Fade, add."""
        self._sum = self._rate * self._sum + undone
        return self._sum.copy()
