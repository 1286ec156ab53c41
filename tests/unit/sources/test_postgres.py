"""What only PostgreSQL has: types that fail where others are silent, roles, snapshots, collations."""

from __future__ import annotations

import datetime as dt
import random
from decimal import Decimal
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from bounding_reference import reference
from bounding_scenes import NUMBERS
from database_scenes import answered, run
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Bins, Grid, Keys
from epsilog.core.measure import Persons, Rows, Total
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SourceError, SpecError
from epsilog.sources import open_source
from epsilog.sources.postgres_types import physical
from ledger_places import Places


@pytest.fixture(scope="module")
def address(places: Places) -> str:
    return places.server()


def value(address: str, sql: str, *given: object) -> Any:
    with psycopg.connect(address) as session:
        found = session.execute(sql, given).fetchone()
    return None if found is None else found[0]


def as_read(address: str, stored: str, kind: ColumnKind, text: str) -> Any:
    sql = physical("x", stored, kind).sql.replace("%", "%%")
    return value(address, f"SELECT {sql} FROM (SELECT %s::text::{stored} AS x) AS t", text)


# Around the largest and the smallest number of binary64, and texts no cast survives.
EDGES = [
    *[text for text in NUMBERS if text is not None],
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.797693134862315807e308",
    "1.797693134862315808e308",
    f"{2**1024 - 2**970}",
    f"{2**1024 - 2**970 - 1}",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "4.9e-324",
    "1e-323",
    "0." + "0" * 322 + "9",
    "0." + "0" * 323 + "1",
    "0." + "0" * 400 + "1e405",
    "1" + "0" * 400 + "e-400",
    "1e999999999999999999999",
    "-1e-999999999999999999999",
    "0e999999999999999999999",
    "1e0000000000000000000000002",
    "000000000000000000000000000000000000000000000000000001",
    "." + "9" * 800,
]


@pytest.mark.parametrize("text", EDGES, ids=lambda text: text[:24])
def test_a_text_is_the_number_python_says(address: str, text: str) -> None:
    from bounding_reference import read_integer, read_number

    read = as_read(address, "text", "number", text)
    expected = read_number(text)
    assert (read if read is None or abs(read) < float("inf") else None) == expected
    assert as_read(address, "text", "integer", text) == read_integer(text)


@pytest.mark.parametrize(
    "text",
    [
        "1e400",
        "-1e400",
        "1e-400",
        "NaN",
        "Infinity",
        "-Infinity",
        "0",
        "0.1",
        str(2**1024 - 2**970),
        "12345678901234567890.5",
    ],
)
def test_a_numeric_is_the_number_python_says(address: str, text: str) -> None:
    read = as_read(address, "numeric", "number", text)
    expected = float(Decimal(text))
    assert read == (None if expected in (float("inf"), -float("inf")) or expected != expected else expected)
    others: tuple[ColumnKind, ...] = ("integer", "text", "boolean", "timestamp")
    for kind in others:
        as_read(address, "numeric", kind, text)


KINDS: dict[str, ColumnKind] = {
    "id": "integer",
    "code": "text",
    "seen": "timestamp",
    "at": "instant",
    "born": "date",
    "x": "number",
    "y": "number",
    "ok": "boolean",
}
TYPES = {
    "id": "bigint",
    "code": "varchar(9)",
    "seen": "timestamp",
    "at": "timestamptz",
    "born": "date",
    "x": "double precision",
    "y": "numeric",
    "ok": "boolean",
}


def typed_rows(count: int = 300) -> list[dict[str, str | None]]:
    dice = random.Random(3)
    choices: dict[str, list[str | None]] = {
        "id": ["1", "2", "2", "2", "2", None, str(2**63 - 1), str(-(2**63))],
        "code": ["7", "007", "x", "y", "", None],
        "seen": [None, "2026-03-01", "2026-04-01 23:59:59.999999", "2026-05-05 05:05", "infinity", "294276-12-31"],
        "at": [None, "2026-04-01T06:30:00+08:00", "2026-10-25T00:30:00Z", "-infinity", "294276-12-30T00:00:00Z"],
        "born": [None, "2026-03-17", "infinity", "5874897-01-01", "4713-01-01 BC"],
        "x": ["1.25", "-0.0", "NaN", "Infinity", "-Infinity", "1e300", "-1e300", "5e-324", None, "99.995"],
        "y": ["1.25", "0", "NaN", "Infinity", "1e400", "-1e400", "1e-400", "12.5", None, "99.995"],
        "ok": ["true", "false", None],
    }
    return [{name: dice.choice(values) for name, values in choices.items()} for _ in range(count)]


