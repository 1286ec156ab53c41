"""The likeliest distribution: it finds the one that made the counts, and smoothing tames noise."""

from __future__ import annotations

import numpy as np
import pytest

from epsilog.errors import SpecError
from epsilog.mechanisms.local.square_wave import SquareWave
from epsilog.noise import system
from epsilog.postprocess.local.distribution import most_likely, smooth_shares


def test_expected_counts_give_the_distribution_back() -> None:
    table = SquareWave(10, 3).transition(20, 6)
    share = np.array([0.3, 0.05, 0.25, 0.1, 0.1, 0.2])
    seen = np.rint(table @ share * 10**9).astype(np.int64)
    assert most_likely(seen, table, gain=1e-6, steps=100_000) == pytest.approx(share, abs=2e-3)


def test_smoothing_makes_the_square_wave_exact() -> None:
    """100,000 devices: the mean distance of the two running totals is some 0.005, and twice as much without.

    0.02 leaves a factor of four; a distribution at the wrong end is 0.4 away.
    """
    ask = SquareWave(1000, 1)
    values = np.random.default_rng().binomial(1000, np.random.default_rng().beta(2, 5, 100_000))
    seen = np.histogram(ask.slide(values, system), bins=256, range=(0, ask.places))[0]
    true = np.histogram(values, bins=256, range=(0, 1000))[0] / len(values)
    found = most_likely(seen, ask.transition(256, 256), smooth=True)
    assert np.abs(np.cumsum(found) - np.cumsum(true)).mean() < 0.02
    assert np.abs(np.cumsum(found[::-1]) - np.cumsum(true)).mean() > 0.1


def test_nothing_seen_is_nothing_known() -> None:
    assert most_likely(np.zeros(3, dtype=np.int64), np.eye(3)).tolist() == pytest.approx([1 / 3] * 3)
    assert smooth_shares(np.array([1.0, 0.0])).tolist() == [0.75, 0.25]
    for seen in ([-1, 2, 3], [1, 2]):
        with pytest.raises(SpecError):
            most_likely(np.array(seen), np.eye(3))
