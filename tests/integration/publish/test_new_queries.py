"""Variances, ratios, quantiles and choices from a spec to a verified folder, in both currencies."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.accounting.allowance import Allowance
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, LedgerError, SpecError
from epsilog.kinds.choice.plan import Pick
from epsilog.ledger import Ledger, Terms
from epsilog.plan.explain import plan_lines, plan_record
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.publish.pipeline import publish
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from epsilog.show import artefact, explain
from epsilog.show.card import Card
from epsilog.show.release import Release
from epsilog.show.result import Result
from epsilog.show.verifying import check_folder
from epsilog.spec.file import spec_from_text
from epsilog.testing import publish_seeded
from new_query_rows import ENTRIES, rows_in


def request(entries: str = ENTRIES, *, delta: str = "1e-6", epsilon: str = "epsilon: 40, ") -> Spec:
    text = f"""\
release: new
edition: "1"
source:
  file: rows.csv
  columns: {{who: text, region: text, systolic: number, cost: number, stays: integer, illness: text}}
protect: {{each: who}}
bound: {{rows: 2}}
publish:
{entries}spend: {{{epsilon}{f"delta: {delta}, " if delta else ""}from: clinic}}
"""
    return spec_from_text(text)


@pytest.fixture(scope="module", params=["zcdp", "pure"])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A release of everything, its ledger, its rows and its folder."""
    folder = tmp_path_factory.mktemp(request.param)
    rows = rows_in(folder)
    ledger = Ledger.open(folder / "books.db", create=True)
    pure = request.param == "pure"
    allowance = Allowance.pure(50) if pure else Allowance.approximate(50, "1e-6")
    ledger.open_account("clinic", Terms(Unit("who"), allowance), by="Ada")
    spec = globals()["request"](delta="" if pure else "1e-6")
    return publish_seeded(2, spec, ledger, base=folder), ledger, rows, folder


def answers(release: Release, at: int) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(release.tables[at].csv().decode("utf-8-sig"))))


def test_with_a_large_budget_the_answers_are_those_of_the_rows(made: Any) -> None:
    release, _, rows, _ = made
    systolic, cost = np.array(rows["systolic"]), np.array(rows["cost"])
    region, illness = np.array(rows["region"]), np.array(rows["illness"])
    for row in answers(release, 0):
        assert float(row["value"]) == pytest.approx(np.var(systolic[region == row["region"]]), rel=0.15)
    assert float(answers(release, 1)[0]["value"]) == pytest.approx(np.std(systolic), rel=0.1)
    for row in answers(release, 2):
        mine = region == row["region"]
        assert float(row["value"]) == pytest.approx(
            cost[mine].sum() / np.array(rows["stays"])[mine].sum(), rel=0.05
        )
    for row in answers(release, 3):
        mine = np.sort(systolic[region == row["region"]])
        assert float(row["value"]) == pytest.approx(np.quantile(mine, float(row["quantile"])), abs=5)
    assert float(answers(release, 4)[0]["value"]) == pytest.approx(np.median(cost), abs=6)
    assert [row["value"] for row in answers(release, 5)] == ["'=flu", "cold"] * 2, "a formula is no cell"
    assert answers(release, 6)[0]["value"] == "'=flu"
    sums = {name: cost[region == name].sum() for name in ("North", "South")}
    assert answers(release, 7)[0]["value"] == max(sums, key=sums.__getitem__)
    assert len(illness) == 3_000


def test_the_stored_release_reads_back_and_is_free_the_second_time(made: Any) -> None:
    release, ledger, _, folder = made
    stored = release.result.to_bytes()
    assert Result.from_bytes(stored).to_bytes() == stored
    again = publish(release.plan.spec, ledger, base=folder)
    assert again.repeated
    assert again.result.to_bytes() == stored
    laws = {draw.law for draw in release.plan.draws if isinstance(draw, Pick)}
    assert laws == ({"exponential", "flip"} if release.plan.share.coin == "pure" else {"exponential"})


def test_the_price_is_the_sum_of_its_parts_and_fits(made: Any) -> None:
    release = made[0]
    found: Plan = release.plan
    charges = [one for at in range(len(found.spec.publish)) for one in found.charges_of(at)]  # some drawn together
    price = [one.pure() if found.share.coin == "pure" else one.price().rho for one in charges]
    assert found.price.main == sum(price) <= found.share.cap
    assert found.price.main > found.share.cap * 0.999, "nothing is left lying about"


