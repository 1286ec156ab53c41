"""Public time: ticks and blocks of the wall clock in a declared zone, as whole numbers every engine can compute.

A tick is an hour, day, week, month, quarter or year *of the wall clock*. Where clocks are put back, two hours
share one tick; where they are put forward, one tick stays empty and is published all the same. Nothing here looks
at data: ranges are declared, and offsets of the zone are a short public list.
"""

from __future__ import annotations

import datetime as dt
import zoneinfo
from functools import lru_cache
from typing import Final, Literal, get_args

from epsilog.errors import SpecError

Period = Literal["1h", "1d", "1w", "1mo", "1q", "1y"]
PERIODS: Final[tuple[Period, ...]] = get_args(Period)
_EPOCH: Final = dt.datetime(1970, 1, 1)
_HOUR: Final = dt.timedelta(hours=1)
_DAY: Final = dt.timedelta(days=1)


def tick_of(moment: dt.datetime, every: Period) -> int:
    """The number of the tick a wall-clock moment falls in; ticks of one period are consecutive integers.

    >>> tick_of(dt.datetime(1970, 1, 1, 5), "1h"), tick_of(dt.datetime(1970, 3, 1), "1mo")
    (5, 23642)
    """
    if every == "1h":
        return (moment - _EPOCH) // _HOUR
    days = (moment - _EPOCH) // _DAY
    if every == "1d":
        return days
    if every == "1w":  # the first of January 1970 was a Thursday; weeks begin on Monday, as ISO 8601 counts them
        return (days + 3) // 7
    if every == "1mo":
        return moment.year * 12 + moment.month - 1
    if every == "1q":
        return moment.year * 4 + (moment.month - 1) // 3
    return moment.year


def tick_start(tick: int, every: Period) -> dt.datetime:
    """The wall-clock moment at which a tick begins.

    >>> tick_start(tick_of(dt.datetime(2026, 11, 15, 9), "1w"), "1w")
    datetime.datetime(2026, 11, 9, 0, 0)
    """
    if every == "1h":
        return _EPOCH + tick * _HOUR
    if every == "1d":
        return _EPOCH + tick * _DAY
    if every == "1w":
        return _EPOCH + (7 * tick - 3) * _DAY
    if every == "1mo":
        return dt.datetime(tick // 12, tick % 12 + 1, 1)
    if every == "1q":
        return dt.datetime(tick // 4, 3 * (tick % 4) + 1, 1)
    return dt.datetime(tick, 1, 1)


def tick_label(tick: int, every: Period) -> str:
    """How a tick is written in a table: the form of the ledger's blocks.

    >>> [tick_label(tick_of(dt.datetime(2026, 2, 3, 4), every), every) for every in PERIODS]
    ['2026-02-03T04', '2026-02-03', '2026-W06', '2026-02', '2026-Q1', '2026']
    """
    start = tick_start(tick, every)
    if every == "1w":
        year, week, _ = start.isocalendar()
        return f"{year:04d}-W{week:02d}"
    if every == "1q":
        return f"{start.year:04d}-Q{(start.month + 2) // 3}"
    # strftime does not pad years below 1000 everywhere
    text = start.isoformat(timespec="hours")
    return {"1h": text, "1d": text[:10], "1mo": text[:7], "1y": text[:4]}[every]


def fits_within(every: Period, block: Period) -> bool:
    """Whether every tick lies in exactly one block: hours in days in months, but weeks in no month.

    >>> fits_within("1d", "1mo"), fits_within("1w", "1mo"), fits_within("1mo", "1d")
    (True, False, False)
    """
    if every == block:
        return True
    if "1w" in (every, block):
        return every in ("1h", "1d") if block == "1w" else False
    return PERIODS.index(every) < PERIODS.index(block)


def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """A zone of the IANA list, or a refusal."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, TypeError, zoneinfo.ZoneInfoNotFoundError):
        hint = "such as Asia/Shanghai or UTC"
        raise SpecError(f"{str(name)[:60]!r} is not a time zone", where="zone", hint=hint) from None


@lru_cache(maxsize=64)
def offsets(zone: str, first: dt.date, last: dt.date) -> tuple[tuple[dt.datetime, int], ...]:
    """How many seconds to add to UTC, and from which UTC moment on; covers the days between, and two on each side.

    The first entry holds for everything before the second. A short list of constants is all an engine needs to turn
    instants into wall-clock time, with no zone table of its own that may disagree with ours.

    >>> offsets("Europe/Berlin", dt.date(2026, 6, 1), dt.date(2026, 11, 1))
    ((datetime.datetime(2026, 5, 30, 0, 0), 7200), (datetime.datetime(2026, 10, 25, 1, 0), 3600))
    """
    place = zone_named(zone)

    def offset(moment: dt.datetime) -> int:
        local = moment.replace(tzinfo=dt.UTC).astimezone(place)
        return int((local.utcoffset() or dt.timedelta()).total_seconds())

    start = dt.datetime.combine(max(first, dt.date(1, 1, 4)) - 2 * _DAY, dt.time())
    end = dt.datetime.combine(min(last, dt.date(9999, 12, 28)) + 2 * _DAY, dt.time())
    found = [(start, offset(start))]
    if zone == "UTC":  # which never changes
        return tuple(found)
    moment = start
    while moment < end:
        after = min(moment + _DAY, end)
        if offset(after) != found[-1][1]:
            low, high = moment, after
            while high - low > dt.timedelta(seconds=1):
                middle = low + (high - low) // 2
                middle = middle.replace(microsecond=0)
                low, high = (middle, high) if offset(middle) == found[-1][1] else (low, middle)
            found.append((high, offset(high)))
        moment = after
    return tuple(found)
