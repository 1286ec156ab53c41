"""A look at what columns hold, for the steward's own screen: in one word each, never a number, never a value.

Not for releases: what it tells is private. It is there so that nobody spends a budget on dates that are written
another way, or on a file in another encoding. It tells how many rows have an id, a date, a number or a declared
key, and nothing that a bound could be taken from.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import ibis

from epsilog.core.spec import ColumnKind
from epsilog.sources.engine_port import EnginePort
from epsilog.sources.physical import Form
from epsilog.sources.reading import boolean_of, integer_of, key_of, key_read, name_of, number_of, text_of, wall_of

Share = Literal["none", "some", "most", "all"]
Role = Literal["id", "date", "number", "key", "value"]
_FIRST, _LAST = dt.date(1000, 1, 1), dt.date(9000, 1, 1)
_TIMES: Final = ("date", "timestamp", "instant")


@dataclass(frozen=True)
class Told:
    """Of how many rows a column can be read as what it is declared to be.

    share    none, some (up to half), most (more than half) or all
    """

    column: str
    role: Role
    share: Share


def tell(
    engine: EnginePort,
    columns: Sequence[str],
    parts: Sequence[tuple[Any, tuple[Form, ...]]],
    kinds: Mapping[str, ColumnKind],
    person: str | None,
    keys: Mapping[str, frozenset[str]],
) -> tuple[Told, ...]:
    """One word for each column; `keys` are those a request declares. The numbers stay in here."""
    roles = [_role(column, kinds[column], person, keys) for column in columns]
    rows, good = 0, [0] * len(columns)
    for table, forms in parts:
        counted = {"rows": table.count()}
        for at, (column, role) in enumerate(zip(columns, roles, strict=True)):
            fits = _fits(table[f"c{at}"], forms[at], kinds[column], role, keys.get(column, frozenset()))
            counted[f"g{at}"] = ibis.cases((fits, 1), else_=0).sum().coalesce(0)
        found = engine.integers(table.agg(**counted))
        rows += int(found["rows"][0])
        good = [total + int(found[f"g{at}"][0]) for at, total in enumerate(good)]
    return tuple(
        Told(column, role, share_of(fit, rows)) for column, role, fit in zip(columns, roles, good, strict=True)
    )


def share_of(part: int, whole: int) -> Share:
    """A share as a word.

    >>> [share_of(part, 4) for part in range(5)], share_of(0, 0)
    (['none', 'some', 'some', 'most', 'all'], 'none')
    """
    if part == 0:
        return "none"
    return "all" if part == whole else "most" if 2 * part > whole else "some"


def _role(column: str, kind: ColumnKind, person: str | None, keys: Mapping[str, frozenset[str]]) -> Role:
    if column == person:
        return "id"
    if column in keys:
        return "key"
    return "date" if kind in _TIMES else "number" if kind in ("integer", "number") else "value"


def _fits(cell: Any, form: Form, kind: ColumnKind, role: Role, keys: frozenset[str]) -> Any:
    if role == "id":
        return name_of(cell, kind).notnull()
    if role == "key":
        read = sorted({one for one in (key_read(key, kind) for key in keys) if one is not None}, key=str)
        return key_of(cell, kind).isin(read) if read else ibis.literal(False)
    if role == "date":
        return wall_of(cell, form, kind, "UTC", _FIRST, _LAST).notnull()
    if role == "number":
        return (integer_of(cell) if kind == "integer" else number_of(cell)).notnull()
    return (boolean_of(cell) if kind == "boolean" else text_of(cell)).notnull()
