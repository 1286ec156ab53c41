"""The PostgreSQL server dies under its clients: what was acknowledged stays, what is unknown is asked by key."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psycopg
import pytest

from epsilog.errors import EpsilogError
from epsilog.ledger import Ledger, State
from ledger_places import Places
from ledger_processes import Child, Send
from ledger_scenes import opened, pure, used, whole


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    """A server of one's own, to be treated badly."""
    found = Places(tmp_path_factory.mktemp("crash"))
    yield found
    found.close()


def _power_cut(server: Places) -> None:
    """Every process of the server at once, so that nothing is written on the way down."""
    postmaster = int(server.running().get_pid())
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    pids = (postmaster, *map(int, children))
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue  # it went with its parent
    for _ in range(10_000):
        if all(_is_dead(pid) for pid in pids):
            return
        time.sleep(0.001)
    raise AssertionError("a process of the server outlived its kill")


def _is_dead(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


def _spend(place: str, number: int, send: Send) -> None:
    with Ledger.open(place) as ledger:
        for n in range(100_000):
            key = f"{number} {n}"
            try:
                receipt = ledger.debit("clinic", pure(1), "plan", key=key)
                send(("paid", key))
                ledger.commit(receipt, key.encode())
                send(("committed", key))
            except EpsilogError as error:
                send(("unknown", key, str(error)))
                return


def _spend_in_threads(place: str, number: int, send: Send) -> None:
    """The same by four threads of one ledger, which share their pages."""
    guard = threading.Lock()

    def sent(message: object) -> None:
        with guard:
            send(message)

    with Ledger.open(place) as ledger:

        def work(thread: int) -> None:
            for n in range(100_000):
                key = f"{number} {thread} {n}"
                try:
                    ledger.debit("clinic", pure(1), "plan", key=key)
                    sent(("paid", key))
                except EpsilogError as error:
                    sent(("unknown", key, str(error)))
                    return

        threads = [threading.Thread(target=work, args=(thread,)) for thread in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize(("spend", "threads"), [(_spend, 1), (_spend_in_threads, 4)])
def test_a_server_that_loses_power_keeps_what_it_acknowledged(
    own: Places, spend: Callable[[str, int, Send], None], threads: int
) -> None:
    place = own.server()
    opened(place, cap=1_000_000).close()
    children = [Child(partial(spend, place, number)) for number in range(3)]
    heard = [child.next() for child in children for _ in range(20)]
    _power_cut(own)
    # What was acknowledged before the cut is in the pipes; the children now ask a server that is not there.
    for child in children:
        heard += child.kill()
    assert all(message[0] in ("paid", "committed", "unknown") for message in heard), heard[-1]
    own.again()
    with Ledger.open(place) as ledger:
        ledger.recover()
        whole(ledger)
        paid = {message[1] for message in heard if message[0] == "paid"}
        assert len(paid) >= 30
        for key in paid:
            found = ledger.find("clinic", key)
            assert found is not None, f"{key} was acknowledged and is lost"
            assert found.state in (State.COMMITTED, State.FORFEITED)
        for key in {message[1] for message in heard if message[0] == "committed"}:
            found = ledger.find("clinic", key)
            assert found is not None
            assert ledger.deliver(found) == key.encode()
        held, spent = used(ledger)
        assert held == 0
        assert len(paid) <= spent <= len(paid) + 3 * threads, "at most one unacknowledged debit per thread"


@pytest.mark.parametrize("how", ["terminated", "restarted"])
def test_an_answer_that_was_lost_is_found_by_its_key(own: Places, how: str) -> None:
    """The connection breaks between the question and the answer; asking again pays once."""
    place = own.server()
    opened(place).close()
    with Ledger.open(place) as ledger:
        ledger.debit("clinic", pure(5), "plan", key="before")
        if how == "terminated":
            with psycopg.connect(own.running().get_uri(), autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE pid <> pg_backend_pid() AND datname LIKE 'ledger%'"
                )
        else:
            _power_cut(own)
            own.again()
        for _ in range(3):
            receipt = ledger.debit("clinic", pure(7), "plan", key="after")
        assert used(ledger) == (0, 12)
        found = ledger.find("clinic", "after")
        assert found is not None
        assert found.id == receipt.id
        whole(ledger)


def test_a_transaction_cut_in_the_middle_leaves_nothing(own: Places) -> None:
    """A client holds the lock with a page half written when the power goes."""
    place = own.server()
    opened(place).close()

    def work(send: Send) -> None:
        with Ledger.open(place) as ledger, ledger._books.page() as page:
            page.append("stop", {"account": "clinic", "by": "Ada", "why": "half a page"})
            send(("half",))
            signal.pause()

    child = Child(work)
    assert child.next() == ("half",)
    _power_cut(own)
    child.kill()
    own.again()
    with Ledger.open(place) as ledger:
        assert ledger.account("clinic").stopped is None
        ledger.debit("clinic", pure(1), "plan", key="k")
        whole(ledger)
