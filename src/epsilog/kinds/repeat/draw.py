"""A series that says a new value now and then, or the mean of a spell: its mechanism, at once and live."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError
from epsilog.kinds.repeat.plan import RepeatDraw, SpellDraw
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.checkpoint import resume_position, resumed_spells, save_position
from epsilog.mechanisms.series.checkpoint_fields import pack, unpack
from epsilog.mechanisms.series.events import Events, EventsProgress
from epsilog.mechanisms.series.spells import Spells, SpellsProgress, SpellValue
from epsilog.postprocess.spell_level import FINER, means, within
from epsilog.postprocess.timely import TimelyPacer
from epsilog.roles.drawn import COLUMNS, STEPS, Drawn, Integers, Part, cells_of, corners, unread_state
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.range_rules import FIRST
from epsilog.roles.tick import Cell, Freshness
from epsilog.roles.timed import TimedTable, rows_of


def events_of(draw: RepeatDraw) -> Events:
    """The mechanism a plan stands for; its reach is worked out afresh and must be the plan's."""
    mechanism = Events(draw.rule, draw.width, draw.participation, draw.grain, draw.epsilon)
    if mechanism.reach != draw.reach:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


class RepeatTable(TimedTable[RepeatDraw, Events]):
    """Repeated values as a table: every cell and tick in the order of the grid, as `RepeatDraw` stores them."""

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Step through all ticks in the order of time."""
        draw, rows = self.draw, rows_of(self.draw, table)
        state, found = self.mechanism.start(draw.cells), np.zeros((draw.ticks, draw.cells), dtype=np.int64)
        for tick in range(draw.ticks):
            state, fresh = step_events(self.mechanism, rows[tick], state, rng)
            found[tick] = 2 * state.last + fresh
        return np.asarray(found.T.reshape(-1))


def step_events(
    events: Events, row: NDArray[np.int64], state: EventsProgress, rng: RandomWords
) -> tuple[EventsProgress, bool]:
    """One step, and whether its value is fresh."""
    exact = BoundedSeries(row[None, :], events.grain, events.covers)
    _, state = events.step(exact, state, rng)
    return state, bool(state.spent) and state.since == 1


def spells_of(draw: SpellDraw) -> Spells:
    """The mechanism a plan stands for; its reach is worked out afresh and must be the plan's."""
    mechanism = Spells(draw.width, draw.participation, draw.grain, draw.epsilon)
    if mechanism.reach != draw.reach:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def pacer_of(draw: SpellDraw, spells: Spells, cells: int | None = None) -> TimelyPacer:
    """Who says what the next spell is to be: from noisy sums alone, of all cells or (in a trial) of so many."""
    moves = None if draw.moves is None else float(draw.moves)
    return TimelyPacer(draw.cells if cells is None else cells, spells.variance, draw.width, moves=moves)