def test_types_that_fail_elsewhere_are_read_like_their_texts(address: str) -> None:
    rows = typed_rows()
    with psycopg.connect(address) as session:
        session.execute(f"CREATE TABLE typed ({', '.join(f'{name} {kind}' for name, kind in TYPES.items())})")
        marks = ", ".join(f"%s::text::{kind}" for kind in TYPES.values())
        session.cursor().executemany(
            f"INSERT INTO typed VALUES ({marks})", [[row[name] for name in TYPES] for row in rows]
        )
    days = During("seen", dt.date(2026, 3, 1), dt.date(2026, 5, 31))
    sent = During("at", dt.date(2026, 4, 1), dt.date(2026, 10, 31))
    sums = [Total.between("x", 0, 200), Total.between("x", -50, 50, "0.3", centred=True), Total.between("y", 0, 99)]
    place = (Keys("code", ("7", "007", "x")), Keys("ok", ("true", "false")))
    tallies = (
        Tally(Grid((*place, days.ticks("1mo"))), (Rows(), Persons(), Rows("y"), *sums), days),
        Tally(Grid((sent.ticks("1h"),)), (Rows(),), sent),
        Tally(
            Grid((Bins("x", (0, 1, 50, 100)),)),
            (Rows("x"),),
            During("born", dt.date(2026, 3, 1), dt.date(2026, 4, 1)),
        ),  # type: ignore[arg-type]
    )
    for unit, bounds in ((Unit("id"), Bounds(rows=5, cells=4)), (Unit("code"), Bounds(cells=2, rows_per_cell=3))):
        protect = Protect(unit, "Europe/Berlin")
        # What no other engine can spell is no moment in the reference either.
        found = answered(address, tallies, protect, bounds, KINDS, "typed")
        assert found == reference(rows, KINDS, tallies, protect, bounds)


def test_factors_beyond_binary64_are_infinite_and_not_an_error(address: str) -> None:
    with psycopg.connect(address) as session:
        session.execute("CREATE TABLE wide (who text, x float8)")
        numbers = (1e308, -1e308, 5e-324, -5e-324, 1e-300, 3.0, 1e22)
        session.cursor().executemany(
            "INSERT INTO wide VALUES (%s, %s)", [(f"p{at}", number) for at, number in enumerate(numbers)]
        )
    kinds: dict[str, ColumnKind] = {"who": "text", "x": "number"}
    rows = [{"who": f"p{at}", "x": repr(number)} for at, number in enumerate(numbers)]
    sums = (
        Total.between("x", 0, 10, "1e-12"),
        Total.between("x", 0, 10**55, 10**45),
        Total.between("x", -5, 5, "0.3"),
    )
    tally = Tally(Grid(), sums)
    protect, bounds = Protect(Unit("who")), Bounds(rows=1)
    assert answered(address, [tally], protect, bounds, kinds, "wide") == reference(
        rows, kinds, [tally], protect, bounds
    )


def test_texts_are_compared_by_their_bytes_whatever_the_collation_says(address: str) -> None:
    # A collation may hold `a` and `A` for equal, and a row would then meet two keys. This server was built without
    # such collations, so what is looked at is the collation of what is read.
    run(
        "postgres",
        address,
        "CREATE TABLE collated (who text COLLATE pg_unicode_fast, town text COLLATE pg_unicode_fast)",
        "INSERT INTO collated VALUES ('a', 'N'), ('A', 'n'), ('á', 'N')",
    )
    read = physical("who", "text", "text").sql
    assert value(address, f"SELECT pg_collation_for({read}) FROM collated") == '"C"'
    kinds: dict[str, ColumnKind] = {"who": "text", "town": "text"}
    tally = Tally(Grid((Keys("town", ("N", "n")),)), (Rows(), Persons()))
    found = answered(address, [tally], Protect(Unit("who")), Bounds(rows=1), kinds, "collated")
    assert found == [[[2, 1], [2, 1]]]


def test_domains_and_enumerations_are_read_as_what_they_are_made_of(address: str) -> None:
    run(
        "postgres",
        address,
        "CREATE DOMAIN number_of AS bigint CHECK (VALUE > 0)",
        "CREATE DOMAIN person AS number_of",
        "CREATE TYPE town AS ENUM ('N', 'S')",
        "CREATE SCHEMA clinic",
        "CREATE TABLE clinic.visits (who person, town town, tags tsvector)",
        "INSERT INTO clinic.visits VALUES (1, 'N'), (1, 'N'), (2, 'S')",
    )
    kinds: dict[str, ColumnKind] = {"who": "integer", "town": "text", "tags": "text"}
    tally = Tally(Grid((Keys("town", ("N", "S")),)), (Rows(), Persons()))
    found = answered(address, [tally], Protect(Unit("who")), Bounds(rows=1), kinds, "clinic.visits")
    assert found == [[[1, 1], [1, 1]]]
    with pytest.raises(SpecError, match="stores as tsvector"):
        answered(address, [tally], Protect(Unit("tags")), Bounds(rows=1), kinds, "clinic.visits")


