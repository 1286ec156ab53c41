"""Who is one person: what a source calls equal has one spelling, and no two that it tells apart share one."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bounding_scenes import counted
from database_scenes import answered
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Persons, Rows
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.sources.duck import DuckSource
from epsilog.sources.feed_bounding import unit_name
from epsilog.sources.feed_reading import name_of
from epsilog.sources.frames import as_arrow
from epsilog.sources.identity import BYTES, LONGEST, as_key, as_name

PERSON, ONE = Protect(Unit("who")), Bounds(rows=1)
ALL = Tally(Grid(), (Rows(), Persons()))
WHO: dict[str, ColumnKind] = {"who": "text"}
NOBODY = [0, 0]


def persons_of(values: Sequence[Any], make: Callable[[pd.Series], Any]) -> list[int]:
    frame = make(pd.Series(list(values), dtype=object))
    return [one[0] for one in counted(frame, [ALL], PERSON, ONE, WHO)[0]]


def as_pandas(series: pd.Series) -> Any:
    return pd.DataFrame({"who": series})


def as_polars(series: pd.Series) -> Any:
    return pl.DataFrame({"who": pl.Series(list(series), dtype=pl.Object)})


SAME: list[list[Any]] = [
    [1, 1.0, True, Decimal("1.00"), Fraction(1), np.int8(1), np.float32(1), np.longdouble(1), np.True_, "1", b"1"],
    [2**53, 2.0**53, Decimal(2**53), np.uint64(2**53)],
    [2**62, 2.0**62, np.longdouble(2) ** 62],
    [0, 0.0, -0.0, False, Decimal("-0E+9")],
    [0.5, Decimal("0.50"), Fraction(1, 2), np.float16(0.5), np.longdouble(0.5)],
    [2.0**-30, Decimal(2) ** -30, Fraction(1, 2**30)],
    [float(10**300), int(float(10**300)), Decimal(float(10**300))],
    ["CORP\\alice", b"CORP\\alice", bytearray(b"CORP\\alice"), np.str_("CORP\\alice")],
    [dt.datetime(2026, 1, 1, 8, tzinfo=dt.timezone(dt.timedelta(hours=8))), pd.Timestamp("2026-01-01", tz="UTC")],
    [UUID(int=7), str(UUID(int=7))],
]


@pytest.mark.parametrize("values", SAME, ids=lambda values: repr(values[0])[:20])
@pytest.mark.parametrize("make", [as_pandas, as_polars])
def test_what_python_calls_equal_is_one_person(values: list[Any], make: Callable[[pd.Series], Any]) -> None:
    """With and without this person the count of a bound of one row differs by one, whatever it is spelled as."""
    assert persons_of([*values, "somebody else"], make) == [2, 2]
    assert persons_of(["somebody else"], make) == [1, 1]


DIFFERENT = [
    [0.1, Decimal("0.1"), Fraction(1, 10) + Fraction(1, 10**40)],
    [2**53, 2**53 + 1, 2.0**53 + 2],
    [float(10**300), 10**300],
    [b"\xff", b"\xfe", "\\xff", "ff", b"a\xff"],
    ["a", "A", "a ", "a?"],
    [dt.date(2026, 1, 1), dt.datetime(2026, 1, 1), dt.datetime(2026, 1, 1, tzinfo=dt.UTC)],
    [Fraction(1, 3), 1 / 3, Decimal("0.3333333333333333")],
]


@pytest.mark.parametrize("values", DIFFERENT, ids=lambda values: repr(values[0])[:20])
def test_what_python_tells_apart_stays_apart(values: list[Any]) -> None:
    assert len({as_name(value) for value in values}) == len(values)
    assert persons_of(values, as_pandas) == [len(values)] * 2


@pytest.mark.parametrize("value", ["\ud800", "a\ud801", "M\ufffdller", "a\uffff", BYTES + "ff"])
def test_a_text_that_had_to_be_mended_names_nobody(value: str) -> None:
    """Two texts may be mended into one; two persons under one bound would move twice as much."""
    assert persons_of([value], as_pandas) == NOBODY


class Hostile:
    """Whatever a cell is asked, it fails."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("a private value")

    def __hash__(self) -> int:
        raise RuntimeError("a private value")

    def __str__(self) -> str:
        raise RuntimeError("a private value")

    __repr__ = __str__

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("a private value")

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        raise RuntimeError("a private value")


