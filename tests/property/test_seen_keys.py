"""What a source sees of unknown keys: one unit moves at most `cells` counts, by one each, whoever else is there."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Grid, Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.core.unknown import KeySearch, Unknown, keys_of_one
from epsilog.sources import open_source

Row = tuple[str | None, str | None, str | None]
ORIGIN = Origin(None, {"who": "text", "what": "text", "town": "text"})
NAMES = st.sampled_from([None, "a", "b", "c", "#", "a#b"])
TEXTS = st.sampled_from(
    [None, "", "flu", "cold", "e\u0301", "\u00e9", "x" * 5, "x" * 6, "#flu", "b#flu", "\x1b[2J"]
)
TOWNS = st.sampled_from([None, "North", "South", "elsewhere"])
ROWS = st.lists(st.tuples(NAMES, TEXTS, TOWNS), max_size=12)


def seen(rows: Sequence[Row], unit: Unit, bounds: Bounds, beside: Grid = Grid()) -> tuple[dict[str, int], int]:
    frame = pl.DataFrame(rows, schema={"who": pl.String, "what": pl.String, "town": pl.String}, orient="row")
    with open_source(ORIGIN, frame=frame) as source:
        [found] = source.seen([KeySearch(Unknown("what", longest=5), beside, None)], Protect(unit), bounds)
    return dict(found.present()), found.cells


def expected(rows: Sequence[Row], cells: int) -> dict[str, int]:
    """The same by hand: each person's first keys by a hash of name and key, each once."""
    keys: dict[str, set[str]] = {}
    for who, what, _ in rows:
        if who and what and len(what) <= 5:
            keys.setdefault(who, set()).add("\u00e9" if what == "e\u0301" else what)
    found: Counter[str] = Counter()
    for who, own in keys.items():
        found.update(sorted(own, key=lambda key: (_hash(f"{who}#{key}"), key))[:cells])
    return dict(found)


def _hash(text: str) -> int:
    return int(hashlib.md5(text.encode()).hexdigest()[:15], 16)


@given(ROWS, st.integers(1, 3))
@settings(max_examples=25, deadline=None)
def test_the_engine_sees_what_counting_by_hand_sees(rows: list[Row], cells: int) -> None:
    assert seen(rows, Unit("who"), Bounds(cells=cells))[0] == expected(rows, cells)


@given(ROWS, st.lists(st.tuples(TEXTS, TOWNS), min_size=1, max_size=6), st.integers(1, 3), st.randoms())
@settings(max_examples=25, deadline=None)
def test_one_unit_moves_at_most_its_cells_by_one_each(
    others: list[Row], own: list[tuple[str | None, str | None]], cells: int, shuffle: st.DataObject
) -> None:
    without = [row for row in others if row[0] != "z"]
    with_it = [*without, *(("z", what, town) for what, town in own)]
    shuffle.shuffle(with_it)  # type: ignore[attr-defined]
    beside = Grid((Keys("town", ("North", "South")),))
    before, stated = seen(without, Unit("who"), Bounds(cells=cells), beside)
    after, _ = seen(with_it, Unit("who"), Bounds(cells=cells), beside)
    moved = {key: after.get(key, 0) - before.get(key, 0) for key in {*before, *after}}
    assert set(moved.values()) <= {0, 1}
    assert sum(moved.values()) <= cells == stated


def test_a_unit_with_many_keys_keeps_the_same_ones_whatever_the_others_have() -> None:
    own: list[Row] = [("z", f"k{at}", "North") for at in range(40)]
    alone, _ = seen(own, Unit("who"), Bounds(cells=3))
    crowd: list[Row] = [(f"p{person}", f"k{at}", "North") for person in range(5) for at in range(0, 40, 7)]
    together, _ = seen([*crowd, *own], Unit("who"), Bounds(cells=3))
    others, _ = seen(crowd, Unit("who"), Bounds(cells=3))
    assert len(alone) == 3
    assert {
        key: together[key] - others.get(key, 0) for key in together if together[key] != others.get(key, 0)
    } == alone


def test_rows_are_units_of_their_own_and_two_that_change_places_touch_two_keys() -> None:
    rows: list[Row] = [("a", "flu", "North"), ("a", "flu", "North"), (None, "flu", "North"), ("a", "cold", "North")]
    assert seen(rows, Unit("row", neighbours="replace"), Bounds()) == ({"flu": 3, "cold": 1}, 2)
    assert seen(rows, Unit("who", neighbours="replace"), Bounds(cells=3))[1] == 6


def test_a_person_within_two_months_is_two_units() -> None:
    origin = Origin(None, {"who": "text", "what": "text", "day": "date"})
    days = ["2026-01-05", "2026-01-06", "2026-02-01", "2026-03-01", None]
    frame = pl.DataFrame({"who": ["a"] * 5, "what": ["flu"] * 5, "day": days})
    look = KeySearch(Unknown("what"), Grid(), During("day", "2026-01-01", "2026-02-28"))  # type: ignore[arg-type]
    with open_source(origin, frame=frame) as source:
        [found] = source.seen([look], Protect(Unit("who", per="1mo")), Bounds(cells=1))
    assert dict(found.present()) == {"flu": 2}


@pytest.mark.parametrize(("bounds", "keys"), [(Bounds(rows=2), 2), (Bounds(rows=5, cells=3), 3)])
def test_the_bound_on_keys_is_the_tightest_that_was_said(bounds: Bounds, keys: int) -> None:
    assert keys_of_one(Unit("who"), bounds) == keys
    own: list[Row] = [("z", f"k{at}", "North") for at in range(9)]
    assert len(seen(own, Unit("who"), bounds)[0]) == keys


def test_each_look_sees_the_rows_inside_its_own_table() -> None:
    rows: list[Row] = [("a", "flu", "North"), ("b", "flu", "elsewhere"), ("c", "cold", None)]
    frame = pl.DataFrame(rows, schema={"who": pl.String, "what": pl.String, "town": pl.String}, orient="row")
    looks = [
        KeySearch(Unknown("what"), Grid(), None),
        KeySearch(Unknown("what"), Grid((Keys("town", ("North",)),)), None),
    ]
    with open_source(ORIGIN, frame=frame) as source:
        everywhere, north = source.seen(looks, Protect(Unit("who")), Bounds(cells=1))
    assert dict(everywhere.present()) == {"flu": 2, "cold": 1}
    assert dict(north.present()) == {"flu": 1}
