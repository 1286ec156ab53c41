"""How a column writes its dates, guessed from a look, for whoever drafts a request. Not for releases."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from epsilog.core.origin import ColumnKind
from epsilog.sources.feed_reading import Moments

_DAYS: Final = (
    *("%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%m-%d-%Y", "%d-%m-%Y", "%m/%d/%y", "%d/%m/%y", "%d.%m.%y"),
    *(
        "%d-%b-%Y",
        "%d-%b-%y",
        "%d %b %Y",
        "%d %B %Y",
        "%b %d, %Y",
        "%B %d, %Y",
        "%Y年%m月%d日",
        "%Y%m%d",
        "%Y.%m.%d",
    ),
)
_CLOCKS: Final = ("", " %H:%M", " %H:%M:%S", " %I:%M %p", " %I:%M:%S %p", "T%H:%M:%S", "%H%M%S")
_FIRST, _LAST = dt.date(1900, 1, 1), dt.date(2100, 12, 31)
_ENOUGH: Final = (9, 10)
_ROUNDS: Final = 5


def ways_of(said: Sequence[str]) -> tuple[ColumnKind, tuple[str, ...], list[str]] | None:
    """The kind of nearly all values, the formats that fit equally many of them, and those they fit.

    >>> ways_of(["1/31/2026", "2/1/2026"])
    ('date', ('%m/%d/%Y',), ['1/31/2026', '2/1/2026'])
    >>> ways_of(["1/2/2026", "3/4/2026"])[1], ways_of(["a", "b"])
    (('%m/%d/%Y', '%d/%m/%Y'), None)
    """
    best: list[str] = []
    ways: list[str] = []
    for way in _ways(said):
        moments = Moments("timestamp", "UTC", _FIRST, _LAST, way)
        fitting = [value for value in said if moments.read(value) is not None]
        if len(fitting) > len(best):
            best, ways = fitting, [way]
        elif fitting and len(fitting) == len(best):
            ways.append(way)
    if not said or len(best) * _ENOUGH[1] < len(said) * _ENOUGH[0]:
        return None
    timed = "%H" in ways[0] or "%I" in ways[0]
    return ("timestamp" if timed else "date"), tuple(ways[:2]), best


def are_mixed(said: Sequence[str], usual: Collection[str]) -> bool:
    """Whether nearly all values are dates, if each may be written its own way; `usual` are those written as usual.

    >>> are_mixed(["1/31/2026", "31.01.2026"], []), are_mixed(["1/31/2026", "North"], [])
    (True, False)
    >>> are_mixed(["1/31/2026", "2026-01-31"], ["2026-01-31"]), are_mixed(["31/1/2026", "1/31/2026"], [])
    (True, True)
    """
    known = set(usual)
    left = [value for value in said if value not in known]
    for _ in range(_ROUNDS):  # what is left is looked at again: another way may come late
        many = len(left)
        for way in _ways(left):
            moments = Moments("timestamp", "UTC", _FIRST, _LAST, way)
            left = [value for value in left if moments.read(value) is None]
        if not left or len(left) == many:
            break
    return bool(said) and (len(said) - len(left)) * _ENOUGH[1] >= len(said) * _ENOUGH[0]


def _ways(said: Sequence[str]) -> Iterator[str]:
    """Formats of which some value among the first ones is."""
    few = said[:20]
    for day in _DAYS:
        for clock in _CLOCKS:
            moments = Moments("timestamp", "UTC", _FIRST, _LAST, day + clock)
            if any(moments.read(value) is not None for value in few):
                yield day + clock


# Whether the first line of a file names its columns or is a row already: then somebody's values would be names.


_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d([ T]\d.*)?", re.DOTALL)
_NUMBER: Final = re.compile(r"[+-]?[0-9]*\.?[0-9]+[eE][+-]?[0-9]{1,3}")
_WORDS: Final = ("true", "false", "nan", "null", "n/a")


def is_value(cell: str) -> bool:
    """Whether a text is a number, a date or a truth, as cells are and names of columns hardly ever.

    >>> [is_value(cell) for cell in ("126", "-1.5e3", "2026-02-17 19:30", "17.02.2026", "3-Feb-2026", "true")]
    [True, True, True, True, True, True]
    >>> [is_value(cell) for cell in ("region", "icd10", "2024-Q1", "24h mean", "%", "收缩压")]
    [False, False, False, False, False, False]
    """
    text = cell.strip()
    if any(letter.isdigit() for letter in text) and not any(letter.isalpha() for letter in text):
        return True
    if _NUMBER.fullmatch(text) or _MOMENT.fullmatch(text) or text.lower() in _WORDS:
        return True
    return any(letter.isdigit() for letter in text) and ways_of([text]) is not None


def is_row(first: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a first line looks like `rows` below it: an empty cell or a value, two alike, one that comes back.

    >>> is_row(["who", "region"], [["P1", "South"]]), is_row(["P1", "South"], [["P2", "South"]])
    (False, True)
    """
    cells = [cell.strip() for cell in first]
    if len(set(cells)) < len(cells) or any(not cell or is_value(cell) for cell in cells):
        return True
    return any(at < len(row) and row[at].strip() == cell for row in rows for at, cell in enumerate(cells))