class Text(str):
    __slots__ = ()

    def encode(self, *given: Any) -> bytes:
        raise RuntimeError("a private value")

    def isascii(self) -> bool:
        raise RuntimeError("a private value")


ODD: list[Any] = [
    np.array([1, 2]),
    np.array([]),
    np.array(7),
    np.longdouble("1e4000"),
    np.longdouble("nan"),
    np.datetime64("NaT"),
    np.timedelta64("NaT"),
    np.datetime64("2026-01-01T00:00:00.000000000"),
    np.void(b"ab"),
    np.complex128(1),
    pd.NaT,
    pd.NA,
    pd.Interval(0, 1),
    pd.Period("2026-01"),
    Decimal("NaN"),
    Decimal("sNaN"),
    Decimal("1E+999999"),
    Decimal("1E-999999"),
    Fraction(1, 3**3000),
    10**5000,
    float("inf"),
    1j,
    b"\xff",
    memoryview(b"ab"),
    "\ud800",
    Text("ab"),
    Hostile(),
    [1],
    {},
    (),
    len,
    type,
    dt.time(1),
    dt.timedelta(1),
    "x" * (LONGEST + 1),
    b"x" * (LONGEST + 1),
]


@pytest.mark.parametrize("make", [as_pandas, as_polars])
def test_no_cell_of_a_frame_decides_a_failure(make: Callable[[pd.Series], Any]) -> None:
    names = {as_name(value) for value in ODD} - {None, "\ufffd" * 3}
    assert persons_of(["somebody", *ODD], make) == [len(names) + 1] * 2
    for value in ODD:
        as_key(value)
        frame = make(pd.Series(["somebody", value], dtype=object))
        assert as_arrow(frame, ("who",), "who").num_rows == as_arrow(frame, ("who",)).num_rows == 2


def test_a_cell_of_any_kind_is_a_missing_key_or_value() -> None:
    frame = pd.DataFrame({"who": [str(at) for at in range(len(ODD))], "town": pd.Series(ODD, dtype=object)})
    tally = Tally(Grid((Keys("town", ("ab", "7")),)), (Rows(),))
    assert counted(frame, [tally], PERSON, ONE, {"who": "text", "town": "text"}) == [[[2, 0]]]
    numbers = Tally(Grid(), (Rows("town"),))
    counted(frame, [numbers], PERSON, ONE, {"who": "text", "town": "number"})


BOTH = [b"CORP\\alice", "CORP\\alice", b"\xc3\xa9", "é", b"\xff\\", b"\xff\\", "\\xff"]


def test_bytes_and_their_text_are_one_person_in_sqlite(tmp_path: Path) -> None:
    address = str(tmp_path / "rows.sqlite")
    with sqlite3.connect(address) as session:
        session.execute("CREATE TABLE visits (who)")
        session.executemany("INSERT INTO visits VALUES (?)", [(value,) for value in BOTH])
    session.close()
    assert answered(address, [ALL], PERSON, ONE, WHO) == [[[4], [4]]]


def test_bytes_and_their_text_are_one_person_in_parquet(tmp_path: Path) -> None:
    raw = [value for value in BOTH if isinstance(value, bytes)]
    texts = [value for value in BOTH if isinstance(value, str)]
    pq.write_table(pa.table({"who": pa.array(raw, pa.binary())}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"who": pa.array(texts)}), tmp_path / "b.parquet")
    assert counted(tmp_path, [ALL], PERSON, ONE, WHO) == [[[4], [4]]]


NUMBERS = [2**53, 2.0**53, 2**53 + 1, 2**62, 2.0**62, -(2**63), -(2.0**63), 7, 7.0, -0.0, 0, 0.1, 1e300]


def test_equal_numbers_of_sqlite_are_one_person(tmp_path: Path) -> None:
    address = str(tmp_path / "rows.sqlite")
    with sqlite3.connect(address) as session:
        session.execute("CREATE TABLE visits (who)")
        session.executemany("INSERT INTO visits VALUES (?)", [(value,) for value in NUMBERS])
        [(different,)] = session.execute("SELECT count(DISTINCT who) FROM visits").fetchall()
    session.close()
    assert different == 8  # by the database's own comparison
    assert answered(address, [ALL], PERSON, ONE, WHO) == [[[8], [8]]]


