"""What a second reviewer found, who looked at databases and typed files as somebody who owns rows and schemas."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import psycopg
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bounding_scenes import counted
from database_scenes import answered, run
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Grid
from epsilog.core.measure import Persons, Rows
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SourceError, SpecError
from epsilog.sources import open_source
from epsilog.sources.failure import withheld
from ledger_places import Places

PERSON, ONE = Protect(Unit("who")), Bounds(rows=1)
WHO: dict[str, ColumnKind] = {"who": "text"}
ALL = Tally(Grid(), (Rows(), Persons()))
FAR = [2**63 - 1, -(2**63), 2**62, 0]


@pytest.fixture(scope="module")
def server(places: Places) -> str:
    return places.server()


# One person must never be two units.


@pytest.mark.parametrize("collation", ["NOCASE", "NOACCENT", "RTRIM", "BINARY"])
@pytest.mark.parametrize("kind", ["duckdb", "sqlite"])
def test_persons_whom_a_file_takes_for_one_are_refused(kind: Any, collation: str, tmp_path: Path) -> None:
    if (kind, collation) in {("sqlite", "NOACCENT"), ("duckdb", "RTRIM"), ("duckdb", "BINARY")}:
        collation = "NOCASE"  # the other's own
    address = str(tmp_path / f"rows.{kind}")
    run(
        kind,
        address,
        f"CREATE TABLE visits (who VARCHAR COLLATE {collation}, code INTEGER)",
        "INSERT INTO visits VALUES ('ann', 1), ('Ann', 1), ('bob', 2)",
        "CREATE VIEW same AS SELECT who, code FROM visits",
    )
    for table in ("visits", "same"):
        if collation == "BINARY":
            assert answered(address, [ALL], PERSON, ONE, WHO, table) == [[[3], [3]]]
            continue
        with pytest.raises(SpecError, match="two spellings of a person"):
            answered(address, [ALL], PERSON, ONE, WHO, table)
    codes: dict[str, ColumnKind] = {"who": "text", "code": "integer"}
    found = answered(address, [ALL], Protect(Unit("code")), ONE, codes)
    assert found == [[[2], [2]]]  # who nobody is named by may be spelled as it likes


def test_persons_whom_a_server_takes_for_one_are_refused(server: str) -> None:
    run(
        "postgres",
        server,
        "CREATE TYPE citext",
        "CREATE FUNCTION citextin(cstring) RETURNS citext AS 'textin' LANGUAGE internal IMMUTABLE STRICT",
        "CREATE FUNCTION citextout(citext) RETURNS cstring AS 'textout' LANGUAGE internal IMMUTABLE STRICT",
        "CREATE TYPE citext (INPUT = citextin, OUTPUT = citextout, LIKE = text)",
        "CREATE DOMAIN mail AS citext",
        'CREATE COLLATION loose FROM "C"',
        "UPDATE pg_catalog.pg_collation SET collisdeterministic = false WHERE collname = 'loose'",
        "CREATE TABLE spelled (mail mail, name text COLLATE loose, code text)",
        "INSERT INTO spelled VALUES ('ann', 'ann', '1'), ('Ann', 'Ann', '2')",
    )
    kinds: dict[str, ColumnKind] = {"mail": "text", "name": "text", "code": "text"}
    for column in ("mail", "name"):
        with pytest.raises(SpecError, match="two spellings of a person"):
            answered(server, [ALL], Protect(Unit(column)), ONE, kinds, "spelled")
    assert answered(server, [ALL], Protect(Unit("code")), ONE, kinds, "spelled") == [[[2], [2]]]


def test_equal_decimals_are_one_person_wherever_they_are_stored(server: str, tmp_path: Path) -> None:
    spelled = ["7", "7.0", "7.00", "70", "70.0", "0.50", "0.5", "-0", "0.00", "NaN"]
    listed = ", ".join(f"'{text}'" for text in spelled)
    run(
        "postgres",
        server,
        "CREATE TABLE decimals (who numeric)",
        f"INSERT INTO decimals SELECT unnest(ARRAY[{listed}]::numeric[])",
    )
    four = [[[4], [4]]]
    assert answered(server, [ALL], PERSON, ONE, WHO, "decimals") == four
    objects = pd.DataFrame({"who": pd.Series([Decimal(text) for text in spelled], dtype=object)})
    assert counted(objects, [ALL], PERSON, ONE, WHO) == four
    for places in (0, 2):
        values = [Decimal(7), Decimal(70), *([] if places == 0 else [Decimal("0.50"), Decimal(0)])]
        file = tmp_path / f"{places}.parquet"
        pq.write_table(pa.table({"who": pa.array(values, pa.decimal128(9, places))}), file)
    assert counted(tmp_path, [ALL], PERSON, ONE, WHO) == four


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("7.10", "7.1"),
        ("-0.050", "-0.05"),
        ("1E+3", "1000"),
        ("-12E-1", "-1.2"),
        ("10E+500", "1e501"),
        ("1.0E-500", "1e-500"),
        ("-0E+9", "0"),
        ("sNaN", None),
        ("-Infinity", None),
    ],
)
def test_a_decimal_has_one_spelling(value: str, text: str | None) -> None:
    from epsilog.sources.identity import as_key

    assert as_key(Decimal(value)) == text


# No row makes a source fail: what no function can be made total for is refused by its type.


def nested(unit: str = "us") -> pa.Array:
    return pa.array(FAR, pa.int64()).view(pa.timestamp(unit))


UNREADABLE: dict[str, Callable[[], pa.Array]] = {
    "time": lambda: pa.array(FAR, pa.int64()).view(pa.time64("us")),
    "duration": lambda: pa.array(FAR, pa.int64()).view(pa.duration("s")),
    "struct": lambda: pa.StructArray.from_arrays([nested()], ["a"]),
    "list": lambda: pa.ListArray.from_arrays(pa.array([0, 1, 2, 3, 4], pa.int32()), nested()),
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_types_that_some_value_breaks_are_refused_before_a_row_is_read(kind: str, tmp_path: Path) -> None:
    table = pa.table({"who": UNREADABLE[kind](), "name": ["a", "b", "c", "d"]})
    forms: list[Any] = [table]
    if kind != "duration":  # Parquet has none, and keeps it as a whole number
        pq.write_table(table, tmp_path / "rows.parquet")
        forms.append(tmp_path / "rows.parquet")
        with duckdb.connect(str(tmp_path / "rows.duckdb")) as session:
            session.execute(f"CREATE TABLE visits AS SELECT * FROM '{tmp_path / 'rows.parquet'}' LIMIT 0")
        with pytest.raises(SpecError, match="cannot read what is stored as"):
            answered(str(tmp_path / "rows.duckdb"), [ALL], PERSON, ONE, WHO)
    for form in forms:
        origin = Origin(str(form) if isinstance(form, Path) else None, {"who": "text", "name": "text"})
        with open_source(origin, frame=None if isinstance(form, Path) else form) as source:
            with pytest.raises(SpecError, match="cannot read what is stored as"):
                source.check([ALL], PERSON, ONE)
            source.check([ALL], Protect(Unit("name")), ONE)  # nobody reads the other column


def test_texts_in_parquet_that_are_no_utf8_name_nobody(tmp_path: Path) -> None:
    offsets = pa.py_buffer(b"\0\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0")
    broken = pa.Array.from_buffers(pa.string(), 3, [None, offsets, pa.py_buffer(b"\xffb\xff")])
    for dictionary in (True, False):
        pq.write_table(pa.table({"who": broken}), tmp_path / "rows.parquet", use_dictionary=dictionary)
        assert counted(tmp_path / "rows.parquet", [ALL], PERSON, ONE, WHO) == [[[1], [1]]]


def test_half_a_character_in_a_column_of_texts_names_nobody() -> None:
    texts = pd.Series(["a", "\ud800", None], dtype=pd.StringDtype("python"))
    for column in (texts, texts.astype("category")):
        assert counted(pd.DataFrame({"who": column}), [ALL], PERSON, ONE, WHO) == [[[1], [1]]]


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_moments_of_a_duckdb_file_that_no_calendar_reaches(unit: str, tmp_path: Path) -> None:
    near = 1_780_000_000 * {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    far = [2**63 - 2, -(2**63) + 2, 2**62, near]
    moments = pa.table({"who": pa.array(far, pa.int64()).view(pa.timestamp(unit)), "name": list("abcd")})
    address = str(tmp_path / "rows.duckdb")
    with duckdb.connect(address) as session:
        session.register("moments", moments)
        session.execute("CREATE TABLE visits AS SELECT * FROM moments")
    [[rows, _]] = answered(address, [ALL], PERSON, ONE, WHO)
    assert rows[0] == (4 if unit == "ns" else 1)
    kinds: dict[str, ColumnKind] = {"who": "timestamp", "name": "text"}
    year = Tally(Grid(), (Rows(),), During("who", dt.date(2026, 1, 1), dt.date(2026, 12, 31)))
    assert answered(address, [year], Protect(Unit("name")), ONE, kinds) == [[[1]]]


# Who else is on the server learns nothing and has no say.


def test_operators_and_functions_of_others_are_never_called(server: str) -> None:
    """In `public` anybody may make an operator that fits better than the catalogue's own, and wait for us."""
    run(
        "postgres",
        server,
        "CREATE TABLE public.heard (who text)",
        "CREATE FUNCTION public.hear(oid, regclass) RETURNS boolean LANGUAGE plpgsql VOLATILE AS "
        "$$ BEGIN INSERT INTO public.heard VALUES (current_user); RETURN $1 = $2::oid; END $$",
        "CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = regclass, FUNCTION = public.hear)",
        "CREATE FUNCTION public.hear(oid, regnamespace) RETURNS boolean LANGUAGE plpgsql VOLATILE AS "
        "$$ BEGIN INSERT INTO public.heard VALUES (current_user); RETURN $1 = $2::oid; END $$",
        "CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = regnamespace, FUNCTION = public.hear)",
        "CREATE TABLE public.waited (who text)",
        "INSERT INTO public.waited VALUES ('a'), ('b')",
    )
    with psycopg.connect(server) as session:  # the trap works
        session.execute("SELECT 1 FROM pg_class AS c WHERE c.oid = to_regclass('public.waited')")
        assert session.execute("SELECT count(*) FROM public.heard").fetchone() != (0,)
        session.rollback()
    assert answered(server, [ALL], PERSON, ONE, WHO, "waited") == [[[2], [2]]]
    with psycopg.connect(server) as session:
        assert session.execute("SELECT count(*) FROM public.heard").fetchone() == (0,)


