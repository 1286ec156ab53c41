"""A live entry that repeats its last value: the mechanism of the plan, one tick at a time, and what is fresh."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError
from epsilog.kinds.repeat.draw.mechanism import events_of, stepped
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.mechanisms.series.checkpoint import resumed, saved
from epsilog.mechanisms.series.events import EventsProgress
from epsilog.roles.tick import Cell, Freshness

Row = NDArray[np.int64]


class RepeatPart:
    """`sample`, `distribution`, `absorption`: the last noisy row again, or a fresh one where a window can pay.

    What is put away is the last row that was released and what the ticks of the open window spent. Both follow
    from what was published, so nothing but the next tick's row is new to a process that takes it up.
    """

    def __init__(self, name: str, keys: Sequence[tuple[str, ...]], draw: RepeatDraw, confidence: Fraction) -> None:
        self._name, self._keys, self._draw, self._confidence = name, keys, draw, confidence
        self._events = events_of(draw)
        self._state: EventsProgress = self._events.start(len(keys))

    def start(self, rng: RandomWords) -> None:
        """Nothing is drawn before the first tick."""

    def step(self, row: Row, rng: RandomWords) -> list[Cell]:
        """The next tick: every cell fresh, or every cell as it was; nothing at all before the first fresh one."""
        if self._state.done >= self._draw.ticks:
            raise PrivacyError("all ticks that were paid for are published", where="horizon")
        self._state, fresh = stepped(self._events, row, self._state, rng)
        if not self._state.spent:
            return [Cell(self._name, key, None, fresh="none yet") for key in self._keys]
        said: Freshness = "yes" if fresh else "no"
        wide = self._draw.margin(self._state.spent, self._confidence)
        return [
            Cell(
                self._name,
                key,
                self._number(last),
                self._number(last - wide),
                self._number(last + wide),
                fresh=said,
            )
            for key, last in zip(self._keys, self._state.last.tolist(), strict=True)
        ]

    def _number(self, grains: int) -> float:
        return float(grains * self._draw.grain)

    def saved(self) -> bytes:
        """The last row released, and what the open window spent."""
        return saved(self._state)

    def resume(self, raw: bytes) -> None:
        """Go on exactly."""
        state = resumed(self._events, raw)
        if state.cells != len(self._keys) or state.done > self._draw.ticks:
            raise PrivacyError("the state of the stream has another number of cells or ticks", where="state")
        self._state = state
