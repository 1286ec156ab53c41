"""The square wave for numbers: a window narrow enough that the whole distribution can be read off the reports."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.mechanisms.local.sliding_window import SlidingWindow


@dataclass(frozen=True)
class SquareWave(SlidingWindow):
    """The device says a place near its own; all reports together give the distribution, by EM with smoothing.

    >>> ask = SquareWave(steps=1000, epsilon=1)
    >>> ask.width, ask.transition(4, 4).shape
    (512, (4, 4))

    Neighbours, Channel, Proof, Numerics: `SlidingWindow`, with width/steps = 2b rounded, where
        b = (e·E - E + 1)/(2E(E - 1 - e)), e = epsilon, E = exp(e): the b with the most information between number
        and report. Whatever the width, the odds are the same: that b is a float is no matter of privacy.
    Charge: `charge`, pure epsilon for each report.
    Checked by: tests/unit/mechanisms/local/test_numbers.py, tests/statistical/test_local_laws.py.
    References: Li, Wang, Lopuhaä-Zwakenberg, Skoric, Li 2020.
    """

    @property
    def width(self) -> int:
        """Twice the half width b, in steps."""
        return max(1, round(2 * half_width(self.epsilon) * self.steps))

    def transition(self, rows: int, columns: int) -> NDArray[np.float64]:
        """How likely a number in each of `columns` equal bins gives a report in each of `rows` equal bins.

        Each bin of numbers is taken at its middle, each bin of reports by its share of the window.
        """
        value = (np.arange(columns) + 0.5) / columns * self.steps
        edge = np.arange(rows + 1) / rows * self.places
        starts = np.clip(edge[:-1, None], value, value + self.width)
        overlap = np.clip(edge[1:, None], value, value + self.width) - starts
        weights = overlap * float(self.odds - 1) + self.places / rows
        whole: NDArray[np.float64] = weights / weights.sum(axis=0)
        return whole


def half_width(epsilon: Fraction) -> float:
    """The half width b on a scale from 0 to 1.

    >>> round(half_width(Fraction(1)), 5), round(half_width(Fraction(4)), 6)
    (0.25608, 0.030428)
    """
    e = float(epsilon)
    if e < 0.02:  # the quotient of two small differences; its limit is 1/2
        return 0.5 - e / 3
    grown = math.exp(e)
    return (e * grown - grown + 1) / (2 * grown * (grown - 1 - e))
