"""A paid look at how many rows and cells one unit has, so that a bound can be chosen that nobody had to guess.

For each table of a request the source counts units by how many rows they have in it and in how many of its cells
these lie. A unit is in one bin of such a histogram, whatever it holds, so it needs no bound: one unit that comes or
goes moves one number by one (docs/proofs/look.md). The bins are fixed by the request.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from epsilog.core.bounded import Sensitivity
from epsilog.core.grid import Grid
from epsilog.core.number import exact, whole, written
from epsilog.core.unit import Unit
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.core.during import During
    from epsilog.roles.entry import Entry
    from epsilog.roles.spec import Spec

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
class Glance:
    """Look at how busy units are, and choose the bound by it.

    up_to     no bound keeps more rows of a unit than this; who has more counts as having so many
    share     the part of the release's budget that the look may take

    >>> Glance(30).steps
    (1, 2, 3, 4, 6, 8, 12, 16, 24, 30)
    >>> Glance(7, Fraction(1, 5)).to_dict()
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
        return {"look": {"up_to": self.up_to, "share": written(self.share)}}


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


def crowds_of(publish: Sequence[Entry], glance: Glance) -> tuple[Crowd, ...]:
    """The histograms of a request, one for each different table, in the order of the entries."""
    return tuple(dict.fromkeys(crowd_of(query, glance) for query in publish))


def crowd_of(query: Entry, glance: Glance) -> Crowd:
    """The histogram of one entry's table. Cells are told apart by doubling: 1, 2, 3 to 4, 5 to 8 …"""
    grid = query.grid()
    most, doubled = min(grid.size, glance.up_to), [1]
    while doubled[-1] < most:
        doubled.append(min(2 * doubled[-1], most))
    return Crowd(grid, query.during, glance.steps, tuple(doubled))


def check_glance(spec: Spec) -> None:
    """Refuse what a look cannot pay for."""
    for at, query in enumerate(spec.publish):
        if query.mechanism != "auto":
            # Whichever bound is found, the second stage costs one and the same: all Laplace, or all Gaussian.
            raise SpecError(
                "with a paid look the account decides the law: Gaussian noise with a delta, Laplace without",
                where=f"publish[{at}], mechanism",
                hint="leave it out",
            )


__all__ = ["Bin", "Crowd", "Glance", "check_glance", "crowd_of", "crowds_of", "ladder", "moved_by_one"]
