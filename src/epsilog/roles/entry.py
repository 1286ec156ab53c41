"""One entry of `publish`: what is asked, over which cells, and how exact it should be."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from epsilog.core.clock import PERIODS, Period
from epsilog.core.during import During
from epsilog.core.grid import Axis, Grid, Keys
from epsilog.core.measure import Measure, Persons
from epsilog.core.number import ABOUT, About, exact, spell_number, whole
from epsilog.core.unknown import Unknown, check_unknown
from epsilog.errors import SpecError
from epsilog.roles.ask import Ask
from epsilog.roles.axes import axes_of
from epsilog.roles.map import Map
from epsilog.roles.ranges import FOUND_BINS, refusal
from epsilog.roles.shape import As, check_shape, read_shape, shape_name

Choice = Literal["auto", "laplace", "gaussian"]
CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)
MOST_PEOPLE: Final = 10**8
# Cards hold requests as text, so their fields keep the order they always had.
_BEFORE_WISHES: Final = ("between", "edges", "tails", "grain", "missing")
_BEFORE_ABOUT: Final = ("per", "at", "among", "k", "best")


@dataclass(frozen=True)
class Entry:
    """What all kinds share, and an ask of one kind. `Query` (registry/asks.py) makes one.

    ask        what is counted, added up or chosen: a class of its kind
    by         keys of one or several columns, in the order of the table; {column: [keys]} is read as well
    error      how far off a number may be, at the release's confidence: in the data's own units, or with `relative`
               as a share of `expect`; for a mean as a share of the width of `between`
    expect     a public guess, never taken from the data: a typical number of the table; for a mean, variance or
               deviation the number of rows a cell has, for a ratio the sum below, because their errors depend on
               it; of a survival entry the people in one arm: a plan chooses its bins by that where none are said
    weight     how much this entry matters when a budget is divided; ignored where errors are given
    total      the public number of rows in the table, under replace neighbours: tidied numbers add up to it
    map        how it is drawn as a map, one number per key
    shape      what a series with `every` says at every tick; `as` in a spec file (roles/shape.py)
    about      whether ranges hold the noise alone (`data`) or sampling as well (`population`)
    live       ticks are told as they come: what asks, not what is asked
    """

    ask: Ask
    by: tuple[Keys, ...] = ()
    every: Period | None = None
    during: During | None = None
    mechanism: Choice = "auto"
    weight: Fraction = Fraction(1)
    error: Fraction | None = None
    relative: bool = False
    expect: Fraction | None = None
    name: str = ""
    total: int | None = None
    map: Map | None = None
    shape: As | None = None
    about: About = "data"
    live: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by", axes_of(self.by))
        object.__setattr__(self, "shape", read_shape(self.shape))
        self.ask.check(self)
        check_unknown(self)
        if self.every is not None and self.every not in PERIODS:
            raise SpecError(f"unknown step {self.every!r}", where="every", hint="one of " + ", ".join(PERIODS))
        check_shape(self)
        self._check_about()
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
        if any(keys.under for keys in self.by) and self.kind not in self.ask.adds_up:
            raise SpecError(
                "only rows, histograms and sums add up along a hierarchy",
                where="by",
                hint="count rows under `bound: {rows: 1}` to count persons once" if self.kind == "persons" else "",
            )
        self._check_total()
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

    def _check_about(self) -> None:
        """Refuse ranges about a population where none can be given."""
        if self.about not in ABOUT:
            raise SpecError("is about the data or about the population", where="about", hint="about: population")
        if self.about == "population":
            if self.kind not in self.ask.tells_population:
                raise SpecError(
                    "about a population only counts, proportions, means and quantiles can be published",
                    where="about",
                    hint="leave `about` out: ranges are then about the data",
                )
            if any(isinstance(axis, Unknown) for axis in self.by):
                raise SpecError(
                    "keys that were found are those that happened to be common, and ranges would not know it",
                    where="about",
                    hint="declare the keys, or leave `about` out",
                )
            if self.shape is not None or self.levels:
                raise SpecError(
                    "is about one table, not a series or a hierarchy", where="about", hint="leave it out"
                )
        told = self.about == "population" or self.ask.is_studied
        if told and self.ask.sought is not None:
            raise refusal(FOUND_BINS)
        if self.total is not None and told and self.total > MOST_PEOPLE:
            raise SpecError(f"is at most {MOST_PEOPLE:,} people", where="public.n", hint="public: {n: 5000}")

    def _check_total(self) -> None:
        if self.total is None:
            return
        object.__setattr__(self, "total", whole(self.total, "total", at_least=0, at_most=2**53))
        if not self.ask.may_have_total(self) or self.every is not None:
            raise SpecError(
                "a public `total` is one number of rows, without `every`",
                where="total",
                hint="leave `total` out, or `every`",
            )
        if self.levels and (len(self.by) > 1 or self.ask.axes()):
            raise SpecError(
                "a public `total` is that of one hierarchy: the table is divided by more",
                where="total",
                hint="leave `total` out, or publish the hierarchy by itself",
            )

    def _usual_name(self) -> str:
        what, by = self.ask.stem(self.by)
        said = shape_name(self.shape)
        named = "".join(f"-by-{keys.column}" for keys in by)
        return what + named + (f"-every-{self.every}" if self.every else "") + (f"-{said}" if said else "")

    def asking(self, **given: Any) -> Entry:
        """The same entry, its ask with other fields."""
        return replace(self, ask=replace(self.ask, **given))  # type: ignore[type-var]

    def within(self, during: During | None) -> Entry:
        """The same entry over the release's own stretch of time where it names none."""
        return self if self.during is not None or during is None else replace(self, during=during)

    def grid(self) -> Grid:
        """The cells the source counts in: keys, then ticks, then bins or candidates."""
        axes: list[Axis] = list(self.by)
        if self.every is not None:
            if self.during is None:
                raise SpecError("`every` needs a declared range", where="every", hint="add time, from and to")
            axes.append(self.during.ticks(self.every))
        return Grid((*axes, *self.ask.axes()))

    def shown(self) -> Grid:
        """The rows of its published table: the cells, or the answers of each group of a choice."""
        return self.ask.shown(self.grid())

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
        grid = self.grid()
        return self.ask.shown(grid).size if not self.levels else grid.roll_up(part).size

    def measures(self) -> tuple[Measure, ...]:
        """The vectors that are drawn for it: those of the cells, then one for each level of a hierarchy."""
        cells = self.in_cells()
        if not self.levels:
            return cells
        added = [one for one in cells if not isinstance(one, Persons)]
        return tuple(replace(one, up=up) for up in range(self.levels + 1) for one in added)

    def in_cells(self) -> tuple[Measure, ...]:
        """The vectors that are drawn for it: a mean is a sum around the middle of its range, and a count."""
        return self.ask.in_cells(self)

    @property
    def parts(self) -> tuple[str, ...]:
        """What each vector is called, in the order of `measures`."""
        return self.ask.parts(self)

    def columns(self) -> set[str]:
        """Every column it looks at."""
        named = {keys.column for keys in self.by} | self.ask.columns()
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
        own = self.ask.to_dict(self)
        record |= {name: own[name] for name in _BEFORE_WISHES if name in own}
        for name in ("error", "expect"):
            if (number := getattr(self, name)) is not None:
                record[name] = spell_number(number)
        record |= {name: own[name] for name in _BEFORE_ABOUT if name in own}
        if self.about != "data":
            record["about"] = self.about
        record |= own
        return record | {
            "mechanism": self.mechanism,
            "weight": spell_number(self.weight),
            "relative": self.relative,
        }

    @property
    def kind(self) -> str:
        """The word by which it is stored: rows, mean, quantiles."""
        return self.ask.word

    @property
    def column(self) -> str | None:
        """The column that is counted or added up."""
        return self.ask.column
