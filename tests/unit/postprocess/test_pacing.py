"""Pacers by hand: the controller's formula, the sizes of groups, and what they publish meanwhile."""

from __future__ import annotations

import doctest
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import group_pacing
from epsilog.errors import SpecError
from epsilog.postprocess.pacing import PACES, Controller
from epsilog.postprocess.smooth_online import Bank
from group_pacing import GroupPacer, group_error


def test_the_controller_by_hand() -> None:
    """One fixed pace makes the filter easy: all numbers of three samples, gaps 1, 1, then what comes out."""
    c = Controller(1, 100.0, differential=0.2, memory=2, paces=(0.5,), stretch=5, goal=0.1)
    assert c.told(np.array([50.0]), 1) == 1
    spread = 100.0 + 50.0
    gain = spread / (spread + 100)
    second = 50 + gain * (60 - 50)
    e1 = (second - 50) / second
    interval = max(1.0, 1 + 5 * (1 - math.exp((0.9 * e1 + 0.1 * e1 / 2 - 0.1) / 0.1)))
    assert c.told(np.array([60.0]), 1) == round(interval)
    assert c.value[0] == pytest.approx(second)
    spread = spread * (1 - gain) + 4 * 50
    gain = spread / (spread + 100)
    third = second + gain * (second - second)
    e2 = abs(third - second) / third
    feedback = 0.9 * e2 + 0.1 * (e1 + e2) / 2 + 0.2 * (e2 - e1) / 4
    interval = max(1.0, interval + 5 * (1 - math.exp((feedback - 0.1) / 0.1)))
    assert c.told(np.array([second]), 4) == round(interval)


def test_a_surprise_brings_the_interval_back_to_one() -> None:
    c = Controller(1, 1.0)
    gaps = [c.told(np.array([100.0]), 1) for _ in range(12)]
    assert gaps[-1] > 10
    assert c.told(np.array([1e9]), 10) == 1


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=40), st.integers(1, 50), st.integers(1, 3))
def test_sizes_stay_within_their_bounds_and_values_are_finite(values, longest, cells) -> None:
    pacer, size = GroupPacer(cells, 300.0, longest), 1
    controller, gap = Controller(cells, 300.0), 1
    for value in values:
        before = size
        size = pacer.told(np.full(cells, value), size)
        assert 1 <= size <= min(longest, 2 * before)
        gap = controller.told(np.full(cells, value), gap)
        assert 1 <= gap <= 10**6
        assert np.isfinite(pacer.value).all()
        assert np.isfinite(controller.value).all()


def test_the_error_of_groups_against_a_simulation() -> None:
    """A walk of deviation 1, sums of 8 with noise of deviation 10: within 8 % over 64,000 steps (above 6 s.e.)."""
    rng = np.random.default_rng(1)
    size, groups = 8, 8_000
    walk = np.cumsum(rng.normal(0, 1, size * groups))
    told = walk.reshape(-1, size)[:, -1] + rng.normal(0, 10 / size, groups)  # the level at the group's end
    bank, out = Bank(1, paces=(1.0,), shares=(), reference=1.0), np.empty(groups)
    for i, value in enumerate(told.tolist()):
        out[i] = bank.step(np.array([value]), (10 / size) ** 2, size)[0]
    published = np.concatenate([np.full(size - 1, np.nan), np.repeat(out, size)[: size * groups - size + 1]])
    error = float(np.nanmean((published - walk)[1000:] ** 2))
    assert error == pytest.approx(float(group_error(np.array([1.0]), np.array([[size]]), 100.0)[0, 0]), rel=0.08)


def test_public_knowledge_sets_the_first_group() -> None:
    pacer = GroupPacer.expecting(2, 2 * 40.0**2, 40, level=200, moves=0)
    assert (pacer.first, pacer.value.tolist()) == (40, [200.0, 200.0])
    assert GroupPacer.expecting(1, 2 * 40.0**2, 40, 0, 500).first == 1
    assert len(PACES) == 25


@pytest.mark.parametrize(
    "make",
    [
        lambda: GroupPacer(1, 1.0, 0),
        lambda: GroupPacer(1, 1.0, 4, first=5),
        lambda: GroupPacer(1, 0.0, 4),
        lambda: GroupPacer(1, math.nan, 4),
        lambda: GroupPacer(0, 1.0, 4),
        lambda: GroupPacer(1, 1.0, 4, level=math.inf),
        lambda: GroupPacer.expecting(1, 1.0, 4, 0, -1),
        lambda: GroupPacer(1, 1.0, 4).told(np.zeros(1), 5),
        lambda: GroupPacer(1, 1.0, 4).told(np.zeros(2), 1),
        lambda: Controller(1, 1.0, goal=0),
        lambda: Controller(1, 1.0, proportional=math.nan),
        lambda: Controller(1, 1.0, memory=0),
        lambda: Controller(1, 1.0).told(np.zeros(1), 0),
        lambda: Bank(1, reference=-1.0),
        lambda: Bank(1).step(np.zeros(1), 1.0, 0),
    ],
)
def test_what_cannot_be_is_refused(make) -> None:
    with pytest.raises(SpecError):
        make()


def test_the_examples_run() -> None:
    """The module belongs to the benchmarks, whose examples nobody else runs."""
    tried = doctest.testmod(group_pacing)
    assert tried.attempted
    assert not tried.failed
