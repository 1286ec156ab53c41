"""How sure a count makes us: Clopper–Pearson limits, and the epsilon they force.

`lower` and `upper` cover a probability from k hits in n independent draws, each with error at most alpha whatever
the probability is. `epsilon_low` turns one limit from each side into a lower bound on epsilon at delta. The proof
is in docs/proofs/audit.md.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainccinv, betaincinv

# The quantiles come from floating point; a part in 1e9 outward is far more than its error and costs nothing.
_OUTWARD: Final = 1e-9


def lower(hits: ArrayLike, draws: ArrayLike, alpha: float) -> NDArray[np.float64]:
    """The Clopper–Pearson lower limit: below the true probability except with probability alpha.

    >>> round(float(lower(50, 100, 0.025)), 4), float(lower(0, 100, 0.025))
    (0.3983, 0.0)
    """
    k, n = np.asarray(hits, dtype=np.float64), np.asarray(draws, dtype=np.float64)
    limit = betaincinv(np.where(k > 0, k, 1), n - k + 1, alpha)
    return np.asarray(np.where(k > 0, limit * (1 - _OUTWARD), 0.0), dtype=np.float64)


def upper(hits: ArrayLike, draws: ArrayLike, alpha: float) -> NDArray[np.float64]:
    """The Clopper–Pearson upper limit: above the true probability except with probability alpha.

    >>> round(float(upper(50, 100, 0.025)), 4), float(upper(100, 100, 0.025))
    (0.6017, 1.0)
    """
    k, n = np.asarray(hits, dtype=np.float64), np.asarray(draws, dtype=np.float64)
    limit = betainccinv(k + 1, np.where(k < n, n - k, 1), alpha)
    return np.asarray(np.where(k < n, np.minimum(limit * (1 + _OUTWARD), 1.0), 1.0), dtype=np.float64)


def epsilon_low(likely: int, draws: int, rare: int, rare_draws: int, *, delta: float, alpha: float) -> float:
    """The lower bound on epsilon from one event: ln((lower - delta) / upper), never below zero.

    `likely` hits in `draws` of the neighbour where the event is likely, `rare` in `rare_draws` of the other. Wrong
    with probability at most alpha: alpha/2 for each limit.

    >>> round(epsilon_low(500_000, 1_000_000, 183_940, 1_000_000, delta=0, alpha=1e-6), 3)   # exp(-1) apart
    0.985
    >>> epsilon_low(10, 1_000, 10, 1_000, delta=0, alpha=1e-6)
    0.0
    """
    high = float(upper(rare, rare_draws, alpha / 2))
    low = float(lower(likely, draws, alpha / 2)) - delta
    return max(0.0, math.log(low / high)) if low > 0 else 0.0


def epsilon_from_limits(low: ArrayLike, high: ArrayLike, delta: float) -> NDArray[np.float64]:
    """The same logarithm for arrays of limits; minus infinity where the event says nothing at this delta."""
    numerator = np.asarray(low, dtype=np.float64) - delta
    positive = numerator > 0
    ratio = np.where(positive, numerator, 1.0) / np.asarray(high, dtype=np.float64)
    return np.asarray(np.where(positive, np.log(ratio), -np.inf), dtype=np.float64)
