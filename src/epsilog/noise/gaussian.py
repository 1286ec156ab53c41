"""Discrete Gaussian noise, exact at every variance."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact
from epsilog.noise.coins import exponential_coins
from epsilog.noise.comparison import coin, exponential
from epsilog.noise.digits import digits_of
from epsilog.noise.gaussian_table import gaussian_table
from epsilog.noise.laplace import laplace_draws
from epsilog.noise.randomness import redrawn_after_fork, system
from epsilog.noise.saturation import saturate
from epsilog.noise.size import Size, shape_of

# The discrete Gaussian by certified rejection from a discrete Laplace, for any variance.


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
            proposals[at] = saturate(y)
        kept = proposals[keep][: number - have]
        drawn[have : have + len(kept)] = kept
        have += len(kept)
    return drawn


def _gamma(y: int, sigma_squared: Fraction, t: int) -> Fraction:
    return (abs(y) - sigma_squared / t) ** 2 / (2 * sigma_squared)


SMALLEST_SIGMA_SQUARED: Final = Fraction(1, 10**12)
LARGEST_SIGMA_SQUARED: Final = Fraction(10**34)


def discrete_gaussian(sigma_squared: Number, size: Size, rng: RandomWords = system) -> NDArray[np.int64]:
    """Integers Z with P(Z = k) proportional to exp(-k² / (2 sigma_squared)), exactly.

    >>> discrete_gaussian(100, (2, 3)).shape
    (2, 3)

    Proof: docs/proofs/noise-gaussian.md. Up to a standard deviation of 2048 a certified cumulative table is
    inverted; above it a discrete Laplace proposal is kept by an exact coin. Both draw from the same law, and
    neither truncates it.

    Numerics: any rational variance from 1e-12 to 1e34; others are refused. Z beyond ±2^62 is returned as ±2^62;
    `saturating_add` shows why a sum is not harmed by that. A float variance means the decimal it prints.

    Timing: the table looks up memory that depends on the noise, never on the data. Short batches search it for
    every draw; long ones ask a guide first, which decides most draws but fewer of the large ones. Neither is
    constant in time. The rejection draws in rounds whose number depends on coins, not on the data.

    Checked by: tests/statistical/test_gaussian.py (chi-square against the exact law, with power twins),
    tests/unit/noise/test_gaussian.py (ties and tail forced with 8-bit words; table against rejection).

    References: Canonne, Kamath, Steinke 2020, "The discrete Gaussian for differential privacy".
    """
    shape = shape_of(size, rng)
    variance = exact(sigma_squared, "sigma_squared", at_least=SMALLEST_SIGMA_SQUARED, at_most=LARGEST_SIGMA_SQUARED)
    return redrawn_after_fork(lambda: gaussian_draws(variance, math.prod(shape), rng).reshape(shape))


def gaussian_draws(variance: Fraction, number: int, rng: RandomWords) -> NDArray[np.int64]:
    """That many draws by the sampler that suits the variance."""
    table = gaussian_table(variance)
    return rejection_draws(variance, number, rng) if table is None else table.draw(number, rng)
