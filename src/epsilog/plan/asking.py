"""A question in plain fields: what somebody wants to know, about whom, how exactly. It holds no data."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from epsilog.core.bounds import Bounds
from epsilog.core.clock import Period
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.number import exact, whole
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.pair import PAIRED
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.entry import Entry
from epsilog.roles.spec import Spec, Spend
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
