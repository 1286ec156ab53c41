"""What counts, sums and histograms show, with or without levels above their cells.

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
from fractions import Fraction
from typing import Any, Final

import numpy as np

from epsilog.core.grid import Axis, Keys
from epsilog.core.measure import FURTHEST
from epsilog.kinds.cells.words import levels_lines
from epsilog.postprocess.ranges import Integers, around, margin_of
from epsilog.postprocess.tree import Exact, Tree
from epsilog.postprocess.tree_fit import STEPS, consistent, shares_of
from epsilog.postprocess.tree_ranges import margins
from epsilog.postprocess.tree_whole import nearest
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.entry import Entry
from epsilog.roles.hierarchy import around_levels, as_cells, as_nodes, tree_of
from epsilog.roles.noisy_shown import NoisyShown, named_margins
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.roles.shown import Columns, Rows, asked_of
from epsilog.roles.smooth_columns import SMOOTHED
from epsilog.roles.spec import Spec
from epsilog.roles.table import Table, tidied_as
from epsilog.roles.telling import Speaker

EVERY: Final = "*"
COLUMNS: Final = ("level", "fit", "fit_low", "fit_high")


def hierarchy_columns(
    spec: Spec,
    query: Entry,
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
    fit = [_whole_values(level, query) for level in fits]
    reach = [as_cells(np.repeat(level[:, None], fits[0].shape[1], axis=1), query) for level in wide[: len(fits)]]
    raw = [around(vector, margin_of(law, spec.confidence)) for vector, law in zip(vectors, laws, strict=True)]
    shown, step = (
        ([_whole_values(level, query) for level in nearest(tree, levels, variances, query.total)], grain)
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


def _whole_values(level: Exact, query: Entry) -> Integers:
    return as_cells(np.asarray(np.clip(level, -FURTHEST, FURTHEST), dtype=np.int64), query)


def _labels(query: Entry) -> list[Words]:
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


def _plain(query: Entry, place: int, axis: Axis) -> Words:
    grid, codes = query.grid(), []
    for up in range(query.levels + 1):
        shape = [one.size for one in grid.roll_up(up).axes]
        own = np.arange(axis.size).reshape([-1 if one == place else 1 for one in range(len(shape))])
        codes.append(np.broadcast_to(own, shape).reshape(-1).astype(np.int64))
    return Words(axis.column, axis.labels(), np.concatenate(codes))


def _level(query: Entry, keys: Keys, up: int) -> Words:
    """For rows at or below a level the group they lie in."""
    name, labels = (keys.column, keys.keys) if up == 0 else (keys.under[up - 1].name, keys.under[up - 1].keys)
    tree, codes = tree_of(query), []
    before, after = around_levels(query)
    for level, size in enumerate(tree.sizes):
        if level > up:
            own = np.full(size, len(labels), dtype=np.int64)
        else:
            own = np.arange(tree.sizes[up], dtype=np.int64)
            for above in range(up - 1, level - 1, -1):
                own = np.repeat(own, tree.children[above])
        codes.append(as_cells(np.repeat(own[:, None], before * after, axis=1), query))
    return Words(name, (*labels, EVERY), np.concatenate(codes))


def hierarchy_record(query: Entry, *, whole: bool) -> dict[str, Any]:
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


class CellsShown(NoisyShown):
    """Plain noise; a hierarchy has a vector, a margin and a record for each level."""

    @property
    def own(self) -> tuple[str, ...]:
        """Those of a hierarchy and of a smoothed series."""
        return (*COLUMNS, *SMOOTHED)

    def columns(self, plan: Plan, planned: Sequence[Draw], vectors: Sequence[Integers]) -> Columns:
        """Of a hierarchy the cells first, then each level upwards."""
        query = asked_of(plan, planned)
        if not query.levels:
            return super().columns(plan, planned, vectors)
        whole = tidied_as(query, plan.spec.tidy).whole
        return hierarchy_columns(plan.spec, query, planned, vectors, whole=whole)

    def read(self, planned: Sequence[Draw], rows: Rows, table: Table) -> list[Integers]:
        """Of a hierarchy level by level."""
        if "level" not in table.names:
            return super().read(planned, rows, table)
        place, level = table.names.index("raw"), table.column("level")
        assert isinstance(level, Words)
        column = table.figures("raw")
        whole = np.array([column.read(row[place]) for row in rows[1:]], dtype=np.int64)
        return list(np.split(whole, np.cumsum(np.bincount(level.codes))[:-1]))

    def notes(self, told: Speaker, planned: Sequence[Draw]) -> list[str]:
        """Which number of a hierarchy is which."""
        query = asked_of(told.plan, planned)
        if not query.levels:
            return []
        return levels_lines(told, query, planned, whole=tidied_as(query, told.spec.tidy).whole)

    def card(self, plan: Plan, planned: Sequence[Draw]) -> dict[str, Any]:
        """And the levels."""
        query, said = asked_of(plan, planned), super().card(plan, planned)
        if not query.levels:
            return said
        return {**said, "hierarchy": hierarchy_record(query, whole=tidied_as(query, plan.spec.tidy).whole)}

    def margins(self, query: Entry, planned: Sequence[Draw], confidence: Fraction) -> dict[str, str]:
        """One for each level."""
        return named_margins(query.level_names() or ("value",), planned, confidence)

    def drawn(self, query: Entry, draw: Draw) -> dict[str, Any]:
        """And the level it is of."""
        level = {"level": query.level_names()[draw.part]} if query.levels else {}
        return {**level, **super().drawn(query, draw)}
