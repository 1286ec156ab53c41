"""From a question in plain fields to a complete spec: what, about whom, how exact. Reads no data, opens no file.

The spec that comes out has its mechanism, bounds and epsilon filled in, and the sentences say why. What cannot be
had for the budget is refused, and what could be had instead is priced: the error that is possible, the epsilon it
would take, and coarser questions that need less.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from epsilog.core.bounds import Bounds
from epsilog.core.clock import PERIODS, Period
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.number import exact, whole
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.pair import PAIRED
from epsilog.core.unit import Protect, Unit
from epsilog.errors import BudgetExceeded, EpsilogError, SpecError
from epsilog.ledger.terms import Terms
from epsilog.plan.derivation import NAMES
from epsilog.plan.planner import margin, plan
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.entry import Entry
from epsilog.roles.error import ASSUMED_ROWS, for_ratio, width_of
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.roles.planned import Remark
from epsilog.roles.spec import Spec, Spend
from epsilog.words import plain
from epsilog.words.advice import did_you_mean

ADDED: Final = ("sum", "mean", "variance", "deviation", "ratio", *PAIRED)
CHOICES: Final = ("median", "quantiles", "top", "most_common")
WHAT: Final = ("rows", "persons", *ADDED, "histogram", *CHOICES)
COUNTS_ROWS: Final = ("mean", "variance", "deviation", *PAIRED)  # their `expect` is a number of rows
_DETAILS: Final = ("between", "edges", "at", "among", "k", "best", "per", "grain")
_WANTED: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("sum", "mean", "variance", "deviation"), ("between", "grain")),
    **dict.fromkeys(("ratio", *PAIRED), ("between", "per", "grain")),
    "histogram": ("edges",),
    **dict.fromkeys(("median", "quantiles"), ("between", "at", "grain")),
    **dict.fromkeys(("top", "most_common"), ("among", "k", "best")),
}
_HINTS: Final = {
    "between": "ends you know without looking: 80, 220",
    "edges": "between: 0, 100 and bins: 10",
    "at": "0.25, 0.5, 0.75",
    "among": "the keys to choose from",
    "k": "how many of them",
    "per": "the second column, and its ends",
    "column": "sum:COLUMN",
}


@dataclass(frozen=True)
class Question:
    """What somebody wants to know, in plain fields.

    what       what is asked: one of WHAT; all but rows and persons are about a `column`
    between    ends of the values that are added up or ranked; `edges` are those of a histogram's bins
    at         which quantiles; `among`, `k` and `best`: which keys to choose from, how many, by what
    per        what a ratio divides by, or the second column of a covariance or correlation
    who        the column that names a person, or "row"; `within` a period, if only that is protected
    often      the most rows of one person that should count in the whole table: known, never looked up in the data
    per_cell   the most of them in one cell; all of them, if not said: 1 would count persons there
    error      how far off a number may be; with `relative` a share of `expect` (a mean: of the width of its range)
    epsilon    what may be spent; None: as much as the error takes

    >>> from epsilog.plan.recommend import recommend
    >>> regions = Keys("region", ("North", "South", "East", "West"))
    >>> question = Question("rows", "patient_id", by=(regions,), often=4, error=Fraction(20))
    >>> answer = recommend(question)
    >>> answer.spec.bound, answer.spec.publish[0].mechanism, float(answer.epsilon)
    (Bounds(rows=4, cells=4, rows_per_cell=4), 'laplace', 0.584014)
    """

    what: str
    who: str
    column: str | None = None
    between: tuple[Fraction, Fraction] | None = None
    by: tuple[Keys, ...] = ()
    every: Period | None = None
    time: str | None = None
    first: dt.date | None = None
    last: dt.date | None = None
    edges: tuple[Fraction, ...] | None = None
    at: tuple[Fraction, ...] | None = None
    among: tuple[str, ...] | None = None
    k: int | None = None
    best: str | None = None
    per: Sum | None = None
    grain: Fraction | None = None
    within: str | None = None
    zone: str = "UTC"
    often: int = 1
    per_cell: int | None = None
    error: Fraction | None = None
    relative: bool = False
    expect: Fraction | None = None
    epsilon: Fraction | None = None
    delta: Fraction = Fraction(0)
    account: str = "account"
    file: str | None = None
    release: str = "answer"
    edition: str = "1"
    confidence: Fraction = Fraction(95, 100)

    def __post_init__(self) -> None:
        if self.what not in WHAT:
            raise SpecError(
                f"unknown question {str(self.what)[:40]!r}", where="what", hint=did_you_mean(str(self.what), WHAT)
            )
        object.__setattr__(self, "often", whole(self.often, "often", at_least=1, at_most=10**6))
        if self.per_cell is not None:
            object.__setattr__(self, "per_cell", whole(self.per_cell, "per_cell", at_least=1, at_most=10**6))
        for name in ("error", "expect", "epsilon"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, exact(value, name, above=0))
        object.__setattr__(self, "delta", exact(self.delta, "delta", at_least=0, below=1))
        if self.error is None and self.epsilon is None:
            raise SpecError("say how exact, or what may be spent", where="error", hint="--error 20, or --epsilon 1")
        stretch = (self.time, self.first, self.last)
        if any(part is None for part in stretch) and any(part is not None for part in stretch):
            raise SpecError(
                "say all three: time, from and to",
                where="from",
                hint="time: a column, from: 2026-01-01, to: 2026-12-31",
            )
        if (self.every or self.within) and self.time is None:
            raise SpecError("say which days, and which column tells them", where="time", hint="time, from and to")

    @property
    def during(self) -> During | None:
        """The days it is about."""
        if self.time is None or self.first is None or self.last is None:
            return None
        return During(self.time, self.first, self.last)

    def query(self) -> Entry:
        """The entry of `publish`."""
        given: dict[str, Any] = {"by": self.by, "every": self.every, "during": self.during}
        said: dict[str, Any] = {name: getattr(self, name) for name in (*_DETAILS, "column")}
        if self.what == "median":
            said["at"] = (Fraction(1, 2),) if self.at is None else self.at
        if self.what in ("top", "most_common"):
            said["best"] = self.best or "rows"
        if self.what == "most_common":
            if self.k is not None:
                raise SpecError("`most_common` chooses one", where="k", hint="top, k: 3")
            said["k"] = 1
        wanted = ("column", *_WANTED.get(self.what, ())) if self.what not in ("rows", "persons") else ()
        for name, value in said.items():
            if value is not None and name not in wanted:
                what = "a count has no column and no range" if not wanted else f"does not belong to {self.what}"
                raise SpecError(what, where=name, hint="leave it out")
            if value is None and name in wanted and name != "grain":
                raise SpecError(f"{self.what} needs it", where=name, hint=_HINTS.get(name, ""))
        if self.what == "median" and said["at"] != (Fraction(1, 2),):
            raise SpecError("a median is at 0.5", where="at", hint="quantiles, at: 0.25, 0.5, 0.75")
        given |= {name: value for name, value in said.items() if value is not None}
        wishes = {"error": self.error, "relative": self.relative, "expect": self.expect}
        kind = {"median": "quantiles", "most_common": "top"}.get(self.what, self.what)
        return Query(kind=kind, **given, **wishes)  # type: ignore[arg-type]

    def bounds(self) -> Bounds:
        """What one person may contribute: `often` rows, in as many cells, `per_cell` of them in the same one."""
        if self.who == "row":
            return Bounds()
        size = self.query().grid().size
        cells = min(self.often, size)
        if self.what == "persons":
            return Bounds(cells=cells)
        per_cell = self.often if self.per_cell is None else min(self.per_cell, self.often)
        return Bounds(rows=self.often, cells=cells, rows_per_cell=per_cell)

    def spec(self) -> Spec:
        """The request as it is asked, its mechanism still open."""
        columns: dict[str, ColumnKind] = {} if self.who == "row" else {self.who: "text"}
        columns |= {keys.column: "text" for keys in self.by}
        if self.time is not None:
            columns[self.time] = "timestamp"
        if self.column is not None:
            columns[self.column] = "text" if self.what in ("top", "most_common") else "number"
        if self.per is not None:
            columns[self.per.column] = "number"
        return Spec(
            self.release,
            self.edition,
            Origin(self.file, columns or {"row": "text"}),
            Protect(Unit(self.who, per=self.within), self.zone),
            self.bounds(),
            (self.query(),),
            Spend(self.account, self.epsilon, self.delta),
            self.during,
            self.confidence,
        )


USUAL_DELTA: Final = Fraction(1, 10**6)  # what a question without a delta is compared at
WEAK: Final = 10  # an epsilon above it promises little to anybody


@dataclass(frozen=True)
class Option:
    """Something else that could be asked, and the epsilon it takes; `fits` where the budget is enough for it."""

    remark: Remark
    epsilon: Fraction
    fits: bool


@dataclass(frozen=True)
class Recommendation:
    """A plan for the question, why it is so, and what else there is. `fits` says whether it may be spent."""

    question: Question
    plan: Plan
    needed: Fraction
    fits: bool
    reasons: tuple[Remark, ...]
    options: tuple[Option, ...] = ()

    @property
    def epsilon(self) -> Fraction:
        """What the release costs by itself."""
        return epsilon_of(self.plan)

    @property
    def margin(self) -> float:
        """How far off a number will be at the question's confidence."""
        return margin(self.plan, 0)

    @property
    def spec(self) -> Spec:
        """The complete request; refused where the budget is too small for it."""
        if not self.fits:
            given = plain(float(self.question.epsilon or 0), 6) if self.question.epsilon else "less"
            raise BudgetExceeded(
                f"this takes epsilon {plain(float(self.needed), 6, 'up')}, there is {given}",
                where="error",
                hint=f"an error of {plain(self.margin, 3, 'up')} is possible" if self.margin else "",
            )
        return self.plan.spec


