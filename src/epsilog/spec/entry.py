"""An entry of `publish` as it is written in a file: one thing to count, add up or sort into bins.

And how it is drawn as a map:

::

    map: tiles                                                  # a tile for each key, in order
    map: {tiles: {North: [1, 0], South: [1, 1]}}                # or where you put them: column, row
    map: {geojson: regions.geojson, property: code}             # shapes
    map: {population: {North: 120000, South: 80000}, per: 100000}
    map: {over: visits-in-all, per: 1000}                       # divided by another entry
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from epsilog.core.clock import PERIODS, Period
from epsilog.core.during import NEVER, During
from epsilog.registry.asks import ASKS, WORDS, entry_of, read_asked, series_from
from epsilog.roles.ask import Written
from epsilog.roles.document import Node, read_fields
from epsilog.roles.entry import CHOICES, Entry
from epsilog.roles.map import Map
from epsilog.roles.place import keys_from, make_at
from epsilog.words.advice import did_you_mean

STRETCH: Final = ("time", "from", "to")
SHARED: Final = ("by", "total", "map", "every", "as", *STRETCH, "mechanism", "weight", "error", "expect", "name")
# In this order they are named to whoever misspells one.
FIELDS: Final = (*WORDS, *SHARED, *(name for asked in ASKS.values() for name in asked.details))
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST: Final = 80
_PERIODS_ALSO_CALLED: Final = {
    **dict.fromkeys(("hour", "hourly", "h"), "1h"),
    **dict.fromkeys(("day", "daily", "d"), "1d"),
    **dict.fromkeys(("week", "weekly", "w"), "1w"),
    **dict.fromkeys(("month", "monthly", "m", "1m"), "1mo"),
    **dict.fromkeys(("quarter", "quarterly", "q"), "1q"),
    **dict.fromkeys(("year", "yearly", "y"), "1y"),
}


def during_from(node: Node, fields: Mapping[str, Node]) -> During:
    """A stretch of days from its three fields; `node` is where the stretch is spoken of."""
    for name in STRETCH:
        if name not in fields:
            node.refuse(f"the field {name!r} is missing", "time: a column, from: 2026-01-01, to: 2026-12-31")
    first = _day(fields["from"])
    last: Any = NEVER if fields["to"].value == NEVER else _day(fields["to"])
    return make_at(lambda: During(fields["time"].text(), first, last), node, node)


def _day(node: Node) -> dt.date:
    text = node.text()
    if _DAY.fullmatch(text):
        try:
            return dt.date.fromisoformat(text)
        except ValueError:
            pass
    node.refuse(f"{text[:40]!r} is not a day", "write it as 2026-01-31; a live series may have no end: `to: never`")


def entry_from(
    node: Node,
    during: During | None,
    stretch: Mapping[str, Node],
    usual: str,
    booleans: frozenset[str] = frozenset(),
) -> Entry:
    """One entry; what it does not say about time is what the release says (`during`, written as `stretch`)."""
    fields = node.mapping(*FIELDS)
    said = [name for name in WORDS if name in fields]
    if len(said) != 1:
        what = "does not say what to publish" if not said else f"says {' and '.join(said)}: one entry, one thing"
        node.refuse(f"this entry {what}", "one of " + ", ".join(WORDS))
    given: dict[str, Any] = {}
    if "by" in fields:
        if not isinstance(fields["by"].value, dict) or not fields["by"].value:
            fields["by"].refuse("says no column with its keys", "by: {region: [North, South]}, or leave `by` out")
        given["by"] = tuple(keys_from(name, keys, node) for name, keys in fields["by"].mapping().items())
    most = partial(Node.whole, at_least=0, at_most=2**53)
    given |= read_fields(fields, total=most, map=partial(map_from, entry=node), every=period)
    if "as" in fields:
        given["shape"] = series_from(fields["as"])
    if any(name in fields for name in STRETCH):
        own: dict[str, Node] = {name: fields[name] for name in STRETCH if name in fields}
        given["during"] = during_from(node, {**stretch, **own})
    elif during is not None:
        given["during"] = during
    given |= read_asked(Written(node, fields, said[0], booleans), given)
    given |= read_fields(fields, expect=Node.number, weight=Node.number)
    if "error" in fields:
        given |= _error(fields["error"], "expect" in fields)
    chosen = any(asked.is_chosen and said[0] in asked.words for asked in ASKS.values())
    usual = "auto" if chosen else usual  # what is said for the whole release is about noise
    given["mechanism"] = fields["mechanism"].choice(CHOICES) if "mechanism" in fields else usual
    if "name" in fields:
        given["name"] = name_of(fields["name"])
    return make_at(lambda: entry_of(given), node, node)


def _error(node: Node, expected: bool) -> dict[str, Any]:
    text = node.text()
    if not text.endswith("%"):
        return {"error": node.number(above=0)}
    if not expected:
        node.refuse("a relative error needs `expect`, a public guess of a typical number", "expect: 200")
    return {"error": replace(node, value=text[:-1].strip()).number(above=0) / 100, "relative": True}


def period(node: Node) -> Period:
    """A step or block of the wall clock."""
    found = one_of(node, PERIODS, _PERIODS_ALSO_CALLED)
    return next(period for period in PERIODS if period == found)


def one_of(node: Node, known: tuple[str, ...], also: Mapping[str, str]) -> str:
    """One word out of a few; what other tools call the same is a hint."""
    word = node.word()
    if word not in known:
        meant = also.get(word.lower())
        hint = f"did you mean {meant}?" if meant else did_you_mean(word, known)
        node.refuse(f"unknown value {word[:60]!r}", hint)
    return word


def path_of(node: Node, what: str, hint: str) -> str:
    """The name of a file; a blank one is refused."""
    if not (text := node.text()).strip():
        node.refuse(what, hint)
    return text


def name_of(node: Node) -> str:
    """A name, exactly as it was written."""
    text = node.word()
    if not text.strip() or len(text) > _LONGEST:
        node.refuse(f"say a name of 1 to {_LONGEST} characters", "a short name, such as visits")
    return text


TILES = "tiles"


def map_from(node: Node, entry: Node) -> Map:
    """How an entry is drawn as a map."""
    if not isinstance(node.value, dict):
        if node.word() != TILES:
            node.refuse("a map is `tiles`, or says what it has", "map: tiles, or map: {geojson: …, property: …}")
        return Map()
    fields = node.mapping("tiles", "geojson", "property", "population", "over", "per")
    if not fields:
        node.refuse("a map without anything", "map: tiles")
    given = read_fields(
        fields,
        tiles=lambda tiles: tuple((key, *_place(tile)) for key, tile in tiles.mapping().items()),
        geojson=lambda file: path_of(file, "say a path, such as regions.geojson", "geojson: regions.geojson"),
        property=Node.word,
        over=Node.word,
        population=lambda said: tuple((key, one.number(at_least=0)) for key, one in said.mapping().items()),
        per=partial(Node.number, above=0),
    )
    if "property" in given:
        given["property_name"] = given.pop("property")
    return make_at(lambda: Map(**given), entry, node)


def _place(node: Node) -> tuple[int, int]:
    places = node.items()
    if len(places) != 2:
        node.refuse("a tile has a column and a row", "North: [1, 0]")
    column, row = (place.whole(at_least=0) for place in places)
    return column, row
