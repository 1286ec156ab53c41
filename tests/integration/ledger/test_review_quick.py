"""What a second reader tried on the quick ways of paying: interrupts, forks, lost links, edited rows, odd words."""

from __future__ import annotations

import datetime as dt
import os
import signal
import sqlite3
import sys
import threading
import time
import types
from functools import partial
from typing import Any

import psycopg
import pytest

from epsilog.errors import EpsilogError, LedgerError
from epsilog.ledger import Ledger, Receipt, pay_batch, pay_fast, pay_postgres, paying, store
from epsilog.ledger.books import system_clock
from ledger_pages import Sizes, on_one_page
from ledger_places import Places
from ledger_scenes import opened, pure, used, whole


def _ready(place: str, cap: int = 1000) -> Ledger:
    ledger = opened(place, cap=cap)
    ledger.debit("clinic", pure(1), "plan", key="first")  # from here on the account is known
    return ledger


def _edited(place: str, statement: str) -> None:
    if "://" in place:
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(statement)
        return
    books = sqlite3.connect(place, isolation_level=None)
    books.execute(statement)
    books.close()


def test_an_interrupt_between_taking_the_pen_and_the_next_line_leaves_it_free(places: Places) -> None:
    with _ready(places.server()) as ledger:
        taken = pay_batch._Desk.gives_the_pen_to.__code__

        def interrupt(frame: types.FrameType, event: str, argument: Any) -> None:
            if frame.f_code is taken and event == "return":
                sys.setprofile(None)
                raise KeyboardInterrupt

        sys.setprofile(interrupt)
        try:
            with pytest.raises(KeyboardInterrupt):
                ledger.debit("clinic", pure(5), "plan", key="interrupted")
        finally:
            sys.setprofile(None)
        answers: list[Receipt] = []
        other = threading.Thread(
            target=lambda: answers.append(ledger.debit("clinic", pure(2), "plan", key="other")), daemon=True
        )
        other.start()
        other.join(60)
        assert [answer.key for answer in answers] == ["other"], "nobody could write any more"
        assert used(ledger) == (0, 3)
        whole(ledger)