def recommend(question: Question, terms: Terms | None = None) -> Recommendation:
    """The spec for a question under the terms of the account that will pay, or what could be asked instead."""
    free = replace(question, epsilon=None) if question.error is not None else question
    asked = plan(free.spec(), terms)
    needed = asked.share.epsilon
    budget = _budget(question, terms)
    if question.error is None or budget is None or needed <= budget:
        # Said outright, a mechanism has no reason but that it was said.
        made = replace(_settle_spec(asked, question, terms), reasons=asked.reasons)
        reasons = _reasons(question, made, terms)
        return Recommendation(question, made, needed, True, reasons, _cheaper(question, made, None, terms))
    # The refused error is left out: what the budget gives instead is what could be had.
    possible = plan(replace(question, error=None, relative=False, epsilon=budget).spec(), terms)
    options = _cheaper(question, asked, budget, terms)
    return Recommendation(question, possible, needed, False, _reasons(question, asked, terms), options)


def _budget(question: Question, terms: Terms | None) -> Fraction | None:
    if question.epsilon is not None:
        return question.epsilon
    return None if terms is None else terms.allowance.epsilon


def _settle_spec(asked: Plan, question: Question, terms: Terms | None) -> Plan:
    """The plan of the spec with everything said: the law that was chosen, the epsilon it takes."""
    laws = {draw.law for draw in asked.draws_of(0)}
    query = asked.spec.publish[0]
    if len(laws) == 1:
        query = replace(query, mechanism=laws.pop())
    spend = replace(asked.spec.spend, epsilon=question.epsilon if question.error is None else epsilon_of(asked))
    return plan(replace(asked.spec, publish=(query,), spend=spend), terms)


