"""One thing to publish: what is counted or added up, over which cells, and how exact it should be."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from epsilog.core.clock import PERIODS, Period, tick_of
from epsilog.core.grid import Bins, Grid, Keys, Ticks
from epsilog.core.measure import Measure, Persons, Rows, Total
from epsilog.core.number import exact, written
from epsilog.errors import SpecError

Kind = Literal["rows", "persons", "sum", "mean", "histogram"]
Choice = Literal["auto", "laplace", "gaussian"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)
ADDED: Final[tuple[Kind, ...]] = ("rows", "histogram", "sum")


@dataclass(frozen=True)
class During:
    """A declared stretch of days in the release's time zone, both ends included, and the column that says when.

    Days may be given as text: "2026-01-31".

    >>> During("visited_at", dt.date(2026, 1, 1), dt.date(2026, 12, 31)).ticks("1mo").size
    12
    """

    time: str
    first: dt.date
    last: dt.date

    def __post_init__(self) -> None:
        for name, where in (("first", "from"), ("last", "to")):
            object.__setattr__(self, name, _day(getattr(self, name), where))
        if self.last < self.first:
            raise SpecError("ends before it begins", where="to")
        if not (self.first.year >= 1900 and self.last.year <= 2200):
            raise SpecError("lies outside the years 1900 to 2200", where="from")

    def ticks(self, every: Period) -> Ticks:
        """The stretch cut into ticks."""
        end = dt.datetime.combine(self.last, dt.time(23, 59, 59))
        return Ticks(
            self.time, every, tick_of(dt.datetime.combine(self.first, dt.time()), every), tick_of(end, every)
        )

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {"time": self.time, "from": self.first.isoformat(), "to": self.last.isoformat()}


@dataclass(frozen=True)
class Query:
    """An entry of `publish`.

    by         keys of one or several columns, in the order of the table; {column: [keys]} is read as well
    error      how far off a number may be, at the release's confidence: in the data's own units, or with `relative`
               as a share of `expect`; for a mean as a share of the width of `between`
    expect     a public guess, never taken from the data: a typical number of the table; for a mean the number of
               rows a cell has, because the error of a mean depends on it
    weight     how much this entry matters when a budget is divided; ignored where errors are given
    total      the public number of rows in the table, under replace neighbours: tidied numbers add up to it

    >>> Query("mean", "systolic", between=(Fraction(80), Fraction(220))).measures()[1]
    Rows(of='systolic')
    """

    kind: Kind
    column: str | None = None
    by: tuple[Keys, ...] = ()
    every: Period | None = None
    during: During | None = None
    between: tuple[Fraction, Fraction] | None = None
    grain: Fraction | None = None
    missing: Fraction | None = None
    edges: tuple[Fraction, ...] | None = None
    mechanism: Choice = "auto"
    weight: Fraction = Fraction(1)
    error: Fraction | None = None
    relative: bool = False
    expect: Fraction | None = None
    name: str = ""
    total: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise SpecError(f"unknown query {self.kind!r}", where="publish", hint="one of " + ", ".join(KINDS))
        object.__setattr__(self, "by", _axes(self.by))
        counted = self.kind in ("rows", "persons")
        if counted == (self.column is not None):
            raise SpecError("counts name no column, other queries do", where="publish")
        if (self.between is not None) != (self.kind in ("sum", "mean")):
            raise SpecError(
                "sums and means need `between: [low, high]`, other queries have none",
                where="between",
                hint="values beyond the ends are clamped; say ends you know without looking at the data",
            )
        if (self.edges is not None) != (self.kind == "histogram"):
            raise SpecError("a histogram needs `edges`, or `between` with `bins`", where="edges")
        if (self.grain is not None or self.missing is not None) and self.kind not in ("sum", "mean"):
            raise SpecError("`grain` and `missing` belong to sums and means", where="grain")
        if self.every is not None and self.every not in PERIODS:
            raise SpecError(f"unknown step {self.every!r}", where="every", hint="one of " + ", ".join(PERIODS))
        if self.mechanism not in CHOICES:
            raise SpecError("unknown mechanism", where="mechanism", hint="one of " + ", ".join(CHOICES))
        object.__setattr__(self, "weight", exact(self.weight, "weight", above=0, at_most=10**6))
        if self.error is not None:
            object.__setattr__(self, "error", exact(self.error, "error", above=0))
        if self.expect is not None:
            object.__setattr__(self, "expect", exact(self.expect, "expect", above=0))
        if self.relative and (self.error is None or self.expect is None):
            raise SpecError("a relative error needs `error` and `expect`, a public guess", where="expect")
        if any(keys.under for keys in self.by) and self.kind not in ADDED:
            raise SpecError(
                "only rows, histograms and sums add up along a hierarchy",
                where="by",
                hint="count rows under `bound: {rows: 1}` to count persons once" if self.kind == "persons" else "",
            )
        if self.total is not None:
            object.__setattr__(self, "total", whole(self.total, "total", at_least=0, at_most=2**53))
            if self.kind not in ("rows", "histogram") or self.every is not None:
                raise SpecError("a public `total` is one number of rows, without `every`", where="total")
            if self.levels and (len(self.by) > 1 or self.edges is not None):
                raise SpecError(
                    "a public `total` is that of one hierarchy: the table is divided by more",
                    where="total",
                    hint="leave `total` out, or publish the hierarchy by itself",
                )
        if not self.name:
            object.__setattr__(self, "name", self._usual_name())

    def _usual_name(self) -> str:
        what = f"count-{self.kind}" if self.column is None else f"{self.kind}-{self.column}"
        by = "".join(f"-by-{keys.column}" for keys in self.by)
        return what + by + (f"-every-{self.every}" if self.every else "")

    def within(self, during: During | None) -> Query:
        """The same query over the release's own stretch of time where it names none."""
        if self.during is not None or during is None:
            return self
        return Query(**{**self.__dict__, "during": during})

    def grid(self) -> Grid:
        """The cells of its table: keys, then ticks, then bins."""
        axes: list[Keys | Ticks | Bins] = list(self.by)
        if self.every is not None:
            if self.during is None:
                raise SpecError("`every` needs a declared range", where="every", hint="add time, from and to")
            axes.append(self.during.ticks(self.every))
        if self.edges is not None and self.column is not None:
            axes.append(Bins(self.column, self.edges))
        return Grid(tuple(axes))

    @property
    def levels(self) -> int:
        """How many levels its hierarchy has above the cells."""
        return max((len(keys.under) for keys in self.by), default=0)

    def level_names(self) -> tuple[str, ...]:
        """What the cells and the levels above them are called; () without a hierarchy."""
        named = next((keys for keys in self.by if keys.under), None)
        return () if named is None else (named.column, *(level.name for level in named.under))

    def level_weights(self) -> tuple[Fraction, ...]:
        """How much each level matters against the others, the cells first."""
        named = next((keys for keys in self.by if keys.under), None)
        return (Fraction(1),) if named is None else (named.weight, *(level.weight for level in named.under))

    def called(self, part: int) -> str:
        """Its name, and that of the level a vector belongs to."""
        return f"{self.name} / {self.level_names()[part]}" if self.levels else self.name

    def size_of(self, part: int) -> int:
        """How many numbers a vector has."""
        return self.grid().rolled(part if self.levels else 0).size

    def measures(self) -> tuple[Measure, ...]:
        """The vectors that are drawn for it: those of the cells, then one for each level of a hierarchy."""
        cells = self.in_cells()
        if not self.levels:
            return cells
        added = [one for one in cells if not isinstance(one, Persons)]
        return tuple(replace(one, up=up) for up in range(self.levels + 1) for one in added)

    def in_cells(self) -> tuple[Measure, ...]:
        """The vectors that are drawn for it: a mean is a sum around the middle of its range, and a count."""
        if self.kind == "rows":
            return (Rows(),)
        if self.kind == "persons":
            return (Persons(),)
        if self.kind == "histogram":
            return (Rows(of=self.column),)
        assert self.column is not None
        assert self.between is not None
        low, high = self.between
        total = Total.between(self.column, low, high, self.grain, self.missing, centred=self.kind == "mean")
        if self.kind == "sum":
            return (total,)
        return (total, Rows(of=self.column if self.missing is None else None))

    def columns(self) -> set[str]:
        """Every column it looks at."""
        named = {keys.column for keys in self.by} | ({self.column} if self.column else set())
        return named | ({self.during.time} if self.during else set())

    def to_dict(self) -> dict[str, Any]:
        """As it is stored: every field that was said, numbers as exact text."""
        record: dict[str, Any] = {"kind": self.kind, "name": self.name}
        if self.column is not None:
            record["column"] = self.column
        if self.by:
            # A list, because the order of the axes is the order of the cells.
            record["by"] = [keys.to_dict() for keys in self.by]
        if self.total is not None:
            record["total"] = self.total
        if self.every is not None:
            record["every"] = self.every
        if self.during is not None:
            record["during"] = self.during.to_dict()
        for name in ("between", "edges"):
            if (ends := getattr(self, name)) is not None:
                record[name] = [written(end) for end in ends]
        for name in ("grain", "missing", "error", "expect"):
            if (number := getattr(self, name)) is not None:
                record[name] = written(number)
        return record | {"mechanism": self.mechanism, "weight": written(self.weight), "relative": self.relative}


