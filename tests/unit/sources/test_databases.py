"""Tables of PostgreSQL, DuckDB and SQLite give the same integers, whatever is in them, and nothing else."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from bounding_reference import reference
from bounding_scenes import BERLIN, BOUNDS, KINDS, TALLIES, UNITS, VALUES, counted, for_rows, frame_of
from database_scenes import ENGINES, Kind, address_of, answered, fill, run, without_nul
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Persons, Rows
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Source, Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SourceError, SpecError
from epsilog.sources import open_source
from epsilog.testing import check_source
from ledger_places import Places


def hostile_rows(count: int, seed: int) -> list[dict[str, str | None]]:
    """Every hostile value, and half of the rows one person's, inside the tables."""
    dice = random.Random(seed)
    rows: list[dict[str, str | None]] = []
    for at in range(count):
        row = {name: dice.choice(values) for name, values in VALUES.items()}
        if at % 2:
            row |= {"who": "everything", "number_of": "7", "town": dice.choice(["North", "北京"]), "smokes": "yes"}
            row["seen"] = f"2026-{dice.randint(3, 5):02d}-{dice.randint(1, 30):02d} 12:00"
            row["sent"] = f"{row['seen']}:00+01:30"
        rows.append(row)
    return without_nul(rows)


ROWS = hostile_rows(240, 1)


@functools.cache
def expected_of(unit: Unit, bounds: Bounds) -> list[list[list[int]]]:
    """What the reference has for the hostile rows, worked out once for all engines."""
    tallies = for_rows(TALLIES) if unit.each == "row" else TALLIES
    return reference(ROWS, KINDS, tallies, Protect(unit, BERLIN), bounds)


@functools.cache
def in_memory(bounds: Bounds) -> list[list[list[int]]]:
    """What the file in memory has for them, likewise."""
    return counted(frame_of(ROWS), (TALLIES[0], TALLIES[5]), Protect(Unit("who", per="1mo"), BERLIN), bounds)


def every_third(things: Sequence[Any]) -> list[Any]:
    """All of them at night; every day a third of them, as the file in memory is tried with all elsewhere."""
    return [pytest.param(one, marks=[pytest.mark.nightly] if at % 3 else []) for at, one in enumerate(things)]


