"""The columns of a series that repeats its values: which ticks are fresh, and the range of the last fresh one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from epsilog.errors import LedgerError
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Column, Figures, Words

if TYPE_CHECKING:
    from epsilog.roles.table import Table

ANSWERS: Final = ("no", "yes", "none yet")


def repeat_columns(draw: RepeatDraw, values: Integers, confidence: Fraction) -> list[Column]:
    """`value`: the last fresh one; `low`, `high`: its range, about the tick it is of; `fresh`: if that is this.

    How far the series moved since the last fresh tick is unknown, and no range shows it. Before there was a fresh
    value all three are blank, and `fresh` says "none yet".
    """
    grains, fresh, paid = draw.told(values)
    known = {amount: draw.margin(amount, confidence) for amount in set(paid) if amount}
    wide = np.tile(np.array([known.get(amount, 0) for amount in paid], dtype=np.int64), draw.cells)
    none = np.array([amount == 0 for amount in paid], dtype=np.bool_)
    codes, blank = np.where(none, 2, fresh.astype(np.int64)), np.tile(none, draw.cells)
    return [
        Figures("value", grains, draw.grain, blank),
        Figures("low", grains - wide, draw.grain, blank),
        Figures("high", grains + wide, draw.grain, blank),
        Words("fresh", ANSWERS, np.tile(codes, draw.cells)),
    ]


def repeats_read(draw: RepeatDraw, rows: Sequence[Sequence[str]], table: Table) -> Integers:
    """What was drawn, from the cells of a CSV as its reader gives them, the header first."""
    said, number = table.names.index("fresh"), table.names.index("value")
    column = Figures("value", np.zeros(1, dtype=np.int64), draw.grain)
    if any(row[said] not in ANSWERS for row in rows[1:]):
        raise ValueError
    found = [0 if row[said] == ANSWERS[2] else 2 * column.read(row[number]) for row in rows[1:]]
    values = np.array(
        [one + (row[said] == "yes") for one, row in zip(found, rows[1:], strict=True)], dtype=np.int64
    )
    try:
        draw.checked(values)
    except LedgerError:
        raise ValueError from None
    return values
