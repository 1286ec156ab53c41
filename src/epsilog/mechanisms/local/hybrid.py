"""The hybrid protocol for numbers: a piecewise report or one of two ends, whichever mixture errs least at worst."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.odds import odds_within
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.duchi import Duchi, high_or_low
from epsilog.mechanisms.local.numeric import Numeric
from epsilog.mechanisms.local.oracle import Reports, Values, bytes_for, check_half, from_bytes, to_bytes
from epsilog.mechanisms.local.piecewise import Piecewise
from epsilog.noise.coins import bernoulli
from epsilog.noise.randomness import system

_BELOW_THIS_ENDS_ONLY = Fraction("0.609352")


@dataclass(frozen=True)
class Hybrid(Numeric):
    """A piecewise report with probability `share`, else "high" or "low".

    >>> round(Hybrid(steps=4096, epsilon=1).variance(1.0), 3)
    4.289

    Neighbours: any two numbers of one device.
    Sensitivity/Channel: `channel`: the two channels side by side, their reports told apart.
    Proof: which of the two is drawn by a coin that does not look at the number; given it, the ratio is at most
        odds.
    Charge: `charge`, pure epsilon for each report.
    Numerics: share = 1 - 1/h with h <= exp(epsilon/2) rational, 0 for small epsilon: any share is as private, this
        one errs least. Both reports are drawn every time, so that what is read tells nothing.
    Checked by: tests/unit/mechanisms/local/test_numbers.py, tests/statistical/test_local_laws.py.
    References: Wang, Xiao, Yang, Zhao, Hui, Shin, Shin, Yu 2019.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        check_half(self.epsilon)  # also where no report is piecewise: one is drawn all the same

    @property
    def share(self) -> Fraction:
        """How often the report is piecewise."""
        return Fraction(0) if self.epsilon <= _BELOW_THIS_ENDS_ONLY else 1 - 1 / odds_within(self.epsilon / 2)

    @property
    def window(self) -> Piecewise:
        """The one of the two."""
        return Piecewise(self.steps, self.epsilon)

    @property
    def ends(self) -> Duchi:
        """The other."""
        return Duchi(self.steps, self.epsilon)

    @property
    def length(self) -> int:
        """One number: a place, or behind all places low and high."""
        return bytes_for(self.window.places + 2)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        values, window = self.valid(values), self.window
        slides = bernoulli(self.share, len(values), rng)
        place = window.slide(values, rng)
        end = window.places + high_or_low(values, self.steps, self.ends.tilt, rng)
        return to_bytes(np.where(slides, place, end), self.length)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A place or an end that there is."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)) < self.window.places + 2
        return found

    def numbers(self, reports: Reports) -> NDArray[np.float64]:
        """Unbiased whichever was drawn."""
        window, said = self.window, from_bytes(self.rows(reports))
        end = self.ends.end
        return np.where(said < window.places, window.unbiased(said), np.where(said == window.places + 1, end, -end))

    @property
    def extremes(self) -> tuple[float, float]:
        """Those of the two that can be drawn."""
        ends = self.ends.extremes
        if self.share == 0:
            return ends
        window = self.window.extremes
        return min(window[0], ends[0]), max(window[1], ends[1])

    @property
    def coin(self) -> Fraction | None:
        """Where no report is piecewise, the tilt of the ends."""
        return self.ends.coin if self.share == 0 else None

    def variance(self, x: float) -> float:
        """The mixture of both variances, for both have the mean x."""
        share = float(self.share)
        return share * self.window.variance(x) + (1 - share) * self.ends.variance(x)

    def channel(self) -> Channel:
        """The exact law of a report."""
        rows, places = [], self.window.places
        for slid, ended in zip(self.window.channel().rows, self.ends.channel().rows, strict=True):
            row = {
                int.from_bytes(name, "big").to_bytes(self.length, "big"): self.share * chance
                for name, chance in slid.items()
            }
            for name, chance in ended.items():
                row[(places + name[0]).to_bytes(self.length, "big")] = (1 - self.share) * chance
            rows.append(row)
        return Channel(tuple(rows))
