"""All that a person may do within a window, in every combination: no answers move further than stated."""

from __future__ import annotations

import datetime as dt
import itertools

import numpy as np
import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.measure import contribution, most_ticks
from epsilog.core.participation import Participation
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.registry.asks import Query
from epsilog.roles.participations import participations_of
from series_moves import DAYS, STRATEGIES, daily, moves

BOUNDS = [Bounds(rows=2), Bounds(rows=3, rows_per_cell=2), Bounds(cells=2, rows_per_cell=1), Bounds(rows=1)]


def day_tables(keys: int, bounds: Bounds, unit: Unit) -> list[np.ndarray]:
    """What one day of one person may look like, cell by cell, at its fullest; and nothing."""
    moved = contribution(daily(keys).measures()[0], daily(keys).grid(), unit, bounds)
    found = [np.array(parts) for parts in itertools.product(range(moved.rows_per_cell + 1), repeat=keys)]
    return [one for one in found if one.sum() <= moved.rows and (one > 0).sum() <= moved.cells]


def windows(keys: int, bounds: Bounds, unit: Unit) -> list[np.ndarray]:
    """Every table a window may move: in each of its days somebody comes, goes, or stays as they are."""
    width, found = unit.steps, []
    signed = [sign * one for one in day_tables(keys, bounds, unit) for sign in (1, -1)]
    for first in range(DAYS - width + 1):
        for days in itertools.product(signed, repeat=width):
            table = np.zeros((DAYS, keys), dtype=np.int64)
            table[first : first + width] = days
            found.append(table)
    return found


@pytest.mark.parametrize("width", [1, 2, 3])
@pytest.mark.parametrize("bounds", BOUNDS, ids=str)
def test_no_window_moves_the_answers_further_than_stated(bounds: Bounds, width: int) -> None:
    unit = Unit("id", per="1d", window=width)
    for keys in (1, 2) if width < 3 else (1,):
        found = windows(keys, bounds, unit)
        ways = participations_of(daily(keys), bounds, unit)
        assert all(way.signed and way.span == width for way in ways)
        for name, strategy in STRATEGIES.items():
            l1, l2 = moves(name, found)
            for way in ways:
                assert l1 <= strategy.reach(way).l1, (name, way)
                assert l2 <= strategy.reach(way).l2_squared, (name, way)
            if name in ("independent steps", "square root", "banded", "tree") and keys == 1:
                assert min(strategy.reach(way).l2_squared for way in ways) == l2, name


def test_a_shorter_window_would_be_exceeded() -> None:
    """The power twin."""
    bounds, unit = Bounds(rows=2), Unit("id", per="1d", window=3)
    found = windows(1, bounds, unit)
    for way in participations_of(daily(1), bounds, Unit("id", per="1d", window=2)):
        assert all(
            moves(name, found)[1] > STRATEGIES[name].reach(way).l2_squared for name in ("square root", "tree")
        )
    one = Participation(1, 1, 2, True, "add-remove", 3)
    assert moves("window", found)[0] > STRATEGIES["window"].reach(one).l1


def test_finer_ticks_and_months_are_counted_by_the_calendar() -> None:
    year = During("at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
    often = Bounds(cells=1000, rows_per_cell=1)
    hourly = Query("rows", every="1h", during=year, shape="running")
    way = participations_of(hourly, often, Unit("id", per="1d", window=7))[0]
    assert (way.times, way.span) == (7 * 24, 7 * 24)
    days = Query("rows", every="1d", during=year, shape="running")
    way = participations_of(days, often, Unit("id", per="1mo", window=2))[0]
    assert (way.times, way.span) == (62, 62)  # July and August
    longer = participations_of(days, often, Unit("id", per="1mo", window=99))[0]
    assert (longer.times, longer.span) == (365, 365)
    start = (dt.date(2026, 1, 1) - dt.date(1970, 1, 1)).days
    assert [most_ticks("1d", "1w", start, start + 364, many) for many in (1, 2, 53)] == [7, 14, 365]


def test_ticks_that_hold_several_periods_are_refused() -> None:
    year = During("at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
    weekly = Query("rows", every="1w", during=year, shape="running")
    with pytest.raises(SpecError, match="not proved"):
        participations_of(weekly, Bounds(rows=1), Unit("id", per="1d", window=7))
