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
from epsilog.core.number import exact

Integers = NDArray[np.int64]
# A bounded answer and its noisy twin both lie within ±2^61, so no margin need be wider.
WIDEST: Final = 2**62


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


def floats(values: Integers, step: Fraction) -> NDArray[np.float64]:
    """The nearest floats to so many steps; nearest keeps order, so a range holds what it held before.

    >>> floats(np.array([1, 3]), Fraction(1, 10))
    array([0.1, 0.3])
    """
    above, below = step.numerator, step.denominator
    largest = max(abs(int(values.max(initial=0))), abs(int(values.min(initial=0))))
    if max(largest, 1) * above < 2**53 and below < 2**53:
        # Both sides of the division are floats without error, and a float division is rounded once.
        return np.asarray((values * above).astype(np.float64) / below, dtype=np.float64)
    return np.array([float(int(value) * step) for value in values], dtype=np.float64)
