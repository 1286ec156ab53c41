"""Clamps and bins that are found, from spec to verified folder: paid beforehand, at one price for any data."""

from __future__ import annotations

import html
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from clamp_scenes import COLUMNS, COSTS, books, clinic, request
from epsilog import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.charge import BoundedRange, Repeated
from epsilog.core.unknown import Unknown
from epsilog.errors import LedgerError, SpecError
from epsilog.first.ends.plan import all_planned_ends
from epsilog.first.ends.words import cut_words, found_cuts
from epsilog.plan.explain import plan_lines, plan_record
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.publish.pipeline import find_stored, publish
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.sought import Clamp, EvenBins
from epsilog.roles.spec import Spend
from epsilog.show import artefact, certificate, explain
from epsilog.show.card import Card
from epsilog.show.explain import Telling
from epsilog.show.release import Release
from epsilog.show.result import Result, tables_of
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.words import language
from epsilog.year.calendar import Report

TOWNS: Any = {"town": ["North", "South"]}
STAYS = Clamp((0, 100))  # type: ignore[arg-type]
ALL = (
    Query("mean", "cost", sought=COSTS, by=TOWNS),
    Query("sum", "cost", sought=COSTS, by=TOWNS),
    Query("deviation", "cost", sought=COSTS),
    Query("ratio", "cost", sought=COSTS, per=Sum.unknown("stays", STAYS)),
    Query("histogram", "cost", sought=EvenBins((0, 5_000), 5, step=Fraction(50)), by=TOWNS),  # type: ignore[arg-type]
)


def test_ends_and_edges_are_found_paid_and_said(tmp_path: Path) -> None:
    spec, data, folder = request(*ALL, spend=Spend("clinic", Fraction(8))), clinic(), tmp_path / "release"
    with books(tmp_path) as ledger:
        planned = plan(spec, ledger.account("clinic").terms)
        release = publish(spec, ledger, frame=data)
        artefact.write(release, folder, key=Ed25519PrivateKey.generate())
        verdict = certificate.verify_folder(folder, ledger=ledger)
        assert all(check.outcome != "fails" for check in verdict.checks), verdict.findings
        assert publish(spec, ledger, frame=data.head(0)).result.to_bytes() == release.result.to_bytes()
        assert ledger.account("clinic").balances[0].spent.main == planned.price.main
    assert release.receipt.charge == planned.charge == release.result.plan.charge
    mean, _, deviation, _, bins = release.result.plan.spec.publish
    true = np.quantile(data["cost"].to_numpy(), 0.98)
    for query in (mean, deviation):
        assert query.ask.between is not None
        assert 0.5 * true < float(query.ask.between[1]) < 2 * true
    assert len(all_planned_ends(planned)) == 4  # mean and sum share one; deviation and ratio share another
    clamped = data.filter(pl.col("town") == "North")["cost"].clip(0, float(mean.ask.between[1])).mean()  # type: ignore[index]
    values = tables_of(release.result)[0].figures("value").floats()
    assert abs(values[0] - clamped) < 60  # type: ignore[operator]
    counts = tables_of(release.result)[4].figures("value").floats()
    assert counts.min() > 120
    assert len(bins.ask.edges or ()) == 6
    for lang in ("en", "zh"):
        said = "\n".join(explain.lines(release, lang))
        assert f"{float(mean.ask.between[1]):,.12g}" in said  # type: ignore[index]
    card = json.loads((folder / "card.json").read_bytes())
    found = card["tables"][0]["finding_ends"][0]
    assert (found["found"], card["tables"][0]["clamp"]["high"]) == (
        ["0", str(mean.ask.between[1])],
        found["found"][1],
    )  # type: ignore[index]
    for lang in ("en", "zh"):
        _is_said_at_its_table(release, tmp_path / lang, lang)


def _is_said_at_its_table(release: Release, folder: Path, lang: str) -> None:
    """The report tells what was found in the heading and right under it, once; what it is about is not lost."""
    artefact.write(release, folder, lang=lang, key=Ed25519PrivateKey.generate())
    page = html.unescape((folder / "report.html").read_text("utf-8")).replace("\u00a0", " ")
    planned = release.result.plan
    told = Telling(Card.of(release), language(lang))
    parts = {part.partition("</h2>")[0]: part.partition("</h2>")[2] for part in page.split("<h2>")}
    for at, query in enumerate(planned.spec.publish):
        heading, lines = told.heading(query), found_cuts(planned, language(lang), told.times(), at)
        assert cut_words(query, language(lang))[-1] in heading
        assert parts[heading].lstrip().startswith("<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>")
        assert page.count(lines[0]) == 1
    high = f"{float(planned.spec.publish[0].ask.between[1]):,.12g}"  # type: ignore[index]
    wanted = f"clamped to 0 … {high} (found)" if lang == "en" else f"截断到 0 … {high}（找到的）"
    assert wanted in told.heading(planned.spec.publish[0])
    assert ("in 5 bins (found)" if lang == "en" else "分为 5 个分段（找到的）") in told.heading(
        planned.spec.publish[4]
    )
    assert ("biases the number" if lang == "en" else "使数字有偏") in parts[told.heading(planned.spec.publish[0])]
    assert told.say("release.exact.bounded") in parts[told.say("release.heading.exact")]


