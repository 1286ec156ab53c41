"""Prices: what approximate zCDP charges, in whole numbers that are only ever rounded up.

exp(-x) between two integers: the one transcendental number our noise and our prices need.

Every threshold of a sampler and every price with a hyperbolic tangent is a rational function of exp(-x) with x
rational. Here it is bounded by whole-number arithmetic alone, so that its certificate is a page of algebra
and not trust in somebody's rounding modes (mpmath is the oracle in the tests).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from epsilog.core.number import Number, ceiling, exact, spell_number


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


RHO_UNITS: Final = 10**12
EPSILON_UNITS: Final = 10**12
DELTA_UNITS: Final = 10**18


@dataclass(frozen=True)
class Price:
    """What approximate zCDP charges: rho in 1e-12, delta in 1e-18, both rounded up.

    >>> Price(3, 0) + Price(4, 1)
    Price(rho=7, delta=1)
    """

    rho: int
    delta: int

    def __add__(self, other: Price) -> Price:
        return Price(self.rho + other.rho, self.delta + other.delta)

    def __mul__(self, times: int) -> Price:
        return Price(self.rho * times, self.delta * times)


@lru_cache(maxsize=4096)  # an account asks for the same few prices again and again
def rho_of_pure(epsilon: Fraction, times: int = 1) -> int:
    """times · epsilon · tanh(epsilon/2) in units of 1e-12, rounded up.

    >>> rho_of_pure(Fraction(1))
    462117157261

    tanh(epsilon/2) = (1 - q)/(1 + q) with q = exp(-epsilon) falls in q, so the lower end of q bounds it from above.
    The proof that this is the price of every epsilon-private mechanism is in docs/proofs/charges.md.
    """
    scale = epsilon * times * RHO_UNITS
    bits = 64 + (scale.numerator // scale.denominator).bit_length()
    low, _ = exp_minus(epsilon, bits)
    one = 1 << bits
    return ceiling(scale * Fraction(one - low, one + low))


# What a board grants: epsilon, and delta where it is allowed.


@dataclass(frozen=True, init=False)
class Budget:
    """A promise (epsilon, delta); delta = 0 means pure differential privacy.

    >>> Budget(1, 1e-6)
    Budget(epsilon=1, delta=1/1000000)
    >>> Budget(0.5).is_pure
    True
    """

    epsilon: Fraction
    delta: Fraction

    def __init__(self, epsilon: Number, delta: Number = 0) -> None:
        object.__setattr__(self, "epsilon", exact(epsilon, "epsilon", above=0, at_most=10**6))
        object.__setattr__(self, "delta", exact(delta, "delta", at_least=0, below=1))

    @property
    def is_pure(self) -> bool:
        """Whether delta is zero."""
        return self.delta == 0

    def __repr__(self) -> str:
        return f"Budget(epsilon={spell_number(self.epsilon)}, delta={spell_number(self.delta)})"