def test_texts_of_a_megabyte_and_more_are_missing(address: str) -> None:
    run(
        "postgres",
        address,
        "CREATE TABLE long (who text, x text)",
        "INSERT INTO long VALUES (repeat('e' || U&'\\0301', 600000), '1'), ('b', repeat('1', 2000000)), ('c', '1')",
    )
    kinds: dict[str, ColumnKind] = {"who": "text", "x": "number"}
    tally = Tally(Grid(), (Rows(), Rows("x"), Total.between("x", 0, 10, 1)))
    found = answered(address, [tally], Protect(Unit("who")), Bounds(rows=1), kinds, "long")
    assert found == [[[2], [1], [1]]]


def as_role(address: str, role: str) -> str:
    return address.replace("postgresql://postgres:@", f"postgresql://{quote(role)}@")


@pytest.fixture(scope="module")
def shared(address: str) -> str:
    """A table that three roles may see more or less of."""
    name = value(address, "SELECT current_database()")
    run(
        "postgres",
        address,
        "CREATE TABLE shared (who text, town text, note text)",
        "INSERT INTO shared VALUES ('a', 'N', 'x'), ('a', 'N', 'y'), ('b', 'N', 'z')",
        f"REVOKE TEMPORARY ON DATABASE {name} FROM PUBLIC",
        *(f"DROP ROLE IF EXISTS {role}" for role in ("reader", "guest")),
        "CREATE ROLE reader LOGIN",
        "CREATE ROLE guest LOGIN",
        f"GRANT TEMPORARY ON DATABASE {name} TO reader",
        "GRANT SELECT (who, town) ON shared TO reader",
        "GRANT SELECT ON shared TO guest",
    )
    return address


COUNT = Tally(Grid((Keys("town", ("N",)),)), (Rows(), Persons()))
TWO: dict[str, ColumnKind] = {"who": "text", "town": "text"}


def test_a_role_that_may_read_two_columns_and_nothing_else(shared: str) -> None:
    reader = as_role(shared, "reader")
    assert value(reader, "SELECT current_user") == "reader"
    assert answered(reader, [COUNT], Protect(Unit("who")), Bounds(rows=1), TWO, "shared") == [[[2], [2]]]
    with (
        pytest.raises(SpecError, match="may not read the column 'note'"),
        open_source(Origin(None, {**TWO, "note": "text"}, database=reader, table="shared")) as source,
    ):
        source.columns()


def test_a_role_without_temporary_tables_is_refused_before_anything_is_read(shared: str) -> None:
    with (
        pytest.raises(SourceError, match="may make no temporary tables"),
        open_source(Origin(None, TWO, database=as_role(shared, "guest"), table="shared")) as source,
    ):
        source.columns()


def test_the_users_tables_are_read_in_a_read_only_transaction(address: str) -> None:
    run(
        "postgres",
        address,
        "CREATE TABLE kept (who text)",
        "INSERT INTO kept VALUES ('a')",
        "CREATE TABLE trace (level text)",
        "CREATE FUNCTION spy() RETURNS text LANGUAGE sql VOLATILE AS "
        "$$ INSERT INTO public.trace VALUES (current_setting('transaction_isolation')) RETURNING level $$",
        "CREATE VIEW spied AS SELECT who, spy() AS town FROM kept",
        "CREATE VIEW told AS SELECT who, current_setting('transaction_isolation') || "
        "current_setting('transaction_read_only') AS town FROM kept",
    )
    with pytest.raises(SourceError, match=r"\[S2\]"):
        answered(address, [COUNT], Protect(Unit("who")), Bounds(rows=1), TWO, "spied")
    assert value(address, "SELECT count(*) FROM trace") == 0
    snapshot = Tally(Grid((Keys("town", ("repeatable readon",)),)), (Rows(),))
    for unit, bounds in ((Unit("who"), Bounds(rows=1)), (Unit("row"), Bounds())):
        assert answered(address, [snapshot], Protect(unit), bounds, TWO, "told") == [[[1]]]


def test_a_database_of_another_encoding_is_refused(places: Places, address: str) -> None:
    run("postgres", address, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    name = value(address, "SELECT current_database()")
    with (
        pytest.raises(SourceError, match="not encoded in UTF8"),
        open_source(Origin(None, TWO, database=address.replace(name, "latin"), table="t")) as source,
    ):
        source.columns()


def test_a_server_that_is_not_there_says_nothing_of_its_own(tmp_path: Any) -> None:
    nowhere = f"postgresql://ada@/visits?host={quote(str(tmp_path))}"
    with (
        pytest.raises(SourceError, match=r"could not be opened \[S1\]") as refused,
        open_source(Origin(None, TWO, database=nowhere, table="t")) as source,
    ):
        source.columns()
    assert refused.value.where == "source.database"
    assert all(word in refused.value.hint for word in ("host", "port", "role"))
    assert refused.value.__context__ is None
    assert str(tmp_path) not in str(refused.value)
