"""Draw from a law to look at it: a sample without any data, which is no release."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.noise import discrete_gaussian, discrete_laplace


def draw_sample(law: DiscreteLaplace | DiscreteGaussian, size: int) -> NDArray[np.int64]:
    """So many numbers of a law, as the mechanisms draw them.

    >>> from fractions import Fraction
    >>> draw_sample(DiscreteLaplace(Fraction(2)), 5).shape
    (5,)
    """
    if isinstance(law, DiscreteLaplace):
        return discrete_laplace(law.scale, size)
    return discrete_gaussian(law.sigma_squared, size)
