"""Coverage of quantiles on skewed pressures: 2,000 samples each, false alarms 1e-6; a forgotten noise is caught."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import gamma

from epsilog.core.law import DiscreteLaplace
from epsilog.postprocess.infer.spread import quantile
from statistical.infer.simulated import noise, within

EDGES = np.arange(80, 221, 2)
DRAWS = 2000


def held(n: int, share: float, scale: int, told: DiscreteLaplace) -> int:
    true = 88 + gamma.ppf(share, 3.2, scale=14)
    chances = np.diff(gamma.cdf(np.concatenate([[-np.inf], EDGES[1:-1], [np.inf]]) - 88, 3.2, scale=14))
    cells = np.random.default_rng(n).multinomial(n, chances, DRAWS)
    cells = cells + noise(DiscreteLaplace(scale), cells.size, 1).reshape(cells.shape)
    found = [quantile(EDGES, row, share, told) for row in cells]
    return sum(bool(one.low[0] <= true <= one.high[0]) for one in found)


@pytest.mark.parametrize(("n", "scale"), [(200, 1), (500, 5), (4699, 10)])
@pytest.mark.parametrize("share", [0.5, 0.9])
def test_quantiles_are_held_at_least_as_often_as_stated(n: int, scale: int, share: float) -> None:
    missed = DRAWS - held(n, share, scale, DiscreteLaplace(scale))
    assert within(missed, DRAWS, 0.945, 1.0)


def test_an_interval_that_forgets_the_noise_is_caught() -> None:
    missed = DRAWS - held(4699, 0.9, 10, DiscreteLaplace(Fraction(1, 10)))
    assert not within(missed, DRAWS, 0.945, 1.0)


def test_a_gap_in_the_middle_does_not_pull_the_interval_away() -> None:
    """Two humps and hardly anybody between them: many edges are as good as the median's, and each has its noise.

    An interval that ends at the last edge rejected as too low held this median 83 times in 100.
    """
    bins, law = 200, DiscreteLaplace(10)
    middles = np.arange(bins) + 0.5
    shares = np.where(middles < 0.2 * bins, 1.0, np.where(middles > 0.8 * bins, 1.02, 1e-4))
    shares /= shares.sum()
    below = np.concatenate([[0.0], np.cumsum(shares)])
    first = int(np.searchsorted(below, 0.5)) - 1
    true = first + (0.5 - below[first]) / shares[first]
    cells = np.random.default_rng(3).multinomial(500, shares, DRAWS)
    cells = cells + noise(law, cells.size, 2).reshape(cells.shape)
    found = [quantile(np.arange(bins + 1), row, "0.5", law) for row in cells]
    missed = sum(bool(not one.low[0] <= true <= one.high[0]) for one in found)
    assert within(missed, DRAWS, 0.945, 1.0)
    assert not within(int(0.17 * DRAWS), DRAWS, 0.945, 1.0)
