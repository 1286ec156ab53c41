"""Anchors and their keys, backups, restores, migrations, and what verify sees."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import shutil
import sqlite3
import threading
from pathlib import Path

import psycopg
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Pure
from epsilog.core.unit import Unit
from epsilog.errors import LedgerError, PolicyError, PrivacyError, SpecError
from epsilog.ledger import Anchors, Ledger, Terms, schema
from epsilog.ledger.backup import read_backup
from epsilog.ledger.signing import UnusableKey, is_signed, new_key, public_text, read_key, sign_text
from ledger_places import Places
from ledger_scenes import totals

GOLDEN = Path(__file__).parents[2] / "golden"
BOARD = ["Ada", "Ben"]


def opened(place: str, anchors: Anchors | None = None) -> Ledger:
    ledger = Ledger.open(place, create=True, anchors=anchors)
    ledger.open_account("clinic", Terms(Unit("row"), Allowance.pure(1)), by="Ada")
    return ledger


def test_a_key_is_private_never_overwritten_and_signs(tmp_path: Path) -> None:
    public = new_key(tmp_path / "key")
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    with pytest.raises(SpecError, match="exists already"):
        new_key(tmp_path / "key")
    key = read_key(tmp_path / "key")
    assert public_text(key) == public
    assert is_signed(public, "text", sign_text(key, "text"))
    for wrong in (
        (public, "other", sign_text(key, "text")),
        ("AAAA", "text", sign_text(key, "text")),
        (public, "text", "!"),
    ):
        assert not is_signed(*wrong)
    (tmp_path / "none").write_text("no key")
    (tmp_path / "none").chmod(0o600)
    for name, what in (("none", "no readable signing key"), ("missing", "there is no signing key")):
        with pytest.raises(UnusableKey, match=what):
            read_key(tmp_path / name)


def test_every_page_is_anchored_and_a_reader_needs_only_the_public_key(place: str, tmp_path: Path) -> None:
    public = new_key(tmp_path / "key")
    with opened(place, Anchors(tmp_path / "anchors", key=read_key(tmp_path / "key"))) as ledger:
        for n in range(3):
            ledger.debit("clinic", Pure("0.1"), "plan", key=f"{n}")
        seqs = [anchor.seq for anchor in Anchors(tmp_path / "anchors", trusted=(public,)).of(ledger.identity)]
        assert seqs == [2, 3, 4, 5]  # the first page was only the beginning
    with Ledger.open(place, anchors=Anchors(tmp_path / "anchors", trusted=(public,))) as ledger:
        assert ledger.verify().anchors == 4
        with pytest.raises(SpecError, match="no signing key"):
            ledger.anchor()
    with pytest.raises(LedgerError, match="nobody we trust"):
        Ledger.open(place, anchors=Anchors(tmp_path / "anchors", trusted=("somebody",)))
    with pytest.raises(SpecError, match="whose anchors"):
        Anchors(tmp_path / "anchors")


def test_fewer_anchors_if_asked(place: str, tmp_path: Path) -> None:
    new_key(tmp_path / "key")
    anchors = Anchors(tmp_path / "anchors", key=read_key(tmp_path / "key"), every=3)
    with opened(place, anchors) as ledger:
        for n in range(5):
            ledger.debit("clinic", Pure("0.1"), "plan", key=f"{n}")
        assert [a.seq for a in anchors.of(ledger.identity)] == [3, 6]
        assert ledger.anchor().seq == 7


def test_a_copy_beside_its_original_cannot_spend_unseen(places: Places, tmp_path: Path) -> None:
    new_key(tmp_path / "key")
    key = read_key(tmp_path / "key")
    place = places.file()
    with opened(place, Anchors(tmp_path / "anchors", key=key)) as ledger:
        ledger.debit("clinic", Pure("0.1"), "plan", key="1")
    copy = places.file()
    shutil.copy(place, copy)
    with (
        Ledger.open(place, anchors=Anchors(tmp_path / "anchors", key=key)) as first,
        Ledger.open(copy, anchors=Anchors(tmp_path / "anchors", key=key)) as second,
    ):
        first.debit("clinic", Pure("0.5"), "plan", key="2")
        with pytest.raises(LedgerError, match="another turn"):
            second.debit("clinic", Pure("0.5"), "plan", key="3")
        assert second.stopped is not None
        first.debit("clinic", Pure("0.1"), "plan", key="4")
        assert first.verify().whole


def test_a_torn_anchor_was_never_promised(place: str, tmp_path: Path) -> None:
    new_key(tmp_path / "key")
    path = tmp_path / "anchors"
    with opened(place, Anchors(path, key=read_key(tmp_path / "key"))):
        pass
    with path.open("ab") as file:
        file.write(b'{"version":1,"iden')
    with Ledger.open(place, anchors=Anchors(path, key=read_key(tmp_path / "key"))) as ledger:
        ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        assert ledger.verify().anchors == 2


def test_threads_share_one_file_of_anchors(place: str, tmp_path: Path) -> None:
    new_key(tmp_path / "key")
    path = tmp_path / "anchors"
    with opened(place, Anchors(path, key=read_key(tmp_path / "key"))) as ledger:

        def work(name: int) -> None:
            for n in range(5):
                ledger.debit("clinic", Pure("0.001"), "plan", key=f"{name} {n}")

        threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert ledger.account("clinic").balances[0].spent.main == 20 * 10**9
        verdict = ledger.verify()
        assert verdict.whole
        assert json.loads(path.read_text().splitlines()[-1])["seq"] == verdict.entries


def test_a_replaced_key_signs_no_more_and_readers_follow(place: str, tmp_path: Path) -> None:
    first, second = new_key(tmp_path / "one"), new_key(tmp_path / "two")
    old, new = read_key(tmp_path / "one"), read_key(tmp_path / "two")
    path = tmp_path / "anchors"
    with opened(place, Anchors(path, key=old)) as ledger:
        with pytest.raises(PolicyError):
            ledger.rotate_key(new, approvers=["Ada"], why="alone")
        with pytest.raises(SpecError, match="signs now"):
            ledger.rotate_key(old, approvers=BOARD, why="the same")
        anchor = ledger.rotate_key(new, approvers=BOARD, why="every spring")
        assert (anchor.key, anchor.next) == (first, second)
        assert ledger.history()[-1].body["next"] == second
        ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        assert [a.key for a in Anchors(path, trusted=(first,)).of(ledger.identity)][-1] == second
    with Ledger.open(place, anchors=Anchors(path, trusted=(first,), key=new)) as ledger:
        assert ledger.verify().whole
        ledger.debit("clinic", Pure("0.1"), "plan", key="2")
    with (
        Ledger.open(place, anchors=Anchors(path, key=old)) as ledger,
        pytest.raises(LedgerError, match="replaced and signs no more"),
    ):
        ledger.debit("clinic", Pure("0.1"), "plan", key="3")
    lines = path.read_text().splitlines()
    forged = json.loads(lines[-1])
    body = {name: value for name, value in forged.items() if name != "signature"} | {"key": first}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    path.write_text("\n".join([*lines, json.dumps({**body, "signature": sign_text(old, text)})]) + "\n")
    with pytest.raises(LedgerError, match="nobody we trust"):
        Ledger.open(place, anchors=Anchors(path, trusted=(first,)))


@pytest.fixture
def elsewhere(place: str, places: Places) -> str:
    """A place of the other kind."""
    return places.server() if "://" not in place else places.file()


def test_a_backup_is_read_by_the_other_database(place: str, elsewhere: str, tmp_path: Path) -> None:
    with opened(place) as ledger:
        receipt = ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        ledger.commit(receipt, bytes(range(256)))
        ledger.reserve("clinic", Pure("0.2"), "plan", key="2")
        backup = ledger.backup(tmp_path / "backup")
        before = totals(ledger)
        with pytest.raises(SpecError, match="exists already"):
            ledger.backup(tmp_path / "backup")
        identity = ledger.identity
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600
    assert read_backup(tmp_path / "backup") == backup
    Ledger.restore(tmp_path / "backup", elsewhere, by="Ada")
    with Ledger.open(elsewhere) as restored:
        assert restored.identity == identity
        assert totals(restored) == {**before, "entries": int(str(before["entries"])) + 1}
        assert restored.deliver(receipt) == bytes(range(256))
        assert restored.stopped is not None
        with pytest.raises(PolicyError, match="the whole ledger is stopped: restored"):
            restored.debit("clinic", Pure("0.1"), "plan", key="3")
        with pytest.raises(PolicyError, match="nothing was spent since"):
            restored.resume(None, approvers=BOARD, why="we looked")
        with pytest.raises(PolicyError, match="two different people"):
            restored.resume(None, approvers=["Ada"], why="I looked", nothing_spent_since=True)
        restored.resume(None, approvers=BOARD, why="we looked", nothing_spent_since=True)
        assert restored.history()[-1].body["nothing_spent_since"] is True
        assert restored.debit("clinic", Pure("0.1"), "plan", key="1").id == receipt.id
        restored.debit("clinic", Pure("0.1"), "plan", key="3")
        assert restored.verify().whole
    with pytest.raises(SpecError, match="a ledger here already"):
        Ledger.restore(tmp_path / "backup", elsewhere, by="Ada")


def test_an_old_backup_is_refused_by_the_anchors(place: str, elsewhere: str, tmp_path: Path) -> None:
    new_key(tmp_path / "key")
    anchors = Anchors(tmp_path / "anchors", key=read_key(tmp_path / "key"))
    with opened(place, anchors) as ledger:
        ledger.backup(tmp_path / "old")
        ledger.debit("clinic", Pure("0.1"), "plan", key="1")
        ledger.backup(tmp_path / "new")
    with pytest.raises(LedgerError, match="but entry 3 was anchored"):
        Ledger.restore(tmp_path / "old", elsewhere, by="Eve", anchors=anchors)
    Ledger.restore(tmp_path / "new", elsewhere, by="Ada", anchors=anchors)
    with pytest.raises(LedgerError, match="cut off or restored"):
        Ledger.open(place, anchors=anchors)  # the restored books have gone on; the old ones are a copy now


@pytest.mark.parametrize("wound", ["cut", "edit", "row", "end", "version", "empty", "more"])
def test_a_wounded_backup_is_refused_and_nothing_is_written(places: Places, tmp_path: Path, wound: str) -> None:
    path = tmp_path / "backup"
    with opened(places.file()) as ledger:
        ledger.backup(path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(
        {
            "cut": "".join(lines[:-1]),
            "edit": "".join(lines).replace('"Ada"', '"Eve"').replace("Ada", "Eve"),
            "row": "".join(lines[:3] + lines[4:]),
            "end": "".join(lines)[:-1],
            "version": "".join(lines).replace('"version":1', '"version":2', 1),
            "empty": "",
            "more": "".join([*lines, lines[1]]),
        }[wound]
    )
    target = places.file()
    with pytest.raises(LedgerError, match="backup"):
        Ledger.restore(path, target, by="Ada")
    assert not Path(target).exists()


def test_a_forged_backup_with_a_good_digest_does_not_verify(places: Places, tmp_path: Path) -> None:
    import hashlib

    path = tmp_path / "backup"
    with opened(places.file()) as ledger:
        ledger.debit("clinic", Pure("0.5"), "plan", key="1")
        ledger.backup(path)
    text = path.read_text()
    body = text.replace('"spent_main":500000000000', '"spent_main":0')
    lines = body.splitlines(keepends=True)[:-1]
    assert body != text
    end = {"rows": len(lines) - 1, "sha256": hashlib.sha256("".join(lines).encode()).hexdigest()}
    path.write_text("".join(lines) + json.dumps(end, sort_keys=True, separators=(",", ":")) + "\n")
    target = places.file()
    with pytest.raises(LedgerError, match="does not add up"):
        Ledger.restore(path, target, by="Eve")
    with pytest.raises(LedgerError, match="no ledger here"):
        Ledger.open(target)


def _golden_1(place: str) -> None:
    if "://" in place:
        with psycopg.connect(place, autocommit=True) as server:
            server.execute((GOLDEN / "ledger-v1-postgresql.sql").read_text())  # type: ignore[call-overload]
    else:
        file = sqlite3.connect(place)
        file.executescript((GOLDEN / "ledger-v1-sqlite.sql").read_text())
        file.close()


def _later() -> dt.datetime:
    return dt.datetime(2027, 1, 1, tzinfo=dt.UTC)


def test_version_1_migrates_in_place_and_adds_up(place: str) -> None:
    _golden_1(place)
    with Ledger.open(place) as ledger, pytest.raises(LedgerError, match="the books are of version 1"):
        ledger.debit("registry", Pure("0.1"), "plan", key="too early")
    assert Ledger.migrate(place, by="Ada", clock=_later) == (1, schema.SCHEMA_VERSION)
    assert Ledger.migrate(place, by="Ada", clock=_later) == (schema.SCHEMA_VERSION, schema.SCHEMA_VERSION)
    with Ledger.open(place, clock=_later) as ledger:
        assert totals(ledger) == json.loads((GOLDEN / "ledger-totals.json").read_text())["v1"]
        assert ledger.verify().whole
        assert ledger.history()[-1].kind == "migrate"
        with pytest.raises(PrivacyError, match="new edition"):
            ledger.debit("registry", Pure("0.125"), "plan-6", key="lost")
        ledger.debit("registry", Pure("0.1"), "plan", key="new")
        assert ledger.verify().whole


@pytest.mark.parametrize("wound", ["UPDATE balances SET spent_main = 0", "UPDATE releases SET state = 'RELEASED'"])
def test_a_damaged_version_1_is_left_as_it_is(place: str, wound: str) -> None:
    _golden_1(place)
    _run(place, wound)
    with pytest.raises(LedgerError, match="left as they are"):
        Ledger.migrate(place, by="Ada", clock=_later)
    with Ledger.open(place) as ledger:
        assert ledger._books.head()["schema_version"] == 1


def _run(place: str, statement: str) -> None:
    if "://" in place:
        with psycopg.connect(place, autocommit=True) as server:
            server.execute(statement)  # type: ignore[call-overload]
        return
    with contextlib.closing(sqlite3.connect(place)) as file:
        file.execute(statement)
        file.commit()


def _golden_2(place: str) -> None:
    """Books of version 2. On PostgreSQL the tables were the same but for the new one and the order of keys."""
    if "://" not in place:
        file = sqlite3.connect(place)
        file.executescript((GOLDEN / "ledger-v2-sqlite.sql").read_text())
        file.close()
        return
    Ledger.restore(GOLDEN / "ledger-v2.jsonl", place, by="Ada", clock=_later)
    with psycopg.connect(place, autocommit=True) as server:
        server.execute("DROP TABLE calendars, ticks")
        server.execute("ALTER TABLE accounts DROP COLUMN coin")
        server.execute("ALTER TABLE releases ALTER COLUMN key TYPE TEXT")
        server.execute("UPDATE ledger SET schema_version = 2")


def test_version_2_migrates_in_place_and_adds_up(place: str) -> None:
    _golden_2(place)
    with Ledger.open(place) as ledger, pytest.raises(LedgerError, match="the books are of version 2"):
        ledger.debit("clinic/2026/oncology", Pure("0.1"), "plan", key="too early", blocks=["2026-05"])
    assert Ledger.migrate(place, by="Ada", clock=_later) == (2, schema.SCHEMA_VERSION)
    assert Ledger.migrate(place, by="Ada", clock=_later) == (schema.SCHEMA_VERSION, schema.SCHEMA_VERSION)
    with Ledger.open(place, clock=_later) as ledger:
        known = json.loads((GOLDEN / "ledger-totals.json").read_text())["v2"]
        assert totals(ledger) == {**known, "entries": known["entries"] + 1}
        assert ledger.verify().whole
        assert ledger.history()[-1].kind == "migrate"
        assert ledger.calendars("clinic/2026/oncology") == {}


def _golden_3(place: str) -> None:
    """Books of version 3. On PostgreSQL the tables were the same but for the new one."""
    if "://" not in place:
        file = sqlite3.connect(place)
        file.executescript((GOLDEN / "ledger-v3-sqlite.sql").read_text())
        file.close()
        return
    Ledger.restore(GOLDEN / "ledger-v3.jsonl", place, by="Ada", clock=_later)
    with psycopg.connect(place, autocommit=True) as server:
        server.execute("DROP TABLE ticks")
        server.execute("ALTER TABLE accounts DROP COLUMN coin")
        server.execute("UPDATE ledger SET schema_version = 3")


def test_version_3_migrates_in_place_and_goes_on(place: str) -> None:
    _golden_3(place)
    key, charge = "daily@2026-01-02#0123", Pure("5e-12")
    with Ledger.open(place) as ledger, pytest.raises(LedgerError, match="the books are of version 3"):
        ledger.debit("ward", charge, "plan", key=key)
    assert Ledger.migrate(place, by="Ada", clock=_later) == (3, schema.SCHEMA_VERSION)
    assert Ledger.migrate(place, by="Ada", clock=_later) == (schema.SCHEMA_VERSION, schema.SCHEMA_VERSION)
    with Ledger.open(place, clock=_later) as ledger:
        known = json.loads((GOLDEN / "ledger-totals.json").read_text())["v3" if "://" in place else "v3 in place"]
        assert totals(ledger) == {**known, "entries": known["entries"] + 1}
        assert ledger.history()[-1].kind == "migrate"
        assert ledger.calendars("ward")["ward"]["name"] == "ward-2026"
        assert ledger.verify().whole
        if ledger.stopped is not None:
            ledger.resume(None, approvers=BOARD, why="nothing was", nothing_spent_since=True)
        with pytest.raises(PolicyError, match="not in the approved calendar"):
            ledger.debit("ward", charge, "plan", key="unplanned")
        stream = ledger.debit("ward", charge, "plan", key=key)
        ledger.commit(stream, b"the opening record")
        ledger.tick(stream, 1, "ab" * 32)
        assert ledger.verify().whole
    with pytest.raises((sqlite3.Error, psycopg.Error), match="only grows"):
        _run(place, "DELETE FROM ticks")


def test_version_4_is_read_as_it_was_written(place: str) -> None:
    Ledger.restore(GOLDEN / "ledger-v4.jsonl", place, by="Ada", clock=_later)
    with Ledger.open(place, clock=_later) as ledger:
        assert totals(ledger) == json.loads((GOLDEN / "ledger-totals.json").read_text())["v4"]
        live, done = (ledger.find("ward", key) for key in ("live", "done"))
        assert live is not None
        assert done is not None
        assert (ledger.last_tick(live), ledger.is_closed(live)) == ((3, "33" * 32), False)
        assert (ledger.last_tick(done), ledger.is_closed(done)) == ((2, "55" * 32), True)
        assert ledger.verify().whole


def test_version_3_is_read_as_it_was_written(place: str) -> None:
    Ledger.restore(GOLDEN / "ledger-v3.jsonl", place, by="Ada", clock=_later)
    with Ledger.open(place, clock=_later) as ledger:
        assert totals(ledger) == json.loads((GOLDEN / "ledger-totals.json").read_text())["v3"]
        assert ledger.calendars("ward")["ward"]["name"] == "ward-2026"
        assert ledger.verify().whole


def test_version_2_is_read_as_it_was_written(place: str) -> None:
    Ledger.restore(GOLDEN / "ledger-v2.jsonl", place, by="Ada", clock=_later)
    with Ledger.open(place, clock=_later) as ledger:
        assert totals(ledger) == json.loads((GOLDEN / "ledger-totals.json").read_text())["v2"]
        assert ledger.verify().whole


def test_verify_reports_progress_and_reads_every_entry(place: str) -> None:
    with opened(place) as ledger:
        for n in range(4):
            ledger.debit("clinic", Pure("0.01"), "plan", key=f"{n}")
        seen: list[tuple[int, int]] = []
        verdict = ledger.verify(progress=lambda done, total: seen.append((done, total)))
        assert verdict.entries == 6
        assert seen[-1] == (6, 6)
