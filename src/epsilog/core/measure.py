"""What is counted in each cell, and how far one unit may move it.

The source computes, for a unit u and each cell c that u has rows in (docs/proofs/bounding.md proves the rest):

1. u's rows inside the table are grouped by cell; n(c) rows lie in cell c.
2. u keeps its first `cells` cells in an order that depends on u's name and the cell's number alone.
3. In that order each kept cell is granted a(c) = min(n(c), rows_per_cell, what is left of `rows`) rows.
4. With m(c) the rows of c whose value is not missing and a = min(m(c), a(c)), the unit contributes

   =================  ==========================================================================
   Rows               a
   Persons            1 (each person once per cell, however many of its units are in it)
   Total, "clamp"     the sum of its values in c, each clamped, the sum clamped to a times the ends
   Total, "scale"     that sum times a / m(c), towards zero: a rows that look like its average row
   Squares            the same with the square of each value's distance from the middle
   Beyond             how many of its values in c lie beyond a clamp, at most a
   =================  ==========================================================================

Under `bound: {norm: …}` nothing is dropped: a(c) = n(c), and the unit's vector over all cells, in grains, is scaled
down to that length (below). A row then counts as 100 grains of 1/100, since a part of a row is no whole row.

Under ``each: row`` a unit is one row, contributes to one cell, and no bounds are allowed. Where a unit is a person
within a window of periods, all of this is about one period of one person; `core/measure.py` adds them up.

A unit that is a person within any w periods of the wall clock that follow each other.

Rows are bounded within one period of one person, exactly as for a unit that is one period: whatever is kept of a
period is a function of that period's rows alone. A cap over a sliding window would not be: which rows of today are
kept would depend on yesterday's, and a change within one window would move what is kept long after it. So one unit
moves a table by the sum of what its periods move it by, each of them as `core/measure.py` says, and docs/proofs/
windows.md goes on from there.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from epsilog.core.bounded import Sensitivity
from epsilog.core.bounds import Bounds
from epsilog.core.clock import PERIODS, Period, fits_within, tick_of, tick_start
from epsilog.core.grid import Grid, Ticks
from epsilog.core.number import ceiling, exact, whole
from epsilog.core.unit import Unit, check_window
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.roles.entry import Entry


# A bound on the length of one unit's vector: it is scaled down as a whole, and loses none of its cells.


PER_ROW: Final = 100  # a count's grains to a row: a row scaled down is not a whole row
WIDEST: Final = 2**31
ANSWERED: Final = ("rows", "persons", "histogram", "sum")
_ROOM: Final = 2**127 - 1
_EXACT: Final = 2**53  # binary64 has every whole number up to here


@dataclass(frozen=True)
class Norm:
    """The L2 norm one unit's vector may have, in grains, over so many cells.

    With v the unit's vector, each entry clamped to ±`furthest`, and S the larger of Σv² and `most`², the unit
    contributes for each v the largest w >= 0 with w² · S <= v² · `most`², with the sign of v.

    >>> Norm(500, 4).scaled([300, -400, 0, 0]), Norm(500, 4).scaled([1000, -1000, 1000, 1000])
    ([300, -400, 0, 0], [250, -250, 250, 250])

    Σw² <= Σv² · most² / S <= most², because S is at least Σv². Where Σv² <= most², w = v. The clamp keeps the exact
    arithmetic within 127 bits and is the same for everybody (docs/proofs/bounding.md, section 2a).
    """

    most: int
    cells: int

    @classmethod
    def of(cls, bound: Fraction, reach: int, cells: int) -> Norm:
        """From the declared bound: as long as that many rows in one cell, each at its furthest."""
        most = math.floor(bound * reach)
        if most < 1:
            raise SpecError("is less than one grain", where="bound.norm", hint="a larger norm, or a finer grain")
        if most > WIDEST:
            raise SpecError(
                "is more than 2^31 grains", where="bound.norm", hint="a smaller norm, or a coarser grain"
            )
        return cls(most, cells)

    @property
    def furthest(self) -> int:
        """Where single entries are clamped; never below `most`."""
        return min(_EXACT, math.isqrt(_ROOM // (self.most**2 + 4 * (self.most + 1) * self.cells)))

    @property
    def l1(self) -> int:
        """The largest L1 norm: by Cauchy and Schwarz, and because |w| <= w² for whole numbers."""
        return min(_root_up(self.most**2 * self.cells), self.most**2)

    def scaled(self, values: Sequence[int]) -> list[int]:
        """What is left of one unit's vector."""
        clamped = [min(max(value, -self.furthest), self.furthest) for value in values]
        square = max(sum(value * value for value in clamped), self.most**2)
        sizes = [math.isqrt(value * value * self.most**2 // square) for value in clamped]
        return [-size if value < 0 else size for value, size in zip(clamped, sizes, strict=True)]


def rows_worth(grains: int, reach: int) -> int:
    """So many grains in rows, rounded up."""
    return ceiling(Fraction(grains, reach))


def _root_up(number: int) -> int:
    root = math.isqrt(number)
    return root if root * root == number else root + 1


def check_norm(query: Entry, tidied: bool, where: str) -> None:
    """Refuse what a scaled vector does not answer."""
    if query.kind not in ANSWERED:
        raise SpecError(
            "under a norm each vector is scaled by itself, and this is made of several or chosen by rank",
            where=f"{where}, bound.norm",
            hint="counts, histograms and sums; for others bound: {rows: 4, cells: 4}",
        )
    if query.levels:
        raise SpecError(
            "a norm bounds cells, and sums of cells along a hierarchy are longer",
            where=f"{where}, bound.norm",
            hint="bound: {rows: 4, cells: 4}",
        )
    if query.mechanism == "laplace":
        raise SpecError(
            "a norm is a bound on L2, which Laplace noise does not use",
            where=f"{where}, mechanism",
            hint="gaussian or auto; or bound: {rows: 4, cells: 4}",
        )
    if tidied or query.total is not None:
        raise SpecError(
            "under a norm numbers are no whole numbers: a row may count as a part of one",
            where="tidy.whole" if tidied else f"{where}, total",
            hint="leave it out, or bound: {rows: 4, cells: 4}",
        )


_SECOND = dt.timedelta(seconds=1)


def ticks_of(grid: Grid) -> Ticks | None:
    """The axis of time, where there is one."""
    return next((axis for axis in grid.axes if isinstance(axis, Ticks)), None)


def period_named(text: str) -> Period:
    """A period by its name."""
    return next(period for period in PERIODS if period == text)


def periods_met(grid: Grid, unit: Unit) -> int:
    """How many periods of one unit may have rows in this table: the window, or all there are if that is fewer.

    >>> from epsilog.core.clock import tick_of
    >>> first = tick_of(dt.datetime(2026, 1, 1), "1d")
    >>> january = Grid((Ticks("at", "1d", first, first + 30),))
    >>> [periods_met(january, Unit("id", per="1d", window=w)) for w in (1, 7, 365)]
    [1, 7, 31]
    """
    ticks = ticks_of(grid)
    if unit.window is None or unit.per is None or ticks is None:
        return unit.steps
    first, last = tick_start(ticks.first, ticks.every), tick_start(ticks.last + 1, ticks.every) - _SECOND
    per = period_named(unit.per)
    return min(unit.window, tick_of(last, per) - tick_of(first, per) + 1)


def keeps_apart(grid: Grid, unit: Unit) -> bool:
    """Whether two periods of one person never share a cell: every tick lies within one period.

    >>> hours, weeks = (Grid((Ticks("at", every, 0, 9),)) for every in ("1h", "1w"))
    >>> day = Unit("id", per="1d", window=7)
    >>> keeps_apart(hours, day), keeps_apart(weeks, day), keeps_apart(Grid(), day)
    (True, False, False)
    """
    ticks = ticks_of(grid)
    return ticks is not None and unit.per is not None and fits_within(ticks.every, period_named(unit.per))


def over_all_periods(one: Sensitivity, grid: Grid, unit: Unit, *, once: bool) -> Sensitivity:
    """How far all periods of one unit move a table that one of them moves by `one`.

    `once` says that a person counts once in a cell, whatever the number of their periods in it (persons).

    >>> day = Unit("id", per="1d", window=7)
    >>> over_all_periods(Sensitivity(2, 4), Grid((Ticks("at", "1d", 0, 99),)), day, once=False)
    Sensitivity(l1=14, l2_squared=28)
    >>> over_all_periods(Sensitivity(2, 4), Grid(), day, once=False)
    Sensitivity(l1=14, l2_squared=196)

    Proof. The table moves by v = ±v_1 ± … ± v_k, one for each period that came or went. Norms add: |v|₁ <= k·l1 and
    |v| <= k·l2, whose square is k²·l2². Where no two of them share a cell their squares add: k·l2². Where a
    person counts once in a cell, v has entries of at most one, no more than there are in the parts and no more
    than there are cells; so |v|² = |v|₁ <= min(k·l1, cells).
    """
    many = periods_met(grid, unit)
    if once:
        cells = min(many * one.l1, grid.size)
        return Sensitivity(cells, cells)
    return Sensitivity(many * one.l1, (many if keeps_apart(grid, unit) else many**2) * one.l2_squared)


@lru_cache(maxsize=64)
def most_ticks(every: Period, block: Period, first: int, last: int, many: int = 1) -> int:
    """The most ticks of a stretch that so many blocks of the wall clock, one after the other, have a part of.

    >>> january = tick_of(dt.datetime(2026, 1, 1), "1d")
    >>> most_ticks("1d", "1mo", january, january + 58), most_ticks("1mo", "1d", 24312, 24323)
    (31, 1)
    >>> most_ticks("1d", "1mo", january, january + 58, 2)
    59
    """
    met: dict[int, tuple[int, int]] = {}
    for tick in range(first, last + 1):
        begins, ends = tick_start(tick, every), tick_start(tick + 1, every) - _SECOND
        for number in range(tick_of(begins, block), tick_of(ends, block) + 1):
            met[number] = (met.get(number, (tick, tick))[0], tick)
    # Blocks and ticks follow each other without a gap, so several blocks meet all ticks between the first and last.
    end = max(met)
    return max(met[min(number + many - 1, end)][1] - first_of + 1 for number, (first_of, _) in met.items())


FURTHEST: Final = 2**61  # where sums saturate: nothing beyond it can be told apart
LARGEST_SQUARE: Final = 2**36  # so that sixty million rows at their furthest do not saturate their sum


@dataclass(frozen=True)
class Rows:
    """How many rows; with `of`, how many whose value in that column is not missing.

    `up` is the level of the grid's hierarchy whose groups the bounded cells are added up in; 0 for the cells.
    """

    of: str | None = None
    up: int = field(default=0, kw_only=True, repr=False)


@dataclass(frozen=True)
class Persons:
    """How many different persons."""


@dataclass(frozen=True)
class Total:
    """The sum of a column on a grain. All numbers but `grain` are in grains.

    Each value becomes the nearest grain, is clamped to [low, high], and counts as its distance from `centre`; a
    missing one (nothing, no number, NaN, ±infinity) counts as `missing`, or not at all where that is None.

    >>> Total.between("systolic", 80, 220)
    Total(column='systolic', low=8000, high=22000, grain=Fraction(1, 100), centre=0, missing=None, over='clamp')
    """

    column: str
    low: int
    high: int
    grain: Fraction
    centre: int = 0
    missing: int | None = None
    over: Literal["clamp", "scale"] = "clamp"
    up: int = field(default=0, kw_only=True, repr=False)  # as in Rows

    def __post_init__(self) -> None:
        if not -(2**53) <= self.low < self.high <= 2**53:
            raise SpecError(
                "the ends must grow and lie within 2^53 grains", where="between", hint="use a coarser grain"
            )
        if self.missing is not None and not self.low <= self.missing <= self.high:
            raise SpecError(
                "lies outside `between`", where="missing", hint="a number inside `between`, or leave `missing` out"
            )

    @classmethod
    def between(
        cls,
        column: str,
        low: object,
        high: object,
        grain: object = None,
        missing: object = None,
        centred: bool = False,
    ) -> Total:
        """From ends in the data's own units; a grain not said is a power of ten, 10,000 or more to the range."""
        lower, upper = exact(low, "between"), exact(high, "between")
        if lower >= upper:
            raise SpecError(
                "the lower end must be below the upper end", where="between", hint="between: [low, high]"
            )
        step = usual_grain(upper - lower) if grain is None else exact(grain, "grain", above=0)
        first, last = (
            lower.numerator * step.denominator // (lower.denominator * step.numerator),
            ceiling(upper / step),
        )
        instead = (
            None if missing is None else round(exact(missing, "missing", at_least=lower, at_most=upper) / step)
        )
        centre = (first + last) // 2 if centred else 0
        return cls(column, first, last, step, centre, instead, "scale" if centred else "clamp")

    @property
    def reach(self) -> int:
        """The furthest one row may move the sum."""
        return max(abs(self.low - self.centre), abs(self.high - self.centre))

    @property
    def is_one_sided(self) -> bool:
        """Whether no row ever lowers the sum."""
        return self.low >= self.centre


@dataclass(frozen=True)
class Squares(Total):
    """The sum of the squared distances of another sum's values from their centre, on the square of its grain.

    A square is a whole number between 0 and `high`, the largest square the clamp allows, and counts as its distance
    from `centre`, half of that: so everything said of a Total holds of it, word for word.

    >>> Squares.of_values(Total.between("systolic", 80, 220, centred=True)).reach
    24500000
    """

    of: Total | None = None

    @classmethod
    def of_values(cls, values: Total, *, together: bool = False) -> Squares:
        """From the sum whose values are squared; drawn together with it, another centre costs less."""
        high = values.reach**2
        if high > LARGEST_SQUARE:
            raise SpecError("squares must lie within 2^36 grains", where="between", hint="use a coarser grain")
        instead = None if values.missing is None else (values.missing - values.centre) ** 2
        centre = high * 5 // 7 if together else high // 2
        return cls(values.column, 0, high, values.grain**2, centre, instead, values.over, values)


Side = Literal["under", "over"]


@dataclass(frozen=True)
class Beyond(Total):
    """How many rows of another sum lie beyond its clamp, below it or above it: the sum of 1 for each, 0 for others.

    So everything said of a Total with the ends 0 and 1 holds of it, word for word. Values are compared in whole
    grains, after rounding: those the clamp left alone count 0. A missing one counts nothing, and what stands for it
    in the sum lies inside the clamp.

    >>> Beyond.of_values(Total.between("systolic", 80, 220), "over").reach
    1
    """

    of: Total | None = None
    side: Side = "over"

    @classmethod
    def of_values(cls, values: Total, side: Side) -> Beyond:
        """From the sum whose clamp it is."""
        return cls(values.column, 0, 1, Fraction(1), of=values, side=side)


Measure = Rows | Persons | Total


def usual_grain(width: Fraction) -> Fraction:
    """The largest power of ten that divides a range into at least 10,000 steps.

    >>> usual_grain(Fraction(140)), usual_grain(Fraction(50_000))
    (Fraction(1, 100), Fraction(1, 1))
    """
    power = 0
    while Fraction(10) ** (power + 1) * 10_000 <= width:
        power += 1
    while Fraction(10) ** power * 10_000 > width:
        power -= 1
    return Fraction(10) ** power


@dataclass(frozen=True)
class Contribution:
    """What one unit may do to one measure, step by step: the plan shows these lines, the source enforces them.

    cells, rows_per_cell, rows   what is kept of one unit, after every bound that applies
    reach                        grains one row may move its cell
    sides                        1 under add/remove; 2 under replace, where one leaves and another comes
    grain                        the step of the grid the measure lives on
    norm                         what its vector is scaled to; the first three then say what that is worth
    periods                      how many periods one unit may be in: the first three are about each of them, the
                                 sensitivity about all
    """

    cells: int
    rows_per_cell: int
    rows: int
    reach: int
    sides: int
    sensitivity: Sensitivity
    grain: Fraction = Fraction(1)
    norm: Norm | None = None
    periods: int = 1


def contribution(measure: Measure, grid: Grid, unit: Unit, bounds: Bounds) -> Contribution:
    """How far one unit may move the table of one measure.

    >>> from epsilog.core.grid import Keys
    >>> four = Grid((Keys("region", ("N", "S", "E", "W")),))
    >>> contribution(Rows(), four, Unit("patient_id"), Bounds(rows=4)).sensitivity
    Sensitivity(l1=4, l2_squared=16)
    >>> contribution(Rows(), four, Unit("patient_id"), Bounds(cells=4, rows_per_cell=1)).sensitivity
    Sensitivity(l1=4, l2_squared=4)
    >>> contribution(Rows(), four, Unit("row", neighbours="replace"), Bounds()).sensitivity
    Sensitivity(l1=2, l2_squared=2)

    Proof. Under add/remove the table moves by one unit's contribution, a vector with at most `cells` entries, each
    at most rows_per_cell · reach, of L1 norm at most rows · reach. Squares are convex, so their sum is largest
    when as many entries as possible are full: rows = q · rows_per_cell + r gives q · rows_per_cell² + r². Under
    replace it moves by the difference of two such vectors: L1 norms add. Where no entry is negative the cross term
    of the square is not positive, so squares add; otherwise the norms add, which is four times the square.

    A level of a hierarchy adds up cells that were bounded already. The unit's rows are the same rows; in one group
    it has at most as many of its cells as the group holds, each with at most rows_per_cell rows: a vector of the
    same kind, with that product (or all its rows) for rows_per_cell.

    Under a norm N the contribution has L2 norm at most N: 2N² or 4N² under replace, by the same two arguments.

    >>> contribution(Rows(), four, Unit("patient_id"), Bounds(norm=5)).sensitivity
    Sensitivity(l1=1000, l2_squared=250000)

    Within a window of periods every period moves the table as above; `over_all_periods` adds them up.

    >>> contribution(Rows(), four, Unit("patient_id", per="1d", window=7), Bounds(rows=1)).sensitivity
    Sensitivity(l1=7, l2_squared=49)
    """
    check_window(unit)
    if bounds.is_open:
        raise SpecError(
            "are not chosen yet: a plan chooses them", where="bound.choose", hint="plan the request first"
        )
    if bounds.norm is not None and unit.each != "row":
        return _norm_contribution(measure, grid, unit, bounds.norm)
    cells, per_cell, rows = _kept_counts(measure, grid, unit, bounds)
    if not isinstance(measure, Persons) and measure.up:
        per_cell = min(rows, per_cell * min(cells, grid.widest(measure.up)))
        cells = min(cells, grid.roll_up(measure.up).size)
    reach = measure.reach if isinstance(measure, Total) else 1
    full, rest = divmod(rows, per_cell)
    l1, squared = rows * reach, (full * per_cell**2 + rest**2) * reach**2
    sides = 1 if unit.neighbours == "add-remove" else 2
    one_sided = not isinstance(measure, Total) or measure.is_one_sided
    if sides == 2:
        l1, squared = 2 * l1, (2 if one_sided else 4) * squared
    stated, many = Sensitivity(l1, squared), 1
    if unit.window is not None:
        stated, many = (
            over_all_periods(stated, grid, unit, once=isinstance(measure, Persons)),
            periods_met(grid, unit),
        )
    if stated.l1 > FURTHEST:
        raise SpecError("one unit could move this by more than 2^61 grains", where="bound", hint="a coarser grain")
    grain = measure.grain if isinstance(measure, Total) else Fraction(1)
    return Contribution(cells, per_cell, rows, reach, sides, stated, grain, periods=many)


def _norm_contribution(measure: Measure, grid: Grid, unit: Unit, bound: Fraction) -> Contribution:
    """The same where a unit's vector is scaled to a norm."""
    if unit.window is not None:
        raise SpecError(
            "a norm scales one period, and a window has several",
            where="bound.norm",
            hint="bound: {rows: 4, cells: 4}",
        )
    if isinstance(measure, Persons) and unit.per is not None:
        raise SpecError(
            "a person within several periods is several units, and their parts do not add up to one person",
            where="bound.norm",
            hint="count rows, or bound: {cells: 4}",
        )
    if not isinstance(measure, Persons) and measure.up:
        raise SpecError(
            "a norm bounds cells, and sums of cells along a hierarchy are longer",
            where="bound.norm",
            hint="bound: {rows: 4, cells: 4}",
        )
    if isinstance(measure, Total) and (isinstance(measure, Squares) or measure.over == "scale"):
        raise SpecError(
            "a norm scales a sum and a number of rows each by itself, so their quotient is no mean",
            where="bound.norm",
            hint="bound: {rows: 4, cells: 4}",
        )
    reach = measure.reach if isinstance(measure, Total) else PER_ROW
    norm = Norm.of(bound, reach, grid.size)
    sides = 1 if unit.neighbours == "add-remove" else 2
    times = 1 if sides == 1 else 2 if not isinstance(measure, Total) or measure.is_one_sided else 4
    moved = Sensitivity(sides * norm.l1, times * norm.most**2)
    grain = measure.grain if isinstance(measure, Total) else Fraction(1, PER_ROW)
    worth = rows_worth(norm.most, reach), rows_worth(norm.l1, reach)
    return Contribution(grid.size, *worth, reach, sides, moved, grain, norm)


def _kept_counts(measure: Measure, grid: Grid, unit: Unit, bounds: Bounds) -> tuple[int, int, int]:
    """Cells, rows per cell and rows of one unit, after every bound."""
    if unit.each == "row":
        if bounds != Bounds():
            raise SpecError(
                "`each: row` protects single rows: bounds on persons would tie rows together",
                where="bound",
                hint="drop `bound`, or protect persons",
            )
        if isinstance(measure, Persons):
            raise SpecError(
                "`each: row` does not know persons", where="publish", hint="count rows, or protect persons"
            )
        return 1, 1, 1
    given = [bound for bound in (bounds.cells, bounds.rows, grid.room) if bound is not None]
    cells = min(given)
    if isinstance(measure, Persons):
        if bounds.cells is None and bounds.rows is None and grid.room > 1:
            raise SpecError("say how many cells one unit may be in", where="bound.cells", hint="bound: {cells: 4}")
        return cells, 1, cells
    per_cell = min(bound for bound in (bounds.rows_per_cell, bounds.rows, 2**62) if bound is not None)
    if per_cell == 2**62:
        raise SpecError(
            "say how many rows one unit may contribute",
            where="bound.rows",
            hint="bound: {rows: 4}, or {cells: 4, rows_per_cell: 1}",
        )
    if bounds.rows is None and bounds.cells is None and grid.room > 1:
        raise SpecError("say how many cells one unit may be in", where="bound.cells", hint="bound: {cells: 4}")
    rows = cells * per_cell if bounds.rows is None else min(bounds.rows, cells * per_cell)
    return cells, per_cell, whole(rows, "bound.rows", at_least=1, at_most=2**40)
