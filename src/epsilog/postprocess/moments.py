"""Variances and deviations of noisy sums, squares and counts, with ranges that hold the bounded ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from epsilog.core.measure import Total
from epsilog.postprocess.ranges import Integers, Ranged

FINER = 100  # deviations are told in hundredths of their column's grain, ranges rounded outwards


def largest_variance(total: Total) -> int:
    """The largest variance that values between the clamps can have, in squared grains, rounded up.

    >>> largest_variance(Total.between("systolic", 80, 220, centred=True))       # 70², half at each end
    49000000

    Popoviciu: (x - low)(high - x) >= 0 for every value, so the variance is at most (high - mean)(mean - low), and
    that at most a quarter of the square of the width.
    """
    return ((total.high - total.low) ** 2 + 3) // 4


def variance_range(vectors: Sequence[Integers], total: Total, squares: Total, margins: Sequence[int]) -> Ranged:
    """Variances and their ranges in squared grains, from noisy sums and squares around their middles, and counts.

    >>> total = Total.between("systolic", 80, 220, centred=True)
    >>> from epsilog.core.measure import Squares
    >>> squares = Squares.of_values(total)
    >>> exact = [np.array([0]), np.array([100 * (1000**2 - squares.centre)]), np.array([100])]
    >>> found = variance_range(exact, total, squares, (0, 0, 0))
    >>> [int(end[0]) for end in (found.value, found.low, found.high)]            # a deviation of 10 mmHg
    [1000000, 1000000, 1000000]

    The estimand is the variance of the bounded answers in every cell with C0 >= 1,

        V = centre + Q0/C0 - (S0/C0)², moved to the nearest number a variance can be (0 to `largest_variance`).

    Where no unit is cut it is the variance of the clamped values, which is such a number by itself; where a unit is
    scaled down, rounding towards zero may take it out by less than a grain per unit.

    Proof of coverage. With probability at least the confidence all three noises stay within their margins (each
    misses with a third of what may be missed), so S0, Q0 and C0 lie in [s1, s2], [q1, q2] and [c1, c2] with
    c1 >= 1. For a given C0 the expression grows with Q0 and falls with S0². As a function of x = 1/C0, q x - s² x²
    is concave: on an interval it is smallest at an end, and largest at an end or at its vertex x = q/(2s²), where
    it is q²/(4s²). Ends are rounded outwards in whole numbers. Moving V and the range to [0, largest] keeps V
    inside. An empty box, or one that holds no possible variance, gives the whole range.

    The value is the same expression of the noisy numbers, moved into the range: slightly biased where C is small.
    """
    most = largest_variance(total)
    rows = [
        _one(sum_, square, count, squares.centre, most, margins)
        for sum_, square, count in zip(*(vector.tolist() for vector in vectors), strict=True)
    ]
    value, low, high = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return Ranged(value, low, high)


def _one(
    sum_: int, square: int, count: int, middle: int, most: int, margins: Sequence[int]
) -> tuple[int, int, int]:
    for_sum, for_square, for_count = margins
    s1, s2, q1, q2 = sum_ - for_sum, sum_ + for_sum, square - for_square, square + for_square
    c1, c2 = max(1, count - for_count), count + for_count
    whole = (most // 2, 0, most)
    if c2 < 1:
        return whole
    largest = max(s1 * s1, s2 * s2)
    least = 0 if s1 <= 0 <= s2 else min(s1 * s1, s2 * s2)
    low = min((q1 * c - largest) // (c * c) for c in (c1, c2)) + middle
    tops = [-((least - q2 * c) // (c * c)) for c in (c1, c2)]
    if q2 > 0 and c1 * q2 <= 2 * least <= c2 * q2:
        tops.append(-(-q2 * q2 // (4 * least)))
    high = max(tops) + middle
    if low > most or high < 0:
        return whole
    low, high = max(low, 0), min(high, most)
    near = middle + (square * count - sum_ * sum_) // (count * count) if count >= 1 else most // 2
    return min(max(near, low), high), low, high


def deviation_range(variances: Ranged) -> Ranged:
    """The roots, in hundredths of a grain: a root grows with its number, so a range stays a range.

    >>> found = deviation_range(Ranged(np.array([2]), np.array([2]), np.array([2])))
    >>> [int(end[0]) for end in (found.value, found.low, found.high)]
    [141, 141, 142]
    """
    times = FINER**2
    low = [math.isqrt(times * number) for number in variances.low.tolist()]
    high = [_root_up(times * number) for number in variances.high.tolist()]
    value = [math.isqrt(times * number) for number in variances.value.tolist()]
    return Ranged(*(np.array(ends, dtype=np.int64) for ends in (value, low, high)))


def _root_up(number: int) -> int:
    root = math.isqrt(number)
    return root if root * root == number else root + 1
