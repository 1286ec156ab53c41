"""A live entry told in spells: the mechanism of the plan, one tick at a time, and the mean it told last."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError
from epsilog.kinds.repeat.draw.spells import pacer_of, spells_of
from epsilog.kinds.repeat.plan.spells import SpellDraw
from epsilog.kinds.repeat.show.spells import FINER, means, within
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.checkpoint import resumed_spells, saved
from epsilog.mechanisms.series.checkpoint_fields import pack, unpack
from epsilog.mechanisms.series.spells import SpellsProgress, Told
from epsilog.roles.range_rules import FIRST
from epsilog.roles.tick import Cell, Freshness

Row = NDArray[np.int64]


class SpellPart:
    """`spells`: rest, then a tick or the mean of a few, and that again until the next spell ends. Private.

    What is put away is where the open spell stands, its sum among it, and every noisy sum that was told with the
    tick it was told in. A pacer that takes these in again has learned what the one before had; the spell that is
    open was decided before and goes on as it was meant to.
    """

    def __init__(
        self, name: str, keys: Sequence[tuple[str, ...]], draw: SpellDraw, confidence: Fraction, version: int
    ) -> None:
        self._name, self._keys, self._draw, self._confidence = name, keys, draw, confidence
        self._version = version
        self._spells = spells_of(draw)
        self._pacer = pacer_of(draw, self._spells)
        self._state: SpellsProgress = self._spells.start(len(keys), self._pacer.first, self._pacer)
        self._told: list[tuple[int, Told]] = []

    def start(self, rng: RandomWords) -> None:
        """Nothing is drawn before the first tick."""

    def step(self, row: Row, rng: RandomWords) -> list[Cell]:
        """The next tick: the mean of a spell that ends in it, or the last one again."""
        if self._state.done >= self._draw.ticks:
            raise PrivacyError("all ticks that were paid for are published", where="horizon")
        exact = BoundedSeries(row[None, :], self._draw.grain, self._draw.participation)
        released, self._state = self._spells.step(exact, self._state, rng)
        last = self._state.last
        if last is None:
            return [Cell(self._name, key, None, fresh="none yet") for key in self._keys]
        if released is not None:
            self._told.append((self._state.done, last))
        said: Freshness = "no" if released is None else "yes"
        margin = self._draw.margin(self._draw.taken(last.amount), self._confidence)
        grain = self._draw.grain / FINER
        middle, low, high = means(last.grains, margin, last.added)
        if self._version != FIRST:
            # The pacer has heard all that was told, in the data's units: its value is the level of the table.
            middle = within(self._pacer.value / float(self._draw.grain), low, high)
        values, lows, highs = ([float(one * grain) for one in steps.tolist()] for steps in (middle, low, high))
        return [
            Cell(self._name, key, value, one, two, fresh=said, told_ticks=last.added)
            for key, value, one, two in zip(self._keys, values, lows, highs, strict=True)
        ]

    def saved(self) -> bytes:
        """The open spell with its sum, and all sums that were told."""
        rows = [told.grains for _, told in self._told] or [np.zeros(0, dtype=np.int64)]
        columns = [(end, told.added, told.amount) for end, told in self._told]
        return pack(
            "spell part",
            {
                "position": saved(self._state),
                "ends": np.array(columns, dtype=np.int64).reshape(len(columns), 3),
                "sums": np.concatenate(rows).reshape(len(columns), len(self._keys)),
            },
        )

    def resume(self, raw: bytes) -> None:
        """Go on exactly: the pacer hears again what it was told, and decides nothing on the way."""
        fields = unpack(raw, "spell part")
        position, ends, sums = (fields.get(name) for name in ("position", "ends", "sums"))
        if not (isinstance(position, bytes) and isinstance(ends, np.ndarray) and isinstance(sums, np.ndarray)):
            raise _unread()
        if ends.shape != (len(sums), 3) or sums.shape != (len(sums), len(self._keys)):
            raise _unread()
        pacer, before, told = pacer_of(self._draw, self._spells), 0, []
        for (end, added, amount), row in zip(ends.tolist(), sums, strict=True):
            one = Told(row, added, amount)
            pacer.told(*self._spells.handed(one), end - before, added)
            told.append((end, one))
            before = end
        state = resumed_spells(self._spells, position, pacer)
        if state.cells != len(self._keys) or not before <= state.done <= self._draw.ticks:
            raise _unread()
        self._state, self._told, self._pacer = state, told, pacer


def _unread() -> PrivacyError:
    return PrivacyError("the state of the stream has another number of cells or ticks", where="state")
