"""A text of any length decides nothing but its own row: longer than a mebibyte it is missing, everywhere."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import psycopg
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bounding_scenes import counted
from database_scenes import answered
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid
from epsilog.core.measure import Persons, Rows
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.sources.feed_lines import Lines
from epsilog.sources.identity import LONGEST
from ledger_places import Places

PERSON, ONE = Protect(Unit("who")), Bounds(rows=1)
ALL = Tally(Grid(), (Rows(), Persons()))
WHO: dict[str, ColumnKind] = {"who": "text"}
FITS, TOO_LONG = "é" * (LONGEST // 2), "é" * (LONGEST // 2) + "x"
NAMES = ["a", FITS, TOO_LONG, "b"]
THREE = [[[3], [3]]]
HUGE = 40 * LONGEST  # more than the engine is given here


@pytest.mark.parametrize(
    "kind", ["pandas", "object", "category", "polars", "arrow", "dictionary", "binary", "view"]
)
def test_long_texts_in_frames(kind: str) -> None:
    texts = pa.array(NAMES)
    frame = {
        "pandas": lambda: pd.DataFrame({"who": NAMES}),
        "object": lambda: pd.DataFrame({"who": pd.Series(NAMES, dtype=object)}),
        "category": lambda: pd.DataFrame({"who": pd.Series(NAMES).astype("category")}),
        "polars": lambda: pl.DataFrame({"who": pl.Series(NAMES).cast(pl.Categorical)}),
        "arrow": lambda: pa.table({"who": texts}),
        "dictionary": lambda: pa.table({"who": texts.dictionary_encode()}),
        "binary": lambda: pa.table({"who": texts.cast(pa.large_binary())}),
        "view": lambda: pa.table({"who": texts.cast(pa.string_view())}),
    }[kind]()
    assert counted(frame, [ALL], PERSON, ONE, WHO) == THREE


def test_a_long_entry_of_a_dictionary_is_never_written_out() -> None:
    """Forty mebibytes a thousand times would be forty gibibytes."""
    values = pa.DictionaryArray.from_arrays(pa.array([0] * 1_000 + [1], pa.int32()), pa.array(["x" * HUGE, "a"]))
    assert counted(pa.table({"who": values}), [ALL], PERSON, ONE, WHO, memory="64MB") == [[[1], [1]]]


@pytest.mark.parametrize("dictionary", [True, False])
def test_long_texts_in_parquet(dictionary: bool, tmp_path: Path) -> None:
    pq.write_table(pa.table({"who": NAMES}), tmp_path / "rows.parquet", use_dictionary=dictionary)
    assert counted(tmp_path / "rows.parquet", [ALL], PERSON, ONE, WHO) == THREE


@pytest.mark.parametrize("broken", [False, True])
def test_a_text_longer_than_the_engine_s_memory_forfeits_no_release(tmp_path: Path, broken: bool) -> None:
    raw = pa.array([b"a", (b"\xff" if broken else b"x") * HUGE, b"b"], pa.binary())
    texts = pa.Array.from_buffers(pa.string(), 3, raw.buffers())
    pq.write_table(pa.table({"who": texts}), tmp_path / "rows.parquet")
    assert counted(tmp_path / "rows.parquet", [ALL], PERSON, ONE, WHO, memory="32MB") == [[[2], [2]]]


def test_long_texts_in_a_csv(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("who\n" + "\n".join(NAMES) + "\n")
    assert counted(tmp_path / "rows.csv", [ALL], PERSON, ONE, WHO) == THREE


def test_long_texts_in_database_files(tmp_path: Path) -> None:
    names = [*NAMES, "x" * HUGE]
    with sqlite3.connect(tmp_path / "rows.sqlite") as session:
        session.execute("CREATE TABLE visits (who)")
        session.executemany("INSERT INTO visits VALUES (?)", [(name,) for name in names])
        session.execute("INSERT INTO visits VALUES (?)", (b"\xff" * HUGE,))
    session.close()
    with duckdb.connect(str(tmp_path / "rows.duckdb")) as owner:
        owner.execute("CREATE TABLE visits (who VARCHAR)")
        owner.executemany("INSERT INTO visits VALUES (?)", [(name,) for name in names])
    for kind in ("sqlite", "duckdb"):
        assert answered(str(tmp_path / f"rows.{kind}"), [ALL], PERSON, ONE, WHO) == THREE


def test_long_texts_on_a_server(places: Places) -> None:
    server = places.server()
    with psycopg.connect(server) as session:
        session.execute("CREATE TABLE visits (who text)")
        session.cursor().executemany("INSERT INTO visits VALUES (%s)", [(name,) for name in NAMES])
    assert answered(server, [ALL], PERSON, ONE, WHO) == THREE


def test_long_texts_in_a_stream(tmp_path: Path) -> None:
    """A line of GB18030 may be shorter than the text it says."""
    long = "张" * (LONGEST // 2 - 10)
    (tmp_path / "rows.jsonl").write_bytes(f'{{"who": "a"}}\n{{"who": "{long}"}}\n'.encode("gb18030"))
    lines = Lines(Origin("rows.jsonl", WHO, "gb18030"), ("who",), base=tmp_path)
    assert [row["who"] for row in lines.rows()] == ["a", None]
