"""What only database files have: collations, values with types of their own, journals beside them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import duckdb
import pytest

from database_scenes import answered, run
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Persons, Rows, Total
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SourceError, SpecError
from epsilog.sources import duckdb_file, open_source

TWO: dict[str, ColumnKind] = {"who": "text", "town": "text"}
COUNT = Tally(Grid((Keys("town", ("N", "n")),)), (Rows(), Persons()))


@pytest.mark.parametrize("kind", ["duckdb", "sqlite"])
def test_texts_are_compared_by_their_bytes_whatever_the_collation_says(kind: str, tmp_path: Path) -> None:
    address = str(tmp_path / f"rows.{kind}")
    run(
        kind,  # type: ignore[arg-type]
        address,
        "CREATE TABLE visits (who VARCHAR, town VARCHAR COLLATE NOCASE)",
        "INSERT INTO visits VALUES ('a', 'N'), ('A', 'n'), ('b', 'N')",
    )
    found = answered(address, [COUNT], Protect(Unit("who")), Bounds(rows=1), TWO)
    assert found == [[[2, 1], [2, 1]]]


def test_a_collation_is_taken_off_a_column_before_anything_compares_it() -> None:
    """Composing letters takes it off too, today: this is the rule itself, without that second guard."""
    with duckdb.connect() as session:
        session.execute("CREATE TABLE visits (town VARCHAR COLLATE NOCASE)")
        session.execute("INSERT INTO visits VALUES ('N'), ('n'), ('N')")
        counted = "SELECT count(DISTINCT {0}), count(*) FILTER ({0} = 'n') FROM visits"
        assert session.execute(counted.format("town")).fetchone() == (1, 3)
        assert session.execute(counted.format(duckdb_file._bare("town", "VARCHAR"))).fetchone() == (2, 1)


def test_sqlite_has_a_type_for_every_value(tmp_path: Path) -> None:
    address = str(tmp_path / "rows.sqlite")
    with sqlite3.connect(address) as session:
        session.execute("CREATE TABLE visits (who, x)")
        values = [1, "1", 1.0, b"1", " 1 ", 2.5, float("inf"), None, "x", 2**62, b"\xff", b"\xfe", -0.0, "1e400"]
        session.executemany("INSERT INTO visits VALUES (?, ?)", [(value, value) for value in values])
        session.execute("INSERT INTO visits VALUES (CAST(x'ff41' AS TEXT), 3)")  # a text that is no UTF-8
    session.close()
    kinds: dict[str, ColumnKind] = {"who": "text", "x": "number"}
    tally = Tally(Grid(), (Rows(), Persons(), Rows("x"), Total.between("x", 0, 10, 1)))
    found = answered(address, [tally], Protect(Unit("who")), Bounds(rows=100), kinds)
    # "1" four times and " 1 " once; 2.5 rounds to 3; infinity is a missing id; 2^62 is 10; 0 and 3 are the last.
    assert found == [[[13], [10], [9], [5 + 3 + 10 + 0 + 3]]]


def test_sqlite_rows_in_a_journal_are_read_and_stay_there(tmp_path: Path) -> None:
    address = tmp_path / "rows.sqlite"
    writer = sqlite3.connect(address, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("CREATE TABLE visits (who TEXT, town TEXT)")
    writer.execute("INSERT INTO visits VALUES ('a', 'N'), ('b', 'n')")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("INSERT INTO visits VALUES ('c', 'N')")  # not committed, so not there
    assert answered(str(address), [COUNT], Protect(Unit("who")), Bounds(rows=1), TWO) == [[[1, 1], [1, 1]]]
    writer.execute("COMMIT")
    assert answered(str(address), [COUNT], Protect(Unit("who")), Bounds(rows=1), TWO) == [[[2, 1], [2, 1]]]
    writer.close()


def test_duckdb_rows_in_a_journal_are_read_and_stay_there(tmp_path: Path) -> None:
    address = tmp_path / "rows.duckdb"
    with duckdb.connect(str(address)) as writer:
        writer.execute("PRAGMA disable_checkpoint_on_shutdown")
        writer.execute("CREATE TABLE visits (who VARCHAR, town VARCHAR)")
        writer.execute("INSERT INTO visits VALUES ('a', 'N'), ('b', 'n')")
    journal = Path(f"{address}.wal")
    before = (address.read_bytes(), journal.read_bytes())
    assert answered(str(address), [COUNT], Protect(Unit("who")), Bounds(rows=1), TWO) == [[[1, 1], [1, 1]]]
    assert (address.read_bytes(), journal.read_bytes()) == before


def test_a_view_of_a_file_cannot_read_other_files(tmp_path: Path) -> None:
    (tmp_path / "others.csv").write_text("who,town\nz,N\n")
    address = tmp_path / "rows.duckdb"
    with duckdb.connect(str(address)) as writer:
        writer.execute(f"CREATE VIEW visits AS SELECT who, town FROM read_csv('{tmp_path / 'others.csv'}')")
    with (
        pytest.raises(SourceError, match=r"\[S1\]"),
        open_source(Origin(None, TWO, database=str(address), table="visits")) as source,
    ):
        source.columns()


def test_schemas_of_a_duckdb_file(tmp_path: Path) -> None:
    address = str(tmp_path / "rows.duckdb")
    run(
        "duckdb",
        address,
        "CREATE SCHEMA clinic",
        "CREATE TABLE clinic.visits AS SELECT 'a' AS who, 'N' AS town",
        "CREATE TABLE visits AS SELECT 'a' AS who, 'n' AS town",
    )
    for table, expected in (("clinic.visits", [1, 0]), ("visits", [0, 1])):
        found = answered(address, [COUNT], Protect(Unit("who")), Bounds(rows=1), TWO, table)
        assert found == [[expected, expected]]


def test_a_type_that_cannot_be_read_is_named_without_its_values(tmp_path: Path) -> None:
    """An enumeration lists its values in its type: those of a DuckDB file may be the persons themselves."""
    path = tmp_path / "rows.duckdb"
    with duckdb.connect(str(path)) as session:
        session.execute("CREATE TYPE people AS ENUM ('canary-4711', 'another')")
        session.execute("CREATE TABLE visits (who people[], town VARCHAR)")
    origin = Origin(None, {"who": "text", "town": "text"}, database=str(path), table="visits")
    tally = Tally(Grid((Keys("town", ("N",)),)), (Rows(),))
    with open_source(origin) as source, pytest.raises(SpecError, match=r"cannot read .* ENUM\(…\)\[\]") as caught:
        source.check([tally], Protect(Unit("who")), Bounds(rows=1))
    assert "canary" not in str(caught.value)
