"""Hadamard response: a column of a matrix of signs, one where the value's row says plus more often than minus."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.oracle import Oracle, Reports, Values, bytes_for, count_each, from_bytes, to_bytes
from epsilog.noise.coins import bernoulli
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class HadamardResponse(Oracle):
    """The device sends one number below `columns`, of those whose sign in its row is plus, or of the others.

    >>> ask = HadamardResponse(size=1024, epsilon=1)
    >>> ask.columns, ask.length
    (2048, 2)

    Neighbours: any two values of one device.
    Sensitivity/Channel: `channel`; every column has one of two probabilities.
    Proof: value v owns row v + 1 of the Hadamard matrix, half of whose signs are plus. A column has probability
        2p/columns where the sign is plus, 2(1-p)/columns where it is minus: their ratio is p/(1-p) = odds.
    Charge: `charge`, pure epsilon for each report.
    Numerics: the sign of row r in column y is (-1)^|r & y|. A uniform column is moved to the wanted sign by
        flipping the lowest bit of r in it, which pairs plus and minus columns. One pick and one coin.
    Checked by: tests/unit/mechanisms/local/test_oracles.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Acharya, Sun, Zhang 2019.
    """

    @property
    def columns(self) -> int:
        """The least power of two above `size`: row 0, all plus, belongs to nobody."""
        return 1 << self.size.bit_length()

    @property
    def p(self) -> Fraction:
        """The chance of a column with a plus."""
        return self.odds / (self.odds + 1)

    @property
    def q(self) -> Fraction:
        """Two rows agree in half of their signs."""
        return Fraction(1, 2)

    @property
    def length(self) -> int:
        """One column."""
        return bytes_for(self.columns)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        rows = self.valid(values) + 1
        columns = pick_below(self.columns, len(rows), rng)
        plus = bernoulli(self.p, len(rows), rng)
        columns ^= np.where((parity(columns & rows) == 0) == plus, 0, rows & -rows)
        return to_bytes(columns, self.length)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A column that there is."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)) < self.columns
        return found

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports the values whose row has a plus in its column: one transform counts them all."""
        counts = count_each(from_bytes(self.rows(reports)), self.columns)
        return (len(reports) + signed_sums(counts)[1 : self.size + 1]) // 2

    def channel(self) -> Channel:
        """The exact law of a report."""
        half = Fraction(2, self.columns)
        return Channel(
            tuple(
                {
                    column.to_bytes(self.length, "big"): half
                    * (1 - self.p if (column & row).bit_count() % 2 else self.p)
                    for column in range(self.columns)
                }
                for row in range(1, self.size + 1)
            )
        )


def parity(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """0 where an even number of bits is set, 1 elsewhere."""
    return (np.bitwise_count(numbers) & 1).astype(np.int64)


def signed_sums(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each row the sum of the counts with the signs of that row: the fast Walsh-Hadamard transform.

    >>> signed_sums(np.array([3, 1])).tolist()
    [4, 2]
    """
    table, step = counts.copy(), 1
    while step < len(table):
        pairs = table.reshape(-1, 2, step)
        table = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        step *= 2
    return table
