"""A column may write its dates its own way: every engine, frame and stream reads them alike, and no text fails."""

from __future__ import annotations

import datetime as dt
import sqlite3
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import psycopg
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.date_format import date_format
from epsilog.core.during import During
from epsilog.core.grid import Grid
from epsilog.core.measure import Persons, Rows
from epsilog.core.origin import Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.sources import open_source
from epsilog.sources.feed_reading import Moments
from ledger_places import Places

JANUARY = During("when", dt.date(2026, 1, 1), dt.date(2026, 1, 31))
LONG = pytest.mark.nightly
FORMATS = [
    "%m/%d/%y %I:%M %p",
    "%d-%b-%Y %H:%M:%S.%f%z",
    *(
        pytest.param(said, marks=LONG)
        for said in ("%m/%d/%Y", "%d.%m.%Y %H:%M", "%B %d, %Y", "%Y%m%d", "%Y年%m月%d日")
    ),
]
TEXTS = [
    *(
        "1/31/2026",
        "01/31/2026",
        "1/31/2025",
        "2/30/2026",
        "13/1/2026",
        "31.01.2026 23:59",
        "31.1.2026 24:00",
        "31.01.2026",
    ),
    *("1/31/26 11:59 PM", "1/31/26 12:00 a.m.", "01/01/26 0:10 AM", "1/31/69 1:00 pm", "2/1/26 12:00 AM"),
    *(
        "31-Jan-2026 15:59:59.5Z",
        "31-JAN-2026 16:00:00.123456789Z",
        "1-feb-2026 00:10:00.0+08:00",
        "31-Jan-2026 1:2:3.4+08",
    ),
    *("January 31, 2026", "may 1, 2026", "JANUARY 1, 2026", "Jan 1, 2026", "20260131", "2026131", "20261301"),
    *(
        "2026年1月31日",
        "2026年13月1日",
        "2026-01-31",
        "",
        " 1/31/2026\t",
        "1/31/2026\n",
        "1/31/2026x",
        "é",
        "%",
        "'",
        "\\",
    ),
]
ZONE = "Asia/Shanghai"


def inside(said: str) -> int:
    """By the stream's own reading, in plain Python."""
    moments = Moments("timestamp", ZONE, JANUARY.first, JANUARY.last, said)
    return sum(moments.read(text) is not None for text in TEXTS)


def origin(said: str, **more: str) -> Origin:
    return Origin(
        more.get("file"),
        {"who": "text", "when": "timestamp"},
        database=more.get("database"),
        table="visits" if "database" in more else None,
        formats={"when": said},
    )


def answer(source: Origin, frame: object | None = None) -> int:
    tally = Tally(Grid(), (Rows(), Persons()), JANUARY)
    with open_source(source, frame=frame) as rows:
        [[found, _]] = rows.bounded([tally], Protect(Unit("who"), ZONE), Bounds(rows=1))
    return int(found.values[0])


EXPECTED = {"%m/%d/%Y": 4, "%d.%m.%Y %H:%M": 1, "%m/%d/%y %I:%M %p": 2, "%d-%b-%Y %H:%M:%S.%f%z": 1}


@pytest.mark.parametrize("said", FORMATS)
def test_every_engine_reads_a_format_alike(said: str, tmp_path: Path, places: Places) -> None:
    people = [str(at) for at in range(len(TEXTS))]
    wanted = inside(said)
    assert wanted == EXPECTED.get(said, wanted)
    assert wanted > 0
    frame = pl.DataFrame({"who": people, "when": TEXTS})
    frame.write_parquet(tmp_path / "rows.parquet")
    frame.write_csv(tmp_path / "rows.csv")
    rows = list(zip(people, TEXTS, strict=True))
    with duckdb.connect(str(tmp_path / "rows.duckdb")) as owner:
        owner.execute("CREATE TABLE visits AS SELECT * FROM frame")
    with sqlite3.connect(tmp_path / "rows.sqlite") as session:
        session.execute('CREATE TABLE visits (who, "when")')
        session.executemany("INSERT INTO visits VALUES (?, ?)", rows)
    session.close()
    server = places.server()
    with psycopg.connect(server) as other:
        other.execute('CREATE TABLE visits (who text, "when" text)')
        other.cursor().executemany("INSERT INTO visits VALUES (%s, %s)", rows)
    assert answer(origin(said), frame) == wanted
    assert answer(origin(said), pd.DataFrame({"who": people, "when": pd.Series(TEXTS, dtype=object)})) == wanted
    assert answer(origin(said, file=str(tmp_path / "rows.parquet"))) == wanted
    for address in (str(tmp_path / "rows.duckdb"), str(tmp_path / "rows.sqlite"), server):
        assert answer(origin(said, database=address)) == wanted


def test_digits_without_anything_between_may_be_stored_as_a_number() -> None:
    frame = pl.DataFrame({"who": ["a", "b", "c"], "when": [20260131, 20260201, 7]})
    assert answer(origin("%Y%m%d"), frame) == 1


def test_a_format_for_moments_is_refused_by_the_schema() -> None:
    frame = pl.DataFrame({"who": ["a"], "when": [dt.datetime(2026, 1, 1)]})
    with open_source(origin("%Y%m%d"), frame=frame) as rows, pytest.raises(SpecError, match="stores moments"):
        rows.check([Tally(Grid(), (Rows(),), JANUARY)], Protect(Unit("who"), ZONE), Bounds(rows=1))


@pytest.mark.parametrize(
    "said",
    [
        "",
        "%d/%m",
        "%Y-%m-%d %M",
        "%Y-%m-%d %I",
        "%Y-%m-%d %H %p",
        "%Y%Y%m%d",
        "%Q",
        "%",
        "%Y1%m%d",
        "x" * 100,
        "%Y\n%m%d",
    ],
)
def test_a_format_that_says_no_date_is_refused(said: str) -> None:
    with pytest.raises(SpecError) as refused:
        Origin("a.csv", {"when": "date"}, formats={"when": said})
    assert refused.value.where == "source.columns.when"
    assert refused.value.hint


def test_a_format_belongs_to_a_date() -> None:
    with pytest.raises(SpecError, match="this is no date"):
        Origin("a.csv", {"when": "text"}, formats={"when": "%Y%m%d"})


def test_every_letter_between_the_codes_stands_for_itself() -> None:
    for letter in "./-,:;()[]{}+*?^$|\\'\"#~&@!<>=`_ Té年":
        said = f"%Y{letter}%m{letter}%d"
        text = f"2026{letter}01{letter}02"
        assert date_format(said).usual(text) == "2026-01-02", letter
    letters = "./()[]{}+*?^$|\\'\"年"
    frame = pl.DataFrame({"who": ["a", "b"], "when": [f"2026{letters}01{letters}02", "2026-01-02"]})
    assert answer(origin(f"%Y{letters}%m{letters}%d"), frame) == 1


def test_noon_is_noon_and_midnight_is_midnight() -> None:
    said = date_format("%m/%d/%Y %I:%M %p")
    told = {"12:00 AM": "0:00", "12:30 PM": "12:30", "1:00 pm": "13:00", "01:00 a.m.": "1:00", "11:59 PM": "23:59"}
    assert {hour: said.usual(f"1/2/2026 {hour}") for hour in told} == {
        hour: f"2026-1-2 {usual}" for hour, usual in told.items()
    }