def _reasons(question: Question, made: Plan, terms: Terms | None) -> tuple[Remark, ...]:
    draw, query = made.vectors_of(0)[0], made.spec.publish[0]
    # What a choice is made from is no cell of the table.
    size = 1 if query.ask.is_chosen else query.grid().size
    found = []
    if question.who == "row":
        found.append(Remark("recommend.why.row"))
    elif question.within is not None:
        period = f"plan.period.{NAMES[question.within]}"
        found.append(Remark("recommend.why.within", (("who", question.who), ("period", period))))
    else:
        found.append(Remark("recommend.why.person", (("who", question.who),)))
    if question.who != "row":
        moved = draw.contribution
        said = {"often": question.often, "cells": moved.cells, "size": size, "per_cell": moved.rows_per_cell}
        key = "recommend.why.bound" if size > 1 else "recommend.why.bound.one"
        kept = said if size > 1 else {"often": question.often}
        found.append(Remark(key, tuple((name, f"{number:,}") for name, number in kept.items())))
        if size > 1 and question.per_cell is None and moved.rows_per_cell > 1:
            found.append(Remark("recommend.why.per_cell", (("per_cell", f"{moved.rows_per_cell:,}"),)))
    found += [one for one in made.reasons if not one.key.startswith(_SAID_HERE)]
    epsilon = epsilon_of(made)
    values = (("error", plain(margin(made, 0), 3, "up")), ("epsilon", plain(float(epsilon), 6)))
    sure = (("confidence", plain(100 * float(question.confidence), 6)),)
    found += _holds(query, values + sure)
    if epsilon > WEAK:
        found.append(Remark("recommend.why.weak", (("epsilon", plain(float(epsilon), 3)),)))
    other = _other_currency(question, made) if terms is None else None
    return tuple(found) if other is None else (*found, other)


def error_kind(query: Entry) -> str:
    """How the error of an entry is told: what is chosen has no noise around it."""
    return query.kind if query.ask.is_chosen else "number"


def _holds(query: Entry, values: tuple[tuple[str, str], ...]) -> list[Remark]:
    """The error and what it takes, and for which cells it holds where it depends on them."""
    if query.kind == "ratio":
        return [Remark("recommend.why.ratio", (*values, *for_ratio(query).items()))]
    said = [Remark(f"recommend.why.epsilon.{error_kind(query)}", values)]
    if query.kind not in COUNTS_ROWS:
        return said
    rows = float(query.expect) if query.expect is not None else ASSUMED_ROWS
    key = "recommend.why.expect" if query.expect is not None else "recommend.why.assumed"
    return [*said, Remark(key, (("rows", plain(rows, 6)),))]


