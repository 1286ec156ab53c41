"""Apple's Hadamard sketch: a public hash function, and one bit of the transformed row of marks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.count_mean import check_sketch, sum_over_functions
from epsilog.mechanisms.local.hadamard import parity, signed_sums
from epsilog.mechanisms.local.hashes import Keys, cells_of, public_seeds
from epsilog.mechanisms.local.oracle import Oracle, Reports, Values, bytes_for, count_each, from_bytes, to_bytes
from epsilog.noise.coins import bernoulli
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class HadamardSketch(Oracle):
    """The device hashes its value by a public function and says one sign of that cell's row, true or not.

    >>> HadamardSketch(size=1000, epsilon=4, functions=64, width=256).length
    2

    Neighbours: any two values of one device.
    Sensitivity/Channel: given function and column, randomized response on one bit.
    Proof: function and column do not look at the value; the sign is true with probability p, p/(1-p) = odds.
    Charge: `charge`, pure epsilon for each report.
    Numerics: two picks and a coin. The report is (function · width + column) · 2, plus 1 where the sign said is
        minus. `width` is a power of two, so that two keys share a cell with probability 1/width exactly.
    Checked by: tests/unit/mechanisms/local/test_sketches.py, tests/statistical/test_local_laws.py.
    References: Apple Differential Privacy Team 2017.
    """

    functions: int = 1024
    width: int = 1024
    label: bytes = b""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_sketch(self.functions, self.width)

    @property
    def p(self) -> Fraction:
        """The chance that the sign is true."""
        return self.odds / (self.odds + 1)

    @property
    def q(self) -> Fraction:
        """Another value shares the cell, once in `width`, or agrees in half of the columns."""
        return Fraction(1, 2) + (self.p - Fraction(1, 2)) / self.width

    @property
    def collision(self) -> Fraction:
        """As in `count_mean`."""
        return Fraction(1, self.functions * (self.width - 1))

    @property
    def length(self) -> int:
        """One number."""
        return bytes_for(2 * self.functions * self.width)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        return self.reports_of(self.valid(values).astype(np.uint64), rng)

    def reports_of(self, keys: Keys, rng: RandomWords = system) -> Reports:
        """One report for each key."""
        functions = pick_below(self.functions, len(keys), rng)
        columns = pick_below(self.width, len(keys), rng)
        true = bernoulli(self.p, len(keys), rng)
        cells = cells_of(public_seeds(self.label, self.functions)[functions], keys, self.width)
        said = 2 * (functions * self.width + columns) + (parity(columns & cells) ^ ~true & 1)
        return to_bytes(said, self.length)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A function and a column that there are."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)) < 2 * self.functions * self.width
        return found

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports the values whose row has its sign in its column."""
        return self.support_of(reports, np.arange(self.size, dtype=np.uint64))

    def support_of(self, reports: Reports, keys: Keys) -> NDArray[np.int64]:
        """The same for any keys: agreements less disagreements, by one transform for each function."""
        counts = count_each(from_bytes(self.rows(reports)), 2 * self.functions * self.width)
        signs = (counts[0::2] - counts[1::2]).reshape(self.functions, self.width)
        sums = np.array([signed_sums(row) for row in signs])
        return (len(reports) + sum_over_functions(sums, self.label, keys)) // 2

    def channel(self) -> Channel:
        """The exact law of a report; for few functions and cells."""
        rows = []
        seeds = public_seeds(self.label, self.functions)
        for value in range(self.size):
            row = {}
            cells = cells_of(seeds, np.array([value], dtype=np.uint64), self.width).tolist()
            for said in range(2 * self.functions * self.width):
                function, column = divmod(said >> 1, self.width)
                true = (column & cells[function]).bit_count() % 2 == said & 1
                row[said.to_bytes(self.length, "big")] = (self.p if true else 1 - self.p) / (
                    self.functions * self.width
                )
            rows.append(row)
        return Channel(tuple(rows))
