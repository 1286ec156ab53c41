"""How far a place in a private histogram is from a wanted rank: whole numbers, for any rational share of the rows.

A share q = a/b of n rows is the rank q·n, but n is private. So the distance from it is never computed as such:
b·(below - q·n) = (b - a)·below - a·(rows not below), a sum in which every row has a whole weight. All distances
here are in b-ths of a row.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.grid import MOST_BINS
from epsilog.core.number import exact, whole
from epsilog.errors import SpecError
from epsilog.mechanisms.tables.cover import refuse_unless_covered
from epsilog.mechanisms.tables.scored import read_epsilon

MOST_PARTS: Final = 10_000
# No cell counts more than this; a thousand full cells times ten thousand parts stay below 2^62.
FULLEST: Final = 2**38


def read_share(value: object, field: str) -> Fraction:
    """A share of the rows that is strictly inside, and whose denominator is within reason."""
    share = exact(value, field, above=0, below=1)
    if share.denominator > MOST_PARTS:
        raise SpecError(
            f"a share has a denominator of at most {MOST_PARTS:,}", where=field, hint="write 0.5, 0.025 or 1/3"
        )
    return share


def read_edges(values: object, field: str = "edges") -> tuple[Fraction, ...]:
    """Growing public edges of at least one bin."""
    if isinstance(values, str | bytes) or not hasattr(values, "__iter__"):
        raise SpecError("edges are a list of numbers", where=field)
    edges = tuple(exact(edge, field) for edge in values)
    if not 2 <= len(edges) <= MOST_BINS + 1:
        raise SpecError(f"a grid has 1 to {MOST_BINS:,} bins", where=field)
    if any(left >= right for left, right in pairwise(edges)):
        raise SpecError("edges must grow", where=field)
    return edges


class Ranked:
    """What is asked of ranks in a private histogram: its bins, an epsilon, and the L1 norm by which one unit may
    move the histogram, which is all that is used of its sensitivity."""

    edges: tuple[Fraction, ...]
    epsilon: Fraction
    rows: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "edges", read_edges(self.edges))
        object.__setattr__(self, "epsilon", read_epsilon(self.epsilon))
        object.__setattr__(self, "rows", whole(self.rows, "rows", at_least=1, at_most=2**40))

    @property
    def covers(self) -> Sensitivity:
        """Every integer move of this L1 norm, wherever its rows fall."""
        return Sensitivity.of_rows(self.rows)

    @property
    def grain(self) -> Fraction:
        """Rows are counted one by one."""
        return Fraction(1)

    def refuse_unless_binned(self, table: Bounded) -> None:
        """Refuse a table that one unit may move further, or that has other bins."""
        refuse_unless_covered(self, table)
        if len(table.keys) != len(self.edges) - 1:
            raise SpecError(
                f"{len(self.edges)} edges make {len(self.edges) - 1} bins, the table has {len(table.keys)}",
                where="edges",
            )


def limit_counts(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Counts between 0 and `FULLEST`: every table is answered, and no cell moves further than it did."""
    return np.clip(counts, 0, FULLEST)


def weight_of_a_row(share: Fraction) -> int:
    """The furthest one row moves any distance below: max(a, b - a)."""
    return max(share.numerator, share.denominator - share.numerator)


def bin_distances(counts: NDArray[np.int64], share: Fraction) -> NDArray[np.int64]:
    """How far the rank a/b·n is from the ranks that each bin holds, in b-ths of a row; 0 for some bin.

    >>> bin_distances(np.array([2, 3, 5]), Fraction(1, 2)).tolist()      # the fifth of ten rows ends the second bin
    [6, 0, 0]
    """
    a, b = share.numerator, share.denominator
    through = np.cumsum(counts)
    whole = through[-1]
    below, above = through - counts, whole - through
    too_high = (b - a) * below - a * (counts + above)
    too_low = a * above - (b - a) * (below + counts)
    return np.asarray(np.maximum(0, np.maximum(too_high, too_low)), dtype=np.int64)
