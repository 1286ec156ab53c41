"""The world misbehaves: full disks, read-only files, missing folders, clocks, forks."""

from __future__ import annotations

import datetime as dt
import os
import resource
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from epsilog.errors import BudgetExceeded, EpsilogError, LedgerError, PolicyError, SpecError
from epsilog.ledger import Ledger, State
from ledger_places import Places
from ledger_processes import Child, Send, alone, together
from ledger_scenes import BOARD, opened, pure, pure_terms, used, whole

NOBODY = 65534


def test_a_full_disk_loses_nothing_and_spends_nothing_unseen(places: Places) -> None:
    """A child may write so many bytes and no more. What it was told is what the books say."""
    place = places.file()
    opened(place, cap=100_000).close()
    room = Path(place).stat().st_size

    def work(send: Send) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with Ledger.open(place) as ledger:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room + 200_000, room + 200_000))
            for n in range(1000):
                try:
                    receipt = ledger.debit("clinic", pure(1), "plan", key=f"k{n}")
                    send(("paid", f"k{n}"))
                    ledger.commit(receipt, os.urandom(2000))
                    send(("committed", f"k{n}"))
                except LedgerError as error:
                    send(("full", str(error)))
                    return

    status, sent = alone(work)
    assert status == 0, sent[-1:]
    assert sent[-1][0] == "full", "the disk never filled up"
    assert "plan" not in sent[-1][1]
    assert "INSERT" not in sent[-1][1]
    paid = [m[1] for m in sent if m[0] == "paid"]
    assert paid, "something must fit before the disk is full"
    with Ledger.open(place) as ledger:
        ledger.recover()
        whole(ledger)
        held, spent = used(ledger)
        assert held == 0
        # The last debit may have been written although its answer was an error; none is missing.
        assert spent in (len(paid), len(paid) + 1)
        for key in paid:
            found = ledger.find("clinic", key)
            assert found is not None
            assert found.state in (State.COMMITTED, State.FORFEITED)
        ledger.resume("clinic", approvers=BOARD, why="more disk")
        ledger.debit("clinic", pure(1), "plan", key="there is room again")
        whole(ledger)


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that users without rights can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def _as_nobody(work_place: str, send: Send) -> None:
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    for create in (False, True):
        try:
            with Ledger.open(work_place, create=create) as ledger:
                send(("read", ledger.account("clinic").releases))
                ledger.debit("clinic", pure(1), "plan", key="new")
                send(("wrote",))
        except EpsilogError as error:
            send(("no", type(error).__name__, str(error)))


def test_a_read_only_file_is_never_spent_from(shelf: Path) -> None:
    place = str(shelf / "ledger.db")
    ledger = opened(place)
    ledger.debit("clinic", pure(1), "plan", key="k")
    ledger.close()
    for part in shelf.iterdir():
        part.chmod(0o444)
    shelf.chmod(0o555)
    status, sent = alone(lambda send: _as_nobody(place, send))
    shelf.chmod(0o755)
    assert status == 0, sent
    assert ("wrote",) not in sent
    refusals = [m for m in sent if m[0] == "no"]
    assert len(refusals) == 2
    assert all(m[1] == "ReadOnly" for m in refusals), refusals
    assert ("read", 1) in sent  # it can be shown all the same
    for part in shelf.iterdir():
        part.chmod(0o600)
    with Ledger.open(place) as ledger:
        assert used(ledger) == (0, 1)
        whole(ledger)


def _read_as_nobody(work_place: str, send: Send) -> None:
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    with Ledger.open(work_place) as ledger:
        try:
            send((ledger.account("clinic").releases, len(ledger.history()), ledger.verify().whole))
        except LedgerError as error:
            send(("damage", str(error)))


