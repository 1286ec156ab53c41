"""A plan told in one language: what every sentence about it begins from."""

from __future__ import annotations

from epsilog.core.grid import Bins
from epsilog.core.pair import PAIRED
from epsilog.core.unit import Unit
from epsilog.core.unknown import key_search_of
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from epsilog.words import Language, percent, plain, say


class Speaker:
    """A plan and the language it is told in."""

    def __init__(self, plan: Plan, lang: Language) -> None:
        self.plan, self.spec = plan, plan.spec
        self.unit: Unit = plan.spec.protect.unit
        self.lang = lang

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue."""
        return say(key, self.lang, **values)

    def times(self) -> str:
        """The confidence in words."""
        sure = self.spec.confidence
        if sure.denominator <= 100:
            return self.say("release.times", some=sure.numerator, all=sure.denominator)
        return self.say("release.times.share", share=percent(float(sure), self.lang, "down", 2))


# What an entry asks for, in words: known from the request alone.


def cells_words(query: Entry, size: int, lang: Language, one: str = "one", many: str = "many") -> str:
    """How many numbers there will be; so many at most, where keys are to be found."""
    many = "most" if key_search_of(query) is not None else many
    return say(f"plan.entry.{one}", lang) if size == 1 else say(f"plan.entry.{many}", lang, count=f"{size:,}")


def entry_line(query: Entry, lang: Language) -> str:
    """What `plan.entry.<its word>` says of its name, its cells, and of a column and ends where it has them."""
    cells = cells_words(query, query.grid().size, lang)
    said = {} if query.column is None else {"column": query.column}
    if query.ask.between is not None:
        low, high = (plain(float(end), 6) for end in query.ask.between)
        said |= {"low": low, "high": high, **_per(query)}
    return say(f"plan.entry.{query.kind}", lang, entry=query.name, cells=cells, **said)


def _per(query: Entry) -> dict[str, str]:
    if query.ask.per is None:
        return {}
    low, high = (plain(float(end), 6) for end in query.ask.per.between)
    return {"per": query.ask.per.column, "per_low": low, "per_high": high}


def missing_rules(told: Speaker, query: Entry) -> list[str]:
    """What happened to rows without a value, or with one that lies in no bin."""
    if any(isinstance(axis, Bins) for axis in query.grid().axes):
        return [told.say("release.rule.bins", name=query.name)]
    if query.ask.missing is not None:
        value = plain(float(query.ask.missing), 12)
        return [told.say("release.rule.missing.as", name=query.name, value=value)]
    return [] if query.column is None else [told.say("release.rule.missing", name=query.name)]


# What the numbers of a table count: rows, or the persons they stand for.


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
