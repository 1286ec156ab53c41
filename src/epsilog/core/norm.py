"""A bound on the length of one unit's vector: it is scaled down as a whole, and loses none of its cells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from epsilog.core.number import ceiling
from epsilog.errors import SpecError

if TYPE_CHECKING:
    from epsilog.roles.entry import Entry

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
