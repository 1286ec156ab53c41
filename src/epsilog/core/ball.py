"""How many integer points lie within a distance of zero, where distance is the sum of absolute values."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Final

# What one radius is drawn for: how many points of how many cells, and how wide. Checked before any data.
MOST_DRAWS: Final = 2**20
MOST_CELLS: Final = 64
SMALLEST_SCALE: Final = Fraction(1, 100)
LARGEST_MEAN: Final = 2**54  # of draws · cells · scale, about the radius to be expected


def points(cells: int, radius: int) -> int:
    """The number of integer points of `cells` coordinates whose absolute values add up to at most `radius`.

    >>> points(1, 10), points(2, 1), points(3, 2)
    (21, 5, 25)

    Proof. Of the points with i coordinates that are not zero there are C(cells, i) choices of which, 2^i of signs,
    and C(radius, i) of their sizes: the partial sums of i positive whole numbers that add up to at most `radius`
    are any i different numbers of 1 … radius. As a sequence in `radius` the numbers are those of the power series
    (1 + x)^cells/(1 − x)^(cells + 1); each factor is log-concave without gaps, so their product is.
    """
    return sum(weight * math.comb(radius, i) for i, weight in enumerate(_weights(cells)))


@lru_cache(maxsize=128)
def _weights(cells: int) -> tuple[int, ...]:
    """2^i · C(cells, i)."""
    return tuple(math.comb(cells, i) << i for i in range(cells + 1))


def points_by_size(cells: int, radius: int) -> list[int]:
    """The same apart: with how many coordinates that are not zero.

    >>> points_by_size(2, 2)
    [1, 8, 4]
    """
    return [weight * math.comb(radius, i) for i, weight in enumerate(_weights(cells))]
