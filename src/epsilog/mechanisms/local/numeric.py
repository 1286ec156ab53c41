"""What protocols for numbers share: a whole number of steps in, bytes out, and an unbiased number from each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.core.odds import odds_within
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.oracle import Reports, Values, checked_value, checked_values, claim_of, shaped_reports
from epsilog.noise.randomness import system

MOST_STEPS = 2**24


@dataclass(frozen=True)
class Numeric(ABC):
    """A protocol for numbers 0, 1, … `steps`: the public range of a number, cut into equal steps.

    Estimates speak of x = 2·value/steps - 1, from -1 to 1. A number between two steps is rounded to the nearer one
    by whoever asks, which moves a mean by 1/steps at most on this scale.
    """

    steps: int
    epsilon: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", whole(self.steps, "steps", at_least=1, at_most=MOST_STEPS))
        object.__setattr__(self, "epsilon", claim_of(self.epsilon))

    @property
    def size(self) -> int:
        """How many values there are."""
        return self.steps + 1

    @property
    def odds(self) -> Fraction:
        """The largest ratio of probabilities that this protocol allows itself: at most exp(epsilon)."""
        return odds_within(self.epsilon)

    @property
    def linkable(self) -> bool:
        """Whether reports tell which are from one device. Here each is drawn afresh."""
        return False

    @property
    def two_answers(self) -> bool:
        """Whether a report is uniform, or else true, out of two answers."""
        return False

    @property
    def charge(self) -> Any:
        """What one report costs its device."""
        from epsilog.core.charge import Pure

        return Pure(self.epsilon)

    @property
    @abstractmethod
    def length(self) -> int:
        """How many bytes a report has."""

    @abstractmethod
    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""

    @abstractmethod
    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """Which reports a device that follows the protocol can have sent."""

    @abstractmethod
    def numbers(self, reports: Reports) -> NDArray[np.float64]:
        """A number for each report, whose mean is the x of its device."""

    @property
    @abstractmethod
    def extremes(self) -> tuple[float, float]:
        """The smallest and the largest number that a report can have."""

    @property
    def coin(self) -> Fraction | None:
        """Where reports have only two numbers, -1/coin and 1/coin: how much of a report depends on the value."""
        return None

    @abstractmethod
    def variance(self, x: float) -> float:
        """The variance of such a number for a device at x; discretisation adds a share of about 1/steps."""

    @abstractmethod
    def channel(self) -> Channel:
        """The exact law of a report; for few steps."""

    def report(self, value: int, rng: RandomWords = system) -> bytes:
        """One report."""
        return bytes(self.reports(np.array([checked_value(value, self.size)], dtype=np.int64), rng)[0])

    def valid(self, values: Values) -> Values:
        """The values, if all of them are on the scale."""
        return checked_values(values, self.size)

    def rows(self, reports: Reports) -> Reports:
        """The reports, if they are rows of the right length."""
        return shaped_reports(reports, self.length)
