"""Forks and a ledger in a file: SQLite's own notes of who holds which lock are inherited, and then wrong."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from epsilog.errors import BudgetExceeded, LedgerError
from epsilog.ledger import Ledger, forking
from ledger_places import Places
from ledger_processes import Child, Gate, Send
from ledger_scenes import opened, pure, used, whole


def test_what_a_child_was_told_outlives_its_parents_connection(places: Places) -> None:
    """The parent closes its books while the child goes on. The log must not be taken from under the child."""
    ledger = opened(places.file(), cap=10)
    place, gate = ledger._books.store.place, Gate()

    def work(send: Send) -> None:
        ledger.debit("clinic", pure(1), "plan", key="before")
        send(("ready",))
        gate.pass_through()
        ledger.debit("clinic", pure(9), "plan", key="after")
        send(("paid",))

    child = Child(work)
    assert child.next() == ("ready",)
    ledger.close()
    gate.open()
    assert child.rest() == [("paid",)]
    with Ledger.open(place) as again:
        assert used(again) == (0, 10)
        with pytest.raises(BudgetExceeded):
            again.debit("clinic", pure(1), "plan", key="again")
        whole(again)


def test_a_fork_waits_for_the_pages_of_other_threads(places: Places) -> None:
    ledger = opened(places.file(), cap=1_000_000)
    place, done = ledger._books.store.place, threading.Event()

    def busy() -> None:
        n = 0
        while not done.is_set():
            ledger.debit("clinic", pure(1), "plan", key=f"thread {n}")
            n += 1

    def work(send: Send) -> None:
        for n in range(5):
            ledger.debit("clinic", pure(1), "plan", key=f"child {os.getpid()} {n}")
        send(("paid", 5))

    thread = threading.Thread(target=busy)
    thread.start()
    try:
        for _ in range(5):
            assert Child(work).rest() == [("paid", 5)]
    finally:
        done.set()
        thread.join()
    ledger.close()
    with Ledger.open(place) as again:
        whole(again)
        assert again.find("clinic", "thread 0") is not None


def test_a_child_forked_in_the_middle_of_a_page_may_not_touch_the_file(places: Places) -> None:
    place = places.file()
    opened(place, cap=10).close()
    ledger = Ledger.open(place, wait_seconds=1)  # were it not refused, it would wait for the page

    def work(send: Send) -> None:
        for attempt in (
            lambda: ledger.debit("clinic", pure(1), "plan", key="child"),
            lambda: Ledger.open(place, wait_seconds=1),
        ):
            with pytest.raises(LedgerError, match="forked"):
                attempt()
            send(("refused",))

    with ledger._books.page():
        child = Child(work)
        assert child.rest() == [("refused",), ("refused",)]
    assert used(ledger) == (0, 0)
    ledger.debit("clinic", pure(10), "plan", key="parent")
    whole(ledger)
    ledger.close()


def test_a_child_forks_again_after_a_page_of_its_own(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the parent's threads were doing is no business of the child when it forks in its turn."""
    monkeypatch.setattr(forking, "_PATIENCE", 0.2)
    ledger = opened(places.file(), cap=10)
    elsewhere = opened(places.file(), cap=10)

    def grandchild(send: Send) -> None:
        elsewhere.debit("clinic", pure(1), "plan", key="grandchild")
        send(("paid",))

    def child(send: Send) -> None:
        elsewhere.debit("clinic", pure(1), "plan", key="child")
        send(("busy", len(forking._users)))
        for message in Child(grandchild).rest():
            send(message)

    inside, go_on = threading.Event(), threading.Event()

    def busy() -> None:
        with ledger._books.page():
            inside.set()
            go_on.wait()

    thread = threading.Thread(target=busy)
    thread.start()
    inside.wait()
    sent = Child(child).rest()  # waits for the page until its patience ends, and goes on without it
    go_on.set()
    thread.join()
    assert sent == [("busy", 0), ("paid",)]
    assert used(elsewhere) == (0, 2)
    for books in (ledger, elsewhere):
        whole(books)
        books.close()


def test_a_page_begun_before_a_fork_is_finished_by_the_parent_alone(place: str) -> None:
    ledger = opened(place, cap=10)
    context = ledger._books.page()
    page = context.__enter__()
    page.append("stop", {"account": None, "by": "Ada", "why": "a fork"})
    page.stop_everything("a fork", "person")

    def work(send: Send) -> None:
        with pytest.raises(LedgerError, match="forked"):
            context.__exit__(None, None, None)
        send(("refused",))

    assert Child(work).rest() == [("refused",)]
    assert ledger.stopped is None, "the child wrote in its parent's name"
    context.__exit__(None, None, None)
    assert ledger.stopped == "a fork"
    assert ledger.verify().whole
    ledger.close()


def test_a_child_speaks_through_a_connection_of_its_own(places: Places) -> None:
    """Two processes on one connection to a server hear each other's answers, or not, as chance has it."""
    ledger = opened(places.server(), cap=10)

    def backend() -> int:
        with ledger._books.store.reading() as session:
            number: int = session.rows("SELECT pg_backend_pid() AS number")[0]["number"]
            return number

    mine = backend()
    assert backend() == mine, "an idle connection is used again"
    theirs = [Child(lambda send: send(("backend", backend()))).rest() for _ in range(2)]
    assert [message[0][0] for message in theirs] == ["backend", "backend"]
    assert len({mine, *(message[0][1] for message in theirs)}) == 3
    assert backend() == mine, "and was not closed by a child"
    whole(ledger)
    ledger.close()


def test_the_file_stays_the_same_wherever_the_process_goes(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        opened(str(tmp_path / name / "books.db"), cap=10).close()
    monkeypatch.chdir(tmp_path / "here")
    with Ledger.open("books.db") as ledger:
        ledger._books.store.close()  # as after any error: the next page needs a new connection
        monkeypatch.chdir(tmp_path / "there")
        ledger.debit("clinic", pure(1), "plan", key="k")
    for name, spent in (("here", 1), ("there", 0)):
        with Ledger.open(tmp_path / name / "books.db") as ledger:
            assert used(ledger) == (0, spent)
