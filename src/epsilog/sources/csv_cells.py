"""The cells of one line of a CSV, by the rule of releases and streams: a quotation mark ends with its line."""

from __future__ import annotations

import csv
from typing import Any, Final

LONGEST: Final = 1 << 20  # bytes of a line
# Python would take a line with a longer cell than 131,072 characters for none, and other readers would not.
csv.field_size_limit(max(csv.field_size_limit(), LONGEST))


def cells_of(text: str, delimiter: str, *, quote: bool = True) -> list[str] | None:
    """The cells of one line, or nothing where a quotation mark stays open or ends in the middle of a cell.

    >>> cells_of('a,"b,c"', ","), cells_of('a,"b', ","), cells_of('a,"b"c', ","), cells_of('a,"b', ",", quote=False)
    (['a', 'b,c'], None, None, ['a', '"b'])
    """
    quoting: Any = csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE
    try:
        return next(csv.reader([text], delimiter=delimiter, strict=True, quoting=quoting), None)
    except csv.Error:
        return None
