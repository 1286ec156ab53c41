"""Many processes at once: the cap is spent to the last unit and not one unit further."""

from __future__ import annotations

import random
from functools import partial

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Approx
from epsilog.core.unit import Unit
from epsilog.errors import BudgetExceeded, SpecError
from epsilog.ledger import Ledger, State, Terms
from ledger_processes import Send, together
from ledger_scenes import nothing_above_a_cap, opened, pure, pure_terms, used, whole


def _debits(place: str, asks: list[tuple[str, str, int]], send: Send) -> None:
    with Ledger.open(place) as ledger:
        for account, key, cost in asks:
            try:
                ledger.debit(account, pure(cost), "plan", key=key)
                send(("paid", account, cost))
            except BudgetExceeded as refused:
                send(("refused", account, cost, str(refused)))


@pytest.mark.parametrize("writers", [6, pytest.param(16, marks=pytest.mark.nightly)])
def test_writers_race_to_the_exact_cap(place: str, writers: int) -> None:
    each = 12
    fit = writers * each // 2
    opened(place, cap=7 * fit).close()
    sent = together(
        [
            partial(_debits, place, [("clinic", f"{writer} {n}", 7) for n in range(each)])
            for writer in range(writers)
        ]
    )
    answers = [message for messages in sent for message in messages]
    assert sum(answer[0] == "paid" for answer in answers) == fit
    refusals = [answer for answer in answers if answer[0] == "refused"]
    assert len(refusals) == writers * each - fit
    for refusal in refusals:
        assert "clinic cannot pay: epsilon would reach" in refusal[3]
        assert "nothing was spent" in refusal[3]
        assert "hint" in refusal[3]
    with Ledger.open(place) as ledger:
        assert used(ledger) == (0, 7 * fit)
        whole(ledger)


def test_uneven_prices_never_leave_room_for_a_refused_one(place: str) -> None:
    rng = random.Random(20261115)
    ledger = opened(place, cap=1000, name="root")
    ledger.allocate("root", {"a": "0.4", "b": "0.35"}, by="Ada")
    ledger.close()
    asks = [
        [(rng.choice(["root/a", "root/b"]), f"{writer} {n}", rng.randint(1, 97)) for n in range(15)]
        for writer in range(5)
    ]
    sent = together([partial(_debits, place, wanted) for wanted in asks])
    with Ledger.open(place) as ledger:
        total = 0
        for name, cap in (("root/a", 400), ("root/b", 350)):
            answers = [m for messages in sent for m in messages if m[1] == name]
            paid = sum(m[2] for m in answers if m[0] == "paid")
            assert used(ledger, name) == (0, paid)
            assert paid <= cap
            refused = [m[2] for m in answers if m[0] == "refused"]
            assert refused, "the race must reach the cap to show anything"
            # Spending only grows, so whatever was refused once does not fit at the end either.
            assert cap - paid < min(refused)
            total += paid
        assert used(ledger, "root") == (0, total)
        nothing_above_a_cap(ledger)
        whole(ledger)


def test_blocks_fill_one_by_one_and_delta_over_all(place: str) -> None:
    terms = Terms(Unit("patient_id", per="1mo"), Allowance.approximate(1, "1e-6", for_events="3e-7"), failures=9)
    charge = Approx("0.01", "1e-7")
    cost = terms.cost_of(charge)
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", terms, by="Ada")
    months = ["2026-01", "2026-02", "2026-03"]

    def work(month: str, send: Send) -> None:
        with Ledger.open(place) as ledger:
            for n in range(2):
                try:
                    ledger.debit("clinic", charge, "plan", key=f"{month} {n}", blocks=[month])
                    send(("paid", month))
                except BudgetExceeded as refused:
                    send(("refused", str(refused)))

    answers = [m for messages in together([partial(work, month) for month in months]) for m in messages]
    paid = [m for m in answers if m[0] == "paid"]
    assert len(paid) == 3, "three deltas of 1e-7 fit into 3e-7, whichever the months"
    assert all("delta of events would reach" in m[1] for m in answers if m[0] == "refused")
    with Ledger.open(place) as ledger:
        for month in months:
            assert used(ledger, block=month) == (0, cost.main * sum(m[1] == month for m in paid))
        whole(ledger)


def test_one_key_from_eight_processes_is_one_debit(place: str) -> None:
    opened(place, cap=100).close()

    def work(send: Send) -> None:
        with Ledger.open(place) as ledger:
            receipt = ledger.debit("clinic", pure(40), "the plan", key="visits 2026-02")
            send((receipt.id, receipt.repeated))

    sent = [message for messages in together([work] * 8) for message in messages]
    assert len({receipt for receipt, _ in sent}) == 1
    assert sorted(repeated for _, repeated in sent) == [False] + [True] * 7
    with Ledger.open(place) as ledger:
        assert used(ledger) == (0, 40)
        with pytest.raises(SpecError, match="key was used for another request"):
            ledger.debit("clinic", pure(40), "another plan", key="visits 2026-02")
        with pytest.raises(SpecError, match="key was used for another request"):
            ledger.debit("clinic", pure(41), "the plan", key="visits 2026-02")
        assert used(ledger) == (0, 40)
        whole(ledger)


def test_one_result_from_eight_processes_that_drew_different_noise(place: str) -> None:
    ledger = opened(place)
    receipt = ledger.debit("clinic", pure(1), "plan", key="k").id
    ledger.close()

    def work(number: int, send: Send) -> None:
        with Ledger.open(place) as ledger:
            try:
                ledger.commit(receipt, b"noisy %d" % number)
                send(("stored", number))
            except Exception as error:
                send((type(error).__name__, str(error)))
            send(("got", ledger.deliver(receipt)))

    sent = [m for messages in together([partial(work, n) for n in range(8)]) for m in messages]
    (winner,) = [m[1] for m in sent if m[0] == "stored"]
    assert {m[1] for m in sent if m[0] == "got"} == {b"noisy %d" % winner}
    assert sum(m[0] == "PrivacyError" for m in sent) == 7
    with Ledger.open(place) as ledger:
        found = ledger.find("clinic", "k")
        assert found is not None
        assert found.state is State.DELIVERED
        assert [line.kind for line in ledger.history()].count("deliver") == 1
        whole(ledger)


def test_two_creators_make_one_ledger(place: str) -> None:
    def work(number: int, send: Send) -> None:
        with Ledger.open(place, create=True) as ledger:
            send(("is", ledger.identity))
            ledger.open_account(f"clinic-{number}", pure_terms(5), by="Ada")

    sent = together([partial(work, n) for n in range(4)])
    assert len({m[1] for messages in sent for m in messages}) == 1
    with Ledger.open(place) as ledger:
        assert len(ledger.accounts()) == 4
        whole(ledger)


def test_two_services_on_one_place_take_turns(place: str) -> None:
    """Two open ledgers, as of two services, each sees at once what the other wrote."""
    opened(place, cap=10).close()
    with Ledger.open(place) as one, Ledger.open(place) as two:
        for n in range(10):
            (one, two)[n % 2].debit("clinic", pure(1), "plan", key=f"k{n}")
            assert used(one) == used(two) == (0, n + 1)
        for service in (one, two):
            with pytest.raises(BudgetExceeded):
                service.debit("clinic", pure(1), "plan", key="one more")
        two.stop("clinic", by="Grace", why="a doubt")
        assert one.account("clinic").stopped == "a doubt"
        whole(one)
