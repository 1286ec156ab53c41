"""Noise in every cell of a table: counts and sums, the vectors of means and studies, and each tick of a stream."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from epsilog.core.bounded import Bounded
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError, SensitivityExceeded
from epsilog.mechanisms.series.checkpoint_fields import pack, unpack
from epsilog.mechanisms.tables.gaussian import Gaussian
from epsilog.mechanisms.tables.laplace import Laplace
from epsilog.roles.drawn import Drawn, Integers, Part, cells_of, try_table, with_ranges
from epsilog.roles.entry import Entry
from epsilog.roles.hierarchy import rolled_up
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw, Planned
from epsilog.roles.tick import Cell

PlainNoise = Laplace | Gaussian


class DrawCells(Drawn[Draw, PlainNoise]):
    """Independent noise in every cell."""

    def mechanism(self, planned: Draw) -> PlainNoise:
        """Laplace or Gaussian noise that covers what the plan says one unit may do."""
        covers = planned.contribution.sensitivity
        return (Laplace if planned.law == "laplace" else Gaussian)(planned.parameter, covers, planned.grain)

    def exact(self, planned: Draw, beside: Sequence[Planned], entry: Entry, answers: Sequence[Bounded]) -> Bounded:
        """The cells of its measure; of a level, the sums of the bounded cells below it."""
        if not entry.levels:
            return answers[planned.part]
        cells = answers[0]
        if not planned.part:
            return cells
        if not beside[0].contribution.sensitivity.covers(cells.sensitivity):
            raise SensitivityExceeded("one unit may move the cells further than planned", where="source")
        return rolled_up(cells, entry, planned.part, planned.contribution)

    def live(self, planned: Draw, mechanism: PlainNoise, plan: Plan) -> Part:
        """Every tick by itself."""
        return StepPart(planned, mechanism, plan.spec.publish[planned.query], plan.spec.confidence)

    def trial(self, planned: Draw, mechanism: PlainNoise, rng: RandomWords) -> None:
        """Cells are drawn apart: all corners at once."""
        try_table(mechanism, mechanism.covers, mechanism.grain, rng)


class StepPart(Part):
    """Every tick by itself, with independent noise: nothing to remember but how many there were.

    A tick is one row of the table a batch would draw: the same law in every cell, independent.
    """

    def __init__(self, draw: Draw, mechanism: PlainNoise, query: Entry, confidence: Fraction) -> None:
        self._name, self._keys, self._draw = query.name, cells_of(query), draw
        self._margin = draw.noise.margin(float(confidence))
        self._mechanism = mechanism
        self._ticks = query.grid().size // len(self._keys)
        self._done = 0

    def step(self, row: Integers, rng: RandomWords) -> list[Cell]:
        """The row with fresh noise in every cell."""
        if self._done >= self._ticks:
            raise PrivacyError("all ticks that were paid for are published", where="horizon")
        self._done += 1
        exact = Bounded(tuple(self._keys), row, self._draw.grain, self._draw.contribution.sensitivity)
        values = self._mechanism.grains(exact, rng).astype(np.float64) * float(self._draw.grain)
        return with_ranges(self._name, self._keys, values, self._margin)

    def save(self) -> bytes:
        """How many ticks were drawn."""
        return pack("steps", {"done": self._done})

    def resume(self, raw: bytes) -> None:
        """Go on behind them."""
        done = unpack(raw, "steps").get("done")
        if not isinstance(done, int) or not 0 <= done <= self._ticks:
            raise PrivacyError("the state of the stream cannot be read", where="state")
        self._done = done
