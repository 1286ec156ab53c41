"""A window that slides with the number: reports inside it are likelier by the odds. What two protocols share."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.numeric import Numeric
from epsilog.mechanisms.local.oracle import Reports, Values, bytes_for, from_bytes, to_bytes
from epsilog.noise.coins import bernoulli
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class SlidingWindow(Numeric):
    """Reports are 0 to steps + width - 1; those from value to value + width - 1 are likelier by the odds.

    Neighbours: any two numbers of one device.
    Sensitivity/Channel: `channel`; every report has one of two probabilities.
    Proof: inside the window odds/D, outside 1/D, with D = odds·width + steps for every value, because the window
        has the same width wherever it is. Two values have a ratio of odds, 1 or 1/odds.
    Numerics: whether inside is a coin of odds·width/D; where inside and where outside are two picks, always read.
    Charge, Checked by, References: in the files of the two protocols that stand on this.
    """

    @property
    @abstractmethod
    def width(self) -> int:
        """How many reports the window holds."""

    @property
    def places(self) -> int:
        """How many reports there are."""
        return self.steps + self.width

    @property
    def whole(self) -> Fraction:
        """The sum of all weights, where one outside the window weighs 1."""
        return self.odds * self.width + self.steps

    @property
    def length(self) -> int:
        """One number below `places`."""
        return bytes_for(self.places)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        return to_bytes(self.slide(self.valid(values), rng), self.length)

    def slide(self, values: Values, rng: RandomWords) -> NDArray[np.int64]:
        """One place for each value."""
        inside = bernoulli(self.odds * self.width / self.whole, len(values), rng)
        within = values + pick_below(self.width, len(values), rng)
        outside = pick_below(self.steps, len(values), rng)
        return np.where(inside, within, outside + self.width * (outside >= values))

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A place that there is."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)) < self.places
        return found

    def numbers(self, reports: Reports) -> NDArray[np.float64]:
        """The place on the scale of x, made unbiased."""
        return self.unbiased(from_bytes(self.rows(reports)))

    def unbiased(self, places: NDArray[np.int64]) -> NDArray[np.float64]:
        """A place has the mean centre + slope·(value - steps/2): the window moves by one with the value."""
        slope = float((self.odds - 1) * self.width / self.whole)
        return (places.astype(np.float64) - (self.places - 1) / 2) / slope * (2 / self.steps)

    @property
    def extremes(self) -> tuple[float, float]:
        """The first and the last place, made unbiased."""
        first, last = self.unbiased(np.array([0, self.places - 1])).tolist()
        return first, last

    def variance(self, x: float) -> float:
        """The variance of `numbers` at x, from the two moments of window and whole; value = (x+1)·steps/2."""
        value = (x + 1) * self.steps / 2
        high, low = float((self.odds - 1) / self.whole), float(1 / self.whole)
        width, places = self.width, self.places
        middle = value + (width - 1) / 2 - (places - 1) / 2
        second = high * width * (middle**2 + (width**2 - 1) / 12) + low * places * (places**2 - 1) / 12
        slope = high * width
        return (second / slope**2) * (2 / self.steps) ** 2 - x * x

    def channel(self) -> Channel:
        """The exact law of a report."""
        return Channel(
            tuple(
                {
                    place.to_bytes(self.length, "big"): (
                        self.odds if value <= place < value + self.width else Fraction(1)
                    )
                    / self.whole
                    for place in range(self.places)
                }
                for value in range(self.size)
            )
        )
