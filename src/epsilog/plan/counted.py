"""What the numbers of a table count, in words: rows, or the persons they stand for."""

from __future__ import annotations

from epsilog.core.pair import PAIRED
from epsilog.roles.entry import Entry
from epsilog.roles.spec import Spec
from epsilog.words import say


def counted_as(query: Entry, spec: Spec) -> str:
    """The kind of an entry as words tell it: with one row for each person, rows are persons."""
    unit = spec.protect.unit
    alone = unit.each != "row" and unit.per is None and spec.bound.rows == 1
    return f"{query.kind}.alone" if alone and query.kind in ("rows", "histogram") else query.kind


def unit_of(query: Entry, spec: Spec, lang: str) -> str:
    """What the numbers of a table count."""
    if query.kind in ("sum", "mean", "deviation", "quantiles", "top", "expectation"):
        return query.column or ""
    if query.kind in ("variance", "ratio", *PAIRED):
        words = {"column": query.column or ""} | (
            {"per": query.ask.per.column} if query.ask.per is not None else {}
        )
        return say(f"release.what.{query.kind}", lang, **words)
    persons = query.kind == "persons" or counted_as(query, spec) != query.kind
    return say("release.picture.persons" if persons else "release.picture.rows", lang)
