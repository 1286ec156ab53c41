"""Roots of many monotone functions at once, as brackets: the caller takes the end that is safe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from epsilog.postprocess.infer.estimate import Floats, Integers

_ROUNDS: Final = 200


def bracket(
    function: Callable[[Floats, Integers], Floats], low: Floats, high: Floats, tolerance: Floats
) -> tuple[Floats, Floats]:
    """Narrow [low, high] around the root of a rising function until no bracket is wider than its tolerance.

    >>> found = bracket(lambda x, _: x**2 - 2, np.array([0.0]), np.array([2.0]), np.array([1e-9]))
    >>> bool(found[0][0] <= 2**0.5 <= found[1][0])
    True

    `function` is given places and the numbers of the cells they belong to, and is below 0 at `low`, not at `high`.
    A false position with halved weights (Illinois) twice, then a bisection, so no shape of function is slow.
    """
    low, high = low.copy(), high.copy()
    everyone = np.arange(len(low))
    if not len(low):
        return low, high
    f_low, f_high = function(low, everyone), function(high, everyone)
    side = np.zeros(len(low), dtype=np.int64)
    for round_ in range(_ROUNDS):
        some = np.flatnonzero(high - low > tolerance)
        if not len(some):
            break
        left, right = low[some], high[some]
        middle = (left + right) / 2
        if round_ % 3:
            rise = f_high[some] - f_low[some]
            safe = np.where(rise > 0, rise, 1.0)
            guess = left - f_low[some] * (right - left) / safe
            # A step off the end keeps the bracket closing from both sides.
            least = tolerance[some] / 2
            guess = np.clip(guess, left + least, right - least)
            middle = np.where(rise > 0, guess, middle)
        value = function(middle, some)
        under = value < 0
        again = side[some] == np.where(under, -1, 1)
        side[some] = np.where(under, -1, 1)
        f_high[some] = np.where(under, np.where(again, f_high[some] / 2, f_high[some]), value)
        f_low[some] = np.where(under, value, np.where(again, f_low[some] / 2, f_low[some]))
        low[some], high[some] = np.where(under, middle, left), np.where(under, right, middle)
    return low, high
