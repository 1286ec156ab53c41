"""An account with an approved calendar pays for what is planned and for nothing else, on SQLite and PostgreSQL."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Approx, Pure
from epsilog.core.unit import Unit
from epsilog.errors import LedgerError, PolicyError, PrivacyError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.ledger.calendar import Approved
from epsilog.year.explain import remaining_words
from ledger_places import Places
from ledger_scenes import BOARD, opened, pure, pure_terms, used, whole

DAILY = {"release": "daily", "every": "1d", "price": [5, 0]}
MONTHLY = {"release": "monthly", "every": "1mo", "price": [20, 0]}


def year(
    *releases: dict[str, Any], first: str = "2026-01-01", last: str = "2026-02-28", **more: Any
) -> dict[str, Any]:
    record = {"version": 1, "name": "clinic-2026", "from": first, "to": last, "coin": "pure"}
    return {**record, "releases": list(releases) or [DAILY, MONTHLY], "request": {}, **more}


def approved(ledger: Ledger, record: dict[str, Any] | None = None, account: str = "clinic") -> str:
    return ledger.approve(account, record or year(), approvers=BOARD, why="the plan of the year")


def test_what_is_planned_is_paid_and_nothing_else(place: str) -> None:
    with opened(place) as ledger:
        ledger.debit("clinic", pure(9), "plan", key="before anybody planned")
        digest = approved(ledger)
        entry = ledger.history()[-1]
        assert (entry.kind, entry.body["digest"], entry.body["approvers"]) == ("calendar", digest, list(BOARD))
        assert ledger.calendars("clinic")["clinic"] == year()
        ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01#0123456789abcdef")
        ledger.reserve("clinic", pure(4), "plan", key="monthly@2026-02")
        for key, words in (
            ("daily@2026-03-01#0123456789abcdef", "not in the approved calendar"),
            ("daily@2026-02-29#0123456789abcdef", "not in the approved calendar"),
            ("daily@2026-01", "not in the approved calendar"),
            ("hourly@2026-01-02", "not in the approved calendar"),
            ("dailyish@2026-01-02", "not in the approved calendar"),
            ("daily@2026-01-021", "not in the approved calendar"),
            ("daily", "not in the approved calendar"),
            ("DAILY@2026-01-02", "not in the approved calendar"),
            ("daily@2026-01-01#fedcba9876543210", "paid for already"),
            ("daily@2026-01-01+2#0123456789abcdef", "paid for already"),
            ("monthly@2026-02#0123456789abcdef", "paid for already"),
        ):
            with pytest.raises(PolicyError, match=words):
                ledger.debit("clinic", pure(1), "plan", key=key)
        with pytest.raises(PolicyError, match="dearer"):
            ledger.debit("clinic", pure(6), "plan", key="daily@2026-01-02")
        with pytest.raises(PolicyError, match="dearer"):
            ledger.reserve("clinic", pure(21), "plan", key="monthly@2026-01")
        assert used(ledger) == (4, 14)
        whole(ledger)


def test_a_repeated_key_gives_the_first_receipt(place: str) -> None:
    with opened(place) as ledger:
        approved(ledger)
        first = ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01")
        again = ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01")
        assert again.repeated
        assert again.id == first.id
        assert used(ledger) == (0, 5)


def test_what_was_given_back_may_be_asked_for_again_and_what_failed_may_not(place: str) -> None:
    with opened(place) as ledger:
        approved(ledger)
        ledger.release(ledger.reserve("clinic", pure(5), "plan", key="daily@2026-01-01"), why="cancelled")
        lost = ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01+2")
        ledger.forfeit(lost, why="failed")
        with pytest.raises(PolicyError, match="paid for already"):
            ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01+3")
        ledger.assert_refund(lost, approvers=BOARD, why="the disk was never read")
        ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01+3")
        whole(ledger)


def test_it_binds_everything_below_and_nothing_beside(place: str) -> None:
    with opened(place) as ledger:
        ledger.allocate("clinic", {"ward": "0.3", "lab": "0.3"}, by="Ada")
        approved(ledger)
        ledger.open_account("registry", pure_terms(100), by="Ada")
        ledger.debit("registry", pure(7), "plan", key="anything")
        ledger.debit("clinic/ward", pure(5), "plan", key="daily@2026-01-01")
        with pytest.raises(PolicyError, match="paid for already"):
            ledger.debit("clinic/lab", pure(5), "plan", key="daily@2026-01-01#0123456789abcdef")
        with pytest.raises(PolicyError, match="not in the approved calendar"):
            ledger.debit("clinic/lab", pure(1), "plan", key="anything")
        # A second calendar below must be kept as well.
        approved(ledger, year({**DAILY, "price": [3, 0]}), "clinic/lab")
        with pytest.raises(PolicyError, match=r"dearer.*clinic/lab"):
            ledger.debit("clinic/lab", pure(4), "plan", key="daily@2026-01-02")
        with pytest.raises(PolicyError, match=r"not in the approved calendar.*clinic/lab"):
            ledger.debit("clinic/lab", pure(4), "plan", key="monthly@2026-01")
        ledger.debit("clinic/lab", pure(3), "plan", key="daily@2026-01-02")
        assert set(ledger.calendars("clinic/lab")) == {"clinic", "clinic/lab"}
        assert set(ledger.calendars("clinic/ward")) == {"clinic"}
        whole(ledger)


def test_another_process_that_remembers_the_account_is_refused_too(place: str) -> None:
    """The short way keeps what never changes about an account; a calendar does, and is looked up under the lock."""
    with opened(place) as ledger, Ledger.open(place) as other:
        for n in range(3):
            other.debit("clinic", pure(1), "plan", key=f"warm {n}")
        approved(ledger)
        with pytest.raises(PolicyError, match="not in the approved calendar"):
            other.debit("clinic", pure(1), "plan", key="warm 3")
        other.debit("clinic", pure(5), "plan", key="daily@2026-01-01")
        ledger.approve("clinic", None, approvers=BOARD, why="the plan was given up")
        other.debit("clinic", pure(1), "plan", key="warm 4")
        assert ledger.calendars("clinic") == {}
        whole(ledger)


def test_two_people_replace_it(place: str) -> None:
    with opened(place) as ledger:
        approved(ledger)
        with pytest.raises(PolicyError, match="two different people"):
            ledger.approve("clinic", year(DAILY), approvers=["Ada", "ada"], why="alone")
        ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01")
        approved(ledger, year({**DAILY, "price": [7, 0]}))
        ledger.debit("clinic", pure(7), "plan", key="daily@2026-01-02")
        with pytest.raises(PolicyError, match="paid for already"):  # a new plan pays for no release twice
            ledger.debit("clinic", pure(7), "plan", key="daily@2026-01-01+2")
        with pytest.raises(PolicyError, match="not in the approved calendar"):
            ledger.debit("clinic", pure(7), "plan", key="monthly@2026-01")
        whole(ledger)


def test_time_blocks_must_be_the_planned_ones(place: str) -> None:
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", pure_terms(10_000, per="1mo"), by="Ada")
        week = {"release": "weekly", "every": "1w", "price": [5, 0]}
        approved(ledger, year(DAILY, week))
        note = ledger.reserve("clinic", pure(1), "timestamp visited_at", key="time column", blocks=["2026-01"])
        ledger.release(note, why="says which column tells the periods")
        with pytest.raises(PolicyError, match="not in the approved calendar"):
            ledger.reserve("clinic", pure(2), "more than a note", key="time column ", blocks=["2026-01"])
        refused = ledger.calendar_refusal("clinic", pure(6), key="daily@2026-01-30", blocks=["2026-01"])
        assert refused is not None
        assert "dearer" in refused.what
        assert ledger.calendar_refusal("clinic", pure(5), key="daily@2026-01-30", blocks=["2026-01"]) is None
        with pytest.raises(PolicyError, match="other days"):
            ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-31", blocks=["2026-02"])
        with pytest.raises(PolicyError, match="other days"):
            ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-31", blocks=["2026-01", "2026-02"])
        ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-31", blocks=["2026-01"])
        ledger.debit("clinic", pure(5), "plan", key="weekly@2026-W05", blocks=["2026-01", "2026-02"])
        whole(ledger)


def test_a_calendar_that_cannot_be_paid_is_not_approved(place: str) -> None:
    with opened(place, cap=59 * 5 + 2 * 20 - 1) as ledger:
        with pytest.raises(PrivacyError, match="costs more than the account has"):
            approved(ledger)
        assert ledger.calendars("clinic") == {}
        approved(ledger, year(DAILY))
        whole(ledger)


def test_another_currency_is_refused(place: str) -> None:
    with opened(place) as ledger, pytest.raises(SpecError, match="the account pays in pure"):
        approved(ledger, year(coin="zcdp"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"version": 2},
        {"from": "2026-13-01"},
        {"from": "2027-01-01"},
        {"to": "9999-12-31"},
        {"releases": []},
        {"releases": [DAILY, DAILY]},
        {"releases": [{**DAILY, "price": [1.5, 0]}]},
        {"releases": [{**DAILY, "price": [True, 0]}]},
        {"releases": [{**DAILY, "price": [-1, 0]}]},
        {"releases": [{**DAILY, "price": [1]}]},
        {"releases": [{**DAILY, "every": "1h"}]},
        {"releases": [{**DAILY, "every": "2d"}]},
        {"releases": [{**DAILY, "release": ""}]},
        {"releases": [{"release": "daily"}]},
        {"surplus": 1},
    ],
    ids=str,
)
def test_a_record_that_is_none(wrong: dict[str, Any]) -> None:
    with pytest.raises(SpecError, match=r"cannot be read|not a calendar"):
        Approved({**year(), **wrong})


def test_hostile_names(place: str) -> None:
    names = ["a%", "a_", "it's", "病例@每日", "a#b", "a+b", "a"]
    releases = [{"release": name, "every": "1d", "price": [1, 0]} for name in names]
    with opened(place) as ledger:
        approved(ledger, year(*releases))
        for name in names:
            ledger.debit("clinic", pure(1), "plan", key=f"{name}@2026-01-01#0123456789abcdef")
        for name in names:
            with pytest.raises(PolicyError, match="paid for already"):
                ledger.debit("clinic", pure(1), "plan", key=f"{name}@2026-01-01+2#0123456789abcdef")
        with pytest.raises(PolicyError, match="not in the approved calendar"):
            ledger.debit("clinic", pure(1), "plan", key="ab@2026-01-01#0123456789abcdef")
        whole(ledger)


def _without_the_calendar(place: str, statement: str) -> None:
    with Ledger.open(place) as ledger, ledger._books.store.writing() as session:
        session.run(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM calendars",
        "UPDATE calendars SET digest = 'x'",
        "UPDATE calendars SET seq = seq + 1",
        "UPDATE calendars SET body = replace(body, '[5,0]', '[9,0]')",
    ],
)
def test_whoever_edits_the_table_is_found_out(place: str, statement: str) -> None:
    with opened(place) as ledger:
        approved(ledger)
    _without_the_calendar(place, statement)
    with Ledger.open(place) as ledger:
        damage = ledger.verify().damage
        assert damage is not None
        assert "approved calendars" in damage.words


@pytest.mark.parametrize(
    ("units", "key"), [(6, "daily@2026-01-02"), (1, "hourly@2026-01-02"), (5, "daily@2026-01-01+2")]
)
def test_a_program_that_does_not_ask_is_found_out(
    place: str, units: int, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(place) as ledger:
        approved(ledger)
        ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01")
        monkeypatch.setattr("epsilog.ledger.paying.refuse_unplanned", lambda *_: None)
        ledger.debit("clinic", pure(units), "plan", key=key)
        damage = ledger.verify().damage
        assert damage is not None
        assert "approved calendar" in damage.words


def test_a_backup_carries_it(place: str, places: Places, tmp_path: Path) -> None:
    with opened(place) as ledger:
        approved(ledger)
        ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01")
        ledger.backup(tmp_path / "backup")
    for target in (places.file(), places.server()):
        Ledger.restore(tmp_path / "backup", target, by="Ada")
        with Ledger.open(target) as ledger:
            ledger.resume(None, approvers=BOARD, why="the disk broke", nothing_spent_since=True)
            assert ledger.calendars("clinic")["clinic"] == year()
            with pytest.raises(PolicyError, match="not in the approved calendar"):
                ledger.debit("clinic", pure(1), "plan", key="anything")
            whole(ledger)


def test_a_stored_calendar_that_cannot_be_read_pays_nothing(place: str) -> None:
    with opened(place) as ledger:
        approved(ledger)
    _without_the_calendar(place, "UPDATE calendars SET body = '{}'")
    with Ledger.open(place) as ledger, pytest.raises(LedgerError, match="cannot be read"):
        ledger.debit("clinic", pure(5), "plan", key="daily@2026-01-01")


def test_a_zcdp_account_pays_in_rho(place: str) -> None:
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", Terms(Unit("patient_id"), Allowance.approximate(1, "1e-6")), by="Ada")
        rho = Pure("0.01").price().rho
        approved(ledger, year({**DAILY, "price": [rho, 0]}, coin="zcdp"))
        ledger.debit("clinic", Pure("0.01"), "plan", key="daily@2026-01-01")
        with pytest.raises(PolicyError, match="dearer"):
            ledger.debit("clinic", Pure("0.010001"), "plan", key="daily@2026-01-02")


def test_the_record_is_one_spelling() -> None:
    record = json.loads(json.dumps(year()))
    assert Approved(record).digest == Approved(dict(reversed(list(record.items())))).digest
    assert Approved(record).digest != Approved(year(name="other")).digest


@pytest.mark.parametrize("period", [None, "1mo"])
def test_delta_is_counted_too(place: str, period: str | None) -> None:
    """59 days at 1e-9 each; delta is kept once for all blocks."""
    each = 10**9
    with Ledger.open(place, create=True) as ledger:
        for name, events in (("roomy", "59e-9"), ("tight", "58e-9")):
            allowance = Allowance.approximate(5, "1e-6", for_events=events)
            ledger.open_account(name, Terms(Unit("patient_id", per=period), allowance), by="Ada")  # type: ignore[arg-type]
        charge = Approx("0.01", "1e-9")
        record = year({**DAILY, "price": [charge.price().rho, each]}, coin="zcdp")
        with pytest.raises(PrivacyError, match="costs more than the account has"):
            approved(ledger, record, "tight")
        left = ledger.remaining("tight", record)
        assert (left.part, left.needed, left.left, left.enough) == ("delta", 59 * each, 58 * each, False)
        assert ledger.remaining("roomy", record).enough
        approved(ledger, record, "roomy")
        blocks = ["2026-01"] if period else []
        ledger.debit("roomy", charge, "plan", key="daily@2026-01-01", blocks=blocks)
        left = ledger.remaining("roomy", record)
        assert (left.part, left.paid, left.enough) == ("main", 1, True)
        ledger.approve("roomy", None, approvers=BOARD, why="lifted")
        ledger.debit("roomy", charge, "plan", key="beside it", blocks=blocks)
        left = ledger.remaining("roomy", record)
        assert (left.part, left.needed, left.left, left.used) == ("delta", 58 * each, 57 * each, 2 * each)
        assert not left.enough
        assert "roomy (δ)" in remaining_words(left, "en")
        whole(ledger)
