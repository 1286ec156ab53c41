"""Tables: every cell with a range, totals that add up, files that spreadsheets show and do not run."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import polars
import pyarrow.parquet as parquet
import pytest

from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.registry.asks import Query
from epsilog.roles.column import Figures, quoted_text
from epsilog.roles.spec import Tidy
from epsilog.roles.table import Table
from epsilog.show.result import tables_of
from release_scenes import (
    COLUMNS,
    EDGES,
    PRESSURE,
    REGIONS,
    SEX,
    TIDY,
    YEAR,
    everything,
    plan_of,
    result_of,
    spec_of,
)


def only(query: Query, values, **changes: object) -> Table:
    (table,) = tables_of(result_of(plan_of(spec_of(query, **changes)), values=values))
    return table


def read(table: Table) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table.csv().decode("utf-8-sig"), newline="")))


def test_a_count_has_the_exact_margin_on_both_sides() -> None:
    table = only(Query("rows", by=(REGIONS,)), [[5, -3, 0, 10**6]])
    frame = table.frame()
    assert frame.columns == ["region", "value", "low", "high", "confidence", "about"]
    assert frame["value"].to_list() == [5, -3, 0, 10**6]
    margin = frame["high"][0] - 5
    assert (frame["value"] - frame["low"] == margin).all()
    assert (frame["high"] - frame["value"] == margin).all()
    assert set(frame["about"]) == {"data"}
    assert set(frame["confidence"]) == {0.95}


def test_raw_values_stay_beside_tidied_ones_and_ranges_stay_with_the_raw() -> None:
    table = only(Query("rows", by=(REGIONS,)), [[5, -300, 0, 10]], tidy=Tidy(whole=True))
    frame = table.frame()
    assert frame["value"].to_list() == [5, 0, 0, 10]
    assert frame["raw"].to_list() == [5, -300, 0, 10]
    middle = (frame["low"] + frame["high"]) // 2
    assert middle.to_list() == [5, -300, 0, 10]
    assert frame["high"][1] < 0  # the tidied value lies outside, and the card says why


def test_totals_add_up_in_every_direction() -> None:
    raw = [[50, -7, 30, 2, 11, -20, 4, 8]]
    table = only(Query("rows", by=(REGIONS, SEX)), raw, tidy=TIDY)
    frame = table.frame()
    cells, totals = frame.filter(polars.col("row") == "cell"), frame.filter(polars.col("row") == "total")
    assert len(cells) == 8
    assert len(totals) == 2 + 4 + 1
    for row in totals.iter_rows(named=True):
        inside = cells
        for key in ("region", "sex"):
            if row[key] != "*":
                inside = inside.filter(polars.col(key) == row[key])
        assert inside["value"].sum() == row["value"]
        assert inside["raw"].sum() == row["raw"]
        assert row["low"] < row["raw"] < row["high"]
    assert totals["value"][-1] == sum(raw[0])
    assert (frame["value"] >= 0).all()


def test_a_total_of_many_is_known_better_than_the_sum_of_their_ranges() -> None:
    frame = only(Query("rows", by=(REGIONS,)), [[5, 6, 7, 8]], tidy=Tidy(totals=True)).frame()
    widths = (frame["high"] - frame["low"]).to_list()
    assert widths[0] * 1.9 < widths[-1] < widths[0] * 2.1  # twice, not four times


def test_time_is_never_summed_and_persons_are_never_added() -> None:
    table = only(Query("rows", every="1mo", during=YEAR), [list(range(12))], tidy=TIDY)
    assert table.rows == table.cells == 12
    assert "row" not in table.names
    persons = only(Query("persons", by=(REGIONS,)), [[1, 2, 3, 4]], tidy=TIDY)
    assert persons.rows == 4
    histogram = only(Query("histogram", "systolic", edges=EDGES), [[1] * 8], tidy=TIDY)
    assert histogram.rows == 9


def test_a_mean_stays_between_its_clamps_and_shows_what_it_is_made_of() -> None:
    query = Query("mean", "systolic", between=PRESSURE, by=(REGIONS,))
    table = only(query, [[-1_800_000, 5, 10**9, -(10**9)], [100_000, -4, 90, 90]])
    frame = table.frame()
    assert frame["value"].to_list() == [149.82, 150.0, 220.0, 80.0]
    assert frame["noisy_sum_from_middle"][0] == -18_000
    assert frame["noisy_count"].to_list() == [100_000, -4, 90, 90]
    assert (frame["low"] >= 80).all()
    assert (frame["high"] <= 220).all()
    assert (frame["low"] <= frame["value"]).all()
    assert (frame["value"] <= frame["high"]).all()


def test_sums_are_written_exactly() -> None:
    query = Query("sum", "cost", between=(Fraction(0), Fraction(1000)))
    row = read(only(query, [[123_456_789]]))[0]
    assert row["value"] == "12345678.9"
    thirds = Query("sum", "cost", between=(Fraction(0), Fraction(1000)), grain=Fraction(1, 3))
    assert float(read(only(thirds, [[10]]))[0]["value"]) == 10 / 3


HOSTILE = [
    "=cmd|' /C calc'!A0",
    "+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "'=1",
    " =1",
    'a"b',
    "a,b",
    "a\nb",
    "＝1",
    "%x",
    "|y",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_spreadsheets_show_text_and_do_not_run_it(text: str) -> None:
    cell = next(csv.reader(io.StringIO(quoted_text(text), newline="")))[0]
    assert cell[0] not in "=+-@\t\r\n＝＋－＠|%"
    assert cell.removeprefix("'") in (text, text.removeprefix("'"))


def test_quoting_keeps_different_texts_different() -> None:
    texts = ["=1", "'=1", "''=1", "1", "'1", "a", " a"]
    assert len({quoted_text(text) for text in texts}) == len(texts)


def test_hostile_keys_and_columns_come_back_from_parquet_as_they_are(tmp_path) -> None:
    keys = Keys("=region", tuple(HOSTILE))
    columns = {**COLUMNS, "=region": "text"}
    table = only(Query("rows", by=(keys,)), [list(range(len(HOSTILE)))], source=Origin("v.csv", columns))
    assert table.csv().decode("utf-8-sig").startswith('"\'=region","value"')
    table.to_parquet(tmp_path / "t.parquet")
    found = parquet.read_table(tmp_path / "t.parquet")
    assert found.column("=region").to_pylist() == list(keys.keys)
    said = json.loads(found.schema.metadata[b"epsilog"])
    assert said == {
        "about": "data",
        "cells": str(len(HOSTILE)),
        "confidence": "19/20",
        "kind": "rows",
        "name": table.name,
    }


def test_a_key_column_may_be_called_value() -> None:
    columns = {**COLUMNS, "value": "text", "row": "text"}
    query = Query("rows", by=(Keys("value", ("low", "high")), Keys("row", ("total", "*"))))
    table = only(query, [[1, 2, 3, 4]], source=Origin("v.csv", columns), tidy=TIDY)
    assert table.names[:4] == ("value (key)", "row (key)", "row", "value")
    assert len(set(table.names)) == len(table.names)
    assert table.frame().filter(polars.col("row") == "total").height == 2 + 2 + 1


def test_chinese_has_a_mark_for_spreadsheets_and_ascii_none() -> None:
    columns = {**COLUMNS, "地区": "text"}
    chinese = only(Query("rows", by=(Keys("地区", ("北京", "上海")),)), [[1, 2]], source=Origin("v.csv", columns))
    assert chinese.csv().startswith(b"\xef\xbb\xbf")
    assert polars.read_csv(chinese.csv())["地区"].to_list() == ["北京", "上海"]
    plain = only(Query("rows", by=(REGIONS,)), [[1, 2, 3, 4]])
    assert plain.csv().startswith(b'"region"')


def test_rendering_twice_gives_the_same_bytes(tmp_path) -> None:
    result = result_of(plan_of(everything(tidy=TIDY), ("gaussian", "laplace")))
    for number, (one, two) in enumerate(zip(tables_of(result), tables_of(replace(result)), strict=True)):
        assert one.csv() == two.csv()
        for name, table in (("a", one), ("b", two)):
            table.to_parquet(tmp_path / f"{name}{number}")
        assert (tmp_path / f"a{number}").read_bytes() == (tmp_path / f"b{number}").read_bytes()
        frame, again = one.frame(), polars.read_csv(one.csv())
        for column in ("value", "low", "high"):
            assert (frame[column] == again[column]).all()


@pytest.mark.parametrize(
    ("steps", "step", "text"),
    [
        (-5, "1/100", "-0.05"),
        (0, "1/100", "0.00"),
        (123, "1/8", "15.375"),
        (-3, "50", "-150"),
        (2**61, "1/10", "230584300921369395.2"),
        (7, "5/2", "17.5"),
    ],
)
def test_numbers_are_spelled_exactly(steps: int, step: str, text: str) -> None:
    column = Figures("x", np.array([steps]), Fraction(step))
    assert list(column.cells()) == [text]
    assert column.read(text) == steps