class SpellTable(TimedTable[SpellDraw, Spells]):
    """Spells as a table, as `SpellDraw` stores them."""

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Step through all ticks in the order of time. A spell still open at the end is never told."""
        draw, rows = self.draw, rows_of(self.draw, table)
        pacer = pacer_of(draw, self.mechanism)
        state = self.mechanism.start(draw.cells, pacer.first, pacer)
        found = np.zeros((draw.cells + 2, draw.ticks), dtype=np.int64)
        for tick in range(draw.ticks):
            exact = BoundedSeries(rows[tick][None, :], draw.grain, draw.participation)
            released, state = self.mechanism.step(exact, state, rng)
            if released is not None and state.last is not None:
                found[0, tick], found[1, tick] = state.last.added, state.last.amount
                found[2:, tick] = state.last.grains
        return found.reshape(-1)


class RepeatPart(Part):
    """`sample`, `distribution`, `absorption`: the last noisy row again, or a fresh one where a window can pay.

    What is put away is the last row that was released and what the ticks of the open window spent. Both follow
    from what was published, so nothing but the next tick's row is new to a process that takes it up.
    """

    def __init__(self, table: RepeatTable, query: Entry, confidence: Fraction) -> None:
        self._name, self._keys, self._draw = query.name, cells_of(query), table.draw
        self._confidence, self._events = confidence, table.mechanism
        self._state: EventsProgress = self._events.start(len(self._keys))

    def step(self, row: Integers, rng: RandomWords) -> list[Cell]:
        """The next tick: every cell fresh, or every cell as it was; nothing at all before the first fresh one."""
        if self._state.done >= self._draw.ticks:
            raise PrivacyError("all ticks that were paid for are published", where="horizon")
        self._state, fresh = step_events(self._events, row, self._state, rng)
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

    def save(self) -> bytes:
        """The last row released, and what the open window spent."""
        return save_position(self._state)

    def resume(self, raw: bytes) -> None:
        """Go on exactly."""
        state = resume_position(self._events, raw)
        if state.cells != len(self._keys) or state.done > self._draw.ticks:
            raise unread_state()
        self._state = state


class SpellPart(Part):
    """`spells`: rest, then a tick or the mean of a few, and that again until the next spell ends. Private.

    What is put away is where the open spell stands, its sum among it, and every noisy sum that was told with the
    tick it was told in. A pacer that takes these in again has learned what the one before had; the spell that is
    open was decided before and goes on as it was meant to.
    """

    def __init__(self, table: SpellTable, query: Entry, confidence: Fraction, version: int) -> None:
        self._name, self._keys, self._draw, self._confidence = query.name, cells_of(query), table.draw, confidence
        self._version = version
        self._spells = table.mechanism
        self._pacer = pacer_of(self._draw, self._spells)
        self._state: SpellsProgress = self._spells.start(len(self._keys), self._pacer.first, self._pacer)
        self._told: list[tuple[int, SpellValue]] = []

    def step(self, row: Integers, rng: RandomWords) -> list[Cell]:
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

    def save(self) -> bytes:
        """The open spell with its sum, and all sums that were told."""
        rows = [told.grains for _, told in self._told] or [np.zeros(0, dtype=np.int64)]
        columns = [(end, told.added, told.amount) for end, told in self._told]
        return pack(
            "spell part",
            {
                "position": save_position(self._state),
                "ends": np.array(columns, dtype=np.int64).reshape(len(columns), 3),
                "sums": np.concatenate(rows).reshape(len(columns), len(self._keys)),
            },
        )

    def resume(self, raw: bytes) -> None:
        """Go on exactly: the pacer hears again what it was told, and decides nothing on the way."""
        fields = unpack(raw, "spell part")
        position, ends, sums = (fields.get(name) for name in ("position", "ends", "sums"))
        if not (isinstance(position, bytes) and isinstance(ends, np.ndarray) and isinstance(sums, np.ndarray)):
            raise unread_state()
        if ends.shape != (len(sums), 3) or sums.shape != (len(sums), len(self._keys)):
            raise unread_state()
        pacer, before, told = pacer_of(self._draw, self._spells), 0, []
        for (end, added, amount), row in zip(ends.tolist(), sums, strict=True):
            one = SpellValue(row, added, amount)
            pacer.told(*self._spells.hand_over(one), end - before, added)
            told.append((end, one))
            before = end
        state = resumed_spells(self._spells, position, pacer)
        if state.cells != len(self._keys) or not before <= state.done <= self._draw.ticks:
            raise unread_state()
        self._state, self._told, self._pacer = state, told, pacer


class DrawRepeat(Drawn[RepeatDraw, RepeatTable | SpellTable]):
    """Repeated values and spells, in batch and live."""

    def mechanism(self, planned: RepeatDraw) -> RepeatTable | SpellTable:
        """Told in spells, or repeated until a fresh value."""
        if isinstance(planned, SpellDraw):
            return SpellTable(planned, spells_of(planned))
        return RepeatTable(planned, events_of(planned))

    def live(self, planned: RepeatDraw, mechanism: RepeatTable | SpellTable, plan: Plan) -> Part:
        """One tick at a time."""
        entry = plan.spec.publish[planned.query]
        if isinstance(mechanism, SpellTable):
            return SpellPart(mechanism, entry, plan.spec.confidence, plan.rule("spells"))
        return RepeatPart(mechanism, entry, plan.spec.confidence)

    def trial(self, planned: RepeatDraw, mechanism: RepeatTable | SpellTable, rng: RandomWords) -> None:
        """A short series of each corner, step by step."""
        cells = min(planned.cells, COLUMNS)
        for values in corners(min(planned.ticks, STEPS)):
            if isinstance(mechanism, SpellTable):
                _try_spells(mechanism, values, cells, rng)
            else:
                _try_repeats(mechanism, values, cells, rng)


def _try_repeats(table: RepeatTable, values: Integers, cells: int, rng: RandomWords) -> None:
    state = table.mechanism.start(cells)
    for value in values:
        state, fresh = step_events(table.mechanism, np.full(cells, value), state, rng)
        _ = 2 * state.last + fresh


def _try_spells(table: SpellTable, values: Integers, cells: int, rng: RandomWords) -> None:
    draw, pacer = table.draw, pacer_of(table.draw, table.mechanism, cells)
    state = table.mechanism.start(cells, pacer.first, pacer)
    for value in values:
        exact = BoundedSeries(np.full((1, cells), value), draw.grain, draw.participation)
        _, state = table.mechanism.step(exact, state, rng)
