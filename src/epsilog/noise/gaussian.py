"""Discrete Gaussian noise, exact at every variance."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact
from epsilog.noise.gaussian_rejection import rejection_draws
from epsilog.noise.gaussian_table import gaussian_table
from epsilog.noise.randomness import redrawn_after_fork, system
from epsilog.noise.size import Size, shape_of

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
