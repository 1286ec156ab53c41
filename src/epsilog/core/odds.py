"""Odds: the ratio of two probabilities that an epsilon allows, as a rational that never exceeds exp(epsilon)."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Final

from epsilog.core.number import Number, exact
from epsilog.core.price import EPSILON_UNITS, exp_minus

LARGEST_EPSILON: Final = 32
SMALLEST_EPSILON: Final = Fraction(1, 1000)
_BITS: Final = 40


@lru_cache(maxsize=256)
def _odds(epsilon: Fraction) -> Fraction:
    bits = 2 * _BITS + 2 * math.ceil(epsilon)
    _, high = exp_minus(epsilon, bits)
    return Fraction((1 << bits + _BITS) // high, 1 << _BITS)


def odds_within(epsilon: Number, field: str = "epsilon") -> Fraction:
    """The largest multiple of 2^-40 that is certainly at most exp(epsilon); epsilon from 1/1000 to 32.

    >>> round(float(odds_within(1)), 11), odds_within(1) * 2**40 % 1
    (2.71828182846, Fraction(0, 1))

    Proof. With h an integer and exp(-epsilon) <= h/2^b, 2^b/h <= exp(epsilon), and rounding down keeps it so.
    A mechanism whose probabilities are rational functions of these odds has a loss of ln(odds) <= epsilon.
    """
    return _odds(exact(epsilon, field, at_least=SMALLEST_EPSILON, at_most=LARGEST_EPSILON))


@lru_cache(maxsize=256)
def epsilon_of(odds: Fraction) -> Fraction:
    """The least multiple of 1e-12 that is certainly at least ln(odds), odds >= 1.

    >>> float(epsilon_of(Fraction(3))), epsilon_of(Fraction(1))
    (1.098612288669, Fraction(0, 1))

    Proof. exp(-e) <= h/2^b <= 1/odds gives odds <= exp(e). The float only says where to begin.
    """
    if odds == 1:
        return Fraction(0)
    guess = (math.log(odds.numerator) - math.log(odds.denominator)) * EPSILON_UNITS
    units = max(int(guess * (1 - 2.0**-45)) - 1, 0)
    while True:
        epsilon = Fraction(units, EPSILON_UNITS)
        bits = 128 + 2 * math.ceil(epsilon)
        _, high = exp_minus(epsilon, bits)
        if high * odds.numerator <= odds.denominator << bits:
            return epsilon
        units += 1
