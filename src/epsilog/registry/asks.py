"""What can be asked: the one table of asks, the friendly `Query`, and how entries are read, stored and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from epsilog.core.clock import Period
from epsilog.core.during import During
from epsilog.core.exit import Exit
from epsilog.core.number import About
from epsilog.errors import SpecError
from epsilog.first.bound.spelled import choice_from, choice_lines
from epsilog.kinds.mean.ask import MeanMethod
from epsilog.kinds.series.ask import series_from, shape_line
from epsilog.kinds.study.ask.question import Question, asked_in
from epsilog.kinds.study.ask.studied import about_population
from epsilog.kinds.study.ask.study import Study
from epsilog.registry.table import Table
from epsilog.roles.ask import Ask, ReadFields, Refused, Written
from epsilog.roles.candidates import Sum
from epsilog.roles.entry import Choice as Law
from epsilog.roles.entry import Entry
from epsilog.roles.map import Map
from epsilog.roles.shape import As
from epsilog.roles.sought import Sought

# In the order in which their fields are read and complained about.
ASKS: Final = Table[type[Ask]](
    {
        "cells": "epsilog.kinds.cells.ask:Cells",
        "choice": "epsilog.kinds.choice.ask:Choice",
        "study": "epsilog.kinds.study.ask.studied:Studied",
        "mean": "epsilog.kinds.mean.ask:Mean",
    },
    objects=False,
)
NAMES: Final = tuple(dict.fromkeys(name for asked in ASKS.values() for name in asked.names))
WORDS: Final = tuple(word for asked in ASKS.values() for word in asked.words)
_OWNED: Final = {*WORDS, *(name for asked in ASKS.values() for name in asked.details)}
# What the words of a spec file mean that are stored under another name.
_MEANT: Final = {word: meant for asked in ASKS.values() for word, meant in asked.meant.items()}
_SHARED: Final = tuple(name for name in Entry.__dataclass_fields__ if name != "ask")
_UNSAID: Final[Mapping[str, Any]] = {"method": "missing", "together": False}


def Query(  # noqa: N802 - it makes a noun, and reads like one
    kind: str,
    column: str | None = None,
    by: Any = (),
    every: Period | None = None,
    during: During | None = None,
    between: tuple[Fraction, Fraction] | None = None,
    grain: Fraction | None = None,
    missing: Fraction | None = None,
    edges: tuple[Fraction, ...] | None = None,
    mechanism: Law = "auto",
    weight: Fraction = Fraction(1),
    error: Fraction | None = None,
    relative: bool = False,
    expect: Fraction | None = None,
    name: str = "",
    total: int | None = None,
    map: Map | None = None,
    per: Sum | None = None,
    at: Sequence[Fraction] | None = None,
    among: Sequence[str] | None = None,
    k: int | None = None,
    best: str | Sum | None = None,
    sought: Sought | None = None,
    together: bool = False,
    live: bool = False,
    shape: As | None = None,
    about: About = "data",
    study: Study | None = None,
    exits: Exit | None = None,
    tails: tuple[Fraction, Fraction] | None = None,
    method: MeanMethod = "missing",
    **others: Any,
) -> Entry:
    """An entry of `publish`: what is asked (`kind`, a word of a spec file or of a stored one), of which column.

    Fields that all entries share are those of `roles.entry.Entry`; the others belong to the ask of one kind:
    `kinds/*/ask.py` says what they mean. A field that does not belong to what is asked is refused.

    >>> Query("mean", "systolic", between=(Fraction(80), Fraction(220))).measures()[1]
    Rows(of='systolic')
    >>> Query("median", "age", between=(Fraction(0), Fraction(100))).kind, Query("count").kind
    ('quantiles', 'rows')
    """
    said = locals()
    return entry_of(said | said.pop("others"))


def entry_of(said: Mapping[str, Any]) -> Entry:
    """The same from fields by name; None and what is usual count as not said."""
    given = {name: value for name, value in said.items() if value is not None or name == "by"}
    if given["kind"] == "count" and given.get("column") in ("rows", "persons"):
        given["kind"] = given.pop("column")
    meant = dict(_MEANT.get(given["kind"], {}))
    if "study" in given:
        meant.pop("study", None)
    for name in meant.keys() & given.keys() - {"kind"}:
        raise SpecError(f"`{given['kind']}` says it already", where=name, hint=f"leave `{name}` out")
    given |= meant
    _refuse_unknown(given["kind"])
    given |= about_population(given)
    given = {name: value for name, value in given.items() if value is not None or name == "by"}
    kind = given.pop("kind")
    asked = _class_of(kind, given)
    own = {name: value for name, value in given.items() if name not in _SHARED}
    foreign = [name for name in own if name not in asked.own_fields() and own[name] != _UNSAID.get(name)]
    if foreign:
        raise _foreign_field(asked, kind, foreign[0])
    ask = asked(kind, **{name: value for name, value in own.items() if name in asked.own_fields()})  # type: ignore[call-arg]
    return Entry(ask, **{name: value for name, value in given.items() if name in _SHARED})


def _refuse_unknown(kind: str) -> None:
    if kind not in NAMES:
        raise SpecError(f"unknown query {kind!r}", where="publish", hint="one of " + ", ".join(NAMES))


def _class_of(kind: str, given: Mapping[str, Any]) -> type[Ask]:
    _refuse_unknown(kind)
    if "exits" in given and kind != "survival":
        raise _foreign_field(ASKS["cells"], kind, "exits")
    if kind == "survival" or "study" in given or "exits" in given:
        return ASKS["study"]
    return next(asked for asked in ASKS.values() if kind in asked.names)


def _foreign_field(asked: type[Ask], kind: str, name: str) -> SpecError:
    """What is said of a field that belongs to another kind of entry."""
    if (own := asked.refuse(kind, name)) is not None:
        return own
    what, where, hint = _foreign_words(name)
    return SpecError(what, where=where, hint=hint)


def _foreign_words(name: str) -> Refused:
    told = (one.refusals[name] for one in ASKS.values() if name in one.refusals)
    return next(told, ("does not belong here", name, "leave it out"))


def read_asked(said: Written, given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an entry that belong to one kind, as `entry_of` takes them: every kind reads its own.

    A field that no kind read would be ignored in silence: it is refused.
    """
    found: dict[str, Any] = {"kind": said.word}
    fields = ReadFields(said.fields)
    for asked in ASKS.values():
        found |= asked.read(replace(said, fields=fields), {**given, **found})
    for name in fields:
        if name in _OWNED - fields.read:
            what, _, hint = _foreign_words(name)
            said.fields[name].refuse(what, hint)
    return found


def stored_asked(record: Mapping[str, Any]) -> dict[str, Any]:
    """The same from a stored record."""
    asked = _class_of(record["kind"], record)
    given = {"kind": record["kind"], **asked.stored(record)}
    return given | ({"column": record["column"]} if "column" in record else {})


__all__ = [
    "ASKS",
    "NAMES",
    "WORDS",
    "Query",
    "Question",
    "asked_in",
    "choice_from",
    "choice_lines",
    "entry_of",
    "read_asked",
    "series_from",
    "shape_line",
    "stored_asked",
]
