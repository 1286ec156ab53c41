"""A paid look on raw tables: whoever comes, goes or changes places moves one number of units by one, or two."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from database_scenes import Kind, address_of, fill
from epsilog.core.bounds import BoundSearch, moved_by_one
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.first.bound.plan import search_reach
from epsilog.registry.asks import Query
from epsilog.sources import open_source
from ledger_places import Places
from look_scenes import COLUMNS, COUNT, Row, counted, frame, request

SEEN = ("2026-01-01", "2026-01-31", "2026-02-01", "2026-02-28", "2025-12-31", "2026-03-01", None, "no day")
TOWN = ("North", "South", "East", "elsewhere", "", None)
COST = (None, float("nan"), float("inf"), -0.0, 2.0**63)
ROW = st.tuples(st.sampled_from(TOWN), st.sampled_from(SEEN), st.sampled_from(COST))
OTHERS = st.lists(st.tuples(st.sampled_from([None, "", "a", "b"]), ROW), max_size=12)
OWN = st.lists(ROW, max_size=14)
UNITS = [Unit("who", per, neighbours=how) for per in (None, "1mo") for how in ("add-remove", "replace")]  # type: ignore[arg-type]
ENTRIES = (COUNT, Query("rows"), Query("persons", every="1d"))


def crowds(rows: list[Row], unit: Unit) -> list[np.ndarray[Any, Any]]:
    spec = request(*ENTRIES, unit=unit, glance=BoundSearch(6))
    with open_source(Origin(None, COLUMNS), frame=frame(rows)) as source:
        found = source.crowds(spec.crowds(), Protect(unit))
    assert all(one.sensitivity == moved_by_one(unit) for one in found)
    return [one.values for one in found]


def in_one_month(rows: list[Any]) -> list[Any]:
    """What one unit has, where units are persons within a month: January, and what lies in no month."""
    return [row for row in rows if row[1] is None or not row[1].startswith("2026-02")]


@pytest.mark.parametrize("unit", UNITS, ids=str)
@settings(max_examples=4, deadline=None)
@given(others=OTHERS, one=OWN, two=OWN)
def test_one_unit_moves_one_bin(unit: Unit, others: Any, one: Any, two: Any) -> None:
    if unit.per is not None:
        one, two = in_one_month(one), in_one_month(two)
    rest: list[Row] = [(who, *row) for who, row in others]
    before = crowds([*rest, *(("own", *row) for row in one)], unit)
    after = crowds([*rest, *(("own", *row) for row in two)] if unit.neighbours == "replace" else rest, unit)
    moved = [np.abs(first - second) for first, second in zip(before, after, strict=True)]
    stated = moved_by_one(unit)
    for each in moved:
        assert each.sum() <= stated.l1
        assert (each**2).sum() <= stated.l2_squared
    together = search_reach(request(*ENTRIES, unit=unit))
    assert sum(each.sum() for each in moved) <= together.l1
    assert sum((each**2).sum() for each in moved) <= together.l2_squared


@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
def test_the_bound_is_reached(neighbours: Any) -> None:
    unit = Unit("who", neighbours=neighbours)
    many: list[Row] = [("own", "North", "2026-01-05", 1.0)] * 100
    other = many[:1] if neighbours == "replace" else []
    moved = [abs(one - two).sum() for one, two in zip(crowds(many, unit), crowds(other, unit), strict=True)]
    # The days of a daily table are no towns: one unit is in one bin of each table.
    assert sum(moved) == search_reach(request(*ENTRIES, unit=unit)).l1


# One person in two months: one unit, or two.
@example(rows=[("a", ("North", "2026-01-31", 1.0)), ("a", ("North", "2026-02-01", 1.0))])
@settings(max_examples=6, deadline=None)
@given(rows=st.lists(st.tuples(st.sampled_from([None, "", "a", "b", "c"]), ROW), max_size=25))
def test_units_are_counted_as_by_hand(rows: Any) -> None:
    listed: list[Row] = [(who, *row) for who, row in rows]
    for unit in (Unit("who"), Unit("who", "1mo")):
        spec = request(COUNT, Query("rows"), unit=unit, glance=BoundSearch(6))
        with open_source(Origin(None, COLUMNS), frame=frame(listed)) as source:
            found = source.crowds(spec.crowds(), Protect(unit))
        assert [one.values.tolist() for one in found] == [counted(crowd, listed, unit) for crowd in spec.crowds()]


def test_rows_are_nobody_to_be_looked_at() -> None:
    with (
        open_source(Origin(None, COLUMNS), frame=frame([])) as source,
        pytest.raises(SpecError, match="one row, or none"),
    ):
        source.crowds(request().crowds(), Protect(Unit("row")))


ROWS: list[Row] = [
    (("a", "b", "c", "é", "e\u0301", None)[at % 6], TOWN[at // 6 % 6], SEEN[at // 5 % 8], COST[at % 5])
    for at in range(300)
]


@pytest.mark.parametrize("kind", ["postgres", "sqlite", pytest.param("duckdb", marks=pytest.mark.nightly)])
def test_every_engine_counts_the_same_units(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)
    texts = [
        {name: None if value is None else str(value) for name, value in zip(COLUMNS, row, strict=True)}
        for row in ROWS
    ]
    fill(kind, address, texts, COLUMNS)
    for unit in (Unit("who", "1mo", neighbours="replace"),):
        asked = request(*ENTRIES, unit=unit).crowds()
        with open_source(
            Origin(None, COLUMNS), frame=pl.DataFrame(texts, dict.fromkeys(COLUMNS, pl.String))
        ) as own:
            wanted = [one.values.tolist() for one in own.crowds(asked, Protect(unit))]
        with open_source(Origin(None, COLUMNS, database=address, table="visits")) as source:
            assert [one.values.tolist() for one in source.crowds(asked, Protect(unit))] == wanted
        assert all(any(table) for table in wanted)
