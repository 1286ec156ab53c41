"""Closed forms of what each way to publish a series errs, beside walks that are generated and told that way."""

from __future__ import annotations

import math

import numpy as np
import pytest

from epsilog.postprocess.wandering import (
    absorbed_error,
    distributed_error,
    fast_error,
    filled_error,
    held_error,
    mean_error,
    smoothed_error,
    spells_error,
)

TICKS, MANY = 2_000, 40


def walks(moves: float) -> np.ndarray:
    return np.cumsum(np.random.default_rng(7).normal(0, moves, (MANY, TICKS)), axis=1)


def test_a_value_that_is_held_strays_as_the_walk_does() -> None:
    """Forty walks of 2,000 ticks: the error of the mean square is below 3 %, 15 % are five of these."""
    truth = walks(3.0)
    told = np.repeat(truth[:, ::40], 40, axis=1)[:, :TICKS]
    assert held_error(0.0, 9.0, 40) == pytest.approx(math.sqrt(((told - truth) ** 2).mean()), rel=0.15)
    assert held_error(0.0, 9.0, 40, most=100.0) == pytest.approx(10.0)


def test_one_number_for_all_ticks_is_off_as_the_walk_strays() -> None:
    """The mean square of one walk about its mean has a relative deviation of 0.6; of forty 0.1."""
    truth = walks(3.0)
    left = ((truth - truth.mean(axis=1, keepdims=True)) ** 2).mean()
    assert mean_error(0.0, 9.0, TICKS) ** 2 == pytest.approx(left, rel=0.5)


@pytest.mark.parametrize("live", [False, True])
def test_smoothing_errs_as_the_best_filter_does(live: bool) -> None:
    truth, noise, pace = walks(3.0), 2_500.0, 9.0
    noisy = truth + np.random.default_rng(8).normal(0, math.sqrt(noise), truth.shape)
    gain = (math.sqrt(pace * pace + 4 * pace * noise) - pace) / (2 * noise)
    level, found = noisy[:, 0].copy(), []
    for tick in range(TICKS):
        level += gain * (noisy[:, tick] - level)
        found.append(level.copy())
    ahead = np.array(found).T
    if not live:
        level = ahead[:, -1].copy()
        for tick in range(TICKS - 1, -1, -1):
            level = ahead[:, tick] + (1 - gain) * (level - ahead[:, tick])
            ahead[:, tick] = level
    off = math.sqrt(((ahead - truth)[:, 200:-200] ** 2).mean())
    assert smoothed_error(noise, pace, TICKS, live=live) == pytest.approx(off, rel=0.05)


def test_no_way_errs_less_than_its_noise_allows_nor_smoothing_more_than_none() -> None:
    for pace in (0.0, 0.01, 1.0, 1e4, 1e9):
        assert smoothed_error(100.0, pace, 500, live=False) <= smoothed_error(100.0, pace, 500, live=True) <= 10.0
        alone = 2 * 40.0**2
        once = alone / 40**2
        assert spells_error(alone, pace, 40, 500) >= math.sqrt(once * 40 / 540)
        assert spells_error(alone, pace, 40, 500) < distributed_error(alone, pace, 40)
        assert absorbed_error(alone, pace, 40) <= distributed_error(alone, pace, 40)
        assert filled_error(100.0, pace, 500, 500) == smoothed_error(100.0, pace, 500, live=False)


def test_samples_that_are_used_up_early_are_worse_than_a_mean() -> None:
    ran, calm = fast_error(200.0, 100.0**2, 1000, 10), fast_error(200.0, 0.01, 1000, 10)
    assert ran > mean_error(0.0, 100.0**2, 1000)
    assert calm < 15
    assert fast_error(200.0, 100.0**2, 1000, 10, most=50.0) < fast_error(200.0, 100.0**2, 1000, 10)
