"""Tests as they are written among the entries of `publish`.

::

    - test: {independence: infected-by-vaccinated}          # of an entry, by its name: costs nothing more
    - test: {independence: {infected: [yes, no], vaccinated: [yes, no]}}      # of a table of its own, which is paid
    - test: {goodness_of_fit: {column: sex, shares: {f: 0.5, m: 0.5}}}        # or {of: entry, shares: [0.5, 0.5]}
    - test: {two_proportions: infected-by-vaccinated}
    - test: {two_means: {mean: systolic, between: [80, 220], by: {sex: [f, m]}}}
    - test: {logrank: readmission}
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from epsilog.core.document import Node
from epsilog.kinds.study.ask.asked import ASKED, Asked, Question
from epsilog.roles.place import placed
from epsilog.roles.query import Query

Read = Callable[[Node], Query]


@dataclass(frozen=True)
class AskedFor:
    """What a list of entries asks for: the tables, the tests, and the nodes of the tables in their order."""

    queries: tuple[Query, ...]
    questions: tuple[Question, ...]
    order: list[Node]


def asked_in(entries: Sequence[Node], read: Read) -> AskedFor:
    """Tables and tests; a test of columns brings its own table, unless an entry counts the same cells already."""
    tests = [entry for entry in entries if isinstance(entry.value, dict) and "test" in entry.value]
    nodes = [entry for entry in entries if entry not in tests]
    queries = [read(entry) for entry in nodes]
    questions: list[Question] = []
    for entry in tests:
        fields = entry.mapping("test", "name", "by")
        said = fields["test"].mapping(*ASKED)
        if len(said) != 1:
            fields["test"].refuse("one entry, one test", "test: {independence: [infected, vaccinated]}")
        ((name, node),) = said.items()
        asked = next(one for one in ASKED if one == name)
        own = _own_table(asked, node, fields)
        shares = _shares(asked, node)
        if own is None:
            of = node.mapping("of", "shares", required=("of",))["of"] if isinstance(node.value, dict) else node
            questions.append(_question(asked, of.word(), shares, entry, node))
            continue
        query = read(own)
        same = next((one for one in queries if _same(one, query)), None)
        if same is None:
            queries.append(query)
            nodes.append(own)
        questions.append(_question(asked, (same or query).name, shares, entry, node))
    if not queries:
        entries[0].refuse("a test needs something to be published", "table: {infected: [yes, no], …}")
    return AskedFor(tuple(queries), tuple(questions), [*nodes, *tests])


def _question(asked: Asked, of: str, shares: tuple[Any, ...], entry: Node, node: Node) -> Question:
    return placed(lambda: Question(asked, of, shares), entry, node)


def _same(one: Query, other: Query) -> bool:
    """Whether two entries count the same, whatever is read off them, is public, and whatever they are called."""
    alike: dict[str, Any] = {"name": "-", "study": None, "weight": 1, "error": None, "relative": False}
    alike |= {"total": None} if other.total is None else {}
    alike |= {"expect": None, "map": None, **({"about": "data"} if one.kind == other.kind == "rows" else {})}
    return replace(one, **alike) == replace(other, **alike)


def _own_table(asked: Asked, node: Node, fields: dict[str, Node]) -> Node | None:
    """The entry a test of columns stands for; None where it names an entry."""
    said: dict[str, Node] = {name: fields[name] for name in ("name", "by") if name in fields}
    if asked in ("independence", "two_proportions") and isinstance(node.value, list | dict):
        return replace(node, value={**said, "table": node})
    if not isinstance(node.value, dict) or "of" in node.value:
        return None
    if asked == "goodness_of_fit":
        inner = node.mapping("column", "shares", required=("column", "shares"))
        keys = inner["shares"].mapping()
        listed = replace(inner["shares"], value=[replace(share, value=key) for key, share in keys.items()])
        return replace(node, value={**said, "table": replace(node, value={inner["column"].text(): listed})})
    if asked == "two_means":
        about = replace(node, value="population", field=f"{node.field}.about")
        return replace(node, value={**said, **node.mapping(), "about": about})
    if asked == "logrank":
        return replace(node, value={**said, "survival": node})
    return None


def _shares(asked: Asked, node: Node) -> tuple[Any, ...]:
    if asked != "goodness_of_fit" or not isinstance(node.value, dict):
        return ()
    shares = node.mapping("of", "column", "shares", required=("shares",))["shares"]
    listed = list(shares.value.values()) if isinstance(shares.value, dict) else shares.items()
    return tuple(share.number(above=0) for share in listed)
