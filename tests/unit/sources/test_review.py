"""What a reviewer who did not write the sources found, so that it stays found."""

from __future__ import annotations

import datetime as dt
import math
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bounding_scenes import counted
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Persons, Rows, Total
from epsilog.core.origin import ColumnKind
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError

PERSON, ONE = Protect(Unit("who")), Bounds(rows=1)
KINDS: dict[str, ColumnKind] = {"who": "text", "town": "text", "x": "number"}


@pytest.mark.parametrize("kind", ["number", "integer"])
def test_what_a_parquet_file_says_of_its_values_decides_nothing(tmp_path: Path, kind: ColumnKind) -> None:
    """Statistics leave NaN out: the engine took every NaN for a value, until one person had an infinity."""
    kinds: dict[str, ColumnKind] = {"who": "text", "x": kind}
    tally = Tally(Grid(), (Rows("x"), Total.between("x", 0, 10, 1)))
    gaps = [1.0] + [math.nan] * 50
    seen = []
    for at, values in enumerate((gaps, [*gaps, math.inf])):
        frame = pl.DataFrame({"who": [f"p{i}" for i in range(len(values))], "x": values})
        frame.write_parquet(tmp_path / f"{at}.parquet", statistics=True)
        seen.append(counted(tmp_path / f"{at}.parquet", [tally], PERSON, ONE, kinds)[0])
    assert seen == [[[1], [1]], [[1], [1]]]


def test_names_that_differ_after_a_nul_are_two_persons() -> None:
    """The engine's own form C ends at a NUL; two persons under one bound move each other's rows."""
    towns = tuple(map(str, range(12)))
    tally = Tally(Grid((Keys("town", towns),)), (Rows(), Persons()))
    first = [{"who": "é\0x", "town": town, "x": 1.0} for town in towns[:6]]
    other = [{"who": "é\0y", "town": town, "x": 1.0} for town in towns[6:]]
    answers = [
        counted(pl.DataFrame(rows), [tally], PERSON, Bounds(cells=3, rows_per_cell=1), KINDS)[0][0]
        for rows in (first, other, first + other)
    ]
    assert answers[2] == [a + b for a, b in zip(answers[0], answers[1], strict=True)]
    assert [sum(cells) for cells in answers] == [3, 3, 6]
    twins = pl.DataFrame({"who": ["é\0x", "e\u0301\0x"], "town": ["0", "0"], "x": [1.0, 1.0]})
    assert counted(twins, [tally], PERSON, ONE, KINDS)[0][1][0] == 1


def test_keys_that_differ_after_a_nul_are_two_keys() -> None:
    tally = Tally(Grid((Keys("town", ("é\0x", "é\0y", "é")),)), (Rows(),))
    frame = pl.DataFrame({"who": ["a", "b", "c"], "town": ["e\u0301\0y", "é", "é\0z"], "x": [1.0, 1.0, 1.0]})
    assert counted(frame, [tally], PERSON, ONE, KINDS)[0][0] == [0, 1, 1]


def test_columns_whose_names_differ_in_case_are_two_columns(tmp_path: Path) -> None:
    kinds: dict[str, ColumnKind] = {"who": "text", "X": "number", "x": "number", "T": "text", "t": "text"}
    frame = pl.DataFrame({"who": ["a"], "X": [1.0], "x": [9.0], "T": ["u"], "t": ["v"]})
    tallies = [
        Tally(Grid((Keys("T", ("u", "v")),)), (Total.between("X", 0, 10, 1), Total.between("x", 0, 10, 1))),
        Tally(Grid((Keys("t", ("u", "v")),)), (Rows(),)),
    ]
    frame.write_csv(tmp_path / "rows.csv")
    for form in (frame, tmp_path / "rows.csv"):
        assert counted(form, tallies, PERSON, ONE, kinds) == [[[1, 0], [9, 0]], [[0, 1]]]


def test_a_parquet_column_the_engine_renames_is_not_taken_for_another(tmp_path: Path) -> None:
    """The engine calls the second of T and t `t_1`; a request for t_1 must not read t."""
    inner = pa.array([{"p": 1, "q": [1]}])
    pq.write_table(pa.table({"who": ["a"], "n": inner, "T": ["u"], "t": ["v"]}), tmp_path / "rows.parquet")

    def asked(name: str) -> list[list[list[int]]]:
        tally = Tally(Grid((Keys(name, ("u", "v")),)), (Rows(),))
        return counted(tmp_path / "rows.parquet", [tally], PERSON, ONE, {"who": "text", name: "text"})

    assert asked("T") == [[[1, 0]]]
    for name in ("t", "t_1"):
        with pytest.raises(SpecError, match="no column"):
            asked(name)


