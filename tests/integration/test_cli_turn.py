"""An account that is turned, as its users meet it: open, plan, turn, publish, read, plan a year."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.suiting import suits
from epsilog.cli.app import run
from epsilog.core.charge import Gaussian, Laplace
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.ledger.turning import Booking
from epsilog.plan.currency import other_leg
from epsilog.plan.planner import plan
from epsilog.roles.budget import purse_of
from epsilog.spec.file import spec_from_text
from epsilog.year.file import calendar_from_text
from epsilog.year.plan import choose_currency

SPEC = """
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient_id: text, region: text}}
protect: {each: patient_id}
bound: {rows: 1}
publish: [{name: rows, count: rows}]
spend: {from: clinic, epsilon: 1, delta: 1e-6}
"""
YEAR = """
calendar: visits
from: 2029-01-01
to: 2029-12-31
source: {file: visits.csv, columns: {patient_id: text, day: date}}
time: day
protect: {each: patient_id}
bound: {rows: 1}
spend: {from: clinic}
reports: [{name: report, count: rows, every: EVERY}]
"""
AGREED = "--by Ada --by Grace --why agreed"
ROWS = 40


@pytest.fixture(autouse=True)
def _desk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    monkeypatch.chdir(tmp_path)
    Path("visits.csv").write_text("patient_id,region\n" + "".join(f"p{n},N\n" for n in range(ROWS)))
    Path("spec.yaml").write_text(SPEC)


def said(capsys: pytest.CaptureFixture[str], command: str, code: int = 0) -> str:
    """What a person sees, in one line."""
    assert run(shlex.split(command)) == code
    out = capsys.readouterr()
    return " ".join((out.out + out.err).split()).replace(" • ", " ")


def found(capsys: pytest.CaptureFixture[str], command: str) -> dict[str, Any]:
    assert run([*shlex.split(command), "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_opening_says_which_currency_suits(capsys: pytest.CaptureFixture[str]) -> None:
    words = said(capsys, "ledger open clinic --each patient_id --epsilon 1 --delta 1e-6 --releases 4 --by Ada")
    assert "each of 4 equal releases about the same people would be off by at most ±12 in pure epsilon" in words
    assert "at most ±18 in rho" in words
    assert "Up to 8 such releases are more exact in pure epsilon" in words
    assert (
        "can no longer be turned to pure epsilon. To turn it before: epsilog ledger turn clinic --to pure" in words
    )
    other = found(capsys, "ledger open ward --each row --epsilon 1 --delta 1e-6 --in pure --releases 60 --by Ada")
    assert (other["coin"], other["can_be_turned"], other["suits"]["better"]) == ("pure", True, "rho")
    assert other["promises_when_used_up"] == {"epsilon": 1.0, "delta": 1e-6}
    strict = found(capsys, "ledger open strict --each row --epsilon 1 --by Ada")
    assert "suits" not in strict
    assert not strict["can_be_turned"]


@pytest.mark.parametrize(
    ("epsilon", "delta", "crossover", "pairs"),
    [
        ("1", "1e-6", 8, {1: (3, 9), 4: (12, 18), 8: (24, 25), 12: (36, 31), 60: (180, 69)}),
        ("0.5", "1e-6", 7, {1: (6, 17), 12: (72, 59)}),
        ("2", "1e-8", 13, {1: (1, 5), 12: (18, 19), 24: (36, 27)}),
    ],
)
def test_the_crossover_lies_between_seven_and_thirteen(
    epsilon: str, delta: str, crossover: int, pairs: dict[int, tuple[int, int]]
) -> None:
    allowance = Allowance.approximate(epsilon, delta)
    for releases, errors in pairs.items():
        one = suits(allowance, releases)
        assert (one.pure, one.rho, one.crossover) == (*errors, crossover)


def test_a_table_before_and_after_a_turn(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "ledger open clinic --each patient_id --epsilon 1 --delta 1e-6 --by Ada")
    words = said(capsys, "plan spec.yaml --all")
    assert (
        "Paid in pure epsilon instead: rows ±3 instead of ±9; then the account, when new, has room for 1 such"
        in words
    )
    other = found(capsys, "plan spec.yaml")["other_currency"]
    assert other == {
        "leg": "pure",
        "errors": [{"entry": "rows", "error": 3.0, "here": 9.0}],
        "fit": 1,
        "fit_here": 1,
        "can_be_turned_now": True,
    }
    assert "could be turned to pure epsilon; 0 %" in said(capsys, "ledger turn clinic --to pure --try")
    words = said(capsys, "ledger turn clinic --to pure --by Ada --why no", 4)
    assert "two different people" in words
    assert "--by Ada --by Grace" in words
    assert "--approver" not in words
    words = said(capsys, f"ledger turn clinic --to pure {AGREED}")
    assert "It promises what it promised before" in words
    assert "epsilon = 1, delta = 1e-6, when it is used up" in words
    words = said(capsys, "plan spec.yaml --all")
    assert "The delta of 1e-6 in `spend` is not used" in words
    assert "clinic counts in pure epsilon now. It may be turned back to rho" in words
    assert "by at most 3 in 95" in words
    assert run(["publish", "spec.yaml", "--out", "out"]) == 0
    capsys.readouterr()
    folder = next(path.parent for path in Path("out").rglob("card.json"))
    card = json.loads((folder / "card.json").read_text())
    assert card["promise"] == {"epsilon": "1", "delta": "0"}
    assert card["price"] == {"coin": "pure", "main": 10**12, "delta": 0}
    promises = card["account"]["promises_when_used_up"]
    assert (promises["coin"], promises["epsilon"], promises["delta"]) == ("pure", "1", "1/1000000")
    words = said(capsys, f"explain {folder}")
    assert "The account counted in pure epsilon when this was written" in words
    assert "delta = 0.000001 for each" in words or "delta = 1e-6 for each" in words
    assert run(["verify", str(folder), "--ledger", "ledger.db"]) == 0
    words = said(capsys, f"ledger turn clinic --to rho {AGREED}", 3).replace("│", "").replace(" ", "")
    assert "rhowouldbe0.462117157261of0.024355970359" in words


def test_nothing_calls_a_turned_account_zcdp(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "ledger open clinic --each patient_id --epsilon 1 --delta 1e-6 --by Ada")
    said(capsys, f"ledger turn clinic --to pure {AGREED}")
    for command in ("ledger show", "ledger show clinic", "meaning --account clinic", "plan spec.yaml --lang en"):
        words = said(capsys, command)
        assert "zCDP" not in words
        assert "0.02435" not in words
        assert "without exception (delta = 0), when it is used up" not in words
    words = said(capsys, "meaning --account clinic")
    assert "clinic counts in pure epsilon now" in words
    assert "epsilon = 1, delta = 1e-6" in words
    with Ledger.open("ledger.db") as ledger:
        assert str(ledger.account("clinic")).endswith("epsilon = 1, delta = 1e-6, when it is used up")
    assert "目前按纯 ε 计量" in said(capsys, "ledger show --lang zh")


def test_the_history_counts_in_the_currency_of_today(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "ledger open clinic --each patient_id --epsilon 1 --delta 1e-6 --by Ada")
    said(capsys, "ledger debit clinic laplace:scale=10,l1=1,l2_squared=1 --key one")
    assert "+20.6 %" in said(capsys, "ledger history clinic")
    said(capsys, f"ledger turn clinic --to pure {AGREED}")
    words = said(capsys, "ledger history clinic --picture pictures")
    assert "+10 %" in words
    assert "turned" in words
    with Ledger.open("ledger.db") as ledger:
        from epsilog.cli.ledger.course import courses

        points = courses(ledger.history())[0].points
    assert [round(share, 3) for _, share in points] == [0, 0.205, 0.1]


def test_a_year_chooses_its_currency(capsys: pytest.CaptureFixture[str]) -> None:
    terms = Terms(Unit("patient_id"), Allowance.approximate(1, "1e-6"))
    for own in (terms, replace(terms, allowance=terms.allowance.turned("pure"))):
        for every, coin in (("1q", "pure"), ("1mo", "zcdp")):
            chosen = choose_currency(calendar_from_text(YEAR.replace("EVERY", every)), own, cap=own.allowance.cap)
            assert chosen.purse.coin == coin
            assert chosen.turn == ("" if own.allowance.coin == coin else "pure" if coin == "pure" else "rho")
            assert chosen.other is not None
            assert chosen.reports[0].margin < chosen.other.reports[0].margin
    said(capsys, "ledger open clinic --each patient_id --epsilon 1 --delta 1e-6 --by Ada")
    Path("year.yaml").write_text(YEAR.replace("EVERY", "1q"))
    words = said(capsys, "plan --calendar year.yaml")
    assert "Planned in pure epsilon, which suits this calendar better than rho: report ±12 instead of ±18" in words
    assert "Turn its root account before the calendar is approved" in words
    said(capsys, f"ledger turn clinic --to pure {AGREED}")
    words = said(capsys, "plan --calendar year.yaml")
    assert "Planned in pure epsilon" in words
    assert "Turn its root" not in words
    said(capsys, "ledger approve clinic year.yaml --approver Ada --approver Grace --why agreed")


def test_one_release_and_parts_of_a_cap_are_said_the_same_way(capsys: pytest.CaptureFixture[str]) -> None:
    words = said(capsys, "ledger open clinic --each patient_id --epsilon 1 --delta 1e-6 --by Ada")
    assert "One count in one release would be off by at most ±3 in pure epsilon, by at most ±9 in rho" in words
    assert "1 equal release" not in words
    assert "若只作一次发布" in said(
        capsys, "ledger open ward --each row --epsilon 1 --delta 1e-6 --by Ada --lang zh"
    )
    words = said(capsys, "ledger open loud --each row --epsilon 20 --delta 1e-6 --by Ada")
    assert "off by at most 0 in pure epsilon" in words
    assert "±0 " not in words
    said(capsys, "ledger debit clinic laplace:scale=16.64,l1=1,l2_squared=1 --key one")
    said(capsys, f"ledger turn clinic --to pure {AGREED}")
    said(capsys, "ledger turn clinic --to rho --try")
    Path("spec.yaml").write_text(SPEC.replace("epsilon: 1,", "epsilon: 0.1,"))
    assert "6.01 %" in said(capsys, "plan spec.yaml --all")
    said(capsys, f"ledger turn clinic --to rho {AGREED}")
    assert "6.01 %" in said(capsys, "ledger turn clinic --to pure --try")


def test_the_release_that_closes_a_way_says_so_before(capsys: pytest.CaptureFixture[str]) -> None:
    """The first Gaussian release can no longer be turned to pure epsilon; afterwards nobody offers to turn."""
    said(capsys, "ledger open clinic --each patient_id --epsilon 1 --delta 1e-6 --by Ada")
    Path("spec.yaml").write_text(SPEC.replace("epsilon: 1,", "epsilon: 0.5,"))
    words = said(capsys, "plan spec.yaml --all")
    assert "can no longer be turned to pure epsilon" in words
    assert "To keep that possible, turn clinic first (epsilog ledger turn clinic --to pure --by" in words
    assert "It can be turned now: epsilog ledger turn clinic --to pure --by" in words
    assert "不能再转为纯 ε" in said(capsys, "plan spec.yaml --all --lang zh")
    warnings = found(capsys, "plan spec.yaml")["warnings"]
    assert warnings[0] == {"key": "plan.warn.closes.none", "values": {"account": "clinic"}}
    checks = {one["step"]: one for one in found(capsys, "check spec.yaml")["checks"]}
    assert (checks["budget"]["state"], checks["budget"]["remark"]) == ("good", "closes.pure")
    assert "can no longer be turned to pure epsilon" in said(capsys, "check spec.yaml").replace(" │ ", " ")
    laplace = SPEC.replace("epsilon: 1,", "epsilon: 0.2,") + "mechanism: laplace\n"
    Path("sharp.yaml").write_text(laplace)
    assert "can no longer be turned" not in said(capsys, "plan sharp.yaml --all")
    said(capsys, "publish spec.yaml --out out")
    assert "can no longer be turned" not in said(
        capsys, "plan spec.yaml --all"
    )  # it is there, and costs nothing again
    Path("second.yaml").write_text(SPEC.replace('"1"', '"2"').replace("epsilon: 1,", "epsilon: 0.2,"))
    words = said(capsys, "plan second.yaml --all")
    assert "can no longer be turned" not in words
    assert "instead of" not in words
    assert "clinic counts in rho and cannot be turned to pure epsilon now" in words
    assert found(capsys, "plan second.yaml")["other_currency"]["can_be_turned_now"] is False
    said(capsys, "ledger turn clinic --to pure --try", 3)
    assert "can no longer be turned" not in said(capsys, "check second.yaml")
    assert "以目前的账目不能转为纯 ε" in said(capsys, "plan second.yaml --all --lang zh")


def test_a_release_that_only_fits_where_it_is_closes_the_way_back(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "ledger open clinic --each patient_id --epsilon 1 --delta 1e-6 --in pure --by Ada")
    said(capsys, "ledger allocate clinic one=0.5 --reserve 0.5 --by Ada")
    for epsilon, closing in (("0.1", False), ("0.4", True)):
        spec = SPEC.replace("epsilon: 1,", f"epsilon: {epsilon},").replace("from: clinic", "from: clinic/one")
        Path("spec.yaml").write_text(spec)
        words = said(capsys, "plan spec.yaml --all")
        assert ("can no longer be turned to rho" in words) is closing
        assert ("turn clinic first (epsilog ledger turn clinic --to rho" in words) is closing
        assert ("can no longer be turned to rho" in said(capsys, "check spec.yaml").replace(" │ ", " ")) is closing


def test_what_would_be_booked_is_tried_by_the_code_that_turns(tmp_path: Path) -> None:
    """In months of their own, and not only where something is booked already."""
    terms = Terms(Unit("patient_id", per="1mo"), Allowance.approximate(1, "1e-6"))
    with Ledger.open(tmp_path / "books.db", create=True) as ledger:
        ledger.open_account("clinic", terms, by="Ada")
        small, large = (Booking("clinic", Laplace(scale, 1, 1), ("2029-01",)) for scale in (10, 1))
        assert ledger.try_turn("clinic", "pure").share == 0
        assert ledger.try_turn("clinic", "pure", after=small).share == 0.1
        ledger.debit("clinic", small.charge, "digest", key="one", blocks=["2029-02"])
        assert ledger.try_turn("clinic", "pure", after=large).share == 1
        with pytest.raises(BudgetExceeded):
            ledger.try_turn("clinic", "pure", after=replace(large, blocks=("2029-02",)))
        with pytest.raises(BudgetExceeded, match="no epsilon without a delta: 1;"):
            ledger.try_turn("clinic", "pure", after=replace(large, charge=Gaussian(100, 1)))
        with pytest.raises(SpecError, match="no account of this tree"):
            ledger.try_turn("clinic", "pure", after=replace(large, account="ward"))
        assert ledger.account("clinic").terms.allowance.coin == "zcdp"
        assert ledger.verify()


def test_both_currencies_are_said_and_neither_is_taken() -> None:
    """A tenth of the account: sharper in pure epsilon, where ten fit; seventy-five fit in rho."""
    spec = spec_from_text(SPEC.replace("epsilon: 1,", "epsilon: 0.1,"))
    terms = Terms(spec.protect.unit, Allowance.approximate(1, "1e-6"))
    other = other_leg(plan(spec, terms), terms)
    assert other is not None
    assert (other.leg, other.there) == ("pure", 10)
    assert other.errors == (("rows", 30.0, 77.0),)
    assert 70 <= other.here <= 80
    turned = replace(terms, allowance=terms.allowance.turned("pure"))
    back = other_leg(plan(spec, turned), turned)
    assert back is not None
    assert (back.leg, back.errors, back.there, back.here) == ("rho", (("rows", 77.0, 30.0),), other.here, 10)
    half = other_leg(plan(spec, terms), terms, terms.allowance.cap // 2)
    assert half is not None
    assert (half.there, half.here) == (4, other.here // 2)  # a part of it is rounded down


def test_a_delta_that_is_said_stays_valid_and_events_do_not() -> None:
    spec = spec_from_text(SPEC)
    turned = Terms(spec.protect.unit, Allowance.approximate(1, "1e-6", "5e-7").turned("pure"))
    purse = purse_of(spec.spend, turned)
    assert (purse.coin, purse.delta) == ("pure", 0)
    with pytest.raises(SpecError, match="counts in pure epsilon now") as refused:
        purse_of(replace(spec.spend, events=Fraction(1, 10**7)), turned)
    assert refused.value.hint.endswith("--to rho")
    with pytest.raises(SpecError, match="promises delta = 0"):
        purse_of(spec.spend, Terms(spec.protect.unit, Allowance.pure(1)))
