"""From the description of a series told in spells to the mechanism that tells it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.charge import Charge
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError
from epsilog.kinds.repeat.draw.mechanism import rows_of
from epsilog.kinds.repeat.plan.spells import SpellDraw
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.spells import Spells
from epsilog.postprocess.timely import TimelyPacer


def spells_of(draw: SpellDraw) -> Spells:
    """The mechanism a plan stands for; its charge is worked out afresh and must be the plan's."""
    mechanism = Spells(draw.width, draw.participation, draw.grain, draw.epsilon)
    if mechanism.charge != draw.charge or mechanism.reach != draw.reach:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def pacer_of(draw: SpellDraw, spells: Spells, cells: int | None = None) -> TimelyPacer:
    """Who says what the next spell is to be: from noisy sums alone, of all cells or (in a trial) of so many."""
    moves = None if draw.moves is None else float(draw.moves)
    return TimelyPacer(draw.cells if cells is None else cells, spells.variance, draw.width, moves=moves)


@dataclass(frozen=True)
class SpellTable:
    """Spells as a table, as `SpellDraw` stores them."""

    draw: SpellDraw
    spells: Spells

    @classmethod
    def of(cls, draw: SpellDraw) -> SpellTable:
        """From the plan alone."""
        return cls(draw, spells_of(draw))

    @property
    def charge(self) -> Charge:
        """What it costs."""
        return self.spells.charge

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Step through all ticks in the order of time. A spell still open at the end is never told."""
        draw, rows = self.draw, rows_of(self.draw, table)
        pacer = pacer_of(draw, self.spells)
        state = self.spells.start(draw.cells, pacer.first, pacer)
        found = np.zeros((draw.cells + 2, draw.ticks), dtype=np.int64)
        for tick in range(draw.ticks):
            exact = BoundedSeries(rows[tick][None, :], draw.grain, draw.participation)
            released, state = self.spells.step(exact, state, rng)
            if released is not None and state.last is not None:
                found[0, tick], found[1, tick] = state.last.added, state.last.amount
                found[2:, tick] = state.last.grains
        return found.reshape(-1)
