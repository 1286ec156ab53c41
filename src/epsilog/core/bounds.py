"""What one unit may contribute to one query. Enforced by the source, priced by the sensitivity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from epsilog.core.number import exact, whole
from epsilog.errors import SpecError

MOST: Final = 1_000_000


@dataclass(frozen=True, repr=False)
class Bounds:
    """At most so many rows of one unit in all, so many cells, so many rows in one cell; None says no bound.

    Bounds hold for each query by itself and are not part of the unit: the account fixes who is protected, the
    steward says how much one of them may weigh.

    `norm` stands alone: nothing is dropped, and a unit's vector of counts or sums that is longer than that many
    full rows in one cell is scaled down to that length (its L2 norm).

    >>> Bounds(rows=4, cells=2)
    Bounds(rows=4, cells=2, rows_per_cell=None)
    >>> Bounds(norm=5)
    Bounds(norm=5)
    """

    rows: int | None = None
    cells: int | None = None
    rows_per_cell: int | None = None
    norm: Fraction | None = None

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

    def __repr__(self) -> str:
        if self.norm is not None:
            return f"Bounds(norm={str(self.norm)!r})" if self.norm.denominator > 1 else f"Bounds(norm={self.norm})"
        return f"Bounds(rows={self.rows}, cells={self.cells}, rows_per_cell={self.rows_per_cell})"
