"""Comparing a uniform real number with a certified one, bit by bit, until the answer is sure."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from epsilog.core.mechanism import RandomWords
from epsilog.core.price import exp_minus

# Bracket(bits) gives integers (low, high) with low <= p · 2^bits <= high, closing in on p as bits grow.
Bracket = Callable[[int], tuple[int, int]]

_GUARD: Final = 32


def is_below(word: int, bits: int, bracket: Bracket, rng: RandomWords) -> bool:
    """Whether the uniform number U that starts with these bits lies below p; more bits are drawn if needed.

    >>> from epsilog.noise import system
    >>> is_below(0, 8, exponential(Fraction(1)), system)      # U < 1/256 < exp(-1)
    True

    Proof. The bits known so far say word <= U · 2^bits < word + 1. If word + 1 <= low then U < p; if
    word >= high then U >= p. Otherwise 64 fresh bits are appended, which leaves U uniform. So the answer is
    U < p exactly, for one uniform U, and has probability p. While high - low is at most 2 each round ends with
    probability 1 - 3/2^64 or more, so the loop ends.
    """
    while True:
        low, high = bracket(bits)
        if word < low:
            return True
        if word >= high:
            return False
        word = word << 64 | int(rng.words(1, 64)[0])
        bits += 64


def coin(bracket: Bracket, rng: RandomWords) -> bool:
    """True with probability exactly p: whether a fresh uniform number lies below it."""
    return is_below(int(rng.words(1, 64)[0]), 64, bracket, rng)


def threshold(bracket: Bracket, bits: int) -> int:
    """The integer part of p · 2^bits, certified: precision is raised until both ends of the bracket agree.

    >>> threshold(ratio(Fraction(1, 3)), 8)
    85

    It ends whenever p · 2^bits is rational and bracketed exactly, or irrational; exp(-x) with rational x != 0 and
    every non-constant rational function of it are irrational (Lindemann).
    """
    extra = _GUARD
    while True:
        low, high = bracket(bits + extra)
        if low >> extra == high >> extra:
            return low >> extra
        extra *= 2


def ratio(p: Fraction) -> Bracket:
    """Brackets of a rational p."""

    def bracket(bits: int) -> tuple[int, int]:
        whole, rest = divmod(p.numerator << bits, p.denominator)
        return whole, whole + (rest > 0)

    return bracket


def exponential(x: Fraction) -> Bracket:
    """Brackets of exp(-x), x >= 0."""
    return lambda bits: exp_minus(x, bits)


def logistic(x: Fraction) -> Bracket:
    """Brackets of 1/(1 + exp(x)) = e/(1 + e) with e = exp(-x), which grows with e."""

    def bracket(bits: int) -> tuple[int, int]:
        low, high = exp_minus(x, bits + 16)  # 16 bits more, so that the quotients' roundings are all that shows
        one = 1 << (bits + 16)
        return (low << bits) // (one + low), -(-(high << bits) // (one + high))

    return bracket
