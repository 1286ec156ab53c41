"""What one unit may contribute to one query. Enforced by the source, priced by the sensitivity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from epsilog.core.facts import Facts
from epsilog.core.glance import Glance
from epsilog.core.number import exact, whole, written
from epsilog.errors import SpecError

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
    choose: Facts | Glance | None = None

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
        norm = {} if self.norm is None else {"norm": written(self.norm)}
        return {"rows": self.rows, "cells": self.cells, "rows_per_cell": self.rows_per_cell, **norm}

    def __repr__(self) -> str:
        if self.is_open:
            return f"Bounds(choose={self.choose!r})"
        if self.norm is not None:
            return f"Bounds(norm={str(self.norm)!r})" if self.norm.denominator > 1 else f"Bounds(norm={self.norm})"
        return f"Bounds(rows={self.rows}, cells={self.cells}, rows_per_cell={self.rows_per_cell})"
