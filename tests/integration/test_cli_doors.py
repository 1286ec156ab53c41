"""Doors a newcomer goes through: accounts that are misspelt, windows without a tick, narrow terminals."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.cli.app import run
from epsilog.ledger import Ledger, Terms
from epsilog.plan.currency import Currency, better_currency
from epsilog.plan.planner import margin, plan
from epsilog.roles.budget import Purse
from epsilog.spec.file import spec_from_text
from epsilog.words import say
from epsilog.words.wrapping import width_of

YEAR = """\
calendar: hospital-2026
from: 2026-01-01
to: 2026-12-31
time: at
source: {file: stays.csv, columns: {who: text, ward: text, at: timestamp, nights: integer, systolic: number}}
protect: {each: who}
bound: {rows: 1}
reports:
  - {name: admissions-daily, count: rows, every: 1d, error: 25}
  - {name: admissions-weekly, count: rows, every: 1w, error: 250}
  - {name: admissions-quarterly, count: rows, every: 1mo, together: 1q, by: {ward: [surgery, medicine]}, error: 40}
  - {name: pressure, mean: systolic, between: [80, 220], every: 1q, error: 0.1, expect: 10000}
  - {name: nights, sum: nights, between: [0, 60], every: 1q, error: 800000}
spend: {epsilon: 30, delta: 1e-8, from: hospital/2026}
"""
SPEC = """\
release: visits
edition: "2026"
source: {file: stays.csv, columns: {who: text, ward: text}}
protect: {each: who}
bound: {rows: 1}
publish: [{count: rows, by: {ward: [surgery, medicine]}}]
spend: {epsilon: 1, delta: 1e-8, from: hospital/2026}
"""
OPEN = "ledger open hospital/2026 --each who --epsilon 30 --delta 1e-8 --by Ada --json"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    assert run(OPEN.split()) == 0
    capsys.readouterr()


def refusal(command: str, capsys: pytest.CaptureFixture[str], code: int = 2) -> dict[str, str]:
    assert run([*command.split(), "--json"]) == code
    return dict(json.loads(capsys.readouterr().err)["error"])


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_misspelt_account_is_not_possible_yet(capsys: pytest.CaptureFixture[str]) -> None:
    year = "".join(line for line in YEAR.splitlines(True) if "daily" not in line and "weekly" not in line)
    Path("year.yaml").write_text(year, encoding="utf-8")
    assert run(["plan", "--calendar", "year.yaml"]) == 0
    assert "Yes." in capsys.readouterr().out
    Path("year.yaml").write_text(year.replace("from: hospital/", "from: hospitl/"), encoding="utf-8")
    assert run(["plan", "--calendar", "year.yaml"]) == 0
    said = flat(capsys.readouterr().out)
    assert "Yes." not in said
    assert "Not yet: there is no account hospitl/2026" in said
    assert "Did you mean hospital/2026?" in said
    assert run(["plan", "--calendar", "year.yaml", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unopened"] is True
    # Without any books there is no account to be mistaken for another.
    assert run(["plan", "--calendar", "year.yaml", "--ledger", "nowhere.db"]) == 6
    Path("ledger.db").rename("elsewhere.db")
    capsys.readouterr()
    assert run(["plan", "--calendar", "year.yaml"]) == 0
    said = flat(capsys.readouterr().out)
    assert "There is no ledger here" in said
    assert "Not yet" not in said


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_misspelt_account_of_a_spec(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("spec.yaml").write_text(SPEC.replace("from: hospital/", "from: hospitl/"), encoding="utf-8")
    assert run(["plan", "spec.yaml", "--lang", lang]) == 0
    said = flat(capsys.readouterr().out)
    assert ("Did you mean hospital/2026?" if lang == "en" else "您是否想写 hospital/2026？") in said
    hint = refusal("publish spec.yaml", capsys)["hint"]
    assert hint.startswith("did you mean hospital/2026? If it is new, open it: epsilog ledger open hospitl/2026")
    for command in ("ledger show hospitl/2026", "ledger history hospitl/2026"):
        assert refusal(command, capsys)["hint"] == "did you mean hospital/2026?"
    Path("spec.yaml").write_text(SPEC.replace("from: hospital/2026", "from: school"), encoding="utf-8")
    assert refusal("publish spec.yaml", capsys)["hint"].startswith("open it: epsilog ledger open school")
    Path("spec.yaml").write_text(SPEC.replace("from: hospital/2026", "from: no/such//name"), encoding="utf-8")
    assert "is not a name" in refusal("plan spec.yaml", capsys)["what"]


def test_a_window_says_how_long_its_periods_are(capsys: pytest.CaptureFixture[str]) -> None:
    error = refusal("ledger open badges --each who --window 24 --epsilon 1 --by Ada", capsys)
    assert error["where"] == "per"
    assert "--per 1h protects a person within any 24 hours" in error["hint"]
    assert "--per 1d" in error["hint"]
    assert run(["ledger", "show", "badges"]) == 2, "nothing was opened"


@pytest.mark.parametrize(
    ("every", "together", "hint"),
    [("1w", "1mo", "a week may lie in two months"), ("1mo", "1d", "together: 1q or 1y"), ("1d", "1d", "1w or 1mo")],
)
def test_ticks_that_do_not_fit_together(
    every: str, together: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    year = YEAR.replace("every: 1mo, together: 1q", f"every: {every}, together: {together}")
    Path("year.yaml").write_text(year, encoding="utf-8")
    error = refusal("plan --calendar year.yaml", capsys)
    assert error["where"] == "year.yaml:11, reports[2].together"
    assert hint in error["hint"]


@pytest.mark.parametrize("error", ["0.5", "9223372036854775808", "1e20"])
def test_an_error_no_noise_can_have_is_that_of_its_report(error: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("year.yaml").write_text(YEAR.replace("error: 40}", f"error: {error}}}"), encoding="utf-8")
    said = refusal("plan --calendar year.yaml", capsys)
    assert said["where"].startswith("year.yaml:11, reports[2]")
    assert said["hint"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_year_that_is_too_dear_fits_into_a_terminal(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("year.yaml").write_text(YEAR.replace("epsilon: 30", "epsilon: 3"), encoding="utf-8")
    assert run(["plan", "--calendar", "year.yaml", "--lang", lang]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert max(width_of(line.rstrip()) for line in lines) <= 82, "a Chinese full stop may hang over"
    table = "\n".join(lines)
    for word in ("±800,000", "±0.1", "admissions-", "pressure", "nights"):
        assert word in table, "no word is broken"


def test_a_delta_above_the_accounts_is_paid_in_rho_and_never_overdraws(capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["who,ward", *(f"p{at},surgery" for at in range(20))]
    Path("stays.csv").write_text("\n".join(rows), encoding="utf-8")
    assert run(OPEN.replace("hospital/2026", "small").replace("epsilon 30", "epsilon 1").split()) == 0
    capsys.readouterr()
    cap, paid = 0, 0
    for edition in range(9):
        spec = SPEC.replace('2026"', f'{edition}"').replace("hospital/2026", "small").replace("1e-8", "1e-3")
        Path("spec.yaml").write_text(spec.replace("epsilon: 1,", "epsilon: 0.4,"), encoding="utf-8")
        assert run(["plan", "spec.yaml"]) == 0
        said = flat(capsys.readouterr().out)
        assert "converted at delta = 0.001, more than the 1e-8 that the account converts at" in said
        code = run(["publish", "spec.yaml", "--out", f"out-{edition}", "--json"])
        assert code in (0, 3)
        capsys.readouterr()
        with Ledger.open("ledger.db") as books:
            account = books.account("small")
            spent = sum(balance.spent.main for balance in account.balances)
            cap = account.cap.main
            assert spent <= cap
            assert (spent > paid) == (code == 0), "paid for, or refused and nothing spent"
        paid = spent
        if code == 3:
            break
    # A release at that delta takes more rho than its epsilon would at the account's own, so fewer than 1/0.4² fit.
    assert code == 3
    assert edition == 1
    assert paid < cap


def better(terms: Allowance, epsilon: str) -> Currency | None:
    text = SPEC.replace("epsilon: 1", f"epsilon: {epsilon}")
    if terms.coin == "pure":
        text = text.replace("delta: 1e-8, ", "")
    spec = spec_from_text(text)
    return better_currency(plan(spec, Terms(spec.protect.unit, terms)), terms)


def test_the_other_currency_is_named_only_where_more_fits_into_it() -> None:
    pure, rho = Allowance.pure(2), Allowance.approximate(2, "1e-8")
    many = better(pure, "0.01")
    assert many is not None
    assert (many.delta, many.here) == (Fraction(1, 10**6), 200)
    # Laplace of scale 100 is within 299.57 in 95 of 100 cases, as is a Gaussian of deviation 152.85.
    assert many.there == int(Allowance.approximate(2, "1e-6").cap / 1e12 * 2 * 152.845**2)
    assert better(pure, "1") is None
    assert better(rho, "2") is None  # that account can be turned: test_cli_turn.py


def test_as_many_releases_fit_there_as_the_advice_says() -> None:
    """The advice compares laws by their widths; here the release is planned from that other account."""
    spec = spec_from_text(SPEC.replace("epsilon: 1, delta: 1e-8", "epsilon: 0.01"))
    here = Terms(spec.protect.unit, Allowance.pure(2))
    there = Terms(spec.protect.unit, Allowance.approximate(2, "1e-6"))
    made = plan(spec, here)
    advice = better_currency(made, here.allowance)
    assert advice is not None
    epsilon = Purse("zcdp", Fraction(1, 10**6)).epsilon(there.allowance.cap // advice.there)
    other = plan(replace(spec, spend=replace(spec.spend, epsilon=epsilon)), there)
    assert there.allowance.cap // other.price.main in (advice.there - 1, advice.there)
    assert abs(margin(other, 0) / margin(made, 0) - 1) < 0.01


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [
        ("front.init.questions", {"count": 1}, "1 blank is for you"),
        ("front.init.questions", {"count": 2}, "2 blanks are for you"),
        ("calendar.picture.title", {"calendar": "c", "total": "1"}, "c: 1 release"),
        ("release.tile.error.more", {"more": 1}, "1 more table,"),
        ("demo.ledger.whole", {"entries": 1}, "1 entry "),
        (
            "calendar.person.together",
            {"report": "r", "ticks": "days", "period": "month", "cells": 1, "size": 31},
            "1 of up to 31 cells",
        ),
    ],
)
def test_nouns_agree_with_their_numbers(key: str, values: dict[str, object], said: str) -> None:
    assert said in say(key, "en", **values)
    assert "1" in say(key, "zh", **values) or "2" in say(key, "zh", **values)
