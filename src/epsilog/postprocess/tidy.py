"""Tables as readers expect them: no counts below zero, and totals that add up. The raw numbers stay beside.

Noise is symmetric, and taking negative counts to zero is not: single cells come closer to the truth and sums of
many cells drift up. Where totals are asked for they are kept instead, and the cells give way.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


def not_negative(values: Integers) -> Integers:
    """Each number moved to the nearest whole number from 0.

    >>> not_negative(np.array([3, -2, 0]))
    array([3, 0, 0])
    """
    return np.maximum(values, 0)


def nearest_with_total(values: Integers, total: int | None = None) -> Integers:
    """The nearest table (Euclid's distance) of whole numbers from 0 with the same total; zeros if that is negative.

    With `total` it has that one instead, a public number.

    >>> nearest_with_total(np.array([10, 4, -3, 1])), nearest_with_total(np.array([7, 2, 1, -2]), 12)
    (array([9, 3, 0, 0]), array([8, 3, 1, 0]))

    Proof. Let T be the total, t the smallest integer with Σ max(y - t, 0) <= T, and r what is left. The table is
    max(y - t, 0), and one more for the first r cells with y >= t; by the choice of t there are more than r.
    For whole numbers x the distance is a sum of convex functions of one cell each, so x is nearest if no single
    step from a cell j with x(j) >= 1 to a cell i helps, that is if x(j) - y(j) <= x(i) - y(i) + 1. A cell above
    zero lies at -t or 1 - t from its y, a cell at zero at -y >= -t: all such differences are at most one.
    Ties (which cells get the r) go to the first ones; any other choice is equally near.
    """
    if total is None:
        total = sum(int(value) for value in values) if abs(values).max(initial=0) > 2**40 else int(values.sum())
    if total <= 0:
        return np.zeros_like(values)
    # At t = max(y) nothing is left. At t = -1 there is more than T, as T <= Σ max(y, 0); a public T may be larger,
    # and at t = min(y) - T - 1 every cell has more than T.
    low, high = min(-1, int(values.min()) - total - 1), int(values.max())
    while high - low > 1:
        middle = (low + high) // 2
        if _above(values, middle) <= total:
            high = middle
        else:
            low = middle
    found = np.maximum(values - high, 0)
    rest = total - _above(values, high)
    raised = np.flatnonzero(values >= high)[:rest]
    found[raised] += 1
    return found


def _above(values: Integers, level: int) -> int:
    over = values[values > level]
    if len(over) and int(over.max()) - level > 2**40:  # a sum that could leave int64
        return sum(int(value) - level for value in over)
    return int((over - level).sum())


def tidy_counts(values: Integers, shape: Sequence[int], summed: Sequence[int], *, keep_totals: bool) -> Integers:
    """Whole numbers from 0. With `keep_totals`, each slice across the `summed` axes keeps its total.

    >>> tidy_counts(np.array([5, -2, -1, 4]), (2, 2), (0,), keep_totals=True).reshape(2, 2)
    array([[4, 0],
           [0, 2]])
    """
    if not keep_totals or not summed:
        return not_negative(values)
    table = values.reshape(tuple(shape))
    kept = [axis for axis in range(len(shape)) if axis not in summed]
    order = [*kept, *summed]
    moved = table.transpose(order)
    flat = moved.reshape(int(np.prod([shape[axis] for axis in kept], dtype=np.int64)), -1)
    done = np.stack([nearest_with_total(row) for row in flat])
    back = np.argsort(order)
    return np.ascontiguousarray(done.reshape(moved.shape).transpose(back)).reshape(-1)


def totals_over(values: Integers, shape: Sequence[int], axes: Sequence[int]) -> Integers:
    """The sums over some axes, the cells that remain in their usual order.

    >>> totals_over(np.array([1, 2, 3, 4]), (2, 2), (0,))
    array([4, 6])
    """
    table = values.reshape(tuple(shape))
    if len(values) * int(np.abs(values).max(initial=0)) < 2**62:
        return np.asarray(table.sum(axis=tuple(axes)), dtype=np.int64).reshape(-1)
    exact = np.asarray(table.astype(object).sum(axis=tuple(axes)))
    # Where totals leave what an integer holds they stop at its end, as single answers do.
    return np.asarray(np.clip(exact, -(2**61), 2**61), dtype=np.int64).reshape(-1)
