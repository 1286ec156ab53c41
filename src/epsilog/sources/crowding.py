"""How many units have so many rows in so many cells: what a paid look is told (docs/proofs/look.md).

A unit's rows inside a table are counted, and so are the cells they lie in. Both numbers depend on that unit alone
and say which one bin it is in. Rows without a unit, or outside the table, are no part of this.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import ibis
import numpy as np

from epsilog.core.bounded import Bounded
from epsilog.core.glance import Crowd, moved_by_one
from epsilog.sources.engine_port import EnginePort
from epsilog.sources.layout import Layout


def crowd_counts(engine: EnginePort, layout: Layout, at: int, rows: Any, crowd: Crowd) -> Bounded:
    """One number of units for each bin of a crowd."""
    block = layout.block_of(layout.tallies[at])
    who = ["id"] if block is None else ["id", block]
    cell = f"c{at}"
    inside = rows.filter(*(rows[column].notnull() for column in (*who, cell))).select(*who, cell)
    if crowd.grid.size == 1:
        units = inside.group_by(*who).agg(n=inside.count()).mutate(m=1)
    else:
        cells = inside.group_by(*who, cell).agg(n=inside.count())
        units = cells.group_by(*who).agg(n=cells.n.sum(), m=cells.count())
    number = _step(units.n, crowd.rows) * len(crowd.cells) + _step(units.m, crowd.cells)
    binned = units.select(bin=number)
    found = engine.integers(binned.group_by("bin").agg(units=binned.count()))
    every = np.zeros(len(crowd.rows) * len(crowd.cells), dtype=np.int64)
    every[found["bin"]] = found["units"]
    keys = tuple((one.rows, one.cells) for one in crowd.bins)
    return Bounded(keys, every[list(crowd.numbers)], Fraction(1), moved_by_one(layout.protect.unit))


def _step(number: Any, ends: tuple[int, ...]) -> Any:
    """How many of the ends but the last a number lies beyond."""
    if len(ends) == 1:
        return ibis.literal(0, type="int64")
    cases = [(number <= end, ibis.literal(at, type="int64")) for at, end in enumerate(ends[:-1])]
    return ibis.cases(*cases, else_=ibis.literal(len(ends) - 1, type="int64"))
