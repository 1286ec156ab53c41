"""How many units have so many rows in so many cells: what a paid look is told (docs/proofs/look.md).

A unit's rows inside a table are counted, and so are the cells they lie in. Both numbers depend on that unit alone
and say which one bin it is in. Rows without a unit, or outside the table, are no part of this.

Which keys there are, and how many different units have each: what a threshold is asked about.

Each unit is counted once in a key, and in at most `cells` keys: its first ones by a hash of the unit's name and the
key, then by the key itself. That is a total order which depends on this unit and the key alone, so whoever else is
in the data moves nobody's choice, and one unit moves at most `cells` counts, by one each. Rows without a unit,
outside the rest of the table, without a key or with too long a one are no part of this.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import ibis
import numpy as np

from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Crowd, moved_by_one
from epsilog.core.unknown import Seen
from epsilog.sources.bounding import hash_text
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


def seen_keys(engine: EnginePort, layout: Layout, at: int, rows: Any, cells: int) -> Seen:
    """The keys of one look. `Seen` states what both of two units that change places may touch."""
    block = layout.block_of(layout.tallies[at])
    who = [] if layout.id is None else ["id"] if block is None else ["id", block]
    needed = [rows[column].notnull() for column in (*who, f"c{at}", f"t{at}")]
    inside = rows.filter(*needed).select(*who, text=rows[f"t{at}"])
    kept = _first(inside.distinct(), who, cells) if who else inside
    found = engine.texts(kept.group_by("text").agg(units=kept.count()))
    sides = 1 if layout.protect.unit.neighbours == "add-remove" else 2
    counts = np.array([units for _, units in found], dtype=np.int64)
    return Seen(tuple(text for text, _ in found), counts, sides * cells)


def _first(pairs: Any, who: list[str], cells: int) -> Any:
    """The first keys of each unit."""
    name = pairs.id.cast("string")
    for block in who[1:]:
        name = name + "#" + pairs[block].cast("string")
    ordered = pairs.mutate(z=hash_text(name + "#" + pairs.text))
    ranked = ordered.mutate(rank=ibis.row_number().over(ibis.window(group_by=who, order_by=["z", "text"])))
    return ranked.filter(ranked.rank < cells)
