"""Discrete Gaussian draws, by table and by rejection, against the exact law. False alarms: below 1e-6 each."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.noise import discrete_gaussian, system
from epsilog.noise.gaussian import rejection_draws
from epsilog.noise.gaussian_table import gaussian_table
from statistical.exact_laws import gaussian_below
from statistical.goodness_of_fit import LEVEL, between, binned, p_value
from unit.noise.scripted_words import CountingWords

DRAWS = 300_000
VARIANCES = [Fraction(1, 4), *(Fraction(v) for v in (1, 4, 100, 10**4, 10**6, 10**9, 10**12, 10**24))]
names = pytest.mark.parametrize("variance", VARIANCES, ids=lambda v: f"{float(v):g}")
WIDER = Fraction(105, 100) ** 2  # five per cent on the standard deviation
NARROWER = Fraction(95, 100) ** 2


def fit(draws, variance: Fraction) -> float:
    sigma = float(variance) ** 0.5
    step = max(1, int(sigma / 10))
    edges = np.arange(-50, 51) * step
    return p_value(binned(draws, edges), between(gaussian_below(edges, variance)))


@names
def test_the_law_is_exact(variance):
    assert fit(discrete_gaussian(variance, DRAWS), variance) > LEVEL


@names
@pytest.mark.parametrize("error", [NARROWER, WIDER], ids=["5% low", "5% high"])
def test_a_deviation_wrong_by_five_per_cent_is_caught(variance, error):
    assert fit(discrete_gaussian(variance * error, DRAWS), variance) < LEVEL


@names
def test_rejection_follows_the_same_law_at_every_variance(variance):
    assert fit(rejection_draws(variance, DRAWS, system), variance) > LEVEL
    assert fit(rejection_draws(variance * WIDER, DRAWS, system), variance) < LEVEL


@pytest.mark.parametrize("sampler", [discrete_gaussian, rejection_draws], ids=["table", "rejection"])
@pytest.mark.parametrize("variance", [Fraction(10**4), Fraction(10**6)], ids=str)
def test_the_last_digits_follow_the_law_too(sampler, variance):
    """Modulo 16 these laws are uniform to more digits than a float has (the deviation is above 100)."""
    draws = sampler(variance, DRAWS, system)
    assert p_value(np.bincount(draws % 16, minlength=16), [1 / 16] * 16) > LEVEL
    stuck = draws - draws % 2 * (np.arange(DRAWS) % 20 == 0)
    assert p_value(np.bincount(stuck % 16, minlength=16), [1 / 16] * 16) < LEVEL


@pytest.mark.parametrize("variance", [Fraction(1, 4), Fraction(1), Fraction(20), Fraction(400)], ids=str)
def test_ties_of_short_words_follow_the_law(variance):
    """With 8-bit words every threshold is hit once in 256 draws, the tail included; the branch must have run."""
    table = gaussian_table(variance, 8)
    assert table is not None
    rng = CountingWords(system)
    draws = table.draw(100_000, rng)
    assert rng.extensions > 300, "ties must occur"
    assert abs(draws).max() > len(table.thresholds) // 2, "the tail beyond the table must be reached"
    assert fit(draws, variance) > LEVEL
    assert fit(draws, variance * WIDER) < LEVEL
