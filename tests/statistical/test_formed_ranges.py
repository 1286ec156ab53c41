"""Ranges of variances, deviations and ratios, and stated distances of choices, hold as often as they say.

False alarms: 1e-6 each. Boxes are wide by design where several noises matter; where one of them rules, ranges three
tenths too short must be caught, and so must a choice made with half its rate.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.measure import Squares, Total, contribution
from epsilog.core.unit import Unit
from epsilog.kinds.choice.draw import DrawChoice
from epsilog.kinds.choice.plan import Pick
from epsilog.kinds.mean.plan import formed_margin, formed_range, step_of
from epsilog.postprocess.moment_laws import covariance_by_law
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.range_rules import NEWEST
from epsilog.testing import seeded
from statistical.coverage import most_misses, noise

DRAWS = 6_000
CHOICES = 1_500
SURE = Fraction(95, 100)
PRESSURE = (Fraction(80), Fraction(220))
WIDE = (DiscreteGaussian(Fraction(10**9)), DiscreteGaussian(Fraction(10**17)), DiscreteGaussian(Fraction(100)))
# Hardly any noise in sum and count: the range is that of the squares alone.
RULED = (DiscreteGaussian(Fraction(10**6)), DiscreteGaussian(Fraction(10**17)), DiscreteGaussian(Fraction(1, 9)))
LAPLACE = (DiscreteLaplace(Fraction(30_000)), DiscreteLaplace(Fraction(10**8)), DiscreteLaplace(Fraction(10)))


def values(rows: int, mean: float, spread: float) -> np.ndarray:
    """Clamped values on the grain, around the middle: the same every time."""
    found = np.random.default_rng(5).normal(mean, spread, rows)
    return np.clip(np.floor(found * 100 + 0.5), 8000, 22000).astype(np.int64) - 15000


def spread_case(kind: Any, laws: Any, rows: int, mean: float) -> tuple[Query, Any, float]:
    """The query, its exact vectors, and the exact answer in the data's units."""
    query = Query(kind, "systolic", between=PRESSURE)
    total, squares, _ = query.measures()
    assert isinstance(total, Total)
    assert isinstance(squares, Squares)
    one = values(rows, mean, 15)
    exact = (int(one.sum()), int((one**2 - squares.centre).sum()), rows)
    variance = float(np.var(one.astype(np.float64))) / 10_000
    return query, exact, variance if kind == "variance" else variance**0.5


CASES = {
    "variance, many rows": ("variance", WIDE, 100_000, 150.0),
    "variance, off the middle": ("variance", WIDE, 100_000, 120.0),
    "variance, few rows": ("variance", WIDE, 50, 150.0),
    "variance, Laplace": ("variance", LAPLACE, 20_000, 130.0),
    "deviation": ("deviation", WIDE, 100_000, 150.0),
    "variance, one noise": ("variance", RULED, 100_000, 150.0),
    "deviation, one noise": ("deviation", RULED, 100_000, 150.0),
    "deviation, one row": ("deviation", LAPLACE, 1, 150.0),
}


def misses(query: Query, laws: Any, exact: Any, truth: float, shrunk: float = 1.0) -> int:
    rng = seeded(3)
    noisy = [number + noise(law, DRAWS, rng) for number, law in zip(exact, laws, strict=True)]
    found, step = formed_range(query, laws, noisy, SURE, NEWEST.__getitem__), float(step_of(query))
    value, low, high = (ends.astype(np.float64) * step for ends in (found.value, found.low, found.high))
    low, high = value - shrunk * (value - low), value + shrunk * (high - value)
    return int(((truth < low - 1e-9) | (truth > high + 1e-9)).sum())


@pytest.mark.parametrize("name", CASES)
def test_spreads_are_covered(name: str) -> None:
    kind, laws, rows, mean = CASES[name]
    query, exact, truth = spread_case(kind, laws, rows, mean)
    assert misses(query, laws, exact, truth) <= most_misses(DRAWS, SURE)


@pytest.mark.parametrize("name", ["variance, one noise", "deviation, one noise"])
def test_spreads_three_tenths_too_short_are_caught(name: str) -> None:
    kind, laws, rows, mean = CASES[name]
    query, exact, truth = spread_case(kind, laws, rows, mean)
    assert misses(query, laws, exact, truth, 0.7) > most_misses(DRAWS, SURE)


RATIO = Query(
    "ratio",
    "cost",
    between=(Fraction(0), Fraction(5000)),
    grain=Fraction(1),
    per=Sum("stays", (Fraction(0), Fraction(10)), Fraction(1)),
)
SUMS = (DiscreteGaussian(Fraction(10**10)), DiscreteLaplace(Fraction(4)))


@pytest.mark.parametrize("below", [1, 20, 400, 50_000])
def test_ratios_are_covered(below: int) -> None:
    exact = (600 * below, below)
    assert misses(RATIO, SUMS, exact, 600.0) <= most_misses(DRAWS, SURE)


# Both noises weigh the same at a ratio of 100, and one of them rules at the others.
EVEN = (DiscreteGaussian(Fraction(10**6)), DiscreteGaussian(Fraction(100)))
UNEVEN = (DiscreteLaplace(Fraction(1000)), DiscreteLaplace(Fraction(10)))


@pytest.mark.parametrize("laws", [EVEN, UNEVEN], ids=["gaussian", "laplace"])
@pytest.mark.parametrize("ratio", [1, 100, 10_000])
@pytest.mark.parametrize("below", [1, 4_000])
def test_ratios_are_covered_whichever_noise_rules(laws: Any, ratio: int, below: int) -> None:
    assert misses(RATIO, laws, (ratio * below, below), float(ratio)) <= most_misses(DRAWS, SURE)


