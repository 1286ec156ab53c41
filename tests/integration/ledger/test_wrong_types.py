"""Every cell of a small ledger in a value of another type or form: damage that stops the books, never a traceback.

SQLite keeps in any column what it is given. A text where an amount belongs counts as nothing in a sum and as more
than every number in a comparison: a balance of that kind had room for everything, and the next payment healed it.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Pure
from epsilog.core.unit import Unit
from epsilog.errors import EpsilogError, LedgerError
from epsilog.ledger import Ledger, Terms
from epsilog.ledger.schema import TABLES, columns
from ledger_places import quick_disk

BOARD = ("Ada", "Grace")
# Not a word about money: see test_tampering.py. The version is looked at before anything else.
ELSEWHERE = {("ledger", "id"), ("ledger", "stopped"), ("ledger", "stop_kind"), ("ledger", "schema_version")}
WRONG: dict[str, Any] = {
    "text": "abc",
    "nothing": "",
    "nested": "[" * 100_000,
    "bytes": b"\xff\x00\x01",
    "no bytes": b"",
    "half": 3.5,
    "endless": float("inf"),
    "number": 2**62,
    "below": -1,
    "null": None,
    "no utf-8": b"CAST(x'c3' AS TEXT)",  # spelled in SQL: Python cannot say it
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Books with a row in every table."""
    path = tmp_path_factory.mktemp("small") / "ledger.db"
    day = {"release": "daily", "every": "1d", "price": [5, 0]}
    year = {"version": 1, "name": "y", "from": "2026-01-01", "to": "2026-01-31", "coin": "pure", "releases": [day]}
    with Ledger.open(path, create=True) as ledger:
        ledger.open_account("clinic", Terms(Unit("p", per="1mo"), Allowance.approximate(1, "1e-6")), by="Ada")
        ledger.allocate("clinic", {"a": "0.5"}, by="Ada")
        held = ledger.reserve("clinic/a", Pure("0.01"), "plan", key="held", blocks=["2026-01"])
        done = ledger.debit("clinic/a", Pure("0.01"), "plan", key="done", blocks=["2026-01"])
        ledger.commit(done, b"the opening record")
        ledger.tick(done, 1, "1" * 64)
        ledger.open_account("ward", Terms(Unit("row"), Allowance.pure(1)), by="Ada")
        ledger.approve("ward", {**year, "request": {}}, approvers=BOARD, why="the year")
        assert held.id
        assert ledger.verify().whole
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    return path


@pytest.fixture
def quick() -> Iterator[Path]:
    """A folder in memory, where there is one: thousands of throw-away books wait for the disk otherwise."""
    with tempfile.TemporaryDirectory(dir=quick_disk()) as folder:
        yield Path(folder)


def edits(small: Path) -> Iterator[tuple[str, str, int, str]]:
    """Every cell and every wrong value for it."""
    with sqlite3.connect(small) as origin:
        for table in TABLES:
            numbers = [row[0] for row in origin.execute(f"SELECT rowid FROM {table}")]
            assert numbers, table
            for column in columns(table):
                if (table, column) not in ELSEWHERE:
                    yield from ((table, column, number, word) for number in numbers for word in WRONG)
    origin.close()


def edited(small: Path, path: Path, table: str, column: str, number: int, word: str) -> bool:
    """A copy with one cell changed; False where the database does not take the value, or it is what was there."""
    shutil.copy(small, path)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.text_factory = bytes
        value, here = WRONG[word], f"{table} WHERE rowid = {number}"
        before = connection.execute(f"SELECT quote({column}) FROM {here}").fetchone()
        if word == "no utf-8":
            connection.execute(f"UPDATE {table} SET {column} = {value.decode()} WHERE rowid = {number}")
        else:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = {number}", (value,))
        return bool(connection.execute(f"SELECT quote({column}) FROM {here}").fetchone() != before)
    except sqlite3.IntegrityError:
        return False
    finally:
        connection.close()


def tried(path: Path) -> str:
    """Verify, then pay and lift the stop: what went wrong, in words; nothing if everything is as it must be."""
    copy = path.with_name("other.db")
    shutil.copy(path, copy)
    try:
        with Ledger.open(path) as ledger:
            try:
                if ledger.verify().damage is None:
                    return "verify found nothing"
            except LedgerError:
                pass
            try:
                ledger.debit("clinic/a", Pure("0.001"), "plan", key="after", blocks=["2026-01"])
            except EpsilogError:
                pass
            else:
                return "paid after the damage was found"
            try:
                ledger.resume(None, approvers=BOARD, why="let us go on")
            except EpsilogError:
                pass
            else:
                return "resumed with the damage in it"
    except LedgerError:
        pass  # it cannot even be opened
    try:
        with Ledger.open(copy) as ledger:
            with suppress(EpsilogError):
                ledger.debit("clinic/a", Pure("0.001"), "plan", key="first", blocks=["2026-01"])
            if ledger.verify().damage is None:
                return "a payment healed it"
    except LedgerError:
        pass
    return ""


def _run(small: Path, folder: Path, wanted: Iterator[tuple[str, str, int, str]]) -> tuple[int, list[str]]:
    found, count = [], 0
    for table, column, number, word in wanted:
        path = folder / "edited.db"
        for left in folder.glob("*.db*"):
            left.unlink()
        if not edited(small, path, table, column, number, word):
            continue
        count += 1
        try:
            wrong = tried(path)
        except Exception as error:  # the very thing this test is about
            wrong = f"{type(error).__name__}: {error}"[:120]
        if wrong:
            found.append(f"{table}.{column} row {number}, {word}: {wrong}")
    return count, found


def test_a_wrong_type_in_any_column_stops_the_books(small: Path, quick: Path) -> None:
    """By day the first row of every column, each with three of the values in turn."""
    seen: dict[tuple[str, str], int] = {}
    words = list(WRONG)
    chosen = []
    for at, (table, column) in enumerate(dict.fromkeys((table, column) for table, column, _, _ in edits(small))):
        rows = [number for one, two, number, _ in edits(small) if (one, two) == (table, column)]
        seen[table, column] = rows[at % len(rows)]
        chosen += [(table, column, seen[table, column], words[(3 * at + step) % len(words)]) for step in range(3)]
    count, found = _run(small, quick, iter(chosen))
    assert found == []
    assert count > 80


@pytest.mark.nightly
def test_a_wrong_type_in_any_cell_stops_the_books(small: Path, quick: Path) -> None:
    """All of them: about 1,800 edits."""
    count, found = _run(small, quick, edits(small))
    assert found == []
    assert count > 1500


def test_a_text_is_no_room_in_a_balance(small: Path, tmp_path: Path) -> None:
    """On the quick way too: what was learnt before the edit is compared with it under the lock."""
    for column in ("cap_main", "spent_main", "held_main", "held_delta", "spent_delta", "cap_delta"):
        path = tmp_path / f"{column}.db"
        shutil.copy(small, path)
        with Ledger.open(path) as ledger:
            ledger.debit("clinic/a", Pure("0.001"), "plan", key="learnt", blocks=["2026-01"])
            connection = sqlite3.connect(path, isolation_level=None)
            connection.execute("PRAGMA ignore_check_constraints = ON")
            connection.execute(f"UPDATE balances SET {column} = 'zzz' WHERE block = '2026-01'")
            connection.close()
            with pytest.raises(LedgerError, match="not of its kind"):
                ledger.debit("clinic/a", Pure("0.001"), "plan", key="next", blocks=["2026-01"])
            assert ledger.stopped is not None
            assert ledger.verify().damage is not None
