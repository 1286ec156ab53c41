"""What a stored value means, as Ibis expressions that are total: every text has a meaning, or is a missing value.

text        Unicode form C; the empty text and one of more than a mebibyte are missing
integer     digits with a sign, `.0` allowed, within 64 bits; anything else is missing
number      a decimal number, finite after rounding to binary64; NaN, infinities and anything else are missing
boolean     true/false, t/f, yes/no, y/n, 1/0 in any case
date, timestamp, instant
            2026-01-05, 2026/1/5, with a time after a blank or a T, with an offset or Z after the time. What has an
            offset is an instant; what has none is wall clock, for `instant` it is UTC. Digits below a microsecond
            are cut off. A date is its midnight.

Blanks around anything but texts are ignored.
"""

from __future__ import annotations

import datetime as dt
import re
import sys
from itertools import pairwise
from typing import Any, Final

import ibis

from epsilog.core.clock import offsets
from epsilog.core.number import same_text
from epsilog.core.origin import ColumnKind
from epsilog.sources.engine_functions import compose_text, microseconds, quotient
from epsilog.sources.identity import MENDED

BLANKS: Final = " \t\n\r\v\f"
INTEGER: Final = r"[+-]?[0-9]+(\.0*)?"
NUMBER: Final = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?"
_DAY: Final = r"([0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{4}/[0-9]{1,2}/[0-9]{1,2})"
_TIME: Final = r"[T ]([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]+)?)?"
PLAIN: Final = f"{_DAY}({_TIME})?"
OFFSET: Final = r"(Z|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)"
TRUE: Final = ("true", "t", "yes", "y", "1")
FALSE: Final = ("false", "f", "no", "n", "0")
LARGEST: Final = sys.float_info.max
_SECOND: Final = 1_000_000
_EPOCH: Final = dt.datetime(1970, 1, 1)


def _matches(text: Any, pattern: str) -> Any:
    return text.re_search(f"^({pattern})$")


def text_of(column: Any) -> Any:
    """Texts; twins share one spelling."""
    return compose_text(column.nullif(""))


def name_of(column: Any, kind: ColumnKind) -> Any:
    """Who somebody is: a text or an integer. A text that had to be mended names nobody: others may look like it."""
    if kind != "text":
        return integer_of(column)
    return ibis.cases((~column.contains(MENDED), text_of(column)))


def integer_of(column: Any) -> Any:
    """64-bit integers."""
    if not column.type().is_string():
        return column
    bare = column.strip()
    return ibis.cases((_matches(bare, INTEGER), bare.try_cast("int64")))


def number_of(column: Any) -> Any:
    """Finite binary64 numbers."""
    if column.type().is_string():
        bare = column.strip()
        column = ibis.cases((_matches(bare, NUMBER), bare.try_cast("float64")))
    column = column.cast("float64")
    return ibis.cases((column.abs() <= LARGEST, column))


def boolean_of(column: Any) -> Any:
    """The texts true and false."""
    if not column.type().is_string():
        return ibis.cases((column, "true"), (~column, "false"))
    bare = column.strip().lower()
    return ibis.cases((bare.isin(TRUE), "true"), (bare.isin(FALSE), "false"))


def key_of(column: Any, kind: ColumnKind) -> Any:
    """What a column's values are compared with keys as."""
    return {"text": text_of, "integer": integer_of, "boolean": boolean_of}[kind](column)


def key_read(key: str, kind: ColumnKind) -> str | int | None:
    """The same for a declared key; None for one that no value can equal.

    >>> key_read("007", "integer"), key_read("007", "text"), key_read("Yes", "boolean"), key_read("x", "integer")
    (7, '007', 'true', None)
    """
    if kind == "text":
        return same_text(key) or None
    bare = key.strip(BLANKS)
    if kind == "integer":
        if not re.fullmatch(INTEGER, bare):
            return None
        digits = bare.partition(".")[0].lstrip("+-0") or "0"
        number = int(digits[:20]) * (
            -1 if bare.startswith("-") else 1
        )  # twenty digits do not fit, whatever follows
        return number if -(2**63) <= number < 2**63 else None
    bare = bare.lower()
    return "true" if bare in TRUE else "false" if bare in FALSE else None


def wall_of(column: Any, form: str, kind: ColumnKind, zone: str, first: dt.date, last: dt.date) -> Any:
    """Microseconds of the wall clock since 1970, for moments between two days (both included); NULL beyond."""
    start = micros(dt.datetime.combine(first, dt.time()))
    end = micros(dt.datetime.combine(last, dt.time())) + 86_400 * _SECOND
    steps = [(micros(moment), offset * _SECOND) for moment, offset in offsets(zone, first, last)]

    def shifted(utc: Any) -> Any:
        # The list covers two days on each side of the range, more than any offset: what is further off is outside.
        branches = [(utc < later, utc + offset) for (_, offset), (later, _) in pairwise(steps)]
        near = utc.between(start - 2 * 86_400 * _SECOND, end + 2 * 86_400 * _SECOND)
        chosen = ibis.cases(*branches, else_=utc + steps[-1][1]) if branches else utc + steps[-1][1]
        return ibis.cases((near, chosen))

    if form == "wall":
        wall = column
    elif form == "utc":
        wall = shifted(column)
    elif form == "either":
        odd = (column % 2 + 2) % 2
        moment = quotient(column - odd, 2)
        wall = ibis.cases((odd == 1, shifted(moment)), else_=moment)
    else:
        bare = column.strip()
        plain = microseconds(bare.try_cast("timestamp"))
        parted = f"^({_DAY}{_TIME}) ?{OFFSET}$"  # groups: 1 the moment, 6 the offset
        moment = microseconds(bare.re_extract(parted, 1).try_cast("timestamp"))
        utc = moment - _offset(bare.re_extract(parted, 6))
        wall = ibis.cases(
            (_matches(bare, PLAIN), shifted(plain) if kind == "instant" else plain),
            (bare.re_search(parted), shifted(utc)),
        )
    return ibis.cases((wall.between(start, end - 1), wall))


def _offset(text: Any) -> Any:
    """Microseconds east of UTC of a text that matches OFFSET; total for every other."""
    digits = text.replace(":", "").re_extract("^[+-]([0-9]+)$", 1)
    hours = digits.substr(0, 2).try_cast("int64").coalesce(0)
    minutes = digits.substr(2, 2).try_cast("int64").coalesce(0)
    size = (hours * 60 + minutes) * (60 * _SECOND)
    return ibis.cases((text.startswith("-"), -size), else_=size)


def micros(moment: dt.datetime) -> int:
    """Microseconds since 1970 of a moment without an offset."""
    return (moment - _EPOCH) // dt.timedelta(microseconds=1)
