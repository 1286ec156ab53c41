"""A look at what columns hold, for the steward's own screen: in one word each, never a number, never a value.

Not for releases: what it tells is private. It is there so that nobody spends a budget on dates that are written
another way, on codes that are spelled another way, or on a file in another encoding. What is asked is in
`core.steward_look`; the numbers stay in here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import ibis
import numpy as np

from epsilog.core.origin import ColumnKind
from epsilog.core.source import Asked, LookResult, RowsFound, share_of
from epsilog.sources.bounding import union
from epsilog.sources.engine_port import EnginePort
from epsilog.sources.physical import Form
from epsilog.sources.reading import boolean_of, integer_of, key_of, key_read, name_of, number_of, text_of, wall_of

_FIRST, _LAST = dt.date(1000, 1, 1), dt.date(9000, 1, 1)
_BLOCK: Final = 1 << 22


def tell(
    engine: EnginePort,
    columns: Sequence[str],
    parts: Sequence[tuple[Any, tuple[Form, ...]]],
    kinds: Mapping[str, ColumnKind],
    asked: Sequence[Asked],
    zone: str,
    lines: int | None,
) -> LookResult:
    """One word for everything that is asked; `lines` is how many lines the files have, where rows are lines."""
    rows, good = 0, [0] * len(asked)
    for table, forms in parts:
        counted = {"rows": table.count()}
        for at, one in enumerate(asked):
            place = columns.index(one.column)
            fits = _fits(table[f"c{place}"], forms[place], kinds[one.column], one, zone)
            counted[f"g{at}"] = ibis.cases((fits, 1), else_=0).sum().coalesce(0)
        found = engine.integers(table.agg(**counted))
        rows += int(found["rows"][0])
        good = [total + int(found[f"g{at}"][0]) for at, total in enumerate(good)]
    told = tuple(RowsFound(one, share_of(fit, rows)) for one, fit in zip(asked, good, strict=True))
    left_out = None if lines is None else share_of(lines - rows, lines)
    person = next((one.column for one in asked if one.role == "id"), None)
    return LookResult(told, left_out, person is not None and _is_once(engine, columns, parts, kinds, person))


def _is_once(
    engine: EnginePort,
    columns: Sequence[str],
    parts: Sequence[tuple[Any, tuple[Form, ...]]],
    kinds: Mapping[str, ColumnKind],
    person: str,
) -> bool:
    place = columns.index(person)
    named = union([table.select(id=name_of(table[f"c{place}"], kinds[person])) for table, _ in parts])
    named = named.filter(named.id.notnull())
    found = engine.integers(named.agg(rows=named.count(), different=named.id.nunique()))
    return 0 < int(found["rows"][0]) == int(found["different"][0])


def lines_of(files: Iterable[Path]) -> int:
    """How many lines that are not empty files have after their headers."""
    return sum(max(0, _lines_in(file) - 1) for file in files)


def _lines_in(file: Path) -> int:
    found, is_open = 0, False
    with file.open("rb", buffering=0) as source:
        while chunk := source.read(_BLOCK):
            raw = np.frombuffer(chunk, dtype=np.uint8)
            within = (raw != 10) & (raw != 13)
            found += int(np.count_nonzero(within[1:] & ~within[:-1])) + int(within[0] and not is_open)
            is_open = bool(within[-1])
    return found


def _fits(cell: Any, form: Form, kind: ColumnKind, asked: Asked, zone: str) -> Any:
    if asked.role == "id":
        return name_of(cell, kind).notnull()
    if asked.codes:
        read = sorted({one for one in (key_read(key, kind) for key in asked.codes) if one is not None}, key=str)
        return key_of(cell, kind).isin(read) if read else ibis.literal(False)
    if asked.days is not None:
        return wall_of(cell, form, kind, zone, asked.days.first, asked.days.last).notnull()
    if asked.role == "date":
        return wall_of(cell, form, kind, "UTC", _FIRST, _LAST).notnull()
    if asked.role == "number":
        return (integer_of(cell) if kind == "integer" else number_of(cell)).notnull()
    return (boolean_of(cell) if kind == "boolean" else text_of(cell)).notnull()
