"""A bounded table of cells and ticks as a series: what series, alerts and repeated values are drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.charge import Charge
from epsilog.errors import SensitivityExceeded
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.roles.drawn import Priced
from epsilog.roles.planned import Timed

D = TypeVar("D", bound=Timed)
M = TypeVar("M", bound=Priced)


@dataclass(frozen=True)
class TimedTable(Generic[D, M]):
    """What is planned for a table with ticks, and the mechanism that the plan stands for."""

    draw: D
    mechanism: M

    @property
    def charge(self) -> Charge:
        """What it costs."""
        return self.mechanism.charge


def rows_of(draw: Timed, table: Bounded) -> NDArray[np.int64]:
    """One row of cells for every tick, of a source's answer that is what was planned for."""
    cells = draw.entry.grid().size // draw.ticks
    if table.values.size != draw.ticks * cells:
        raise SensitivityExceeded("the source answered with another number of cells", where="source")
    if not draw.contribution.sensitivity.covers(table.sensitivity) or Fraction(table.grain) != draw.grain:
        raise SensitivityExceeded("one unit may move the cells further than planned", where="source")
    return np.ascontiguousarray(table.values.reshape(cells, draw.ticks).T)


def as_series(draw: Timed, table: Bounded) -> BoundedSeries:
    """The bounded table of cells and ticks, one row per tick, if one unit may do no more than planned."""
    return BoundedSeries(rows_of(draw, table), draw.grain, draw.participation)
