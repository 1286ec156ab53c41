"""One thing to publish: what is counted or added up, over which cells, and how exact it should be."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from epsilog.core.about import About
from epsilog.core.axes import axes_of
from epsilog.core.candidates import Sum, bins_around, read_shares, values_between
from epsilog.core.clock import PERIODS, Period
from epsilog.core.during import During
from epsilog.core.exit import Exit, even_ends
from epsilog.core.grid import Axis, Bins, Grid, Keys
from epsilog.core.map import Map
from epsilog.core.measure import Measure, Persons, Rows, Squares, Total
from epsilog.core.number import exact, whole, written
from epsilog.core.pair import PAIR_PARTS, PAIRED, check_other, pair_measures
from epsilog.core.tails import settle_tails, sides_of, tails_of
from epsilog.core.unknown import UNKNOWN, check_unknown
from epsilog.errors import SpecError
from epsilog.kinds.study.ask.study import MeanMethod, Study, about_population, check_study
from epsilog.roles.cut import settle_sought
from epsilog.roles.shape import As, check_shape, read_shape, shape_name
from epsilog.roles.sought import Clamp, Sought

Kind = Literal[
    "rows",
    "persons",
    "sum",
    "mean",
    "histogram",
    "variance",
    "deviation",
    "ratio",
    "covariance",
    "correlation",
    "quantiles",
    "top",
    "expectation",  # a mean about the population
    "survival",
]
Choice = Literal["auto", "laplace", "gaussian"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)
ADDED: Final[tuple[Kind, ...]] = ("rows", "histogram", "sum")
SPREADS: Final[tuple[Kind, ...]] = ("variance", "deviation", "covariance", "correlation")
CLAMPED: Final[tuple[Kind, ...]] = ("sum", "mean", "ratio", "quantiles", "expectation", *SPREADS)
PICKED: Final[tuple[Kind, ...]] = ("quantiles", "top")  # answers that are chosen and have no noise of their own
# Numbers made of several noisy vectors, and what each of these is.
PARTS: Final[dict[Kind, tuple[str, ...]]] = {
    "mean": ("sum", "rows"),
    "variance": ("sum", "squares", "rows"),
    "deviation": ("sum", "squares", "rows"),
    "ratio": ("above", "below"),
    "expectation": ("sum", "squares", "rows"),
    "covariance": PAIR_PARTS["covariance"],
    "correlation": PAIR_PARTS["correlation"],
}


@dataclass(frozen=True)
class Query:
    """An entry of `publish`.

    by         keys of one or several columns, in the order of the table; {column: [keys]} is read as well
    per        what a ratio divides by; the second column of a covariance or correlation, `with` in a spec file
    at         which quantiles, as shares of the rows
    among, k   the keys to choose from, and how many of them; `best` says what the best have most of
    error      how far off a number may be, at the release's confidence: in the data's own units, or with `relative`
               as a share of `expect`; for a mean as a share of the width of `between`
    expect     a public guess, never taken from the data: a typical number of the table; for a mean, variance or
               deviation the number of rows a cell has, for a ratio the sum below, because their errors depend on
               it; of a survival entry the people in one arm: a plan chooses its bins by that where none are said
    weight     how much this entry matters when a budget is divided; ignored where errors are given
    total      the public number of rows in the table, under replace neighbours: tidied numbers add up to it
    map        how it is drawn as a map, one number per key
    sought     a clamp or bins to be found first, for a part of the price; `unknown` in a spec file (first/ends)
    about      whether ranges hold the noise alone (`data`) or sampling as well (`population`)
    study      what is read off its table besides the cells
    exits      when and how people leave follow-up, of a survival entry
    method     how the range of a mean about the population is made (docs/statistics.md): `missing`; `sure`;
               `student`, which is a public statement that values are nearly symmetric
    tails      ends no value passes: the rows a mean's clamp moved are counted beside it (core/tails.py)
    shape      what a series with `every` says at every tick; `as` in a spec file (roles/shape.py)

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
    map: Map | None = None
    per: Sum | None = None
    at: tuple[Fraction, ...] | None = None
    among: tuple[str, ...] | None = None
    k: int | None = None
    best: Literal["rows", "persons"] | Sum | None = None
    sought: Sought | None = None
    together: bool = field(default=False, compare=False)  # what a plan chose, not a request: core/joint_moments.py
    live: bool = field(default=False, compare=False)  # ticks are told as they come: what asks, not what is asked
    shape: As | None = None
    about: About = "data"
    study: Study | None = None
    exits: Exit | None = None
    tails: tuple[Fraction, Fraction] | None = None
    method: MeanMethod = "missing"

    def __post_init__(self) -> None:
        for name, said in about_population(self).items():
            object.__setattr__(self, name, said)
        if self.kind not in KINDS:
            raise SpecError(f"unknown query {self.kind!r}", where="publish", hint="one of " + ", ".join(KINDS))
        object.__setattr__(self, "by", axes_of(self.by))
        settle_sought(self)
        counted = self.kind in ("rows", "persons", "survival")
        if counted == (self.column is not None):
            raise SpecError(
                "counts name no column, other queries do", where="publish", hint="count: rows, or mean: systolic"
            )
        if (self.between is not None) != (self.kind in CLAMPED):
            raise SpecError(
                "sums, means, variances and ratios need `between: [low, high]`, other queries have none",
                where="between",
                hint="values beyond the ends are clamped; say ends you know without looking at the data",
            )
        if (self.edges is not None) != (self.kind == "histogram"):
            raise SpecError(
                "a histogram needs `edges`, or `between` with `bins`",
                where="edges",
                hint="between: [0, 100], bins: 10",
            )
        if self.missing is not None and self.kind == "quantiles":
            raise SpecError("a missing value has no rank", where="missing", hint="leave it out")
        if (self.grain is not None or self.missing is not None) and self.kind not in CLAMPED:
            raise SpecError(
                "`grain` and `missing` belong to what has `between`",
                where="grain",
                hint="leave them out, or say between: [0, 100]",
            )
        check_other(self)
        self._check_choice()
        settle_tails(self)
        check_unknown(self)
        if self.every is not None and self.every not in PERIODS:
            raise SpecError(f"unknown step {self.every!r}", where="every", hint="one of " + ", ".join(PERIODS))
        object.__setattr__(self, "shape", read_shape(self.shape))
        check_shape(self)
        check_study(self)
        if self.mechanism not in CHOICES:
            raise SpecError("unknown mechanism", where="mechanism", hint="one of " + ", ".join(CHOICES))
        object.__setattr__(self, "weight", exact(self.weight, "weight", above=0, at_most=10**6))
        if self.error is not None:
            object.__setattr__(self, "error", exact(self.error, "error", above=0))
        if self.expect is not None:
            object.__setattr__(self, "expect", exact(self.expect, "expect", above=0, at_most=2**53))
        if self.relative and (self.error is None or self.expect is None):
            raise SpecError(
                "a relative error needs `error` and `expect`, a public guess", where="expect", hint="expect: 200"
            )
        if any(keys.under for keys in self.by) and self.kind not in ADDED:
            raise SpecError(
                "only rows, histograms and sums add up along a hierarchy",
                where="by",
                hint="count rows under `bound: {rows: 1}` to count persons once" if self.kind == "persons" else "",
            )
        if self.total is not None:
            object.__setattr__(self, "total", whole(self.total, "total", at_least=0, at_most=2**53))
            single = self.kind in ("expectation", "survival") and not self.by
            if (self.kind not in ("rows", "histogram") and not single) or self.every is not None:
                raise SpecError(
                    "a public `total` is one number of rows, without `every`",
                    where="total",
                    hint="leave `total` out, or `every`",
                )
            if self.levels and (len(self.by) > 1 or self.edges is not None):
                raise SpecError(
                    "a public `total` is that of one hierarchy: the table is divided by more",
                    where="total",
                    hint="leave `total` out, or publish the hierarchy by itself",
                )
        object.__setattr__(self, "map", Map.said(self.map))
        if self.map is not None:
            if self.kind not in ("rows", "persons") or len(self.by) != 1 or self.every is not None:
                raise SpecError(
                    "a map shows one count for each key of one column",
                    where="map",
                    hint="a count with one column in `by`, without `every`",
                )
            self.map.check(self.by[0].keys)
            self.map.must_lie_beside()
        if not self.name:
            object.__setattr__(self, "name", self._usual_name())

    def _check_choice(self) -> None:
        if (self.at is not None) != (self.kind == "quantiles"):
            raise SpecError("quantiles say `at`, other queries do not", where="at", hint="at: [0.25, 0.5, 0.75]")
        if self.kind == "top" and self.best is None:
            object.__setattr__(self, "best", "rows")  # as a spec file that says nothing
        top = {"among": self.among, "k": self.k, "best": self.best}
        odd = [name for name, given in top.items() if (given is None) == (self.kind == "top")]
        if odd:
            what = "is missing" if self.kind == "top" else "does not belong here"
            raise SpecError(
                f"the top of a list says `among` and `k`, other queries do not: `{odd[0]}` {what}",
                where=odd[0],
                hint="top: diagnosis, among: [flu, cold, mumps], k: 2",
            )
        if self.kind in PICKED and self.mechanism != "auto":
            raise SpecError("a choice has no noise of its own", where="mechanism", hint="leave it out")
        if self.at is not None:
            object.__setattr__(self, "at", read_shares(self.at))
        if self.among is not None and self.column is not None:
            object.__setattr__(self, "among", Keys(self.column, self.among).keys)
            object.__setattr__(self, "k", whole(self.k, "k", at_least=1, at_most=len(self.among)))
            if not isinstance(self.best, Sum) and self.best not in ("rows", "persons"):
                raise SpecError("the best have most rows, persons or a sum", where="best", hint="best: persons")

    def candidates(self) -> Keys | Bins:
        """What is chosen from in each group: the values a quantile can be, or the declared keys."""
        if self.kind == "top":
            assert self.column is not None
            assert self.among is not None
            return Keys(self.column, self.among)
        return bins_around(self.column or "", *self.values())

    def values(self) -> tuple[int, Fraction, int]:
        """The values a quantile can be: multiples of a step, from which one on, and how many.

        >>> Query("quantiles", "age", between=(Fraction(0), Fraction(100)), grain=1, at=(Fraction(1, 2),)).values()
        (0, Fraction(1, 1), 101)
        """
        assert self.between is not None
        return values_between(self.between, self.grain)

    def shown(self) -> Grid:
        """The rows of its published table: the cells, or the answers of each group of a choice.

        >>> quarters = (Fraction(1, 4), Fraction(1, 2))
        >>> ages = Query("quantiles", "age", between=(Fraction(0), Fraction(100)), at=quarters)
        >>> list(ages.shown().keys())
        [('0.25',), ('0.5',)]
        """
        if self.kind not in PICKED:
            return self.grid()
        groups = self.grid().axes[:-1]
        name, labels = "place", tuple(str(place + 1) for place in range(self.k or 0))
        if self.at is not None:
            name, labels = "quantile", tuple(f"{float(share):.12g}" for share in self.at)
        while any(axis.column == name for axis in groups):
            name += " (asked)"
        return Grid((*groups, Keys(name, labels)))

    def _usual_name(self) -> str:
        kind = f"top-{self.k}" if self.kind == "top" else "median" if self.at == (Fraction(1, 2),) else self.kind
        kind = "mean" if self.kind == "expectation" else kind
        what = f"count-{self.kind}" if self.column is None else f"{kind}-{self.column}"
        what = what if self.exits is None else f"survival-{self.exits.column}"
        between = "with" if self.kind in PAIRED else "per"
        what += f"-{between}-{self.per.column}" if self.per is not None else ""
        own = self.study is not None and self.study.show[0] == "proportion"
        what = f"proportion-{self.by[0].column}" if own else what
        by = "".join(f"-by-{keys.column}" for keys in self.by[own:])
        said = shape_name(self.shape)
        return what + by + (f"-every-{self.every}" if self.every else "") + (f"-{said}" if said else "")

    def within(self, during: During | None) -> Query:
        """The same query over the release's own stretch of time where it names none."""
        if self.during is not None or during is None:
            return self
        return Query(**{**self.__dict__, "during": during})

    def grid(self) -> Grid:
        """The cells the source counts in: keys, then ticks, then bins or candidates."""
        axes: list[Axis] = list(self.by)
        if self.every is not None:
            if self.during is None:
                raise SpecError("`every` needs a declared range", where="every", hint="add time, from and to")
            axes.append(self.during.ticks(self.every))
        if self.edges is not None and self.column is not None:
            axes.append(Bins(self.column, self.edges))
        if self.exits is not None:
            axes.append(self.exits)
        if self.kind in PICKED:
            axes.append(self.candidates())
        return Grid(tuple(axes))

    @property
    def bins_are_said(self) -> bool:
        """Whether a survival entry names the usual bins itself, where a plan would have chosen others."""
        if self.exits is None or self.expect is None or not self.exits.said:
            return False
        return self.exits.ends == even_ends(self.exits.horizon)

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

    def part_of(self, part: int) -> str:
        """What a vector counts or adds up."""
        return self.parts[0 if self.levels else part]

    def size_of(self, part: int) -> int:
        """How many numbers are stored of a vector."""
        if self.kind in PICKED:
            return self.shown().size
        return self.grid().rolled(part if self.levels else 0).size

    def measures(self) -> tuple[Measure, ...]:
        """The vectors that are drawn for it: those of the cells, then one for each level of a hierarchy."""
        cells = self.in_cells()
        if not self.levels:
            return cells
        added = [one for one in cells if not isinstance(one, Persons)]
        return tuple(replace(one, up=up) for up in range(self.levels + 1) for one in added)

    def in_cells(self) -> tuple[Measure, ...]:
        """The vectors that are drawn for it: a mean is a sum around the middle of its range, and a count.

        A variance has a sum of squares as well; a ratio is two sums.
        """
        if self.kind in ("rows", "survival"):
            return (Rows(),)
        if self.kind == "persons":
            return (Persons(),)
        if self.kind in ("histogram", "quantiles"):
            return (Rows(of=self.column),)
        if self.kind == "top":
            if isinstance(self.best, Sum):
                return (self.best.total(),)
            return (Rows(),) if self.best == "rows" else (Persons(),)
        assert self.column is not None
        assert self.between is not None
        if self.kind in PAIRED:
            return pair_measures(self)
        low, high = self.between
        centred = self.kind in ("mean", "variance", "deviation", "expectation")
        if isinstance(self.sought, Clamp):
            total = self.sought.total(self.column, self.missing, centred=centred)
        else:
            total = Total.between(self.column, low, high, self.grain, self.missing, centred=centred)
        if self.per is not None:
            return (total, self.per.total())
        if self.kind == "sum":
            return (total,)
        rows = Rows(of=self.column if self.missing is None else None)
        if self.kind == "mean":
            return (total, rows, *tails_of(self))
        squares = Squares.of_values(total, together=self.together)
        return (total, squares, *((rows,) if self.total is None else ()), *tails_of(self))

    @property
    def parts(self) -> tuple[str, ...]:
        """What each vector is called, in the order of `measures`."""
        parts = PARTS.get(self.kind, (self.kind,))
        return (*(parts if self.kind != "expectation" or self.total is None else parts[:-1]), *sides_of(self))

    def columns(self) -> set[str]:
        """Every column it looks at."""
        named = {keys.column for keys in self.by} | (set() if self.column is None else {self.column})
        named |= {other.column for other in (self.per, self.best) if isinstance(other, Sum)}
        named |= set() if self.exits is None else {self.exits.column, self.exits.status}
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
        if self.map is not None:
            record["map"] = self.map.to_dict()
        if self.every is not None:
            record["every"] = self.every
        if self.shape is not None:
            record["as"] = self.shape.to_dict()
        if self.during is not None:
            record["during"] = self.during.to_dict()
        for name in ("between", "edges"):
            if (ends := getattr(self, name)) is not None:
                record[name] = [written(end) for end in ends]
                record[name] = record[name] if self.sought is None else {UNKNOWN: self.sought.to_dict()}
        if self.tails is not None:
            record["tails"] = [written(end) for end in self.tails]
        for name in ("grain", "missing", "error", "expect"):
            if (number := getattr(self, name)) is not None:
                record[name] = written(number)
        if self.per is not None:
            record["per"] = self.per.to_dict()
        if self.at is not None:
            record["at"] = [written(share) for share in self.at]
        if self.among is not None:
            best = self.best.to_dict() if isinstance(self.best, Sum) else self.best
            record |= {"among": list(self.among), "k": self.k, "best": best}
        if self.about != "data":
            record["about"] = self.about
        if self.method != "missing":
            record["method"] = self.method
        for name in ("study", "exits"):
            if (part := getattr(self, name)) is not None:
                record[name] = part.to_dict()
        if self.bins_are_said:
            record["exits"]["said"] = True
        return record | {"mechanism": self.mechanism, "weight": written(self.weight), "relative": self.relative}
