"""A release is rendered by the rules of its own day: old folders verify, unknown rules are refused."""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.exit import Exit
from epsilog.core.law import DiscreteLaplace
from epsilog.errors import LedgerError, SpecError
from epsilog.kinds.mean.ask import MEAN_METHODS
from epsilog.kinds.mean.plan import NOISY, formed_range
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.plan.shapes import margins_of
from epsilog.kinds.study.show.survival import survival_tables
from epsilog.plan.stored import read_plan
from epsilog.registry.asks import Query
from epsilog.roles.derived import Reals
from epsilog.roles.population_mean import population_mean
from epsilog.roles.range_rules import FIRST, NEWEST, newest_rules, rules_from
from epsilog.show.card import Card
from epsilog.show.certificate import verify_folder
from epsilog.spec.file import spec_from_text, to_yaml
from release_scenes import everything, plan_of, spec_of

FOLDERS = Path(__file__).parents[2] / "golden" / "folders"
BY_LAW = "moments-by-law"  # made when variances and covariances had the law of their noise, correlations boxes
NAMES = sorted(path.name for path in FOLDERS.iterdir())


def test_there_is_a_folder_for_every_rule() -> None:
    assert {name.removesuffix("-pure") for name in NAMES} >= set(NEWEST)


@pytest.mark.parametrize("name", NAMES)
def test_folders_made_before_rules_had_versions_verify(name: str) -> None:
    verdict = verify_folder(FOLDERS / name)
    assert verdict.whole, verdict.findings
    plan = Card.from_bytes((FOLDERS / name / "card.json").read_bytes()).plan
    made_later = {BY_LAW: ("moments", 2), f"{BY_LAW}-pure": ("moments", 2), "survival-alike": ("survival", 4)}
    rule, version = made_later.get(name, ("survival", FIRST))
    assert plan.rule(rule) == version
    assert (plan.rules == ()) is (name not in made_later)


@pytest.mark.parametrize("name", [BY_LAW, f"{BY_LAW}-pure"])
def test_a_correlation_by_the_newest_rule_lies_in_the_old_box_and_is_half_as_wide(name: str) -> None:
    plan = Card.from_bytes((FOLDERS / name / "card.json").read_bytes()).plan
    at = next(at for at, query in enumerate(plan.spec.publish) if query.kind == "correlation")
    query, drawn = plan.spec.publish[at], plan.draws_of(at)
    with next((FOLDERS / name / "tables").glob(f"{at + 1}-*.csv")).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    vectors = [
        np.array([int(Fraction(row[NOISY[part]]) / draw.grain) for row in rows])
        for part, draw in zip(query.parts, drawn, strict=True)
    ]
    laws = [draw.noise.law for draw in drawn]
    old, new = (
        formed_range(query, laws, vectors, plan.spec.confidence, rule) for rule in (plan.rule, NEWEST.__getitem__)
    )
    assert old.low.tolist() == [int(Fraction(row["low"]) * 10_000) for row in rows]
    assert (old.low <= new.low).all()
    assert (new.high <= old.high).all()
    assert ((new.high - new.low) < 0.5 * (old.high - old.low)).all()
    assert ((new.low < new.value) & (new.value < new.high)).all()


@pytest.mark.parametrize("name", ["series", "series-pure"])
def test_the_first_rule_of_series_still_gives_the_margins_of_old_folders(name: str) -> None:
    """And the newest one gives no wider ones, much narrower where Laplace noise has weights of its own."""
    plan = Card.from_bytes((FOLDERS / name / "card.json").read_bytes()).plan
    drawn = [draw for draw in plan.draws if isinstance(draw, SeriesDraw)]
    assert drawn
    for draw in drawn:
        confidence = plan.spec.confidence
        assert margins_of(draw, confidence, plan.rule("series")) == (draw.margins, draw.finer)
        margins, finer = margins_of(draw, confidence)
        narrower = max(margins) / finer / (max(draw.margins) / draw.finer)
        bounded = draw.law == "laplace" and draw.strategy not in ("dense", "subtracted blocks", "fast")
        assert narrower < 0.56 if bounded else 0.9 < narrower <= 1.001


@pytest.mark.parametrize("name", ["smooth", "survival", "mean"])
def test_a_changed_end_of_a_range_does_not_verify(name: str, tmp_path: Path) -> None:
    """The twin: what verifies was really rendered again."""
    folder = tmp_path / name
    shutil.copytree(FOLDERS / name, folder)
    table = next(path for path in sorted((folder / "tables").glob("1-*.csv")))
    lines = table.read_bytes().split(b"\r\n")
    names = lines[0].replace(b'"', b"").split(b",")
    cells = lines[1].split(b",")
    at = names.index(b"smoothed_low" if b"smoothed_low" in names else b"low")
    cells[at] = b"1" + cells[at].lstrip(b"-")
    table.write_bytes(b"\r\n".join([lines[0], b",".join(cells), *lines[2:]]))
    assert not verify_folder(folder).whole


