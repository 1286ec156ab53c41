"""Shocks in proportion to the level: filter and smoother against dense algebra, and what they gain."""

from __future__ import annotations

import doctest

import numpy as np
import pytest

import smooth_relative as room
from epsilog.errors import SpecError
from epsilog.postprocess.smooth import Structure, smooth
from smooth_relative import smooth_relative

VALUES = np.array([3.0, 5.0, 4.0, 9.0, 12.0, 11.0])
SHOCKS = np.array([0.0, 1.0, 0.5, 4.0, 2.0, 0.1])
NOISE = 2.0


def test_there_and_back_is_the_exact_posterior() -> None:
    """A level nobody knows anything of before, shocks given: minus the log-density is a quadratic form."""
    precision = np.eye(6) / NOISE
    for t in range(1, 6):
        step = np.zeros(6)
        step[t], step[t - 1] = 1, -1
        precision += np.outer(step, step) / SHOCKS[t]
    covariance = np.linalg.inv(precision)
    values, deviation = room._there_and_back(VALUES, NOISE, SHOCKS)
    assert values == pytest.approx(covariance @ VALUES / NOISE, rel=1e-9)
    assert deviation == pytest.approx(np.sqrt(np.diag(covariance)), rel=1e-9)


def test_the_likelihood_is_that_of_the_differences() -> None:
    """Values given the first one: their differences from it are normal with this covariance."""
    paths = np.cumsum(SHOCKS)[1:]
    covariance = np.minimum.outer(paths, paths) + NOISE * (np.eye(5) + 1)
    gone = VALUES[1:] - VALUES[0]
    _, logdet = np.linalg.slogdet(2 * np.pi * covariance)
    exact = -0.5 * (logdet + gone @ np.linalg.solve(covariance, gone))
    assert room._likelihood(VALUES.tolist(), NOISE, SHOCKS.tolist()) == pytest.approx(exact, rel=1e-9)


def test_an_epidemic_is_told_more_closely_and_a_plain_walk_no_worse() -> None:
    rng = np.random.default_rng(2)
    t = np.arange(200)
    epidemic = 200 + 8000 * np.exp(-((t - 120) ** 2) / 300)
    walk = 5000 + np.cumsum(rng.normal(0, 50, 200))
    gains = []
    for truth in (epidemic, walk):
        noisy = truth + rng.normal(0, 400, 200)
        ours, plain = smooth_relative(noisy, 400.0**2), smooth(noisy, 400.0**2, Structure())
        gains.append(np.abs(ours.values - truth).mean() / np.abs(plain.values - truth).mean())
        assert np.isfinite(ours.deviation).all()
    assert gains[0] < 0.8
    assert gains[1] < 1.15


def test_series_below_nought_and_constant_ones_are_total() -> None:
    for values in (np.full(50, -7.0), np.zeros(20), np.linspace(-500, 500, 30)):
        found = smooth_relative(values, 4.0)
        assert np.isfinite(found.values).all()
        assert found.share > 0


@pytest.mark.parametrize("wrong", [np.array([1.0]), np.array([1.0, np.nan]), np.zeros((3, 2))])
def test_what_cannot_be_is_refused(wrong) -> None:
    with pytest.raises(SpecError):
        smooth_relative(wrong, 1.0)
    with pytest.raises(SpecError):
        smooth_relative(np.zeros(5), 0.0)


def test_the_examples_run() -> None:
    """The module belongs to the benchmarks, whose examples nobody else runs."""
    tried = doctest.testmod(room)
    assert tried.attempted
    assert not tried.failed
