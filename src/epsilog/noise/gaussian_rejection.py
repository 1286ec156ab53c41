"""The discrete Gaussian by certified rejection from a discrete Laplace, for any variance."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.noise.coins import exponential_coins
from epsilog.noise.comparison import coin, exponential
from epsilog.noise.digits import digits_of
from epsilog.noise.laplace import laplace_draws
from epsilog.noise.saturation import saturated

_CHUNK: Final = 1 << 14


def rejection_draws(sigma_squared: Fraction, number: int, rng: RandomWords) -> NDArray[np.int64]:
    """That many draws with P(k) proportional to exp(-k² / (2 σ²)).

    Proof (Canonne, Kamath and Steinke 2020, Algorithm 3; docs/proofs/noise-gaussian.md). With t = floor(σ) + 1, a
    proposal y of weight exp(-|y|/t) kept with probability exp(-gamma), gamma = (|y| - σ²/t)²/(2σ²), has weight
    exp(-y²/(2σ²)) · exp(-σ²/(2t²)): the second factor is the same for all y. Every coin is exact, so is the law.
    """
    t = math.isqrt(sigma_squared.numerator // sigma_squared.denominator) + 1
    digits = digits_of(Fraction(t))
    drawn = np.empty(number, dtype=np.int64)
    centre, double = float(sigma_squared / t), float(2 * sigma_squared)
    have = 0
    while have < number:
        # About three in four proposals are kept; asking for half as many again seldom needs a second round.
        proposals, beyond = laplace_draws(digits, min(_CHUNK, (number - have) * 3 // 2 + 8), rng)
        distance = np.abs(proposals).astype(np.float64)
        distance -= centre
        gammas = distance * distance
        gammas /= double

        def gamma_of(at: int, y: NDArray[np.int64] = proposals) -> Fraction:
            return _gamma(int(y[at]), sigma_squared, t)

        keep = exponential_coins(gammas, gamma_of, rng)
        for at, y in beyond.items():
            # The array may hold only a saturated image of this one: decide it afresh, from its exact value.
            keep[at] = coin(exponential(_gamma(y, sigma_squared, t)), rng)
            proposals[at] = saturated(y)
        kept = proposals[keep][: number - have]
        drawn[have : have + len(kept)] = kept
        have += len(kept)
    return drawn


def _gamma(y: int, sigma_squared: Fraction, t: int) -> Fraction:
    return (abs(y) - sigma_squared / t) ** 2 / (2 * sigma_squared)
