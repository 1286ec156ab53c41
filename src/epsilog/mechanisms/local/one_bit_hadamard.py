"""One-bit Hadamard response: a random column, and the sign of the value's row in it, true or not."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.hadamard import parity, signed_sums
from epsilog.mechanisms.local.oracle import Oracle, Reports, Values, bytes_for, count_each, from_bytes, to_bytes
from epsilog.noise.coins import bernoulli
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class OneBitHadamard(Oracle):
    """One private bit: the sign of the value's row in a public random column.

    >>> ask = OneBitHadamard(size=1024, epsilon=1)
    >>> ask.columns, ask.length
    (1024, 2)

    Neighbours: any two values of one device.
    Sensitivity/Channel: `channel`; the column is uniform, the sign has probability p or 1 - p.
    Proof: given the column, which does not depend on the value, it is randomized response on one bit: p/(1-p) =
        odds.
    Charge: `charge`, pure epsilon for each report.
    Numerics: one pick and one coin; the report is twice the column, plus 1 where the sign said is minus.
    Checked by: tests/unit/mechanisms/local/test_oracles.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Bassily, Nissim, Stemmer, Thakurta 2017.
    """

    @property
    def columns(self) -> int:
        """The least power of two that gives every value a row."""
        return 1 << (self.size - 1).bit_length()

    @property
    def p(self) -> Fraction:
        """The chance that the sign is true."""
        return self.odds / (self.odds + 1)

    @property
    def q(self) -> Fraction:
        """Two rows agree in half of their signs."""
        return Fraction(1, 2)

    @property
    def length(self) -> int:
        """A column and a bit."""
        return bytes_for(2 * self.columns)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        rows = self.valid(values)
        columns = pick_below(self.columns, len(rows), rng)
        true = bernoulli(self.p, len(rows), rng)
        return to_bytes(2 * columns + (parity(columns & rows) ^ ~true & 1), self.length)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A column that there is."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)) < 2 * self.columns
        return found

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports the values whose row has its sign in its column."""
        counts = count_each(from_bytes(self.rows(reports)), 2 * self.columns)
        return (len(reports) + signed_sums(counts[0::2] - counts[1::2])[: self.size]) // 2

    def channel(self) -> Channel:
        """The exact law of a report."""
        rows = []
        for value in range(self.size):
            row = {}
            for said in range(2 * self.columns):
                true = (said >> 1 & value).bit_count() % 2 == said & 1
                row[said.to_bytes(self.length, "big")] = (self.p if true else 1 - self.p) / self.columns
            rows.append(row)
        return Channel(tuple(rows))
