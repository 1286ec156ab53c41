"""The levels above the cells of a table: bounded cells added up before the noise, levels as nodes after it."""

from __future__ import annotations

import numpy as np

from epsilog.core.bounded import Bounded
from epsilog.core.measure import FURTHEST, Contribution
from epsilog.postprocess.ranges import Integers
from epsilog.postprocess.tree import Tree
from epsilog.roles.entry import Entry


def tree_of(query: Entry) -> Tree:
    """The shape of an entry's hierarchy."""
    found = query.grid().hierarchy
    assert found is not None, "an entry with a hierarchy"
    return Tree(tuple(tuple(len(members) for _, members in level.groups) for level in found[1].under))


def rolled_up(cells: Bounded, query: Entry, up: int, moved: Contribution) -> Bounded:
    """The sums of bounded cells in the groups of a level. `moved` is what one unit may do to them.

    Sums stop at ±2^61 like those of the source; stopping moves two neighbours no further apart.
    """
    grid = query.grid()
    wide = as_nodes(cells.values, query).astype(object)
    sums = np.clip(tree_of(query).sum_up(wide, up), -FURTHEST, FURTHEST)
    values = as_cells(np.asarray(sums, dtype=np.int64), query)
    return Bounded(tuple(grid.roll_up(up).keys()), values, cells.grain, moved.sensitivity)


def as_nodes(values: Integers, query: Entry) -> Integers:
    """A level with one row per node of the hierarchy and one column for everything else a table is divided by."""
    before, after = around_levels(query)
    table = values.reshape(before, -1, after)
    return np.ascontiguousarray(table.transpose(1, 0, 2)).reshape(table.shape[1], before * after)


def as_cells(nodes: Integers, query: Entry) -> Integers:
    """The way back, in the order of the level's cells."""
    before, after = around_levels(query)
    table = nodes.reshape(len(nodes), before, after)
    return np.ascontiguousarray(table.transpose(1, 0, 2)).reshape(-1)


def around_levels(query: Entry) -> tuple[int, int]:
    """How many cells lie before and after the column of a hierarchy."""
    grid = query.grid()
    assert grid.hierarchy is not None
    at = grid.hierarchy[0]
    sizes = [axis.size for axis in grid.axes]
    return int(np.prod(sizes[:at], dtype=np.int64)), int(np.prod(sizes[at + 1 :], dtype=np.int64))