def test_a_session_is_left_empty(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pooler hands a closed session to the next client: nothing of ours may still be in it."""
    from epsilog.sources import postgres_engine

    run("postgres", server, "CREATE TABLE left_over (who text)", "INSERT INTO left_over VALUES ('a')")
    session = postgres_engine.connect(server)
    engine = postgres_engine.PostgresEngine(session)
    seen: list[Any] = []
    engine.run("CREATE TEMPORARY TABLE rows AS SELECT 1 AS x")
    monkeypatch.setattr(
        session, "close", lambda: seen.extend(session.execute("SELECT to_regclass('pg_temp.rows')").fetchone())
    )
    engine.close()
    monkeypatch.undo()
    session.close()
    assert seen == [None]


def test_a_role_that_only_reads_by_default_is_no_failed_release(server: str) -> None:
    run(
        "postgres",
        server,
        "CREATE TABLE calm (who text)",
        "INSERT INTO calm VALUES ('a')",
        "DROP ROLE IF EXISTS careful",
        "CREATE ROLE careful LOGIN",
        "ALTER ROLE careful SET default_transaction_read_only = on",
        "GRANT SELECT ON calm TO careful",
    )
    careful = server.replace("postgresql://postgres:@", "postgresql://careful@")
    assert careful != server
    assert answered(careful, [ALL], PERSON, ONE, WHO, "calm") == [[[1], [1]]]


def test_the_words_of_a_panic_are_withheld() -> None:
    class Panic(BaseException):
        """As libraries in Rust raise it."""

    def panics() -> None:
        raise Panic("canary-4711")

    with pytest.raises(SourceError) as caught:
        withheld("read", panics)
    assert "canary" not in str(caught.value)
    assert caught.value.__context__ is None
    for stop in (KeyboardInterrupt, SystemExit):

        def stops(stop: type[BaseException] = stop) -> None:
            raise stop

        with pytest.raises(stop):
            withheld("read", stops)


def test_sqlite_reads_rows_and_lookups_in_one_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody writes between the rows and the lookup: neither or both are seen."""
    from epsilog.core.grid import Keys
    from epsilog.core.origin import Lookup
    from epsilog.sources import sqlite_file

    address = tmp_path / "rows.sqlite"
    writer = sqlite3.connect(address, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("CREATE TABLE visits (who TEXT)")
    writer.execute("CREATE TABLE people (who TEXT, town TEXT)")
    writer.execute("INSERT INTO visits VALUES ('a')")
    writer.execute("INSERT INTO people VALUES ('a', 'N')")
    honest = sqlite_file._stream

    def between(session: Any, engine: Any, name: str, origin: Origin, wanted: Any) -> Any:
        found = honest(session, engine, name, origin, wanted)
        writer.execute("UPDATE people SET town = 'S'")
        return found

    monkeypatch.setattr(sqlite_file, "_stream", between)
    join = (Lookup("who", {"town": "text"}, table="people"),)
    tally = Tally(Grid((Keys("town", ("N", "S")),)), (Rows(),))
    with open_source(Origin(None, WHO, database=str(address), table="visits", join=join)) as source:
        [[rows]] = source.bounded([tally], PERSON, ONE)
    writer.close()
    assert rows.values.tolist() == [1, 0]
