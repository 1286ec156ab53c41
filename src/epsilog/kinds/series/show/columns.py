"""The columns of a published series: a value and its range at every tick, each with a margin of its own."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.kinds.series.plan.kept import KeptDraw
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Figures

KEPT: Final = "kept"


def series_columns(draw: SeriesDraw, values: Integers) -> list[Figures]:
    """`value`, `low` and `high`, for every cell and tick in the order of the grid; and how many coefficients were
    `kept`, where that was chosen.

    A range speaks of one tick at a time: ticks share their noise, so a value that is off has neighbours that are.
    """
    margins = np.tile(np.array(draw.margins, dtype=np.int64), draw.cells)
    chosen = draw.kept if isinstance(draw, KeptDraw) else None
    more = [] if chosen is None else [Figures(KEPT, np.full(len(values), chosen, dtype=np.int64), Fraction(1))]
    return [
        Figures("value", values, draw.step),
        Figures("low", values - margins, draw.step),
        Figures("high", values + margins, draw.step),
        *more,
    ]