def _day(given: object, where: str) -> dt.date:
    """A day; text is read where it can mean only one."""
    if isinstance(given, str) and len(given) == 10 and given[7] == "-":  # no weeks
        with suppress(ValueError):
            return dt.date.fromisoformat(given)
    if not isinstance(given, dt.date) or isinstance(given, dt.datetime):
        raise SpecError("is not a day", where=where, hint='datetime.date(2026, 1, 31), or "2026-01-31"')
    return given


def _axes(given: object) -> tuple[Keys, ...]:
    """The columns a table is divided by, in whichever of the plain ways they were said."""
    if isinstance(given, Keys):
        return (given,)
    if isinstance(given, Mapping):
        return tuple(Keys(column, _listed(column, keys)) for column, keys in given.items())
    if not isinstance(given, list | tuple) or not all(isinstance(axis, Keys) for axis in given):
        hint = 'by={"region": ["North", "South"]}, or by=(Keys("region", ("North", "South")),)'
        raise SpecError("is no list of keys", where="by", hint=hint)
    return tuple(given)


def _listed(column: object, keys: object) -> tuple[str, ...]:
    if not isinstance(column, str) or not isinstance(keys, list | tuple):
        raise SpecError("name a column and list its keys", where="by", hint='{"region": ["North", "South"]}')
    return tuple(keys)