def test_equal_numbers_in_parquet_files_of_two_types_are_one_person(tmp_path: Path) -> None:
    whole = [2**53, 2**53 + 1, 2**62, -(2**63), 7, 0]
    pq.write_table(pa.table({"who": pa.array(whole, pa.int64())}), tmp_path / "a.parquet")
    floats = [value for value in NUMBERS if isinstance(value, float)]
    pq.write_table(pa.table({"who": pa.array(floats, pa.float64())}), tmp_path / "b.parquet")
    assert counted(tmp_path, [ALL], PERSON, ONE, WHO) == [[[8], [8]]]


def test_broken_texts_of_a_file_change_nothing_about_the_others(tmp_path: Path) -> None:
    """The engine writes a question mark for what is no text, and somebody may be called so."""
    towns = tuple(map(str, range(6)))
    tally = Tally(Grid((Keys("town", towns),)), (Rows(),))
    kinds: dict[str, ColumnKind] = {"who": "text", "town": "text"}
    answers = []
    for names in ([b"M?ller", b"a"], [b"M?ller", b"a", b"M\xfcller"]):
        rows = [(name, town) for name in names for town in (towns[:3] if name == b"M\xfcller" else towns[3:])]
        raw = pa.array([name for name, _ in rows], pa.binary())
        table = pa.table(
            {"who": pa.Array.from_buffers(pa.string(), len(raw), raw.buffers()), "town": [t for _, t in rows]}
        )
        pq.write_table(table, tmp_path / "rows.parquet")
        answers.append(counted(tmp_path / "rows.parquet", [tally], PERSON, Bounds(cells=2, rows_per_cell=1), kinds))
    assert answers[0] == answers[1]


def test_a_stream_names_persons_by_the_same_rule() -> None:
    assert unit_name(b"k", name_of("e\u0301", "text"), None) == unit_name(b"k", name_of("é", "text"), None)  # type: ignore[arg-type]
    assert [name_of(raw, "text") for raw in ("M\ufffdller", "a\uffff", "", None)] == [None] * 4


def test_json_in_parquet_is_refused_by_its_schema(tmp_path: Path) -> None:
    """One cell that is no JSON stops the engine, so whoever is in the file would decide whether a release fails."""
    for texts in (["1", "2"], ["1", "no JSON"]):
        stored = pa.ExtensionArray.from_storage(pa.json_(), pa.array(texts))
        pq.write_table(pa.table({"who": stored, "other": ["x", "y"]}), tmp_path / "rows.parquet")
        origin = Origin(str(tmp_path / "rows.parquet"), {"who": "text", "other": "text"})
        with DuckSource(origin) as source, pytest.raises(SpecError, match="stored as JSON in Parquet"):
            source.check([Tally(Grid(), (Rows(),))], Protect(Unit("who")), Bounds(rows=1))
        with DuckSource(origin) as source:
            source.check([Tally(Grid(), (Rows(),))], Protect(Unit("other")), Bounds(rows=1))


def test_a_type_of_somebody_s_own_is_read_as_what_it_is_stored_as() -> None:
    """JSON of Arrow with a text that is none stopped the engine; intervals were refused when they were paid for."""
    raw = pa.array([b"b\xff", b"b\xfe", b"1", b"1"], pa.binary())
    texts = pa.Array.from_buffers(pa.string(), 4, raw.buffers())
    table = pa.table({"who": pa.ExtensionArray.from_storage(pa.json_(), texts)})
    assert [one[0] for one in counted(table, [ALL], PERSON, ONE, WHO)[0]] == [3, 3]
    hundreds = pa.array([Decimal(100), Decimal(200)], pa.decimal128(10, -2))
    for frame in (pd.DataFrame({"who": pd.interval_range(0, 3)}), pa.table({"who": hundreds})):
        with DuckSource(Origin(None, WHO), frame=frame) as source, pytest.raises(SpecError, match="stored as"):
            source.check([ALL], PERSON, ONE)
