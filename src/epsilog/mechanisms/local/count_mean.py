"""Apple's count-mean sketch: one of many public hash functions, and a row of marks, each flipped by a coin."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.core.odds import odds_within
from epsilog.errors import SpecError
from epsilog.mechanisms.local.bits import column_counts, one_hot_bits, padding_is_zero
from epsilog.mechanisms.local.channel import Channel, bit_rows
from epsilog.mechanisms.local.hashes import Keys, cells_of, public_seeds
from epsilog.mechanisms.local.oracle import Oracle, Reports, Values, bytes_for, check_half, from_bytes, to_bytes
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class CountMean(Oracle):
    """The device hashes its value by one of `functions` public functions and sends `width` noisy marks.

    >>> ask = CountMean(size=1000, epsilon=4, functions=64, width=256)
    >>> ask.length, round(float(ask.own), 4)
    (33, 0.8808)

    For domains too large for a mark each: `support_of` takes any 64-bit keys. Functions are shared, so that values
    which collide do so for good: `collision` says how much of that is in the variance. `optimal` marks (1/2 and
    1/(odds + 1)) err less than Apple's symmetric ones.

    Neighbours: any two values of one device.
    Sensitivity/Channel: given the function, unary encoding over `width` cells.
    Proof: the function does not look at the value; marks are those of `unary`, with the same ratio.
    Charge: `charge`, pure epsilon for each report.
    Numerics: one pick and `width` + 1 rational coins, whatever the value. `width` is a power of two, so that two
        keys share a cell with probability 1/width exactly, over the functions.
    Checked by: tests/unit/mechanisms/local/test_sketches.py, tests/statistical/test_local_laws.py.
    References: Apple Differential Privacy Team 2017.
    """

    functions: int = 1024
    width: int = 1024
    label: bytes = b""
    optimal: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_sketch(self.functions, self.width)
        if not self.optimal:
            check_half(self.epsilon)

    @property
    def own(self) -> Fraction:
        """The chance that the own mark is set."""
        if self.optimal:
            return Fraction(1, 2)
        half = odds_within(self.epsilon / 2)
        return half / (half + 1)

    @property
    def other(self) -> Fraction:
        """The chance that another mark is set."""
        return 1 / (self.odds + 1) if self.optimal else 1 - self.own

    @property
    def p(self) -> Fraction:
        """A report supports its own value where the own mark is set."""
        return self.own

    @property
    def q(self) -> Fraction:
        """Another value shares the own mark, once in `width`, or has another one."""
        return self.other + (self.own - self.other) / self.width

    @property
    def collision(self) -> Fraction:
        """The chance that two values collide in every report that uses a function: what does not average out."""
        return Fraction(1, self.functions * (self.width - 1))

    @property
    def length(self) -> int:
        """The function and a bit for each cell."""
        return bytes_for(self.functions) + self.width // 8

    def cells(self, functions: NDArray[np.int64], keys: Keys) -> NDArray[np.int64]:
        """The cell of each key under its function."""
        return cells_of(public_seeds(self.label, self.functions)[functions], keys, self.width)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        return self.reports_of(self.valid(values).astype(np.uint64), rng)

    def reports_of(self, keys: Keys, rng: RandomWords = system) -> Reports:
        """One report for each key."""
        functions = pick_below(self.functions, len(keys), rng)
        marks = one_hot_bits(self.cells(functions, keys), self.width, self.own, self.other, rng)
        return np.hstack((to_bytes(functions, bytes_for(self.functions)), np.packbits(marks, axis=1)))

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """A function that there is."""
        head = bytes_for(self.functions)
        fine: NDArray[np.bool_] = from_bytes(self.rows(reports)[:, :head]) < self.functions
        return fine & padding_is_zero(reports, self.width)

    def sketch(self, reports: Reports) -> NDArray[np.int64]:
        """For each function and cell how many reports set the mark."""
        head = bytes_for(self.functions)
        functions = from_bytes(self.rows(reports)[:, :head])
        order = np.argsort(functions, kind="stable")
        ends = np.searchsorted(functions[order], np.arange(self.functions + 1))
        rows = reports[order, head:]
        return np.array([column_counts(rows[ends[at] : ends[at + 1]], self.width) for at in range(self.functions)])

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports the values whose mark it sets."""
        return self.support_of(reports, np.arange(self.size, dtype=np.uint64))

    def support_of(self, reports: Reports, keys: Keys) -> NDArray[np.int64]:
        """The same for any keys."""
        return sum_over_functions(self.sketch(reports), self.label, keys)

    def channel(self) -> Channel:
        """The exact law of a report; for few functions and cells."""
        head = bytes_for(self.functions)
        rows: list[dict[bytes, Fraction]] = [{} for _ in range(self.size)]
        keys = np.arange(self.size, dtype=np.uint64)
        for function in range(self.functions):
            cells = self.cells(np.full(self.size, function), keys).tolist()
            marks = bit_rows(
                [[self.own if at == cell else self.other for at in range(self.width)] for cell in cells]
            )
            for row, law in zip(rows, marks, strict=True):
                row |= {function.to_bytes(head, "big") + bits: one / self.functions for bits, one in law.items()}
        return Channel(tuple(rows))


def check_sketch(functions: object, width: object) -> None:
    """A sketch has a number of functions, and a power of two of cells."""
    whole(functions, "functions", at_least=1, at_most=2**16)
    cells = whole(width, "width", at_least=8, at_most=2**16)
    if cells & (cells - 1):
        raise SpecError("a sketch has a power of two of cells", where="width", hint="such as 1024")


def sum_over_functions(sketch: NDArray[np.int64], label: bytes, keys: Keys) -> NDArray[np.int64]:
    """For each key the counts of its cells, added up over all functions."""
    seeds = public_seeds(label, len(sketch))
    total = np.zeros(len(keys), dtype=np.int64)
    for seed, counts in zip(seeds, sketch, strict=True):
        total += counts[cells_of(seed, keys, sketch.shape[1])]
    return total
