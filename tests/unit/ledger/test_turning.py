"""Turning an account: everything booked is priced anew, nothing that was learnt before books afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount
from epsilog.core.charge import Approx, BoundedRange, Charge, Gaussian, Laplace, Pure, Repeated
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, CurrencyMismatch, LedgerError, PolicyError, SpecError
from epsilog.ledger import Ledger, Terms
from epsilog.ledger.replay import Replay
from epsilog.ledger.replayed_release import Impossible
from ledger_pages import on_one_page
from ledger_places import Places

BOARD = ("Ada", "Grace")
PROMISE = Allowance.approximate(1, "1e-6", "5e-7")
EPSILON = 10**12


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """An account by months with two departments, on both databases."""
    with Ledger.open(place, create=True) as opened:
        opened.open_account("clinic", Terms(Unit("patient_id", per="1mo"), PROMISE), by="Ada")
        opened.allocate("clinic", {"a": "0.5", "b": "0.3"}, by="Ada")
        yield opened


def turn(ledger: Ledger, to: str, account: str = "clinic") -> None:
    ledger.turn(account, to, approvers=BOARD, why="so it was decided")  # type: ignore[arg-type]
    assert ledger.verify().whole


def booked(ledger: Ledger, account: str) -> dict[str, tuple[int, int]]:
    balances = ledger.account(account).balances
    return {one.block: (one.held.main, one.spent.main) for one in balances if one.held.main or one.spent.main}


def rho(*charges: Charge) -> int:
    return sum(charge.price().rho for charge in charges)


def test_the_promise_stays_and_everything_goes_on(ledger: Ledger) -> None:
    ledger.debit("clinic/a", Pure("0.1"), "plan", key="one", blocks=["2026-01"])
    turn(ledger, "pure")
    account = ledger.account("clinic/a")
    assert account.terms.allowance.promise == PROMISE.promise
    assert account.terms.allowance.is_turned
    assert "delta = 1e-6" in str(account)
    assert (account.cap.main, ledger.account("clinic").cap.main) == (EPSILON // 2, EPSILON)
    ledger.debit("clinic/a", Laplace(20, 4, 16), "plan", key="two", blocks=["2026-01"])
    assert booked(ledger, "clinic") == {"2026-01": (0, 3 * EPSILON // 10)}
    with pytest.raises(BudgetExceeded, match=r"epsilon would reach 0\.6 of 0\.5"):
        ledger.debit("clinic/a", Pure("0.3"), "plan", key="three", blocks=["2026-01"])
    with pytest.raises(CurrencyMismatch, match="counts in pure epsilon now"):
        ledger.debit("clinic/a", Gaussian(10**6, 1), "plan", key="three", blocks=["2026-02"])
    with pytest.raises(BudgetExceeded, match=r"clinic in 2026-01 holds more than the other currency allows"):
        turn(ledger, "rho")
    assert [line.kind for line in ledger.history("clinic")][-2:] == ["turn", "debit"]
    assert ledger.verify().whole


def test_holds_forfeits_blocks_and_children_are_priced_anew(ledger: Ledger) -> None:
    held, lost, done = Pure("0.05"), BoundedRange("0.04"), Laplace(50, 1, 1)
    ledger.reserve("clinic/a", held, "plan", key="held", blocks=["2026-01", "2026-02"])
    forfeited = ledger.debit("clinic/a", lost, "plan", key="lost", blocks=["2026-02"])
    ledger.forfeit(forfeited, why="the engine failed")
    given_back = ledger.reserve("clinic/b", Gaussian(100, 1), "plan", key="never", blocks=["2026-02"])
    ledger.release(given_back, why="not wanted")
    ledger.debit("clinic/b", done, "plan", key="done", blocks=["2026-02"])
    before = {name: booked(ledger, name) for name in ("clinic", "clinic/a", "clinic/b")}
    assert before["clinic"]["2026-02"] == (rho(held), rho(lost, done))
    turn(ledger, "pure")
    half, fourth, fiftieth = (EPSILON * part // 100 for part in (5, 4, 2))
    assert booked(ledger, "clinic/a") == {"2026-01": (half, 0), "2026-02": (half, fourth)}
    assert booked(ledger, "clinic/b") == {"2026-02": (0, fiftieth)}
    assert booked(ledger, "clinic") == {"2026-01": (half, 0), "2026-02": (half, fourth + fiftieth)}
    turn(ledger, "rho")
    assert {name: booked(ledger, name) for name in before} == before


def test_a_held_gaussian_closes_pure_epsilon_until_it_is_given_back(ledger: Ledger) -> None:
    ledger.debit("clinic/a", Pure("0.01"), "plan", key="one", blocks=["2026-01"])
    held = [
        ledger.reserve("clinic/b", Gaussian(10**5, 1), "plan", key=f"g{n}", blocks=["2026-02"]) for n in range(2)
    ]
    for number, receipt in enumerate(held):
        with pytest.raises(BudgetExceeded, match=f"that have no epsilon without a delta: {2 - number};"):
            ledger.turn("clinic", "pure", approvers=BOARD, why="no")
        ledger.release(receipt, why="not wanted")
    turn(ledger, "pure")


def test_a_threshold_on_unknown_keys_closes_pure_epsilon(ledger: Ledger) -> None:
    ledger.debit("clinic/a", Approx("0.01", "1e-9"), "plan", key="one", blocks=["2026-01"])
    with pytest.raises(BudgetExceeded, match="have no epsilon"):
        ledger.turn("clinic", "pure", approvers=BOARD, why="no")
    assert ledger.verify().whole


def test_no_threshold_is_paid_in_pure_epsilon(ledger: Ledger) -> None:
    turn(ledger, "pure")
    with pytest.raises(CurrencyMismatch, match="pure epsilon now"):
        ledger.debit("clinic/a", Approx("0.01", "1e-9"), "plan", key="two", blocks=["2026-01"])


def test_an_open_stream_is_priced_for_its_whole_horizon(ledger: Ledger) -> None:
    stream = ledger.debit("clinic/a", Repeated(Pure("0.01"), 30), "plan", key="live", blocks=["2026-01"])
    ledger.commit(stream, b"the opening record")
    ledger.tick(stream, 1, "1" * 64)
    turn(ledger, "pure")
    assert booked(ledger, "clinic") == {"2026-01": (0, 3 * EPSILON // 10)}
    ledger.tick(stream, 2, "2" * 64)
    with pytest.raises(BudgetExceeded):
        ledger.debit("clinic/a", Pure("0.21"), "plan", key="more", blocks=["2026-01"])


def test_what_is_freed_started_or_refunded_moves_in_the_new_currency(ledger: Ledger) -> None:
    held = [ledger.reserve("clinic/a", Pure("0.05"), "plan", key=f"{n}", blocks=["2026-01"]) for n in range(2)]
    lost = ledger.debit("clinic/a", Pure("0.03"), "plan", key="lost", blocks=["2026-01"])
    ledger.forfeit(lost, why="the engine failed")
    turn(ledger, "pure")
    ledger.start(held[0])
    ledger.release(held[1], why="not wanted")
    assert booked(ledger, "clinic") == {"2026-01": (0, 8 * EPSILON // 100)}
    ledger.assert_refund(lost, approvers=BOARD, why="nothing left")
    assert booked(ledger, "clinic/a") == {"2026-01": (0, 5 * EPSILON // 100)}
    turn(ledger, "rho")
    assert booked(ledger, "clinic/a") == {"2026-01": (0, rho(Pure("0.05")))}


def test_a_price_learnt_before_the_turn_never_books(place: str, ledger: Ledger) -> None:
    """Half an epsilon is 0.1225 of rho: booked at that price on a pure balance it would be paid for twice over."""
    ledger.open_account("ward", Terms(Unit("row"), Allowance.approximate(20, "1e-6")), by="Ada")
    with Ledger.open(place) as other:
        other.debit("ward", Pure("0.5"), "plan", key="learnt")
        assert other._books.tags
        turn(ledger, "pure", "ward")
        for number in range(3):
            other.debit("ward", Pure("0.5"), "plan", key=f"after {number}")
        assert booked(ledger, "ward") == {"*": (0, 2 * EPSILON)}
        assert other._books.lineages["ward"][-1]["coin"] == "pure"
        turn(ledger, "rho", "ward")
        other.debit("ward", Pure("0.5"), "plan", key="back")
        assert booked(ledger, "ward") == {"*": (0, rho(Pure("0.5")) * 5)}
        assert ledger.verify().whole


def test_bills_priced_before_and_after_a_turn_do_not_share_a_page(places: Places) -> None:
    place = places.server()
    with Ledger.open(place, create=True) as ledger, Ledger.open(place) as other:
        ledger.open_account("ward", Terms(Unit("row"), Allowance.approximate(20, "1e-6")), by="Ada")
        ledger.debit("ward", Pure("0.5"), "plan", key="learnt")
        stale = dict(ledger._books.tags)
        turn(other, "pure", "ward")
        ledger.debit("ward", Pure("0.25"), "plan", key="anew")
        ledger.debit("ward", Pure("0.25"), "plan", key="anew too")
        ledger._books.tags.update(stale)  # as a thread leaves it that was pricing while the account was turned
        answers = on_one_page(
            ledger,
            [
                lambda: ledger.debit("ward", Pure("0.5"), "plan", key="stale"),
                lambda: ledger.debit("ward", Pure("0.25"), "plan", key="fresh"),
            ],
        )
        assert not [one for one in answers if isinstance(one, BaseException)], answers
        assert booked(other, "ward") == {"*": (0, EPSILON * 175 // 100)}
        assert other.verify().whole


def test_a_release_planned_before_the_turn_is_refused(ledger: Ledger) -> None:
    turn(ledger, "pure")
    with pytest.raises(CurrencyMismatch, match="was turned to another currency"):
        ledger.reserve("clinic/a", Pure("0.1"), "plan", key="one", blocks=["2026-01"], coin="zcdp")
    ledger.reserve("clinic/a", Pure("0.1"), "plan", key="one", blocks=["2026-01"], coin="pure")


def test_each_account_and_each_block_must_fit(ledger: Ledger) -> None:
    ledger.debit("clinic/a", Pure("0.01"), "plan", key="small", blocks=["2026-01"])
    many = Laplace(50, 26, 26)  # 0.52 of epsilon, and 0.0052 of rho
    ledger.debit("clinic/a", many, "plan", key="many", blocks=["2026-02"])
    with pytest.raises(
        BudgetExceeded, match=r"in 2026-02 holds more than the other currency allows: epsilon would"
    ):
        ledger.try_turn("clinic", "pure")
    with pytest.raises(BudgetExceeded, match="nothing was turned"):
        ledger.turn("clinic", "pure", approvers=BOARD, why="no")
    assert ledger.account("clinic").terms.allowance == PROMISE
    assert ledger.verify().whole


def test_a_child_that_is_too_full_keeps_the_tree_where_it_is(ledger: Ledger) -> None:
    """The root would have room; the child's own part would not."""
    ledger.debit("clinic/b", Laplace(100, 40, 40), "plan", key="one", blocks=["2026-01"])
    with pytest.raises(BudgetExceeded, match=r"clinic/b in 2026-01 holds more .* 0\.4 of 0\.29"):
        ledger.turn("clinic", "pure", approvers=BOARD, why="no")


