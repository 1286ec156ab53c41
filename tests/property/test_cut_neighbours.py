"""Clamps and bins that are found, on raw tables: one unit moves neither stage further than the plan says."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clamp_scenes import COLUMNS, request
from epsilog.core.bounds import Bounds
from epsilog.core.unit import Protect, Unit
from epsilog.first.ends.draw import quantiles_of
from epsilog.first.ends.plan import PlannedEnds, all_planned_ends
from epsilog.mechanisms.tables.ranks import bin_distances
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.sought import Clamp, EvenBins
from epsilog.roles.spec import Spec, Spend
from epsilog.sources import open_source

Row = tuple[str | None, str | None, float | None, int | None]
# At the candidates, beside them, at and beyond the ends, and no numbers at all.
VALUES = st.sampled_from(
    [None, math.nan, math.inf, -math.inf, -(10.0**9), -7.5, -7.0, 0.0, 1e-9, 0.999, 1.0, 9.99, 10.0, 1e300]
)
ROWS = st.lists(
    st.tuples(st.sampled_from([None, "a", "b", "c"]), st.sampled_from(["North", "South", None]), VALUES), max_size=9
)
OWN = st.lists(st.tuples(st.sampled_from(["North", "South", "elsewhere"]), VALUES), min_size=1, max_size=8)
TOWNS: Any = {"town": ["North", "South"]}
SOUGHT = Clamp((-8, 0, 1, 10))  # type: ignore[arg-type]
QUERIES = (
    Query("mean", "cost", sought=SOUGHT, by=TOWNS),
    Query("sum", "cost", sought=SOUGHT),
    Query("variance", "cost", sought=Clamp((0, 1, 10)), missing=Fraction(5)),  # type: ignore[arg-type]
    Query("histogram", "cost", sought=EvenBins((-8, 0, 1, 10), 2), by=TOWNS),  # type: ignore[arg-type]
)
BOUNDS = [Bounds(rows=2), Bounds(cells=2, rows_per_cell=2), Bounds(rows=5, cells=1)]


def asked(bound: Bounds, neighbours: Any) -> Plan:
    protect = Protect(Unit("who", neighbours=neighbours))
    return plan(
        request(*QUERIES, bound=bound, protect=protect, spend=Spend("clinic", Fraction(1), Fraction(1, 10**6)))
    )


def answers(rows: list[Any], spec: Spec) -> tuple[list[Any], list[Any]]:
    """Both stages before their noise: the histograms between candidates, and every table."""
    columns = [[row[at] if at < len(row) else None for row in rows] for at in range(4)]
    kinds = (pl.String, pl.String, pl.Float64, pl.Int64)
    frame = pl.DataFrame(
        {name: pl.Series(name, values, kind) for name, values, kind in zip(COLUMNS, columns, kinds, strict=True)}
    )
    with open_source(spec.source, frame=frame) as source:
        first = source.bounded([cut.tally() for cut in spec.cuts()], spec.protect, spec.bound)
        second = source.bounded(spec.tallies(), spec.protect, spec.bound)
    return [one for [one] in first], [one for entry in second for one in entry]


def moved_by_one(
    others: list[Any], own: list[Any], instead: list[Any], bound: Bounds, neighbours: Any, found: int
) -> None:
    made = asked(bound, neighbours)
    places = [[(found + at) % (len(cut.marks) - 1) for at in range(len(cut.shares))] for cut in made.spec.cuts()]
    settled = made.answered(places)
    before = others + ([("z", *row) for row in instead] if neighbours == "replace" else [])
    after = others + [("z", *row) for row in own]
    first, second = answers(before, settled.spec)
    moved_first, moved_second = answers(after, settled.spec)
    for one, two, cutting in zip(first, moved_first, all_planned_ends(made), strict=True):
        assert np.abs(two.values - one.values).sum() <= cutting.rows
    for one, two, draw in zip(second, moved_second, made.draws, strict=True):
        apart, reach = (two.values - one.values).astype(object), draw.contribution.sensitivity
        assert np.abs(apart).sum() <= reach.l1
        assert (apart**2).sum() <= reach.l2_squared


PAIRS = (ROWS, OWN, OWN, st.sampled_from(BOUNDS), st.sampled_from(["add-remove", "replace"]), st.integers(0, 8))


@given(*PAIRS)
@settings(max_examples=2, deadline=None)
def test_one_unit_moves_both_stages_no_further_than_planned(
    others: list[Any], own: list[Any], instead: list[Any], bound: Bounds, neighbours: Any, found: int
) -> None:
    moved_by_one(others, own, instead, bound, neighbours, found)


@pytest.mark.nightly
@given(*PAIRS)
@settings(max_examples=120, deadline=None)
def test_one_unit_moves_both_stages_no_further_than_planned_at_length(
    others: list[Any], own: list[Any], instead: list[Any], bound: Bounds, neighbours: Any, found: int
) -> None:
    moved_by_one(others, own, instead, bound, neighbours, found)


def test_the_bounds_are_reached() -> None:
    """The worst unit: all its rows in one stretch, at an end of the clamp that was found."""
    made = asked(Bounds(rows=2), "add-remove")
    settled = made.answered([[0] * len(cut.shares) for cut in made.spec.cuts()])
    first, second = answers([], settled.spec)
    moved_first, moved_second = answers([("z", "North", 10.0**9)] * 7, settled.spec)
    for one, two, cutting in zip(first, moved_first, all_planned_ends(made), strict=True):
        assert np.abs(two.values - one.values).sum() == cutting.rows == 2
    sums = [0, 2, 3]  # of the mean, the sum, the variance
    for at in sums:
        apart = np.abs(moved_second[at].values - second[at].values).sum()
        assert apart >= 0.85 * made.draws[at].contribution.sensitivity.l1


def law_of(counts: Any, made: Plan, cutting: PlannedEnds) -> Any:
    """The exact law of what is found, from the rate the mechanism uses."""
    cut = made.spec.cuts()[cutting.number]
    mechanism = quantiles_of(cut, cutting)
    laws = []
    for share in mechanism.shares:
        weight = max(share.numerator, share.denominator - share.numerator)
        rate = float(mechanism.epsilon) / (2 * mechanism.rows * weight)
        powers = np.exp(-rate * bin_distances(np.array(counts), share).astype(float))
        laws.append(powers / powers.sum())
    return laws


@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
def test_the_loss_of_what_is_found_is_what_is_paid_for(neighbours: Any) -> None:
    """Every pair of small histograms that one unit may make of each other, exact laws."""
    protect = Protect(Unit("who", neighbours=neighbours))
    spec = request(Query("mean", "cost", sought=SOUGHT), protect=protect, spend=Spend("clinic", Fraction(9)))
    made = plan(spec)
    [cutting] = all_planned_ends(made)
    paid = float(cutting.parameter) * len(cutting.shares)
    assert made.charge.parts()
    worst = 0.0
    tables = list(product(range(3), repeat=3))
    for one in tables:
        for two in tables:
            if 0 < sum(abs(a - b) for a, b in zip(one, two, strict=True)) <= cutting.rows:
                laws = zip(law_of(one, made, cutting), law_of(two, made, cutting), strict=True)
                worst = max(worst, sum(float(np.abs(np.log(p / q)).max()) for p, q in laws))
    assert 0.3 * paid < worst <= paid * (1 + 1e-9)


def test_each_histogram_counts_the_rows_inside_its_own_table() -> None:
    spec = request(Query("sum", "cost", sought=SOUGHT), Query("sum", "cost", sought=SOUGHT, by=TOWNS, name="towns"))
    rows = [
        ("a", "North", 0.5),
        ("b", "elsewhere", 0.5),
        ("c", None, 5.0),
        (None, "South", 5.0),
        ("d", "South", None),
    ]
    everywhere, towns = answers(rows, spec)[0]
    assert everywhere.values.tolist() == [0, 2, 1]
    assert towns.values.tolist() == [0, 1, 0]


def test_what_is_said_of_ranks_is_what_the_mechanism_proves() -> None:
    made = asked(Bounds(rows=2), "replace")
    for cut, cutting in zip(made.spec.cuts(), all_planned_ends(made), strict=True):
        mechanism = quantiles_of(cut, cutting)
        miss = Fraction(1, 20) / len(cut.shares)
        assert cutting.off(Fraction(95, 100)) == max(mechanism.rows_off(share, miss) for share in cut.shares)
        assert cutting.rows == 4