@pytest.mark.parametrize("ratio", [1, 100])
def test_ratios_a_sixth_too_short_are_caught(ratio: int) -> None:
    """The ranges are as short as they may be: hardly longer than needed even where both noises matter."""
    assert misses(RATIO, EVEN, (ratio * 4_000, 4_000), float(ratio), 5 / 6) > most_misses(DRAWS, SURE)


def test_ratios_three_tenths_too_short_are_caught() -> None:
    assert misses(RATIO, SUMS, (600 * 50_000, 50_000), 600.0, 0.7) > most_misses(DRAWS, SURE)


def test_the_margin_before_any_data_holds_wherever_the_values_lie() -> None:
    for mean in (90.0, 150.0, 215.0):
        query, exact, truth = spread_case("variance", WIDE, 50_000, mean)
        rng = seeded(4)
        noisy = [number + noise(law, DRAWS, rng) for number, law in zip(exact, WIDE, strict=True)]
        found = formed_range(query, WIDE, noisy, SURE, NEWEST.__getitem__).value * float(step_of(query))
        stated = formed_margin(query, WIDE, SURE, 50_000)
        assert int((np.abs(found - truth) > stated).sum()) <= most_misses(DRAWS, SURE)


def picked(query: Query, epsilon: Fraction) -> Pick:
    moved = contribution(query.measures()[0], query.grid(), Unit("who"), Bounds(rows=1))
    return Pick(0, 0, "exponential", epsilon, moved, query)


ILLS = tuple(f"ill {at}" for at in range(12))
TOP = picked(Query("top", "ill", among=ILLS, k=1, best="rows"), Fraction(1, 4))
MEDIAN = picked(
    Query("quantiles", "x", between=(Fraction(0), Fraction(10)), grain=Fraction(1), at=(Fraction(1, 2),)),
    Fraction(1, 4),
)


def drawn(pick: Pick, counts: np.ndarray) -> np.ndarray:
    table = Bounded(tuple(range(counts.size)), counts, pick.grain, pick.contribution.sensitivity)
    made, rng = DrawChoice().mechanism(pick), seeded(6)
    return np.array([int(made.grains(table, rng)[0]) for _ in range(CHOICES)])


def worst_for_top(off: int) -> np.ndarray:
    """One best candidate, all others just further behind than stated: nothing is missed more often."""
    counts = np.full(len(ILLS), 1_000, dtype=np.int64)
    counts[0] += off + 1
    return counts


def test_a_chosen_key_is_as_near_to_the_best_as_stated() -> None:
    off = int(TOP.off(SURE))
    assert int((drawn(TOP, worst_for_top(off)) != 0).sum()) <= most_misses(CHOICES, SURE)
    weaker = replace(TOP, parameter=TOP.parameter / 2)
    assert int((drawn(weaker, worst_for_top(off)) != 0).sum()) > most_misses(CHOICES, SURE)


def worst_for_median(off: int) -> np.ndarray:
    """All rows in one bin, so many that every other bin is just further than stated from the middle rank."""
    counts = np.zeros(MEDIAN.candidates, dtype=np.int64)
    counts[4] = 2 * (off + 1)
    return counts


def test_a_median_has_a_rank_as_near_as_stated() -> None:
    off = int(MEDIAN.off(SURE))
    assert int((drawn(MEDIAN, worst_for_median(off)) != 4).sum()) <= most_misses(CHOICES, SURE)
    weaker = replace(MEDIAN, parameter=MEDIAN.parameter / 2)
    assert int((drawn(weaker, worst_for_median(off)) != 4).sum()) > most_misses(CHOICES, SURE)


@pytest.mark.parametrize(("laws", "mean"), [(WIDE, 150.0), (WIDE, 120.0), (LAPLACE, 130.0)])
def test_ranges_by_the_law_are_much_shorter_than_boxes(laws: Any, mean: float) -> None:
    query, exact, _ = spread_case("variance", laws, 100_000, mean)
    rng = seeded(6)
    noisy = [number + noise(law, 200, rng) for number, law in zip(exact, laws, strict=True)]
    box, law = (formed_range(query, laws, noisy, SURE, lambda _, version=version: version) for version in (1, 2))
    assert (law.low >= box.low).mean() > 0.95
    assert float(np.mean(law.high - law.low)) < 0.7 * float(np.mean(box.high - box.low))


@pytest.mark.parametrize("gaussian", [True, False])
def test_covariances_are_covered(gaussian: bool) -> None:
    """Twins: the same ranges pulled in by three tenths are caught."""
    one, two = (Total.between(name, -50, 50, 1, centred=True) for name in "xy")
    rng = np.random.default_rng(8)
    x = np.clip(np.rint(rng.normal(10, 12, 4_000)), -50, 50)
    y = np.clip(np.rint(0.5 * x + rng.normal(-20, 9, 4_000)), -50, 50)
    truth = float(np.mean(x * y) - x.mean() * y.mean())
    sizes = [Fraction(size) for size in (300, 300, 20_000, 6)]
    laws = [DiscreteGaussian(size**2) if gaussian else DiscreteLaplace(size) for size in sizes]
    words = seeded(9)
    numbers = (int(x.sum()), int(y.sum()), int((x * y).sum()), 4_000)
    noisy = [number + noise(law, DRAWS, words) for number, law in zip(numbers, laws, strict=True)]
    found = covariance_by_law(noisy, one, two, laws, SURE)
    outside = int(((found.low > truth) | (truth > found.high)).sum())
    assert outside <= most_misses(DRAWS, SURE)
    middle, half = (found.low + found.high) / 2, 0.7 * (found.high - found.low) / 2
    assert int((np.abs(middle - truth) > half).sum()) > most_misses(DRAWS, SURE)
