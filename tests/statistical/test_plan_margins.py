"""Margins a plan states, against draws of the exact laws.

Each check counts how often the error lies beyond the stated margin in 200,000 draws and compares with the stated
probability. A binomial count is further than 6 standard deviations (plus one) off with probability below 1e-8, so
the false-alarm rate of a check stays below 1e-6. The power twin: a margin 10 % too small must fail every check.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from epsilog.core.bounds import Bounds
from epsilog.kinds.mean.plan import MeanError
from epsilog.noise import discrete_gaussian, discrete_laplace
from epsilog.plan.planner import margin, plan
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.testing import seeded
from plan_specs import PRESSURE, REGIONS, request

DRAWS = 200_000
BOUND = Bounds(rows=4)


def drawn(draw: Draw, seed: int) -> NDArray[np.float64]:
    sample = discrete_laplace if draw.law == "laplace" else discrete_gaussian
    return sample(draw.parameter, DRAWS, seeded(seed)).astype(np.float64)


def as_often(outside: NDArray[np.bool_], chance: float) -> bool:
    allowed = 6 * math.sqrt(DRAWS * chance * (1 - chance)) + 1
    return abs(int(outside.sum()) - DRAWS * chance) <= allowed


@cache
def cases() -> list[Plan]:
    count = Query("rows", by=(REGIONS,))
    total = Query("sum", "income", between=(Fraction(0), Fraction(1000)), grain=Fraction(1))
    return [
        plan(request(query, bound=BOUND, epsilon=epsilon, delta=delta, confidence=confidence))
        for query in (count, total)
        for epsilon, delta in (("0.1", 0), ("0.5", "1e-6"))
        for confidence in (Fraction(1, 2), Fraction(95, 100), Fraction(999, 1000))
    ]


@pytest.mark.parametrize("number", range(12))
def test_numbers_are_beyond_the_margin_as_often_as_stated(number: int) -> None:
    planned = cases()[number]
    (draw,) = planned.draws
    stated = round(margin(planned, 0) / float(draw.grain))
    chance = draw.noise.law.beyond(stated)
    missed = 1 - float(planned.spec.confidence)
    assert chance <= missed < draw.noise.law.beyond(stated - 1)
    noise = np.abs(drawn(draw, 4000 + number))
    assert as_often(noise > stated, chance)
    # The twin: what a margin 10 % too small would leave outside is not what was stated.
    assert not as_often(noise > math.floor(0.9 * stated), chance)


def error_of_mean(planned: Plan, rows: int, place: float, seed: int) -> NDArray[np.float64]:
    """The error of the published mean in grains, where the true one lies at this share of the half-range."""
    total, count = planned.draws
    away = place * total.contribution.reach
    more = drawn(count, seed + 1)
    left = rows + more
    error = np.abs(drawn(total, seed) - away * more) / np.where(left > 0, left, 1)
    return np.where(left > 0, error, np.inf)


@pytest.mark.parametrize("delta", [0, "1e-6"])
@pytest.mark.parametrize("rows", [300, 5000])
def test_means_at_the_ends_of_the_range_miss_as_often_as_stated(rows: int, delta: object) -> None:
    query = Query("mean", "systolic", between=PRESSURE, expect=Fraction(rows))
    planned = plan(request(query, bound=BOUND, epsilon=4, delta=delta))
    total, count = planned.draws
    stated = margin(planned, 0) / float(total.grain)
    assert stated < total.contribution.reach
    chance = MeanError(total.noise.law, count.noise.law, rows, total.contribution.reach).miss(stated)
    assert chance == pytest.approx(0.05, abs=1e-4)
    for place in (-1.0, 1.0):
        error = error_of_mean(planned, rows, place, 5000 + rows)
        assert as_often(error > stated, chance)
        assert not as_often(error > 0.9 * stated, chance)
    # Anywhere else, and with more rows, it misses less often.
    assert (error_of_mean(planned, rows, 0.0, 6000) > stated).mean() < 0.04
    assert (error_of_mean(planned, 2 * rows, 1.0, 6000) > stated).mean() < 0.04


def test_a_mean_planned_for_an_error_keeps_it() -> None:
    query = Query("mean", "systolic", between=PRESSURE, error=Fraction(2), expect=Fraction(800))
    for delta in (0, "1e-6"):
        planned = plan(request(query, bound=BOUND, epsilon=None, delta=delta))
        within = 2 / float(planned.draws[0].grain)
        error = error_of_mean(planned, 800, 1.0, 7000)
        assert as_often(error > within, 0.05)
        assert not as_often(error > 0.9 * within, 0.05)