@pytest.fixture(scope="module", params=ENGINES)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture(scope="module")
def visits(kind: Kind, places: Places, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database with the hostile rows as texts."""
    address = address_of(kind, tmp_path_factory.mktemp("visits"), places)
    fill(kind, address, ROWS, KINDS)
    return address


def test_conforms(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)

    def opened(rows: Sequence[Any], columns: Mapping[str, ColumnKind]) -> AbstractContextManager[Source]:
        fill(kind, address, rows, columns)
        return open_source(Origin(None, columns, database=address, table="visits"))

    assert check_source(opened) >= 36


@pytest.mark.parametrize("unit", every_third(UNITS), ids=str)
def test_every_unit_as_the_reference_has_it(visits: str, unit: Unit) -> None:
    tallies = for_rows(TALLIES) if unit.each == "row" else TALLIES
    bounds = Bounds() if unit.each == "row" else BOUNDS[2 if unit.per is None else 5]
    protect = Protect(unit, BERLIN)
    expected = expected_of(unit, bounds)
    assert any(any(vector) for tally in expected for vector in tally)
    assert answered(visits, tallies, protect, bounds) == expected


@pytest.mark.parametrize("bounds", every_third(BOUNDS), ids=str)
def test_every_bound_as_duckdb_has_it(visits: str, bounds: Bounds) -> None:
    protect = Protect(Unit("who", per="1mo"), BERLIN)
    tallies = (TALLIES[0], TALLIES[5])
    assert answered(visits, tallies, protect, bounds) == in_memory(bounds)


def test_one_tally_of_single_rows_is_one_look(visits: str) -> None:
    [tally] = for_rows(TALLIES[:1])
    protect = Protect(Unit("row"), BERLIN)
    assert answered(visits, [tally], protect, Bounds()) == reference(ROWS, KINDS, [tally], protect, Bounds())


def test_shuffles_and_partitions_change_nothing(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)
    shuffled = list(ROWS)
    random.Random(7).shuffle(shuffled)
    fill(kind, address, shuffled[:90], KINDS, "first")
    fill(kind, address, shuffled[90:], KINDS, "second")
    if kind == "postgres":
        columns = ", ".join(f'"{name}" TEXT' for name in KINDS)
        halves = [
            f"CREATE TABLE p{at} PARTITION OF visits FOR VALUES WITH (MODULUS 2, REMAINDER {at})" for at in (0, 1)
        ]
        divided = f"CREATE TABLE visits ({columns}) PARTITION BY HASH (town)"
        moved = ["INSERT INTO visits SELECT * FROM second", "INSERT INTO visits SELECT * FROM first"]
        run(kind, address, divided, *halves, *moved)
    else:
        run(kind, address, "CREATE VIEW visits AS SELECT * FROM second UNION ALL SELECT * FROM first")
    protect = Protect(Unit("who"), BERLIN)
    assert answered(address, TALLIES, protect, BOUNDS[2]) == expected_of(Unit("who"), BOUNDS[2])


def test_nothing_is_written_and_nothing_is_left(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)
    fill(kind, address, ROWS[:20], KINDS)
    before = None if kind == "postgres" else Path(address).read_bytes()
    answered(address, TALLIES[:1], Protect(Unit("who"), BERLIN), BOUNDS[2])
    if kind == "postgres":
        import psycopg

        with psycopg.connect(address) as session:
            left = session.execute("SELECT count(*) FROM pg_class WHERE relpersistence = 't'").fetchone()
            writes = session.execute("SELECT count(*) FROM visits").fetchone()
        assert left == (0,)
        assert writes == (20,)
    else:
        assert Path(address).read_bytes() == before
        assert sorted(path.name for path in tmp_path.iterdir()) == [Path(address).name]


BREAKS: Mapping[Kind, str] = {
    "postgres": "CREATE VIEW broken AS SELECT who, town, CAST(secret AS integer) AS code FROM rows",
    "duckdb": "CREATE VIEW broken AS SELECT who, town, CAST(secret AS INTEGER) AS code FROM rows",
    "sqlite": "CREATE VIEW broken AS SELECT who, town, abs(CAST(secret AS INTEGER)) AS code FROM rows",
}


def test_what_an_engine_says_is_withheld(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)
    kinds: dict[str, ColumnKind] = {"who": "text", "town": "text", "secret": "text"}
    fill(kind, address, [{"who": "a", "town": "N", "secret": "-9223372036854775808"}], kinds, "rows")
    run(kind, address, BREAKS[kind])
    tally = Tally(Grid((Keys("code", ("1",)),)), (Rows(),))
    with pytest.raises(SourceError, match=r"\[S2\]") as caught:
        answered(
            address, [tally], Protect(Unit("who")), Bounds(rows=1), {"who": "text", "code": "integer"}, "broken"
        )
    chain = [caught.value, caught.value.__cause__, caught.value.__context__]
    assert not any("9223" in f"{error!r}{getattr(error, 'hint', '')}" for error in chain)


def refused(call: Callable[[], object]) -> str:
    with pytest.raises((SourceError, SpecError)) as caught:
        call()
    return str(caught.value)


def test_what_is_not_there_is_said_before_anything_is_read(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)
    fill(kind, address, [], KINDS)

    def asked(table: str, columns: Mapping[str, ColumnKind]) -> str:
        with open_source(Origin(None, columns, database=address, table=table)) as source:
            return refused(
                lambda: source.check([Tally(Grid(), (Rows(),))], Protect(Unit("nobody")), Bounds(rows=1))
            )

    assert "source.table: no table or view 'visit'" in asked("visit", {"nobody": "text"})
    assert "the data has no column 'nobody'" in asked("visits", {"nobody": "text"})


def test_names_in_any_spelling(kind: Kind, places: Places, tmp_path: Path) -> None:
    kinds: dict[str, ColumnKind] = {'é "1"': "text", "select": "text", "c0": "number"}
    address = address_of(kind, tmp_path, places)
    rows = [{'é "1"': who, "select": town, "c0": "3"} for who in "ab" for town in ("N", "N", "S")]
    spelled = {'é "1"'.replace('"', '""'): "text", "select": "text", "c0": "text"}
    fill(
        kind,
        address,
        [{name.replace('"', '""'): text for name, text in row.items()} for row in rows],
        spelled,
        "a b",
    )
    tally = Tally(Grid((Keys("select", ("N", "S", "x'y")),)), (Rows(), Persons()))
    found = answered(address, [tally], Protect(Unit('é "1"')), Bounds(rows=3), kinds, "a b")
    assert found == [[[4, 2, 0], [2, 2, 0]]]


def test_a_key_no_row_can_have(visits: str) -> None:
    tally = Tally(Grid((Keys("town", ("a\0b", "North")),)), (Rows(),))
    protect, bounds = Protect(Unit("who")), Bounds(rows=1)
    assert answered(visits, [tally], protect, bounds) == reference(ROWS, KINDS, [tally], protect, bounds)


def test_what_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "visits.db").write_text("patient_id,region\n")
    columns: dict[str, ColumnKind] = {"patient_id": "text"}
    no_database = refused(
        lambda: open_source(Origin(None, columns, database=str(tmp_path / "visits.db"), table="t"))
    )
    assert "neither a DuckDB nor an SQLite database" in no_database
    gone = refused(lambda: open_source(Origin(None, columns, database="gone.duckdb", table="t"), base=tmp_path))
    assert "no such file: gone.duckdb" in gone


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"database": "postgresql://ada:secret@clinic/visits", "table": "t"}, "holds a password"),
        ({"database": "postgresql://clinic/visits?password=secret", "table": "t"}, "holds a password"),
        ({"database": "postgresql://clinic/visits?sslpassword=secret", "table": "t"}, "holds a password"),
        ({"database": "postgresql://clinic/visits?options=-cfoo", "table": "t"}, "may not say 'options'"),
        ({"database": "mysql://clinic/visits", "table": "t"}, "an unknown kind of database"),
        ({"database": "visits.duckdb"}, "say which table"),
        ({"database": "visits.duckdb", "table": "a.b.c"}, "say which table"),
        ({"database": "visits.duckdb", "table": "a."}, "say which table"),
        ({"database": " ", "table": "t"}, "say visits.duckdb"),
        ({"table": "t"}, "a table needs a database"),
        ({"database": "visits.duckdb", "table": "t", "encoding": "gb18030"}, "no encoding"),
    ],
)
def test_addresses_that_are_refused(given: dict[str, Any], complaint: str) -> None:
    said = refused(lambda: Origin(None, {"patient_id": "text"}, **given))
    assert complaint in said
    assert "secret" not in said
