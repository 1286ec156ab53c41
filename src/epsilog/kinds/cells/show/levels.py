"""Tables with levels above their cells: added up before the noise, made consistent after it.

The source bounds and counts the cells. A level is the sum of bounded cells, so all levels speak of the same rows
and the truth behind them adds up. Each level is drawn with noise of its own; what was drawn stays in `raw`. From it
follow, without another look at any data,

``fit``     the least-squares table, which adds up exactly (`postprocess.tree_fit`), with ranges of its own,
            `fit_low` and `fit_high` (`postprocess.tree_ranges`)
``value``   where whole numbers are asked for: the nearest table of whole numbers from 0 that adds up
            (`postprocess.tree_whole`), whose range is that of the raw number; otherwise the fit

As long as sums stay below 2^61 grains, beyond which every table stops counting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from epsilog.core.bounded import Bounded
from epsilog.core.grid import Axis, Keys
from epsilog.core.measure import FURTHEST, Contribution
from epsilog.postprocess.ranges import Integers, around, margin_of
from epsilog.postprocess.tree import Exact, Tree
from epsilog.postprocess.tree_fit import STEPS, consistent, shares_of
from epsilog.postprocess.tree_ranges import margins
from epsilog.postprocess.tree_whole import nearest
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.planned import Draw
from epsilog.roles.query import Query
from epsilog.roles.shown import Columns
from epsilog.roles.spec import Spec

EVERY: Final = "*"
COLUMNS: Final = ("level", "fit", "fit_low", "fit_high")


def tree_of(query: Query) -> Tree:
    """The shape of an entry's hierarchy."""
    found = query.grid().hierarchy
    assert found is not None, "an entry with a hierarchy"
    return Tree(tuple(tuple(len(members) for _, members in level.groups) for level in found[1].under))


def rolled_up(cells: Bounded, query: Query, up: int, moved: Contribution) -> Bounded:
    """The sums of bounded cells in the groups of a level. `moved` is what one unit may do to them.

    Sums stop at ±2^61 like those of the source; stopping moves two neighbours no further apart.
    """
    grid = query.grid()
    wide = as_nodes(cells.values, query).astype(object)
    sums = np.clip(tree_of(query).summed(wide, up), -FURTHEST, FURTHEST)
    values = as_cells(np.asarray(sums, dtype=np.int64), query)
    return Bounded(tuple(grid.rolled(up).keys()), values, cells.grain, moved.sensitivity)


def as_nodes(values: Integers, query: Query) -> Integers:
    """A level with one row per node of the hierarchy and one column for everything else a table is divided by."""
    before, after = _around(query)
    table = values.reshape(before, -1, after)
    return np.ascontiguousarray(table.transpose(1, 0, 2)).reshape(table.shape[1], before * after)


def as_cells(nodes: Integers, query: Query) -> Integers:
    """The way back, in the order of the level's cells."""
    before, after = _around(query)
    table = nodes.reshape(len(nodes), before, after)
    return np.ascontiguousarray(table.transpose(1, 0, 2)).reshape(-1)


def _around(query: Query) -> tuple[int, int]:
    grid = query.grid()
    assert grid.hierarchy is not None
    at = grid.hierarchy[0]
    sizes = [axis.size for axis in grid.axes]
    return int(np.prod(sizes[:at], dtype=np.int64)), int(np.prod(sizes[at + 1 :], dtype=np.int64))


