"""The columns of a published choice: what was chosen, and how far off it is at most."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import numpy as np

from epsilog.core.grid import Keys
from epsilog.kinds.choice.plan.pick import Pick
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.query import Query

OFF = {"quantiles": "rows_off", "top": "behind"}


def pick_columns(pick: Pick, values: Integers, confidence: Fraction) -> list[Column]:
    """`value`, and `rows_off` (of rank, for a quantile) or `behind` (the best that was left, for a key).

    Several quantiles of one group are drawn one by one and may cross. Their `value` is put in growing order, what
    was drawn stays in `raw`, and `rows_off` belongs to it.

    There is no noise law for a choice and so no range around its value: the stated distance is what holds, as often
    as the confidence says, for the bounded data of each group.
    """
    entry, off = pick.entry, OFF[pick.entry.kind]
    if entry.at is not None:
        first, step, _ = entry.values()
        each = [ceil(pick.off(confidence, place)) for place in range(pick.rounds)]
        rows = np.tile(np.array(each, dtype=np.int64), pick.groups)
        distance = Figures(off, rows, Fraction(1))
        if not is_ordered(entry):
            return [Figures("value", values + first, step), distance]
        grown = np.sort(values.reshape(pick.groups, pick.rounds), axis=1).reshape(-1)
        return [Figures("value", grown + first, step), Figures("raw", values + first, step), distance]
    labels = entry.candidates()
    assert isinstance(labels, Keys)
    behind = np.full(pick.size, int(pick.off(confidence) / pick.grain), dtype=np.int64)
    return [Words("value", labels.keys, values), Figures(off, behind, pick.grain)]


def is_ordered(entry: Query) -> bool:
    """Whether values of one group are put in order: where there are several quantiles."""
    return entry.at is not None and len(entry.at) > 1


def picked(pick: Pick, texts: list[str]) -> Integers:
    """The numbers that were chosen, from the cells of the column `value` (or `raw`) as a CSV holds them."""
    if pick.entry.at is not None:
        first, step, _ = pick.entry.values()
        column = Figures("value", np.zeros(1, dtype=np.int64), step)
        return np.array([column.read(text) - first for text in texts], dtype=np.int64)
    keys = pick.entry.candidates().labels()
    written = Words("value", keys, np.arange(len(keys))).cells()
    # The reader of a CSV has taken the quotes away.
    known = {text[1:-1].replace('""', '"'): at for at, text in enumerate(written)}
    return np.array([known[text] for text in texts], dtype=np.int64)