def test_the_folder_is_verified_and_a_changed_answer_is_not(made: Any, tmp_path: Path) -> None:
    release, ledger, _, _ = made
    folder = tmp_path / "out"
    artefact.write(release, folder, key=Ed25519PrivateKey.generate())
    assert check_folder(folder, (), ledger, "en").whole
    path = next((folder / "tables").glob("6-*.csv"))
    text = path.read_bytes().decode("utf-8-sig")
    path.write_text(text.replace('"cold"', '"北京"', 1), encoding="utf-8-sig", newline="")
    verdict = check_folder(folder, (), ledger, "en")
    assert not verdict.whole
    assert any("fails" in (check.outcome,) and "tables" in check.key for check in verdict.checks)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_plan_and_the_release_are_explained(made: Any, lang: str) -> None:
    release = made[0]
    said = "\n".join([*plan_lines(release.plan, lang), *explain.lines(release, lang)])
    for query in release.plan.spec.publish:
        assert said.count(query.name) >= 5
    record = plan_record(plan(release.plan.spec))
    assert json.loads(json.dumps(record)) == record


def test_the_card_says_how_far_off_choices_are(made: Any) -> None:
    release = made[0]
    card = Card.of(release)
    assert Card.from_bytes(card.to_bytes()) == card
    tables = card.record()["tables"]
    assert [sorted(table["margin"]) for table in tables] == [
        ["rows", "squares", "sum"], ["rows", "squares", "sum"], ["above", "below"],
        ["rows_off"], ["rows_off"], ["behind"], ["behind"], ["behind"],
    ]  # fmt: skip
    assert [table["cells"] for table in tables] == [2, 1, 2, 6, 1, 4, 1, 1]
    assert tables[3]["groups"] == 2
    assert tables[5]["candidates"] == 4


@pytest.mark.parametrize(("at", "value"), [(3, 29), (3, -1), (5, 4)])
def test_a_stored_answer_that_is_no_candidate_is_refused(made: Any, at: int, value: int) -> None:
    result = made[0].result
    record = json.loads(result.to_bytes())
    place = next(number for number, draw in enumerate(result.plan.draws) if draw.query == at)
    record["values"][place][0] = value
    raw = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    with pytest.raises(LedgerError, match="none of its candidates"):
        Result.from_bytes(raw)


def test_a_stored_ranking_that_names_a_key_twice_is_refused(made: Any) -> None:
    result = made[0].result
    record = json.loads(result.to_bytes())
    place = next(number for number, draw in enumerate(result.plan.draws) if draw.query == 5)
    record["values"][place][1] = record["values"][place][0]
    raw = json.dumps(record, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
    with pytest.raises(LedgerError, match="twice"):
        Result.from_bytes(raw)


def test_a_stored_plan_with_noise_instead_of_a_choice_is_refused(made: Any) -> None:
    record = made[0].plan.to_dict()
    for at, draw in enumerate(record["draws"]):
        if draw["law"] in ("exponential", "flip"):
            changed = {**record, "draws": [*record["draws"]]}
            changed["draws"][at] = {**draw, "law": "laplace"}
            with pytest.raises(LedgerError, match="unknown law"):
                read_plan(changed)


@pytest.mark.parametrize("delta", ["", "1e-6"])
def test_an_error_buys_the_least_epsilon(delta: str) -> None:
    entries = """\
  - {median: cost, between: [0, 100], grain: 1, error: 30}
  - {top: illness, among: [flu, cold, mumps], k: 2, error: 25}
  - {most_common: illness, among: [flu, cold, mumps], error: "5%", expect: 400, name: common}
  - {variance: systolic, between: [80, 220], error: 40, expect: 20000}
"""
    found = plan(request(entries, delta=delta, epsilon=""))
    widths = [30, 25, 20, 40]
    for at, width in enumerate(widths):
        assert 0.7 * width <= margin(found, at) <= width
    one = found.vector_of(1, Pick)
    cheaper = Pick(1, 0, one.law, one.parameter * Fraction(999, 1000), one.contribution, one.entry)
    assert cheaper.off(found.spec.confidence) > 25, "a thousandth less would not be enough"


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        ("{deviation: cost, between: [0, 100], error: 1, expect: 1000}", "depends on the deviation itself"),
        ("{ratio: cost, between: [0, 9], per: {sum: stays, between: [0, 9]}, error: 1}", "depends on the ratio"),
        ("{variance: cost, between: [0, 100], error: 1}", "how many rows a cell has"),
        ("{variance: cost, between: [0, 100], error: 2500, expect: 1000}", "no variance is larger"),
    ],
)
def test_errors_that_cannot_be_promised_are_refused_with_a_way_out(entry: str, what: str) -> None:
    with pytest.raises(SpecError, match=what) as refused:
        plan(request(f"  - {entry}\n", epsilon=""))
    assert refused.value.hint
    assert refused.value.where == "publish[0].error"


def test_too_little_is_refused_before_anything_is_read() -> None:
    with pytest.raises((SpecError, BudgetExceeded)):
        plan(request("  - {median: cost, between: [0, 100]}\n", delta="", epsilon="epsilon: 1e-10, "))