def test_two_people_turn_a_whole_tree(ledger: Ledger) -> None:
    with pytest.raises(PolicyError, match="two different people"):
        ledger.turn("clinic", "pure", approvers=["Ada", "ADA"], why="alone")
    with pytest.raises(SpecError, match="a whole tree is turned together") as refused:
        ledger.turn("clinic/a", "pure", approvers=BOARD, why="no")
    assert refused.value.hint == "turn its root: clinic"
    with pytest.raises(SpecError, match="counts in rho already"):
        ledger.turn("clinic", "rho", approvers=BOARD, why="no")
    with pytest.raises(SpecError, match="pure epsilon or to rho"):
        ledger.turn("clinic", "zcdp", approvers=BOARD, why="no")  # type: ignore[arg-type]
    ledger.stop(None, by="Lin", why="a doubt")
    with pytest.raises(PolicyError, match="whole ledger is stopped"):
        ledger.turn("clinic", "pure", approvers=BOARD, why="no")


@pytest.mark.parametrize("allowance", [Allowance.pure(1), Allowance.per_metre(1)])
def test_a_promise_without_a_delta_never_turns(places: Places, allowance: Allowance) -> None:
    with Ledger.open(places.file(), create=True) as ledger:
        ledger.open_account("strict", Terms(Unit("row"), allowance), by="Ada")
        with pytest.raises(SpecError, match="without a delta"):
            ledger.turn("strict", "rho", approvers=BOARD, why="no")
    with pytest.raises(SpecError, match="without a delta"):
        allowance.turned("zcdp")


