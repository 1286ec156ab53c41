"""Duchi's protocol for numbers: one of two far ends, the nearer one more often."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.numeric import Numeric
from epsilog.mechanisms.local.oracle import Reports, Values
from epsilog.noise.coins import bernoulli
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class Duchi(Numeric):
    """The device says "high" or "low"; high is likelier the higher its number.

    >>> ask = Duchi(steps=100, epsilon=1)
    >>> round(ask.end, 6), round(ask.variance(0.0), 4)
    (2.163953, 4.6827)

    Neighbours: any two numbers of one device.
    Sensitivity/Channel: `channel`, two reports.
    Proof: P(high) = t·value/steps + (1-t)/2 with t = (odds-1)/(odds+1): from 1/(odds+1) to odds/(odds+1), and
        P(low) mirrors it. Any two values have a ratio of at most odds.
    Charge: `charge`, pure epsilon for each report.
    Numerics: with probability t the answer is whether a pick below `steps` is under the value, else a fair coin;
        all three are always read. The report is 0 or 1 in a byte, its number is -end or end with end = 1/t.
    Checked by: tests/unit/mechanisms/local/test_numbers.py, tests/statistical/test_local_laws.py.
    References: Duchi, Jordan, Wainwright 2018.
    """

    @property
    def tilt(self) -> Fraction:
        """How much of the answer depends on the number."""
        return (self.odds - 1) / (self.odds + 1)

    @property
    def end(self) -> float:
        """The number that "high" stands for."""
        return float(1 / self.tilt)

    @property
    def length(self) -> int:
        """One byte."""
        return 1

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        values = self.valid(values)
        return high_or_low(values, self.steps, self.tilt, rng).astype(np.uint8)[:, None]

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """0 or 1."""
        found: NDArray[np.bool_] = self.rows(reports)[:, 0] < 2
        return found

    def numbers(self, reports: Reports) -> NDArray[np.float64]:
        """An end for each report."""
        return np.where(self.rows(reports)[:, 0] == 1, self.end, -self.end)

    @property
    def extremes(self) -> tuple[float, float]:
        """Both ends."""
        return -self.end, self.end

    @property
    def coin(self) -> Fraction | None:
        """The tilt: a report is one of two ends."""
        return self.tilt

    def variance(self, x: float) -> float:
        """The square of the end less that of x."""
        return self.end**2 - x * x

    def channel(self) -> Channel:
        """The exact law of a report."""
        highs = [self.tilt * value / self.steps + (1 - self.tilt) / 2 for value in range(self.size)]
        return Channel(tuple({b"\1": high, b"\0": 1 - high} for high in highs))


def high_or_low(values: Values, steps: int, tilt: Fraction, rng: RandomWords) -> NDArray[np.bool_]:
    """High with probability tilt·value/steps + (1 - tilt)/2."""
    heeds = bernoulli(tilt, len(values), rng)
    above = pick_below(steps, len(values), rng) < values
    fair = bernoulli(Fraction(1, 2), len(values), rng)
    return np.where(heeds, above, fair)
