"""Tests asked of published tables: which one, of which entry. They use its noisy numbers and cost nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from epsilog.core.number import exact, written
from epsilog.core.unknown import Unknown
from epsilog.errors import SpecError
from epsilog.words.suggestion import did_you_mean

if TYPE_CHECKING:
    from epsilog.roles.query import Query
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
        shares = {"shares": [written(share) for share in self.shares]} if self.shares else {}
        return {"asked": self.asked, "of": self.of, **shares}

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
    compared = (query for query in spec.publish if query.exits is not None)
    arms = {query.name: _product([axis.size for axis in query.by]) for query in compared}
    own = (Question("logrank", name) for name, number in arms.items() if 2 <= number <= MOST_ARMS)
    return tuple(dict.fromkeys((*spec.tests, *own)))


def check_questions(questions: Sequence[Question], entries: Sequence[Query]) -> None:
    """Refuse a test that its entry cannot answer."""
    known = {query.name: query for query in entries}
    if len(set(questions)) != len(questions):
        raise SpecError("the same test is asked twice", where="test", hint="leave one of them out")
    for at, question in enumerate(questions):
        where = f"publish[{len(entries) + at}].test.{question.asked}"  # a file has its tests among the entries
        if question.of not in known:
            raise SpecError(
                f"no entry is called {question.of[:60]!r}", where=where, hint=did_you_mean(question.of, known)
            )
        wrong = _wrong(question, known[question.of])
        if wrong:
            raise SpecError(wrong, where=where, hint=_EXAMPLES[question.asked])


def _wrong(question: Question, query: Query) -> str:
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
        one = one or (query.kind == "histogram" and not sizes and query.every is None and query.sought is None)
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
