"""Whether ranges hold for clamps that were found first, and ranks lie as near as stated.

Each test raises a false alarm with probability below 1e-6, and has a twin that must fail on a planted error.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from clamp_scenes import Listed, request, weight
from epsilog.core.measure import Total
from epsilog.first.ends.draw import quantiles_of
from epsilog.first.ends.plan import all_planned_ends
from epsilog.plan.planner import plan
from epsilog.publish.drawing import draw_all
from epsilog.publish.stages import find_first, read_bounded
from epsilog.registry.asks import Query
from epsilog.registry.draws import mechanism_of
from epsilog.roles.plan import Plan
from epsilog.roles.sought import Clamp, EvenBins
from epsilog.roles.spec import Spend
from epsilog.show.result import Result, tables_of
from epsilog.testing import seeded

ALARM = 1e-6
MARKS = Clamp((0, 1, 2, 5, 10, 20, 50, 100, 1000))  # type: ignore[arg-type]
SPEND = Spend("clinic", Fraction(1, 2), Fraction(1, 10**6))


def told(done: int, total: int) -> None:
    pass


def values(rows: int = 300) -> list[float]:
    return [round(float(one), 3) for one in np.random.default_rng(5).lognormal(2, 1, rows)]


def drawn(made: Plan, source: Any, rng: Any) -> Result:
    """One release from given values, both stages of it."""
    found = find_first(made, source, rng, told)
    exact = read_bounded(found.spec, source, told)
    grains = draw_all([mechanism_of(draw) for draw in found.draws], found, exact, rng)
    return Result(found, grains, "2026-11-16T00:00:00+00:00", (), True)


def clamped_mean(result: Result, rows: list[float]) -> Fraction:
    total = result.plan.spec.publish[0].in_cells()[0]
    assert isinstance(total, Total)
    return total.grain * (total.centre + Fraction(sum(weight(Fraction(row), total) for row in rows), len(rows)))


def covered(query: Query, draws: int, narrower: int = 1) -> int:
    """How often the range of a clamped mean (or variance) holds it; ranges may be made too narrow on purpose."""
    rows = values()
    made, source, rng = plan(request(query, spend=SPEND)), Listed(rows), seeded(4)
    hits = 0
    for _ in range(draws):
        result = drawn(made, source, rng)
        [table] = tables_of(result)
        low, high = (float(table.figures(name).floats()[0]) for name in ("low", "high"))
        middle, half = (low + high) / 2, (high - low) / 2 / narrower
        hits += middle - half <= float(clamped_mean(result, rows)) <= middle + half
    return hits


MEAN = Query("mean", "cost", sought=MARKS)


def test_ranges_of_a_mean_under_a_found_clamp_hold_as_stated() -> None:
    assert binom.cdf(covered(MEAN, 80), 80, 0.95) > ALARM


def test_ranges_half_as_wide_would_not() -> None:
    assert binom.cdf(covered(MEAN, 80, narrower=2), 80, 0.95) <= ALARM


@pytest.mark.nightly
def test_ranges_of_a_mean_under_a_found_clamp_hold_as_stated_at_length() -> None:
    assert binom.cdf(covered(MEAN, 6_000), 6_000, 0.95) > ALARM


def beyond(epsilon: Fraction, draws: int) -> tuple[int, Plan]:
    """How often no more rows lie beyond the found end than is said; the mechanism may be made too blunt."""
    rows = sorted(values())
    made = plan(request(MEAN, spend=SPEND))
    [cutting], [cut] = all_planned_ends(made), made.spec.cuts()
    source, rng = Listed(rows), seeded(6)
    [[table]] = source.bounded([cut.tally()], made.spec.protect, made.spec.bound)
    mechanism = quantiles_of(cut, replace(cutting, parameter=cutting.parameter * epsilon))
    most = (1 - cut.shares[0]) * len(rows) + cutting.off(Fraction(95, 100))
    hits = 0
    for _ in range(draws):
        end = cut.marks[int(mechanism.grains(table, rng)[0]) + 1]
        hits += sum(Fraction(row) >= end for row in rows) <= most
    return hits, made


def test_no_more_rows_lie_beyond_an_end_than_is_said() -> None:
    hits, _ = beyond(Fraction(1), 500)
    assert binom.cdf(hits, 500, 0.95) > ALARM


def test_a_blunter_choice_would_be_noticed() -> None:
    hits, _ = beyond(Fraction(1, 100), 500)
    assert binom.cdf(hits, 500, 0.95) <= ALARM


def counted(draws: int, narrower: int) -> int:
    rows = values()
    query = Query("histogram", "cost", sought=EvenBins((0, 2, 4, 8, 16, 32, 64, 128), 3))  # type: ignore[arg-type]
    made, source, rng = plan(request(query, spend=SPEND)), Listed(rows), seeded(8)
    hits = 0
    for _ in range(draws):
        result = drawn(made, source, rng)
        [table], edges = tables_of(result), result.plan.spec.publish[0].ask.edges or ()
        true = sum(Fraction(row) < edges[1] for row in rows)
        low, high = (int(table.figures(name).steps[0]) for name in ("low", "high"))
        middle, half = (low + high) / 2, (high - low) / 2 / narrower
        hits += middle - half <= true <= middle + half
    return hits


def test_ranges_of_counts_in_found_bins_hold_as_stated() -> None:
    assert binom.cdf(counted(80, 1), 80, 0.95) > ALARM


def test_ranges_of_counts_half_as_wide_would_not() -> None:
    assert binom.cdf(counted(80, 2), 80, 0.95) <= ALARM