def test_two_threads_of_a_child_that_both_begin_anew_both_pay(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _ready(places.server()) as ledger:
        meet = threading.Barrier(2)

        class Slow(pay_batch._Desk):
            def __init__(self) -> None:
                super().__init__()
                meet.wait(60)

        monkeypatch.setattr(pay_batch, "_Desk", Slow)
        ledger._books.together.desk.pid = -1  # as after a fork: the desk is another process's
        answers: list[Any] = [None, None]

        def work(n: int) -> None:
            answers[n] = ledger.debit("clinic", pure(n + 1), "plan", key=f"{n}")

        threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [(answer.key, answer.repeated) for answer in answers] == [("0", False), ("1", False)]
        assert used(ledger) == (0, 4)
        whole(ledger)


def test_a_neighbour_whose_words_the_database_cannot_write_is_refused_alone(places: Places) -> None:
    with psycopg.connect(places.running().get_uri(), autocommit=True) as connection:
        connection.execute(
            "CREATE DATABASE ledger_latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        )
    with _ready(places.running().get_uri(database="ledger_latin")) as ledger:
        acts = [partial(ledger.debit, "clinic", pure(1), "plan", key=key) for key in ("a", "日本", "é", "d")]
        answers = on_one_page(ledger, acts)
        assert [type(answer) for answer in answers] == [Receipt, LedgerError, Receipt, Receipt], answers
        assert used(ledger) == (0, 4)
        whole(ledger)


@pytest.mark.parametrize(
    "lineage", ["CAST(id AS TEXT)", "'77/99'", "'x'"], ids=["no root", "strangers", "no number"]
)
def test_an_account_cut_off_from_its_root_pays_by_no_way(place: str, lineage: str) -> None:
    """The quick way learns about all accounts of a root at once; each must hang together as the plain way asks."""
    with opened(place) as ledger:
        ledger.allocate("clinic", {"a": "0.4", "b": "0.4"}, by="Ada")
    _edited(place, f"UPDATE accounts SET lineage = {lineage} WHERE name = 'clinic/b'")
    with Ledger.open(place) as ledger:
        ledger.debit("clinic/a", pure(1), "plan", key="a")
        with pytest.raises(LedgerError, match="not those it was opened under"):
            ledger.debit("clinic/b", pure(1), "plan", key="b")
        assert ledger.verify().damage is not None


@pytest.mark.parametrize("quick", [True, False])
def test_a_page_whose_wait_for_the_disk_was_cancelled_is_asked_for_again(
    places: Places, monkeypatch: pytest.MonkeyPatch, quick: bool
) -> None:
    """It is committed when the wait fails, so nobody may be told that nothing was written."""
    place = places.server()
    _ready(place).close()
    with Ledger.open(place) as ledger:
        pay_fast._look_up(ledger._books, "clinic")
        ledger._books.store.let_go()
        if not quick:
            monkeypatch.setattr(pay_fast, "pay", lambda books, asked: None)
        to_disk = store.TO_DISK
        cancelled = "DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'query_canceled'; END $$"
        monkeypatch.setattr(store, "TO_DISK", cancelled)
        paused: list[float] = []

        def pause(seconds: float) -> None:
            paused.append(seconds)
            monkeypatch.setattr(store, "TO_DISK", to_disk)

        monkeypatch.setattr(paying, "time", types.SimpleNamespace(sleep=pause))
        receipt = ledger.debit("clinic", pure(5), "plan", key="k")
        assert len(paused) == 1, "the wait was not cancelled, so nothing was tried"
        assert not receipt.repeated
        assert used(ledger) == (0, 6)
        whole(ledger)


def test_a_child_forked_in_the_middle_of_a_payment_does_not_hold_its_parents_receipt(place: str) -> None:
    """Both know the receipt's number; were it the own one of both, both would draw for one price."""
    children: list[int] = []
    armed = False

    def clock() -> dt.datetime:
        nonlocal armed
        if armed:
            armed = False
            children.append(os.fork())
        return system_clock()

    _ready(place).close()
    with Ledger.open(place, clock=clock) as ledger:
        ledger.debit("clinic", pure(1), "plan", key="second")
        armed = True
        status = 1
        try:
            receipt = ledger.debit("clinic", pure(5), "plan", key="k")
        except LedgerError:
            status = 0
            if children != [0]:
                raise
        finally:
            if children == [0]:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == 0, "the child holds a receipt too"
        assert not receipt.repeated
        assert used(ledger) == (0, 7)
        whole(ledger)


@pytest.mark.parametrize("prepared", [True, False])
def test_a_service_goes_on_after_all_its_connections_broke(places: Places, prepared: bool) -> None:
    place = places.server()
    with _ready(place) as ledger:
        books = ledger._books.store
        meet = threading.Barrier(8)

        def connect() -> None:
            with books.connect():
                meet.wait(60)

        threads = [threading.Thread(target=connect) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(books._idle) == 8
        if prepared:  # the one that is taken next has paid before
            books._idle.sort(key=lambda connection: connection in books._prepared)
        else:
            books._idle.sort(key=lambda connection: connection not in books._prepared)
        _edited(
            place,
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        receipt = ledger.debit("clinic", pure(2), "plan", key="after")
        assert not receipt.repeated
        assert used(ledger) == (0, 3)
        whole(ledger)


def test_a_clock_that_slews_back_does_not_turn_time_round(place: str) -> None:
    behind = dt.timedelta()
    with opened(place) as ledger:
        ledger.debit("clinic", pure(1), "plan", key="first")
    with Ledger.open(place, clock=lambda: system_clock() - behind) as ledger:
        ledger.debit("clinic", pure(1), "plan", key="second")
        behind = dt.timedelta(seconds=3)
        ledger.debit("clinic", pure(1), "plan", key="third")
        ledger.debit("clinic", pure(1), "plan", key="fourth")
        times = [line.at for line in ledger.history()]
        assert times == sorted(times)
        assert len(times) == 6
        whole(ledger)


def test_a_hash_the_database_computed_wrongly_stops_everything(places: Places) -> None:
    place = places.server()
    _ready(place).close()
    wrong = pay_postgres._FUNCTION.replace("prev := encode(sha256(", "prev := encode(sha512(")
    assert wrong != pay_postgres._FUNCTION
    _edited(place, wrong)
    with Ledger.open(place) as ledger:
        with pytest.raises(LedgerError, match="do not agree on a hash"):
            ledger.debit("clinic", pure(1), "plan", key="k")
        assert ledger.stopped is not None
        with pytest.raises(EpsilogError, match="stopped"):
            ledger.debit("clinic", pure(1), "plan", key="l")
        assert ledger.verify().damage is not None


WORDS = (
    *('"', "\\", '\\"', "{", "}", ",", "NULL", "null", "{}", '","', "\\\\", "$1", "%s", ":key", "%(key)s", "$$"),
    *("'; DROP TABLE journal; --", "') ON CONFLICT DO NOTHING --", "\\x00", "\\u0000", "a\\", " ", "  a  ", "é"),
    *("日本", "\U0001f600", "\U00020000", "ß", "ﬁ", "٣", "</script>", "'" * 200, "\\" * 200, '"' * 200),
)


def test_odd_words_are_written_as_they_are_and_found_again(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = Sizes()
    monkeypatch.setattr(pay_postgres, "write", sizes.write)
    with _ready(place) as ledger:
        acts = [partial(ledger.debit, "clinic", pure(1), word, key=word) for word in WORDS]
        receipts = [act() for act in acts] if ledger._books.store.is_file else on_one_page(ledger, acts)
        assert ledger._books.store.is_file or max(sizes.seen) == len(WORDS), "they did not share a page"
        for word, receipt, act in zip(WORDS, receipts, acts, strict=True):
            assert isinstance(receipt, Receipt), (word, receipt)
            assert (receipt.key, receipt.request, receipt.repeated) == (word, word, False)
            found = ledger.find("clinic", word)
            assert found is not None
            assert (found.id, found.key, found.request) == (receipt.id, word, word)
            assert act().id == receipt.id
        assert used(ledger) == (0, 1 + len(WORDS))
        written = [line.body for line in ledger.history() if line.kind == "debit"]
        assert sorted(body["key"] for body in written) == sorted(("first", *WORDS))
        whole(ledger)


def test_a_stop_that_was_written_is_seen_by_every_payment_after_it(place: str) -> None:
    """Threads pay without pause while accounts above them are stopped and resumed: the journal shows the order."""
    with opened(place, cap=10**6) as ledger:
        ledger.allocate("clinic", {"a": "0.5", "b": "0.5"}, by="Ada")
        over = threading.Event()
        paid: list[Receipt] = []

        def work(n: int) -> None:
            number = 0
            while not over.is_set():
                number += 1
                try:
                    account = "clinic/a" if n % 2 else "clinic/b"
                    paid.append(ledger.debit(account, pure(1), "plan", key=f"{n} {number}"))
                except EpsilogError:
                    time.sleep(0.001)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for account in ("clinic", "clinic/a", None, "clinic", None):
            ledger.stop(account, by="Ada", why="a doubt")
            ledger.resume(account, approvers=("Ada", "Grace"), why="none")
            wanted = len(paid) + 8
            while len(paid) < wanted:
                time.sleep(0.001)
        over.set()
        for thread in threads:
            thread.join()
        stopped: set[str | None] = set()
        debits = 0
        for line in ledger.history():
            if line.kind == "stop":
                stopped.add(line.body["account"])
            elif line.kind == "resume":
                stopped.discard(line.body["account"])
            elif line.kind == "debit":
                debits += 1
                assert not stopped & {None, "clinic", line.body["account"]}, line
        assert len({receipt.id for receipt in paid}) == len(paid) == debits
        assert used(ledger) == (0, debits)
        whole(ledger)


def test_a_fork_whose_wait_is_interrupted_still_lets_go_of_the_file(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while a fork waits for another thread: Python forks all the same, and no connection lives on."""
    heard: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda about: heard.append(about.exc_type))

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with _ready(places.file()) as ledger:
        books = ledger._books.store
        reading, enough = threading.Event(), threading.Event()

        def read() -> None:
            with books.reading():
                reading.set()
                enough.wait(60)

        with books.connect() as kept:  # two connections: one is idle when the fork comes
            thread = threading.Thread(target=read)
            thread.start()
            assert reading.wait(60)
        assert books._idle == [kept]
        before = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        try:
            child = os.fork()
            if child == 0:
                os._exit(len(books._idle))
        finally:
            signal.signal(signal.SIGALRM, before)
            enough.set()
            thread.join()
        assert heard == [KeyboardInterrupt]
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, "a connection lived through the fork"
        whole(ledger)
