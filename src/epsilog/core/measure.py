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
down to that length (core/norm.py). A row then counts as 100 grains of 1/100, since a part of a row is no whole row.

Under ``each: row`` a unit is one row, contributes to one cell, and no bounds are allowed. Where a unit is a person
within a window of periods, all of this is about one period of one person; `core/window_unit.py` adds them up.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal

from epsilog.core.bounded import Sensitivity
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid
from epsilog.core.norm import PER_ROW, Norm, rows_worth
from epsilog.core.number import ceiling, exact, whole
from epsilog.core.unit import Unit, check_window
from epsilog.core.window_unit import periods_met, widened
from epsilog.errors import SpecError

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

    Within a window of periods every period moves the table as above; `widened` adds them up.

    >>> contribution(Rows(), four, Unit("patient_id", per="1d", window=7), Bounds(rows=1)).sensitivity
    Sensitivity(l1=7, l2_squared=49)
    """
    check_window(unit)
    if bounds.is_open:
        raise SpecError(
            "are not chosen yet: a plan chooses them", where="bound.choose", hint="plan the request first"
        )
    if bounds.norm is not None and unit.each != "row":
        return _scaled(measure, grid, unit, bounds.norm)
    cells, per_cell, rows = _kept(measure, grid, unit, bounds)
    if not isinstance(measure, Persons) and measure.up:
        per_cell = min(rows, per_cell * min(cells, grid.widest(measure.up)))
        cells = min(cells, grid.rolled(measure.up).size)
    reach = measure.reach if isinstance(measure, Total) else 1
    full, rest = divmod(rows, per_cell)
    l1, squared = rows * reach, (full * per_cell**2 + rest**2) * reach**2
    sides = 1 if unit.neighbours == "add-remove" else 2
    one_sided = not isinstance(measure, Total) or measure.is_one_sided
    if sides == 2:
        l1, squared = 2 * l1, (2 if one_sided else 4) * squared
    stated, many = Sensitivity(l1, squared), 1
    if unit.window is not None:
        stated, many = widened(stated, grid, unit, once=isinstance(measure, Persons)), periods_met(grid, unit)
    if stated.l1 > FURTHEST:
        raise SpecError("one unit could move this by more than 2^61 grains", where="bound", hint="a coarser grain")
    grain = measure.grain if isinstance(measure, Total) else Fraction(1)
    return Contribution(cells, per_cell, rows, reach, sides, stated, grain, periods=many)


def _scaled(measure: Measure, grid: Grid, unit: Unit, bound: Fraction) -> Contribution:
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


def _kept(measure: Measure, grid: Grid, unit: Unit, bounds: Bounds) -> tuple[int, int, int]:
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
