"""Balanced digits: which blocks a running total adds and subtracts. Public arithmetic, no data and no noise."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import whole
from epsilog.core.participation import Participation

LARGEST_SCALE: Final = Fraction(2**40)


def best_arity(horizon: int) -> int:
    """The odd arity with the least mean squared error.

    >>> best_arity(64), best_arity(1024)
    (13, 13)
    """
    steps = whole(horizon, "horizon", at_least=1, at_most=2**24)
    return min(range(3, 130, 2), key=lambda k: levels_of(steps, k) ** 2 * float(blocks(steps, k).mean()))


def reach(horizon: int, arity: int, participation: Participation) -> int:
    """L1 norm of the block sums: one block per level and contribution."""
    sides = 2 if participation.neighbours == "replace" else 1
    return sides * participation.within(horizon) * participation.most * levels_of(horizon, arity)


def levels_of(horizon: int, arity: int) -> int:
    """The least h with (k^h - 1)/2 >= n: that many balanced digits write every t up to n."""
    levels = 1
    while (arity**levels - 1) // 2 < horizon:
        levels += 1
    return levels


def nearest(steps: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """The nearest multiple of an odd size, in units of it; never a tie."""
    return np.asarray((steps + (size - 1) // 2) // size)


def blocks(steps: int, arity: int, horizon: int | None = None) -> NDArray[np.int64]:
    """How many blocks each of the first running totals uses: the sum of absolute balanced digits of t.

    >>> blocks(5, 3).tolist()          # 1, 3-1, 3, 3+1, 9-3-1
    [1, 2, 1, 2, 3]
    """
    t = np.arange(1, steps + 1)
    used = np.zeros(steps, dtype=np.int64)
    for level in range(levels_of(horizon or steps, arity)):
        size = arity**level
        used += np.abs(nearest(t, size) - nearest(t, size * arity) * arity)
    return used