def test_nothing_of_a_larger_allowance_is_smaller(ledger: Ledger) -> None:
    """With a larger delta rho grows although epsilon falls: what was spent in pure epsilon would be above it."""
    smaller = Allowance.approximate("0.9", "1e-4", "5e-7")
    assert smaller.cap > PROMISE.cap
    for _ in range(2):
        with pytest.raises(SpecError, match="none is less"):
            ledger.raise_cap("clinic", smaller, approvers=BOARD, why="no")
        turn(ledger, "pure")
        ledger.debit("clinic/a", Pure("0.1"), "plan", key=f"{_}", blocks=["2026-01"])
        if _ == 0:
            turn(ledger, "rho")
    with pytest.raises(SpecError, match="none is less"):  # epsilon grows, rho falls
        ledger.raise_cap("clinic", Allowance.approximate("1.01", "5.1e-7", "5e-7"), approvers=BOARD, why="no")
    with pytest.raises(SpecError, match="larger, in the same currency"):
        ledger.raise_cap("clinic", Allowance.pure(2), approvers=BOARD, why="no")
    larger = Allowance.approximate("1.5", "1e-6", "5e-7")
    ledger.raise_cap("clinic", larger, approvers=BOARD, why="more")
    account = ledger.account("clinic")
    assert (account.terms.allowance, account.cap.main) == (larger.turned("pure"), 15 * EPSILON // 10)
    assert ledger.verify().whole


def test_a_calendar_in_force_keeps_the_currency(places: Places) -> None:
    release = {"release": "daily", "every": "1d", "price": [5, 0]}
    year = {"version": 1, "name": "y", "from": "2026-01-01", "to": "2026-01-31", "releases": [release]}
    with Ledger.open(places.file(), create=True) as ledger:
        ledger.open_account("ward", Terms(Unit("row"), Allowance.approximate(1, "1e-6")), by="Ada")
        record: dict[str, Any] = {**year, "coin": "zcdp", "request": {}}
        ledger.approve("ward", record, approvers=BOARD, why="the year")
        with pytest.raises(PolicyError, match="approved calendar"):
            ledger.turn("ward", "pure", approvers=BOARD, why="no")
        ledger.approve("ward", None, approvers=BOARD, why="lifted")
        turn(ledger, "pure", "ward")
        with pytest.raises(SpecError, match="priced in zcdp") as refused:
            ledger.approve("ward", record, approvers=BOARD, why="the year")
        assert refused.value.hint == "turn the account first: epsilog ledger turn … --to rho"
        with pytest.raises(SpecError, match="priced in zcdp, the account counts in pure"):
            ledger.remaining("ward", record)
        ledger.approve("ward", {**record, "coin": "pure"}, approvers=BOARD, why="the year")
        assert ledger.verify().whole


def test_balances_that_were_edited_are_not_turned_into_sound_ones(places: Places) -> None:
    with Ledger.open(places.file(), create=True) as ledger:
        ledger.open_account("ward", Terms(Unit("row"), Allowance.approximate(1, "1e-6")), by="Ada")
        ledger.debit("ward", Pure("0.1"), "plan", key="one")
        with ledger._books.store.writing() as session:
            session.run("UPDATE balances SET spent_main = 1")
        with pytest.raises(LedgerError, match="not what its releases add up to"):
            ledger.turn("ward", "pure", approvers=BOARD, why="no")


def _story(places: Places) -> list[tuple[int, str, dict[str, Any]]]:
    with Ledger.open(places.file(), create=True) as ledger:
        ledger.open_account("ward", Terms(Unit("row"), Allowance.approximate(1, "1e-6")), by="Ada")
        ledger.allocate("ward", {"a": "0.5"}, by="Ada")
        ledger.debit("ward/a", Pure("0.1"), "plan", key="one")
        ledger.reserve("ward/a", Pure("0.02"), "plan", key="two")
        turn(ledger, "pure", "ward")
        ledger.debit("ward/a", Pure("0.1"), "plan", key="three")
        return [(line.seq, line.kind, json.loads(json.dumps(line.body))) for line in ledger.history()]


def _replayed(story: list[tuple[int, str, dict[str, Any]]]) -> Replay:
    replay = Replay()
    for seq, kind, body in story:
        replay.add(seq, kind, body)
    return replay


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ({"to": "zcdp"}, "not turned to the other currency"),
        ({"cap": [10**12 - 1, 0]}, "not the same part"),
        ({"caps": {"ward/a": [6 * 10**11, 0]}}, "not the same part"),
        ({"booked": []}, "not the price of what was booked"),
        ({"approvers": ["Ada", "ADA"]}, "two people did not agree"),
        ({"account": "ward/a"}, "without its root"),
        ({"terms": Allowance.approximate(2, "1e-6").turned("pure")}, "of the same promise"),
        ({"terms": Allowance.pure(1)}, "of the same promise"),
    ],
)
def test_a_forged_turn_cannot_follow(places: Places, what: dict[str, Any], words: str) -> None:
    story = _story(places)
    assert _replayed(story).accounts[3]["coin"] == "pure"
    at = next(number for number, (_, kind, _) in enumerate(story) if kind == "turn")
    seq, kind, body = story[at]
    if isinstance(what.get("terms"), Allowance):
        what = {"terms": {**body["terms"], "allowance": what["terms"].to_dict()}}
    story[at] = (seq, kind, {**body, **what})
    with pytest.raises(Impossible, match=words):
        _replayed(story)


