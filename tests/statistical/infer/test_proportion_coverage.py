"""Coverage of proportions and rates, worked out and not simulated: no false alarms, and a twin that must fail.

For every p on a grid and on both sides of every end of every interval the probability that the interval holds p is
summed from scipy's binomial and the noise's own probabilities.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.postprocess.infer.estimate import PublicTotal
from epsilog.postprocess.infer.expected import rate
from epsilog.postprocess.infer.proportion import proportion

Floats = NDArray[np.float64]
EPSILONS = ("0.1", "0.5", "1", "2")


def coverage(law: Law, z: Floats, low: Floats, high: Floats, places: Floats, chances: Floats) -> Floats:
    """P(low(Z) <= place <= high(Z)) at each place; `chances` holds P(X = x) for x = 0, 1, …."""
    first, last = int(z[0]), int(z[-1])
    reach = last - first + chances.shape[1]
    noise = np.concatenate([[0.0], np.cumsum(law.pmf(np.arange(-reach, reach + 1)))])
    # The sets of z that hold a place are runs, because both ends grow with z.
    held = (low[None, :] <= places[:, None]) & (places[:, None] <= high[None, :])
    begin = np.where(held.any(axis=1), held.argmax(axis=1) + first, 1)
    end = np.where(held.any(axis=1), last - held[:, ::-1].argmax(axis=1), 0)
    assert (held.sum(axis=1) == end - begin + 1).all()
    x = np.arange(chances.shape[1])
    share = noise[end[:, None] - x + reach + 1] - noise[begin[:, None] - x + reach]
    return np.asarray((chances * share).sum(axis=1))


def both_sides(low: Floats, high: Floats, grid: Floats, most: float) -> Floats:
    ends = np.concatenate([low, high])
    near = np.concatenate([ends - 3e-8, ends, ends + 3e-8, grid])
    return np.unique(np.clip(near, grid[0], most))


def smallest(n: int, law: Law, method: str, shrink: float = 0.0) -> tuple[float, float]:
    """The least coverage over all places, and the mean over the grid."""
    reach = 1
    while law.beyond(reach) > 1e-9:
        reach += 1
    z = np.arange(-reach, n + reach + 1)
    found = proportion(z, PublicTotal(n, "replace"), law, method=method)  # type: ignore[arg-type]
    low, high = found.low + shrink * found.width, found.high - shrink * found.width
    grid = np.linspace(0, 1, 201)
    places = both_sides(low, high, grid, 1.0)
    told = coverage(law, z, low, high, places, stats.binom.pmf(np.arange(n + 1), n, places[:, None]))
    return float(told.min()), float(np.interp(grid, places, told).mean())


@pytest.mark.parametrize("n", [50, 100, 200, 500])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_exact_interval_never_covers_less_than_it_says(n: int, epsilon: str) -> None:
    least, mean = smallest(n, DiscreteLaplace(1 / Fraction(epsilon)), "exact")
    assert least >= 0.95 - 2e-9  # the ranges of Z that were cut off miss 1e-9
    assert mean < 0.985


@pytest.mark.parametrize("n", [50, 200])
@pytest.mark.parametrize("sigma_squared", ["1/4", "5", "100"])
def test_the_same_with_gaussian_noise(n: int, sigma_squared: str) -> None:
    least, mean = smallest(n, DiscreteGaussian(Fraction(sigma_squared)), "exact")
    assert least >= 0.95 - 2e-9
    assert mean < 0.985


@pytest.mark.parametrize("n", [50, 200])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_an_interval_ten_per_cent_too_short_is_caught(n: int, epsilon: str) -> None:
    """The power twin: each end pulled in by a twentieth of the width."""
    assert smallest(n, DiscreteLaplace(1 / Fraction(epsilon)), "exact", 0.05)[0] < 0.95


@pytest.mark.parametrize("epsilon", ["0.5", "1"])
def test_wilson_and_credible_are_right_on_average_and_short_at_worst(epsilon: str) -> None:
    law = DiscreteLaplace(1 / Fraction(epsilon))
    for method in ("wilson", "credible"):
        least, mean = smallest(200, law, method)
        assert 0.94 < mean < 0.96
        assert least < 0.95, "else it could be called exact"


def test_rates_never_cover_less_than_they_say() -> None:
    for law in (DiscreteLaplace(1), DiscreteLaplace(5), DiscreteGaussian(9)):
        z = np.arange(-150, 400)
        found = rate(z, [1.0], law)
        grid = np.linspace(0, 100, 301)
        for shrink in (0.0, 0.05):
            low, high = found.low + shrink * found.width, found.high - shrink * found.width
            places = both_sides(low, high, grid, 100.0)
            chances = stats.poisson.pmf(np.arange(260), places[:, None])
            least = coverage(law, z, low, high, places, chances).min()
            assert (least >= 0.95 - 2e-9) == (shrink == 0)
