"""From a request to a delivered result, on both databases."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Approx, Gaussian, Pure
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, LedgerError, PolicyError, PrivacyError, SpecError
from epsilog.ledger import Ledger, State, Terms

ONE = 10**12


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    with Ledger.open(place, create=True) as opened:
        opened.open_account("clinic", Terms(Unit("row"), Allowance.pure(1)), by="Ada")
        opened.allocate("clinic", {"a": "0.5", "b": "0.3"}, by="Ada")
        yield opened


def used(ledger: Ledger, name: str, block: str = "*") -> tuple[int, int]:
    balance = next(b for b in ledger.account(name).balances if b.block == block)
    return balance.held.main, balance.spent.main


def test_money_is_held_then_spent_on_all_above(ledger: Ledger) -> None:
    receipt = ledger.reserve("clinic/a", Pure("0.1"), "plan", key="k")
    assert receipt.state is State.RESERVED
    assert used(ledger, "clinic/a") == used(ledger, "clinic") == (ONE // 10, 0)
    ledger.start(receipt)
    assert used(ledger, "clinic/a") == used(ledger, "clinic") == (0, ONE // 10)
    assert used(ledger, "clinic/b") == (0, 0)
    assert ledger.verify().whole


def test_debit_is_reserve_and_start_in_one(ledger: Ledger) -> None:
    receipt = ledger.debit("clinic/a", Pure("0.1"), "plan", key="k")
    assert (receipt.state, receipt.repeated) == (State.STARTED, False)
    assert used(ledger, "clinic/a") == used(ledger, "clinic") == (0, ONE // 10)
    assert [line.kind for line in ledger.history("clinic/a")] == ["allocate", "debit"]


def test_the_cap_is_met_exactly_and_never_passed(ledger: Ledger) -> None:
    ledger.debit("clinic/b", Pure("0.2"), "plan", key="1")
    with pytest.raises(BudgetExceeded, match=r"clinic/b cannot pay: epsilon would reach 0.300000000001 of 0.3"):
        ledger.debit("clinic/b", Pure("0.100000000001"), "plan", key="2")
    ledger.debit("clinic/b", Pure("0.1"), "plan", key="3")
    with pytest.raises(BudgetExceeded):
        ledger.debit("clinic/b", Pure("0.000000000001"), "plan", key="4")
    assert used(ledger, "clinic/b") == (0, 3 * ONE // 10)
    assert ledger.account("clinic/b").balances[0].stopped == "the cap is reached"
    assert ledger.history("clinic/b")[-1].body["block"] == "*"
    ledger.debit("clinic/a", Pure("0.1"), "plan", key="5")  # the neighbour goes on
    assert ledger.verify().whole


def test_held_money_counts_against_the_cap_but_stops_nothing(ledger: Ledger) -> None:
    receipt = ledger.reserve("clinic/b", Pure("0.3"), "plan", key="1")
    with pytest.raises(BudgetExceeded):
        ledger.reserve("clinic/b", Pure("0.1"), "plan", key="2")
    assert ledger.account("clinic/b").balances[0].stopped is None
    ledger.release(receipt, why="cancelled")
    assert used(ledger, "clinic/b") == used(ledger, "clinic") == (0, 0)
    ledger.debit("clinic/b", Pure("0.1"), "plan", key="3")


def test_refund_only_before_data(ledger: Ledger) -> None:
    receipt = ledger.debit("clinic/a", Pure("0.1"), "plan", key="k")
    with pytest.raises(PrivacyError, match="STARTED, not RESERVED"):
        ledger.release(receipt, why="I changed my mind")
    ledger.commit(receipt, b"noisy")
    for verb in (ledger.release, ledger.forfeit):
        with pytest.raises(PrivacyError):
            verb(receipt, why="too late")
    assert used(ledger, "clinic/a") == (0, ONE // 10)


def test_one_key_one_request_one_answer(ledger: Ledger) -> None:
    first = ledger.debit("clinic/a", Pure("0.1"), "plan", key="k")
    again = ledger.debit("clinic/a", Pure("0.1"), "plan", key="k")
    assert (again.id, again.repeated) == (first.id, True)
    assert used(ledger, "clinic/a") == (0, ONE // 10)
    for account, charge, plan in (
        ("clinic/a", Pure("0.1"), "other"), ("clinic/a", Pure("0.2"), "plan"), ("clinic/b", Pure("0.1"), "plan"),
    ):  # fmt: skip
        with pytest.raises(SpecError, match="used for another request"):
            ledger.debit(account, charge, plan, key="k")
    found = ledger.find("clinic/b", "k")
    assert found is not None
    assert found.id == first.id
    assert ledger.find("clinic", "unknown") is None


def test_a_lost_key_is_not_drawn_again(ledger: Ledger) -> None:
    ledger.forfeit(ledger.debit("clinic/a", Pure("0.1"), "plan", key="lost"), why="no answer")
    ledger.release(ledger.reserve("clinic/a", Pure("0.1"), "plan", key="freed"), why="cancelled")
    for key in ("lost", "freed"):
        with pytest.raises(PrivacyError, match="new edition"):
            ledger.debit("clinic/a", Pure("0.1"), "plan", key=key)
    assert used(ledger, "clinic/a") == (0, ONE // 10)


def test_one_result_per_tick(ledger: Ledger) -> None:
    receipt = ledger.debit("clinic/a", Pure("0.1"), "plan", key="k")
    with pytest.raises(SpecError, match="nothing was committed"):
        ledger.deliver(receipt)
    for tick in range(3):
        ledger.commit(receipt, f"tick {tick}".encode(), tick=tick, last=tick == 2)
    assert ledger.commit(receipt, b"tick 1", tick=1) == ledger.commit(receipt, b"tick 1", tick=1)
    with pytest.raises(PrivacyError, match="fresh noise"):
        ledger.commit(receipt, b"other noise", tick=1)
    with pytest.raises(PrivacyError, match="COMMITTED, not STARTED"):
        ledger.commit(receipt, b"one more", tick=3)
    assert [ledger.deliver(receipt, tick=1) for _ in range(3)] == [b"tick 1"] * 3
    assert [line.kind for line in ledger.history()].count("deliver") == 1
    assert ledger.verify().whole


def test_failures_close_the_account_that_failed(ledger: Ledger) -> None:
    for n in range(3):
        ledger.forfeit(ledger.debit("clinic/a", Pure("0.01"), "plan", key=f"{n}"), why="no answer")
    with pytest.raises(PolicyError, match="3 releases failed after data was opened"):
        ledger.debit("clinic/a", Pure("0.01"), "plan", key="next")
    ledger.debit("clinic/b", Pure("0.01"), "plan", key="other")
    ledger.resume("clinic/a", approvers=["Ada", "Ben"], why="found the cause")
    ledger.debit("clinic/a", Pure("0.01"), "plan", key="next")
    assert ledger.account("clinic/a").failures == 0
    assert ledger.verify().whole


def test_a_divided_account_pays_nothing_itself(ledger: Ledger) -> None:
    with pytest.raises(PolicyError, match="is divided"):
        ledger.debit("clinic", Pure("0.01"), "plan", key="k")


def test_the_living_are_left_alone(ledger: Ledger) -> None:
    ledger.reserve("clinic/a", Pure("0.01"), "plan", key="mine")
    assert ledger.recover() == []


def test_bad_arguments_are_named_and_nothing_is_written(ledger: Ledger) -> None:
    before = len(ledger.history())
    receipt = ledger.debit("clinic/a", Pure("0.01"), "plan", key="k")
    for wrong in (
        lambda: ledger.debit("clinic/a", 0.5, "plan", key="x"),  # type: ignore[arg-type]
        lambda: ledger.debit("clinic/a", Pure(1), "plan", key=""),
        lambda: ledger.debit("clinic/a", Pure(1), "", key="x"),
        lambda: ledger.debit("nobody", Pure(1), "plan", key="x"),
        lambda: ledger.debit("clinic/a", Pure(1), "plan", key="x", blocks=["2026-01"]),
        lambda: ledger.commit(receipt, "text"),  # type: ignore[arg-type]
        lambda: ledger.commit(receipt, b"x", tick=-1),
        lambda: ledger.commit(receipt, b"x", tick=True),
        lambda: ledger.start("no such receipt"),
        lambda: ledger.start("'; DROP TABLE journal; --"),
    ):
        with pytest.raises(SpecError):
            wrong()
    assert len(ledger.history()) == before + 1


def test_a_price_beyond_every_number_is_refused_not_wrapped(ledger: Ledger) -> None:
    for n, epsilon in enumerate(("1e6", "9300000", "1e18")):
        with pytest.raises(BudgetExceeded):
            ledger.debit("clinic/a", Pure(epsilon), "plan", key=f"huge {n}")


@pytest.fixture
def monthly(place: str) -> Iterator[Ledger]:
    with Ledger.open(place, create=True) as opened:
        terms = Terms(Unit("patient_id", per="1mo"), Allowance.approximate(1, 1e-6, 5e-7))
        opened.open_account("clinic", terms, by="Ada")
        yield opened


def test_blocks_are_separate_and_delta_is_shared(monthly: Ledger) -> None:
    cap = monthly.account("clinic").cap
    most = Gaussian(10**12 // 2, 1)
    times = cap.main  # each costs one unit
    assert monthly.account("clinic").terms.cost_of(most).main == 1
    charge = most * times
    for n, block in enumerate(("2026-01", "2026-02")):
        monthly.debit("clinic", charge, "plan", key=f"{n}", blocks=[block])
        with pytest.raises(BudgetExceeded, match=f"clinic in {block} cannot pay"):
            monthly.debit("clinic", most, "plan", key=f"more {n}", blocks=["2026-03", block])
    assert used(monthly, "clinic", "2026-01") == (0, cap.main)
    half = Approx("1e-9", "3e-7")
    monthly.debit("clinic", half, "plan", key="d1", blocks=["2026-04"])
    with pytest.raises(BudgetExceeded, match="delta of events"):
        monthly.debit("clinic", half, "plan", key="d2", blocks=["2026-05"])
    assert monthly.verify().whole


def test_a_stream_pays_every_block_it_may_touch(monthly: Ledger) -> None:
    blocks = ["2026-01", "2026-02", "2026-03"]
    monthly.debit("clinic", Gaussian(1000, 1), "stream", key="s", blocks=blocks)
    assert [used(monthly, "clinic", block) for block in blocks] == [(0, ONE // 2000)] * 3
    with pytest.raises(SpecError, match="used for another request"):
        monthly.debit("clinic", Gaussian(1000, 1), "stream", key="s", blocks=blocks[:2])


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = dt.datetime(2026, 5, 1, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now


def test_a_clock_going_back_stops_everything(place: str) -> None:
    watch = Watch()
    with Ledger.open(place, create=True, clock=watch) as ledger:
        ledger.open_account("clinic", Terms(Unit("row"), Allowance.pure(1)), by="Ada")
        ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        watch.now -= dt.timedelta(seconds=4)
        ledger.debit("clinic", Pure("0.1"), "plan", key="2")  # a slewing clock is waited for
        assert ledger.history()[-1].at == ledger.history()[-2].at
        watch.now -= dt.timedelta(hours=1)
        with pytest.raises(LedgerError, match="the clock went back"):
            ledger.debit("clinic", Pure("0.1"), "plan", key="3")
        assert ledger.stopped == "the clock went back"
        assert ledger.history()[-1].body == {"account": None, "by": "the ledger", "why": "the clock went back"}
        watch.now += dt.timedelta(days=1)
        with pytest.raises(PolicyError, match="the whole ledger is stopped"):
            ledger.debit("clinic", Pure("0.1"), "plan", key="4")
        ledger.resume(None, approvers=["Ada", "Ben"], why="the clock is right again")
        ledger.debit("clinic", Pure("0.1"), "plan", key="4")
        assert ledger.verify().whole


def test_two_people_may_vouch_for_a_clock_after_one_that_ran_ahead(place: str) -> None:
    watch = Watch()
    with Ledger.open(place, create=True, clock=watch) as ledger:
        watch.now += dt.timedelta(days=36500)
        ledger.open_account("clinic", Terms(Unit("row"), Allowance.pure(1)), by="Ada")
        watch.now -= dt.timedelta(days=36500)
        with pytest.raises(LedgerError, match="the clock went back"):
            ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        ledger.resume(None, approvers=["Ada", "Ben"], why="it had run ahead")
        ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        assert ledger.verify().whole
