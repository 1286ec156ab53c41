"""Threads that share a page: everybody gets the answer it would have got alone, and nobody pays twice."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from epsilog.core.charge import Pure
from epsilog.errors import BudgetExceeded, LedgerError, PolicyError, SpecError
from epsilog.ledger import Ledger, Receipt, pay_batch, pay_fast, pay_postgres, schema
from epsilog.ledger.anchor import Anchors
from epsilog.ledger.store import AnswerLost, Store
from ledger_pages import Sizes, on_one_page, pen_held_back
from ledger_places import Places
from ledger_processes import Child, Send
from ledger_scenes import opened, pure, pure_terms, used, whole


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the pages that were tried."""
    found = Sizes()
    monkeypatch.setattr(pay_postgres, "write", found.write)
    return found.seen


def _ready(place: str, cap: int = 1000) -> Ledger:
    ledger = opened(place, cap=cap)
    ledger.debit("clinic", pure(1), "plan", key="first")  # from here on the account is known
    return ledger


def test_eight_requests_are_one_page_and_eight_receipts(places: Places, sizes: list[int]) -> None:
    with _ready(places.server()) as ledger:
        sizes.clear()
        acts = [partial(ledger.debit, "clinic", pure(n + 1), f"plan {n}", key=f"key {n}") for n in range(8)]
        receipts = on_one_page(ledger, acts)
        assert sizes == [8]
        for n, receipt in enumerate(receipts):
            assert isinstance(receipt, Receipt), receipt
            assert (receipt.key, receipt.request, receipt.charge) == (f"key {n}", f"plan {n}", pure(n + 1))
            assert not receipt.repeated
            found = ledger.find("clinic", f"key {n}")
            assert found is not None
            assert found.id == receipt.id
        assert len({receipt.id for receipt in receipts}) == 8
        assert used(ledger) == (0, 1 + 36)
        assert len({line.at for line in ledger.history(last=8)}) == 1
        whole(ledger)


def test_more_than_a_page_holds_take_several_pages_and_nobody_is_forgotten(
    places: Places, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pay_postgres, "MOST", 3)
    monkeypatch.setattr(pay_batch, "_PATIENCE", 3600.0)  # whoever is not rung for waits until the test is given up
    with _ready(places.server()) as ledger:
        sizes.clear()
        acts = [partial(ledger.debit, "clinic", pure(1), "plan", key=f"{n}") for n in range(11)]
        assert {type(answer) for answer in on_one_page(ledger, acts)} == {Receipt}
        assert (max(sizes), sum(sizes)) == (3, 11)
        assert used(ledger) == (0, 12)
        whole(ledger)


def test_what_is_held_and_what_is_spent_may_share_a_page(places: Places, sizes: list[int]) -> None:
    with _ready(places.server()) as ledger:
        acts = [
            partial(ledger.debit if n % 2 else ledger.reserve, "clinic", pure(10**n), "plan", key=f"{n}")
            for n in range(2)
        ]
        sizes.clear()
        on_one_page(ledger, acts)
        assert sizes == [2]
        assert used(ledger) == (1, 11)
        whole(ledger)


@pytest.mark.parametrize(("cap", "paid"), [(9, 8), (8, 7), (7, 6), (1 + 3, 3)])
def test_the_cap_is_reached_exactly_within_a_shared_page(
    places: Places, sizes: list[int], cap: int, paid: int
) -> None:
    """One was spent before. Of eight, as many are paid as fit, to the last unit; everybody else is refused."""
    with _ready(places.server(), cap=cap) as ledger:
        sizes.clear()
        answers = on_one_page(
            ledger, [partial(ledger.debit, "clinic", pure(1), "plan", key=f"{n}") for n in range(8)]
        )
        assert sizes[0] == 8
        kinds = Counter(type(answer) for answer in answers)
        refused = kinds[BudgetExceeded] + kinds[PolicyError]  # the cap is reached, and so the block is stopped
        assert (kinds[Receipt], refused) == (paid, 8 - paid), answers
        assert used(ledger) == (0, cap)
        (balance,) = ledger.account("clinic").balances
        assert balance.stopped == "the cap is reached"
        whole(ledger)


