"""Sum, squares and rows drawn together: no pair of raw tables costs more than the one charge, and some cost it."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from clamp_scenes import COLUMNS, Listed, books, clinic, request
from epsilog import Allowance
from epsilog.accounting.loss import loss_of
from epsilog.core.bounds import Bounds
from epsilog.core.measure import Squares, Total
from epsilog.core.unit import Protect, Unit
from epsilog.errors import LedgerError, SpecError
from epsilog.plan.explain import plan_lines, plan_record
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.publish.drawing import draw_all
from epsilog.publish.pipeline import publish
from epsilog.publish.stages import read_bounded
from epsilog.registry.asks import Query
from epsilog.registry.draws import mechanism_of
from epsilog.roles.moments import together_charge
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.roles.sought import Clamp
from epsilog.roles.spec import Spec, Spend
from epsilog.show import artefact, certificate
from epsilog.show.result import Result, tables_of
from epsilog.sources import open_source
from epsilog.testing import seeded

SPEND = Spend("clinic", Fraction(1), Fraction(1, 10**6))
SPREAD = Query("variance", "cost", between=(Fraction(-7), Fraction(7)), grain=Fraction(1))
TOWNS: Any = {"town": ["North", "South"]}


def made(query: Query = SPREAD, bound: Bounds = Bounds(rows=1), neighbours: Any = "add-remove") -> Plan:
    return plan(request(query, bound=bound, protect=Protect(Unit("who", neighbours=neighbours)), spend=SPEND))


def moved(before: Any, after: Any, draws: tuple[Draw, ...]) -> Fraction:
    """Twice the divergence of the answers: what a charge pays for, exactly."""
    total = Fraction(0)
    for one, two, draw in zip(before, after, draws, strict=True):
        total += sum(Fraction(int(a) - int(b)) ** 2 for a, b in zip(one, two, strict=True)) / draw.parameter
    return total


def paid(planned: Plan) -> Fraction:
    [charge] = planned.charges_of(0)
    return charge.l2_squared / charge.sigma_squared  # type: ignore[attr-defined, no-any-return]


def test_every_row_costs_at_most_the_price_and_rows_in_the_middle_and_at_the_ends_cost_it() -> None:
    planned = made()
    total, squares, _ = planned.spec.publish[0].measures()
    assert isinstance(total, Total)
    assert isinstance(squares, Squares)
    assert planned.spec.publish[0].ask.together
    assert squares.centre == 35
    costs = {
        value: moved([[0], [0], [0]], [[value], [value**2 - squares.centre], [1]], planned.draws_of(0))
        for value in range(-7, 8)
    }
    assert max(costs.values()) == paid(planned)
    assert costs[0] == pytest.approx(float(paid(planned)), rel=1e-9)
    assert costs[7] == costs[-7] == pytest.approx(float(paid(planned)), rel=1e-9)
    assert all(cost < 0.9 * paid(planned) for value, cost in costs.items() if 3 <= abs(value) <= 5)


@pytest.mark.parametrize("variances", [(1, 10**6, 9), (10**6, 1, 9), (50, 2000, 1), (100, 700, 10**6)])
def test_the_price_is_that_of_the_worst_row_whatever_the_variances(variances: tuple[int, int, int]) -> None:
    planned = made()
    draws = tuple(
        replace(draw, parameter=Fraction(variance))
        for draw, variance in zip(planned.draws_of(0), variances, strict=True)
    )
    changed = replace(planned, draws=draws)
    rows = ([[value], [value**2 - 35], [1]] for value in range(-7, 8))
    assert max(moved([[0], [0], [0]], row, draws) for row in rows) == paid(changed)


@pytest.mark.parametrize("order", [2, 4])
def test_the_divergence_of_the_exact_laws_is_what_is_claimed(order: int) -> None:
    """An audit at the claim, from probabilities: Rényi divergences of three discrete Gaussian laws, added up."""
    planned = made()
    _, squares, _ = planned.spec.publish[0].measures()
    rho = float(paid(planned)) / 2
    for value in (0, 7):
        moves = (value, value**2 - squares.centre, 1)  # type: ignore[union-attr]
        found = 0.0
        for move, draw in zip(moves, planned.draws_of(0), strict=True):
            spread = math.isqrt(int(draw.parameter)) + 1
            places = np.arange(-40 * spread, 40 * spread + 1, dtype=float)
            here, there = (-((places - at) ** 2) / (2 * float(draw.parameter)) for at in (move, 0))
            logs = order * (here - _total(here)) + (1 - order) * (there - _total(there))
            found += _total(logs) / (order - 1)
        assert 0.9999 * order * rho <= found <= order * rho * (1 + 1e-9)


def _total(logs: Any) -> float:
    top = logs.max()
    return float(top + np.log(np.exp(logs - top).sum()))


VALUES = st.sampled_from([None, math.nan, math.inf, -1e300, -7.0, -6.5, -3.0, 0.0, 0.4, 5.0, 7.0, 7.6])
ROWS = st.lists(st.tuples(st.sampled_from(["North", "South", "elsewhere"]), VALUES), max_size=9)
LIMITS = [Bounds(rows=1), Bounds(rows=3), Bounds(cells=2, rows_per_cell=2), Bounds(rows=5, cells=1)]


def answers(rows: list[Any], spec: Spec) -> list[Any]:
    columns = [[row[at] if at < len(row) else None for row in rows] for at in range(4)]
    kinds = (pl.String, pl.String, pl.Float64, pl.Int64)
    frame = pl.DataFrame(
        {name: pl.Series(name, values, kind) for name, values, kind in zip(COLUMNS, columns, kinds, strict=True)}
    )
    with open_source(spec.source, frame=frame) as source:
        [found] = source.bounded(spec.tallies(), spec.protect, spec.bound)
    return [one.values for one in found]


@given(ROWS, ROWS, ROWS, st.sampled_from(LIMITS), st.sampled_from(["add-remove", "replace"]), st.booleans())
@settings(max_examples=3, deadline=None)
def test_no_pair_of_raw_tables_costs_more_than_the_charge(
    others: list[Any], own: list[Any], instead: list[Any], bound: Bounds, neighbours: Any, filled: bool
) -> None:
    query = replace(SPREAD, by=TOWNS).asking(missing=Fraction(7) if filled else None)
    planned = made(query, bound, neighbours)
    assert planned.spec.publish[0].ask.together
    base = [("a", *row) for row in others]
    before = base + ([("z", *row) for row in instead] if neighbours == "replace" else [])
    first, second = answers(before, planned.spec), answers(base + [("z", *row) for row in own], planned.spec)
    assert moved(first, second, planned.draws_of(0)) <= paid(planned)


@pytest.mark.parametrize(
    ("neighbours", "own", "instead"), [("add-remove", 7.0, None), ("add-remove", 0.0, None), ("replace", 7.0, -7.0)]
)
def test_the_worst_units_come_near_the_charge(neighbours: Any, own: float, instead: float | None) -> None:
    planned = made(bound=Bounds(rows=3), neighbours=neighbours)
    before = [("z", "North", instead)] * 3 if instead is not None else []
    first, second = answers(before, planned.spec), answers([("z", "North", own)] * 5, planned.spec)
    found = moved(first, second, planned.draws_of(0))
    assert found <= paid(planned)
    assert found >= (Fraction(99, 100) if neighbours == "add-remove" else Fraction(1, 2)) * paid(planned)


def test_taken_where_it_is_better_and_where_noise_may_be_gaussian() -> None:
    usual = Query("variance", "cost", between=(Fraction(80), Fraction(220)))
    together = made(usual)
    assert together.spec.publish[0].ask.together
    assert together.price.main <= together.share.cap
    apart = plan(request(replace(usual, mechanism="laplace"), spend=SPEND))
    assert not apart.spec.publish[0].ask.together
    assert not plan(request(usual, spend=Spend("clinic", Fraction(1)))).spec.publish[0].ask.together
    error = replace(usual, error=Fraction(600), expect=Fraction(5000))
    assert not made(error).spec.publish[0].ask.together
    assert not made(Query("mean", "cost", between=(Fraction(0), Fraction(9)))).spec.publish[0].ask.together
    assert made(Query("deviation", "cost", sought=Clamp((0, 100)))).spec.publish[0].ask.together  # type: ignore[arg-type]
    for lang in ("en", "zh"):
        assert sum("rho" in line or "ρ" in line for line in plan_lines(together, lang)) >= 2
    entry = plan_record(together)["entries"][0]
    assert entry["together"]["rho"] == together.price.main


def test_a_variance_is_an_eighth_nearer_for_the_same_price() -> None:
    usual = Query("variance", "cost", between=(Fraction(80), Fraction(220)))
    together = made(usual)
    [why] = [one for one in together.reasons if one.key == "plan.why.together"]
    apart = float(dict(why.values)["other"].replace(",", ""))
    assert margin(together, 0) < 0.92 * apart
    assert together.price.main > 0.9999 * together.share.cap


def test_the_charge_is_never_taken_for_that_of_one_number() -> None:
    """A norm of 1 would be read as one discrete Gaussian number, whose exact law is better than its price."""
    [charge] = made().charges_of(0)
    assert charge.l2_squared == 2  # type: ignore[attr-defined]
    assert "two discrete Gaussian laws" not in loss_of(charge).pair


def test_a_stored_plan_says_what_is_drawn_together_and_no_other_entry_may(tmp_path: Path) -> None:
    planned = made(Query("deviation", "cost", between=(Fraction(0), Fraction(900))))
    record = json.loads(json.dumps(planned.to_dict()))
    again = read_plan(record)
    assert (again.charge, again.draws, again.spec.digest) == (planned.charge, planned.draws, planned.spec.digest)
    for change in ([], [1], ["0"], [0, 0]):
        with pytest.raises(LedgerError):
            read_plan({**record, "together": change})
    laplace = json.loads(json.dumps(record))
    laplace["draws"][0]["law"] = "laplace"
    with pytest.raises(LedgerError):
        read_plan(laplace)
    mean = plan(request(Query("mean", "cost", between=(Fraction(0), Fraction(9))), spend=SPEND)).to_dict()
    with pytest.raises(LedgerError):
        read_plan({**mean, "together": [0]})
    with pytest.raises(SpecError):
        together_charge(planned.spec.publish[0].measures()[::-1], [], (Fraction(1),) * 3)
    with books(tmp_path, Allowance.approximate(9, 1e-6)) as ledger:
        entry = Query("deviation", "cost", between=(Fraction(0), Fraction(900)))
        release = publish(request(entry, spend=Spend("clinic", Fraction(2))), ledger, frame=clinic(500))
        artefact.write(release, tmp_path / "release", key=Ed25519PrivateKey.generate())
        verdict = certificate.verify_folder(tmp_path / "release", ledger=ledger)
    assert all(check.outcome != "fails" for check in verdict.checks), verdict.findings
    assert release.receipt.charge == release.result.plan.charge
    card = json.loads((tmp_path / "release" / "card.json").read_bytes())
    assert card["tables"][0]["together"]["charge"] == release.result.plan.charges_of(0)[0].to_dict()


def covered(narrower: int) -> int:
    rows = [float(one) for one in np.random.default_rng(3).normal(140, 20, 400).round(2)]
    planned = made(Query("variance", "cost", between=(Fraction(80), Fraction(220)), grain=Fraction(1)))
    source, rng, hits = Listed(rows), seeded(9), 0
    exact = read_bounded(planned.spec, source, lambda done, total: None)  # type: ignore[arg-type]
    sums, squares, count = (int(one.values[0]) for one in exact[0])
    centre = planned.spec.publish[0].measures()[1].centre  # type: ignore[union-attr]
    true = centre + squares / count - (sums / count) ** 2
    mechanisms = [mechanism_of(draw) for draw in planned.draws]
    for _ in range(60):
        result = Result(planned, draw_all(mechanisms, planned, exact, rng), "2026-11-16T00:00:00+00:00", (), True)
        [table] = tables_of(result)
        low, high = (float(table.figures(name).floats()[0]) for name in ("low", "high"))
        middle, half = (low + high) / 2, (high - low) / 2 / narrower
        hits += middle - half <= true <= middle + half
    return hits


def test_ranges_of_what_is_drawn_together_hold_as_stated() -> None:
    """A false alarm in fewer than one of a million runs."""
    assert binom.cdf(covered(1), 60, 0.95) > 1e-6


def test_ranges_a_quarter_as_wide_would_not() -> None:
    assert binom.cdf(covered(4), 60, 0.95) <= 1e-6
