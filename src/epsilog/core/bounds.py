"""What one unit may contribute to one query. Enforced by the source, priced by the sensitivity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from epsilog.core.number import whole

MOST: Final = 1_000_000


@dataclass(frozen=True)
class Bounds:
    """At most so many rows of one unit in all, so many cells, so many rows in one cell; None says no bound.

    Bounds hold for each query by itself and are not part of the unit: the account fixes who is protected, the
    steward says how much one of them may weigh.

    >>> Bounds(rows=4, cells=2)
    Bounds(rows=4, cells=2, rows_per_cell=None)
    """

    rows: int | None = None
    cells: int | None = None
    rows_per_cell: int | None = None

    def __post_init__(self) -> None:
        for name in ("rows", "cells", "rows_per_cell"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, whole(value, f"bound.{name}", at_least=1, at_most=MOST))