def test_a_turn_that_does_not_fit_cannot_follow(places: Places) -> None:
    story = _story(places)
    at = next(number for number, (_, kind, _) in enumerate(story) if kind == "turn")
    charge = Laplace(50, 30, 30)  # 0.6 of epsilon, above the child's half; 0.006 of rho
    for number, (seq, kind, body) in enumerate(story[:at]):
        if body.get("key") == "one":
            cost = charge.price().rho
            postings = [[account, "*", "pay", cost, 0] for account in (2, 3)]
            story[number] = (seq, kind, {**body, "charge": charge.to_dict(), "postings": postings})
    with pytest.raises(Impossible, match="leaves its walls"):
        _replayed(story)


def test_a_raise_to_a_smaller_epsilon_cannot_follow_a_turn(places: Places) -> None:
    with Ledger.open(places.file(), create=True) as ledger:
        ledger.open_account("ward", Terms(Unit("row"), Allowance.approximate(1, "1e-6")), by="Ada")
        turn(ledger, "pure", "ward")
        turn(ledger, "rho", "ward")
        terms = ledger.account("ward").terms
        story = [(line.seq, line.kind, line.body) for line in ledger.history()]
    less = replace(terms, allowance=Allowance.approximate("0.9", "1e-4"))
    body = {"account": "ward", "terms": less.to_dict(), "cap": [less.cap.main, less.cap.delta], "approvers": BOARD}
    with pytest.raises(Impossible, match="less in the other currency"):
        _replayed([*story, (len(story) + 1, "raise", body)])
    never = [story[0], story[1]]  # books of version 4 may hold such a raise, and nothing was ever pure there
    assert _replayed([*never, (3, "raise", body)]).accounts[2]["cap_main"] == less.cap.main


