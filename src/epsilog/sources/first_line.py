"""Whether the first line of a file names its columns or is a row already: then somebody's values would be names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from epsilog.sources.draft_dates import ways_of

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
