"""Opening, dividing, stopping, changing: each act an entry that says who agreed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Amount
from epsilog.core.charge import Gaussian, Pure
from epsilog.core.unit import Unit
from epsilog.errors import LedgerError, PolicyError, PrivacyError, SpecError
from epsilog.ledger import Ledger, State, Terms

BOARD = ["Ada", "Ben"]


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    with Ledger.open(place, create=True) as opened:
        opened.open_account("clinic", Terms(Unit("row"), Allowance.pure(1)), by="Ada")
        yield opened


def cap(ledger: Ledger, name: str) -> Fraction:
    return Fraction(ledger.account(name).cap.main, 10**12)


def test_rules_divide_and_keep_a_reserve(ledger: Ledger) -> None:
    ledger.allocate("clinic", {"a": 3, "b": 1}, rule="proportional", reserve="0.2", by="Ada")
    assert (cap(ledger, "clinic/a"), cap(ledger, "clinic/b")) == (Fraction(6, 10), Fraction(2, 10))
    ledger.allocate("clinic/a", {"x": "1/3", "y": "1/3"}, by="Ada")
    assert cap(ledger, "clinic/a/x") == Fraction(2, 10)
    assert [a.divided for a in ledger.accounts()] == [True, True, False, False, False]
    with pytest.raises(PrivacyError, match="more is given away"):
        ledger.allocate("clinic/a", {"z": "0.34"}, by="Ada")
    with pytest.raises(PrivacyError, match="more is given away"):
        ledger.allocate("clinic", {"z": "0.1"}, reserve="0.2", by="Ada")
    assert ledger.verify().whole


def test_shares_are_rounded_down(ledger: Ledger) -> None:
    ledger.allocate("clinic", dict.fromkeys("abcdefg", 1), rule="proportional", by="Ada")
    caps = [ledger.account(f"clinic/{c}").cap.main for c in "abcdefg"]
    assert caps == [10**12 // 7] * 7
    assert sum(caps) <= 10**12


@pytest.mark.parametrize(
    ("shares", "rule"),
    [({}, "base"), ({"a/b": 1}, "base"), ({"a": 0}, "base"), ({"a": -1}, "base"), ({"a": float("nan")}, "base"),
     ({"a": "1e-13"}, "base"), ({"a": 1}, "all"), ({"a": True}, "base")],
)  # fmt: skip
def test_shares_that_mean_nothing_are_refused(ledger: Ledger, shares: dict[str, object], rule: str) -> None:
    with pytest.raises(SpecError):
        ledger.allocate("clinic", shares, rule=rule, by="Ada")  # type: ignore[arg-type]
    assert len(ledger.accounts()) == 1


def test_no_second_budget_on_the_same_people(ledger: Ledger) -> None:
    terms = Terms(Unit("row"), Allowance.pure(1))
    ledger.open_account("under_score", terms, by="Ada")
    for name in ("clinic", "Clinic", "ＣＬＩＮＩＣ", "clinic/2026", "CLINIC/2026"):
        with pytest.raises(SpecError, match="in the way"):
            ledger.open_account(name, terms, by="Eve")
    ledger.open_account("year/2026", terms, by="Ada")
    with pytest.raises(SpecError, match="in the way"):
        ledger.open_account("year", terms, by="Eve")
    ledger.open_account("underXscore", terms, by="Ada")  # an underscore is no wildcard
    ledger.open_account("year/2027", terms, by="Ada")
    assert ledger.verify().whole


def test_a_stop_reaches_everything_below_and_two_people_lift_it(ledger: Ledger) -> None:
    ledger.allocate("clinic", {"a": "0.5"}, by="Ada")
    receipt = ledger.reserve("clinic/a", Pure("0.1"), "plan", key="1")
    ledger.stop("clinic", by="Cyn", why="a doubt")
    for act in (lambda: ledger.debit("clinic/a", Pure("0.1"), "plan", key="2"), lambda: ledger.start(receipt)):
        with pytest.raises(PolicyError, match="clinic is stopped: a doubt"):
            act()
    for approvers in ([], ["Ada"], ["Ada", "Ada"], ["Ada", "ada"], ["Ada", "Ａda"], ["Ada B", "Ada  B"]):
        with pytest.raises(PolicyError, match="two different people"):
            ledger.resume("clinic", approvers=approvers, why="fine")
    with pytest.raises(SpecError):
        ledger.resume("clinic", approvers="Ada", why="fine")
    ledger.resume("clinic", approvers=BOARD, why="fine")
    ledger.start(receipt)
    assert ledger.history()[-2].body["approvers"] == BOARD
    assert ledger.verify().whole


def test_the_whole_ledger_stops_and_says_so_after_reopening(place: str) -> None:
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", Terms(Unit("row"), Allowance.pure(1)), by="Ada")
        with pytest.raises(SpecError, match="not stopped"):
            ledger.resume(None, approvers=BOARD, why="nothing to do")
        ledger.stop(None, by="Ada", why="inventory")
    with Ledger.open(place) as ledger:
        assert ledger.stopped == "inventory"
        with pytest.raises(PolicyError, match="the whole ledger is stopped: inventory"):
            ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        with pytest.raises(PolicyError, match="two different people"):
            ledger.resume(None, approvers=["Ada"], why="done")
        ledger.resume(None, approvers=BOARD, why="done")
        ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        assert ledger.verify().whole


def test_damage_stops_everything_and_stays_until_it_is_gone(ledger: Ledger) -> None:
    ledger.debit("clinic", Pure("0.1"), "plan", key="1")
    store = ledger._books.store
    with store.writing() as session:
        session.run("UPDATE balances SET spent_main = spent_main - 1")
    verdict = ledger.verify()
    assert verdict.damage is not None
    assert (verdict.damage.kind, ledger.stopped) == ("totals", f"damage at entry {verdict.damage.seq}: totals")
    with pytest.raises(PolicyError, match="the whole ledger is stopped"):
        ledger.debit("clinic", Pure("0.1"), "plan", key="2")
    with pytest.raises(LedgerError, match="the damage is still there"):
        ledger.resume(None, approvers=BOARD, why="never mind")
    with store.writing() as session:
        session.run("UPDATE balances SET spent_main = spent_main + 1")
    ledger.resume(None, approvers=BOARD, why="put right from the journal")
    ledger.debit("clinic", Pure("0.1"), "plan", key="2")


def test_an_unknown_kind_of_entry_stops_everything(place: str) -> None:
    with Ledger.open(place, create=True) as ledger, ledger._books.store.writing() as session:
        session.run(
            "DROP TRIGGER journal_no_update" if session.is_file else "DROP TRIGGER journal_only_grows ON journal"
        )
        session.run("UPDATE journal SET kind = 'gift'")
    with Ledger.open(place) as ledger:
        assert ledger.stopped is not None
        assert "unknown kind" in ledger.stopped
        with pytest.raises(LedgerError, match="unknown kind"):
            ledger.history()
        verdict = ledger.verify()
        assert verdict.damage is not None
        assert verdict.damage.seq == 1


def test_a_raised_cap_is_a_weaker_promise_for_all_below(ledger: Ledger) -> None:
    ledger.allocate("clinic", {"a": "0.5"}, by="Ada")
    for worse in (Allowance.pure("0.5"), Allowance.pure(1), Allowance.approximate(3, 1e-6)):
        with pytest.raises(SpecError, match="larger, in the same currency"):
            ledger.raise_cap("clinic", worse, approvers=BOARD, why="no")
    with pytest.raises(SpecError, match="only a root"):
        ledger.raise_cap("clinic/a", Allowance.pure(2), approvers=BOARD, why="no")
    with pytest.raises(PolicyError):
        ledger.raise_cap("clinic", Allowance.pure(2), approvers=["Ada"], why="alone")
    ledger.raise_cap("clinic", Allowance.pure(2), approvers=BOARD, why="the board of May")
    assert {a.terms.allowance.promise.epsilon for a in ledger.accounts()} == {Fraction(2)}
    assert (cap(ledger, "clinic"), cap(ledger, "clinic/a")) == (2, Fraction(1, 2))
    assert ledger.verify().whole


def test_a_raised_cap_opens_what_was_used_up(ledger: Ledger) -> None:
    ledger.debit("clinic", Pure(1), "plan", key="all")
    assert ledger.account("clinic").balances[0].stopped
    ledger.raise_cap("clinic", Allowance.pure("1.5"), approvers=BOARD, why="more")
    ledger.debit("clinic", Pure("0.5"), "plan", key="rest")
    assert ledger.account("clinic").balances[0].spent == Amount(15 * 10**11, 0)
    assert ledger.verify().whole


def test_the_reserve_moves_both_ways_within_its_walls(ledger: Ledger) -> None:
    ledger.allocate("clinic", {"a": "0.5", "b": "0.3"}, by="Ada")
    ledger.move_reserve("clinic/b", "0.2", approvers=BOARD, why="flu season")
    assert cap(ledger, "clinic/b") == Fraction(1, 2)
    with pytest.raises(PrivacyError, match="the reserve above is too small"):
        ledger.move_reserve("clinic/b", "0.000000000001", approvers=BOARD, why="more")
    ledger.debit("clinic/b", Pure("0.4"), "plan", key="1")
    with pytest.raises(PrivacyError, match="used or given away"):
        ledger.move_reserve("clinic/b", "-0.2", approvers=BOARD, why="back")
    ledger.move_reserve("clinic/b", "-0.1", approvers=BOARD, why="back")
    assert cap(ledger, "clinic/b") == Fraction(4, 10)
    for share in (0, 1, "nan", "1e-13"):
        with pytest.raises(SpecError):
            ledger.move_reserve("clinic/b", share, approvers=BOARD, why="nothing")
    with pytest.raises(SpecError, match="nothing above"):
        ledger.move_reserve("clinic", "0.1", approvers=BOARD, why="out of thin air")
    assert ledger.verify().whole


def test_an_asserted_refund_names_two_and_only_helps_the_forfeited(ledger: Ledger) -> None:
    lost = ledger.debit("clinic", Pure("0.1"), "plan", key="1")
    with pytest.raises(PrivacyError, match="only a forfeited"):
        ledger.assert_refund(lost, approvers=BOARD, why="x")
    ledger.forfeit(lost, why="no answer")
    with pytest.raises(PolicyError):
        ledger.assert_refund(lost, approvers=["Ada"], why="x")
    for requester in (BOARD[0], f" {BOARD[1].upper()}  "):
        with pytest.raises(PolicyError, match="whoever asked"):
            ledger.assert_refund(lost, approvers=BOARD, why="x", requester=requester)
    with pytest.raises(PrivacyError, match=r"."):
        ledger.release(lost, why="I never saw it")  # what was started has no other way back
    ledger.assert_refund(lost, approvers=BOARD, why="the cable was out", requester="Kay")
    assert ledger.history()[-1].body["requester"] == "Kay"
    found = ledger.find("clinic", "1")
    assert found is not None
    assert found.state is State.RELEASED
    assert ledger.account("clinic").balances[0].spent == Amount(0, 0)
    part = ledger.debit("clinic", Pure("0.1"), "plan", key="2")
    ledger.commit(part, b"a tick", tick=0, last=False)
    ledger.forfeit(part, why="the stream broke")
    with pytest.raises(PrivacyError, match="something may have left"):
        ledger.assert_refund(part, approvers=BOARD, why="x")
    assert ledger.verify().whole


def test_balances_show_shares_promises_and_plain_sums(place: str) -> None:
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", Terms(Unit("row"), Allowance.approximate(1, 1e-6)), by="Ada")
        ledger.allocate("clinic", {"a": "0.5"}, by="Ada")
        for n in range(3):
            ledger.debit("clinic/a", Pure("0.01"), "plan", key=f"{n}")
        root, child = ledger.accounts()
        assert (
            (root.simple_epsilon, root.releases) == (child.simple_epsilon, child.releases) == (Fraction(3, 100), 3)
        )
        assert child.share == pytest.approx(2 * root.share)
        ledger.debit("clinic/a", Gaussian(10**6, 1), "plan", key="g")
        assert ledger.account("clinic").simple_epsilon is None  # a Gaussian has no epsilon of its own
        assert not hasattr(root, "epsilon_spent")
        assert [line.kind for line in ledger.history("clinic", last=2)] == ["debit", "debit"]
        with pytest.raises(SpecError, match="no account"):
            ledger.account("nobody")
