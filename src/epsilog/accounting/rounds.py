"""What a choice in rounds costs: the epsilon of one of them, from what all of them may cost together."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from epsilog.core.charge import BoundedRange
from epsilog.core.price import EPSILON_UNITS
from epsilog.errors import SpecError

SMALLEST_EPSILON: Final = Fraction(1, 10**9)  # what a choice takes
LARGEST_EPSILON: Final = Fraction(10**6)


def epsilon_for(units: int, rounds: int, coin: str) -> Fraction:
    """The largest epsilon of a round, in units of 1e-12, that so many units pay for.

    >>> epsilon_for(10**12, 4, "pure"), epsilon_for(10**12, 2, "zcdp")
    (Fraction(1, 4), Fraction(2, 1))

    In rho a round costs epsilon²/8, or what any epsilon-private mechanism costs where that is less.
    """
    each = units // rounds
    whole = each if coin == "pure" else math.isqrt(8 * each * EPSILON_UNITS)
    if coin == "zcdp" and whole > 7 * EPSILON_UNITS:
        whole = max(whole, _largest(each))
    return within_reach(Fraction(whole, EPSILON_UNITS))


def _largest(units: int) -> int:
    """The largest epsilon, in units of 1e-12, that costs so many units of rho where epsilon is large."""
    low, high = units // 2, 2 * units
    while high - low > 1:
        middle = (low + high) // 2
        paid = BoundedRange(Fraction(middle, EPSILON_UNITS)).price().rho
        low, high = (middle, high) if paid <= units else (low, middle)
    return low


def within_reach(epsilon: Fraction) -> Fraction:
    """The same, refused where no mechanism takes it."""
    if not SMALLEST_EPSILON <= epsilon <= LARGEST_EPSILON:
        raise SpecError(
            "leaves a choice an epsilon below 1e-9 or above a million",
            where="spend.epsilon",
            hint="spend more, publish less, or ask for another error",
        )
    return epsilon
