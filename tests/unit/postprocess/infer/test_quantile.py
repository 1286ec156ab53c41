"""Quantiles from noisy histograms: honest at the ends, no crash on any noise, bad input refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.law import DiscreteLaplace
from epsilog.errors import SpecError
from epsilog.postprocess.infer.spread import quantile

LAW = DiscreteLaplace(2)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.integers(-30, 60), min_size=2, max_size=9), st.sampled_from(["0.01", "0.5", "0.9"]))
def test_any_noise_gives_an_interval_on_the_grid(cells: list[int], share: str) -> None:
    edges = np.arange(len(cells) + 1) * 10.0
    found = quantile(edges, cells, share, LAW)
    assert edges[0] <= found.low[0] <= found.high[0] <= edges[-1]
    if sum(cells) >= 1:
        assert found.low[0] <= found.value[0] <= found.high[0]


def test_many_people_and_no_noise_leave_the_bin_of_the_quantile() -> None:
    quiet = DiscreteLaplace(Fraction(1, 900))
    found = quantile([0, 1, 2, 3], [10**6, 3 * 10**6, 10**6], "0.5", quiet)
    assert (found.low[0], found.high[0]) == (1, 2)
    assert abs(found.value[0] - 1.5) < 1e-9


def test_nobody_leaves_the_whole_grid() -> None:
    found = quantile([0, 1, 2], [0, -3], "0.5", LAW)
    assert (found.low[0], found.high[0]) == (0, 2)
    assert np.isnan(found.value[0])


def test_bad_input() -> None:
    for edges, cells in (([0, 1], [5]), ([0, 1, 1], [5, 5]), ([0, 2, 1], [5, 5]), ([0, 1, 2, 3], [5, 5]), ([], [])):
        with pytest.raises(SpecError):
            quantile(edges, cells, "0.5", LAW)
    for share in (0, 1, "1.5", float("nan")):
        with pytest.raises(SpecError):
            quantile([0, 1, 2], [5, 5], share, LAW)
