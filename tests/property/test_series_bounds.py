"""No table a unit's bounds allow moves the answers of a strategy further than the participations say."""

from __future__ import annotations

import datetime as dt
import itertools

import numpy as np
import pytest

from epsilog.core.bounded import Sensitivity
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.measure import contribution, most_ticks
from epsilog.core.participation import Participation
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.subtraction_blocks import levels_of, reach
from epsilog.mechanisms.series.window import Window
from epsilog.registry.asks import Query
from epsilog.roles.participations import participations_of
from series_moves import DAYS, STRATEGIES, daily, moves

BOUNDS = [
    Bounds(rows=3),
    Bounds(rows=3, rows_per_cell=2),
    Bounds(rows=3, cells=2),
    Bounds(cells=3, rows_per_cell=1),
    Bounds(cells=2, rows_per_cell=2),
    Bounds(cells=5, rows_per_cell=1),
    Bounds(rows=1),
]


def tables(query: Query, bounds: Bounds, *, signed: bool) -> list[np.ndarray]:
    """Every table of one unit that its bounds allow: one row per tick, one column per cell."""
    moved = contribution(query.measures()[0], query.grid(), Unit("id"), bounds)
    size = query.grid().size
    found = []
    for count in range(1, min(moved.cells, size) + 1):
        for places in itertools.combinations(range(size), count):
            # Only tables that cannot be enlarged matter, and all of these are here, the uneven ones too.
            for parts in itertools.product(range(1, moved.rows_per_cell + 1), repeat=count):
                if sum(parts) > moved.rows or (sum(parts) < moved.rows and min(parts) < moved.rows_per_cell):
                    continue
                for signs in itertools.product((1, -1), repeat=count - 1) if signed else [(1,) * (count - 1)]:
                    flat = np.zeros(size, dtype=np.int64)
                    flat[list(places)] = np.array(parts) * np.array((1, *signs))
                    found.append(flat.reshape(-1, DAYS).T)
    return found


@pytest.mark.parametrize("keys", [1, 2])
@pytest.mark.parametrize("bounds", BOUNDS, ids=str)
def test_no_table_of_a_unit_moves_the_answers_further_than_stated(bounds: Bounds, keys: int) -> None:
    for kind, signed in (("rows", False), ("sum", True)):
        query = daily(keys, kind)
        found = tables(query, bounds, signed=signed)
        ways = participations_of(query, bounds, Unit("id"))
        assert all(way.signed is signed for way in ways)
        for name, strategy in STRATEGIES.items():
            l1, l2 = moves(name, found)
            for way in ways:
                said = strategy.reach(way)
                assert l1 <= said.l1, (name, way)
                assert l2 <= said.l2_squared, (name, way)
        most = max(int(np.abs(table).sum()) for table in found)
        assert all(reach(DAYS, 3, way) >= most * levels_of(DAYS, 3) for way in ways)
        assert all(
            way.most >= max(int(np.abs(table).sum(axis=1).max()) for table in found)
            for way in ways
            if not way.apiece
        )


@pytest.mark.parametrize("keys", [1, 2])
def test_replacing_a_unit_moves_no_further_than_stated(keys: int) -> None:
    rng = np.random.default_rng(7)
    for bounds in BOUNDS[:5]:
        query = daily(keys)
        found = tables(query, bounds, signed=False)
        ways = participations_of(query, bounds, Unit("id", neighbours="replace"))
        pairs = rng.integers(0, len(found), (400, 2))
        for name, strategy in STRATEGIES.items():
            if "buffered" in name:
                continue
            answers = [strategy.answers(table) for table in found]
            l1 = max(int(np.abs(answers[a] - answers[b]).sum()) for a, b in pairs)
            l2 = max(int(((answers[a] - answers[b]).astype(object) ** 2).sum()) for a, b in pairs)
            for way in ways:
                assert way.neighbours == "replace"
                assert l1 <= strategy.reach(way).l1, (name, way)
                assert l2 <= strategy.reach(way).l2_squared, (name, way)


def test_a_smaller_promise_would_be_broken() -> None:
    """The power twin: one contribution fewer, or one grain less, and some table moves further than stated."""
    bounds = Bounds(cells=3, rows_per_cell=1)
    query = daily(1)
    found = tables(query, bounds, signed=False)
    (way, _) = participations_of(query, bounds, Unit("id"))
    assert (way.times, way.most) == (3, 1)
    less = Participation(2, 1, 1, False, "add-remove")
    assert all(moves(name, found)[1] > STRATEGIES[name].reach(less).l2_squared for name in ("square root", "tree"))
    apiece = participations_of(daily(2), bounds, Unit("id"))[-1]
    assert apiece.apiece
    lower = Participation(2, 1, 1, False, "add-remove", apiece=True)
    assert (
        moves("independent window", tables(daily(2), bounds, signed=False))[1]
        > STRATEGIES["independent window"].reach(lower).l2_squared
    )


def test_the_sharpest_is_exact_where_it_can_be() -> None:
    query, bounds = daily(1), Bounds(cells=3, rows_per_cell=1)
    found = tables(query, bounds, signed=False)
    for name in ("square root", "independent steps", "banded"):
        ways = participations_of(query, bounds, Unit("id"))
        assert min(STRATEGIES[name].reach(way).l2_squared for way in ways) == moves(name, found)[1]
    wards = participations_of(daily(2), bounds, Unit("id"))
    assert min(Independent(Window(2)).reach(way).l2_squared for way in wards) == 3


def test_a_row_is_in_one_tick() -> None:
    assert participations_of(daily(2), Bounds(), Unit("row"))[0].sensitivity == Sensitivity(1, 1)


def test_a_person_within_a_month_stays_within_it() -> None:
    year = During("at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
    query = Query("rows", every="1d", during=year, shape="running")
    way = participations_of(query, Bounds(cells=100, rows_per_cell=1), Unit("id", per="1mo"))[0]
    assert (way.times, way.span) == (31, 31)
    weekly = Query("rows", every="1w", during=year, shape="running")
    assert participations_of(weekly, Bounds(cells=100, rows_per_cell=1), Unit("id", per="1mo"))[0].times == 6


def test_ticks_of_a_block_are_counted_like_a_calendar() -> None:
    first = dt.date(2026, 1, 1)
    days = [first + dt.timedelta(days=at) for at in range(730)]
    start = (first - dt.date(1970, 1, 1)).days
    months: dict[tuple[int, int], int] = {}
    weeks: dict[tuple[int, int], set[int]] = {}
    for day in days:
        months[day.year, day.month] = months.get((day.year, day.month), 0) + 1
        weeks.setdefault((day.year, day.month), set()).add((day.toordinal() - 1) // 7)
    assert most_ticks("1d", "1mo", start, start + 729) == max(months.values())
    assert most_ticks("1w", "1mo", (start + 3) // 7, (start + 729 + 3) // 7) == max(map(len, weeks.values()))
    assert most_ticks("1h", "1d", start * 24, start * 24 + 999) == 24


def test_what_cannot_be_said_is_refused() -> None:
    with pytest.raises(SpecError, match="norm"):
        participations_of(daily(1), Bounds(norm=3), Unit("id"))
    with pytest.raises(SpecError, match="how many"):
        participations_of(daily(1), Bounds(), Unit("id"))
    with pytest.raises(SpecError, match="apiece"):
        Participation(2, 3, 1, False, "add-remove", apiece=True)
    assert not Participation(9, 1, 9, True, "add-remove").covers(
        Participation(1, 1, 1, False, "add-remove", apiece=True)
    )
