"""What is read off a table, as it is written in a file.

::

    - table: {infected: [yes, no], vaccinated: [yes, no]}       # or table: [infected, vaccinated], with `by`
      show: [difference, relative_risk, odds_ratio]
    - proportion: {infected: [yes, no]}                         # or a boolean column: proportion: infected
      by: {region: [North, South]}
      about: population
    - survival: {time: days, event: readmitted, horizon: 30d, by: {arm: [A, B]}}
    - survival: {time: days, event: died, horizon: 365d, withdrawn: evenly}   # or `at the end`; else any order
      expect: 700                                               # people in an arm, a guess: the plan chooses bins
    - survival: {time: days, event: died, horizon: 30d, complete: true}      # nobody can be lost before the horizon
      public: {n: 5000}
      show: [recipe]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from epsilog.core.about import ABOUT
from epsilog.core.document import Node
from epsilog.core.exit import UNITS, WITHDRAWN, Exit
from epsilog.core.grid import Keys
from epsilog.kinds.study.ask.study import MEAN_METHODS, METHODS, SHOW, Standard, Study
from epsilog.roles.levels import keys_from
from epsilog.roles.place import placed

STUDIED: Final = ("table", "proportion", "survival")
STUDY: Final = ("about", "show", "method", "standard", "population", "public")
_HORIZON: Final = re.compile(r"([0-9][0-9./]*)\s*(h|d|w|mo|y)")


def study_from(
    node: Node, fields: Mapping[str, Node], what: str, given: Mapping[str, Any], booleans: frozenset[str]
) -> dict[str, Any]:
    """The parts of an entry that are about the population, and the columns of a table."""
    found: dict[str, Any] = {}
    if "about" in fields:
        found["about"] = fields["about"].choice(ABOUT)
    if "public" in fields:
        if "total" in fields:
            fields["total"].refuse("`public: {n: …}` says it already", "leave `total` out")
        found["total"] = fields["public"].mapping("n", required=("n",))["n"].whole(at_least=0, at_most=2**53)
    by = tuple(given.get("by", ()))
    if what == "survival":
        found |= _survival(fields["survival"], node, by)
    show = [one.choice(SHOW) for one in fields["show"].items()] if "show" in fields else []
    if what == "table":
        found["by"] = _columns(fields["table"], node, by, booleans)
    if what == "proportion":
        found["by"] = (*_outcome(fields["proportion"], node), *by)
        show = ["proportion", *(word for word in show if word != "proportion")]
    if what == "mean" and "method" in fields:
        found["method"] = fields["method"].choice(MEAN_METHODS)
        fields = {name: field for name, field in fields.items() if name != "method"}
    if show or any(name in fields for name in ("method", "standard", "population")):
        found["study"] = _study(node, fields, show)
        if "at" in given:
            found["at"] = None
    return found


def _study(node: Node, fields: Mapping[str, Node], show: list[str]) -> Study:
    said: dict[str, Any] = {"show": tuple(show)}
    if "standard" in fields:
        if "standardised" not in show:
            said["show"] = (*show, "standardised")
        columns = fields["standard"].mapping()
        if len(columns) != 1:
            fields["standard"].refuse("weighs the keys of one column", "standard: {age: {0-39: 50, 40+: 50}}")
        ((column, weights),) = columns.items()
        people = _numbers(fields["population"]) if "population" in fields else {}
        given: Any = _numbers(weights)
        said["standard"] = placed(lambda: Standard(column, given, tuple(people.items())), node, fields["standard"])
    elif "population" in fields:
        fields["population"].refuse("a population goes with `standard`", "standard: {age: {0-39: 50, 40+: 50}}")
    if "method" in fields:
        said["method"] = fields["method"].choice(METHODS)
    if "at" in fields:
        said["at"] = tuple(share.number() for share in fields["at"].items())
    return placed(lambda: Study(**said), node, node)


def _numbers(node: Node) -> dict[str, Fraction]:
    return {name: number.number(at_least=0) for name, number in node.mapping().items()}


def _columns(node: Node, entry: Node, by: tuple[Keys, ...], booleans: frozenset[str]) -> tuple[Keys, ...]:
    """The columns of a table in their order: with their keys, or named, and their keys under `by` or boolean."""
    if node.value in ({}, []):
        node.refuse("a table has columns", "table: {infected: [yes, no], vaccinated: [yes, no]}")
    if isinstance(node.value, dict):
        return (*(keys_from(name, keys, entry) for name, keys in node.mapping().items()), *by)
    known = {name: Keys(name, ("true", "false")) for name in booleans} | {keys.column: keys for keys in by}
    names = [column.word() for column in node.items()]
    for name, column in zip(names, node.items(), strict=True):
        if name not in known:
            hint = "table: {infected: [yes, no], vaccinated: [yes, no]}"
            column.refuse(f"the keys of {name[:60]!r} are not declared", hint)
    return (*(known[name] for name in names), *(keys for keys in by if keys.column not in names))


def _outcome(node: Node, entry: Node) -> tuple[Keys, ...]:
    """The column a share is of; a name alone is that of a boolean."""
    if isinstance(node.value, dict):
        found = tuple(keys_from(name, keys, entry) for name, keys in node.mapping().items())
        if len(found) != 1:
            node.refuse("a share is that of one column", "proportion: {infected: [yes, no]}")
        return found
    return (Keys(node.text(), ("true", "false")),)


def _survival(node: Node, entry: Node, by: tuple[Keys, ...]) -> dict[str, Any]:
    known = ("time", "event", "horizon", "bins", "ends", "by", "complete", "withdrawn")
    fields = node.mapping(*known, required=("time", "event", "horizon"))
    text = fields["horizon"].word().strip()
    match = _HORIZON.fullmatch(text)
    if match is None:
        fields["horizon"].refuse(f"{text[:40]!r} is no horizon", "30d, 24h, 8w, 12mo or 5y: in units of the time")
    unit = next(unit for unit in UNITS if unit == match[2])
    horizon = fields["horizon"].asking(lambda _, name: _number(match[1], name))
    said: dict[str, Any] = {"unit": unit}
    if "complete" in fields:
        said["complete"] = fields["complete"].flag()
    if "withdrawn" in fields:
        said["withdrawn"] = fields["withdrawn"].choice(WITHDRAWN)
    event = fields["event"]
    if isinstance(event.value, dict):
        codes = event.mapping("column", "causes", "censored", required=("column", "causes"))
        status = codes["column"].text()
        said["causes"] = tuple(code.word() for code in codes["causes"].items())
        said["censored"] = tuple(code.word() for code in codes["censored"].items()) if "censored" in codes else ()
    else:
        status = event.text()
    if "by" in fields and not fields["by"].value:
        fields["by"].refuse("says no column with its keys", "by: {arm: [A, B]}, or leave `by` out")
    arms = (
        tuple(keys_from(name, keys, entry) for name, keys in fields["by"].mapping().items())
        if "by" in fields
        else ()
    )
    time = fields["time"].text()
    if "ends" in fields:
        ends = tuple(end.number(above=0) for end in fields["ends"].items())
        if not ends or ends[-1] != horizon:
            fields["ends"].refuse("the last bin ends at the horizon", "ends: [7, 14, 30], with horizon: 30d")
        exits = placed(lambda: Exit(time, status, ends, **said), entry, node)
    else:
        bins = fields["bins"].whole(at_least=1) if "bins" in fields else None
        exits = placed(lambda: Exit.within(time, status, horizon, bins, **said), entry, node)
    return {"exits": exits, "by": (*by, *arms)}


def _number(text: str, name: str) -> Fraction:
    from epsilog.core.number import exact

    return exact(text, name, above=0)
