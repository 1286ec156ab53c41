"""An entry of `publish` as it is written in a file: one thing to count, add up or sort into bins."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from epsilog.core.candidates import Sum
from epsilog.core.clock import PERIODS, Period
from epsilog.core.document import Node
from epsilog.core.during import NEVER, During
from epsilog.core.grid import MOST_BINS
from epsilog.core.pair import PAIRED
from epsilog.first.ends.spelled import bins_from, clamp_from
from epsilog.kinds.series.ask.spelled import series_from
from epsilog.kinds.study.ask.spelled import STUDIED, STUDY, study_from
from epsilog.roles.levels import keys_from
from epsilog.roles.place import placed
from epsilog.roles.query import CHOICES, KINDS, Choice, Kind, Query
from epsilog.roles.sought import EvenBins
from epsilog.spec.map import map_from
from epsilog.words.suggestion import did_you_mean

WHAT: Final = ("count", "sum", "mean", "histogram", "variance", "deviation", "ratio", *PAIRED)
CHOSEN: Final = ("median", "quantiles", "top", "most_common", "choose")
STRETCH: Final = ("time", "from", "to")
DETAILS: Final = (
    "by",
    "total",
    "map",
    "every",
    "as",
    *STRETCH,
    "between",
    "within",
    "keep",
    "tails",
    "per",
    "with",
    "bins",
    "edges",
    "grain",
    "missing",
    "mechanism",
)
CHOICE: Final = ("at", "among", "k", "best")
WISHES: Final = ("weight", "error", "expect", "name")
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
    return placed(lambda: During(fields["time"].text(), first, last), node, node)


def _day(node: Node) -> dt.date:
    text = node.text()
    if _DAY.fullmatch(text):
        try:
            return dt.date.fromisoformat(text)
        except ValueError:
            pass
    node.refuse(f"{text[:40]!r} is not a day", "write it as 2026-01-31; a live series may go on: `to: never`")


def query_from(
    node: Node,
    during: During | None,
    stretch: Mapping[str, Node],
    usual: str,
    booleans: frozenset[str] = frozenset(),
) -> Query:
    """One entry; what it does not say about time is what the release says (`during`, written as `stretch`)."""
    fields = node.mapping(*WHAT, *STUDIED, *CHOSEN, *DETAILS, *CHOICE, *WISHES, *STUDY)
    said = [name for name in (*WHAT, *STUDIED, *CHOSEN) if name in fields]
    if len(said) != 1:
        what = "says no thing to publish" if not said else f"says {' and '.join(said)}: one entry, one thing"
        node.refuse(f"this entry {what}", "one of " + ", ".join((*WHAT, *STUDIED, *CHOSEN)))
    given: dict[str, Any] = {"kind": _what(said[0], fields[said[0]])}
    if said[0] not in ("count", *STUDIED):
        given["column"] = fields[said[0]].text()
    if "by" in fields:
        if not isinstance(fields["by"].value, dict) or not fields["by"].value:
            fields["by"].refuse("says no column with its keys", "by: {region: [North, South]}, or leave `by` out")
        given["by"] = tuple(keys_from(name, keys, node) for name, keys in fields["by"].mapping().items())
    if "total" in fields:
        given["total"] = fields["total"].whole(at_least=0, at_most=2**53)
    if "map" in fields:
        given["map"] = map_from(fields["map"], node)
    if "every" in fields:
        given["every"] = period(fields["every"])
    if "as" in fields:
        given["shape"] = series_from(fields["as"])
    if any(name in fields for name in STRETCH):
        own: dict[str, Node] = {name: fields[name] for name in STRETCH if name in fields}
        given["during"] = during_from(node, {**stretch, **own})
    elif during is not None:
        given["during"] = during
    given |= _range(node, fields, said[0]) | _choice(node, fields, said[0])
    given |= study_from(node, fields, said[0], given, booleans)
    for name in ("grain", "missing", "expect", "weight"):
        if name in fields and not (name == "grain" and isinstance(given.get("sought"), EvenBins)):
            given[name] = fields[name].number()
    if "tails" in fields:
        given["tails"] = _ends(fields["tails"])
    if "per" in fields:
        given["per"] = _sum(fields["per"], "per: {sum: stays, between: [0, 10]}")
    if "with" in fields:
        if "per" in fields or said[0] not in PAIRED:
            fields["with"].refuse(
                "covariances and correlations say `with`, other queries do not",
                "correlation: systolic, with: {column: age, …}",
            )
        given["per"] = _other(fields["with"])
    elif "per" in fields and said[0] in PAIRED:
        fields["per"].refuse("a ratio says `per`", "with: {column: age, between: [0, 100]}")
    if "error" in fields:
        given |= _error(fields["error"], "expect" in fields)
    usual = "auto" if said[0] in CHOSEN else usual  # what is said for the whole release is about noise
    given["mechanism"] = _mechanism(fields["mechanism"].choice(CHOICES) if "mechanism" in fields else usual)
    if "name" in fields:
        given["name"] = name_of(fields["name"])
    return placed(lambda: Query(**given), node, node)


def _what(name: str, node: Node) -> Kind:
    if name == "count":
        return "rows" if node.choice(("rows", "persons")) == "rows" else "persons"
    also = {"median": "quantiles", "most_common": "top", "choose": "top", "table": "rows", "proportion": "rows"}
    wanted = also.get(name, name)
    return next(kind for kind in KINDS if kind == wanted)


def _mechanism(word: str) -> Choice:
    return next(choice for choice in CHOICES if choice == word)


def _choice(node: Node, fields: Mapping[str, Node], what: str) -> dict[str, Any]:
    """The shares of quantiles; the candidates of a choice, how many of them, and what the best have most of."""
    if what == "median":
        if "at" in fields:
            fields["at"].refuse("a median is at 0.5", "quantiles: …, at: [0.25, 0.5, 0.75]")
        return {"at": (Fraction(1, 2),)}
    given: dict[str, Any] = {}
    if "at" in fields:
        given["at"] = tuple(share.number() for share in fields["at"].items())
    if "among" in fields:
        given["among"] = _keys(fields["among"])
    if what in ("most_common", "choose") and "k" in fields:
        fields["k"].refuse(f"`{what}` chooses one", "top: …, k: 3")
    if what == "choose" and "best" not in fields:
        node.refuse("say what the best has most of", "best: rows, best: persons or best: {sum: cost, between: …}")
    if what in ("top", "most_common", "choose"):
        given["k"] = 1 if what != "top" else None
        given["best"] = "rows"
    if "k" in fields:
        given["k"] = fields["k"].whole(at_least=1)
    if "best" in fields:
        best = fields["best"]
        if isinstance(best.value, Mapping):
            given["best"] = _sum(best, "best: {sum: cost, between: [0, 1000]}")
        else:
            given["best"] = best.choice(("rows", "persons"))
    return given


def _sum(node: Node, hint: str) -> Sum:
    """A sum of another column."""
    fields = node.mapping("sum", "between", "within", "keep", "grain", "missing")
    for name in ("sum", "between"):
        if name not in fields:
            node.refuse(f"the field {name!r} is missing", hint)
    given: dict[str, Any] = {name: fields[name].number() for name in ("grain", "missing") if name in fields}
    if (clamp := clamp_from(node, fields)) is not None:
        if "grain" in given:
            fields["grain"].refuse("the grain of an unknown clamp follows from what is found", "leave `grain` out")
        if not hint.startswith("per"):
            fields["between"].refuse(
                "what the best have most of needs a declared clamp", "best: {sum: cost, between: [0, 1000]}"
            )
        return placed(lambda: Sum.unknown(fields["sum"].text(), clamp, given.get("missing")), node, node)
    return placed(lambda: Sum(fields["sum"].text(), _ends(fields["between"]), **given), node, node)


def _other(node: Node) -> Sum:
    """The second column of a covariance or correlation."""
    fields = node.mapping("column", "between", "grain", "missing", required=("column", "between"))
    given: dict[str, Any] = {name: fields[name].number() for name in ("grain", "missing") if name in fields}
    return placed(lambda: Sum(fields["column"].text(), _ends(fields["between"]), **given), node, node)


def _keys(node: Node) -> tuple[str, ...]:
    return tuple(key.word() for key in node.items())


def _range(node: Node, fields: Mapping[str, Node], what: str) -> dict[str, Any]:
    """Ends of a sum or mean; edges of a histogram, given or equally spaced."""
    if what != "histogram":
        for name in ("bins", "edges"):
            if name in fields:
                fields[name].refuse(
                    f"`{name}` belongs to a histogram", "histogram: age, between: [0, 100], bins: 10"
                )
        if (clamp := clamp_from(node, fields)) is not None:
            return {"sought": clamp}
        return {"between": _ends(fields["between"])} if "between" in fields else {}
    if (even := bins_from(node, fields)) is not None:
        return {"sought": even}
    if "edges" in fields:
        for name in ("between", "bins"):
            if name in fields:
                fields[name].refuse(f"`edges` say everything: leave `{name}` out", "edges: [0, 18, 65, 120]")
        return {"edges": tuple(edge.number() for edge in fields["edges"].items())}
    if "between" not in fields or "bins" not in fields:
        node.refuse(
            "a histogram needs `between` with `bins`, or `edges`",
            "between: [0, 100], bins: 10; ends you know without looking",
        )
    (low, high), bins = _ends(fields["between"]), fields["bins"].whole(at_least=1, at_most=MOST_BINS)
    return {"edges": tuple(low + (high - low) * Fraction(at, bins) for at in range(bins + 1))}


def _ends(node: Node) -> tuple[Fraction, Fraction]:
    ends = node.items()
    if len(ends) != 2:
        node.refuse("say two ends", f"{node.field.rpartition('.')[2] or 'between'}: [low, high]")
    low, high = (end.number() for end in ends)
    if low >= high:
        node.refuse("the lower end must be below the upper end", "between: [low, high]")
    return low, high


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


def name_of(node: Node) -> str:
    """A name, exactly as it was written."""
    text = node.word()
    if not text.strip() or len(text) > _LONGEST:
        node.refuse(f"say a name of 1 to {_LONGEST} characters", "a short name, such as visits")
    return text
