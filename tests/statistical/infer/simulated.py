"""Simulated noise and the bounds a simulated coverage must keep, false alarms one in a million."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.noise import discrete_gaussian, discrete_laplace
from epsilog.postprocess.infer.estimate import Estimates
from epsilog.testing import seeded

FALSE_ALARM = 1e-6


def noise(law: Law, size: int, seed: int) -> NDArray[np.int64]:
    """The release's own sampler, not the one that inference simulates with."""
    if isinstance(law, DiscreteLaplace):
        return discrete_laplace(law.scale, size, seeded(seed))
    assert isinstance(law, DiscreteGaussian)
    return discrete_gaussian(law.sigma_squared, size, seeded(seed))


def misses(found: Estimates, truth: float, pulled_in: float = 0.0) -> int:
    """How many intervals miss the truth, each first made shorter by a share of itself."""
    by = np.nan_to_num(found.width, posinf=0.0) * pulled_in / 2
    return int(((found.low + by > truth) | (found.high - by < truth)).sum())


def within(missed: int, draws: int, least: float, most: float) -> bool:
    """Whether so many misses are possible for a coverage between the two, but for one case in a million."""
    few, many = binom.ppf(FALSE_ALARM / 2, draws, 1 - most), binom.isf(FALSE_ALARM / 2, draws, 1 - least)
    return bool(few <= missed <= many)
