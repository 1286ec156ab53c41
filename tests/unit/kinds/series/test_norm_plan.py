"""Requests under a norm: what is refused before anything is spent, and what planner, file and release say of it."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.unit import Unit
from epsilog.errors import CurrencyMismatch, EpsilogError, LedgerError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.plan.explain import plan_lines
from epsilog.plan.planner import margin, plan
from epsilog.plan.stored import read_plan
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.entry import Entry
from epsilog.roles.spec import Spec, Tidy
from epsilog.show.card import Card
from epsilog.show.explain import lines
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict
from epsilog.year.calendar import Report
from plan_specs import PRESSURE, REGIONS, YEAR, request

FIVE = Bounds(norm=Fraction(5))
COUNT = Query("rows", by=(REGIONS,))


def asked(*queries: Query, **more: Any) -> Spec:
    return request(*queries, **{"bound": FIVE, "delta": "1e-6", **more})


def test_the_noise_is_that_of_the_norm_and_of_no_number_of_cells() -> None:
    wide = Query("rows", by=(REGIONS,), every="1d", during=YEAR)
    (one,), (many,) = plan(asked(COUNT)).draws, plan(asked(wide)).draws
    assert one.law == many.law == "gaussian"
    assert one.parameter == many.parameter
    assert one.contribution.sensitivity.l2_squared == 500**2
    same = plan(asked(wide, bound=Bounds(cells=25, rows_per_cell=1))).draws[0]
    assert math.isclose(float(many.parameter) / 100**2, float(same.parameter), rel_tol=1e-9)
    assert margin(plan(asked(COUNT)), 0) == pytest.approx(margin(plan(asked(wide)), 0))


def test_an_error_buys_what_it_needs() -> None:
    planned = plan(asked(Query("rows", by=(REGIONS,), error=Fraction(20)), epsilon=None))
    assert 19.5 < margin(planned, 0) <= 20
    assert planned.reasons[0].key == "plan.why.error.only.gaussian"


@pytest.mark.parametrize(
    ("query", "more", "word"),
    [
        (Query("mean", "systolic", between=PRESSURE), {}, "several"),
        (Query("variance", "systolic", between=PRESSURE), {}, "several"),
        (
            Query("ratio", "systolic", between=PRESSURE, per=Sum("income", (Fraction(0), Fraction(9)))),
            {},
            "several",
        ),
        (Query("quantiles", "systolic", between=PRESSURE, at=(Fraction(1, 2),)), {}, "several"),
        (Query("top", "region", among=("North", "South"), k=1, best="rows"), {}, "several"),
        (Query("rows", by={"region": {"under": {"land": {"a": ["North"], "b": ["South"]}}}}), {}, "hierarchy"),  # type: ignore[arg-type]
        (Query("rows", mechanism="laplace"), {}, "Laplace"),
        (Query("rows"), {"tidy": Tidy(whole=True)}, "whole numbers"),
        (Query("persons", by=(REGIONS,), during=YEAR), {"unit": Unit("patient_id", per="1mo")}, "several units"),
        (Query("rows"), {"unit": Unit("row")}, "single rows"),
        (Query("rows", by={"region": "unknown"}), {}, "unknown keys"),  # type: ignore[arg-type]
    ],
    ids=lambda one: one.kind if isinstance(one, Entry) else None,
)
def test_what_a_norm_does_not_answer_is_refused_by_the_request(query: Query, more: Any, word: str) -> None:
    with pytest.raises(SpecError, match=word):
        asked(query, **more)


def test_pure_accounts_are_refused() -> None:
    with pytest.raises(CurrencyMismatch, match="delta = 0"):
        plan(asked(COUNT, delta=0))
    with pytest.raises(EpsilogError):
        plan(asked(Query("rows", error=Fraction(20)), delta=0, epsilon=None))


def test_calendars_are_refused() -> None:
    with pytest.raises(SpecError, match="calendar"):
        Report(COUNT, "1d", FIVE)


def test_a_stored_plan_of_another_law_is_refused() -> None:
    record = json.loads(json.dumps(plan(asked(COUNT)).to_dict()))
    assert read_plan(record).draws == plan(asked(COUNT)).draws
    record["draws"][0]["law"] = "laplace"
    with pytest.raises(LedgerError, match="unknown law"):
        read_plan(record)


@pytest.mark.parametrize("norm", ["5", "4.5", "1/3"])
def test_a_file_is_read_back(norm: str) -> None:
    spec = asked(COUNT, bound=Bounds(norm=norm))  # type: ignore[arg-type]
    assert f"bound: {{norm: {norm}}}" in to_yaml(spec)
    assert spec_from_text(to_yaml(spec)) == spec
    assert spec_from_dict(spec.to_dict()).bound == spec.bound
    assert spec_from_dict(spec.to_dict()).digest == spec.digest
    assert spec.digest != asked(COUNT, bound=Bounds(norm=7)).digest  # type: ignore[arg-type]


def test_a_request_without_a_norm_is_written_as_it_was() -> None:
    assert set(asked(COUNT, bound=Bounds(rows=1)).to_dict()["bound"]) == {"rows", "cells", "rows_per_cell"}


def test_the_release_says_it_in_both_languages(tmp_path: Path) -> None:
    visits = [f"p{n % 7},{'North' if n % 3 else 'South'},2026-05-05,120,9" for n in range(90)]
    header = "patient_id,region,visited_at,systolic,income"
    (tmp_path / "visits.csv").write_text("\n".join([header, *visits]), encoding="utf-8")
    spec = asked(COUNT, Query("sum", "systolic", between=PRESSURE), zone="UTC")
    spec = spec_from_text(to_yaml(spec).replace("no/such/folder/visits.parquet", "visits.csv"))
    planned = plan(spec)
    assert any("scaled down to that length" in line for line in plan_lines(planned, "en", None))
    assert any("缩小到" in line for line in plan_lines(planned, "zh", None))
    with Ledger.open(str(tmp_path / "ledger.db"), create=True) as ledger:
        terms = Terms(Unit("patient_id"), Allowance.approximate(5, Fraction(1, 10**6)))
        ledger.open_account("clinic/2026", terms, by="Ada")
        release = publish(spec, ledger, base=tmp_path)
    assert release.plan.draws[0].grain == Fraction(1, 100)
    english, chinese = (" ".join(lines(release, lang)) for lang in ("en", "zh"))
    assert "longer than 5 full rows in one cell" in english
    assert "in steps of 0.01" in english
    assert "some of their cells are left out" not in english
    assert "5 个满行" in chinese
    card = Card.of(release).record()
    assert card["bounds"]["norm"] == "5"
    assert "scaled" in json.dumps(card)