@pytest.mark.parametrize("logged", [False, True], ids=["at rest", "while somebody writes"])
def test_a_read_only_ledger_can_be_shown_and_verified(shelf: Path, logged: bool) -> None:
    place = str(shelf / "ledger.db")
    other = sqlite3.connect(place) if logged else None  # whoever has the file open keeps its log
    if other is not None:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("SELECT count(*) FROM sqlite_master").fetchone()
    ledger = opened(place)
    ledger.debit("clinic", pure(1), "plan", key="k")
    ledger.close()
    assert (shelf / "ledger.db-wal").exists() is logged
    before = {part.name for part in shelf.iterdir()}
    for part in shelf.iterdir():
        part.chmod(0o444)
    shelf.chmod(0o555)
    status, sent = alone(lambda send: _read_as_nobody(place, send))
    shelf.chmod(0o755)
    assert status == 0, sent
    assert sent == [(1, 3, True)]
    assert {part.name for part in shelf.iterdir()} == before
    if other is not None:
        other.close()


def test_damage_is_told_where_the_books_cannot_be_stopped(shelf: Path) -> None:
    """The twin: what is read where nothing can be written is really read."""
    place = str(shelf / "ledger.db")
    ledger = opened(place)
    ledger.debit("clinic", pure(1), "plan", key="k")
    ledger.close()
    with sqlite3.connect(place) as connection:
        connection.execute("UPDATE balances SET spent_main = spent_main - 1")
    connection.close()
    (shelf / "ledger.db").chmod(0o444)
    shelf.chmod(0o555)
    status, sent = alone(lambda send: _read_as_nobody(place, send))
    shelf.chmod(0o755)
    assert status == 0, sent
    assert sent[0][0] == "damage"
    assert "could not be stopped" in sent[0][1]


def test_a_folder_without_permission(shelf: Path) -> None:
    inner = shelf / "closed"
    inner.mkdir(mode=0o555)
    status, sent = alone(lambda send: _as_nobody(str(inner / "ledger.db"), send))
    assert status == 0, sent
    assert [m[0] for m in sent] == ["no", "no"], sent
    assert list(inner.iterdir()) == []


def test_a_file_is_private(tmp_path: Path) -> None:
    place = tmp_path / "ledger.db"
    opened(str(place)).close()
    assert place.stat().st_mode & 0o077 == 0, "stored results are nobody else's business"


@pytest.mark.parametrize("create", [False, True])
def test_a_missing_folder(tmp_path: Path, create: bool) -> None:
    with pytest.raises((SpecError, LedgerError), match=r"folder|no ledger"):
        Ledger.open(tmp_path / "nowhere" / "ledger.db", create=create)
    assert not (tmp_path / "nowhere").exists()


def test_a_ledger_that_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match="no ledger"):
        Ledger.open(tmp_path / "typo.db")
    assert not (tmp_path / "typo.db").exists()


@pytest.mark.parametrize(
    "content", [b"not a database at all, but long enough to look like one" * 50, b"SQLite format 3\x00"]
)
def test_a_file_that_is_something_else(tmp_path: Path, content: bytes) -> None:
    place = tmp_path / "other.db"
    place.write_bytes(content)
    for create in (False, True):
        with pytest.raises(EpsilogError):
            Ledger.open(place, create=create)
    assert place.read_bytes() == content, "somebody's file is left as it was"


def test_a_directory(tmp_path: Path) -> None:
    with pytest.raises(EpsilogError):
        Ledger.open(tmp_path, create=True)