def test_one_unusual_request_does_not_touch_its_neighbours(places: Places, sizes: list[int]) -> None:
    with _ready(places.server(), cap=1000) as ledger:
        ledger.open_account("school", pure_terms(100), by="Ada")
        ledger.allocate("school", {"a": "0.5", "b": "0.5"}, by="Ada")
        ledger.debit("school/a", pure(1), "plan", key="known")
        ledger.stop("school/b", by="Ada", why="a doubt")
        sizes.clear()
        answers = on_one_page(
            ledger,
            [
                partial(ledger.debit, "clinic", pure(1), "plan", key="fine"),
                partial(ledger.debit, "clinic", pure(5000), "plan", key="too dear"),
                partial(ledger.debit, "school/a", pure(1), "plan", key="known"),
                partial(ledger.debit, "school/a", pure(2), "plan", key="also fine"),
                partial(ledger.debit, "school/b", pure(1), "plan", key="stopped"),
                partial(ledger.debit, "school", pure(1), "plan", key="divided"),
                partial(ledger.debit, "school/a", pure(3), "another plan", key="first"),
            ],
        )
        assert sizes[0] == 7
        assert [type(answer) for answer in answers] == [
            Receipt, BudgetExceeded, Receipt, Receipt, PolicyError, PolicyError, Receipt,
        ]  # fmt: skip
        assert "a doubt" in str(answers[4])
        assert "divided" in str(answers[5])
        assert [answer.repeated for answer in answers if isinstance(answer, Receipt)] == [False, True, False, False]
        assert used(ledger) == (0, 2)
        assert used(ledger, "school/a") == (0, 6)
        whole(ledger)


def test_one_key_asked_for_by_many_threads_is_one_debit(places: Places, sizes: list[int]) -> None:
    with _ready(places.server()) as ledger:
        sizes.clear()
        same = partial(ledger.debit, "clinic", pure(40), "the plan", key="visits")
        other = partial(ledger.debit, "clinic", pure(40), "another plan", key="visits")
        answers = on_one_page(ledger, [same, same, same, same, other])
        assert max(sizes) == 1, "bills of one key met on a page"
        receipts = [answer for answer in answers if isinstance(answer, Receipt)]
        assert len({receipt.id for receipt in receipts}) == 1
        assert Counter(receipt.repeated for receipt in receipts)[False] == 1
        refused = [answer for answer in answers if not isinstance(answer, Receipt)]
        assert all(isinstance(answer, SpecError) and "another request" in str(answer) for answer in refused)
        assert refused, "the key was given to two requests"
        assert used(ledger) == (0, 41)
        whole(ledger)