FEW = (
    Query("mean", "cost", sought=Clamp((0, 1, 1000, 1_000_000))),  # type: ignore[arg-type]
    Query("sum", "cost", sought=Clamp((-9, 0, 1000, 1_000_000))),  # type: ignore[arg-type]
    Query("histogram", "cost", sought=EvenBins((0, 1, 10, 10_000), 2)),  # type: ignore[arg-type]
)


def test_the_price_and_the_noise_in_grains_do_not_depend_on_what_is_found(tmp_path: Path) -> None:
    tables = {
        "many": clinic(500),
        "none": clinic(1).head(0),
        # So many that another end is off by hundreds of rows: found less than once in 1e6 runs.
        "huge": clinic(20_000).with_columns(cost=pl.lit(1e300)),
        "tiny": clinic(20_000).with_columns(cost=pl.lit(1e-300)),
        "odd": pl.DataFrame({name: ["nan", "inf", "-inf", "", "1e400"] for name in COLUMNS}),
    }
    charges, noise, ends = set(), set(), {}
    with books(tmp_path, Allowance.approximate(90, 1e-6)) as ledger:
        for edition, data in tables.items():
            spec = request(*FEW, edition=edition, spend=Spend("clinic", Fraction(6)))
            release = publish(spec, ledger, frame=data)
            charges.add(json.dumps(release.receipt.charge.to_dict()))
            noise.add(tuple((draw.law, draw.parameter) for draw in release.result.plan.draws))  # type: ignore[union-attr]
            assert find_stored(spec, ledger).result.plan.places == release.result.plan.places
            ends[edition] = release.result.plan.spec.publish[0].ask.between
    assert len(charges) == len(noise) == 1
    assert ends["huge"] == (0, 1_000_000)
    assert ends["tiny"] == (0, 1)


def test_charged_in_both_currencies(tmp_path: Path) -> None:
    for name, allowance in (("pure", Allowance.pure(9)), ("zcdp", Allowance.approximate(9, 1e-6))):
        (tmp_path / name).mkdir()
        with books(tmp_path / name, allowance) as ledger:
            planned = plan(request(), ledger.account("clinic").terms)
            [cutting] = all_planned_ends(planned)
            assert cutting.charge == Repeated(BoundedRange(cutting.parameter), 1)
            parts = [one.charge for one in (cutting, *planned.draws)]
            total = sum(part.pure() or 0 for part in parts) if name == "pure" else planned.charge.price().rho
            assert total == planned.price.main <= planned.share.cap
            assert planned.price.main > 0.99 * planned.share.cap
            publish(request(), ledger, frame=clinic(200))


def test_keys_and_clamp_may_both_be_unknown(tmp_path: Path) -> None:
    query = Query("mean", "cost", sought=COSTS, by=(Unknown("town"),))
    spec = request(query, spend=Spend("clinic", Fraction(4), events=Fraction(1, 10**7)))
    empty = request(query, edition="2", spend=spec.spend)
    with books(tmp_path) as ledger:
        release = publish(spec, ledger, frame=clinic())
        nobody = publish(empty, ledger, frame=clinic().head(0))
    assert release.result.plan.found == (("North", "South", "elsewhere"),)
    assert release.result.plan.places is not None
    assert nobody.result.plan.charge == release.result.plan.charge
    assert tables_of(nobody.result)[0].rows == 0
    again = read_plan(json.loads(json.dumps(release.result.plan.to_dict())))
    assert (again.places, again.found) == (release.result.plan.places, release.result.plan.found)


def test_rows_outside_the_table_do_not_move_the_clamp(tmp_path: Path) -> None:
    rich = clinic().with_columns(
        cost=pl.when(pl.col("town") == "elsewhere").then(pl.lit(900_000.0)).otherwise(pl.col("cost"))
    )
    spec = request(Query("mean", "cost", sought=COSTS, by=TOWNS), spend=Spend("clinic", Fraction(9)))
    with books(tmp_path) as ledger:
        [query] = publish(spec, ledger, frame=rich).result.plan.spec.publish
    assert query.ask.between is not None
    assert query.ask.between[1] < 20_000


def test_a_request_is_the_same_in_python_in_a_file_and_in_the_books() -> None:
    queries = (
        Query("mean", "cost", sought=Clamp((-5, 0, Fraction(1, 3), 7), Fraction(9, 10))),  # type: ignore[arg-type]
        Query("histogram", "stays", sought=EvenBins((0, 30), 10, step=Fraction(1, 2))),  # type: ignore[arg-type]
        *ALL,
    )
    spec = request(*queries)
    assert spec_from_text(to_yaml(spec)) == spec
    assert spec_from_dict(spec.to_dict()) == spec
    planned = plan(spec, None)
    assert all_planned_ends(read_plan(planned.to_dict())) == all_planned_ends(planned)
    record = plan_record(planned)
    assert record["entries"][0]["finding_ends"][0]["ranks"] == ["1/20", "19/20"]