def _other_currency(question: Question, made: Plan) -> Remark | None:
    """What the same error would take with a delta, or without one."""
    delta = Fraction(0) if question.delta else USUAL_DELTA
    width = width_of(made.spec.publish[0]) or margin(made, 0)
    if not 0 < width < math.inf:
        return None
    error = exact(width, "error")
    needs = _needs(replace(question, error=error, relative=False, delta=delta, epsilon=None), None)
    if needs is None:
        return None
    values = (("epsilon", plain(float(needs), 4, "up")),)
    if not delta:
        return Remark("recommend.why.pure", values)
    return Remark("recommend.why.delta", (*values, ("delta", plain(float(delta)))))


def _needs(question: Question, terms: Terms | None) -> Fraction | None:
    """The epsilon a question takes; None where it cannot be asked."""
    try:
        return plan(replace(question, epsilon=None).spec(), terms).share.epsilon
    except EpsilogError:
        return None


def _cheaper(question: Question, made: Plan, budget: Fraction | None, terms: Terms | None) -> tuple[Option, ...]:
    """Other questions that take less, the cheapest last."""
    if question.error is None:
        return ()
    now, found = made.share.epsilon, []
    for remark, other in _others(question, terms):
        needs = _needs(other, terms)
        if needs is not None and needs < now * Fraction(99, 100):
            filled = replace(remark, values=(*remark.values, ("epsilon", plain(float(needs), 4, "up"))))
            found.append(Option(filled, needs, budget is None or needs <= budget))
    return tuple(sorted(found, key=lambda one: -one.epsilon))


def _others(question: Question, terms: Terms | None) -> list[tuple[Remark, Question]]:
    size = question.query().grid().size
    found: list[tuple[Remark, Question]] = []
    words: tuple[tuple[str, str], ...]
    coarser: Callable[[Question, int], Question] = lambda other, most: _scale(other, size, most)  # noqa: E731
    for longer in PERIODS[PERIODS.index(question.every) + 1 :] if question.every is not None else ():
        words, most = (("period", f"plan.period.{NAMES[longer]}"),), _MOST_WITHIN[longer][question.every or longer]
        found.append((Remark("recommend.option.every", words), coarser(replace(question, every=longer), most)))
    for keys in question.by:
        rest = tuple(one for one in question.by if one is not keys)
        words = (("column", keys.column),)
        found.append((Remark("recommend.option.by", words), coarser(replace(question, by=rest), len(keys.keys))))
    if question.who != "row" and question.often > 1:
        fewer = max(1, question.often // 2)
        words = (("often", f"{fewer:,}"), ("who", question.who))
        found.append((Remark("recommend.option.often", words), replace(question, often=fewer)))
    if (
        question.per_cell is None
        and question.what not in ("persons", *CHOICES)
        and question.who != "row"
        and size > 1 < question.often
    ):
        words = (("who", question.who),)
        found.append((Remark("recommend.option.per_cell", words), replace(question, per_cell=1)))
    if terms is None and not question.delta:
        words = (("delta", plain(float(USUAL_DELTA))),)
        found.append((Remark("recommend.option.delta", words), replace(question, delta=USUAL_DELTA)))
    if terms is None and question.delta:  # no account is named yet, so its currency is still a choice
        found.append((Remark("recommend.option.pure"), replace(question, delta=Fraction(0))))
    return found


def _scale(question: Question, size: int, most: int) -> Question:
    """Fewer cells hold more each: a typical number, where one was said, grows with them, and so do a person's rows.

    A cell is made of at most `most` of those before. Whoever had so many rows in each of them keeps them all: an
    alternative that dropped some would look cheap because it answers less.
    """
    if question.per_cell is not None:
        question = replace(question, per_cell=min(question.often, question.per_cell * most))
    if question.expect is None or not (question.relative or question.what in COUNTS_ROWS):
        return question
    return replace(question, expect=question.expect * Fraction(size, question.query().grid().size))


# What a plan says of its whole share is said here in other words.
_SAID_HERE: Final = ("plan.why.left", "plan.why.epsilon")

# How many of the shorter periods one of the longer can touch at most: a month of 31 days may lie in six weeks.
_MOST_WITHIN: Final[Mapping[str, Mapping[str, int]]] = {
    "1d": {"1h": 25},
    "1w": {"1h": 169, "1d": 7},
    "1mo": {"1h": 745, "1d": 31, "1w": 6},
    "1q": {"1h": 2209, "1d": 92, "1w": 14, "1mo": 3},
    "1y": {"1h": 8785, "1d": 366, "1w": 54, "1mo": 12, "1q": 4},
}
