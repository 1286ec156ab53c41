"""The instrument itself: right draws pass, wrong ones do not, bins are complete."""

from __future__ import annotations

import numpy as np
import pytest

from statistical.goodness_of_fit import LEVEL, between, binned, p_value


def test_a_perfect_fit_and_a_bad_one():
    assert p_value([100, 200, 700], [0.1, 0.2, 0.7]) == 1.0
    assert p_value([200, 100, 700], [0.1, 0.2, 0.7]) < LEVEL


def test_bins_that_miss_something_are_refused():
    with pytest.raises(AssertionError, match="cover everything"):
        p_value([100, 200], [0.1, 0.2])


def test_one_bin_proves_nothing():
    with pytest.raises(AssertionError, match="nothing to compare"):
        p_value([100, 0], [1.0, 0.0])


def test_binning_counts_every_draw_once():
    edges = np.array([-1, 0, 5])
    assert binned(np.array([-7, -2, -1, 0, 4, 5, 99]), edges).tolist() == [2, 1, 2, 2]
    assert between([0.25, 0.5, 0.75]) == [0.25, 0.25, 0.25, 0.25]