PAGE = """epsilog: 1
release: costs
edition: "1"
source: {file: costs.csv, columns: {who: text, cost: number, age: integer}}
protect: {each: who}
bound: {rows: 1}
publish:
  - ENTRY
spend: {epsilon: 1, from: clinic}
"""


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("{mean: cost, between: unknown}", "never peeked at"),
        ("{mean: cost, between: unknown, within: [0]}", "two ends"),
        ("{mean: cost, between: unknown, within: 9}", "list"),
        ("{mean: cost, between: unknown, within: [0, .inf]}", "number"),
        ("{mean: cost, between: unknown, within: [9, 0]}", "grow"),
        ("{mean: cost, between: unknown, within: [0, 9], keep: 1.5}", "keep"),
        ("{mean: cost, between: [0, 9], within: [0, 9]}", "goes with `between: unknown`"),
        ("{mean: cost, between: [0, 9], keep: 0.9}", "goes with `between: unknown`"),
        ("{median: cost, between: unknown, within: [0, 9]}", "declared"),
        ("{histogram: age, between: unknown, within: [0, 9], bins: 3}", "finds its edges"),
        ("{histogram: age, edges: unknown, bins: 3}", "never peeked at"),
        ("{histogram: age, edges: unknown, within: [0, 9]}", "how many bins"),
        ("{histogram: age, edges: unknown, within: [0, 9], bins: 3, between: [0, 9]}", "leave `between` out"),
        ("{histogram: age, edges: [0, 9], within: [0, 9]}", "unknown"),
        ("{mean: cost, between: unknown, within: [0, 9], grain: 1}", "follows from"),
        ("{ratio: cost, between: [0, 9], per: {sum: age, between: unknown}}", "never peeked at"),
        (
            "{choose: cost, among: [a], best: {sum: age, between: unknown, within: [0, 9]}}",
            "needs a declared clamp",
        ),
        ("{sum: cost, between: unknown, within: [0, 9], error: 3}", "before the clamp is known"),
    ],
)
def test_refused_with_a_place_and_without_a_look(entry: str, words: str) -> None:
    with pytest.raises(SpecError, match=words) as refused:
        spec_from_text(PAGE.replace("ENTRY", entry), "costs.yaml")
    assert "costs.yaml:8" in refused.value.where


def test_refused_by_bounds_that_do_not_count_rows() -> None:
    with pytest.raises(SpecError, match="norm"):
        request(Query("sum", "cost", sought=COSTS), bound=Bounds(norm=Fraction(3)))
    with pytest.raises(SpecError, match="how many cells"):
        request(bound=Bounds(rows_per_cell=2))
    wanted = Query("mean", "cost", sought=COSTS, error=Fraction(1, 50), relative=True, expect=Fraction(500))
    with pytest.raises(SpecError, match="found for an epsilon"):
        plan(request(wanted, spend=Spend("clinic", delta=Fraction(1, 10**6))))


def test_a_share_of_the_clamp_may_be_asked_for() -> None:
    wanted = Query("mean", "cost", sought=COSTS, error=Fraction(1, 50), relative=True, expect=Fraction(5000))
    planned = plan(request(wanted))
    assert margin(planned, 0) == pytest.approx(20_000)
    [cutting] = all_planned_ends(planned)
    marks = COSTS.marks
    narrow = planned.answered([[marks.index(Fraction(5000)) - 1]])
    assert margin(narrow, 0) == pytest.approx(margin(planned, 0) / 200)
    assert narrow.charge == planned.charge
    assert cutting.off(Fraction(95, 100)) > 0


def test_a_stored_release_that_found_something_else_is_refused(tmp_path: Path) -> None:
    with books(tmp_path) as ledger:
        raw = publish(request(), ledger, frame=clinic(300)).result.to_bytes()
    record = json.loads(raw)
    for change in ([[10**6]], [[0, 1]], [], [[-1]], None):
        broken = json.loads(raw)
        if change is None:
            del broken["plan"]["places"]
        else:
            broken["plan"]["places"] = change
        with pytest.raises(LedgerError):
            Result.from_bytes(json.dumps(broken, sort_keys=True, separators=(",", ":")).encode())
    record["plan"]["cuttings"] = []
    with pytest.raises(LedgerError, match="unknown end"):
        read_plan(record["plan"])


def test_a_plan_says_what_is_found_first_in_both_languages() -> None:
    planned = plan(request(*ALL))
    off = [f"{float(one.off(Fraction(95, 100))):,.0f}"[:2] for one in all_planned_ends(planned)]
    for lang, words in (("en", "found first, among"), ("zh", "公开候选")):
        lines = plan_lines(planned, lang)
        assert sum(words in line for line in lines) >= 4
        assert all(any(figure in line for line in lines) for figure in off)


def test_calendars_need_declared_ends() -> None:
    with pytest.raises(SpecError, match="declare their ends"):
        Report(Query("sum", "cost", sought=COSTS), "1mo", Bounds(rows=1))
