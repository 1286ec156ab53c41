"""Bounds that a plan chooses from public facts: closed forms against the source, the choice, and its storage."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds, Facts
from epsilog.core.grid import Grid, Keys, Level
from epsilog.core.measure import Persons, Rows, contribution
from epsilog.core.origin import Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import LedgerError, SpecError
from epsilog.first.bound.choice import Toll, option
from epsilog.ledger import Ledger, Terms
from epsilog.plan.explain import plan_record, plan_sections
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.publish.check import check
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec, Tidy
from epsilog.show.card import Card
from epsilog.sources import open_source
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.year.calendar import Report
from plan_specs import PRESSURE, REGIONS, YEAR, request

PLACES = Keys("region", tuple(f"p{at}" for at in range(40)))
BUSY = Facts(2_000, {2: "0.5", 20: "0.5"})
COUNT = Query("rows", by=(PLACES,))


def asked(facts: Facts, *queries: Query, **more: Any) -> Spec:
    return request(*(queries or (COUNT,)), **{"bound": Bounds(choose=facts), "delta": "1e-6", **more})


def tolls(spec: Spec, bounds: Bounds, facts: Facts) -> tuple[Toll, ...]:
    """What a bound costs, under the noise the planner takes for the same bound said outright."""
    said = plan(replace(spec, bound=bounds))
    return option(spec, bounds, lambda one: replace(said, spec=one), facts).tolls


def rows_of(facts: Facts, places: Keys, seed: int) -> pl.DataFrame:
    """Rows of people who are exactly what the facts say: in so many different places, evenly."""
    rng, names, where = random.Random(seed), [], []
    numbers = [many for many, share in facts.rows for _ in range(int(facts.units * share))]
    for person, many in enumerate(numbers):
        cells = rng.sample(places.keys, min(len(places.keys), -(-many // facts.rows_per_cell)))
        names += [f"person {person}"] * many
        where += [cells[row % len(cells)] for row in range(many)]
    return pl.DataFrame({"patient_id": names, "region": where})


@pytest.mark.parametrize(
    ("bounds", "facts", "measure"),
    [
        (Bounds(rows=5, rows_per_cell=1), BUSY, Rows()),
        (Bounds(rows=5), BUSY, Persons()),
        (Bounds(norm=Fraction(2)), BUSY, Rows()),
        (Bounds(norm=Fraction(2)), BUSY, Persons()),
        (Bounds(rows=8, rows_per_cell=2), Facts(900, {3: "1/3", 12: "1/3", 60: "1/3"}, 4), Rows()),
        (Bounds(norm=Fraction(6)), Facts(900, {3: "1/3", 12: "1/3", 60: "1/3"}, 4), Rows()),
    ],
)
def test_what_is_lost_is_what_the_source_leaves_out(bounds: Bounds, facts: Facts, measure: Rows | Persons) -> None:
    """People exactly as the facts say: the loss on average is the closed form, and its scatter the stated luck."""
    kind = "rows" if isinstance(measure, Rows) else "persons"
    spec = asked(facts, Query(kind, by=(PLACES,)))
    (toll,) = tolls(spec, bounds, facts)
    frame = rows_of(facts, PLACES, 7)
    grid, unit = Grid((PLACES,)), Unit("patient_id")
    origin = Origin(None, {"patient_id": "text", "region": "text"})
    with open_source(origin, frame=frame) as source:
        [[kept]] = source.bounded([Tally(grid, (measure,), None)], Protect(unit), bounds)
    grain = float(contribution(measure, grid, unit, bounds).grain)
    distinct = frame if isinstance(measure, Rows) else frame.unique()
    held = dict(distinct.group_by("region").len().iter_rows())
    truth = np.array([held.get(key, 0) for key in PLACES.keys], dtype=float)
    lost = truth - np.asarray(kept.values, dtype=float) * grain
    assert truth.mean() == pytest.approx(toll.about, rel=1e-9)
    # Scaled numbers are rounded towards zero, each by less than one step of a hundredth.
    assert lost.mean() == pytest.approx(toll.lost, abs=1e-9 if bounds.norm is None else 0.01 * truth.mean())
    if bounds.norm is None:
        scatter = math.sqrt(toll.luck)
        expected = toll.lost * truth / truth.mean()  # a fuller cell loses more
        assert 0.6 * scatter < np.std(lost - expected) < 1.5 * scatter


def keys(planned: Plan) -> list[str]:
    return [reason.key for reason in planned.reasons if reason.key.startswith("plan.choose.")]


def test_everybody_once_needs_one_row() -> None:
    planned = plan(asked(Facts(5_000, 1)))
    assert (planned.spec.bound.rows, planned.spec.bound.norm) == (1, None)
    assert planned.draws[0].contribution.sensitivity.l2_squared == 1
    assert keys(planned)[-2:] == ["plan.choose.same", "plan.choose.enforced"]


def test_people_in_many_places_are_scaled_and_people_in_one_are_not() -> None:
    """Many who are everywhere: a norm loses less of them at the same noise. A few with a heap each: rows do."""
    many = Facts(3_000, {1: "0.5", 40: "0.5"})
    wide = plan(asked(many, epsilon="0.05"))
    assert wide.spec.bound.norm is not None
    assert "plan.choose.norm" in keys(wide)
    heaps = plan(asked(Facts(30_000, {1: "0.999", 60: "0.001"}, 60)))
    assert heaps.spec.bound.norm is None
    for planned, facts in ((wide, many), (heaps, heaps.spec.bound.choose)):
        assert facts is not None
        least = sum(toll.weight * toll.error**2 for toll in tolls(planned.spec, planned.spec.bound, facts))
        for other in (Bounds(rows=1), Bounds(rows=7, rows_per_cell=1), Bounds(rows=60), Bounds(norm=Fraction(3))):
            loss = sum(toll.weight * toll.error**2 for toll in tolls(planned.spec, other, facts))
            assert least <= loss * 1.005**2 + 1e-9, other


def test_more_budget_keeps_more() -> None:
    kept = []
    for epsilon in ("0.01", "0.1", "1", "10"):
        bound = plan(asked(BUSY, epsilon=epsilon, tidy=Tidy(whole=True))).spec.bound
        assert bound.norm is None
        kept.append(bound.rows or 0)
    assert kept == sorted(kept)
    assert kept[0] < kept[-1] == 20


def test_a_single_number_is_bounded_in_rows() -> None:
    planned = plan(asked(Facts(1_000, {1: "0.5", 10: "0.5"}), Query("rows"), epsilon=5))
    assert planned.spec.bound.rows_per_cell in (None, planned.spec.bound.rows)


@pytest.mark.parametrize(
    ("query", "more", "why"),
    [
        (COUNT, {"delta": 0}, "pure"),
        (Query("rows", by=(PLACES,), mechanism="laplace"), {}, "laplace"),
        (COUNT, {"tidy": Tidy(whole=True)}, "whole"),
        (
            Query("rows", by=(Keys("region", ("a", "b"), (Level("all", (("x", ("a", "b")),)),)),)),
            {},
            "levels",
        ),
        (
            Query("persons", by=(PLACES,), every="1d", during=YEAR),
            {"unit": Unit("patient_id", per="1mo")},
            "persons",
        ),
    ],
)
def test_where_no_norm_can_be_had_the_plan_says_why(query: Query, more: dict[str, Any], why: str) -> None:
    planned = plan(asked(BUSY, query, **more))
    assert planned.spec.bound.norm is None
    assert f"plan.choose.none.{why}" in keys(planned)


@pytest.mark.parametrize(
    ("query", "more", "word"),
    [
        (Query("mean", "systolic", between=PRESSURE), {}, "counts, histograms and sums"),
        (Query("quantiles", "systolic", between=PRESSURE, at=(Fraction(1, 2),)), {}, "counts, histograms"),
        (Query("rows", error=Fraction(5)), {}, "noise"),
        (Query("rows"), {"unit": Unit("row")}, "single rows"),
    ],
)
def test_what_no_bound_is_chosen_for(query: Query, more: dict[str, Any], word: str) -> None:
    with pytest.raises(SpecError, match=word):
        asked(BUSY, query, **more)


@pytest.mark.parametrize(
    "rows", [{}, {0: 1}, {-1: 1}, {1: "0.5"}, {1: "0.5", 2: "0.6"}, {1: float("nan")}, {True: 1}, {"1e400": 1}, 0,
             "", [(1, "0.5"), (1, "0.5")], {1: -1, 2: 2}, {2**63: 1}, None]
)  # fmt: skip
def test_facts_that_are_none(rows: object) -> None:
    with pytest.raises(SpecError):
        Facts(100, rows)  # type: ignore[arg-type]


@pytest.mark.parametrize("units", [0, -1, float("inf"), True, "many", None, 2**63])
def test_units_that_are_none(units: object) -> None:
    with pytest.raises(SpecError):
        Facts(units, 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ("{units: 1e400, rows: 3}", "sensible size"),
        ("{units: 10, rows: {1: 60, 4: 40}}", "60%"),
        ("{units: 10, rows: {x: 1}}", "not a number"),
        ("{units: 10, rows: {}}", "numbers of rows"),
        ("{units: 10, rows: [1, 2]}", "found a list"),
        ('{units: 10, rows: {1: "101%"}}', "at most 100"),
        ("{units: 10, rows: {1: .nan}}", "number"),
        ('{units: 10, rows: {1: "50%", 01: "50%"}}', "twice"),
        ("{units: 10}", "'rows' is missing"),
        ("auto", "expected fields"),
        ("{units: 10, rows: 3, colour: blue}", "unknown field"),
    ],
)
def test_facts_that_cannot_be_read_say_the_line(facts: str, word: str) -> None:
    text = to_yaml(asked(BUSY, zone="UTC"))
    first, rest = text.split("bound:\n")
    text = f"{first}bound:\n  choose: {facts}\n{rest[rest.index('publish:') :]}"
    with pytest.raises(SpecError, match=word) as refused:
        spec_from_text(text, "spec.yaml")
    assert refused.value.where.startswith("spec.yaml:")


def test_open_bounds_count_nothing() -> None:
    with pytest.raises(SpecError, match="not chosen"):
        contribution(Persons(), Grid(), Unit("patient_id"), Bounds(choose=BUSY))
    with pytest.raises(SpecError, match="bounds that are given"):
        Report(Query("rows"), "1d", Bounds(choose=BUSY))


def test_facts_are_written_and_read_again() -> None:
    facts = Facts(20_000, {1: "1/3", 4: "2/3"}, 2)
    spec = asked(facts, zone="UTC")
    assert spec_from_text(to_yaml(spec)) == replace(spec, source=spec_from_text(to_yaml(spec)).source)
    assert spec_from_dict(spec.to_dict()) == replace(spec, source=spec_from_dict(spec.to_dict()).source)
    text = to_yaml(spec)
    for wrong, word in (
        ("    units: 20000", "units"),
        ('4: "200/3%"', "add up"),
    ):
        assert wrong in text
        with pytest.raises(SpecError, match=word):
            spec_from_text(text.replace(wrong, "    nothing: 1" if word == "units" else '4: "5%"'))
    with pytest.raises(SpecError, match="stands alone"):
        spec_from_text(text.replace("  choose:", "  rows: 3\n  choose:"))


def test_a_chosen_bound_is_stored_with_the_plan_and_not_with_the_request() -> None:
    spec = asked(BUSY, COUNT, Query("sum", "systolic", between=PRESSURE, by=(REGIONS,)))
    planned = plan(spec)
    assert planned.spec.digest == spec.digest
    stored = planned.to_dict()
    again = read_plan(stored)
    assert (again.spec.bound, again.draws) == (planned.spec.bound, planned.draws)
    with pytest.raises(LedgerError):
        read_plan({name: value for name, value in stored.items() if name != "bound"})
    other = {**stored["bound"], "rows": 7}
    with pytest.raises(LedgerError):
        read_plan({**stored, "bound": {**other, "colour": "blue"}})
    # Another bound is another charge: no receipt of the first pays for it.
    moved = read_plan({**stored, "bound": {"rows": 7, "cells": None, "rows_per_cell": None}})
    assert moved.charge != planned.charge
    with pytest.raises(LedgerError):
        read_plan({**plan(replace(spec, bound=Bounds(rows=1))).to_dict(), "bound": stored["bound"]})


def test_the_plan_shows_both_and_the_release_keeps_what_was_chosen(tmp_path: Path) -> None:
    rows_of(Facts(60, {2: "0.5", 20: "0.5"}), PLACES, 3).write_csv(tmp_path / "visits.csv")
    spec = asked(BUSY, zone="UTC")
    spec = replace(spec, source=Origin("visits.csv", {"patient_id": "text", "region": "text"}))
    planned = plan(spec)
    for lang, title in (("en", "Why this bound"), ("zh", "为何选用这一贡献上限")):
        (lines,) = [lines for heading, lines in plan_sections(planned, lang) if heading == title]
        assert len(lines) == 5
        assert "2,000" in lines[0]
    assert plan_record(planned)["bound"] == planned.spec.bound.to_dict()
    with Ledger.open(str(tmp_path / "ledger.db"), create=True) as ledger:
        terms = Terms(Unit("patient_id"), Allowance.approximate(5, Fraction(1, 10**6)))
        ledger.open_account("clinic/2026", terms, by="Ada")
        assert all(finding.error is None for finding in check(spec, ledger, tmp_path))
        first = publish(spec, ledger, base=tmp_path)
        again = publish(spec, ledger, base=tmp_path)
    assert again.repeated
    assert again.fingerprint == first.fingerprint
    assert first.plan.spec.bound == planned.spec.bound
    assert Card.of(first).record()["bounds"] == planned.spec.bound.to_dict()
