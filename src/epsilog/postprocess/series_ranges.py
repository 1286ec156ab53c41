"""How far a number made of many noises strays: running totals, windows and fading sums decoded from noisy answers.

What is decoded is Σ b_i·Z_i with public weights b and independent draws Z of one law. A range needs the tail of
that sum. Where all weights are one it is computed (`sums`); otherwise it is bounded, and the bound always holds.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.postprocess.sums import margin_of_sum

_EVERY: Final = 32  # numbers of draws that are looked up one by one; beyond, a few per cent apart and rounded up
_WIDER: Final = 1 + 1e-9  # for what floats lose on the way


def weighted_margin(law: DiscreteGaussian | DiscreteLaplace, draws: int, confidence: Fraction) -> float:
    """A factor: times the root of Σb², a distance that |Σ b_i·Z_i| stays within at least that often.

    >>> year = DiscreteGaussian(Fraction(18_000) ** 2)
    >>> round(weighted_margin(year, 8760, Fraction(95, 100)) / 18_000, 4)      # a normal law's own is 1.96
    1.9602
    >>> round(weighted_margin(DiscreteLaplace(Fraction(100)), 9, Fraction(95, 100)) / 100, 2)
    5.85

    Proof. *Gaussian, bound for all sizes:* E exp(tZ) <= exp(t²σ²/2), so the sum is sub-Gaussian with σ²Σb².
    *Gaussian, wide noise:* add to each Z a normal Y of variance τ². Its density at y is the normal density of
    variance σ² + τ² times [Σ_k exp(-(k-c)²/2v)/√(2πv)] / [Σ_k exp(-k²/2σ²)/√(2πσ²)], v = σ²τ²/(σ²+τ²); by Poisson's
    formula the first bracket is at most 1 + e, e = 2 Σ_j exp(-2π²vj²), and the second at least 1. So n draws
    have at most (1+e)^n times the normal probability of any set, and S = Σ b_i Z_i, T = Σ b_i Y_i, s = √Σb² obey
    P(S > x) P(T >= -zτs) <= P(S + T > x - zτs) <= (1+e)^n Q((x - zτs)/(s√(σ²+τ²))). Any τ and z give a bound.
    *Laplace:* E exp(tZ) = 1/(1 - (cosh t - 1)/(cosh(1/b) - 1)) <= 1/(1 - t²b²), because (cosh x - 1)/x² rises; and
    the product of 1 - t²b²b_i² is at least 1 - t²b²Σb_i². Chernoff's bound with any t.
    """
    return _factor(law, draws, confidence)


@lru_cache(maxsize=256)
def weighted_factor(miss: float) -> float:
    """Chernoff's bound for Laplace noise, in scales times the root of Σb²: holds for all weights."""
    tilt = np.linspace(1e-4, 1, 20_000, endpoint=False)
    return float(np.min((math.log(2 / miss) - np.log1p(-(tilt**2))) / tilt))


@lru_cache(maxsize=256)
def _factor(law: DiscreteGaussian | DiscreteLaplace, draws: int, confidence: Fraction) -> float:
    miss = float(1 - confidence)
    if isinstance(law, DiscreteLaplace):
        return float(law.scale) * weighted_factor(miss) * _WIDER
    from scipy.special import log_ndtr, ndtri_exp

    square = float(law.sigma_squared)
    bounds = [math.sqrt(square) * math.sqrt(2 * math.log(2 / miss))]
    for tau2 in (0.5, 1.0, 2.0, 4.0):
        small = math.exp(-2 * math.pi**2 * square * tau2 / (square + tau2))
        more = draws * math.log1p(2 * small / (1 - small))
        for z in (2.0, 3.0, 4.0, 5.0, 6.0):
            left = math.log(miss / 2) - more + float(log_ndtr(z))
            bounds.append(math.sqrt(square + tau2) * -float(ndtri_exp(left)) + z * math.sqrt(tau2))
    return min(bounds) * _WIDER


def series_margins(
    law: DiscreteGaussian | DiscreteLaplace,
    gains: NDArray[np.float64],
    counts: NDArray[np.int64] | None,
    draws: int,
    confidence: Fraction,
) -> NDArray[np.float64]:
    """For every tick the distance, in grains, that a decoded value stays within at least that often.

    gains     Σb² at every tick
    counts    how many draws of weight one a tick is made of, where that is so; None otherwise
    draws     how many answers there are in all
    """
    if counts is None:
        return np.asarray(np.sqrt(gains) * weighted_margin(law, draws, confidence))
    steps = sorted({rounded_up(int(count)) for count in np.unique(counts)})
    known = np.array([margin_of_sum(law, step, confidence) for step in steps], dtype=np.float64)
    return np.asarray(known[np.searchsorted(np.array(steps), counts)])


def rounded_up(count: int) -> int:
    """The next larger number of draws that is looked up: a sum of more draws strays further."""
    step = _EVERY
    while step < count:
        step = step + step // 16
    return count if count <= _EVERY else step
