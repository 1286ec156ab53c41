"""The columns of a published series: a value and its range at every tick, each with a margin of its own."""

from __future__ import annotations

import numpy as np

from epsilog.postprocess.ranges import Integers
from epsilog.publish.column import Figures
from epsilog.publish.series_draw import SeriesDraw


def series_columns(draw: SeriesDraw, values: Integers) -> list[Figures]:
    """`value`, `low` and `high`, for every cell and tick in the order of the grid.

    A range speaks of one tick at a time: ticks share their noise, so a value that is off has neighbours that are.
    """
    margins = np.tile(np.array(draw.margins, dtype=np.int64), draw.cells)
    return [
        Figures("value", values, draw.step),
        Figures("low", values - margins, draw.step),
        Figures("high", values + margins, draw.step),
    ]
