"""Tests asked of published tables. They use noisy numbers and cost nothing. A file has them among its entries.

::

    - test: {independence: infected-by-vaccinated}          # of an entry, by its name: costs nothing more
    - test: {independence: {infected: [yes, no], vaccinated: [yes, no]}}      # of a table of its own, which is paid
    - test: {goodness_of_fit: {column: sex, shares: {f: 0.5, m: 0.5}}}        # or {of: entry, shares: [0.5, 0.5]}
    - test: {two_proportions: infected-by-vaccinated}
    - test: {two_means: {mean: systolic, between: [80, 220], by: {sex: [f, m]}}}
    - test: {logrank: readmission}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from epsilog.core.number import exact, spell_number
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError
from epsilog.roles.document import Node
from epsilog.roles.entry import Entry
from epsilog.roles.place import make_at
from epsilog.roles.text import number, word
from epsilog.words.advice import did_you_mean

if TYPE_CHECKING:
    from epsilog.roles.spec import Spec

Asked = Literal["independence", "goodness_of_fit", "two_proportions", "two_means", "logrank"]
MOST_CELLS: Final = 1_000  # of a table whose independence is tested by simulation
MOST_ARMS: Final = 12
ASKED: Final[tuple[Asked, ...]] = get_args(Asked)


@dataclass(frozen=True)
class Question:
    """One test.

    of         the entry it is computed from
    shares     what goodness of fit compares its cells with, in their order

    >>> Question("independence", "infected-by-vaccinated").of
    'infected-by-vaccinated'
    """

    asked: Asked
    of: str
    shares: tuple[Fraction, ...] = ()

    def __post_init__(self) -> None:
        if self.asked not in ASKED:
            raise SpecError("unknown test", where="test", hint="one of " + ", ".join(ASKED))
        if (self.asked == "goodness_of_fit") != bool(self.shares):
            raise SpecError(
                "goodness of fit says `shares`, other tests do not",
                where="test.shares",
                hint="test: {goodness_of_fit: {column: sex, shares: {f: 0.5, m: 0.5}}}",
            )
        object.__setattr__(self, "shares", tuple(exact(share, "test.shares", above=0) for share in self.shares))

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        shares = {"shares": [spell_number(share) for share in self.shares]} if self.shares else {}
        return {"asked": self.asked, "of": self.of, **shares}

    def check(self, entries: Mapping[str, Entry], where: str) -> None:
        """Refuse a test that its entry cannot answer; `where` is where it stands in a request."""
        where = f"{where}.{self.asked}"
        if self.of not in entries:
            raise SpecError(
                f"no entry is called {self.of[:60]!r}", where=where, hint=did_you_mean(self.of, entries)
            )
        if wrong := _wrong(self, entries[self.of]):
            raise SpecError(wrong, where=where, hint=_EXAMPLES[self.asked])

    def line(self) -> str:
        """As a file writes it."""
        if not self.shares:
            return f"test: {{{self.asked}: {word(self.of)}}}"
        shares = ", ".join(map(number, self.shares))
        return f"test: {{{self.asked}: {{of: {word(self.of)}, shares: [{shares}]}}}}"

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Question:
        """Read it back."""
        return cls(record["asked"], record["of"], tuple(exact(one, "shares") for one in record.get("shares", ())))


_EXAMPLES: Final[dict[Asked, str]] = {
    "independence": "test: {independence: {infected: [yes, no], vaccinated: [yes, no]}}",
    "goodness_of_fit": "test: {goodness_of_fit: {column: sex, shares: {f: 0.5, m: 0.5}}}",
    "two_proportions": "test: {two_proportions: {infected: [yes, no], vaccinated: [yes, no]}}",
    "two_means": "test: {two_means: {mean: systolic, between: [80, 220], by: {sex: [f, m]}}}",
    "logrank": "test: {logrank: {time: days, event: died, horizon: 30d, by: {arm: [A, B]}}}",
}


def questions_of(spec: Spec) -> tuple[Question, ...]:
    """Every test of a release: those asked for, and the log-rank test of every survival entry with a few arms."""
    compared = (query for query in spec.publish if query.ask.exits is not None)
    arms = {query.name: _product([axis.size for axis in query.by]) for query in compared}
    own = (Question("logrank", name) for name, number in arms.items() if 2 <= number <= MOST_ARMS)
    said = (test for test in spec.tests if isinstance(test, Question))
    return tuple(dict.fromkeys((*said, *own)))


def _wrong(question: Question, query: Entry) -> str:
    """Why an entry cannot answer; nothing where it can."""
    sizes = [axis.size for axis in query.by]
    counted = query.kind == "rows" and query.every is None and not query.levels
    counted = counted and not any(isinstance(axis, Unknown) for axis in query.by)
    if question.asked == "logrank":
        many = query.kind == "survival" and 2 <= _product(sizes) <= MOST_ARMS
        return "" if many else f"the log-rank test compares the arms of a survival entry, 2 to {MOST_ARMS}"
    if question.asked == "two_means":
        fits = query.kind == "expectation" and sizes == [2] and query.every is None and query.total is None
        return "" if fits else "is asked of a mean about the population, by one column of two keys, n not public"
    if question.asked == "goodness_of_fit":
        one = counted and len(sizes) == 1 and sizes[0] >= 2
        # Bins that were found are as even as rows can be: every other share would be rejected, an even one never.
        one = one or (query.kind == "histogram" and not sizes and query.every is None and query.ask.sought is None)
        if not one or query.grid().size > MOST_CELLS:
            return f"is asked of a count by one column of 2 to {MOST_CELLS:,} keys, or of declared histograms"
        return "" if len(question.shares) == query.grid().size else "needs one share for each cell"
    if question.asked == "independence":
        fits = counted and len(sizes) == 2 and min(sizes) >= 2 and _product(sizes) <= MOST_CELLS
        return (
            "" if fits else f"is asked of a table of two columns, two keys each or more, {MOST_CELLS} cells at most"
        )
    fits = counted and sizes == [2, 2] and query.total is None
    return "" if fits else "two proportions are those of a table of two columns with two keys each"


def _product(sizes: Sequence[int]) -> int:
    size = 1
    for one in sizes:
        size *= one
    return size


Read = Callable[[Node], Entry]


@dataclass(frozen=True)
class AskedFor:
    """What a list of entries asks for: the tables, the tests, and the nodes of the tables in their order."""

    queries: tuple[Entry, ...]
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
    return make_at(lambda: Question(asked, of, shares), entry, node)


def _same(one: Entry, other: Entry) -> bool:
    """Whether two entries count the same, whatever is read off them, is public, and whatever they are called."""
    apart = {"name", "study", "weight", "error", "relative", "expect", "map"}
    apart |= {"total"} if other.total is None else set()
    apart |= {"about"} if one.kind == other.kind == "rows" else set()
    return _count_question(one, apart) == _count_question(other, apart)


def _count_question(entry: Entry, apart: set[str]) -> dict[str, Any]:
    record = {name: said for name, said in entry.to_dict().items() if name not in apart}
    record.get("exits", {}).pop("said", None)
    return record


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