@pytest.mark.parametrize(
    "name", [":memory:", "a?mode=memory", "a#b.db", "a%20b.db", "file:a.db?vfs=unix-none", "ä 漢.db", "a'b.db"]
)
def test_a_path_means_exactly_that_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Books that vanish with the process, or that lie elsewhere than they were asked to, are no books."""
    monkeypatch.chdir(tmp_path)
    try:
        ledger = opened(name)
    except SpecError:
        assert list(tmp_path.iterdir()) == []
        return
    ledger.debit("clinic", pure(1), "plan", key="k")
    ledger.close()
    assert {path.name for path in tmp_path.iterdir()} == {name}
    with Ledger.open(tmp_path / name) as again:
        assert used(again) == (0, 1)


@pytest.mark.parametrize(
    "place",
    [
        "mysql://localhost/x",
        "postgres+evil://x",
        "http://x",
        "sqlite://",
        "postgresql://127.0.0.1:1/x?password=hush",
    ],
)
def test_an_address_that_leads_nowhere(place: str) -> None:
    with pytest.raises(EpsilogError) as refused:
        Ledger.open(place, create=True)
    assert "hush" not in str(refused.value)


class Clock:
    def __init__(self) -> None:
        self.now = dt.datetime(2026, 3, 29, 1, 30, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now

    def forward(self, **by: float) -> None:
        self.now += dt.timedelta(**by)


def _clocked(place: str) -> tuple[Ledger, Clock]:
    clock = Clock()
    ledger = Ledger.open(place, create=True, clock=clock)
    ledger.open_account("clinic", pure_terms(1000), by="Ada")
    return ledger, clock


def test_a_clock_that_goes_back_stops_everything(place: str) -> None:
    ledger, clock = _clocked(place)
    clock.forward(hours=2)
    ledger.debit("clinic", pure(1), "plan", key="k")
    clock.forward(hours=-1)
    with pytest.raises(LedgerError, match="clock went back"):
        ledger.debit("clinic", pure(1), "plan", key="back")
    assert "clock" in (ledger.stopped or "")
    assert used(ledger) == (0, 1)
    clock.forward(hours=2)
    # Right again, but stopped: only two people lift it.
    with pytest.raises(PolicyError, match="clock"):
        ledger.debit("clinic", pure(1), "plan", key="back")
    ledger.resume(None, approvers=BOARD, why="the clock is right again")
    ledger.debit("clinic", pure(1), "plan", key="back")
    times = [line.at for line in ledger.history()]
    assert times == sorted(times)
    whole(ledger)
    ledger.close()


def test_a_clock_that_slews_a_little_is_waited_for(place: str) -> None:
    ledger, clock = _clocked(place)
    clock.forward(seconds=10)
    ledger.debit("clinic", pure(1), "plan", key="a")
    clock.forward(seconds=-3)
    ledger.debit("clinic", pure(1), "plan", key="b")
    times = [line.at for line in ledger.history()]
    assert times == sorted(times)
    assert ledger.stopped is None
    whole(ledger)
    ledger.close()


def test_the_hour_that_comes_twice_is_no_step_back(place: str) -> None:
    """Entries are written in UTC; the end of summer time in the account's zone changes nothing."""
    ledger, clock = _clocked(place)
    import zoneinfo

    for _ in range(4):
        clock.now = (clock.now + dt.timedelta(minutes=30)).astimezone(zoneinfo.ZoneInfo("Europe/Berlin"))
        ledger.debit("clinic", pure(1), "plan", key=str(clock.now.timestamp()))
    assert ledger.stopped is None
    whole(ledger)
    ledger.close()


def test_children_of_an_open_ledger_spend_exactly(place: str) -> None:
    """Fork after opening: parent and children go on with the same object."""
    ledger = opened(place, cap=60)
    ledger.debit("clinic", pure(1), "plan", key="before")

    def work(number: int, send: Send) -> None:
        for key in (f"{number} {n}" for n in range(20)):
            try:
                ledger.debit("clinic", pure(1), "plan", key=key)
                send(("paid", key))
            except BudgetExceeded:
                send(("refused", key))

    sent = together([lambda send, number=number: work(number, send) for number in range(4)])  # type: ignore[misc]
    keys = {
        what: [key for messages in sent for said, key in messages if said == what] for what in ("paid", "refused")
    }
    assert (len(keys["paid"]), len(keys["refused"])) == (59, 21), "80 were asked for, and 59 were left"
    # Which child was quick enough for which key is the machine's affair. The parent is told the same as they were.
    assert ledger.debit("clinic", pure(1), "plan", key=keys["paid"][0]).repeated
    with pytest.raises(BudgetExceeded):
        ledger.debit("clinic", pure(1), "plan", key=keys["refused"][0])
    assert used(ledger) == (0, 60)
    whole(ledger)
    ledger.close()


