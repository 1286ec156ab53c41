"""Exact intervals: both tails of a noisy count are tested, and what neither test rejects is kept."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.accounting.special import gammaln
from epsilog.core.law import Law
from epsilog.postprocess.infer.estimate import Floats, Integers, Truths
from epsilog.postprocess.infer.mixture import NEGLIGIBLE, Family, NoisyCount

# Roots of many monotone functions at once, as brackets: the caller takes the end that is safe.


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


_ROUNDING: Final = 2.0**-50  # of log n!, four roundings of it: what a term's logarithm may be off by


def limits(
    family: Family, z: Integers, law: Law, top: Floats, confidence: Fraction
) -> tuple[Floats, Floats, Truths]:
    """The lowest and highest parameter that explain z, and whether none does; `top` ends the search.

    The lower limit solves P(Z >= z) = half of what may be missed, the upper one P(Z <= z). Both tails are monotone
    in the parameter (X grows with it in probability, and the noise does not depend on it), so the tests' acceptance
    regions invert to an interval, and each side misses with at most its half: coverage is never below the
    confidence, whatever the parameter. Brackets are opened outwards.
    """
    most = family.most()
    ends = np.where(np.isfinite(most), most, 0.0)
    # Tails are made smaller by what is dropped, and by the digits that logarithms of large factorials lose.
    lost = 2 * NEGLIGIBLE + _ROUNDING * gammaln(np.where(np.isfinite(most), most, top) + 1)
    half = float(1 - confidence) / 2 * (1 - lost)
    count = NoisyCount(family, z, law, float(half.min(initial=float(1 - confidence) / 2)))
    low, high = np.zeros(len(z)), top.copy()
    # At its two ends the parameter fixes X, and only noise is left.
    low_none = count.noise_tail(True, np.zeros(len(z))) >= half
    low_all = np.isfinite(most) & (count.noise_tail(True, ends) < half)
    high_none = count.noise_tail(False, np.zeros(len(z))) < half
    high_all = np.isfinite(most) & (count.noise_tail(False, ends) >= half)
    low[low_all] = top[low_all]
    high[high_none] = 0.0
    for part in count.chunks():
        some = part[~low_none[part] & ~low_all[part]]
        low[some] = _solve(count, some, top, half[some], True)[0]
        some = part[~high_none[part] & ~high_all[part]]
        high[some] = _solve(count, some, top, half[some], False)[1]
    return low, high, low_all | high_none


def _solve(count: NoisyCount, some: Integers, top: Floats, half: Floats, upper: bool) -> tuple[Floats, Floats]:
    tail = count.part(some, upper)
    end = top[some]
    inner = np.nextafter(end, 0)  # the logarithms do not meet the very ends
    tiny = np.minimum(1e-300, end)

    def rising(theta: Floats, which: Integers) -> Floats:
        value = tail(np.clip(theta, tiny[which], inner[which]), which)
        return value - half[which] if upper else half[which] - value

    return bracket(rising, np.zeros(len(some)), end.copy(), 1e-9 * end)
