"""Somebody edits the database by hand, triggers and walls switched off. `verify` names the first damaged entry."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Approx
from epsilog.core.unit import Unit
from epsilog.errors import LedgerError, PolicyError
from epsilog.ledger import Ledger, Terms
from epsilog.ledger.chain import digest_of, hash_of
from epsilog.ledger.schema import TABLES, columns
from epsilog.ledger.verify import Damage
from ledger_places import Places
from ledger_scenes import BOARD, opened, pure, pure_terms, used


def _rich(place: str) -> None:
    """Books in which every kind of entry and every state occurs."""
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", pure_terms(1000, failures=3), by="Ada")
        ledger.allocate("clinic", {"ward": "0.3", "lab": "0.2"}, by="Ada", reserve="0.4")
        ledger.move_reserve("clinic/lab", "0.05", approvers=BOARD, why="more samples")
        done = ledger.debit("clinic/ward", pure(10), "plan one", key="one")
        ledger.commit(done, b"noisy one")
        ledger.deliver(done)
        ledger.reserve("clinic/ward", pure(11), "plan two", key="two")
        ledger.release(ledger.reserve("clinic/lab", pure(12), "plan three", key="three"), why="cancelled")
        lost = ledger.debit("clinic/lab", pure(13), "plan four", key="four")
        ledger.forfeit(lost, why="failed")
        ledger.assert_refund(lost, approvers=BOARD, why="the disk was full")
        ledger.forfeit(ledger.debit("clinic/lab", pure(14), "plan five", key="five"), why="failed")
        stream = ledger.debit("clinic/ward", pure(15), "plan six", key="six")
        for tick in range(3):
            ledger.commit(stream, b"tick %d" % tick, tick=tick, last=False)
        ledger.deliver(stream, tick=1)
        terms = Terms(Unit("patient_id", per="1mo"), Allowance.approximate(2, "1e-6", for_events="5e-7"))
        ledger.open_account("registry", terms, by="Grace")
        waiting = ledger.debit(
            "registry", Approx("0.01", "1e-7"), "plan seven", key="one", blocks=["2026-01", "2026-02"]
        )
        ledger.commit(waiting, b"noisy seven")
        ledger.raise_cap(
            "registry", Allowance.approximate(3, "1e-6", for_events="5e-7"), approvers=BOARD, why="a new law"
        )
        ledger.stop("clinic/lab", by="Grace", why="too many failures")
        ledger.stop("registry", by="Grace", why="a doubt")
        ledger.resume("registry", approvers=BOARD, why="cleared")
        daily = {"release": "daily", "every": "1d", "price": [5, 0]}
        plan = {"version": 1, "name": "survey", "from": "2026-01-01", "to": "2026-01-31", "coin": "pure"}
        ledger.open_account("survey", pure_terms(500), by="Ada")
        ledger.approve("survey", {**plan, "releases": [daily], "request": {}}, approvers=BOARD, why="a plan")
        live = ledger.debit("survey", pure(5), "plan eight", key="daily@2026-01-01#0123")
        ledger.commit(live, b"the opening record")
        closed = ledger.debit("clinic/ward", pure(16), "plan nine", key="nine")
        ledger.commit(closed, b"another opening record")
        for tick in (1, 2, 3):
            for stream in (live, closed):
                ledger.tick(stream, tick, digest_of(b"%s %d" % (stream.id.encode(), tick)))
        ledger.close_stream(closed)
        assert ledger.verify().whole


@pytest.fixture(scope="module")
def rich(places: Places) -> Path:
    path = Path(places.file())
    _rich(str(path))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path


def _unlocked(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.row_factory = sqlite3.Row
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA ignore_check_constraints = ON")
    return connection


def _other(value: Any) -> Any:
    """Something else of the same kind: one step up, or one letter different in the middle."""
    if value is None or value == "":
        return "1"
    if isinstance(value, int):
        return value + 1_000
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    middle = len(value) // 2
    return value[:middle] + ("8" if value[middle] != "8" else "9") + value[middle + 1 :]


def _damage(path: Path) -> Damage | None:
    with Ledger.open(path) as ledger:
        damage = ledger.verify().damage
        assert (damage is None) == (ledger.stopped is None), "damage stops everything"
        return damage


# Words that may be changed without a lie about money: a stop that nobody entered (the ledger stops itself where
# entries cannot be trusted). The version is looked at before anything else.
ELSEWHERE = {("ledger", "id"), ("ledger", "stopped"), ("ledger", "stop_kind"), ("ledger", "schema_version")}
COLUMNS = [(table, column) for table in TABLES for column in columns(table) if (table, column) not in ELSEWHERE]


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=[".".join(pair) for pair in COLUMNS])
def test_every_cell_of_a_column(rich: Path, tmp_path: Path, table: str, column: str) -> None:
    """Each row in turn, on a copy: one cell is changed, and the damage is named."""
    origin = sqlite3.connect(rich)
    origin.row_factory = sqlite3.Row
    rows = origin.execute(f"SELECT rowid AS _row, * FROM {table}").fetchall()
    head = origin.execute("SELECT head_seq FROM ledger").fetchone()[0]
    origin.close()
    assert rows
    missed = []
    for row in rows:
        path = tmp_path / f"{row['_row']}.db"
        shutil.copy(rich, path)
        connection = _unlocked(path)
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (_other(row[column]), row["_row"]))
        connection.close()
        damage = _damage(path)
        if damage is None:
            missed.append(dict(row))
            continue
        if table == "journal":
            expected = "removed" if column == "seq" else "edited"
            assert (damage.kind, damage.seq) == (expected, row["seq"]), damage
        elif (table, column) == ("ledger", "head_seq"):
            assert (damage.kind, damage.seq) == ("truncated", head + 1), damage
        else:
            assert damage.kind == "totals", damage
        path.unlink()
    assert not missed, missed


@pytest.mark.parametrize("table", [table for table in TABLES if table != "ledger"])
def test_every_row_removed(rich: Path, tmp_path: Path, table: str) -> None:
    origin = sqlite3.connect(rich)
    rows = [row for (row,) in origin.execute(f"SELECT rowid FROM {table}").fetchall()]
    untouched = {
        row
        for (row,) in origin.execute(
            "SELECT rowid FROM balances WHERE held_main + held_delta + spent_main + spent_delta = 0"
        )
    }
    origin.close()
    for row in rows:
        path = tmp_path / f"{row}.db"
        shutil.copy(rich, path)
        connection = _unlocked(path)
        connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (row,))
        connection.close()
        damage = _damage(path)
        if table == "balances" and row in untouched:
            continue  # a balance of nothing is made anew when it is needed
        assert damage is not None, (table, row)
        if table == "journal":
            assert damage.seq == row
            assert damage.kind == ("truncated" if row == len(rows) else "removed")


@pytest.mark.parametrize("table", ["accounts", "balances", "releases", "results", "ticks"])
def test_a_row_nobody_wrote(rich: Path, tmp_path: Path, table: str) -> None:
    path = tmp_path / "added.db"
    shutil.copy(rich, path)
    connection = _unlocked(path)
    # The last row again under the next number or another word, money and all.
    row = dict(connection.execute(f"SELECT * FROM {table} ORDER BY rowid DESC").fetchone())
    for name in {"accounts": ("id", "name", "skeleton"), "balances": ("block",), "releases": ("receipt", "key"),
                 "results": ("tick",), "ticks": ("tick",)}[table]:  # fmt: skip
        row[name] = _other(row[name])
    if table == "balances":
        row["spent_main"] = 5
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
    connection.close()
    damage = _damage(path)
    assert damage is not None
    assert damage.kind == "totals"


TICKS: dict[str, tuple[str, int, str]] = {
    "the first is missing": ("DELETE FROM ticks WHERE tick = 1", 1, "tick 1 of {} is missing"),
    "one is missing": ("DELETE FROM ticks WHERE tick = 2", 2, "tick 2 of {} is missing"),
    "the last is missing": ("DELETE FROM ticks WHERE tick = 3", 3, "tick 3 of {} is missing"),
    "all are missing": ("DELETE FROM ticks", 1, "tick 1 of {} is missing"),
    "one is changed": (f"UPDATE ticks SET digest = '{'0' * 64}' WHERE tick = 2", 2, "tick 2 of {} is not the one"),
    "opened again": ("DELETE FROM ticks WHERE digest = ''", 4, "tick 4 of {} is missing"),
    "two are exchanged": (
        "UPDATE ticks SET digest = (SELECT digest FROM ticks AS t WHERE t.tick = 3 - ticks.tick) WHERE tick < 3",
        1,
        "tick 1 of {} is not the one",
    ),
}


@pytest.mark.parametrize("name", list(TICKS))
def test_the_first_damaged_tick_is_named(places: Places, name: str) -> None:
    statement, tick, words = TICKS[name]
    path = places.file()
    with opened(path) as ledger:
        stream = ledger.debit("clinic", pure(1), "plan", key="k")
        ledger.commit(stream, b"the opening record")
        for number in (1, 2, 3):
            ledger.tick(stream, number, digest_of(b"%d" % number))
        ledger.close_stream(stream)
        assert ledger.verify().whole
        entered = [line.seq for line in ledger.history() if line.kind in ("tick", "close")]
    connection = _unlocked(Path(path))
    connection.execute(statement)
    connection.close()
    damage = _damage(Path(path))
    assert damage is not None
    assert (damage.kind, damage.seq) == ("totals", entered[tick - 1])
    assert words.format(stream.id) in damage.words


def _swap(connection: sqlite3.Connection) -> int:
    connection.execute("UPDATE journal SET seq = -seq WHERE seq IN (5, 6)")
    connection.execute("UPDATE journal SET seq = CASE seq WHEN -5 THEN 6 ELSE 5 END WHERE seq IN (-5, -6)")
    return 5


def _swap_and_rehash(connection: sqlite3.Connection) -> int:
    """Exchange two entries and give both honest hashes of their own; the one after them gives it away."""
    rows = {row["seq"]: dict(row) for row in connection.execute("SELECT * FROM journal WHERE seq IN (5, 6)")}
    five, six = rows[6] | {"seq": 5, "prev": rows[5]["prev"]}, rows[5] | {"seq": 6}
    five["hash"] = hash_of(5, five["at"], five["kind"], five["body"], five["prev"])
    six["prev"] = five["hash"]
    six["hash"] = hash_of(6, six["at"], six["kind"], six["body"], six["prev"])
    for row in (five, six):
        connection.execute(
            "UPDATE journal SET at=:at, kind=:kind, body=:body, prev=:prev, hash=:hash WHERE seq=:seq", row
        )
    return 7


def _edit_and_rehash(connection: sqlite3.Connection) -> int:
    row = dict(connection.execute("SELECT * FROM journal WHERE seq = 5").fetchone())
    row["at"] = _other(row["at"])
    row["hash"] = hash_of(5, row["at"], row["kind"], row["body"], row["prev"])
    connection.execute("UPDATE journal SET at = :at, hash = :hash WHERE seq = :seq", row)
    return 6


@pytest.mark.parametrize(
    ("attack", "kinds"),
    [(_swap, {"edited"}), (_swap_and_rehash, {"reordered"}), (_edit_and_rehash, {"reordered"})],
    ids=["swap", "swap and rehash", "edit and rehash"],
)
def test_order_is_part_of_the_record(
    rich: Path, tmp_path: Path, attack: Callable[[sqlite3.Connection], int], kinds: set[str]
) -> None:
    path = tmp_path / "order.db"
    shutil.copy(rich, path)
    connection = _unlocked(path)
    seq = attack(connection)
    connection.close()
    damage = _damage(path)
    assert damage is not None
    assert damage.kind in kinds
    assert damage.seq == seq


def test_a_lifted_stop_of_everything_is_seen(rich: Path, tmp_path: Path) -> None:
    path = tmp_path / "stop.db"
    shutil.copy(rich, path)
    with Ledger.open(path) as ledger:
        ledger.stop(None, by="Ada", why="a leak")
        assert ledger.verify().whole
    connection = _unlocked(path)
    connection.execute("UPDATE ledger SET stopped = NULL")
    connection.close()
    damage = _damage(path)
    assert damage is not None
    assert damage.kind == "totals"


def test_books_of_another_version_are_not_written(rich: Path, tmp_path: Path) -> None:
    path = tmp_path / "version.db"
    shutil.copy(rich, path)
    connection = _unlocked(path)
    connection.execute("UPDATE ledger SET schema_version = schema_version + 1")
    connection.close()
    with pytest.raises(LedgerError, match="version"), Ledger.open(path) as ledger:
        ledger.debit("clinic/ward", pure(1), "plan", key="new")


def test_damage_stops_spending_until_two_people_agree_and_the_books_verify(rich: Path, tmp_path: Path) -> None:
    path = tmp_path / "stopped.db"
    shutil.copy(rich, path)
    connection = _unlocked(path)
    connection.execute("UPDATE balances SET spent_main = spent_main - 1 WHERE spent_main > 0")
    connection.close()
    with Ledger.open(path) as ledger:
        assert not ledger.verify().whole
        with pytest.raises(PolicyError, match="stopped"):
            ledger.debit("clinic/ward", pure(1), "plan", key="new")
        with pytest.raises(LedgerError):
            ledger.resume(None, approvers=BOARD, why="never mind")
        assert ledger.stopped is not None
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("UPDATE balances SET spent_main = spent_main + 1 WHERE spent_main > 0")
    connection.close()
    with Ledger.open(path) as ledger:
        ledger.resume(None, approvers=BOARD, why="put right by hand")
        assert ledger.stopped is None
        ledger.debit("clinic/ward", pure(1), "plan", key="new")
        assert ledger.verify().whole


def test_a_changed_result_is_not_delivered_and_stops_everything(place: str) -> None:
    ledger = opened(place)
    receipt = ledger.debit("clinic", pure(1), "plan", key="k")
    ledger.commit(receipt, b"noisy 17")
    _run(place, [("UPDATE results SET body = %s", (b"noisy 18",))])
    with pytest.raises(LedgerError) as refused:
        ledger.deliver(receipt)
    assert "noisy" not in str(refused.value)
    assert ledger.stopped is not None
    damage = ledger.verify().damage
    assert damage is not None
    assert damage.kind == "totals"
    ledger.close()


def test_a_result_changed_together_with_its_fingerprint_is_found_by_verify(place: str) -> None:
    ledger = opened(place)
    receipt = ledger.debit("clinic", pure(1), "plan", key="k")
    ledger.commit(receipt, b"noisy 17")
    _run(place, [("UPDATE results SET body = %s, digest = %s", (b"noisy 18", digest_of(b"noisy 18")))])
    damage = ledger.verify().damage
    assert damage is not None
    assert damage.kind == "totals"
    ledger.close()


def _run(place: str, statements: Iterable[tuple[str, tuple[Any, ...]]]) -> None:
    if "://" in place:
        with psycopg.connect(place, autocommit=True) as connection:
            for statement, values in statements:
                connection.execute(statement, values)  # type: ignore[arg-type]
        return
    file = sqlite3.connect(place, isolation_level=None)
    for statement, values in statements:
        file.execute(statement.replace("%s", "?"), values)
    file.close()


@pytest.mark.parametrize("table", ["journal", "ticks"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET {} = 'x'", "DELETE FROM {}"])
def test_the_journal_only_grows(place: str, table: str, statement: str) -> None:
    statement = statement.format(table, {"journal": "kind", "ticks": "digest"}[table])
    ledger = opened(place)
    stream = ledger.debit("clinic", pure(1), "plan", key="k")
    ledger.commit(stream, b"the opening record")
    ledger.tick(stream, 1, digest_of(b"1"))
    with pytest.raises((sqlite3.Error, psycopg.Error), match="only grows"):
        _run(place, [(statement, ())])
    assert ledger.verify().whole
    ledger.close()


def test_a_wrong_program_meets_a_wall(place: str) -> None:
    """Even a statement that forgot to look cannot write a balance above its cap, or below nothing."""
    ledger = opened(place, cap=10)
    ledger.debit("clinic", pure(7), "plan", key="k")
    for change in ("spent_main = 11", "held_main = 4", "spent_main = -1", "held_delta = 1", "held_main = -1"):
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.CheckViolation)):
            _run(place, [(f"UPDATE balances SET {change}", ())])
    assert used(ledger) == (0, 7)
    assert ledger.verify().whole
    ledger.close()


SERVER_ATTACKS = {
    "journal.body": ("UPDATE journal SET body = replace(body, 'plan', 'plot') WHERE seq = 3", "edited", 3),
    "journal.removed": ("DELETE FROM journal WHERE seq = 2", "removed", 2),
    "journal.tail": ("DELETE FROM journal WHERE seq = 3", "truncated", 3),
    "accounts.terms": ("UPDATE accounts SET terms = replace(terms, '1000', '9999')", "totals", 3),
    "releases.cost": ("UPDATE releases SET cost_main = 0", "totals", 3),
    "balances.spent": ("UPDATE balances SET spent_main = 0", "totals", 3),
    "balances.cap": ("UPDATE balances SET cap_main = cap_main + 1", "totals", 3),
    "accounts.lineage": ("UPDATE accounts SET lineage = '7'", "totals", 3),
    "releases.state": ("UPDATE releases SET state = 'RELEASED'", "totals", 3),
    "ledger.head": ("UPDATE ledger SET head_hash = 'x'", "totals", 3),
}


@pytest.mark.parametrize("name", list(SERVER_ATTACKS))
def test_a_server_s_owner_edits_it(places: Places, name: str) -> None:
    statement, kind, seq = SERVER_ATTACKS[name]
    place = places.server()
    ledger = opened(place)
    ledger.debit("clinic", pure(1), "plan", key="k")
    assert ledger.verify().entries == 3
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")  # triggers and foreign keys off
        connection.execute(statement)  # type: ignore[arg-type]
    damage = ledger.verify().damage
    assert damage is not None
    assert (damage.kind, damage.seq) == (kind, seq), damage
    ledger.close()
