"""How far a sum of independent noises strays: the margins of totals."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.postprocess.ranges import WIDEST, margin_of

# Everything below is float64; this much of the allowed misses is kept back for its errors.
_GUARD: Final = 1e-8
_POINTS: Final = 2**20
# Deviations of the sum on either side that the lattice covers: beyond them lies less than 1e-24.
_REACH: Final = 40


def margin_of_sum(law: Law, cells: int, confidence: Fraction) -> int:
    """A whole number of grains that the sum of so many independent noises stays within at least that often.

    >>> laplace = DiscreteLaplace(Fraction(2))
    >>> [margin_of_sum(laplace, cells, Fraction(95, 100)) for cells in (1, 2, 100)]
    [6, 8, 55]

    Proof. One cell: the law itself. Gaussian with variance 4 or more: the sum and the discrete Gaussian of n times
    the variance differ, in the logarithm of every probability, by less than 10 n exp(-π² σ²) < 2e-9 for n up to
    2e7 cells (Kairouz, Liu and Steinke 2021, Corollary 12, added up). Otherwise the law of a sum is the n-th power
    of the characteristic function, turned back on a circle of 2^20 points that reaches 40 deviations to each side.
    Where that is too short for single grains, each noise Z is first rounded to a multiple k W of an odd k: each
    rounding moves by at most (k-1)/2, so |ΣZ| <= k |ΣW| + n (k-1)/2. Chernoff's bound for the Laplace law holds
    for any n; the smaller of two valid margins is taken, chosen by public parameters alone.
    """
    return _margin(law, cells, confidence)  # type: ignore[arg-type]  # laws are frozen


@lru_cache(maxsize=256)
def _margin(law: Any, cells: int, confidence: Fraction) -> int:
    if cells == 1:
        return margin_of(law, confidence)
    miss = float(1 - confidence) - _GUARD
    if miss <= 0:
        return WIDEST
    if isinstance(law, DiscreteGaussian) and law.sigma_squared >= 4:
        wide = DiscreteGaussian(law.sigma_squared * cells)
        return margin_of(wide, min(confidence + Fraction(1, 10**8), 1 - Fraction(1, 10**12)))
    found = _by_lattice(law, cells, miss)
    if isinstance(law, DiscreteLaplace):
        found = min(found, _by_chernoff(law, cells, miss))
    return min(WIDEST, found)


def _by_lattice(law: Law, cells: int, miss: float) -> int:
    deviation = math.sqrt(law.variance * cells)
    step = 2 * math.ceil(_REACH * deviation / _POINTS) + 1 if deviation * 2 * _REACH > _POINTS else 1
    one = _rounded_law(law, step)
    wrapped = np.zeros(_POINTS)
    half = len(one) - 1
    wrapped[: half + 1] = one
    wrapped[_POINTS - half :] = one[:0:-1]
    summed = np.fft.irfft(np.fft.rfft(wrapped) ** cells, _POINTS)
    beyond = 1 - summed[0] - 2 * np.cumsum(np.maximum(summed[1 : _POINTS // 2], 0.0))
    within = int(np.searchsorted(-beyond, -miss)) + 1
    return within * step + cells * (step - 1) // 2


def _rounded_law(law: Law, step: int) -> NDArray[np.float64]:
    """P(W = 0), P(W = 1), … for the noise rounded to the nearest multiple of an odd step."""
    most = min(_POINTS // 2 - 1, math.ceil(2 * _REACH * (1 + math.sqrt(law.variance)) / step) + 1)
    if step == 1:
        return law.pmf(np.arange(most + 1))
    assert isinstance(law, DiscreteLaplace)  # a Gaussian this wide has its own way
    rate = float(1 / law.scale)
    edges = np.arange(most + 2, dtype=np.float64) * step - (step - 1) / 2
    reaching = 2 * np.exp(-rate * edges[1:]) / (1 + math.exp(-rate))  # P(|Z| >= edge)
    tails = np.concatenate(([1.0], reaching))
    found = -np.diff(tails)
    found[1:] /= 2
    return np.asarray(found, dtype=np.float64)


def _by_chernoff(law: DiscreteLaplace, cells: int, miss: float) -> int:
    """Any tilt gives a valid margin; take the smallest over a grid of tilts."""
    rate = float(1 / law.scale)
    tilt = rate * np.linspace(1e-4, 1, 20_000, endpoint=False)
    tilt = np.concatenate((rate * np.geomspace(1e-9, 1e-4, 2_000), tilt))
    # ln E exp(tilt Z) = 2 ln(1 - q) - ln(1 - q e^tilt) - ln(1 - q e^-tilt), with q = exp(-rate)
    log_moment = 2 * math.log(-math.expm1(-rate)) - np.log(-np.expm1(tilt - rate)) - np.log(-np.expm1(-tilt - rate))
    return math.ceil(float(np.min((math.log(2 / miss) + cells * np.maximum(log_moment, 0)) / tilt)))
