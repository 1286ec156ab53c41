"""Ratios of two noisy sums, with ranges that hold the ratio of the bounded ones."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.core.measure import Total, usual_grain
from epsilog.postprocess.ranges import Integers, Ranged

FURTHEST: Final = 2**61  # steps; a ratio beyond this is told as this


def ratio_step(above: Total, below: Total) -> Fraction:
    """The step ratios are told in: a power of ten, a million or more to the ratio of the largest values.

    >>> ratio_step(Total.between("cost", 0, 5000), Total.between("stays", 0, 10))
    Fraction(1, 10000)
    """
    return usual_grain(above.reach * above.grain / (below.reach * below.grain)) / 100


def ratio_range(vectors: Sequence[Integers], above: Total, below: Total, margins: Sequence[int]) -> Ranged:
    """Ratios and their ranges in `ratio_step`s.

    >>> above, below = Total.between("cost", 0, 5000, 1), Total.between("stays", 0, 10, 1)
    >>> found = ratio_range([np.array([500]), np.array([100])], above, below, (50, 20))
    >>> step = ratio_step(above, below)
    >>> [float(end[0] * step) for end in (found.value, found.low, found.high)]
    [5.0, 3.75, 6.875]

    The estimand is A0/B0, the ratio of the bounded sums, in every cell with B0 >= 1 grain; no row lowers B0. A cell
    where B0 is 0 has no ratio, and no range could be wrong about it. Beyond 2^61 steps a ratio is told as that.

    Proof of coverage. With probability at least the confidence both noises stay within their margins (each misses
    with half of what may be missed). Then A0 lies in [a1, a2] and B0 in [b1, b2] with b1 >= 1; A0/B0 is monotone in
    each, so it is smallest at a1 over b1 if a1 < 0 and over b2 otherwise, and largest at a2 over b1 if a2 > 0 and
    over b2 otherwise. Where no value of A is below 0 (or above), no ratio is, and the range is cut there. Ends are
    rounded outwards in whole numbers. Where the box is empty the noise was larger than its margins, or B0 is 0.
    """
    factor = above.grain / below.grain / ratio_step(above, below)
    times, over = factor.numerator, factor.denominator
    floor = 0 if above.low >= 0 else -FURTHEST
    ceiling = 0 if above.high <= 0 else FURTHEST

    def one(top: int, bottom: int) -> tuple[int, int, int]:
        a1, a2 = top - margins[0], top + margins[0]
        b1, b2 = max(1, bottom - margins[1]), bottom + margins[1]
        if b2 < 1:
            return 0, floor, ceiling
        low = times * a1 // (over * (b1 if a1 < 0 else b2))
        high = -(-times * a2 // (over * (b1 if a2 > 0 else b2)))
        low, high = (min(max(end, floor), ceiling) for end in (low, high))
        near = (2 * times * top + over * bottom) // (2 * over * bottom) if bottom >= 1 else 0
        return min(max(near, low), high), low, high

    rows = [one(top, bottom) for top, bottom in zip(*(vector.tolist() for vector in vectors), strict=True)]
    value, low, high = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return Ranged(value, low, high)
