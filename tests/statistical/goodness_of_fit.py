"""Chi-square on bins of at least 20 expected draws, with a threshold that keeps false alarms below one in 1e6.

The rejection level is 1e-9 by the asymptotic law. With 20 expected draws or more per bin the true level of
Pearson's statistic so far out is within two orders of magnitude of the asymptotic one, which leaves a false-alarm
rate below 1e-6 for each test. Draws come from the system generator: a rerun is a new experiment. Each test has a
power twin, whose planted error is large enough for its sample to be missed with a probability below 1e-9 as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chi2

LEVEL = 1e-9
LEAST_EXPECTED = 20


def p_value(observed: Sequence[float] | NDArray[np.int64], probabilities: Sequence[float]) -> float:
    """Pearson's p-value; neighbouring bins are pooled until each expects 20 draws."""
    counts = np.asarray(observed, dtype=np.float64)
    expected = np.asarray(probabilities, dtype=np.float64) * counts.sum()
    assert counts.shape == expected.shape
    assert abs(expected.sum() / counts.sum() - 1) < 1e-9, "the bins must cover everything"
    pooled: list[list[float]] = [[0.0, 0.0]]
    for seen, hoped in zip(counts, expected, strict=True):
        pooled[-1][0] += seen
        pooled[-1][1] += hoped
        if pooled[-1][1] >= LEAST_EXPECTED:
            pooled.append([0.0, 0.0])
    rest = pooled.pop()
    pooled[-1][0] += rest[0]
    pooled[-1][1] += rest[1]
    assert len(pooled) >= 2, "nothing to compare: all draws fall into one bin"
    statistic = sum((seen - hoped) ** 2 / hoped for seen, hoped in pooled)
    return float(chi2.sf(statistic, len(pooled) - 1))


def binned(draws: NDArray[np.int64], edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many draws are below the first edge, between neighbouring edges, and from the last edge on."""
    return np.bincount(np.searchsorted(edges, draws, side="right"), minlength=len(edges) + 1)


def between(below: Sequence[float]) -> list[float]:
    """Probabilities of the bins of `binned`, from P(Z < edge)."""
    return np.diff([0.0, *below, 1.0]).tolist()
