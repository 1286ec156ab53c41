"""What one unit may contribute to one query. Enforced by the source, priced by the sensitivity.

A paid look at how many rows and cells one unit has, so that a bound can be chosen that nobody had to guess.

For each table of a request the source counts units by how many rows they have in it and in how many of its cells
these lie. A unit is in one bin of such a histogram, whatever it holds, so it needs no bound: one unit that comes or
goes moves one number by one (docs/proofs/look.md). The bins are fixed by the request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.bounded import Sensitivity
from epsilog.core.grid import Grid
from epsilog.core.number import exact, spell_number, whole
from epsilog.core.unit import Unit
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.core.during import During
    from epsilog.roles.entry import Entry
    from epsilog.roles.spec import Spec

__all__ = ["Bin", "BoundSearch", "Crowd", "check_bound_search", "crowd_of", "crowds_of", "ladder", "moved_by_one"]


# What is publicly known of how much one unit has, to choose bounds from. It is never taken from the data.


MOST_ROWS: Final = 1_000_000
MOST_KINDS: Final = 40
COUNTED: Final = ("rows", "persons", "histogram", "sum")


@dataclass(frozen=True)
class Facts:
    """About how many units there are, and how many rows one of them has: so many rows, for such a share of them.

    rows_per_cell   how many of a unit's rows lie in the same cell of a table, as long as it has cells enough

    Facts are guesses that anybody may read. Where they are wrong the bounds fit badly; the promise is the same,
    because the bounds that are chosen are enforced whatever the data holds.

    >>> Facts(20_000, {1: Fraction(3, 5), 4: "0.3", 40: "0.1"}).mean
    Fraction(29, 5)
    """

    units: int
    rows: tuple[tuple[int, Fraction], ...]
    rows_per_cell: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", whole(self.units, "units", at_least=1, at_most=2**40))
        each = whole(self.rows_per_cell, "rows_per_cell", at_least=1, at_most=MOST_ROWS)
        object.__setattr__(self, "rows_per_cell", each)
        given: object = self.rows
        pairs: Sequence[tuple[object, object]]
        if isinstance(given, Mapping):
            pairs = list(given.items())
        elif isinstance(given, Sequence) and not isinstance(given, str):
            pairs = list(given)
        else:
            pairs = [(given, 1)]
        if not 1 <= len(pairs) <= MOST_KINDS:
            raise SpecError(f"say 1 to {MOST_KINDS} numbers of rows", where="rows", hint=_HINT)
        read = [
            (whole(many, "rows", at_least=1, at_most=MOST_ROWS), exact(share, "rows", above=0, at_most=1))
            for many, share in pairs
        ]
        object.__setattr__(self, "rows", tuple(sorted(read)))
        if len({many for many, _ in read}) != len(read):
            raise SpecError("says the same number of rows twice", where="rows", hint="rows: {1: 60%, 4: 40%}")
        if (together := sum(share for _, share in read)) != 1:
            raise SpecError(
                f"the shares add up to {float(100 * together):.6g} %, not to 100 %", where="rows", hint=_HINT
            )

    @property
    def most(self) -> int:
        """The most rows anybody is thought to have."""
        return self.rows[-1][0]

    @property
    def mean(self) -> Fraction:
        """The rows of one unit on average."""
        return sum((many * share for many, share in self.rows), Fraction(0))

    def to_dict(self) -> dict[str, Any]:
        """As a request stores it."""
        rows = [[many, spell_number(share)] for many, share in self.rows]
        return {"units": self.units, "rows": rows, "rows_per_cell": self.rows_per_cell}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Facts:
        """Read it back."""
        rows = tuple((many, exact(share, "rows")) for many, share in record["rows"])
        return cls(record["units"], rows, record["rows_per_cell"])


def check_choice(spec: Spec) -> None:
    """Refuse what no bound is chosen for."""
    if spec.protect.unit.each == "row":
        raise SpecError(
            "`each: row` protects single rows: bounds on persons would tie rows together",
            where="bound.choose",
            hint="drop `bound`, or protect persons",
        )
    if spec.looks():
        raise SpecError(
            "which keys will be found is not known when bounds are chosen",
            where="bound.choose",
            hint="bound: {cells: 4, rows_per_cell: 1}",
        )
    for at, query in enumerate(spec.publish):
        _check_entry(query, f"publish[{at}]")


def _check_entry(query: Entry, where: str) -> None:
    why = ""
    if query.kind not in COUNTED:
        why = "bounds are chosen for counts, histograms and sums: what a bound does to this depends on the values"
    elif query.ask.sought is not None:
        why = "what is to be found is bounded by what is said"
    elif query.shape is not None:
        why = "what a series tells is bounded by what is said"
    if why:
        raise SpecError(why, where=f"{where}, bound.choose", hint="bound: {rows: 4, cells: 4}")
    if query.error is not None:
        raise SpecError(
            "an error is met by noise, and what a bound leaves out is none: no choice could keep it",
            where=f"{where}, error",
            hint="say an epsilon instead, or a bound",
        )


_HINT: Final = 'rows: {1: "60%", 4: "30%", 40: "10%"}'


MOST_UP_TO: Final = 100_000
USUAL_SHARE: Final = Fraction(1, 10)
_STEPS: Final = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)


def ladder(most: int) -> tuple[int, ...]:
    """1 to 6, 8, 10, 12, 15, 20 … up to a number: bounds a tenth apart are worth the same.

    >>> ladder(30)
    (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30)
    """
    found, power = {step // 10 for step in _STEPS if step % 10 == 0}, 1
    while power * 10 <= most:
        found |= {step * power for step in _STEPS}
        power *= 10
    return tuple(sorted(step for step in found if step <= most))


@dataclass(frozen=True)
class BoundSearch:
    """Look at how busy units are, and choose the bound by it.

    up_to     no bound keeps more rows of a unit than this; who has more counts as having so many
    share     the part of the release's budget that the look may take

    >>> BoundSearch(30).steps
    (1, 2, 3, 4, 6, 8, 12, 16, 24, 30)
    >>> BoundSearch(7, Fraction(1, 5)).to_dict()
    {'look': {'up_to': 7, 'share': '1/5'}}
    """

    up_to: int
    share: Fraction = USUAL_SHARE

    def __post_init__(self) -> None:
        object.__setattr__(self, "up_to", whole(self.up_to, "look.up_to", at_least=1, at_most=MOST_UP_TO))
        share = exact(self.share, "look.share", above=0, at_most=Fraction(1, 2))
        object.__setattr__(self, "share", share)

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers of rows that bins end with, which are also the bounds that may be chosen.

        Few: the valley around the best bound is flat, and every bin more has noise of its own.
        """
        found, power = {1, self.up_to}, 2
        while power <= self.up_to:
            found |= {power, 3 * power // 2}
            power *= 2
        return tuple(sorted(step for step in found if step <= self.up_to))

    def to_dict(self) -> dict[str, Any]:
        """As a request stores it."""
        return {"look": {"up_to": self.up_to, "share": spell_number(self.share)}}


@dataclass(frozen=True)
class Bin:
    """Units with `least` to `rows` rows (or more, in the last bin) in `fewest` to `cells` cells (or more)."""

    least: int
    rows: int
    fewest: int
    cells: int


@dataclass(frozen=True)
class Crowd:
    """What the source is asked for one table: how many units have so many rows in so many of its cells.

    rows, cells    the last number of each bin, growing; whoever has more than the last is in the last bin

    >>> crowd = Crowd(Grid(), None, (1, 2, 5), (1,))
    >>> [(one.least, one.rows) for one in crowd.bins], crowd.place(1, 1), crowd.place(4, 1), crowd.place(99, 1)
    ([(1, 1), (2, 2), (3, 5)], 0, 2, 2)
    """

    grid: Grid
    during: During | None
    rows: tuple[int, ...]
    cells: tuple[int, ...]

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The bins that are asked for, by row step and cell step: nobody is in more cells than they have rows."""
        found = []
        for at, rows in enumerate(self.rows):
            for in_cells in range(len(self.cells)):
                fewest = self.cells[in_cells - 1] + 1 if in_cells else 1
                if fewest <= rows or at == len(self.rows) - 1:
                    found.append(at * len(self.cells) + in_cells)
        return tuple(found)

    @cached_property
    def bins(self) -> tuple[Bin, ...]:
        """What each number counts."""
        found = []
        for number in self.numbers:
            at, in_cells = divmod(number, len(self.cells))
            least = self.rows[at - 1] + 1 if at else 1
            fewest = self.cells[in_cells - 1] + 1 if in_cells else 1
            found.append(Bin(least, self.rows[at], fewest, self.cells[in_cells]))
        return tuple(found)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.numbers)

    def place(self, rows: int, cells: int) -> int:
        """The bin of a unit with so many rows in so many cells."""
        at = sum(rows > step for step in self.rows[:-1])
        in_cells = sum(cells > step for step in self.cells[:-1])
        return self.numbers.index(at * len(self.cells) + in_cells)


def moved_by_one(unit: Unit) -> Sensitivity:
    """How far one unit moves the histogram of one table: it is in one bin; under replace one more is entered."""
    return Sensitivity.of_cells(1 if unit.neighbours == "add-remove" else 2)


def crowds_of(publish: Sequence[Entry], glance: BoundSearch) -> tuple[Crowd, ...]:
    """The histograms of a request, one for each different table, in the order of the entries."""
    return tuple(dict.fromkeys(crowd_of(query, glance) for query in publish))


def crowd_of(query: Entry, glance: BoundSearch) -> Crowd:
    """The histogram of one entry's table. Cells are told apart by doubling: 1, 2, 3 to 4, 5 to 8 …"""
    grid = query.grid()
    most, doubled = min(grid.size, glance.up_to), [1]
    while doubled[-1] < most:
        doubled.append(min(2 * doubled[-1], most))
    return Crowd(grid, query.during, glance.steps, tuple(doubled))


def check_bound_search(spec: Spec) -> None:
    """Refuse what a look cannot pay for."""
    for at, query in enumerate(spec.publish):
        if query.mechanism != "auto":
            # Whichever bound is found, the second stage costs one and the same: all Laplace, or all Gaussian.
            raise SpecError(
                "with a paid look the account decides the law: Gaussian noise with a delta, Laplace without",
                where=f"publish[{at}], mechanism",
                hint="leave it out",
            )


MOST: Final = 1_000_000


@dataclass(frozen=True, repr=False)
class Bounds:
    """At most so many rows of one unit in all, so many cells, so many rows in one cell; None says no bound.

    Bounds hold for each query by itself and are not part of the unit: the account fixes who is protected, the
    steward says how much one of them may weigh.

    `norm` stands alone: nothing is dropped, and a unit's vector of counts or sums that is longer than that many
    full rows in one cell is scaled down to that length (its L2 norm).

    `choose` leaves the rest to the plan, which takes what public facts make the better bound, or to a paid look at
    how busy units are. Until then the bounds are open and nothing can be counted under them.

    >>> Bounds(rows=4, cells=2)
    Bounds(rows=4, cells=2, rows_per_cell=None)
    >>> Bounds(norm=5)
    Bounds(norm=5)
    >>> Bounds(choose=Facts(20_000, {1: "0.9", 30: "0.1"})).is_open
    True
    """

    rows: int | None = None
    cells: int | None = None
    rows_per_cell: int | None = None
    norm: Fraction | None = None
    choose: Facts | BoundSearch | None = None

    def __post_init__(self) -> None:
        for name in ("rows", "cells", "rows_per_cell"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, whole(value, f"bound.{name}", at_least=1, at_most=MOST))
        if self.norm is not None:
            object.__setattr__(self, "norm", exact(self.norm, "bound.norm", above=0, at_most=MOST))
            if (self.rows, self.cells, self.rows_per_cell) != (None, None, None):
                raise SpecError(
                    "a norm stands alone: it scales what other bounds would drop",
                    where="bound.norm",
                    hint="bound: {norm: 5}, or {rows: 20, cells: 5}",
                )

    @property
    def is_open(self) -> bool:
        """Whether they still have to be chosen."""
        said = (self.rows, self.cells, self.rows_per_cell, self.norm)
        return self.choose is not None and said == (None, None, None, None)

    def chosen(self, others: Bounds) -> Bounds:
        """The same request with the bounds a plan chose for it."""
        return Bounds(others.rows, others.cells, others.rows_per_cell, others.norm, self.choose)

    def to_dict(self, *, asked: bool = False) -> dict[str, Any]:
        """As they are stored; `asked` as a request stores them: what was chosen is no part of what was asked."""
        if asked and self.choose is not None:
            return {"choose": self.choose.to_dict()}
        norm = {} if self.norm is None else {"norm": spell_number(self.norm)}
        return {"rows": self.rows, "cells": self.cells, "rows_per_cell": self.rows_per_cell, **norm}

    def __repr__(self) -> str:
        if self.is_open:
            return f"Bounds(choose={self.choose!r})"
        if self.norm is not None:
            return f"Bounds(norm={str(self.norm)!r})" if self.norm.denominator > 1 else f"Bounds(norm={self.norm})"
        return f"Bounds(rows={self.rows}, cells={self.cells}, rows_per_cell={self.rows_per_cell})"
