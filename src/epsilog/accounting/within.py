"""How good a private choice is, as a promise: with probability 1 - miss it lies within t grains of the best.

There is no noise law for a label, so no interval in the usual sense; this is what can be said instead. Proofs are
in docs/proofs/choose.md. The bounds hold for every set of utilities and are attained by some: they cannot be
improved without looking at the data.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from epsilog.accounting.rounding import enclose, upper
from epsilog.core.number import Number, exact, whole
from epsilog.core.price import exp_minus

_BITS: Final = 256
_RAREST: Final = Fraction(1, 10**18)


def exponential_within(rate: Fraction, candidates: int, miss: Number) -> int:
    """The least t such that the exponential mechanism falls further than t below the best at most that often.

    >>> exponential_within(Fraction(1, 2), 10, "0.05")
    10

    The chance of a candidate t + 1 or more below the best is at most (m-1)q / (1 + (m-1)q), q = exp(-rate (t+1)).
    """
    number, chance = _read(candidates, miss)
    if number == 1:
        return 0
    limit = chance / ((number - 1) * (1 - chance))
    return _least(lambda t: _weight(rate, t) <= limit)


def flip_within(rate: Fraction, candidates: int, miss: Number) -> int:
    """The same for permute-and-flip, which is never worse.

    >>> flip_within(Fraction(1, 2), 10, "0.05")
    8

    The chance is at most 1 - (1 - (1-q)^m) / (m q) with q = exp(-rate (t+1)); never above the other's.
    """
    number, chance = _read(candidates, miss)
    if number == 1:
        return 0
    limit = chance / ((number - 1) * (1 - chance))

    def holds(t: int) -> bool:
        q = _weight(rate, t)
        return q <= limit or upper(_flip_miss(q, number)) <= chance

    return _least(holds)


def _flip_miss(q: Fraction, number: int) -> object:
    """Grows with q, so an upper bound of q bounds it."""
    interval = enclose(q)
    return 1 - (1 - (1 - interval) ** number) / (number * interval)


def _weight(rate: Fraction, t: int) -> Fraction:
    """exp(-rate (t+1)), rounded up."""
    return Fraction(exp_minus(rate * (t + 1), _BITS)[1], 1 << _BITS)


def _least(holds: Callable[[int], bool]) -> int:
    """The least t >= 0 from which on it holds."""
    low, high = -1, 0
    while not holds(high):
        low, high = high, 2 * high + 1
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def _read(candidates: int, miss: Number) -> tuple[int, Fraction]:
    number = whole(candidates, "candidates", at_least=1, at_most=2**40)
    chance = exact(miss, "miss", at_least=_RAREST, below=1)
    return number, chance
