"""Generalized response in two rounds (L-GRR), calibrated on what both rounds do together."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.generalized_response import respond, response_rows
from epsilog.mechanisms.local.lasting import Choices, Lasting, Memos, second_p
from epsilog.mechanisms.local.oracle import Reports, Values, bytes_for, count_each, from_bytes, to_bytes
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class LastingResponse(Lasting):
    """A permanent value, perhaps not the own one; every report says it, or another one.

    >>> ask = LastingResponse(size=100, epsilon=1, ever=2)
    >>> round(float(ask.q * (1 - ask.q) / (ask.p - ask.q) ** 2), 2)      # the published one: 3,057
    34.11

    Neighbours: any two values of one device that stay.
    Sensitivity/Channel: `first_channel`, `second_channel`, and their product `channel`.
    Proof: the first round is generalized response with odds_ever, so nothing made from it tells more. Both together
        are generalized response again, whose p - q is the product of both (`lasting.second_p`); the second is
        chosen so that the product has exactly the odds of one report.
    Charge: `charge`, `ever` for each permanent answer.
    Numerics: all probabilities are rationals; a coin and a pick in each round.
    Checked by: tests/unit/mechanisms/local/test_lasting.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Arcolezi, Couchot, Al Bouna, Xiao 2022, whose calibration spends less than it is given.
    """

    @property
    def p(self) -> Fraction:
        """The chance of the value itself after both rounds."""
        return self.odds / (self.odds + self.size - 1)

    @property
    def q(self) -> Fraction:
        """The chance of each other one after both rounds."""
        return 1 / (self.odds + self.size - 1)

    @property
    def first(self) -> Fraction:
        """The chance that the permanent value is the own one."""
        return self.odds_ever / (self.odds_ever + self.size - 1)

    @property
    def second(self) -> Fraction:
        """The chance that a report says the permanent value."""
        return second_p(self.odds, self.odds_ever, self.size)

    @property
    def length(self) -> int:
        """One number below `size`."""
        return bytes_for(self.size)

    def remember(self, choices: Choices, values: Values, rng: RandomWords = system) -> Memos:
        """The first round."""
        return to_bytes(respond(self.valid(values), self.size, self.first, rng), self.length)

    def reports(self, choices: Choices, memos: Memos, rng: RandomWords = system) -> Reports:
        """The second round."""
        return to_bytes(respond(from_bytes(memos), self.size, self.second, rng), self.length)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """Numbers below `size`."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)) < self.size
        return found

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports the value it says."""
        return count_each(from_bytes(self.rows(reports)), self.size)

    def first_channel(self, choice: bytes = b"") -> Channel:
        """Generalized response with odds_ever."""
        return Channel(response_rows(self.size, self.first, (1 - self.first) / (self.size - 1)))

    def second_channel(self, choice: bytes = b"") -> dict[bytes, dict[bytes, Fraction]]:
        """Generalized response with what is left."""
        rows = response_rows(self.size, self.second, (1 - self.second) / (self.size - 1))
        return {one.to_bytes(self.length, "big"): row for one, row in enumerate(rows)}
