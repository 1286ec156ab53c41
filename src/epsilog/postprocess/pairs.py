"""Covariances and correlations of noisy sums, products, squares and counts, with ranges that hold them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from epsilog.core.measure import Total
from epsilog.postprocess.moments import largest_variance, variance_range
from epsilog.postprocess.ranges import Integers, Ranged

STEPS: Final = 10_000  # a correlation is told in ten-thousandths, ranges rounded outwards


def largest_covariance(one: Total, two: Total) -> int:
    """The largest covariance that values between two clamps can have, in products of grains, rounded up.

    By Cauchy and Schwarz it is at most the root of both variances, each at most a quarter of a squared width.
    """
    return ((one.high - one.low) * (two.high - two.low) + 3) // 4


def covariance_range(vectors: Sequence[Integers], one: Total, two: Total, margins: Sequence[int]) -> Ranged:
    """Covariances and their ranges in products of grains, from noisy sums of x, y and xy, and numbers of rows.

    >>> one, two = Total.between("x", -10, 10, 1, centred=True), Total.between("y", -10, 10, 1, centred=True)
    >>> exact = [np.array([0]), np.array([0]), np.array([2500]), np.array([100])]
    >>> found = covariance_range(exact, one, two, (0, 0, 0, 0))
    >>> [int(end[0]) for end in (found.value, found.low, found.high)]
    [25, 25, 25]

    The estimand is that of the bounded answers in every cell with C0 >= 1: P0/C0 - (S0/C0)(T0/C0), moved to the
    nearest number a covariance can be. Proof of coverage: with probability at least the confidence all four noises
    stay within their margins, so the four numbers lie in a box with C0 >= 1. For a given C0 the expression grows
    with P0 and falls with S0 T0, whose extremes over two intervals are at their ends. With M such an extreme and
    x = 1/C0 what is left is p x - M x²: over an interval of x it is least and largest at an end, or at its vertex
    p/(2M), where it is p²/(4M). Ends are rounded outwards in whole numbers. An empty box gives the whole range.
    """
    most = largest_covariance(one, two)
    rows = [
        _one((sum_, other, product, count), most, margins)
        for sum_, other, product, count in zip(*(vector.tolist() for vector in vectors), strict=True)
    ]
    value, low, high = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return Ranged(value, low, high)


def _one(numbers: tuple[int, int, int, int], most: int, margins: Sequence[int]) -> tuple[int, int, int]:
    sum_, other, product, count = numbers
    for_sum, for_other, for_product, for_count = margins
    c1, c2 = max(1, count - for_count), count + for_count
    whole = (0, -most, most)
    if c2 < 1:
        return whole
    corners = [s * t for s in (sum_ - for_sum, sum_ + for_sum) for t in (other - for_other, other + for_other)]
    lows = _between(product - for_product, max(corners), c1, c2)
    highs = _between(product + for_product, min(corners), c1, c2)
    low, high = min(down for down, _ in lows), max(up for _, up in highs)
    if low > most or high < -most:
        return whole
    low, high = max(low, -most), min(high, most)
    near = (product * count - sum_ * other) // (count * count) if count >= 1 else 0
    return min(max(near, low), high), low, high


def _between(p: int, m: int, c1: int, c2: int) -> list[tuple[int, int]]:
    """p/c - m/c² where it may be least or largest for c1 <= c <= c2, each rounded down and up."""
    found = [((p * c - m) // (c * c), -((m - p * c) // (c * c))) for c in (c1, c2)]
    # The vertex is at c = 2m/p; compared without dividing, as p may have either sign.
    if p and m and c1 * abs(p) <= 2 * abs(m) <= c2 * abs(p) and (m > 0) == (p > 0):
        found.append((p * p // (4 * m), -(-p * p // (4 * m))))
    return found


def correlation_range(
    vectors: Sequence[Integers], one: Total, two: Total, squares: Sequence[Total], margins: Sequence[int]
) -> Ranged:
    """Correlations and their ranges in `STEPS` parts of 1, from the vectors of a covariance and both squares.

    The estimand is cov/√(var x · var y) of the bounded answers, moved into [-1, 1], in every cell where neither
    variance is 0; in others nothing is claimed. While all six noises stay within their margins, the covariance and
    both variances lie in their ranges, and the quotient grows with the covariance and its size falls with the
    variances: the ends are quotients of ends. Roots are whole-number roots, rounded outwards.
    """
    sums, others, products, first, second, counts = vectors
    for_sum, for_other, for_product, for_first, for_second, for_count = margins
    covariances = covariance_range(
        (sums, others, products, counts), one, two, (for_sum, for_other, for_product, for_count)
    )
    vx = variance_range((sums, first, counts), one, squares[0], (for_sum, for_first, for_count))
    vy = variance_range((others, second, counts), two, squares[1], (for_other, for_second, for_count))
    rows = []
    for at in range(len(sums)):
        cov, cov1, cov2 = (int(end[at]) for end in (covariances.value, covariances.low, covariances.high))
        least, largest = int(vx.low[at]) * int(vy.low[at]), int(vx.high[at]) * int(vy.high[at])
        low = -_part(-cov1, least, up=True) if cov1 < 0 else _part(cov1, largest, up=False)
        high = _part(cov2, least, up=True) if cov2 > 0 else -_part(-cov2, largest, up=False)
        middle = int(vx.value[at]) * int(vy.value[at])
        near = (low + high) // 2
        if middle > 0:
            near = _part(cov, middle, up=False) if cov >= 0 else -_part(-cov, middle, up=False)
        rows.append((min(max(near, low), high), low, high))
    value, low_, high_ = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return Ranged(value, low_, high_)


def _part(size: int, square: int, *, up: bool) -> int:
    """size/√square in steps, at most 1; a covariance of 0 is 0, whatever the variances."""
    if size == 0:
        return 0
    if square <= 0:
        return STEPS if up else 0
    times = (size * STEPS) ** 2
    root = math.isqrt(times // square)
    if up and root * root * square < times:
        root += 1
    return min(root, STEPS)


def covariance_off(one: Total, two: Total, margins: Sequence[float], rows: float) -> float:
    """How far off a covariance may be at most in a cell of so many rows, in products of grains; before any data.

    With R, T the reaches of x and y: the mean of xy is off by at most (Mp + R T Mc)/(n - Mc), that of x by at most
    e = (Ms + R Mc)/(n - Mc), that of y by f likewise, and the product of the means by R f + T e + e f.
    """
    for_sum, for_other, for_product, for_count = margins
    left = rows - for_count
    most = 2.0 * largest_covariance(one, two)
    if left <= 0:
        return most
    e = (for_sum + one.reach * for_count) / left
    f = (for_other + two.reach * for_count) / left
    off = (for_product + one.reach * two.reach * for_count) / left + one.reach * f + two.reach * e + e * f
    return min(most, off)


def correlation_off(
    one: Total, two: Total, squares: Sequence[Total], margins: Sequence[float], rows: float
) -> float:
    """How far off a correlation may be at most, where both deviations are a quarter of the width or more.

    With v, w the variances and a, b how far off they are: the size of cov/√(vw) changes by at most
    c/D + √(vw)/D - 1, D = √((v - a)(w - b)), c the error of the covariance. It falls as v and w grow.
    """
    for_sum, for_other, for_product, for_first, for_second, for_count = margins
    left = rows - for_count
    if left <= 0:
        return 2.0
    c = covariance_off(one, two, (for_sum, for_other, for_product, for_count), rows)
    rest, least = 1.0, 1.0
    for total, square, mine, its in (
        (one, squares[0], for_sum, for_first),
        (two, squares[1], for_other, for_second),
    ):
        apart = (mine + total.reach * for_count) / left
        off = (its + square.reach * for_count) / left + apart * (2 * total.reach + apart)
        v = largest_variance(total) / 4
        rest *= max(0.0, v - off)
        least *= v
    if rest <= 0:
        return 2.0
    return min(2.0, (c + math.sqrt(least)) / math.sqrt(rest) - 1)
