"""Prices: what approximate zCDP charges, in whole numbers that are only ever rounded up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from epsilog.core.certified import exp_minus
from epsilog.core.number import ceiling

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