def test_a_child_that_ends_does_not_hang_up_its_parent(place: str) -> None:
    ledger = opened(place)
    for n in range(3):
        child = Child(lambda send: send(("spent", used(ledger)[1])))
        assert child.rest() == [("spent", n)]
        assert child.wait() == 0
        # An orderly end, with destructors and all, must not close what the parent talks through either.
        pid = os.fork()
        if pid == 0:
            try:
                ledger.close()
                del ledger
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        ledger.debit("clinic", pure(1), "plan", key=f"k{n}")
    whole(ledger)
    ledger.close()


def test_a_child_forked_inside_a_transaction_cannot_finish_it(place: str) -> None:
    ledger = opened(place)
    reached = []

    class Stop(Exception):
        pass

    def clock() -> dt.datetime:
        # Called while the page is open and the lock is held.
        child = Child(lambda send: send(("seen", os.getpid())))
        reached.append(child.rest())
        return dt.datetime.now(dt.UTC)

    ledger.close()
    with Ledger.open(place, clock=clock) as again:
        again.debit("clinic", pure(1), "plan", key="k")
        assert len(reached) == 1
        whole(again)
        assert used(again) == (0, 1)


def test_a_busy_file_is_waited_for_and_then_said(places: Places) -> None:
    place = places.file()
    opened(place).close()
    holder = sqlite3.connect(place, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with Ledger.open(place, wait_seconds=0.05) as ledger:
        with pytest.raises(LedgerError) as refused:
            ledger.debit("clinic", pure(1), "plan", key="k")
        assert "same key" in str(refused.value) or "nothing was written" in str(refused.value)
        assert used(ledger) == (0, 0), "reading does not wait for a writer"
        holder.execute("ROLLBACK")
        holder.close()
        ledger.debit("clinic", pure(1), "plan", key="k")
        whole(ledger)


@pytest.mark.parametrize("seed", range(4))
def test_a_file_copied_at_any_instant_opens_whole(places: Places, tmp_path: Path, seed: int) -> None:
    """Database and log copied while somebody writes, log first to last byte: a crash image, whole or refused."""
    place = places.file()
    opened(place, cap=10_000).close()

    def work(send: Send) -> None:
        with Ledger.open(place) as ledger:
            for n in range(2000):
                ledger.debit("clinic", pure(1), "plan", key=f"k{n}")
                send(("paid", n))

    child = Child(work)
    for _ in range(5 + 7 * seed):
        child.next()
    os.kill(child.pid, signal.SIGSTOP)  # the instant: the machine stands still
    os.waitid(os.P_PID, child.pid, os.WSTOPPED)
    for suffix in ("", "-wal"):
        if Path(place + suffix).exists():
            shutil.copy(place + suffix, str(tmp_path / "image.db") + suffix)
    child.kill()
    with Ledger.open(tmp_path / "image.db") as image:
        whole(image)
        assert used(image)[1] >= 5 + 7 * seed, "whatever was acknowledged before the instant is in the image"


@pytest.mark.parametrize("instead", [False, True])
def test_a_file_that_was_taken_away_is_not_written_to_any_more(places: Places, instead: bool) -> None:
    """An open connection would go on writing to a file without a name, and say that it is on disk."""
    place = places.file()
    ledger = opened(place)
    ledger.debit("clinic", pure(1), "plan", key="before")
    for ending in ("", "-wal", "-shm"):
        Path(place + ending).unlink(missing_ok=True)
    if instead:
        opened(place).close()
    with pytest.raises(LedgerError, match="taken away or exchanged"):
        ledger.debit("clinic", pure(1), "plan", key="after")
    assert Path(place).exists() is instead
    ledger.close()
