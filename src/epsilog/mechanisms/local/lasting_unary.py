"""Unary encoding in two rounds (L-OSUE, L-SUE), calibrated on what both rounds do together."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.odds import odds_within
from epsilog.mechanisms.local.bits import column_counts, one_hot_bits, padding_is_zero
from epsilog.mechanisms.local.channel import Channel, bit_rows
from epsilog.mechanisms.local.lasting import Choices, Lasting, Memos
from epsilog.mechanisms.local.oracle import Reports, Values, check_half
from epsilog.noise.coins import bernoulli
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class LastingUnary(Lasting):
    """Permanent marks, flipped anew in every report.

    >>> ask = LastingUnary(size=8, epsilon=1, ever=2)
    >>> round(float(1 - ask.flip), 6), round(float(ask.q * (1 - ask.q) / (ask.p - ask.q) ** 2), 4)
    (0.803388, 3.6827)
    >>> ask = LastingUnary(size=8, epsilon=1, ever=2, symmetric=True)
    >>> round(float(1 - ask.flip), 6), round(float(ask.q * (1 - ask.q) / (ask.p - ask.q) ** 2), 4)
    (0.764996, 3.9177)

    Neighbours: any two values of one device that stay.
    Sensitivity/Channel: bits are independent in both rounds, and two values differ in two of them.
    Proof: round one is unary encoding with odds_ever. Round two flips every bit with probability `flip`: a bit set
        with probability r is then set with flip + (1 - 2 flip) r. Optimal: 1/2 stays 1/2, and flip is such that
        1/(odds_ever + 1) becomes 1/(odds + 1). Symmetric: with h = 2p - 1 = (a-1)/(a+1), a <= exp(epsilon/2), the
        tilts multiply, and 1 - 2 flip is their quotient. Either way p/q · (1-q)/(1-p) is at most exp(epsilon).
    Charge: `charge`, `ever` for each permanent answer.
    Numerics: rational coins, a fixed number in each round; bits packed, the first value highest.
    Checked by: tests/unit/mechanisms/local/test_lasting.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Arcolezi, Couchot, Al Bouna, Xiao 2022; Erlingsson, Pihur, Korolova 2014.
    """

    symmetric: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.symmetric:
            check_half(self.epsilon)

    @property
    def p(self) -> Fraction:
        """The chance that the own mark is set, after both rounds."""
        return self._chance_after(self._first[0])

    @property
    def q(self) -> Fraction:
        """The chance that another mark is set, after both rounds."""
        return self._chance_after(self._first[1])

    @property
    def _first(self) -> tuple[Fraction, Fraction]:
        if self.symmetric:
            half = odds_within(self.ever / 2)
            return half / (half + 1), 1 / (half + 1)
        return Fraction(1, 2), 1 / (self.odds_ever + 1)

    @property
    def flip(self) -> Fraction:
        """How often the second round flips a bit."""
        if self.symmetric:
            one, ever = odds_within(self.epsilon / 2), odds_within(self.ever / 2)
            kept = (one - 1) / (one + 1) / ((ever - 1) / (ever + 1))
        else:
            kept = (1 - 2 / (self.odds + 1)) / (1 - 2 / (self.odds_ever + 1))
        return (1 - kept) / 2

    def _chance_after(self, chance: Fraction) -> Fraction:
        return self.flip + (1 - 2 * self.flip) * chance

    @property
    def length(self) -> int:
        """A bit for each value."""
        return -(-self.size // 8)

    def remember(self, choices: Choices, values: Values, rng: RandomWords = system) -> Memos:
        """The first round."""
        return np.packbits(one_hot_bits(self.valid(values), self.size, *self._first, rng), axis=1)

    def reports(self, choices: Choices, memos: Memos, rng: RandomWords = system) -> Reports:
        """The second round."""
        flips = bernoulli(self.flip, (len(memos), self.size), rng)
        flipped: Reports = memos ^ np.packbits(flips, axis=1)
        return flipped

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """Nothing behind the last mark."""
        return padding_is_zero(self.rows(reports), self.size)

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports the values it marks."""
        return column_counts(self.rows(reports), self.size)

    def first_channel(self, choice: bytes = b"") -> Channel:
        """Unary encoding with odds_ever."""
        p, q = self._first
        return Channel(bit_rows([[p if at == one else q for at in range(self.size)] for one in range(self.size)]))

    def second_channel(self, choice: bytes = b"") -> dict[bytes, dict[bytes, Fraction]]:
        """Every bit flipped with the same chance."""
        return flip_rows(self.size, lambda bit: 1 - self.flip if bit else self.flip)


def flip_rows(width: int, one: object) -> dict[bytes, dict[bytes, Fraction]]:
    """For every pattern of bits the law of the next one; `one(bit)` is the chance of a 1 where `bit` was."""
    assert callable(one)
    found = {}
    for pattern in range(1 << width):
        bits = [pattern >> (width - 1 - at) & 1 for at in range(width)]
        name = (pattern << -width % 8).to_bytes(-(-width // 8), "big")
        found[name] = dict(bit_rows([[one(bit) for bit in bits]])[0])
    return found