def hierarchy_columns(
    spec: Spec,
    query: Query,
    draws: Sequence[Draw],
    vectors: Sequence[Integers],
    *,
    whole: bool,
) -> Columns:
    """The columns of the table: the cells first, then each level upwards."""
    tree, grain = tree_of(query), draws[0].grain
    laws = [draw.noise.law for draw in draws]
    variances = [law.variance for law in laws]
    levels = [as_nodes(vector, query) for vector in vectors]
    fits = consistent(tree, levels, variances, query.total)
    shape = tree if query.total is None else Tree((*tree.children, (tree.sizes[-1],)))
    known = [] if query.total is None else [0.0]
    shares = shares_of(shape, [*variances, *known], bool(known))
    wide = margins(shape, shares, [*laws, *([None] if known else [])], spec.confidence)
    fit = [_told(level, query) for level in fits]
    reach = [as_cells(np.repeat(level[:, None], fits[0].shape[1], axis=1), query) for level in wide[: len(fits)]]
    raw = [around(vector, margin_of(law, spec.confidence)) for vector, law in zip(vectors, laws, strict=True)]
    shown, step = (
        ([_told(level, query) for level in nearest(tree, levels, variances, query.total)], grain)
        if whole
        else (fit, grain / STEPS)
    )
    sizes = [len(vector) for vector in vectors]
    codes = np.repeat(np.arange(len(sizes)), sizes).astype(np.int64)
    middle = np.concatenate(fit)
    own: list[Column] = [
        Words("level", query.level_names(), codes),
        Figures("value", np.concatenate(shown), step),
        Figures("raw", np.concatenate(list(vectors)), grain),
        Figures("low", np.concatenate([one.low for one in raw]), grain),
        Figures("high", np.concatenate([one.high for one in raw]), grain),
        Figures("fit", middle, grain / STEPS),
        Figures("fit_low", middle - np.concatenate(reach), grain / STEPS),
        Figures("fit_high", middle + np.concatenate(reach), grain / STEPS),
    ]
    return Columns(_labels(query), own)


def _told(level: Exact, query: Query) -> Integers:
    return as_cells(np.asarray(np.clip(level, -FURTHEST, FURTHEST), dtype=np.int64), query)


def _labels(query: Query) -> list[Words]:
    """A column for every level, the top first, in the place of the keys; `*` where a level does not say."""
    grid = query.grid()
    assert grid.hierarchy is not None
    at, keys = grid.hierarchy
    columns: list[Words] = []
    for place, axis in enumerate(grid.axes):
        if place != at:
            columns.append(_plain(query, place, axis))
            continue
        for up in range(len(keys.under), -1, -1):
            columns.append(_level(query, keys, up))
    return columns


def _plain(query: Query, place: int, axis: Axis) -> Words:
    grid, codes = query.grid(), []
    for up in range(query.levels + 1):
        shape = [one.size for one in grid.rolled(up).axes]
        own = np.arange(axis.size).reshape([-1 if one == place else 1 for one in range(len(shape))])
        codes.append(np.broadcast_to(own, shape).reshape(-1).astype(np.int64))
    return Words(axis.column, axis.labels(), np.concatenate(codes))


def _level(query: Query, keys: Keys, up: int) -> Words:
    """For rows at or below a level the group they lie in."""
    name, labels = (keys.column, keys.keys) if up == 0 else (keys.under[up - 1].name, keys.under[up - 1].keys)
    tree, codes = tree_of(query), []
    before, after = _around(query)
    for level, size in enumerate(tree.sizes):
        if level > up:
            own = np.full(size, len(labels), dtype=np.int64)
        else:
            own = np.arange(tree.sizes[up], dtype=np.int64)
            for above in range(up - 1, level - 1, -1):
                own = np.repeat(own, tree.children[above])
        codes.append(as_cells(np.repeat(own[:, None], before * after, axis=1), query))
    return Words(name, (*labels, EVERY), np.concatenate(codes))


def hierarchy_record(query: Query, *, whole: bool) -> dict[str, Any]:
    """What the card says about the levels, and which column is which."""
    tree, weights = tree_of(query), query.level_weights()
    named = zip(query.level_names(), tree.sizes, weights, strict=True)
    return {
        "levels": [{"name": name, "nodes": nodes, "weight": str(weight)} for name, nodes, weight in named],
        "total": query.total,
        "columns": {
            "raw": "as drawn, each level by itself",
            "low, high": "range of raw",
            "fit": "least squares over all levels, adds up",
            "fit_low, fit_high": "range of fit",
            "value": "nearest whole table from 0 that adds up; the range of raw applies" if whole else "fit",
        },
    }


def split_by_level(column: Integers, query_sizes: Sequence[int]) -> list[Integers]:
    """A column of such a table, level by level."""
    return list(np.split(column, np.cumsum(query_sizes)[:-1]))