@pytest.mark.parametrize("written", [True, False])
def test_an_answer_lost_for_a_shared_page_is_found_by_every_key(
    places: Places, monkeypatch: pytest.MonkeyPatch, written: bool
) -> None:
    """The connection breaks before or after the page; all who shared it ask again, and each pays once."""
    with _ready(places.server()) as ledger:
        journey, calls = Store.in_one_journey, []

        def breaks(store: Store, *arguments: object) -> object:
            calls.append(1)
            if len(calls) == 1:
                if written:
                    journey(store, *arguments)  # type: ignore[arg-type]
                raise AnswerLost("the connection broke")
            return journey(store, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(Store, "in_one_journey", breaks)
        answers = on_one_page(
            ledger, [partial(ledger.debit, "clinic", pure(3), "plan", key=f"{n}") for n in range(5)]
        )
        assert [(answer.key, answer.repeated) for answer in answers] == [(f"{n}", False) for n in range(5)]
        assert len({answer.id for answer in answers}) == 5
        assert used(ledger) == (0, 16)
        whole(ledger)


def test_a_writer_that_is_interrupted_leaves_nobody_waiting(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _ready(places.server()) as ledger:
        quick, calls = pay_postgres.write, []

        def interrupted(*arguments: object) -> object:
            calls.append(1)
            if len(calls) == 1:
                raise KeyboardInterrupt
            return quick(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(pay_postgres, "write", interrupted)
        answers = on_one_page(
            ledger, [partial(ledger.debit, "clinic", pure(3), "plan", key=f"{n}") for n in range(4)]
        )
        kinds = Counter(type(answer) for answer in answers)
        assert kinds == {KeyboardInterrupt: 1, Receipt: 3}
        assert used(ledger) == (0, 1 + 9), "whoever was interrupted paid nothing"
        writer = ledger._books.together.desk.writer
        assert writer is not None
        assert writer.left, "somebody kept the pen"
        whole(ledger)


def test_an_asker_that_is_interrupted_before_its_page_pays_nothing_and_keeps_nobody_waiting(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pay_batch, "_PATIENCE", 3600.0)  # whoever is not rung for waits until the test is given up
    with _ready(places.server()) as ledger:
        gather, calls = pay_batch._Desk.page_for, []

        def interrupted(*arguments: object) -> object:
            calls.append(1)
            if len(calls) == 1:
                raise KeyboardInterrupt
            return gather(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(pay_batch._Desk, "page_for", interrupted)
        answers = on_one_page(
            ledger, [partial(ledger.debit, "clinic", pure(3), "plan", key=f"{n}") for n in range(4)]
        )
        assert Counter(type(answer) for answer in answers) == {KeyboardInterrupt: 1, Receipt: 3}
        assert used(ledger) == (0, 1 + 9), "whoever was interrupted paid nothing"
        whole(ledger)


def test_a_child_forked_while_a_thread_writes_does_not_wait_for_it(places: Places) -> None:
    with _ready(places.server()) as ledger:

        def work(send: Send) -> None:
            send(ledger.debit("clinic", pure(5), "plan", key="child").key)

        with pen_held_back(ledger):
            child = Child(work)
            assert child.rest() == ["child"]
        ledger.debit("clinic", pure(7), "plan", key="parent")
        assert used(ledger) == (0, 13)
        whole(ledger)


def test_a_shared_page_is_anchored_before_anybody_hears_of_it(places: Places, tmp_path: Path) -> None:
    anchors = Anchors(tmp_path / "anchors.jsonl", key=Ed25519PrivateKey.generate())
    place = places.server()
    _ready(place).close()
    with Ledger.open(place, anchors=anchors) as ledger:
        ledger.debit("clinic", pure(1), "plan", key="second")
        before = len(anchors.of(ledger.identity))
        answers = on_one_page(
            ledger, [partial(ledger.debit, "clinic", pure(1), "plan", key=f"{n}") for n in range(6)]
        )
        assert {type(answer) for answer in answers} == {Receipt}
        assert len(anchors.of(ledger.identity)) == before + 1
        newest = anchors.newest(ledger.identity)
        assert newest is not None
        assert newest.seq == ledger.history(last=1)[0].seq
        # Nobody hears of a page that could not be anchored.
        (tmp_path / "anchors.jsonl").chmod(0o644)
        anchors.path = tmp_path / "nowhere" / "anchors.jsonl"
        answers = on_one_page(
            ledger, [partial(ledger.debit, "clinic", pure(1), "plan", key=f"lost {n}") for n in range(2)]
        )
        assert all(isinstance(answer, LedgerError) and "anchors" in str(answer) for answer in answers), answers


def test_books_of_an_older_program_lack_the_function_and_go_the_plain_way(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = places.server()
    opened(place).close()
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute(f"DROP FUNCTION {pay_postgres._NAME}")
    seen: list[bool] = []
    quick = pay_fast.pay
    monkeypatch.setattr(pay_fast, "pay", lambda *given: (seen.append((got := quick(*given)) is not None), got)[1])
    with Ledger.open(place) as ledger:
        for n in range(3):
            ledger.debit("clinic", pure(1), "plan", key=f"{n}")
        assert seen == [False] * 3
        assert used(ledger) == (0, 3)
    assert Ledger.migrate(place, by="Ada") == (schema.SCHEMA_VERSION,) * 2
    with Ledger.open(place) as ledger:
        ledger.debit("clinic", Pure("1e-12"), "plan", key="quick")
        assert seen == [False] * 3 + [True]
        whole(ledger)
