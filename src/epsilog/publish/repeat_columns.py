"""The columns of a series that repeats its values: which ticks are fresh, and the range of the last fresh one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import numpy as np

from epsilog.errors import LedgerError
from epsilog.postprocess.ranges import Integers
from epsilog.publish.column import Column, Figures, Words
from epsilog.publish.repeat_draw import RepeatDraw

if TYPE_CHECKING:
    from epsilog.publish.table import Table

ANSWERS: Final = ("no", "yes", "none yet")


def repeat_columns(draw: RepeatDraw, values: Integers, confidence: Fraction) -> list[Column]:
    """`value`: the last fresh one; `low`, `high`: its range, about the tick it is of; `fresh`: if that is this.

    How far the series moved since the last fresh tick is unknown, and no range shows it. Before there was a fresh
    value all three are 0, and `fresh` says "none yet".
    """
    grains, fresh, paid = draw.told(values)
    known = {amount: draw.margin(amount, confidence) for amount in set(paid) if amount}
    wide = np.tile(np.array([known.get(amount, 0) for amount in paid], dtype=np.int64), draw.cells)
    codes = np.where([amount == 0 for amount in paid], 2, fresh.astype(np.int64))
    return [
        Figures("value", grains, draw.grain),
        Figures("low", grains - wide, draw.grain),
        Figures("high", grains + wide, draw.grain),
        Words("fresh", ANSWERS, np.tile(codes, draw.cells)),
    ]


def repeats_read(draw: RepeatDraw, rows: Sequence[Sequence[str]], table: Table) -> Integers:
    """What was drawn, from the cells of a CSV as its reader gives them, the header first."""
    said, number = table.names.index("fresh"), table.names.index("value")
    column = Figures("value", np.zeros(1, dtype=np.int64), draw.grain)
    if any(row[said] not in ANSWERS for row in rows[1:]):
        raise ValueError
    values = np.array([2 * column.read(row[number]) + (row[said] == "yes") for row in rows[1:]], dtype=np.int64)
    try:
        draw.checked(values)
    except LedgerError:
        raise ValueError from None
    return values
