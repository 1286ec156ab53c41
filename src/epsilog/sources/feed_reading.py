"""What one cell of one row means, in plain Python: word for word what `reading` tells the engines.

A stream reads row by row and as rows come, so it reads by itself; the patterns are the engines' own, and a test
holds both ways of reading together.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from bisect import bisect_right
from typing import Final

from epsilog.core.clock import offsets
from epsilog.core.date_format import date_format
from epsilog.core.measure import Total
from epsilog.core.origin import ColumnKind
from epsilog.sources.cells import scale_of
from epsilog.sources.identity import BYTES, MENDED
from epsilog.sources.reading import BLANKS, NUMBER, OFFSET, key_read

_NUMBER: Final = re.compile(NUMBER)
_MOMENT: Final = re.compile(
    r"([0-9]{4})([-/])([0-9]{1,2})\2([0-9]{1,2})"
    r"(?:[T ]([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(?:\.([0-9]+))?)?(?: ?(" + OFFSET + r"))?)?"
)
_DAYS_AROUND: Final = dt.timedelta(days=2)


def key_of(raw: str | None, kind: ColumnKind) -> str | int | None:
    """What a cell is compared with keys as, and what names a person.

    >>> key_of("007", "integer"), key_of("e\\u0301", "text") == "é", key_of("", "text"), key_of("YES", "boolean")
    (7, True, None, 'true')
    """
    return None if raw is None else key_read(raw, kind)


def name_of(raw: str | None, kind: ColumnKind) -> str | int | None:
    r"""Who somebody is, or nothing: a text that had to be mended names nobody.

    >>> name_of("ann", "text"), name_of("M\ufffdller", "text"), name_of("7.0", "integer")
    ('ann', None, 7)
    """
    who = key_of(raw, kind)
    return None if isinstance(who, str) and (MENDED in who or BYTES in who) else who


def number_of(raw: str | None) -> float | None:
    """A finite binary64 number, or nothing.

    >>> number_of(" 1.5e3"), number_of("1e400"), number_of("0x1"), number_of("nan"), number_of("-0")
    (1500.0, None, None, None, -0.0)
    """
    bare = "" if raw is None else raw.strip(BLANKS)
    if not _NUMBER.fullmatch(bare):
        return None
    number = float(bare)
    return number if math.isfinite(number) else None


def grains_of(raw: str | None, kind: ColumnKind, total: Total) -> int | None:
    """What a cell weighs in a sum: rounded to a grain, then clamped as a whole number; None where it is missing."""
    if kind == "integer":
        read = key_of(raw, "integer")
        number = float(read) if isinstance(read, int) else None
    else:
        number = number_of(raw)
    if number is None:
        return None if total.missing is None else total.missing - total.centre
    factor, divisor = scale_of(total.grain)
    size = number * factor / divisor + 0.5
    if not math.isfinite(size):
        return (total.high if size > 0 else total.low) - total.centre
    return max(total.low, min(total.high, math.floor(size))) - total.centre


class Moments:
    """Moments of the wall clock in one zone, within declared days; nothing beyond them."""

    def __init__(self, kind: ColumnKind, zone: str, first: dt.date, last: dt.date, said: str | None = None) -> None:
        self._format = None if said is None else date_format(said)
        self._instant = kind == "instant"
        self._start = dt.datetime.combine(first, dt.time())
        self._end = dt.datetime.combine(last, dt.time()) + dt.timedelta(days=1)
        steps = offsets(zone, first, last)
        self._later = [moment for moment, _ in steps[1:]]
        self._offsets = [dt.timedelta(seconds=seconds) for _, seconds in steps]

    def wall(self, utc: dt.datetime) -> dt.datetime:
        """A moment of UTC (without an offset) on the wall clock."""
        return utc + self._offsets[bisect_right(self._later, utc)]

    def read(self, raw: str | None) -> dt.datetime | None:
        """When a row happened, or nothing: an unknown spelling, no such day, before or after the declared days.

        >>> clinic = Moments("timestamp", "Asia/Shanghai", dt.date(2026, 1, 1), dt.date(2026, 1, 2))
        >>> clinic.read("2026-1-1 7:30"), clinic.read("2026-01-01T00:30Z"), clinic.read("2026-02-30")
        (datetime.datetime(2026, 1, 1, 7, 30), datetime.datetime(2026, 1, 1, 8, 30), None)
        """
        bare = "" if raw is None else raw.strip(BLANKS)
        found = _MOMENT.fullmatch(bare if self._format is None else self._format.usual(bare) or "")
        if found is None:
            return None
        year, _, month, day, hour, minute, second, fraction, offset = found.groups()[:9]
        try:
            moment = dt.datetime(
                int(year),
                int(month),
                int(day),
                int(hour or 0),
                int(minute or 0),
                int(second or 0),
                int((fraction or "")[:6].ljust(6, "0")),
            )
            if offset is not None or self._instant:
                moment -= _east(offset or "Z")
                near = self._start - _DAYS_AROUND <= moment <= self._end + _DAYS_AROUND
                moment = self.wall(moment) if near else dt.datetime.min
        except (ValueError, OverflowError):
            return None
        return moment if self._start <= moment < self._end else None


def _east(offset: str) -> dt.timedelta:
    if offset == "Z":
        return dt.timedelta()
    digits = offset[1:].replace(":", "").ljust(4, "0")
    size = dt.timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return -size if offset[0] == "-" else size