def test_folders_on_the_way_are_no_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "who=everybody"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    pq.write_table(pa.table({"town": ["N"], "x": [1.0]}), folder / "rows.parquet")
    with pytest.raises(SpecError, match="no column 'who'"):
        counted(folder / "rows.parquet", [Tally(Grid(), (Rows(),))], PERSON, ONE, KINDS)


def test_objects_in_polars_are_read_by_value_not_by_address() -> None:
    names = pl.Series(["".join(["per", "son"]) + str(at % 2) for at in range(8)], dtype=pl.Object)
    frame = pl.DataFrame({"who": names, "town": ["N"] * 8, "x": [1.0] * 8})
    assert counted(frame, [Tally(Grid(), (Rows(), Persons()))], PERSON, ONE, KINDS) == [[[2], [2]]]


def test_names_of_columns_are_no_patterns() -> None:
    frame = pl.DataFrame({"who": ["a", "b"], "^.*$": ["N", "S"], "x": [1.0, 1.0]})
    tally = Tally(Grid((Keys("^.*$", ("N", "S")),)), (Rows(),))
    for form in (frame, frame.lazy()):
        assert counted(form, [tally], PERSON, ONE, {"who": "text", "^.*$": "text"}) == [[[1, 1]]]


def test_bytes_that_are_no_text_have_a_spelling_of_their_own() -> None:
    frame = pa.table({"who": pa.array([b"\\xFF", b"\xff", b"a\xff", None, b"\xc3\xa9"], pa.binary())})
    tally = Tally(Grid(), (Persons(),))
    assert counted(frame, [tally], PERSON, ONE, {"who": "text"}) == [[[4]]]


FAR = [2**63 - 1, -(2**63), -(2**63) + 1, 2**62, 1_780_000_000]


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("zone", [None, "UTC"])
def test_no_moment_in_a_frame_breaks_the_reading(unit: str, zone: str | None) -> None:
    near = 1_780_000_000 * {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    moments = pa.array([*FAR[:-1], near], pa.int64()).view(pa.timestamp(unit, zone))
    frame = pa.table({"who": [str(at) for at in range(5)], "when": moments})
    year = During("when", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
    timed = Tally(Grid(), (Rows(),), year)
    assert counted(frame, [timed], PERSON, ONE, {"who": "text", "when": "instant"}) == [[[1]]]
    named: dict[str, ColumnKind] = {"who": "text", "when": "text"}
    [[rows]] = counted(frame, [Tally(Grid(), (Rows(),))], Protect(Unit("when")), ONE, named)
    assert rows[0] >= 1


def test_moments_in_parquet_that_no_calendar_reaches_are_no_texts(tmp_path: Path) -> None:
    moments = pa.array(FAR, pa.int64()).view(pa.timestamp("us"))
    pq.write_table(pa.table({"who": moments}), tmp_path / "rows.parquet")
    assert counted(tmp_path / "rows.parquet", [Tally(Grid(), (Rows(),))], PERSON, ONE, {"who": "text"}) == [[[1]]]


def test_categories_of_every_kind() -> None:
    mixed: Any = pd.Series(pd.Categorical([1, "a", None, 1.0, "1"]))
    frame = pd.DataFrame({"who": mixed, "town": "N", "x": 1.0})
    assert counted(frame, [Tally(Grid(), (Rows(), Persons()))], PERSON, ONE, KINDS) == [[[2], [2]]]


def test_an_integer_of_any_length_is_a_key_or_refused() -> None:
    frame = pl.DataFrame({"who": ["a"], "code": ["-7"]})
    kinds: dict[str, ColumnKind] = {"who": "text", "code": "integer"}

    def asked(*keys: str) -> list[list[list[int]]]:
        return counted(frame, [Tally(Grid((Keys("code", keys),)), (Rows(),))], PERSON, ONE, kinds)

    assert asked("-" + "0" * 5_000 + "7", str(2**63 - 1), str(-(2**63))) == [[[1, 0, 0]]]
    for key in ("9" * 5_000, str(2**63), str(-(2**63) - 1)):
        with pytest.raises(SpecError, match="no integer"):
            asked(key)
