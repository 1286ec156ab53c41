"""Rows with what was looked up for them, as Ibis expressions: one line for each key, so no row is multiplied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import ibis

from epsilog.core.origin import ColumnKind, Lookup
from epsilog.sources.physical import TYPES, Form
from epsilog.sources.reading import boolean_of, integer_of, key_of, number_of, text_of

_READ: Final = {"text": text_of, "integer": integer_of, "number": number_of, "boolean": boolean_of}
_FORMS: Final[Mapping[str, Form]] = {"text": "text", "integer": "integer", "number": "number", "boolean": "text"}


class Looked(NamedTuple):
    """A lookup as a view with columns c0 (the key), c1, … and the forms they have."""

    lookup: Lookup
    view: str
    forms: tuple[Form, ...]


def table_of(name: str, forms: Sequence[Form]) -> Any:
    """A view with columns c0, c1, … of these forms."""
    return ibis.table({f"c{at}": TYPES[form] for at, form in enumerate(forms)}, name=name)


def join_columns(
    part: str,
    forms: Sequence[Form],
    own: Sequence[str],
    wanted: Sequence[str],
    looked: Sequence[Looked],
    kinds: Mapping[str, ColumnKind],
) -> tuple[Any, tuple[Form, ...]]:
    """The wanted columns as c0, c1, … and their forms: those of the rows (`own`), the rest looked up."""
    rows = table_of(part, forms)
    rows = rows.select(**{f"own {at}": rows[f"c{at}"] for at in range(len(own))})
    places: dict[str, tuple[str, Form]] = {
        name: (f"own {at}", form) for at, (name, form) in enumerate(zip(own, forms, strict=True))
    }
    for number, one in enumerate(looked):
        lines = _first_lines(number, one, kinds[one.lookup.on])
        key = key_of(rows[places[one.lookup.on][0]], kinds[one.lookup.on])
        rows = rows.left_join(lines, key == lines[f"key {number}"])
        for at, (name, kind) in enumerate(one.lookup.columns.items()):
            places[name] = (f"looked {number} {at}", _FORMS[kind])
    chosen = {f"c{at}": rows[places[name][0]] for at, name in enumerate(wanted)}
    return rows.select(**chosen), tuple(places[name][1] for name in wanted)


def _first_lines(number: int, one: Looked, key_kind: ColumnKind) -> Any:
    """Of each key the line whose values, as they are read, come first; equal lines are the same line."""
    raw = table_of(one.view, one.forms)
    key = f"key {number}"
    read = {key: key_of(raw.c0, key_kind)}
    names = [f"looked {number} {at}" for at in range(len(one.lookup.columns))]
    for at, (name, kind) in enumerate(zip(names, one.lookup.columns.values(), strict=True)):
        read[name] = _READ[kind](raw[f"c{at + 1}"])
    lines = raw.select(**read)
    lines = lines.filter(lines[key].notnull())
    order = [lines[name].asc(nulls_first=False) for name in names]
    ranked = lines.mutate(rank=ibis.row_number().over(ibis.window(group_by=key, order_by=order)))
    return ranked.filter(ranked.rank == 0).drop("rank")
