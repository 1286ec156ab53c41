"""Levels of many small hierarchies: no unit, and no two units that change places, move one further than stated.

Every table that one unit may have after its bounds is tried, in cells and added up along the tree.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys, Level
from epsilog.core.measure import contribution
from epsilog.core.unit import Unit
from epsilog.registry.asks import Query
from epsilog.roles.hierarchy import rolled_up

LEFT = Level("region", (("N", ("a", "b", "c")), ("S", ("d",))))
PAIRS = Level("region", (("N", ("a", "b")), ("S", ("c", "d"))))
LONE = Level("region", (("N", ("a",)), ("S", ("b",)), ("E", ("c",)), ("W", ("d",))))
TREES = {
    "uneven": (LEFT,),
    "pairs below one": (PAIRS, Level("country", (("Home", ("N", "S")),))),
    "single keys, then uneven": (LONE, Level("part", (("P", ("N", "S", "E")), ("Q", ("W",))))),
}
BOUNDS = (
    Bounds(rows=3),
    Bounds(cells=2, rows_per_cell=2),
    Bounds(rows=4, cells=3, rows_per_cell=2),
    Bounds(cells=3, rows_per_cell=1),
)
SEX = Keys("sex", ("f", "m"))


def query_of(kind: str, tree: tuple[Level, ...]) -> Query:
    keys = Keys.in_groups("clinic", tree)
    if kind == "rows":
        return Query("rows", by=(keys,))
    low = {"sum from 0": 0, "sum around 0": -2, "lopsided sum": -1}[kind]
    return Query("sum", "x", between=(Fraction(low), Fraction(2)), grain=Fraction(1), by=(keys,))


def tables(kind: str, bounds: Bounds, cells: int) -> list[np.ndarray]:
    """What one unit may leave in the cells: so many rows in each, all of them at one end or the other."""
    kept = contribution(
        query_of(kind, (LEFT,)).measures()[0], Grid((Keys("k", tuple("abcd")),)), Unit("who"), bounds
    )
    ends = {"rows": (1,), "sum from 0": (2,), "sum around 0": (-2, 2), "lopsided sum": (-1, 2)}[kind]
    found = set()
    for many in itertools.product(range(kept.rows_per_cell + 1), repeat=cells):
        if sum(many) <= kept.rows and sum(map(bool, many)) <= kept.cells:
            for signs in itertools.product(ends, repeat=cells):
                found.add(tuple(one * sign for one, sign in zip(many, signs, strict=True)))
    return [np.array(one, dtype=np.int64) for one in sorted(found)]


@pytest.mark.parametrize("how", ["add-remove", "replace"])
@pytest.mark.parametrize("kind", ["rows", "sum from 0", "sum around 0", "lopsided sum"])
@pytest.mark.parametrize("tree", TREES)
def test_no_level_moves_further_than_stated(tree: str, kind: str, how: Any) -> None:
    query, reached = query_of(kind, TREES[tree]), 0
    unit = Unit("who", neighbours=how)
    for bounds in BOUNDS:
        cells = tables(kind, bounds, 4)
        for up, measure in enumerate(query.measures()):
            moved = contribution(measure, query.grid(), unit, bounds)
            level = np.stack(cells)
            if up:
                made = [Bounded(tuple(query.grid().keys()), one, Fraction(1), moved.sensitivity) for one in cells]
                level = np.stack([rolled_up(one, query, up, moved).values for one in made])
            level = np.unique(level, axis=0)
            step = level if how == "add-remove" else (level[:, None] - level[None]).reshape(-1, level.shape[1])
            furthest = int(np.abs(step).sum(axis=1).max()), int((step**2).sum(axis=1).max())
            stated = moved.sensitivity
            assert furthest[0] <= stated.l1, f"{bounds}, level {up}"
            assert furthest[1] <= stated.l2_squared, f"{bounds}, level {up}"
            reached += furthest == (stated.l1, stated.l2_squared)
    assert reached >= (0 if kind == "lopsided sum" else 4), "what nobody reaches is paid for in vain"


@pytest.mark.parametrize(("kind", "up"), [("rows", 1), ("sum around 0", 1)])
def test_a_level_priced_like_its_cells_is_too_cheap(kind: str, up: int) -> None:
    """The power of the test above: what cells cost is less than what a level of them may move."""
    bounds, unit = Bounds(cells=3, rows_per_cell=1), Unit("who")
    query = query_of(kind, TREES["uneven"])
    plain, above = (contribution(query.measures()[level], query.grid(), unit, bounds) for level in (0, up))
    made = [
        Bounded(tuple(query.grid().keys()), one, Fraction(1), above.sensitivity) for one in tables(kind, bounds, 4)
    ]
    furthest = max(int((rolled_up(one, query, up, above).values ** 2).sum()) for one in made)
    assert plain.sensitivity.l2_squared < furthest <= above.sensitivity.l2_squared


def test_other_columns_do_not_make_a_group_wider() -> None:
    """Cells of one group and one sex are added up: three clinics of the North, not six cells."""
    keys = Keys.in_groups("clinic", (LEFT,))
    for by in ((keys, SEX), (SEX, keys)):
        query, bounds = Query("rows", by=by), Bounds(cells=6, rows_per_cell=1)
        moved = contribution(query.measures()[1], query.grid(), Unit("who"), bounds)
        assert (moved.rows_per_cell, moved.cells, moved.sensitivity.l2_squared) == (3, 4, 18)
        values = np.array([one[by.index(keys)] in "abc" for one in query.grid().keys()], dtype=np.int64)  # noqa: SIM118
        table = Bounded(tuple(query.grid().keys()), values, Fraction(1), moved.sensitivity)
        assert sorted(rolled_up(table, query, 1, moved).values.tolist()) == [0, 0, 3, 3]
