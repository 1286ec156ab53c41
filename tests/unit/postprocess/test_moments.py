"""Variances, deviations and ratios of noisy numbers: boxes are exact, and ends are rounded outwards."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.measure import Squares, Total
from epsilog.kinds.mean.plan import part_margins
from epsilog.postprocess.moments import deviation_range, largest_variance, variance_range
from epsilog.postprocess.ranges import Ranged
from epsilog.postprocess.ratios import FURTHEST, Slopes, ratio_range, ratio_step, slopes_of

SMALL = Total.between("x", 0, 12, 1, centred=True)
SQUARES = Squares.of_values(SMALL)
MOST = largest_variance(SMALL)


def exact_ends(s: tuple[int, int], q: tuple[int, int], c: tuple[int, int]) -> tuple[Fraction, Fraction]:
    """The range of centre + Q/C - (S/C)² over all whole numbers of a box."""
    found = [
        SQUARES.centre + Fraction(square, count) - Fraction(sum_, count) ** 2
        for sum_, square, count in itertools.product(*(range(low, high + 1) for low, high in (s, q, c)))
    ]
    return min(found), max(found)


@settings(max_examples=150, deadline=None)
@given(
    st.tuples(st.integers(-30, 30), st.integers(-80, 80), st.integers(-1, 8)),
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 4)),
)
def test_the_box_holds_everything_it_may_and_no_more(noisy: tuple[int, ...], margins: tuple[int, ...]) -> None:
    vectors = [np.array([number]) for number in noisy]
    found = variance_range(vectors, SMALL, SQUARES, margins)
    value, low, high = (int(ends[0]) for ends in (found.value, found.low, found.high))
    assert 0 <= low <= value <= high <= MOST
    box = [(number - margin, number + margin) for number, margin in zip(noisy, margins, strict=True)]
    if box[2][1] < 1:
        assert (low, high) == (0, MOST)
        return
    least, most = exact_ends(box[0], box[1], (max(1, box[2][0]), box[2][1]))
    # What any whole numbers of the box give, moved to what a variance can be, lies inside.
    assert low <= min(max(least, 0), MOST)
    assert high >= min(max(most, 0), MOST)
    if least <= MOST and most >= 0:  # and the box is not wider than real numbers in it make it
        assert low >= min(max(Fraction(least) - 1, 0), MOST)


def test_an_upper_end_between_the_counts_is_found() -> None:
    """q x - s² x² has its largest value where 1/x = 2 s²/q, between the two ends of the count."""
    vectors = [np.array([30]), np.array([240]), np.array([10])]
    found = variance_range(vectors, SMALL, SQUARES, (0, 0, 6))
    counts = range(4, 17)
    inside = max(SQUARES.centre + Fraction(240, c) - Fraction(900, c * c) for c in counts)
    ends = max(SQUARES.centre + Fraction(240, c) - Fraction(900, c * c) for c in (4, 16))
    assert int(found.high[0]) >= inside > ends + 1


def test_the_variance_of_exact_numbers_is_the_variance() -> None:
    values = np.array([0, 3, 3, 12, 7]) - SMALL.centre
    vectors = [np.array([values.sum()]), np.array([(values**2 - SQUARES.centre).sum()]), np.array([5])]
    found = variance_range(vectors, SMALL, SQUARES, (0, 0, 0))
    assert int(found.low[0]) <= np.var(values) <= int(found.high[0]) <= int(found.low[0]) + 1


def test_the_largest_variance_is_half_at_each_end() -> None:
    assert largest_variance(SMALL) == 36
    assert largest_variance(Total.between("x", 0, 5, 1, centred=True)) == 7  # 25/4, rounded up


@given(st.lists(st.integers(0, 2**53), min_size=3, max_size=3).map(sorted))
def test_roots_are_rounded_outwards(ends: list[int]) -> None:
    low, value, high = ends
    found = deviation_range(Ranged(np.array([value]), np.array([low]), np.array([high])))
    assert int(found.low[0]) ** 2 <= low * 10_000
    assert int(found.high[0]) ** 2 >= high * 10_000
    assert int(found.low[0]) <= int(found.value[0]) <= int(found.high[0])


ABOVE, BELOW = Total.between("cost", -20, 100, 1), Total.between("stays", 0, 10, 1)


SLOPES = [
    slopes_of(DiscreteLaplace(Fraction(above)), DiscreteLaplace(Fraction(below)), Fraction(19, 20))
    for above, below in ((8, 3), (50, 1), (1, 9))
]


@given(st.tuples(st.integers(-500, 500), st.integers(-10, 60)), st.sampled_from(SLOPES), st.data())
def test_every_ratio_that_passes_its_test_lies_in_the_range(
    noisy: tuple[int, int], slopes: Slopes, data: st.DataObject
) -> None:
    found = ratio_range([np.array([number]) for number in noisy], ABOVE, BELOW, slopes)
    step = ratio_step(ABOVE, BELOW)
    low, high, value = (int(ends[0]) * step for ends in (found.low, found.high, found.value))
    assert low <= value <= high
    (top, bottom), edges, (over, under) = noisy, slopes.edges, slopes.margins
    least, most = min(0, top - slopes.furthest), max(0, top + slopes.furthest)
    near = data.draw(st.lists(st.fractions(min_value=-600, max_value=600, max_denominator=64), max_size=20))
    for slope in (*edges[::7], *near, Fraction(top, max(1, bottom))):
        if abs(slope) <= edges[-1]:
            at = min(max(bisect_right(edges, slope) - 1, 0), len(edges) - 2)
            passes = abs(top - slope * bottom) <= int(slopes.within[at])
        else:  # some a and b in their margins, b of at least 1, with a = slope * b
            passes = any(abs(slope * b - top) <= over for b in range(max(1, bottom - under), bottom + under + 1))
        if passes and least <= slope <= most:
            assert low <= slope <= high


def test_ratios_beyond_the_last_edge_are_those_of_the_box() -> None:
    slopes = SLOPES[2]
    assert slopes.edges[-1] < 400
    found = ratio_range([np.array([400]), np.array([1])], ABOVE, BELOW, slopes)
    high = int(found.high[0]) * ratio_step(ABOVE, BELOW)
    assert 400 + slopes.margins[0] <= high <= 401 + slopes.margins[0]  # the sum below may be as small as 1


def test_ratios_of_numbers_above_zero_stay_there_and_of_cut_sums_nothing_is_said() -> None:
    above, below = Total.between("cost", 0, 100, 1), Total.between("stays", 0, 10, 1)
    found = ratio_range([np.array([-5000, 2**61, 9]), np.array([1, 1, -500])], above, below, SLOPES[0])
    assert int(found.low[0]) == int(found.high[0]) == 0
    assert [int(found.low[1]), int(found.high[1])] == [0, FURTHEST]
    assert [int(found.low[2]), int(found.high[2])] == [0, FURTHEST]


def test_ranges_of_ratios_are_shorter_than_boxes() -> None:
    """Where both noises weigh the same the box is 1.6 times as long; it is never shorter where rows are many."""
    laws = DiscreteGaussian(Fraction(10**6)), DiscreteGaussian(Fraction(100))
    slopes, (over, under) = slopes_of(*laws, Fraction(19, 20)), part_margins(laws, Fraction(19, 20))
    for ratio, least in ((100, 1.5), (1, 1.1), (10_000, 1.05)):
        bottom = 10**6
        top = ratio * bottom
        found = ratio_range([np.array([top]), np.array([bottom])], ABOVE, BELOW, slopes)
        mine = float((int(found.high[0]) - int(found.low[0])) * ratio_step(ABOVE, BELOW))
        box = float(Fraction(top + over, bottom - under) - Fraction(top - over, bottom + under))
        assert box > least * mine


@pytest.mark.parametrize("scale", [Fraction(1, 10**6), Fraction(10**18)])
def test_slopes_of_extreme_noise_are_finite_work(scale: Fraction) -> None:
    slopes = slopes_of(DiscreteLaplace(scale), DiscreteLaplace(1 / scale), Fraction(19, 20))
    found = ratio_range([np.array([5, -5]), np.array([2, 0])], ABOVE, BELOW, slopes)
    assert (found.low <= found.value).all()
    assert (found.value <= found.high).all()


def test_all_parts_together_miss_no_more_than_stated() -> None:
    laws = [DiscreteLaplace(Fraction(scale)) for scale in (5, 70, 900)]
    margins = part_margins(laws, Fraction(95, 100))
    missed = [law.beyond(margin) for law, margin in zip(laws, margins, strict=True)]
    assert 0.03 < sum(missed) <= 0.05


def test_squares_that_would_not_fit_are_refused() -> None:
    from epsilog.errors import SpecError

    with pytest.raises(SpecError, match=r"2\^36"):
        Squares.of_values(Total.between("x", 0, 10**9, 1, centred=True))
