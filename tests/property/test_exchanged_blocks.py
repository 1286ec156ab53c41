"""Where units within a period are replaced, one may leave a block and another enter the next: half the price each.

The books keep a balance for each block. Under replace two of them may change, so parallel composition alone does
not say that the fuller one is what a unit pays. It holds because whoever only leaves, or only comes, costs at most
half of what every draw of a plan is charged (docs/proofs/ledger.md, section 2).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.core import charge as charges
from epsilog.core.bounds import Bounds
from epsilog.core.measure import Contribution, contribution
from epsilog.core.radius import reach as radius_reach
from epsilog.core.unit import Protect, Unit
from epsilog.core.unknown import Unknown
from epsilog.first.ends.plan import all_planned_ends, planned_ends
from epsilog.first.keys.plan import cells_of, finds_of
from epsilog.kinds.alert.draw import monitor_of
from epsilog.kinds.alert.plan import AlertDraw
from epsilog.kinds.choice.plan import Pick
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.kinds.series.plan.shapes import strategy_of
from epsilog.mechanisms.series.subtraction_blocks import reach as blocks_reach
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.moments import together_charge
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.roles.sought import Clamp
from epsilog.roles.spec import Spec, Spend
from plan_specs import PRESSURE, REGIONS, YEAR, request

REPLACED = Unit("patient_id", per="1mo", neighbours="replace")
ENDS = (Fraction(-50), Fraction(50))
MIXED = Bounds(rows=6, cells=3, rows_per_cell=3)
ENTRIES = {
    "rows": Query("rows", by=(REGIONS,)),
    "persons": Query("persons", by=(REGIONS,), every="1d"),
    "sums of both signs": Query("sum", "systolic", between=ENDS, by=(REGIONS,)),
    "a mean": Query("mean", "systolic", between=PRESSURE),
    "a variance": Query("variance", "systolic", between=PRESSURE, by=(REGIONS,)),
    "quantiles": Query("quantiles", "systolic", between=PRESSURE, grain=1, at=("0.01", "0.5"), by=(REGIONS,)),
    "the top": Query("top", "region", among=REGIONS.keys, k=2),
    "the best": Query("top", "region", among=REGIONS.keys, k=1, best=Sum("systolic", ENDS)),
    "running": Query("rows", by=(REGIONS,), every="1d", shape="running"),
    "running sums": Query("sum", "systolic", between=ENDS, every="1d", shape="running"),
    "a window": Query("persons", every="1d", shape={"window": 7}),
    "fading": Query("sum", "systolic", between=ENDS, by=(REGIONS,), every="1d", shape={"decay": "0.9"}),
    "alerts": Query("rows", every="1d", shape={"alert": {"above": 20, "at_most": 3}}),
    "one radius": Query("rows", every="1d", shape={"per-step": "radius"}),
    "one radius, groups": Query("persons", every="1d", shape={"per-step": {"radius": {"group": 5}}}),
    "one radius, cells": Query("rows", by=(REGIONS,), every="1d", shape={"per-step": "radius"}),
    "one radius, sums": Query("sum", "systolic", between=ENDS, every="1d", shape={"per-step": "radius"}),
}


def one_sided(made: Plan) -> list[tuple[charges.Charge, charges.Charge]]:
    """Of every draw: its charge, and what its noise costs a unit that comes or goes and is not replaced."""
    spec = replace(made.spec, protect=Protect(replace(REPLACED, neighbours="add-remove"), made.spec.protect.zone))
    pairs: list[tuple[charges.Charge, charges.Charge]] = []
    for find in finds_of(made):
        pairs.append((find.charge, replace(find, cells=cells_of(spec)).charge))
    for cutting in all_planned_ends(made):
        part = Fraction(planned_ends(spec, cutting.number, cutting.parameter).rows, cutting.rows)
        pairs.append((cutting.charge, replace(cutting, parameter=cutting.parameter * part).charge))
    for at, query in enumerate(made.spec.publish):
        moved = [contribution(one, query.grid(), spec.protect.unit, spec.bound) for one in query.measures()]
        if query.ask.together:
            noises = [draw.parameter for draw in made.draws_of(at)]
            pairs.append((made.charges_of(at)[0], together_charge(query.measures(), moved, noises)))
            continue
        for draw in made.vectors_of(at):
            pairs.append((draw.charge, _alone(draw, moved[draw.part])))
    return pairs


def _alone(draw: Draw | Pick | SeriesDraw | AlertDraw, moved: Contribution) -> charges.Charge:
    if isinstance(draw, Draw):
        return replace(draw, contribution=moved).charge
    if isinstance(draw, Pick):  # the rate of its draws stays: epsilon is that rate times what one unit may do
        part = Fraction(replace(draw, contribution=moved).reach, draw.reach)
        return replace(draw, parameter=draw.parameter * part).charge
    way = replace(draw.participation, neighbours="add-remove")
    if isinstance(draw, AlertDraw):
        watch = monitor_of(draw)
        other = replace(watch, covers=replace(way, signed=True))  # the general proof, with half the move
        return charges.Pure(
            other.reach / watch.threshold_scale + 2 * watch.at_most * other.reach / watch.query_scale
        )
    if isinstance(draw, RadiusDraw):
        return charges.Pure(radius_reach(draw.group, draw.cells, way) / draw.parameter)
    strategy = strategy_of(draw)
    if strategy is None:
        return charges.Pure(blocks_reach(draw.ticks, draw.constants[0][0], way) / draw.parameter)
    return replace(draw, reach=strategy.reach(way)).charge


def at_most_half(pairs: list[tuple[charges.Charge, charges.Charge]]) -> None:
    assert pairs
    for paid, alone in pairs:
        # Every price is rounded up, by less than one unit.
        assert 2 * (alone.price().rho - 1) <= paid.price().rho, (paid, alone)
        if (epsilon := paid.pure()) is not None:
            mine = alone.pure()
            assert mine is not None
            assert 2 * (mine - 1) <= epsilon, (paid, alone)


def spec_of(entry: Query, *, pure: bool = False, bound: Bounds = MIXED, **more: object) -> Spec:
    return request(entry, unit=REPLACED, bound=bound, during=YEAR, delta=0 if pure else "1e-6", **more)


@pytest.mark.parametrize("name", ENTRIES)
def test_a_unit_that_only_comes_or_goes_costs_at_most_half_of_what_is_charged(name: str) -> None:
    for pure in (False, True):
        at_most_half(one_sided(plan(spec_of(ENTRIES[name], pure=pure))))


def test_so_do_searches_for_keys_and_clamps_and_norms() -> None:
    events = Spend("clinic/2026", Fraction(1, 2), Fraction(1, 10**6), Fraction(1, 10**7))
    unknown = (Query("rows", by=(Unknown("region"),)),)
    found = replace(spec_of(ENTRIES["rows"], bound=Bounds(rows=2, cells=2)), publish=unknown, spend=events)
    cut = spec_of(Query("mean", "systolic", sought=Clamp(PRESSURE)))
    for spec in (found, cut):
        made = plan(spec)
        assert finds_of(made) or all_planned_ends(made)
        at_most_half(one_sided(made))
    at_most_half(one_sided(plan(spec_of(ENTRIES["rows"], bound=Bounds(norm=5)))))


def test_a_price_that_knows_nothing_of_the_other_side_would_be_caught() -> None:
    """The power twin: charged as if units only came or went, nobody pays for both blocks."""
    for name in ("rows", "quantiles", "running", "alerts"):
        pairs = one_sided(plan(spec_of(ENTRIES[name])))
        with pytest.raises(AssertionError):
            at_most_half([(alone, alone) for _, alone in pairs])
