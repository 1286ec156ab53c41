"""Two rounds for values that last: a permanent answer drawn once, and every report a noisy copy of it.

What is promised, and what is not (docs/proofs/local.md, section 5):

- all reports made from *one* permanent answer, however many, tell of its value no more than `ever`: they are made
  from the answer alone;
- the first of them alone tells no more than `epsilon`;
- several permanent answers cost `ever` each. Whoever chooses by the *value* which answer to copy shows when the
  value changed, and nothing here bounds that; whoever draws a new answer by the *calendar* pays `ever` each time
  and shows nothing more. A campaign of `epsilog.device` says which.
"""

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
from epsilog.errors import SpecError
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.oracle import (
    MOST_VALUES,
    Reports,
    Values,
    checked_values,
    claim_of,
    shaped_reports,
)
from epsilog.noise.randomness import system

Choices = NDArray[np.uint8]  # what a device draws once without looking at its value; may have no bytes
Memos = NDArray[np.uint8]  # permanent answers


@dataclass(frozen=True)
class Lasting(ABC):
    """A frozen, calibrated protocol of two rounds for values 0 to size - 1.

    `epsilon` bounds one report, `ever` all reports from one permanent answer.
    """

    size: int
    epsilon: Fraction
    ever: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", whole(self.size, "size", at_least=2, at_most=MOST_VALUES))
        object.__setattr__(self, "epsilon", claim_of(self.epsilon))
        object.__setattr__(self, "ever", claim_of(self.ever, "ever"))
        if self.epsilon >= self.ever:
            raise SpecError(
                "one report must tell less than all of them together", where="epsilon", hint="epsilon below ever"
            )

    @property
    def linkable(self) -> bool:
        """Reports copy a permanent answer: they tell which are from one device, so shuffling hides nothing."""
        return True

    @property
    def two_answers(self) -> bool:
        """Whether a report is uniform, or else true, out of two answers."""
        return False

    @property
    def charge(self) -> Any:
        """What one permanent answer and all its reports cost."""
        from epsilog.core.charge import Pure

        return Pure(self.ever)

    @property
    def odds(self) -> Fraction:
        """What one report allows itself: at most exp(epsilon)."""
        return odds_within(self.epsilon)

    @property
    def odds_ever(self) -> Fraction:
        """What a permanent answer allows itself: at most exp(ever)."""
        return odds_within(self.ever)

    @property
    @abstractmethod
    def p(self) -> Fraction:
        """How likely a report supports its own value, both rounds together."""

    @property
    @abstractmethod
    def q(self) -> Fraction:
        """How likely a report supports another value, both rounds together."""

    @property
    def collision(self) -> Fraction:
        """Not 0 only where devices share few hash functions: then how often two values collide for good."""
        return Fraction(0)

    @property
    @abstractmethod
    def length(self) -> int:
        """How many bytes a report has."""

    def choose(self, devices: int, rng: RandomWords = system) -> Choices:
        """What each device draws once and for all its values; nothing, for most protocols."""
        return np.zeros((devices, 0), dtype=np.uint8)

    @abstractmethod
    def remember(self, choices: Choices, values: Values, rng: RandomWords = system) -> Memos:
        """The first round: a permanent answer for each value."""

    @abstractmethod
    def reports(self, choices: Choices, memos: Memos, rng: RandomWords = system) -> Reports:
        """The second round: a report for each permanent answer. It never sees a value."""

    @abstractmethod
    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """Which reports a device that follows the protocol can have sent."""

    @abstractmethod
    def support(self, reports: Reports) -> NDArray[np.int64]:
        """How many reports support each value."""

    @abstractmethod
    def first_channel(self, choice: bytes = b"") -> Channel:
        """The exact law of a permanent answer, given what the device chose."""

    @abstractmethod
    def second_channel(self, choice: bytes = b"") -> dict[bytes, dict[bytes, Fraction]]:
        """The exact law of a report given the permanent answer."""

    def channel(self, choice: bytes = b"") -> Channel:
        """The exact law of one report given the value."""
        return self.first_channel(choice).then(self.second_channel(choice))

    def valid(self, values: Values) -> Values:
        """The values, if all of them are in the domain."""
        return checked_values(values, self.size)

    def rows(self, reports: Reports) -> Reports:
        """The reports, if they are rows of the right length."""
        return shaped_reports(reports, self.length)


def tilt(odds: Fraction, size: int) -> Fraction:
    """p - q of generalized response over `size` values: what multiplies when two of them are chained."""
    return (odds - 1) / (odds + size - 1)


def second_p(odds: Fraction, odds_ever: Fraction, size: int) -> Fraction:
    """The p of the second of two generalized responses so that both together have exactly the odds of one report.

    >>> round(float(second_p(odds_within(1), odds_within(2), 100)), 4)
    0.2885

    Both are q·J + (p-q)·I with J all ones; their product has p - q = (p1-q1)(p2-q2) and is again such a matrix, so
    it is generalized response, with the odds that its p - q says.
    """
    share = tilt(odds, size) / tilt(odds_ever, size)
    return share + (1 - share) / size
