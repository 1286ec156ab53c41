"""exp(-x) between two integers: the one transcendental number our noise and our prices need.

Every threshold of a sampler and every price with a hyperbolic tangent is a rational function of exp(-x) with x
rational. Here it is bounded by whole-number arithmetic alone, so that its certificate is a page of algebra
and not trust in somebody's rounding modes (mpmath is the oracle in the tests).
"""

from __future__ import annotations

from fractions import Fraction


def exp_minus(x: Fraction, bits: int) -> tuple[int, int]:
    """Integers (low, high) with low <= exp(-x) · 2^bits <= high, and high - low small (2 at most, usually 1).

    >>> low, high = exp_minus(Fraction(1), 64)
    >>> low / 2**64, high - low
    (0.36787944117144233, 1)

    Proof. Let w be the working precision and y = x/2^k with y <= 1/2. Invariant: each pair (lo, hi) brackets
    2^w times the number it stands for; every product is floored for lo and raised for hi, so the invariant
    survives multiplication of non-negative numbers. exp(-y) is the alternating sum of y^j/j!, whose terms fall
    (y <= 1/2), so it lies between any two consecutive partial sums: even terms are added with their own
    bracket, odd ones subtracted with it reversed, and the first term left out widens the bracket on both
    sides. exp(-x) is that number squared k times. If x >= bits then exp(-x) < 2^-bits because e > 2.
    """
    if x < 0 or bits < 1:
        raise ValueError("exp_minus takes x >= 0 and at least one bit")
    if x == 0:
        return 1 << bits, 1 << bits
    if x >= bits:
        return 0, 1
    halvings = max(0, (x.numerator // x.denominator).bit_length() + 1)
    work = bits + halvings + bits.bit_length() + 16
    low_y = (x.numerator << (work - halvings)) // x.denominator
    high_y = low_y + 1
    low_term = high_term = 1 << work
    low = high = 0
    order = 0
    while high_term > 1:
        if order % 2:
            low, high = low - high_term, high - low_term
        else:
            low, high = low + low_term, high + high_term
        order += 1
        low_term = (low_term * low_y >> work) // order
        high_term = -((-high_term * high_y >> work) // order)
    low, high = max(low - high_term, 0), min(high + high_term, 1 << work)
    for _ in range(halvings):
        low, high = low * low >> work, -(-high * high >> work)
    spare = work - bits
    return low >> spare, -(-high >> spare)
