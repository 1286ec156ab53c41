"""The cells of a table, all of them public: every combination of declared keys, ticks and bins.

A cell nobody is in is a cell like any other and gets noise like any other: data never decides which cells
there are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from typing import Final

from epsilog.core.clock import PERIODS, Period, tick_label
from epsilog.core.number import exact, whole
from epsilog.core.text import same_text
from epsilog.errors import SpecError

MOST_CELLS: Final = 20_000_000
MOST_BINS: Final = 1_000


@dataclass(frozen=True)
class Keys:
    """A column's declared values; rows with any other value fall outside the table.

    >>> Keys("region", ("North", "South")).labels()
    ('North', 'South')
    """

    column: str
    keys: tuple[str, ...]

    def __post_init__(self) -> None:
        spelled = [same_text(key) for key in self.keys]
        if not spelled:
            raise SpecError("a table needs at least one key", where=f"by.{self.column}")
        if len(set(spelled)) != len(spelled):
            raise SpecError(
                "the same key is written twice (keys that look alike count as one)", where=f"by.{self.column}"
            )
        object.__setattr__(self, "keys", tuple(spelled))

    @property
    def size(self) -> int:
        """How many keys."""
        return len(self.keys)

    def labels(self) -> tuple[str, ...]:
        """What the table shows for each."""
        return self.keys


@dataclass(frozen=True)
class Ticks:
    """A declared stretch of wall-clock time, both ends included, cut into ticks.

    >>> import datetime as dt
    >>> from epsilog.core.clock import tick_of
    >>> first = tick_of(dt.datetime(2026, 1, 30), "1d")
    >>> Ticks("visited_at", "1d", first, first + 2).labels()
    ('2026-01-30', '2026-01-31', '2026-02-01')
    """

    column: str
    every: Period
    first: int
    last: int

    def __post_init__(self) -> None:
        if self.every not in PERIODS:
            raise SpecError(f"unknown step {self.every!r}", where="every", hint="one of " + ", ".join(PERIODS))
        if self.last < self.first:
            raise SpecError("ends before it begins", where="to")

    @property
    def size(self) -> int:
        """How many ticks."""
        return self.last - self.first + 1

    def labels(self) -> tuple[str, ...]:
        """What the table shows for each."""
        return tuple(tick_label(tick, self.every) for tick in range(self.first, self.last + 1))


@dataclass(frozen=True)
class Bins:
    """Stretches of a number between declared edges: closed on the left, the last one on both sides.

    A value beyond the ends counts in the nearest bin; a missing one counts nowhere.

    >>> Bins("systolic", tuple(map(Fraction, (80, 120, 140, 220)))).labels()
    ('[80, 120)', '[120, 140)', '[140, 220]')
    """

    column: str
    edges: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        edges = tuple(exact(edge, "edges") for edge in self.edges)
        if not 2 <= len(edges) <= MOST_BINS + 1:
            raise SpecError(f"a histogram has 1 to {MOST_BINS:,} bins", where="edges")
        if any(left >= right for left, right in pairwise(edges)):
            raise SpecError("edges must grow", where="edges")
        if any(float(left) == float(right) for left, right in pairwise(edges)):
            raise SpecError("edges must differ as floating-point numbers", where="edges")
        object.__setattr__(self, "edges", edges)

    @property
    def size(self) -> int:
        """How many bins."""
        return len(self.edges) - 1

    def labels(self) -> tuple[str, ...]:
        """What the table shows for each."""
        texts = [f"{float(edge):.12g}" for edge in self.edges]
        pairs = list(pairwise(texts))
        return tuple(
            f"[{low}, {high}{']' if at == len(pairs) - 1 else ')'}" for at, (low, high) in enumerate(pairs)
        )


Axis = Keys | Ticks | Bins


@dataclass(frozen=True)
class Grid:
    """All cells, numbered from 0 in the order of `keys`: the last axis runs fastest. No axis means one cell.

    >>> grid = Grid((Keys("region", ("North", "South")), Keys("sex", ("f", "m"))))
    >>> grid.size, grid.strides, list(grid.keys())[:3]
    (4, (2, 1), [('North', 'f'), ('North', 'm'), ('South', 'f')])
    """

    axes: tuple[Axis, ...] = ()

    def __post_init__(self) -> None:
        names = [axis.column for axis in self.axes]
        if len(set(names)) != len(names):
            raise SpecError("a column can divide a table only once", where="by")
        whole(self.size, "cells", at_least=1, at_most=MOST_CELLS)

    @property
    def size(self) -> int:
        """How many cells."""
        return math.prod(axis.size for axis in self.axes)

    @property
    def strides(self) -> tuple[int, ...]:
        """By how much the number of a cell grows with each axis's own number."""
        return tuple(math.prod(axis.size for axis in self.axes[at + 1 :]) for at in range(len(self.axes)))

    def keys(self) -> Iterator[tuple[str, ...]]:
        """The labels of every cell, in order."""
        return product(*(axis.labels() for axis in self.axes))
