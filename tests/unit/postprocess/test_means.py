"""Means: for every bounded mean and every pair of noises, the range holds it as often as it says."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.core.measure import Total
from epsilog.postprocess.means import FINER, Spread, Tail, mean_range, spread_of
from epsilog.postprocess.ranges import WIDEST

TOTAL = Total.between("systolic", 80, 220, centred=True)
SHORT = Total("stars", -3, 4, Fraction(1))
SURE = Fraction(90, 100)
NARROW: list[tuple[Law, Law]] = [
    (DiscreteLaplace(Fraction(4)), DiscreteLaplace(Fraction(2))),
    (DiscreteGaussian(Fraction(40)), DiscreteGaussian(Fraction(9))),
    (DiscreteLaplace(Fraction(1, 3)), DiscreteGaussian(Fraction(30))),
    (DiscreteGaussian(Fraction(300)), DiscreteLaplace(Fraction(1, 5))),
]


def listed(law: Law) -> tuple[np.ndarray, np.ndarray]:
    far = 0
    while law.beyond(far) > 1e-10:
        far += 1
    noise = np.arange(-far, far + 1)
    return noise, law.pmf(noise)


def coverage(laws: tuple[Law, Law], spread: Spread, sums: int, rows: int) -> float:
    """The exact chance that the range holds sums / rows, over every pair of noises that can be seen."""
    (z, p), (n, q) = listed(laws[0]), listed(laws[1])
    noisy_sums, noisy_counts = (grid.reshape(-1) for grid in np.meshgrid(sums + z, rows + n, indexing="ij"))
    found = mean_range(noisy_sums, noisy_counts, SHORT, spread)
    truth = Fraction(FINER * sums, rows) + FINER * SHORT.centre
    holds = (found.low <= float(truth)) & (float(truth) <= found.high)
    return float((np.outer(p, q).reshape(-1) * holds).sum())


@pytest.mark.parametrize("laws", NARROW, ids=str)
@pytest.mark.parametrize("rows", [1, 2, 3, 7, 40])
def test_every_mean_is_covered_as_often_as_stated(laws: tuple[Law, Law], rows: int) -> None:
    spread = spread_of(*laws, SHORT.reach, SURE)
    for sums in {-3 * rows, -2 * rows, -rows // 2, -1, 0, 1, rows, 3 * rows + 1, 4 * rows}:
        if -3 * rows <= sums <= 4 * rows:
            assert coverage(laws, spread, sums, rows) >= float(SURE), (sums, rows)


@pytest.mark.parametrize("laws", NARROW[:2], ids=str)
def test_a_spread_a_fifth_too_short_misses_too_often(laws: tuple[Law, Law]) -> None:
    """The power twin of the test above."""
    honest = spread_of(*laws, SHORT.reach, SURE)
    short = Spread(honest.edges, honest.within * 4 // 5)
    assert min(coverage(laws, short, sums, 40) for sums in (-120, 0, 40, 121)) < float(SURE)


@pytest.mark.parametrize("laws", NARROW, ids=str)
def test_a_spread_holds_the_noise_at_every_mean_and_is_little_wider(laws: tuple[Law, Law]) -> None:
    (z, p), (n, q) = listed(laws[0]), listed(laws[1])
    spread = spread_of(*laws, SHORT.reach, SURE)
    chance = np.outer(p, q)
    for place, within in enumerate(spread.within.tolist()):
        for t in np.linspace(spread.edges[place], spread.edges[place + 1], 3) / FINER:
            off = np.abs(z[:, None] - t * n[None, :])
            assert chance[off <= within + 1e-9].sum() >= float(SURE) - 1e-9
            # Rounding may cost two grains on either side, and a stretch is served by its far end.
            assert chance[off <= 0.97 * within - 2].sum() < float(SURE)


def test_a_spread_of_wide_noise_holds_at_the_far_end_of_every_stretch_and_is_little_wider() -> None:
    scale, variance = 642_774, 8431
    spread = spread_of(DiscreteLaplace(Fraction(scale)), DiscreteGaussian(Fraction(variance)), 7000, SURE)
    n = np.arange(-1200, 1201)
    weight = np.exp(-(n**2) / (2 * variance))
    weight /= weight.sum()

    def at_least(k: np.ndarray) -> np.ndarray:
        return np.exp(-k / scale) / (1 + np.exp(-1 / scale))

    def above(x: np.ndarray) -> np.ndarray:
        return np.where(x >= 0, at_least(np.floor(x) + 1), 1 - at_least(np.ceil(-x)))

    for place in range(100, 200):
        t, within = spread.edges[place + 1] / FINER, float(spread.within[place])
        for part, holds in ((1.0, True), (0.985, False)):
            missed = float((weight * (above(part * within + t * n) + above(part * within - t * n))).sum())
            assert (missed <= float(1 - SURE)) == holds, (place, part)


def steps(spread: Spread, t: Fraction) -> int:
    """What a spread allows at a mean of t hundredths, by looking through it."""
    allowed = zip(spread.edges.tolist(), spread.edges.tolist()[1:], spread.within.tolist(), strict=False)
    return max(within for first, last, within in allowed if first <= t <= last)


@settings(max_examples=300, deadline=None)  # a spread is made once, and that takes a moment
@given(
    sums=st.integers(-(10**7), 10**7),
    count=st.integers(1, 3000),
    place=st.fractions(-1, 1),
    scale=st.sampled_from([1, 50, 3_000, 200_000]),
    rows=st.sampled_from([Fraction(1, 2), Fraction(20), Fraction(400)]),
)
def test_a_range_holds_every_mean_that_would_be_no_surprise(
    sums: int, count: int, place: Fraction, scale: int, rows: Fraction
) -> None:
    spread = spread_of(DiscreteLaplace(Fraction(scale)), DiscreteLaplace(rows), TOTAL.reach, SURE)
    t = place * FINER * TOTAL.reach
    found = mean_range(np.array([sums]), np.array([count]), TOTAL, spread)
    low, high = (int(end[0]) - FINER * TOTAL.centre for end in (found.low, found.high))
    if abs(FINER * sums - t * count) <= FINER * steps(spread, t):
        assert low <= t <= high
    # And it ends where they end, but for a hundredth of a grain and the whole range where there are none.
    for end, way in ((low, -1), (high, 1)):
        beyond = end + 2 * way
        if (low, high) != (-FINER * TOTAL.reach, FINER * TOTAL.reach) and abs(beyond) <= FINER * TOTAL.reach:
            allowed = steps(spread, Fraction(beyond))
            assert way * (beyond * count - FINER * sums) > FINER * allowed
    assert FINER * TOTAL.low <= found.low[0] <= found.value[0] <= found.high[0] <= FINER * TOTAL.high


@pytest.mark.parametrize("count", [-(2**61), -1000, -1, 0])
@pytest.mark.parametrize("total", [-(2**61), -5, 0, 5, 2**61])
def test_without_rows_nothing_is_claimed(count: int, total: int) -> None:
    spread = spread_of(DiscreteLaplace(Fraction(2)), DiscreteLaplace(Fraction(1, 9)), TOTAL.reach, SURE)
    found = mean_range(np.array([total]), np.array([count]), TOTAL, spread)
    assert (found.low[0], found.high[0]) == (FINER * TOTAL.low, FINER * TOTAL.high)
    assert found.value[0] == FINER * TOTAL.centre


@pytest.mark.parametrize(("total", "count"), [(2**61, 2**40), (-(2**61), 2**40), (5, 2**61)])
def test_what_saturated_says_nothing(total: int, count: int) -> None:
    spread = spread_of(DiscreteLaplace(Fraction(2)), DiscreteLaplace(Fraction(1, 9)), TOTAL.reach, SURE)
    found = mean_range(np.array([total]), np.array([count]), TOTAL, spread)
    assert (found.low[0], found.high[0]) == (FINER * TOTAL.low, FINER * TOTAL.high)


def test_a_range_beyond_the_clamps_is_the_whole_range() -> None:
    spread = spread_of(DiscreteLaplace(Fraction(2)), DiscreteLaplace(Fraction(1, 9)), TOTAL.reach, SURE)
    found = mean_range(np.array([10**9]), np.array([100]), TOTAL, spread)
    assert (found.low[0], found.high[0]) == (800_000, 2_200_000)
    assert found.value[0] == 2_200_000


def test_counts_no_table_has_are_still_exact() -> None:
    huge = 2**58
    spread = spread_of(DiscreteLaplace(Fraction(1, 100)), DiscreteLaplace(Fraction(1, 100)), TOTAL.reach, SURE)
    found = mean_range(np.array([-3 * huge]), np.array([huge]), TOTAL, spread)
    assert FINER * (TOTAL.centre - 3) - 1 <= found.low[0] <= FINER * (TOTAL.centre - 3) <= found.high[0]


@pytest.mark.parametrize("law", [DiscreteLaplace(Fraction(2**60)), DiscreteGaussian(Fraction(2**120))])
def test_the_widest_noise_stays_within_integers(law: Law) -> None:
    wide = Total("far", -(2**50), 2**50, Fraction(1))
    spread = spread_of(law, law, wide.reach, Fraction(999, 1000))
    assert (spread.within > 0).all()
    assert (spread.within <= WIDEST).all()
    found = mean_range(np.array([2**61 - 1, 1 - 2**61, 7]), np.array([1, 2**60, 2**55]), wide, spread)
    assert (found.low == FINER * wide.low).all()
    assert (found.high == FINER * wide.high).all()


def test_a_confidence_beyond_float_gives_the_whole_range() -> None:
    spread = spread_of(*NARROW[0], TOTAL.reach, 1 - Fraction(1, 10**13))
    assert (spread.within == WIDEST).all()


@pytest.mark.parametrize("variance", [Fraction(1, 4), Fraction(9999**2), Fraction(10_001**2)])
def test_tails_of_gaussian_noise_agree_with_its_law(variance: Fraction) -> None:
    law, sigma = DiscreteGaussian(variance), float(variance) ** 0.5
    places = np.unique(np.floor(np.array([0.0, 0.5, 1.0, 2.0, 4.0, 6.0]) * sigma))
    expected = [law.beyond(int(place)) / 2 for place in places]
    assert Tail(law)(places) == pytest.approx(expected, rel=1e-7)
    assert Tail(law)(-places - 1) == pytest.approx(1 - np.array(expected), rel=1e-9)
