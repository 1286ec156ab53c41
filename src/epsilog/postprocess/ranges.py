"""Ranges `about: data`: where the bounded answer lies, given the noisy one and the exact law of its noise.

The *bounded answer* is what the source computed before the noise: rows outside the table left out, every unit cut
to its bounds, every value clamped. A range speaks of that number and of nothing else: not of what was cut away, and
not of the population the rows were drawn from.

Everything is counted in whole steps, so no rounding narrows a range; `Steps.floats` rounds each number to the
nearest float, which keeps their order.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import Law, Noise
from epsilog.core.measure import Total
from epsilog.core.number import exact

Integers = NDArray[np.int64]
# A bounded answer and its noisy twin both lie within ±2^61, so no margin need be wider.
WIDEST: Final = 2**62
# Of the probability a range of a mean may miss with, the part that belongs to its count.
COUNTS_PART: Final = Fraction(1, 5)
# Means are told in hundredths of their column's grain, ranges rounded outwards.
FINER: Final = 100
_FAR: Final = 2**54  # no clamp is further than 2^53 grains from its middle
_NARROW: Final = 2**55


@dataclass(frozen=True, eq=False)
class Ranged:
    """Estimates and their ranges, all in the same steps."""

    value: Integers
    low: Integers
    high: Integers


def margin_of(law: Law, confidence: Fraction) -> int:
    """The smallest whole number of grains the noise stays within at least that often.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> margin_of(DiscreteLaplace(Fraction(2)), Fraction(95, 100))
    6
    """
    found = Noise(law, Fraction(1)).margin(exact(confidence, "confidence", above=0, below=1))
    # Beyond 2^53 a float skips integers: go up to the next one, never down.
    return min(WIDEST, int(found) if found < 2**53 else int(math.nextafter(found, math.inf)))


def around(values: Integers, margin: int) -> Ranged:
    """The noisy answers, plus and minus a margin.

    >>> around(np.array([10, -3]), 6).low
    array([ 4, -9])

    Proof. y = clamp(x + Z) with x within ±2^61, and clamping to an interval that holds x moves nothing away from
    it: |y - x| <= |Z|. So the range holds x whenever |Z| <= margin, whatever x is.
    """
    return Ranged(values, values - margin, values + margin)


def mean_confidences(confidence: Fraction) -> tuple[Fraction, Fraction]:
    """How often the sum and the count of a mean must each stay within their margins.

    >>> sum_, count = mean_confidences(Fraction(95, 100))
    >>> sum_ * count == Fraction(95, 100), count
    (True, Fraction(99, 100))

    A fifth of the allowed misses goes to the count, because its error moves a mean by its distance from the middle
    only, and the sum's error moves it fully. The split is fixed and looks at nothing.
    """
    for_count = 1 - COUNTS_PART * (1 - confidence)
    return confidence / for_count, for_count


def mean_range(sums: Integers, counts: Integers, total: Total, sum_margin: int, count_margin: int) -> Ranged:
    """Means and their ranges in hundredths of a grain, from noisy sums around the middle and noisy counts.

    >>> total = Total.between("systolic", 80, 220, centred=True)
    >>> found = mean_range(np.array([-180_000]), np.array([100]), total, 20_000, 5)
    >>> float(found.value[0] / 10_000), float(found.low[0] / 10_000), float(found.high[0] / 10_000)
    (132.0, 128.9473, 134.762)

    The estimand is the mean of the bounded answers, centre + S0 / C0 grains, in every cell with C0 >= 1. A cell
    nobody is in has no mean, and no range could be wrong about it.

    Proof of coverage. Zs and Zc are independent, so with probability at least confidence both |S - S0| <= sum
    margin and |C - C0| <= count margin (`mean_confidences`; saturation as in `around`). Then S0 lies in [s1, s2]
    and, being at least 1, C0 lies in [c1, c2] = [max(1, C - margin), C + margin]. On this box S0 / C0 is monotone
    in each argument, so it is smallest at s1 / c1 if s1 < 0 and at s1 / c2 otherwise, and largest at s2 / c1 if
    s2 > 0 and at s2 / c2 otherwise. It also lies between the clamps, because each of the C0 rows does, so cutting
    the range to [low, high] loses nothing. Where the box is empty (c2 < 1) or misses the clamps altogether, the
    noise was larger than its margins or the cell is empty: the whole range is given, which is always true.
    Ends are rounded outwards in integers.

    The value is S / C for C >= 1, otherwise the middle of the range, moved to the nearest point of the range. It is
    a ratio of noisy numbers and therefore slightly biased where C is small.
    """
    floor, ceiling = FINER * (total.low - total.centre), FINER * (total.high - total.centre)
    s1, s2 = sums - sum_margin, sums + sum_margin
    c1, c2 = np.maximum(counts - count_margin, 1), counts + count_margin
    empty = c2 < 1
    c2 = np.maximum(c2, 1)
    low = _ratio(s1, np.where(s1 < 0, c1, c2))
    high = -_ratio(-s2, np.where(s2 > 0, c1, c2))
    lost = empty | (low > ceiling) | (high < floor)
    low = np.where(lost, floor, np.maximum(low, floor))
    high = np.where(lost, ceiling, np.minimum(high, ceiling))
    near = (_ratio(sums, np.maximum(counts, 1)) - _ratio(-sums, np.maximum(counts, 1))) // 2
    value = np.clip(np.where(counts >= 1, near, (floor + ceiling) // 2), low, high)
    middle = FINER * total.centre
    return Ranged(value + middle, low + middle, high + middle)


def _ratio(sums: Integers, counts: Integers) -> Integers:
    """⌊100 · sum / count⌋ exactly, capped far outside any clamp."""
    if int(counts.max(initial=1)) > _NARROW:  # a count no table has: slower, but still exact
        most = FINER * _FAR
        pairs = zip(sums.tolist(), counts.tolist(), strict=True)
        return np.array([max(-most, min(most, FINER * one // other)) for one, other in pairs], dtype=np.int64)
    whole, rest = np.divmod(sums, counts)
    return np.asarray(FINER * np.clip(whole, -_FAR, _FAR) + FINER * rest // counts, dtype=np.int64)


def floats(values: Integers, step: Fraction) -> NDArray[np.float64]:
    """The nearest floats to so many steps; nearest keeps order, so a range holds what it held before.

    >>> floats(np.array([1, 3]), Fraction(1, 10))
    array([0.1, 0.3])
    """
    above, below = step.numerator, step.denominator
    largest = max(abs(int(values.max(initial=0))), abs(int(values.min(initial=0))))
    if largest * above < 2**53 and below < 2**53:
        # Both sides of the division are floats without error, and a float division is rounded once.
        return np.asarray((values * above).astype(np.float64) / below, dtype=np.float64)
    return np.array([float(int(value) * step) for value in values], dtype=np.float64)
