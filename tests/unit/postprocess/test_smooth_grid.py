"""Series of a table smoothed together: the same filter as one by one, closer than the noisy ticks, never exact."""

from __future__ import annotations

import numpy as np

from epsilog.postprocess.smooth import Structure, smooth, smooth_given
from epsilog.postprocess.smooth_grid import _likelihoods, _paces, smoothed_table


def noisy(truth: np.ndarray, seed: int, sigma: float = 20.0) -> np.ndarray:
    return np.round(truth + np.random.default_rng(seed).normal(0, sigma, truth.shape)).astype(np.int64)


def test_the_likelihood_is_that_of_the_filter_one_by_one() -> None:
    values = noisy(100 + np.zeros((2, 40)), 1).astype(float)
    for structure in (Structure(), Structure(trend=True), Structure(season=7), Structure(True, 4)):
        paces = _paces(structure)[[0, 3, -1]] * 400.0
        found = _likelihoods(values, 400.0, structure, paces, structure.states)
        for at, shocks in enumerate(paces):
            for row in range(2):
                alone = smooth_given(values[row], 400.0, structure, shocks.tolist()).log_likelihood
                assert abs(found[at, row] - alone) < 1e-6 * abs(alone) + 1e-4


def test_smoothing_is_closer_than_the_noisy_ticks_and_as_good_as_a_descent() -> None:
    rng = np.random.default_rng(4)
    day = np.arange(140)
    truth = 200 + np.cumsum(rng.normal(0, 2, 140)) + 40 * np.sin(2 * np.pi * day / 7)
    seen = noisy(truth, 9)
    (found,) = smoothed_table(seen[None, :], 400.0, (7,))
    assert found.structure.season == 7
    off = np.abs(found.values - truth).mean()
    assert off < 0.6 * np.abs(seen - truth).mean()
    assert off < 1.1 * np.abs(smooth(seen.astype(float), 400.0, Structure(season=7)).values - truth).mean()
    # A model-based band of 95 % on data the model describes: four in five at the least.
    assert (np.abs(found.values - truth) < 1.96 * found.deviation).mean() > 0.8


def test_every_row_takes_its_own_structure_and_comes_out_the_same_again() -> None:
    day = np.arange(84)
    table = np.stack([noisy(100 + 0.0 * day, 1), noisy(100 + 60 * np.sin(2 * np.pi * day / 7), 2)])
    flat, weekly = smoothed_table(table, 400.0, (7,))
    assert (flat.structure.season, weekly.structure.season) == (0, 7)
    assert flat.values.std() < 10
    (alone,) = smoothed_table(table[1:], 400.0, (7,))
    np.testing.assert_allclose(alone.values, weekly.values, rtol=1e-6)


def test_nothing_to_see_and_no_noise() -> None:
    (zero,) = smoothed_table(np.zeros((1, 30), dtype=np.int64), 400.0, (7,))
    assert np.abs(zero.values).max() < 1e-6
    steps = np.arange(30, dtype=np.int64)[None, :] ** 2
    (exact,) = smoothed_table(steps, 0.0, (7,))
    assert np.abs(exact.values - steps[0]).max() < 2  # of 841: noise is never taken for nothing
    (huge,) = smoothed_table(np.full((1, 12), 2**61, dtype=np.int64), 1.0, ())
    assert np.isfinite(huge.values).all()
