"""From the description of repeated values in a plan to the mechanism that releases them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.charge import Charge
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError, SensitivityExceeded
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.events import Events, EventsProgress


def events_of(draw: RepeatDraw) -> Events:
    """The mechanism a plan stands for; its charge is worked out afresh and must be the plan's."""
    mechanism = Events(draw.rule, draw.width, draw.participation, draw.grain, draw.epsilon)
    if mechanism.charge != draw.charge or mechanism.reach != draw.reach:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


@dataclass(frozen=True)
class RepeatTable:
    """Repeated values as a table: every cell and tick in the order of the grid, as `RepeatDraw` stores them."""

    draw: RepeatDraw
    events: Events

    @classmethod
    def of(cls, draw: RepeatDraw) -> RepeatTable:
        """From the plan alone."""
        return cls(draw, events_of(draw))

    @property
    def charge(self) -> Charge:
        """What it costs."""
        return self.events.charge

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Step through all ticks in the order of time."""
        draw, rows = self.draw, rows_of(self.draw, table)
        state, found = self.events.start(draw.cells), np.zeros((draw.ticks, draw.cells), dtype=np.int64)
        for tick in range(draw.ticks):
            state, fresh = stepped(self.events, rows[tick], state, rng)
            found[tick] = 2 * state.last + fresh
        return np.asarray(found.T.reshape(-1))


def rows_of(draw: RepeatDraw, table: Bounded) -> NDArray[np.int64]:
    """One row of cells for every tick, of a source's answer that is what was planned for."""
    if table.values.size != draw.ticks * draw.cells:
        raise SensitivityExceeded("the source answered with another number of cells", where="source")
    if not draw.contribution.sensitivity.covers(table.sensitivity) or Fraction(table.grain) != draw.grain:
        raise SensitivityExceeded("one unit may move the cells further than planned", where="source")
    return np.ascontiguousarray(table.values.reshape(draw.cells, draw.ticks).T)


def stepped(
    events: Events, row: NDArray[np.int64], state: EventsProgress, rng: RandomWords
) -> tuple[EventsProgress, bool]:
    """One step, and whether its value is fresh."""
    exact = BoundedSeries(row[None, :], events.grain, events.covers)
    _, state = events.step(exact, state, rng)
    return state, bool(state.spent) and state.since == 1
