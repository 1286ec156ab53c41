"""Ranges of numbers and totals: exact margins of the laws, and integers that never overflow."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.errors import SpecError
from epsilog.postprocess.ranges import WIDEST, around, floats, margin_of
from epsilog.postprocess.sums import margin_of_sum

WIDE = 2**61


@pytest.mark.parametrize(("scale", "margin"), [(10, 30), (2, 6), (1, 3)])
def test_margins_are_the_handbooks(scale: int, margin: int) -> None:
    assert margin_of(DiscreteLaplace(Fraction(scale)), Fraction(95, 100)) == margin


@pytest.mark.parametrize("law", [DiscreteLaplace(Fraction(7, 3)), DiscreteGaussian(Fraction(30))])
@pytest.mark.parametrize("confidence", [Fraction(1, 2), Fraction(95, 100), Fraction(999, 1000)])
def test_a_margin_is_the_smallest_that_holds(law: DiscreteLaplace, confidence: Fraction) -> None:
    margin = margin_of(law, confidence)
    assert law.beyond(margin) <= 1 - confidence < law.beyond(margin - 1)


@pytest.mark.parametrize("confidence", [0, 1, Fraction(3, 2), "nan", True])
def test_confidences_lie_between_nothing_and_everything(confidence: object) -> None:
    with pytest.raises(SpecError):
        margin_of(DiscreteLaplace(Fraction(2)), confidence)  # type: ignore[arg-type]


def test_margins_never_leave_the_integers() -> None:
    huge = margin_of(DiscreteLaplace(Fraction(2**61)), Fraction(99, 100))
    assert huge == WIDEST
    found = around(np.array([WIDE, -WIDE]), huge)
    assert found.low.tolist() == [WIDE - WIDEST, -WIDE - WIDEST]
    assert found.high.tolist() == [WIDE + WIDEST, -WIDE + WIDEST]


@pytest.mark.parametrize("law", [DiscreteLaplace(Fraction(2)), DiscreteGaussian(Fraction(1, 4))])
def test_margins_of_sums_agree_with_convolution_by_hand(law: DiscreteLaplace) -> None:
    single = law.pmf(np.arange(-400, 401))
    summed = single
    for cells in (2, 3, 4):
        summed = np.convolve(summed, single)
        middle = len(summed) // 2
        margin = margin_of_sum(law, cells, Fraction(95, 100))
        assert summed[middle - margin : middle + margin + 1].sum() >= 0.95
        assert summed[middle - margin + 1 : middle + margin].sum() < 0.95


def test_sums_of_wide_noise_are_close_to_the_normal_margin() -> None:
    law = DiscreteLaplace(Fraction(10**9))
    for cells, most in ((50, 1.98), (1000, 2.01), (10**6, 2.73)):
        assert 1.95 < margin_of_sum(law, cells, Fraction(95, 100)) / (law.variance * cells) ** 0.5 < most


@given(st.lists(st.integers(-WIDE, WIDE), min_size=1, max_size=6), st.fractions(Fraction(1, 1000), 1000))
def test_floats_are_the_nearest(values: list[int], step: Fraction) -> None:
    assert floats(np.array(values), step).tolist() == [float(value * step) for value in values]


def test_no_steps_are_nothing_however_long_a_step_is() -> None:
    """A step of more than 64 bits is no factor for an array, not even for one of zeros."""
    assert floats(np.array([0, 0]), Fraction(10**30)).tolist() == [0.0, 0.0]
    assert floats(np.array([2]), Fraction(10**30)).tolist() == [2e30]
