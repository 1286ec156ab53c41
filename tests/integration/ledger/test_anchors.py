"""Truncation, rollback, copies, forged anchors, changed keys: what only a memory outside the books can notice."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from epsilog.errors import LedgerError, PolicyError, SpecError
from epsilog.ledger import Anchor, Anchors, Ledger
from epsilog.ledger.signing import UnusableKey, new_key, public_text, read_key
from ledger_places import Places
from ledger_processes import Child
from ledger_scenes import opened, pure, pure_terms, used, whole


class Elsewhere:
    """A signing key and an anchor file outside the ledger's folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "anchors.jsonl"
        self.key_path = folder / "key.pem"
        self.public = new_key(self.key_path)

    def signing(self, every: int = 1) -> Anchors:
        return Anchors(self.path, key=read_key(self.key_path), every=every)

    def reading(self) -> Anchors:
        return Anchors(self.path, trusted=(self.public,))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path)


def _spend(place: str, anchors: Anchors, *keys: str) -> None:
    with Ledger.open(place, anchors=anchors) as ledger:
        for key in keys:
            ledger.debit("clinic", pure(10), "plan", key=key)


def _attack(place: str, *statements: str) -> None:
    """Write as somebody with the file in hand would: triggers off."""
    connection = sqlite3.connect(place, isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("PRAGMA foreign_keys = OFF")
    for statement in statements:
        connection.execute(statement)
    connection.close()


def _copy(place: str, to: Path) -> str:
    source = sqlite3.connect(place)
    target = sqlite3.connect(to)
    source.backup(target)
    target.close()
    source.close()
    return str(to)


def test_a_reader_without_the_private_key_checks_every_anchor(places: Places, elsewhere: Elsewhere) -> None:
    place = places.file()
    opened(place).close()
    _spend(place, elsewhere.signing(), "a", "b")
    with Ledger.open(place, anchors=elsewhere.reading()) as ledger:
        verdict = ledger.verify()
        assert verdict.whole
        assert verdict.anchors >= 2
        with pytest.raises(SpecError, match="no signing key"):
            ledger.anchor()


@pytest.mark.parametrize("kind", ["file", "server"])
def test_a_restored_backup_is_refused(places: Places, elsewhere: Elsewhere, tmp_path: Path, kind: str) -> None:
    if kind == "file":
        place = places.file()
        opened(place, cap=30).close()
        _spend(place, elsewhere.signing(), "a")
        backup = _copy(place, tmp_path / "backup.db")
    else:
        place = places.server()
        opened(place, cap=30).close()
        _spend(place, elsewhere.signing(), "a")
        backup = places.copy_of(place)
    _spend(place, elsewhere.signing(), "b", "c")
    # Yesterday's copy would have room for two more releases on the same people.
    for anchors in (elsewhere.signing(), elsewhere.reading()):
        with pytest.raises(LedgerError, match=r"cut off or restored from an older copy: entry \d+"):
            Ledger.open(backup, anchors=anchors)
    # Whoever opens it without anchors is not warned, and `verify` with them still is.
    with Ledger.open(backup) as unaware:
        assert unaware.verify().whole
    with Ledger.open(place, anchors=elsewhere.reading()) as ledger:
        assert ledger.verify().whole


def test_a_copy_that_lived_on_is_a_fork(places: Places, elsewhere: Elsewhere, tmp_path: Path) -> None:
    place = places.file()
    opened(place, cap=1000).close()
    _spend(place, elsewhere.signing(), "a")
    copy = _copy(place, tmp_path / "copy.db")
    _spend(place, elsewhere.signing(), "b")
    with Ledger.open(copy) as other:
        other.debit("clinic", pure(10), "plan", key="elsewhere 1")
        other.debit("clinic", pure(10), "plan", key="elsewhere 2")
        # Opened without anchors it went on; compared with them it is another history.
        assert other.verify().whole
    with pytest.raises(LedgerError, match="another turn"):
        Ledger.open(copy, anchors=elsewhere.reading())
    ledger = Ledger.open(copy)
    ledger._books.anchors = elsewhere.reading()
    damage = ledger.verify().damage
    assert damage is not None
    assert damage.kind == "forked"
    assert ledger.stopped is not None
    ledger.close()


def test_a_cut_tail_is_named(places: Places, elsewhere: Elsewhere) -> None:
    place = places.file()
    opened(place).close()
    ledger = Ledger.open(place, anchors=elsewhere.signing())
    ledger.debit("clinic", pure(10), "plan", key="a")
    kept = ledger.anchor().seq
    head = ledger.verify().head
    totals = used(ledger)
    ledger.debit("clinic", pure(10), "plan", key="b")
    assert ledger.verify().whole
    # A careful attacker cuts the tail and makes everything that is left agree with itself.
    _attack(
        place,
        f"DELETE FROM journal WHERE seq > {kept}",
        "DELETE FROM releases WHERE key = 'b'",
        f"UPDATE balances SET spent_main = {totals[1]}",
        f"UPDATE ledger SET head_seq = {kept}, head_hash = '{head}', last_at = (SELECT max(at) FROM journal)",
    )
    with Ledger.open(place) as unaware:
        assert unaware.verify().whole, "inside the file nothing is wrong: only the anchors can tell"
    damage = ledger.verify().damage
    assert damage is not None
    assert (damage.kind, damage.seq) == ("truncated", kept + 1)
    ledger.close()
    with pytest.raises(LedgerError, match="cut off"):
        Ledger.open(place, anchors=elsewhere.reading())


def test_a_restored_backup_under_a_new_name_is_refused(
    places: Places, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    """The identity is only a word in a table; changing it must not make the anchors look the other way."""
    place = places.file()
    opened(place, cap=30).close()
    _spend(place, elsewhere.signing(), "a")
    backup = _copy(place, tmp_path / "backup.db")
    _spend(place, elsewhere.signing(), "b", "c")
    _attack(backup, "UPDATE ledger SET identity = 'somebody else'")
    with pytest.raises(LedgerError):
        Ledger.open(backup, anchors=elsewhere.signing())


def test_a_ledger_thrown_away_and_begun_again_is_refused(places: Places, elsewhere: Elsewhere) -> None:
    place = places.file()
    opened(place, cap=30).close()
    _spend(place, elsewhere.signing(), "a")
    for part in Path(place).parent.glob(Path(place).name + "*"):
        part.unlink()
    with pytest.raises(LedgerError):
        Ledger.open(place, anchors=elsewhere.signing(), create=True)


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def _rewrite(path: Path, records: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(record, sort_keys=True, separators=(",", ":")) + "\n" for record in records))


@pytest.mark.parametrize("field", ["version", "identity", "seq", "hash", "at", "key", "next", "signature"])
def test_an_anchor_with_one_field_changed_is_refused(places: Places, elsewhere: Elsewhere, field: str) -> None:
    place = places.file()
    opened(place).close()
    _spend(place, elsewhere.signing(), "a", "b")
    records = _lines(elsewhere.path)
    value = records[-1][field] or elsewhere.public
    changed = value + 1 if isinstance(value, int) else ("B" if str(value)[0] == "A" else "A") + str(value)[1:]
    records[-1][field] = changed
    _rewrite(elsewhere.path, records)
    with pytest.raises(LedgerError, match=r"anchors\.jsonl:\d"):
        Ledger.open(place, anchors=elsewhere.reading())


@pytest.mark.parametrize(
    "line",
    ["", "{", "null", "[]", '"text"', "{}", '{"signature":1}', '{"signature":"%%%"}', "\x00", "é", "9" * 5000],
)
def test_rubbish_among_the_anchors_is_refused(places: Places, elsewhere: Elsewhere, line: str) -> None:
    place = places.file()
    opened(place).close()
    _spend(place, elsewhere.signing(), "a")
    good = elsewhere.path.read_text()
    elsewhere.path.write_text(good + line + "\n" + good)
    with pytest.raises(LedgerError, match=r"anchors\.jsonl:\d"):
        Ledger.open(place, anchors=elsewhere.reading())


def test_bytes_that_are_no_text_among_the_anchors(places: Places, elsewhere: Elsewhere) -> None:
    place = places.file()
    opened(place).close()
    _spend(place, elsewhere.signing(), "a")
    elsewhere.path.write_bytes(elsewhere.path.read_bytes() + b"\xff\xfe\n")
    with pytest.raises(LedgerError):
        Ledger.open(place, anchors=elsewhere.reading())


def test_a_stranger_s_anchor_is_refused(places: Places, elsewhere: Elsewhere, tmp_path: Path) -> None:
    place = places.file()
    opened(place).close()
    _spend(place, elsewhere.signing(), "a")
    new_key(tmp_path / "stranger.pem")
    forged = Anchors(elsewhere.path, key=read_key(tmp_path / "stranger.pem"), every=1)
    with Ledger.open(place) as ledger:
        ledger.debit("clinic", pure(10), "plan", key="b")
        verdict = ledger.verify()
        # Made beside the real file, then slipped into it: its author has no other way to add a line.
        forged.path = tmp_path / "forged.jsonl"
        forged.sign(ledger.identity, verdict.entries, verdict.head, lambda anchor: None)
    elsewhere.path.write_bytes(elsewhere.path.read_bytes() + forged.path.read_bytes())
    with pytest.raises(LedgerError, match="nobody we trust"):
        Ledger.open(place, anchors=elsewhere.reading())


def test_a_torn_last_line_is_no_promise_and_hides_nothing(places: Places, elsewhere: Elsewhere) -> None:
    """A crash while an anchor is appended leaves half a line: nobody heard of it, the next writer takes it away."""
    place = places.file()
    opened(place).close()
    _spend(place, elsewhere.signing(), "a", "b")
    whole_text = elsewhere.path.read_text()
    elsewhere.path.write_text(whole_text[:-30])
    with Ledger.open(place, anchors=elsewhere.reading()) as ledger:
        whole(ledger)
    _spend(place, elsewhere.signing(), "c")
    lines = _lines(elsewhere.path)
    assert [line["seq"] for line in lines] == sorted({line["seq"] for line in lines})
    with Ledger.open(place, anchors=elsewhere.reading()) as ledger:
        verdict = ledger.verify()
        assert verdict.whole
        assert verdict.anchors == len(lines)


def test_anchors_taken_away_under_a_running_service(places: Places, elsewhere: Elsewhere) -> None:
    place = places.file()
    opened(place).close()
    with Ledger.open(place, anchors=elsewhere.signing()) as ledger:
        ledger.debit("clinic", pure(1), "plan", key="a")
        elsewhere.path.write_text("")
        with pytest.raises(LedgerError, match="taken away"):
            ledger.debit("clinic", pure(1), "plan", key="b")


def test_a_copy_that_shares_the_anchors_cannot_spend_even_once_unseen(
    places: Places, elsewhere: Elsewhere, tmp_path: Path
) -> None:
    """Both open, both honest, one of them a copy: whichever writes second is told, and stops."""
    place = places.file()
    opened(place, cap=100).close()
    _spend(place, elsewhere.signing(), "a")
    copy = _copy(place, tmp_path / "copy.db")
    original, twin = Ledger.open(place, anchors=elsewhere.signing()), Ledger.open(copy, anchors=elsewhere.signing())
    original.debit("clinic", pure(10), "plan", key="b")
    with pytest.raises(LedgerError):
        twin.debit("clinic", pure(10), "plan", key="c")
    assert twin.stopped is not None
    with pytest.raises(PolicyError):
        twin.debit("clinic", pure(10), "plan", key="d")
    whole(original)
    original.close()
    twin.close()


def test_keys_rotate_and_old_anchors_stay_good(places: Places, elsewhere: Elsewhere, tmp_path: Path) -> None:
    place = places.file()
    opened(place).close()
    _spend(place, elsewhere.signing(), "a")
    second = new_key(tmp_path / "second.pem")
    key = read_key(tmp_path / "second.pem")
    anchors = elsewhere.signing()
    with Ledger.open(place, anchors=anchors) as ledger:
        verdict = ledger.verify()
        anchors.rotate(ledger.identity, verdict.entries, verdict.head, key, lambda anchor: None)
        ledger.debit("clinic", pure(10), "plan", key="b")
    assert _lines(elsewhere.path)[-1]["key"] == second
    # A reader who pinned the first key follows; one who pinned only the second cannot vouch for what came before.
    with Ledger.open(place, anchors=elsewhere.reading()) as ledger:
        verdict = ledger.verify()
        assert verdict.whole
        assert verdict.anchors == len({record["seq"] for record in _lines(elsewhere.path)})
    # The old key signs nothing any more, neither honestly nor slipped in.
    with Ledger.open(place) as ledger:
        ledger.debit("clinic", pure(10), "plan", key="c")
        verdict = ledger.verify()
        with pytest.raises(LedgerError, match="replaced"):
            elsewhere.signing().sign(ledger.identity, verdict.entries, verdict.head, lambda anchor: None)
        aside = Anchors(tmp_path / "aside.jsonl", key=read_key(elsewhere.key_path))
        aside.sign(ledger.identity, verdict.entries, verdict.head, lambda anchor: None)
    elsewhere.path.write_bytes(elsewhere.path.read_bytes() + aside.path.read_bytes())
    with pytest.raises(LedgerError, match="nobody we trust"):
        Ledger.open(place, anchors=elsewhere.reading())


def test_a_key_is_private_never_overwritten_and_read_strictly(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    public = new_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert public_text(read_key(path)) == public
    with pytest.raises(SpecError, match="exists already"):
        new_key(path)
    for content in (b"", b"not a key", path.read_bytes()[:40]):
        broken = tmp_path / "broken.pem"
        broken.write_bytes(content)
        broken.chmod(0o600)
        with pytest.raises(UnusableKey):
            read_key(broken)
    with pytest.raises(UnusableKey):
        read_key(tmp_path / "missing.pem")
    with pytest.raises(SpecError, match="trust"):
        Anchors(tmp_path / "anchors.jsonl")


class _WritesMeanwhile(Anchors):
    """While somebody reads the anchors, somebody else spends and signs."""

    def __init__(self, elsewhere: Elsewhere, place: str) -> None:
        super().__init__(elsewhere.path, trusted=(elsewhere.public,))
        self._elsewhere, self._place, self._count = elsewhere, place, 0

    def of(self, identity: str) -> list[Anchor]:
        self._count += 1
        _spend(self._place, self._elsewhere.signing(), f"meanwhile {self._count}")
        return super().of(identity)

    def newest(self, identity: str) -> Anchor | None:
        self.of(identity)
        return super().newest(identity)


def test_entries_signed_while_we_look_raise_no_false_alarm(place: str, elsewhere: Elsewhere) -> None:
    opened(place).close()
    _spend(place, elsewhere.signing(), "a")
    with Ledger.open(place, anchors=_WritesMeanwhile(elsewhere, place)) as ledger:
        for _ in range(3):
            whole(ledger)
        assert used(ledger)[1] >= 40, "somebody did spend meanwhile"


def test_anchors_of_two_ledgers_are_kept_apart(places: Places, elsewhere: Elsewhere, tmp_path: Path) -> None:
    one, two = places.file(), places.file()
    opened(one).close()
    opened(two).close()
    _spend(one, elsewhere.signing(), "a")
    with pytest.raises(LedgerError):
        Ledger.open(two, anchors=elsewhere.reading())
    assert pure_terms(1).cap.main == 1
    shutil.copy(elsewhere.path, tmp_path / "again.jsonl")
    with Ledger.open(one, anchors=Anchors(tmp_path / "again.jsonl", trusted=(elsewhere.public,))) as ledger:
        whole(ledger)


@pytest.mark.parametrize("went_on", [0, 5])
def test_books_put_back_under_a_running_program_are_noticed_by_its_next_page(
    places: Places, elsewhere: Elsewhere, tmp_path: Path, went_on: int
) -> None:
    """A failover to an older copy: the program reconnects and was never opened anew. Nor may the copy be ahead."""
    place = places.file()
    opened(place).close()
    with Ledger.open(place, anchors=elsewhere.signing()) as running:
        running.debit("clinic", pure(10), "plan", key="a")
        older = _copy(place, tmp_path / "older.db")
        running.debit("clinic", pure(10), "plan", key="b")
        with Ledger.open(older) as other:  # without anchors
            for n in range(went_on):
                other.debit("clinic", pure(10), "plan", key=f"other {n}")
        running._books.store.close()  # the connection broke
        _put_back(older, place)
        with pytest.raises(LedgerError, match="not in it"):
            running.debit("clinic", pure(10), "plan", key="c")
        assert running.stopped is not None
        with pytest.raises(PolicyError, match="stopped"):
            running.debit("clinic", pure(10), "plan", key="d")


def _put_back(older: str, place: str) -> None:
    for ending in ("-wal", "-shm"):
        Path(place + ending).unlink(missing_ok=True)
    shutil.copy(older, place)


def test_a_fork_while_a_thread_signs_leaves_the_anchors_free(elsewhere: Elsewhere) -> None:
    """A child inherits the open file and with it the lock; the parent's thread must be able to give it up."""
    anchors = elsewhere.signing()
    inside, go_on = threading.Event(), threading.Event()

    def slow(_: Anchor) -> None:
        inside.set()
        go_on.wait()

    anchors.after("books", 1, "0" * 64, lambda _: None)
    other = elsewhere.signing()  # has that anchor still to confirm
    thread = threading.Thread(target=lambda: other.after("books", 2, "1" * 64, slow))
    thread.start()
    inside.wait()
    child = Child(lambda send: (send(("forked",)), time.sleep(60), None)[2])
    assert child.next() == ("forked",)
    go_on.set()
    thread.join()
    with elsewhere.path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError if the child still holds it
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
