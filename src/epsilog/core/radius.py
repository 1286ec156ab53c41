"""How far one unit moves one group of steps, and what a series with one radius can be. Draws nothing."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Final

from epsilog.core.participation import Participation
from epsilog.errors import SpecError

# How many integer points lie within a distance of zero, where distance is the sum of absolute values.


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


MOST_NUMBERS: Final = 2**20  # of several cells: every point of a ball is drawn by itself


def draws_of(horizon: int, group: int) -> int:
    """How many groups there are; the last may be shorter."""
    return -(-horizon // group)


def reach(group: int, cells: int, covers: Participation) -> int:
    """How far one unit moves the sums of one group, in L1 over its cells, in grains.

    >>> always = Participation(times=720, apart=1, most=2, signed=False, neighbours="add-remove")
    >>> reach(1, 1, always), reach(24, 1, always), reach(1000, 1, always)
    (2, 48, 1440)

    Proof: docs/proofs/radius.md, section 2. Of `group` steps at most ⌈group/apart⌉ are the unit's, and at most
    `times`; counted apiece, at most group · cells entries. Under replace one unit goes and another comes: twice
    that; in one cell, where contributions have one sign, the two differ by no more than the larger. Not so where
    units live within a period (`span`): one may leave a period and another enter the next, the books keep a balance
    for each, and count on whoever only comes or goes costing half (docs/proofs/ledger.md, section 2).

    >>> replaced = Participation(times=24, apart=1, most=1, signed=False, neighbours="replace")
    >>> daily = Participation(times=24, apart=1, most=1, signed=False, neighbours="replace", span=24)
    >>> reach(1, 1, replaced), reach(1, 1, daily)
    (1, 2)
    """
    steps = min(covers.times, group * cells) if covers.apiece else min(covers.times, -(-group // covers.apart))
    apart = cells > 1 or covers.signed or covers.span is not None
    twice = covers.neighbours == "replace" and apart
    return steps * covers.most * (2 if twice else 1)


def check_size(horizon: int, group: int, cells: int, scale: Fraction) -> None:
    """Refuse what the sampler does not take, before any data: all of it follows from public numbers."""
    draws = draws_of(horizon, group)
    if cells > MOST_CELLS or draws > MOST_DRAWS or (cells > 1 and draws * cells > MOST_NUMBERS):
        raise SpecError(
            f"one radius is for at most {MOST_CELLS} cells and {MOST_NUMBERS:,} numbers",
            where="cells",
            hint="fewer keys, larger groups, or as: per-step",
        )
    if scale < SMALLEST_SCALE or draws * cells * scale > LARGEST_MEAN:
        raise SpecError("this budget is too small or too large for one radius", where="scale", hint="as: per-step")
