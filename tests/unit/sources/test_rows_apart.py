"""A private table is not its own public lookup, whatever it is called there."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pytest

from database_scenes import ENGINES, Kind, address_of, fill
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Rows
from epsilog.core.origin import ColumnKind, Lookup, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import EpsilogError, PrivacyError
from epsilog.pay.door import Door
from epsilog.sources import open_source
from epsilog.sources.parts import FileParts
from epsilog.spec.file import spec_from_text
from ledger_places import Places

KINDS: dict[str, ColumnKind] = {"who": "text", "friend": "text", "town": "text"}
ROWS = [{"who": "a", "friend": "x", "town": "N"}, {"who": "b", "friend": "x", "town": "S"}]
TALLY = Tally(Grid((Keys("town", ("N", "S")),)), (Rows(),))
OWN: dict[str, ColumnKind] = {"who": "text", "friend": "text"}


def asked(origin: Origin, base: Path | None = None) -> list[int]:
    with open_source(origin, base=base) as source:
        source.check_lookups()
        [[answer]] = source.bounded([TALLY], Protect(Unit("who")), Bounds(rows=1))
    return [int(value) for value in answer.values]


def files_in(folder: Path) -> None:
    lines = ["who,friend,town", *(",".join(row.values()) for row in ROWS)]
    (folder / "visits.csv").write_text("\n".join(lines), encoding="utf-8")
    (folder / "copy.csv").write_text("\n".join(lines), encoding="utf-8")
    (folder / "more").mkdir()
    (folder / "more" / "towns.csv").symlink_to(folder / "visits.csv")
    (folder / "hard.csv").hardlink_to(folder / "visits.csv")
    (folder / "linked").symlink_to(folder)


@pytest.mark.parametrize(
    "name", ["visits.csv", "./more/../visits.csv", "more", "hard.csv", "linked/visits.csv", "*.csv"]
)
def test_a_file_of_rows_is_no_public_lookup(tmp_path: Path, name: str) -> None:
    files_in(tmp_path)
    lookup = Lookup("friend", {"town": "text"}, file=name, public=True)
    with pytest.raises(PrivacyError, match="their own public lookup") as caught:
        asked(Origin("visits.csv", OWN, join=(lookup,)), tmp_path)
    assert caught.value.where == "source.join.file"


def test_another_file_is_one_and_so_is_the_same_file_for_its_own_persons(tmp_path: Path) -> None:
    files_in(tmp_path)
    lookup = Lookup("who", {"town": "text"}, file="copy.csv", public=True)
    assert asked(Origin("visits.csv", OWN, join=(lookup,)), tmp_path) == [1, 1]
    lookup = Lookup("who", {"town": "text"}, file="visits.csv")
    assert asked(Origin("visits.csv", OWN, join=(lookup,)), tmp_path) == [1, 1]


def test_a_lookup_that_becomes_the_rows_is_refused_while_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files_in(tmp_path)
    views = FileParts.views

    def swapped(self: FileParts, engine: Any, wanted: Any) -> Any:
        if (tmp_path / "copy.csv").is_symlink():  # the lookup's own
            return views(self, engine, wanted)
        (tmp_path / "copy.csv").unlink()
        (tmp_path / "copy.csv").symlink_to(tmp_path / "visits.csv")
        return views(self, engine, wanted)

    monkeypatch.setattr(FileParts, "views", swapped)
    lookup = Lookup("friend", {"town": "text"}, file="copy.csv", public=True)
    source = open_source(Origin("visits.csv", OWN, join=(lookup,)), base=tmp_path)
    with source, pytest.raises(PrivacyError, match="their own public lookup"):
        source.bounded([TALLY], Protect(Unit("who")), Bounds(rows=1))


def test_a_lookup_that_nothing_asks_for_is_looked_at_before_anything_is_paid(tmp_path: Path) -> None:
    """Where bounds are found first, what is asked is known behind the paid line: lookups are checked before."""
    files_in(tmp_path)
    spec = spec_from_text(
        """
        release: visits
        edition: "1"
        source:
          file: visits.csv
          columns: {who: text, friend: text}
          join: {file: hard.csv, on: friend, columns: {town: text}, public: true}
        protect: {each: who}
        bound: {rows: 1}
        publish:
          - {count: rows, by: {friend: [x, y]}}
        spend: {epsilon: 0.5, from: clinic}
        """
    )
    with pytest.raises(PrivacyError, match="their own public lookup"), Door(None, tmp_path).opened(spec):
        pass


def connected(kind: Kind, address: str) -> Any:
    if kind == "postgres":
        return psycopg.connect(address, autocommit=True)
    return duckdb.connect(address) if kind == "duckdb" else sqlite3.connect(address, isolation_level=None)


OTHERS = {
    "postgres": ("public.visits", "seen", "seen_again", "stored", "part_of"),
    "duckdb": ("main.visits", "seen", "seen_again"),
    "sqlite": ("VISITS", "seen", "seen_again"),
}


@pytest.mark.parametrize("kind", ENGINES)
def test_a_table_of_rows_is_no_public_lookup_under_any_name(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)
    fill(kind, address, ROWS, KINDS)
    fill(kind, address, ROWS, KINDS, "towns")
    session = connected(kind, address)
    try:
        session.execute("CREATE VIEW seen AS SELECT friend, town FROM visits WHERE town <> 'N'")
        session.execute(
            "CREATE VIEW seen_again AS SELECT friend, town FROM towns WHERE friend IN (SELECT friend FROM seen)"
        )
        session.execute(
            "CREATE VIEW both_of_them AS SELECT v.who, v.friend FROM visits v JOIN towns t ON v.who = t.who"
        )
        session.execute("CREATE VIEW apart AS SELECT friend, town FROM towns")
        if kind == "postgres":
            session.execute("CREATE MATERIALIZED VIEW stored AS SELECT friend, town FROM seen_again")
            session.execute("CREATE TABLE part_of () INHERITS (visits)")
    finally:
        session.close()

    def tried(table: str, rows: str = "visits", key: str = "friend") -> list[int]:
        lookup = Lookup(key, {"town": "text"}, table=table, public=True)
        return asked(Origin(None, OWN, database=address, table=rows, join=(lookup,)))

    for table in ("visits", *OTHERS[kind]):
        with pytest.raises(PrivacyError, match="their own public lookup") as caught:
            tried(table)
        assert caught.value.where == "source.join.table"
    for rows, table in (("both_of_them", "towns"), ("both_of_them", "visits"), ("seen_again", "apart")):
        with pytest.raises(EpsilogError):
            tried(table, rows)
    assert tried("towns", key="who") == [1, 1]
    assert sum(tried("apart")) == 2
    own = Lookup("who", {"town": "text"}, table="visits")
    assert asked(Origin(None, OWN, database=address, table="visits", join=(own,))) == [1, 1]
