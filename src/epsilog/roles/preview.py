"""How a report shows the first rows of a table."""

from __future__ import annotations

from typing import Final

import numpy as np

from epsilog.roles.column import Figures
from epsilog.roles.table import Table

PREVIEW: Final = 10
WHOLE: Final = 40  # rows of a table that is shown as it is: an hour of the day, a region of the country
NOTHING: Final = "–"


def rows_shown(table: Table) -> int:
    """How many of its rows a report shows: all of a short table, the beginning of a long one."""
    return table.cells if table.cells <= WHOLE else PREVIEW


def number_shown(column: Figures, place: int, coarse: int = 1, way: int = 0) -> str:
    """A number as the CSV has it, or in coarser steps with ends rounded outwards; thousands marked.

    A blank row is a dash.
    """
    if column.blank is not None and column.blank[place]:
        return NOTHING
    steps = int(column.steps[place])
    half = coarse // 2 if way == 0 else (coarse - 1 if way > 0 else 0)
    rounded = (steps + half) // coarse
    (text,) = Figures(column.name, np.array([rounded], dtype=np.int64), column.step * coarse).cells()
    whole, dot, rest = text.partition(".")
    return f"{int(whole):,}{dot}{rest}" if "e" not in text and whole != "-0" else text
