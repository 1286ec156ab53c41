"""What a reviewer who did not write the sources found, so that it stays found."""

from __future__ import annotations

import math
from pathlib import Path

import polars as pl
import pytest

from bounding_scenes import counted
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Persons, Rows, Total
from epsilog.core.source import Tally
from epsilog.core.spec import ColumnKind, Protect
from epsilog.core.unit import Unit

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
