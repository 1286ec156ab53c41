"""The columns of published alerts: whether, how far above the noisy line, and how far off a look may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from epsilog.kinds.alert.plan.planned import ENDED, SILENT, AlertDraw
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Column, Figures, Words

if TYPE_CHECKING:
    from epsilog.roles.table import Table

WATCHED: Final = ("alert", "over", "unsure")
ANSWERS: Final = ("no", "yes", "ended")


def alert_columns(draw: AlertDraw, values: Integers) -> list[Column]:
    """`alert`: yes, no, or ended once all alerts were given; `over`: by how much, 0 where there was none; `unsure`.

    As often as the confidence says, a tick with an alert was truly above the line less `unsure`, and a tick without
    one below the line plus `unsure`. `over` is noisy, and told only where it is large: too large on average.
    """
    codes = np.where(values == ENDED, 2, np.where(values == SILENT, 0, 1)).astype(np.int64)
    return [
        Words("alert", ANSWERS, codes),
        Figures("over", np.maximum(values, 0), draw.grain),
        Figures("unsure", np.full(len(values), draw.unsure, dtype=np.int64), draw.grain),
    ]


def watched(draw: AlertDraw, rows: Sequence[Sequence[str]], table: Table) -> Integers:
    """What was drawn, from the cells of a CSV as its reader gives them, the header first."""
    said, over = table.names.index("alert"), table.names.index("over")
    column = Figures("over", np.zeros(1, dtype=np.int64), draw.grain)
    meant = {"no": SILENT, "ended": ENDED}
    found = [meant[row[said]] if row[said] in meant else column.read(row[over]) for row in rows[1:]]
    if any(row[said] not in ANSWERS for row in rows[1:]):
        raise ValueError
    return np.array(found, dtype=np.int64)
