"""P(Z >= t) of our discrete laws, rounded up: how often noise alone lifts one unit over a threshold.

Whole-number arithmetic with certified exponentials; no float. The delta of a threshold rests on it.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Final

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.price import exp_minus

UnitLaw = DiscreteLaplace | DiscreteGaussian

_BITS: Final = 256
_ONE: Final = 1 << _BITS
_PI_BELOW: Final = Fraction(314159265358979, 10**14)
# A block of this share of sigma is counted at its highest weight: at five sigma that adds one part in a hundred.
_BLOCKS: Final = 256


def at_least(law: UnitLaw, t: int) -> Fraction:
    """An upper bound of P(Z >= t) for t >= 1, right to many digits (to one part in 80 where sigma is above 512).

    >>> float(at_least(DiscreteLaplace(Fraction(1)), 14)), float(at_least(DiscreteGaussian(Fraction(4)), 10))
    (6.078962034778829e-07, 8.003846692441747e-07)

    Proof. Laplace: q^t/(1 + q) with q = exp(-1/scale); the numerator rounded up, q in the denominator rounded down.
    Gaussian: let w(k) = exp(-k²/2σ²). The weights fall for k >= t >= 1, so a block of s neighbours weighs at most s
    times its first, and w(k + s)/w(k) = exp(-(2ks + s²)/2σ²) falls with k: all blocks after the one at k weigh at
    most x/(1 - x) times it, with x the ratio at k. That ratio itself falls by exp(-s²/σ²) from block to block. The
    sum of all weights is at least σ√(2π) (Poisson summation, docs/proofs/charges.md section 3) and at least any
    part of itself; π and the root are rounded down.
    """
    if t < 1:
        raise ValueError("at_least takes t >= 1")
    return _laplace(law.scale, t) if isinstance(law, DiscreteLaplace) else _gaussian(law.sigma_squared, t)


def _laplace(scale: Fraction, t: int) -> Fraction:
    return Fraction(_high(t / scale), _ONE + exp_minus(1 / scale, _BITS)[0])


@lru_cache(maxsize=1024)  # a search for the threshold comes back to the same places
def _gaussian(variance: Fraction, t: int) -> Fraction:
    step = max(1, math.isqrt(variance.numerator // variance.denominator) // _BLOCKS)
    # Every factor and every product is rounded up, so each stays an upper bound of what it stands for.
    weight = step * _high(Fraction(t * t) / (2 * variance))
    ratio = _high(Fraction(2 * t * step + step * step) / (2 * variance))
    bend = _high(Fraction(step * step) / variance)
    total = 0
    while True:
        total += weight
        # Stop where the rest is a millionth of what was summed.
        if ratio < _ONE and (rest := -(-weight * ratio // (_ONE - ratio))) * 10**6 <= total + 10**6:
            return min(Fraction(1), Fraction(total + rest, _mass(variance)))
        weight = -(-weight * ratio >> _BITS)
        ratio = -(-ratio * bend >> _BITS)


@lru_cache(maxsize=256)
def _mass(variance: Fraction) -> int:
    """A lower bound of the sum of all weights, times 2^bits."""
    near = _ONE + 2 * sum(exp_minus(Fraction(k * k) / (2 * variance), _BITS)[0] for k in range(1, 9))
    square = 2 * _PI_BELOW * variance
    return max(near, math.isqrt((square.numerator << 2 * _BITS) // square.denominator))


def _high(exponent: Fraction) -> int:
    return exp_minus(exponent, _BITS)[1]


def least_above(law: UnitLaw, chance: Fraction) -> int:
    """The least t >= 1 with certified P(Z >= t) <= chance.

    >>> least_above(DiscreteLaplace(Fraction(1)), Fraction(1, 10**6))
    14
    """
    low, high = 0, 1
    while at_least(law, high) > chance:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if at_least(law, middle) > chance:
            low = middle
        else:
            high = middle
    return high
