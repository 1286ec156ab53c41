"""A feed: rows as they come, counted into the ticks of one or several series, each unit within its room.

The clock is handed in and never read off a row: a record from next year makes nobody else late. What a row does is
decided by itself, by earlier rows of its own unit, and by which tick was open when the input was looked at.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from epsilog.core.clock import Period, tick_of, tick_start
from epsilog.core.during import During
from epsilog.core.grid import Keys, Ticks
from epsilog.core.measure import Measure, Persons, Total
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect
from epsilog.errors import PrivacyError, SpecError
from epsilog.sources.feed_bounding import Counters, Fields, Room, Sums, unit_name
from epsilog.sources.feed_lines import Lines, Row, one_spelling
from epsilog.sources.feed_places import Places
from epsilog.sources.feed_reading import Moments, grains_of, key_of, name_of
from epsilog.sources.reading import key_read

Late = Literal["drop", "next"]
Future = Literal["hold", "drop"]


class Entry(Protocol):
    """What a feed asks of an entry of a request: its keys, its ticks, what is counted, which columns it reads."""

    @property
    def by(self) -> tuple[Keys, ...]:
        """The keys of one tick's numbers."""
        ...

    @property
    def during(self) -> During | None:
        """Which days it covers."""
        ...

    @property
    def every(self) -> Period | None:
        """How long a tick is."""
        ...

    def in_cells(self) -> tuple[Measure, ...]:
        """What is counted or added up."""
        ...

    def columns(self) -> set[str]:
        """Every column it looks at."""
        ...


@dataclass(frozen=True)
class Wanted:
    """One series of a feed: an entry of the spec, and the room of one unit in it (None where a unit is a row)."""

    query: Entry
    room: Room | None

    @property
    def measure(self) -> Measure:
        """What is counted."""
        (measure,) = self.query.in_cells()
        return measure

    @property
    def keys(self) -> int:
        """How many numbers a tick has."""
        size = 1
        for axis in self.query.by:
            size *= axis.size
        return size