def test_a_plan_keeps_the_versions_it_was_made_with() -> None:
    plan = plan_of(everything())
    assert plan.rules == newest_rules()
    assert read_plan(plan.to_dict()).rules == plan.rules
    old = replace(plan, rules=())
    assert "ranges" not in old.to_dict()
    assert read_plan(old.to_dict()).rules == ()
    assert {old.rule(name) for name in NEWEST} == {FIRST}
    assert {name: plan.rule(name) for name in NEWEST} == dict(NEWEST)


@pytest.mark.parametrize("wrong", [{}, [], None, {"smooth": FIRST}, {"smooth": 99}, {"smooth": True}, {"luck": 2}])
def test_rules_that_nobody_wrote_are_refused(wrong: object) -> None:
    with pytest.raises(LedgerError):
        rules_from(wrong)
    record = json.loads(json.dumps(plan_of(everything()).to_dict()))
    with pytest.raises(LedgerError):
        read_plan({**record, "ranges": wrong})


def test_a_mean_about_the_population_has_the_range_of_its_method_and_of_its_rule() -> None:
    """Where few people carry the mean: Student's is the shortest, what is proved the longest."""
    laws = [DiscreteLaplace(Fraction(25)), DiscreteLaplace(Fraction(313)), DiscreteLaplace(Fraction(1))]
    vectors = [np.array([-7_300]), np.array([85_000]), np.array([300])]
    wide = {}
    for method in MEAN_METHODS:
        query = Query("mean", "cost", between=(Fraction(0), Fraction(50)), about="population", method=method)
        assert spec_from_text(to_yaml(spec_of(query, bound=Bounds(rows=1))), "x").publish[0].ask.method == method
        assert ("method" in query.to_dict()) is (method != "missing")
        for rule in (FIRST, NEWEST["mean"]):
            found = population_mean(query, laws, vectors, Fraction(19, 20), rule)
            wide[method, rule] = int(found.high[0] - found.low[0])
    newest = [wide[method, NEWEST["mean"]] for method in ("student", "missing", "sure")]
    assert newest == sorted(newest)
    assert len(set(newest)) == 3
    assert {wide[method, FIRST] for method in MEAN_METHODS} == {newest[0]}


def test_bands_of_survival_fall_since_the_third_rule_and_nothing_else_changed() -> None:
    ends = tuple(Fraction(day) for day in (10, 20, 30, 40))
    axis = Exit("stay", "fate", ends, ("dead",), ("lost",))
    query = Query("survival", exits=axis)
    values, law = np.array([60, 0, 0, 9, 50, 30, 20, 0, 30]), DiscreteLaplace(4)
    old, new = (survival_tables(0, query, values, law, Fraction(19, 20), version) for version in (2, 3))
    before, after = (
        {one.name: one.values.tolist() for one in tables[0].columns if isinstance(one, Reals)}
        for tables in (old, new)
    )
    assert {name for name in before if before[name] != after[name]} == {"band_high"}
    assert before["band_high"] != sorted(before["band_high"], reverse=True)
    assert after["band_high"] == sorted(after["band_high"], reverse=True)
    assert before["high"] != sorted(before["high"], reverse=True)


def test_evenly_is_read_by_the_rule_of_its_day() -> None:
    """The third rule put half of the losses before the events, the fourth reads both as spread alike."""
    axis = Exit("stay", "fate", (Fraction(10),), ("dead",), ("lost",), withdrawn="evenly")
    query, values, law = Query("survival", exits=axis), np.array([45, 45, 10]), DiscreteLaplace(1)
    told = {}
    for version in (2, 3, 4):
        curve, _ = survival_tables(0, query, values, law, Fraction(19, 20), version)
        told[version] = curve.reals("value").round(3).tolist()
    assert told[2] == told[3] == [0.419]  # 1 - 45/77.5
    assert told[4] == [0.316]  # the root of a tenth


def test_those_at_risk_are_taken_as_told_until_the_fifth_rule() -> None:
    ends = tuple(Fraction(day) for day in (10, 20, 30, 40))
    query = Query("survival", exits=Exit("stay", "fate", ends, ("dead",), ("lost",)))
    values, law = np.array([60, 30, 5, 4, 50, 30, 8, 3, 1]), DiscreteLaplace(4)
    told = {version: survival_tables(0, query, values, law, Fraction(19, 20), version) for version in (4, 5)}
    before, after = (
        {one.name: one.values.tolist() for one in told[version][0].columns if isinstance(one, Reals)}
        for version in (4, 5)
    )
    changed = {name for name in before if before[name] != after[name]}
    assert changed >= {"low", "hazard_high"}
    assert not changed & {"time", "at_risk", "value", "high", "hazard", "hazard_low"}
    assert min(before["low"]) > 0 == after["low"][-1]


def test_a_method_of_means_belongs_to_means_about_the_population() -> None:
    with pytest.raises(SpecError, match="means about the population"):
        Query("mean", "cost", between=(Fraction(0), Fraction(50)), method="sure")
    with pytest.raises(SpecError, match="unknown method"):
        Query("mean", "cost", between=(Fraction(0), Fraction(50)), about="population", method="luck")  # type: ignore[arg-type]
