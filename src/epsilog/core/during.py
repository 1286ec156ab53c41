"""The days a release covers, and the column that says when."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from epsilog.core.clock import Period, tick_label, tick_of, tick_start
from epsilog.core.grid import Ticks
from epsilog.errors import SpecError

NEVER: Final = "never"
ENDLESS: Final = dt.timedelta(days=2**20 // 24 - 1)  # a series has at most 2^20 ticks: so many hours, and no more


@dataclass(frozen=True)
class During:
    """A declared stretch of days in the release's time zone, both ends included, and the column that says when.

    Days may be given as text: "2026-01-31". A stretch to "never" is as long as a series of hours can be: what is
    live and costs no more for a longer horizon may have one (roles/stream_rules.py).

    >>> During("visited_at", dt.date(2026, 1, 1), dt.date(2026, 12, 31)).ticks("1mo").size
    12
    """

    time: str
    first: dt.date
    last: dt.date

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", _day(self.first, "from"))
        last: object = self.first + ENDLESS if self.last == NEVER else self.last
        object.__setattr__(self, "last", _day(last, "to"))
        if self.last < self.first:
            raise SpecError("ends before it begins", where="to", hint="`to` is the last day, on or after `from`")
        if not (self.first.year >= 1900 and self.last.year <= 2200):
            raise SpecError("lies outside the years 1900 to 2200", where="from", hint="write it as 2026-01-31")

    def ticks(self, every: Period) -> Ticks:
        """The stretch cut into ticks."""
        end = dt.datetime.combine(self.last, dt.time(23, 59, 59))
        return Ticks(
            self.time, every, tick_of(dt.datetime.combine(self.first, dt.time()), every), tick_of(end, every)
        )

    @property
    def is_endless(self) -> bool:
        """Whether it is as long as a stretch to "never"."""
        return self.last - self.first == ENDLESS

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {"time": self.time, "from": self.first.isoformat(), "to": self.last.isoformat()}


def _day(given: object, where: str) -> dt.date:
    """A day; text is read where it can mean only one."""
    if isinstance(given, str) and len(given) == 10 and given[7] == "-":  # no weeks
        with suppress(ValueError):
            return dt.date.fromisoformat(given)
    if not isinstance(given, dt.date) or isinstance(given, dt.datetime):
        raise SpecError("is not a day", where=where, hint='datetime.date(2026, 1, 31), or "2026-01-31"')
    return given


@dataclass(frozen=True)
class Slot:
    """A whole tick of a stretch of days: its label, which is the edition of a planned release, and its days."""

    label: str
    first: dt.date
    last: dt.date


def slots_between(first: dt.date, last: dt.date, every: Period) -> Iterator[Slot]:
    """The whole ticks of a stretch of days; one that reaches over an end is left out.

    >>> [slot.label for slot in slots_between(dt.date(2026, 1, 1), dt.date(2026, 1, 20), "1w")]
    ['2026-W02', '2026-W03']
    """
    tick = tick_of(dt.datetime.combine(first, dt.time()), every)
    while True:
        start, end = tick_start(tick, every).date(), tick_start(tick + 1, every).date() - dt.timedelta(days=1)
        if end > last:
            return
        if start >= first:
            yield Slot(tick_label(tick, every), start, end)
        tick += 1
