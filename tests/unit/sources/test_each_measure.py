"""Every measure alone, under every kind of bound: an engine plans each of them differently."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bounding_reference import reference
from bounding_scenes import BERLIN, BOUNDS, KINDS, SEEN, SUMS, TOWN, counted, frame_of
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid
from epsilog.core.measure import Measure
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit


def busy_rows() -> list[dict[str, str | None]]:
    """A few persons, most of them over every bound."""
    dice = random.Random(11)
    return [
        dict.fromkeys(KINDS)
        | {
            "who": dice.choice(["a", "b", "b", "c", None]),
            "town": dice.choice(["North", "South", "北京"]),
            "seen": f"2026-{dice.randint(3, 10):02d}-{dice.randint(1, 28):02d} 10:00",
            "pressure": dice.choice(["80", "150", "1000", "-5", "nan", None]),
        }
        for _ in range(120)
    ]


def check(measure: Measure, bounds: Bounds, unit: Unit) -> None:
    rows: Any = busy_rows()
    tallies = [Tally(Grid((TOWN, SEEN.ticks("1mo"))), (measure,), SEEN)]
    protect = Protect(unit, BERLIN)
    assert counted(frame_of(rows), tallies, protect, bounds) == reference(rows, KINDS, tallies, protect, bounds)


@pytest.mark.parametrize("bounds", [BOUNDS[2], BOUNDS[4]], ids=str)
@pytest.mark.parametrize("measure", SUMS, ids=str)
def test_a_measure_alone(measure: Measure, bounds: Bounds) -> None:
    check(measure, bounds, Unit("who"))


@pytest.mark.parametrize("bounds", [BOUNDS[2], BOUNDS[4]], ids=str)
def test_persons_who_are_always_in_the_same_places(bounds: Bounds) -> None:
    """Many rows in a handful of cells: a first threshold made for rows that spread finds too few of them."""
    days = [("a", day) for day in ("2026-03-01", "2026-05-05", "2026-07-07", "2026-07-08", "2026-10-31")] * 60
    days += [("b", "2026-04-04")] * 300 + [("c", f"2026-06-{day:02d}") for day in range(1, 31)]
    rows: Any = [
        dict.fromkeys(KINDS) | {"who": who, "town": "North", "seen": day, "pressure": str(80 + at % 50)}
        for at, (who, day) in enumerate(days)
    ]
    tallies = [Tally(Grid((TOWN, SEEN.ticks("1d"))), SUMS, SEEN)]
    protect = Protect(Unit("who"), BERLIN)
    assert counted(frame_of(rows), tallies, protect, bounds) == reference(rows, KINDS, tallies, protect, bounds)


@pytest.mark.nightly
@pytest.mark.parametrize("unit", [Unit("who"), Unit("who", per="1q")], ids=str)
@pytest.mark.parametrize("bounds", BOUNDS, ids=str)
@pytest.mark.parametrize("measure", SUMS, ids=str)
def test_a_measure_alone_at_length(measure: Measure, bounds: Bounds, unit: Unit) -> None:
    check(measure, bounds, unit)


@pytest.mark.parametrize("most", [199, 200, 201, 230])
def test_many_cells_a_person(most: int) -> None:
    """A few smallest are collected, many are sorted: either way a person keeps as many cells as allowed."""
    rows: Any = [
        dict.fromkeys(KINDS)
        | {"who": who, "town": town, "seen": f"2026-{month:02d}-{day:02d}", "pressure": str(80 + day)}
        for who, days in (("a", 28), ("b", 17), ("c", 3))
        for town in ("North", "South")
        for month in range(4, 10)
        for day in range(1, days + 1)
    ]
    tallies = [Tally(Grid((TOWN, SEEN.ticks("1d"))), SUMS, SEEN)]
    protect, bounds = Protect(Unit("who"), BERLIN), Bounds(cells=most, rows_per_cell=1)
    answers = counted(frame_of(rows), tallies, protect, bounds)
    assert answers == reference(rows, KINDS, tallies, protect, bounds)
    assert answers != counted(frame_of(rows), tallies, protect, Bounds(cells=most + 1, rows_per_cell=1))