class Feed:
    """Rows on their way into ticks. Private: shows nothing, is never pickled.

    secret   what names of units are hashed with
    late     a row whose tick is closed: dropped, or counted in the tick that is open
    future   a row whose tick has not begun: held until it is its turn, or dropped
    early    the stream was opened by a release that took 7 and 7.0 in JSON for two persons: its counters are by
             those names, and under another one somebody would have room again
    """

    def __init__(
        self,
        source: Origin,
        protect: Protect,
        wanted: Sequence[Wanted],
        *,
        secret: bytes,
        late: Late,
        future: Future,
        base: Path | None = None,
        spool: Path | None = None,
        early: bool = False,
    ) -> None:
        self._early = early
        self._unit, self._late, self._future, self._secret = protect.unit, late, future, secret
        during, every = wanted[0].query.during, wanted[0].query.every
        if during is None or every is None:
            raise SpecError("a stream has ticks and days", where="every", hint="every: 1h, during: {time: …}")
        self._ticks: Ticks = during.ticks(every)
        self._every: Period = every
        self._when: During = during
        self._kinds = source.columns
        said = source.formats.get(during.time)
        self._moments = Moments(self._kinds[during.time], protect.zone, during.first, during.last, said)
        self._series = [_Series(one, self._kinds) for one in wanted]
        columns = {during.time, *(column for one in wanted for column in one.query.columns())}
        if self._unit.each != "row":
            columns.add(self._unit.each)
        self._lines = Lines(source, sorted(columns), base=base, spool=spool)
        self.open = 0  # the first tick that is not closed, counted from 0

    def __repr__(self) -> str:
        return f"Feed({len(self._series)} private series, tick {self.open} is open)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("a feed is as secret as its rows and is not pickled")

    def check(self) -> None:
        """Look at headers, not at rows."""
        self._lines.check()

    def look(self, now: dt.datetime) -> None:
        """Read what has come since the last look; `now` is a moment of UTC without an offset, of a public clock."""
        # Days beyond the declared ones have no offsets of their own; nothing that far ahead is told apart.
        current = tick_of(self._moments.wall(now), self._every) - self._ticks.first
        with closing(self._lines.rows()) as rows:  # whatever interrupts it: what was read is remembered at once
            for row in rows:
                self._count(row, current)

    def _count(self, row: Row, current: int) -> None:
        moment = self._moments.read(row[self._when.time])
        if moment is None:
            return
        name = None
        if self._unit.each != "row":
            said = row[self._unit.each]
            who = name_of(said if self._early else one_spelling(said), self._kinds[self._unit.each])
            if who is None:
                return
            block = None if self._unit.per is None else tick_of(moment, self._unit.per)  # type: ignore[arg-type]
            name = unit_name(self._secret, who, block)
        tick = tick_of(moment, self._every) - self._ticks.first
        if tick > current and self._future == "drop":
            return
        if tick < self.open:
            if self._late == "drop" or self.open >= self._ticks.size:
                return
            tick = self.open
        for series in self._series:
            series.count(row, name, tick)

    def close(self) -> list[NDArray[np.int64]]:
        """The rows of the open tick, one for each series; the next tick is open then."""
        rows = [series.sums.taken(self.open) for series in self._series]
        self.open += 1
        if self._unit.per is not None and self._late == "drop":
            self._forget(self._unit.per)  # type: ignore[arg-type]
        return rows

    def _forget(self, per: Period) -> None:
        """Let go of units of periods that are over: their rows are late from now on, and dropped before they count.

        A tick that ends before the period of the open tick began lies in earlier periods altogether.
        """
        period = tick_of(tick_start(self._ticks.first + self.open, self._every), per)
        before = tick_of(tick_start(period, per), self._every) - self._ticks.first
        for series in self._series:
            series.counters.forget(before)

    def head(self) -> Fields:
        """What has to outlive the process and is as much in every tick: which tick is open, and what it holds."""
        found: Fields = {"open": self.open}
        for at, series in enumerate(self._series):
            found |= {f"{at} {name}": value for name, value in series.sums.fields().items()}
        return found

    def fields(self) -> Fields:
        """Everything that has to outlive the process, as plain fields."""
        return self.head() | self._told(lambda table: table.fields())

    def changes(self, most: int) -> Fields:
        """What grows with what was read, and was changed since this was asked last; with up to so many of each
        that are to be carried. Nothing where nothing was."""
        found = self._told(lambda table: table.changes(most))
        return found if any(len(value) for value in found.values() if not isinstance(value, int | str)) else {}

    def carry(self) -> None:
        """From now on `changes` gives everything once, some at a time: for whoever begins a log anew."""
        for _, table in self._tables():
            table.carry()

    @property
    def is_carrying(self) -> bool:
        """Whether something is left to be carried."""
        return any(table.is_carrying for _, table in self._tables())

    def _tables(self) -> list[tuple[str, Places | Counters]]:
        return [("", self._lines.places), *((f"{at} ", one.counters) for at, one in enumerate(self._series))]

    def _told(self, ask: Callable[[Places | Counters], Fields]) -> Fields:
        return {f"{mark}{name}": value for mark, table in self._tables() for name, value in ask(table).items()}

    def restore(self, fields: Mapping[str, Any]) -> None:
        """Go on from what `head` or `fields` wrote."""
        self.open = fields["open"]
        if "offsets" in fields:  # a state of an earlier release
            names = fields["files"].split("\n") if fields["files"] else []
            self._lines.places.restore_first(names, fields["offsets"].tolist())
        for at, series in enumerate(self._series):
            series.sums.restore(_own(fields, f"{at} "))
        self.take(fields)

    def take(self, fields: Mapping[str, Any]) -> None:
        """Take over what `changes` wrote, in the order in which it was written."""
        for mark, table in self._tables():
            own = _own(fields, mark)
            if ("which" if isinstance(table, Places) else "units") in own:
                table.restore(own)


def _own(fields: Mapping[str, Any], mark: str) -> dict[str, Any]:
    return {name.removeprefix(mark): value for name, value in fields.items() if name.startswith(mark)}


class _Series:
    def __init__(self, wanted: Wanted, kinds: Mapping[str, Any]) -> None:
        self._measure, self._kinds = wanted.measure, kinds
        self._axes = [(axis.column, kinds[axis.column], _numbers(axis, kinds)) for axis in wanted.query.by]
        room = wanted.room
        if isinstance(self._measure, Persons) and room is not None and room.rows_per_cell != 1:
            raise PrivacyError("a person counts once in a cell", where="bound")
        self.counters, self.sums = Counters(room, wanted.keys), Sums(wanted.keys)

    def count(self, row: Row, name: bytes | None, tick: int) -> None:
        key = 0
        for column, kind, numbers in self._axes:
            place = numbers.get(key_of(row[column], kind))
            if place is None:
                return
            key = key * len(numbers) + place
        grains = 1
        if isinstance(self._measure, Total):
            column = self._measure.column
            weight = grains_of(row[column], self._kinds[column], self._measure)
            if weight is None:
                return
            grains = weight
        if self.counters.grant(name, tick, key):
            self.sums.add(tick, key, grains)


def _numbers(axis: Keys, kinds: Mapping[str, Any]) -> dict[str | int | None, int]:
    """The declared keys by what they are read as; what is read as nothing is no key."""
    read = [key_read(key, kinds[axis.column]) for key in axis.keys]
    where = f"by.{axis.column}"
    if None in read or len(set(read)) != len(read):
        raise SpecError("a key is no value of its column, or is there twice", where=where)
    return {key: at for at, key in enumerate(read)}
