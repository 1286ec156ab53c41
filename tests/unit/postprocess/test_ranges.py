"""Ranges in exact arithmetic: whenever the noise is within its margins, the range holds the bounded answer."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.measure import Total
from epsilog.errors import SpecError
from epsilog.postprocess.ranges import (
    FINER,
    WIDEST,
    around,
    floats,
    margin_of,
    mean_confidences,
    mean_range,
)
from epsilog.postprocess.sums import margin_of_sum

TOTAL = Total.between("systolic", 80, 220, centred=True)
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


@given(st.integers(1, 99))
def test_the_confidences_of_a_mean_multiply_to_what_was_asked(percent: int) -> None:
    asked = Fraction(percent, 100)
    for_sum, for_count = mean_confidences(asked)
    assert for_sum * for_count == asked
    assert asked < for_sum < 1
    assert asked < for_count < 1


@settings(max_examples=400)
@given(
    rows=st.integers(1, 10**6),
    place=st.fractions(-1, 1),
    sum_margin=st.integers(0, 10**8),
    count_margin=st.integers(0, 10**5),
    sum_part=st.fractions(-1, 1),
    count_part=st.fractions(-1, 1),
)
def test_noise_within_its_margins_keeps_the_mean_in_its_range(
    rows: int, place: Fraction, sum_margin: int, count_margin: int, sum_part: Fraction, count_part: Fraction
) -> None:
    exact = int(place * rows * TOTAL.reach)
    sums = np.array([exact + int(sum_part * sum_margin)])
    counts = np.array([rows + int(count_part * count_margin)])
    found = mean_range(sums, counts, TOTAL, sum_margin, count_margin)
    truth = FINER * (TOTAL.centre + Fraction(exact, rows))
    assert int(found.low[0]) <= truth <= int(found.high[0])
    assert FINER * TOTAL.low <= found.low[0] <= found.value[0] <= found.high[0] <= FINER * TOTAL.high


@pytest.mark.parametrize("count", [-(2**61), -1000, -1, 0])
@pytest.mark.parametrize("total", [-(2**61), -5, 0, 5, 2**61])
def test_without_rows_nothing_is_claimed(count: int, total: int) -> None:
    found = mean_range(np.array([total]), np.array([count]), TOTAL, 10, 0)
    assert (found.low[0], found.high[0]) == (FINER * TOTAL.low, FINER * TOTAL.high)
    assert found.value[0] == FINER * TOTAL.centre


def test_a_range_beyond_the_clamps_is_the_whole_range() -> None:
    found = mean_range(np.array([10**9]), np.array([100]), TOTAL, 10, 1)
    assert (found.low[0], found.high[0]) == (800_000, 2_200_000)
    assert found.value[0] == 2_200_000


def test_counts_no_table_has_are_still_exact() -> None:
    huge = 2**60
    small = mean_range(np.array([-3000]), np.array([1000]), TOTAL, 0, 0)
    large = mean_range(np.array([-3 * huge]), np.array([huge]), TOTAL, 0, 0)
    assert small.low[0] == large.low[0] == FINER * (TOTAL.centre - 3)


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
