"""Smoothing against the exact posterior of the same model, and what it must never do."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from epsilog.errors import SpecError
from epsilog.postprocess.smooth import Structure, smooth, smooth_best, smooth_given
from epsilog.postprocess.smooth_online import Bank

SHAPES = [(Structure(), (3.0,)), (Structure(trend=True), (3.0, 0.4)), (Structure(season=4), (2.0, 0.5)),
          (Structure(trend=True, season=3), (1.0, 0.1, 0.7))]  # fmt: skip


def dense(structure, shocks, n, noise):
    """Mean-zero covariance of signal and of values, with very vague beginnings, written out in full."""
    move, seen, size = structure.transition(), structure.seen(), structure.states
    vague = np.eye(size)
    signal = np.zeros((n, n))
    powers = [np.linalg.matrix_power(move, k) for k in range(n)]
    start = np.array([seen @ powers[t] for t in range(n)])
    for t in range(1, n):
        shock = np.zeros((size, size))
        for state, q in zip(structure.wanderers, shocks, strict=True):
            shock[state, state] = q
        rows = np.array([seen @ powers[s - t] if s >= t else np.zeros(size) for s in range(n)])
        signal += rows @ shock @ rows.T
    return start @ vague @ start.T, signal, np.diag(noise)


@pytest.mark.parametrize(("structure", "shocks"), SHAPES)
def test_the_smoother_is_the_exact_posterior(structure, shocks):
    rng = np.random.default_rng(3)
    n, noise = 14, rng.uniform(1, 5, 14)
    values = rng.normal(0, 10, n)
    vague, signal, error = dense(structure, shocks, n, noise)
    wide = 1e7 * (noise.max() + values.var())
    prior = wide * vague + signal
    first = np.full(n, values[0])  # the filter begins at the first value
    gain = np.linalg.solve(prior + error, prior).T
    found = smooth_given(values, noise, structure, shocks)
    np.testing.assert_allclose(found.values, first + gain @ (values - first), atol=2e-3)
    spread = prior - gain @ prior
    np.testing.assert_allclose(found.deviation, np.sqrt(np.diag(spread)), rtol=2e-2)


def test_the_likelihood_is_the_normal_density_of_later_values_given_the_first():
    rng = np.random.default_rng(4)
    n, noise, values = 9, np.full(9, 4.0), rng.normal(0, 5, 9)
    _, signal, error = dense(Structure(), (2.0,), n, noise)
    whole = signal + error + 1e9 * np.ones((n, n))
    joint = multivariate_normal(np.zeros(n), whole, allow_singular=True).logpdf(values)
    one = multivariate_normal(0, 1e9 + 4.0).logpdf(values[0])
    assert smooth_given(values, noise, Structure(), (2.0,)).log_likelihood == pytest.approx(joint - one, abs=1e-3)


def test_the_steady_state_is_the_textbook_one():
    """Smoothed variance RQ/sqrt(Q² + 4QR) in the middle of a long series."""
    r, q = 400.0, 1.0
    found = smooth_given(np.zeros(801), r, Structure(), (q,))
    assert found.deviation[400] ** 2 == pytest.approx(r * q / math.sqrt(q * q + 4 * q * r), rel=1e-6)


def test_a_flat_series_becomes_its_mean():
    noisy = np.random.default_rng(5).normal(50, 10, 400)
    found = smooth(noisy, 100.0, Structure())
    assert np.abs(found.values - noisy.mean()).max() < 1.5
    assert found.shocks[0] < 0.2


def test_a_season_is_found_only_where_there_is_one():
    rng = np.random.default_rng(6)
    wave = np.tile([0, 40, 80, 40, 0, -60, -100], 20)
    noise = rng.normal(0, 30, 140)
    with_season = smooth_best(200 + wave + noise, 900.0, seasons=(7,))
    assert with_season.structure.season == 7
    assert np.abs(with_season.values - 200 - wave).mean() < 10
    without = smooth_best(200 + noise, 900.0, seasons=(7,))
    assert without.structure == Structure()


def test_smoothing_helps_and_the_band_is_about_right_under_the_model():
    rng = np.random.default_rng(7)
    hits, better = [], []
    for _ in range(20):
        truth = np.cumsum(rng.normal(0, 2, 300))
        noisy = truth + rng.normal(0, 15, 300)
        found = smooth(noisy, 225.0, Structure())
        hits.append(np.abs(found.values - truth) < 1.96 * found.deviation)
        better.append(np.abs(found.values - truth).mean() / np.abs(noisy - truth).mean())
    assert 0.93 < np.mean(hits) < 0.97
    assert max(better) < 0.6


def test_the_bank_never_looks_ahead():
    rng = np.random.default_rng(8)
    noisy = rng.normal(0, 10, (50, 3))
    changed = noisy.copy()
    changed[30:] += 1000
    one, two = Bank(3), Bank(3)
    early = [(one.step(a, 100.0), two.step(b, 100.0)) for a, b in zip(noisy, changed, strict=True)]
    assert all(np.array_equal(a, b) for a, b in early[:30])
    assert not np.array_equal(*early[30])


def test_the_bank_follows_jumps_and_rests_on_plateaus():
    rng = np.random.default_rng(9)
    truth = np.concatenate([np.full(200, 100.0), np.full(200, 1000.0)])
    noisy = truth + rng.normal(0, 20, 400)
    bank = Bank(1)
    out = np.array([bank.step(np.array([value]), 400.0)[0] for value in noisy])
    calm = np.r_[50:200, 250:400]
    assert np.abs(out - truth)[calm].mean() < 0.6 * np.abs(noisy - truth)[calm].mean()
    assert np.abs(out - truth)[203:206].max() < 80


def test_the_bank_says_how_far_its_filters_disagree():
    """By hand: levels 1.5 and 2.4, variances 0.5 and 0.8, weights 0.2907 and 0.7093, so 0.8798 and not 0.7128."""
    bank = Bank(1, paces=(0.0, 3.0), shares=(), reference=1.0)
    for value in (0.0, 3.0):
        bank.step(np.array([value]), 1.0)
    assert bank.deviation[0] ** 2 == pytest.approx(0.8798, abs=2e-4)


@pytest.mark.parametrize("bad", [[1.0], [1.0, math.nan], [1.0, math.inf], [[1.0, 2.0]]])
def test_bad_series(bad):
    with pytest.raises(SpecError):
        smooth(np.array(bad), 1.0, Structure())


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf])
def test_the_variance_must_be_known(bad):
    with pytest.raises(SpecError):
        smooth(np.arange(5.0), bad, Structure())
    with pytest.raises(SpecError):
        Bank(1).step(np.zeros(1), bad)
    with pytest.raises(SpecError):
        Structure(season=1)
