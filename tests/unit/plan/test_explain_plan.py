"""A plan in words and for machines: complete, in both languages, true to its numbers."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.unit import Unit
from epsilog.plan.cost import standing_of
from epsilog.plan.derivation import formula
from epsilog.plan.explain import plan_lines, plan_record, plan_sections
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.roles.planned import Remark, remark_text
from epsilog.words import CATALOGUE, say
from plan_specs import COLUMNS, PRESSURE, REGIONS, YEAR, account, clinic, request

GOLDEN = Path(__file__).parents[2] / "golden" / "plan-v1.json"
MONTHLY = Unit("patient_id", per="1mo")


def clinic_year(**more: Any) -> Plan:
    """The request of the README: a daily count and a mean, persons within a month."""
    daily = Query("rows", by=(REGIONS,), every="1d", during=YEAR)
    pressure = Query("mean", "systolic", between=PRESSURE)
    spec = request(daily, pressure, unit=MONTHLY, bound=Bounds(rows=4, cells=4), delta="1e-6", **more)
    return plan(spec, clinic(MONTHLY))


def titled(planned: Plan, key: str, lang: str = "en", **more: Any) -> list[str]:
    sections = dict(plan_sections(planned, lang, **more))
    return sections[say(key, lang)]


def test_the_record_is_the_golden_one() -> None:
    terms = clinic(MONTHLY)
    paying = account(terms, 0.25, name="clinic/2026/flu", block="2026-03", parent="clinic/2026")
    record = plan_record(clinic_year(), paying, above=[account(terms, 0.5, block="2026-04")])
    assert record["schema"] == "epsilog.plan/1"
    assert record == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_each_sensitivity_is_derived_line_by_line() -> None:
    lines = titled(clinic_year(), "plan.title.sensitivity")
    text = "\n".join(lines)
    assert lines[0] == "count-rows-by-region-every-1d, number of rows:"
    assert "at most 4 of 1,460 cells, because `bound.cells` says so" in text
    assert "at most 4 of its rows count in one cell, because `bound.rows` allows no more" in text
    assert "L1 = 4 × 1 = 4, L2² = 1 × 4² × 1² = 16" in text
    assert "counted from the middle 150 in grains of 0.01" in text
    assert "at most 7,000 grains (70)" in text
    assert "L1 = 4 × 7,000 = 28,000, L2² = 1 × 4² × 7,000² = 784,000,000" in text


@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
@pytest.mark.parametrize(
    "bound", [Bounds(rows=5, cells=3), Bounds(rows=7, cells=4, rows_per_cell=2), Bounds(cells=2, rows_per_cell=3)]
)
def test_the_formula_that_is_shown_gives_the_norms_that_are_charged(bound: Bounds, neighbours: Any) -> None:
    queries = (
        Query("rows", by=(REGIONS,)),
        Query("sum", "income", between=(Fraction(-3), Fraction(5)), grain=Fraction(1), by=(REGIONS,)),
        Query("mean", "systolic", between=PRESSURE, by=(REGIONS,)),
    )
    planned = plan(request(*queries, unit=Unit("patient_id", neighbours=neighbours), bound=bound))
    for draw in planned.draws:
        shown = formula(draw).replace(",", "").replace("²", "**2").replace("×", "*").replace("L2**2", "L2")
        for part, value in zip(
            re.findall(r"L[12] = (.*?) = (\d+)", shown),
            (draw.contribution.sensitivity.l1, draw.contribution.sensitivity.l2_squared),
            strict=True,
        ):
            assert eval(part[0]) == int(part[1]) == value  # noqa: S307


def test_what_one_person_may_contribute_counts_all_blocks() -> None:
    lines = "\n".join(titled(clinic_year(), "plan.title.person"))
    assert "one patient_id within one month" in lines
    assert "Over all 12 blocks one patient_id may contribute 12 times as much, 48 rows" in lines
    daily = Query("rows", by=(REGIONS,), every="1d", during=YEAR)
    row = "\n".join(titled(plan(request(daily, unit=Unit("row"))), "plan.title.person"))
    assert "protected less with every row" in row


def test_twenty_cells_a_month_over_two_months_are_forty_for_a_person() -> None:
    import datetime as dt

    from epsilog.core.during import During

    query = Query(
        "rows", by=(REGIONS,), every="1d", during=During("visited_at", dt.date(2026, 1, 9), dt.date(2026, 2, 9))
    )
    planned = plan(request(query, unit=MONTHLY, bound=Bounds(cells=20, rows_per_cell=1)))
    assert "2 times as much, 40 rows" in "\n".join(titled(planned, "plan.title.person"))


def test_the_belief_of_an_attacker_at_a_half_is_the_handbooks() -> None:
    text = "\n".join(plan_lines(plan(request(Query("rows")))))
    assert "the probability of “this person is in the data” can rise from 10 % to at most 15.5 %" in text
    assert "stays at least 84.5 % sure" in text
    # Of single rows nothing is said about persons, nor of replaced ones that they are in the data.
    for unit in (Unit("row"), Unit("patient_id", neighbours="replace")):
        assert "is in the data”" not in "\n".join(plan_lines(plan(request(Query("rows"), unit=unit))))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_costs_name_the_account_its_ancestors_and_the_promise_when_used_up(lang: str) -> None:
    planned, terms = clinic_year(), clinic(MONTHLY)
    paying = account(terms, 0.25, name="clinic/2026/flu", block="2026-03", parent="clinic/2026")
    lines = titled(planned, "plan.title.cost", lang, account=paying, above=[account(terms, 0.5, block="2026-04")])
    text = "\n".join(lines)
    share = 100 * planned.price.main / terms.cap.main
    assert "clinic/2026/flu" in text
    assert "2026-03" in text
    assert f"{share:.1f}"[:3] in text
    assert re.search(r"(?s)clinic/2026[^/].*50", text)
    promise, other = lines[-2:]
    assert "clinic/2026" in promise
    assert "epsilog ledger turn clinic/2026 --to pure --try" in other  # it can be turned: test_cli_turn.py
    assert re.search(r"(epsilon|ε) = 1\b", promise)
    assert "12" in text


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_is_ever_called_the_epsilon_spent_so_far(lang: str) -> None:
    terms = clinic(MONTHLY)
    text = "\n".join(plan_lines(clinic_year(), lang, account(terms, 0.9, block="2026-03")))
    assert not re.search(r"spent so far|so far spent|已花费的? ?ε|epsilon so far", text)
    for key, sentence in CATALOGUE[lang].items():  # type: ignore[index]
        if key.startswith("plan."):
            assert "so far" not in sentence, key


def test_where_an_account_cannot_pay_the_plan_says_so() -> None:
    planned, terms = clinic_year(), clinic(MONTHLY)
    now = standing_of(planned, account(terms, 0.9, block="2026-03"))
    assert not now.fits
    assert now.used + now.price > now.cap
    lines = titled(planned, "plan.title.cost", account=account(terms, 0.9, block="2026-03"))
    assert any("cannot pay" in line for line in lines)
    # A block that the release does not touch does not matter.
    assert standing_of(planned, account(terms, 0.9, block="2025-12")).fits
    halted = account(terms, 0.0, block="2026-03", stopped="board")
    assert not standing_of(planned, halted).fits
    assert any("is stopped" in line for line in titled(planned, "plan.title.cost", account=halted))


def test_an_account_without_blocks_is_measured_as_a_whole() -> None:
    planned = plan(request(Query("rows"), delta="1e-6"), clinic())
    now = standing_of(planned, account(clinic(), 0.5))
    assert (now.block, now.used) == (None, clinic().cap.main // 2)
    assert now.after == pytest.approx(0.5 + planned.price.main / clinic().cap.main)


def test_the_release_by_itself_keeps_the_epsilon_of_its_share_or_less() -> None:
    assert epsilon_of(clinic_year()) == Fraction(1, 2)
    less = plan(request(Query("rows", error=Fraction(100)), epsilon=1, delta="1e-6"))
    assert epsilon_of(less) < 1


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_remark_of_the_catalogue_can_be_said(lang: str) -> None:
    planned = clinic_year()
    for remark in (*planned.reasons, *planned.warnings):
        assert "{" not in remark_text(remark, lang)
        assert "plan." not in remark_text(remark, lang)
    said = remark_text(Remark("plan.why.pure", (("entry", "访视"), ("part", "plan.part.sum"))), lang)
    assert said.startswith("访视")
    assert ("sum" if lang == "en" else "总和") in said


def test_both_languages_say_the_same_numbers() -> None:
    planned, terms = clinic_year(), clinic(MONTHLY)
    paying = account(terms, 0.25, block="2026-03")
    for english, chinese in zip(
        plan_sections(planned, "en", paying), plan_sections(planned, "zh", paying), strict=True
    ):
        for left, right in zip(english[1], chinese[1], strict=True):
            if left.startswith("Belief") or "{" in left:
                continue
            numbers = [
                sorted(re.findall(r"\d[\d,.]*\d|\d", re.sub(r"[一-龥]", " ", line))) for line in (left, right)
            ]
            assert set(numbers[0]) == set(numbers[1]), (left, right)


def test_columns_of_the_scene_are_declared() -> None:
    assert {"patient_id", "systolic"} <= set(COLUMNS)
