"""When ticks close: by a public clock, never by data.

A tick closes when the wall clock of the spec's zone has passed its end and `wait`, whether or not a row came. Where
the wall clock is put back, an end that happens twice counts when it happens the second time.
"""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable

from epsilog.core.clock import tick_start, zone_named
from epsilog.core.grid import Ticks
from epsilog.roles.stream_rules import Rules

Seconds = Callable[[], float]


class StreamClock:
    """The clock of one stream: what time it is, and when tick number 0, 1, 2, … closes.

    >>> import datetime as dt
    >>> from epsilog.core.during import During
    >>> hours = During("at", dt.date(2026, 1, 5), dt.date(2026, 1, 5)).ticks("1h")
    >>> StreamClock(hours, "Asia/Shanghai", Rules(wait=900), opened=0.0).closes(0)
    datetime.datetime(2026, 1, 4, 17, 15)
    """

    def __init__(self, ticks: Ticks, zone: str, rules: Rules, opened: float, seconds: Seconds = time.time) -> None:
        self._ticks, self._zone, self._rules = ticks, zone_named(zone), rules
        self._opened, self._seconds = opened, seconds

    def now(self) -> dt.datetime:
        """The moment it is, in UTC, without an offset."""
        replay = self._rules.clock
        if replay is None:
            return dt.datetime.fromtimestamp(self._seconds(), dt.UTC).replace(tzinfo=None)
        passed = max(0.0, self._seconds() - self._opened) * float(replay.speed)
        longest = (dt.datetime(9000, 1, 1) - replay.start).total_seconds()
        return self._utc(replay.start) + dt.timedelta(seconds=min(passed, longest))

    def closes(self, number: int) -> dt.datetime:
        """When a tick closes, in UTC, without an offset."""
        end = self._utc(tick_start(self._ticks.first + number + 1, self._ticks.every))
        return end + dt.timedelta(seconds=self._rules.wait)

    def closes_on_the_wall(self, number: int) -> str:
        """The same on the wall clock of the zone, as people write it."""
        there = self.closes(number).replace(tzinfo=dt.UTC).astimezone(self._zone)
        return f"{there:%Y-%m-%d %H:%M} {there.tzname() or ''}".strip()

    def until(self, number: int) -> float:
        """How many seconds of real time until then; not above 0 where it has passed."""
        left = (self.closes(number) - self.now()).total_seconds()
        return left if self._rules.clock is None else left / float(self._rules.clock.speed)

    def _utc(self, wall: dt.datetime) -> dt.datetime:
        # The later of two readings: of an hour that comes twice, or of one that never comes.
        read = [wall.replace(tzinfo=self._zone, fold=fold).astimezone(dt.UTC) for fold in (0, 1)]
        return max(read).replace(tzinfo=None)
