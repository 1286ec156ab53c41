"""Units' vectors scaled to a norm by sorting: docs/proofs/bounding.md, section 2b, has the proof.

Unit, cell and value of a row lie side by side in one whole number, so that sorting such numbers brings together
what a unit has in a cell, and the cells a unit has. That is several times as fast as to group, store and join them.
It gives the same whole numbers as core/measure.py: floating-point numbers only guess, and whole numbers decide
wherever a guess is near one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.core.measure import PER_ROW, Norm

Numbers = NDArray[np.int64]
What = Literal["rows", "present", "persons", "sum"]
BITS: Final = 63
BLOCK: Final = 2**16  # rows looked at together: what fits into a processor's cache is looked at quickest
DOUBT: Final = 2.0**-13  # a guess is off by less than a hundredth of this
_ROOM: Final = 2**63


@dataclass(frozen=True)
class Fields:
    """How many bits a cell and a value have; the unit has those above. Code 0 is a missing value, 1 the `lowest`.

    >>> Fields.of(units=1000, cells=50, values=(-3, 3), rows=10**6)
    Fields(cells=6, values=3, lowest=-3, apart=False)
    >>> Fields.of(units=1000, cells=50, values=(0, 10**12), rows=10**6)
    Fields(cells=6, values=20, lowest=0, apart=True)
    >>> Fields.of(units=2**40, cells=2**20, values=(0, 100), rows=10**6) is None
    True
    """

    cells: int
    values: int
    lowest: int
    apart: bool = False  # in place of its value a row has its number, and the value lies elsewhere

    @classmethod
    def of(cls, units: int, cells: int, values: tuple[int, int] | None, rows: int) -> Fields | None:
        """For numbers below these, and values between these two; None where they do not fit."""
        lowest, highest = values or (0, -1)
        codes, numbers = (highest - lowest + 1).bit_length(), max(0, rows - 1).bit_length()
        low = min(codes, numbers)
        if (units - 1).bit_length() + (cells - 1).bit_length() + low > BITS:
            return None
        return cls((cells - 1).bit_length(), low, lowest, apart=numbers < codes)


@dataclass(frozen=True)
class Wanted:
    """One answer: what is counted, and the norm it is scaled to; `reach` is how far a row may move a sum."""

    what: What
    norm: Norm
    reach: int = PER_ROW


class Runs:
    """Answers by cell that grow as rows are added; all rows of a unit have to come together."""

    def __init__(self, fields: Fields, wanted: Sequence[Wanted], cells: int) -> None:
        self._fields = fields
        self._wanted = tuple(wanted)
        self.answers: list[Numbers] = [np.zeros(cells, dtype=np.int64) for _ in self._wanted]

    def add(self, packed: Numbers, codes: Numbers | None = None) -> None:
        """Rows as packed numbers, which are used up; where values lie apart, without them, and their codes."""
        fields = self._fields
        if fields.apart:
            packed <<= fields.values
            packed |= np.arange(len(packed), dtype=np.int64)
        packed.sort()
        for rows in _whole_units(packed, fields):
            below = rows & ((1 << fields.values) - 1)
            if codes is not None:
                below = codes[below]
            self._add_block(rows >> fields.values, below)

    def _add_block(self, places: Numbers, codes: Numbers) -> None:
        starts = _starts(places)
        places, many = places[starts], np.diff(starts, append=len(places))
        cells = places & ((1 << self._fields.cells) - 1)
        units = _starts(places >> self._fields.cells)
        for wanted, answer in zip(self._wanted, self.answers, strict=True):
            vector = self._vector(wanted, starts, many, codes)
            np.add.at(answer, cells, scale_units(vector, units, wanted.norm))

    def _vector(self, wanted: Wanted, starts: Numbers, many: Numbers, codes: Numbers) -> Any:
        """What lies in each cell of each unit, in grains."""
        if wanted.what == "persons":
            return np.full(len(starts), PER_ROW, dtype=np.int64)
        if wanted.what == "rows":
            return many * PER_ROW
        # Where nothing is missing, all are present: one look less.
        present = many if codes.all() else np.add.reduceat((codes > 0).astype(np.int64), starts)
        if wanted.what == "present":
            return present * PER_ROW
        # A value is its code and `lowest` − 1 more, but for a missing one; so are sums. They may need 80 bits.
        summed: Any = codes if 2 * (wanted.reach + 1) * len(codes) < _ROOM else codes.astype(object)
        return np.add.reduceat(summed, starts) + present.astype(summed.dtype) * (self._fields.lowest - 1)


def scale_units(vectors: Any, units: Numbers, norm: Norm) -> Numbers:
    """The vectors of several units, one after another from each of `units` on, as `Norm.scaled` has them.

    >>> scale_units(np.array([300, -400, 1000, -1000, 1000, 1000]), np.array([0, 2]), Norm(500, 4)).tolist()
    [300, -400, 250, -250, 250, 250]
    """
    low, high = int(vectors.min()), int(vectors.max())
    if max(high, -low) > norm.furthest:
        vectors = np.clip(vectors, -norm.furthest, norm.furthest)
    entries: Numbers = vectors.astype(np.int64, copy=False)
    sizes = np.abs(entries) if low < 0 else entries
    # Python's whole numbers are slower by far, and have no end.
    bases: Any = sizes if max(high, -low) ** 2 * len(sizes) < _ROOM else sizes.astype(object)
    squares = np.add.reduceat(bases * bases, units)
    long = (squares > norm.most**2).astype(bool)
    if not long.any():
        return entries
    factors = np.ones(len(units))
    factors[long] = norm.most / np.sqrt(squares[long].astype(np.float64))
    several = np.diff(units, append=len(sizes))
    guess = sizes * np.repeat(factors, several)
    whole = np.floor(guess)
    found: Numbers = whole.astype(np.int64)
    guess -= whole
    guess -= 0.5
    near = np.flatnonzero(np.abs(guess, out=guess) >= 0.5 - DOUBT)
    # Of short units nothing was guessed, and of nothing nothing is left.
    near = near[(sizes[near] > 0) & np.repeat(long, several)[near]]
    whose = np.searchsorted(units, near, side="right") - 1
    pairs = zip(sizes[near].tolist(), squares[whose].tolist(), strict=True)
    found[near] = [math.isqrt(size**2 * norm.most**2 // square) for size, square in pairs]
    return np.where(entries < 0, -found, found) if low < 0 else found


def _starts(sorted_numbers: Numbers) -> Numbers:
    """Where a new number begins."""
    new = np.empty(len(sorted_numbers), dtype=bool)
    new[:1] = True
    np.not_equal(sorted_numbers[1:], sorted_numbers[:-1], out=new[1:])
    return np.flatnonzero(new)


def _whole_units(packed: Numbers, fields: Fields) -> Iterator[Numbers]:
    """About a block of sorted rows at a time, cut where a unit ends."""
    above = fields.cells + fields.values
    done = 0
    while done < len(packed):
        end = done + BLOCK
        if end < len(packed):
            unit = int(packed[end]) >> above
            end = int(np.searchsorted(packed, unit << above))
            if end <= done:  # one unit fills the block, and goes on
                end = int(np.searchsorted(packed, ((unit + 1) << above) - 1, side="right"))
        yield packed[done:end]
        done = min(end, len(packed))