def test_the_record_of_a_turned_promise_is_its_own() -> None:
    turned = PROMISE.turned("pure")
    assert turned.to_dict()["version"] == 2
    assert Allowance.from_dict(turned.to_dict()) == turned
    assert turned.turned("zcdp") == PROMISE
    assert (turned.cap, turned.cap_delta) == (EPSILON, PROMISE.cap_delta)
    for allowance in (PROMISE, Allowance.pure(1), Allowance.per_metre(1)):
        assert allowance.to_dict()["version"] == 1
    with pytest.raises(LedgerError):
        Allowance.from_dict({**turned.to_dict(), "version": 1})
    with pytest.raises(LedgerError):
        Allowance.from_dict({**PROMISE.to_dict(), "version": 2})


def test_opened_on_either_leg(place: str) -> None:
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("ward", Terms(Unit("row"), PROMISE.turned("pure")), by="Ada")
        assert ledger.account("ward").cap == Amount(EPSILON, PROMISE.cap_delta)
        ledger.debit("ward", Pure("0.01"), "plan", key="one")
        turn(ledger, "rho", "ward")
        ledger.debit("ward", Gaussian(100, 1), "plan", key="two")
        assert ledger.verify().whole


def test_a_backup_of_turned_books_is_restored(places: Places, tmp_path: Path) -> None:
    source, target = places.file(), places.file()
    with Ledger.open(source, create=True) as ledger:
        ledger.open_account("ward", Terms(Unit("row"), PROMISE), by="Ada")
        ledger.debit("ward", Pure("0.01"), "plan", key="one")
        turn(ledger, "pure", "ward")
        ledger.backup(tmp_path / "backup")
    Ledger.restore(tmp_path / "backup", target, by="Ada")
    with Ledger.open(target) as ledger:
        assert ledger.verify().whole
        assert booked(ledger, "ward") == {"*": (0, EPSILON // 100)}
        assert ledger.account("ward").terms.allowance.promise.delta == Fraction(1, 10**6)
