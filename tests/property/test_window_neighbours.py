"""Raw rows of one person with and without parts of a window, read by the real engines.

A person does one of a few things on each of four blocks that follow each other: nothing, everything in one cell and
more than counts, everything everywhere, or single rows at the first and last moments of the block. Every pair of
such lives that differ within w blocks, in each of these by coming or going, is compared: the table moves no further
than stated, in no tick outside these blocks, and somewhere as far as stated.
"""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from bounding_scenes import counted
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Grid, Keys, Ticks
from epsilog.core.measure import Measure, Persons, Rows, Total, contribution
from epsilog.core.origin import ColumnKind
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError
from epsilog.registry.asks import Query
from epsilog.sources.feed_bounding import Room
from feed_scenes import asked, feed_of, write

ZONE = "Europe/Berlin"
KINDS: dict[str, ColumnKind] = {"world": "text", "who": "text", "town": "text", "at": "instant", "x": "number"}
TOWNS = Keys("town", ("north", "south"))
MEASURES: tuple[Measure, ...] = (Rows(), Persons(), Total.between("x", -20, 50))
LIVES = ("nothing", "one cell", "everywhere", "borders")
BLOCKS = 4
BOUNDS = (Bounds(rows=3, cells=2), Bounds(cells=4, rows_per_cell=2))
# Where they begin, in UTC: days of which the second has 23 hours, and hours of which the second is there twice.
BEGINS = {
    "1d": [dt.datetime(2026, 3, day, hour) for day, hour in ((27, 23), (28, 23), (29, 22), (30, 22), (31, 22))],
    "1h": [dt.datetime(2026, 10, 24, 23), *(dt.datetime(2026, 10, 25, hour) for hour in (0, 2, 3, 4))],
}
DAYS = {
    "1d": During("at", dt.date(2026, 3, 28), dt.date(2026, 3, 31)),
    "1h": During("at", dt.date(2026, 10, 25), dt.date(2026, 10, 25)),
}
EVERY = {"1d": ("1h", "1d", "1w"), "1h": ("1h", "1d")}


def rows_of(per: str, block: int, life: str) -> list[tuple[str, str, str, str]]:
    begins, ends = BEGINS[per][block], BEGINS[per][block + 1] - dt.timedelta(seconds=1)
    if life == "one cell":
        return [("one", "north", f"{begins:%Y-%m-%dT%H:%M:%SZ}", "1e9")] * 7
    if life == "borders":
        return [("one", "south", f"{when:%Y-%m-%dT%H:%M:%SZ}", "-1e9") for when in (begins, ends)]
    if life == "everywhere":
        found = [begins + (ends - begins) * at // 5 for at in range(6)]
        return [
            ("one", town, f"{at:%Y-%m-%dT%H:%M:%SZ}", "50") for at in found for town in TOWNS.keys for _ in "123"
        ]
    return []


def grids(per: str) -> list[Grid]:
    ticks = [DAYS[per].ticks(every) for every in EVERY[per]]  # type: ignore[arg-type]
    return [Grid((one, TOWNS)) for one in ticks] + [Grid((TOWNS,))]


@lru_cache(maxsize=4)
def answers(per: str, bounds: Bounds) -> dict[tuple[str, ...], list[list[np.ndarray]]]:
    """Exact answers by life: grids, then measures, each as an array of its axes. One reading: a life is a world."""
    lives = list(itertools.product(LIVES, repeat=BLOCKS))
    worlds, rows = Keys("world", tuple(f"w{at}" for at in range(len(lives)))), []
    for world, life in zip(worlds.keys, lives, strict=True):
        own = [row for at, one in enumerate(life) for row in rows_of(per, at, one)]
        own += [("two", "north", f"{when:%Y-%m-%dT%H:%M:%SZ}", "7") for when in BEGINS[per]]
        rows += [(world, f"{world} {who}", town, when, x) for who, town, when, x in own]
    frame = pl.DataFrame(rows, schema=dict.fromkeys(KINDS, pl.String), orient="row")
    tallies = [Tally(Grid((worlds, *grid.axes)), MEASURES, DAYS[per]) for grid in grids(per)]
    tables = counted(frame, tallies, Protect(Unit("who", per=per, window=2), ZONE), bounds, KINDS)
    shaped = [
        [np.array(one, dtype=np.int64).reshape([len(lives), *(axis.size for axis in grid.axes)]) for one in table]
        for grid, table in zip(grids(per), tables, strict=True)
    ]
    return {life: [[one[at] for one in table] for table in shaped] for at, life in enumerate(lives)}


def neighbours(lives: list[tuple[str, ...]], width: int) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Pairs that differ within `width` blocks in a row, and in each of them one of the two is not there.

    A block that is the same in both is within its bounds or in one cell: which cells are kept of others depends on
    the name, and worlds have names of their own.
    """
    found = []
    for left, right in itertools.combinations(lives, 2):
        where = [at for at in range(BLOCKS) if left[at] != right[at]]
        if any(left[at] == right[at] == "everywhere" for at in range(BLOCKS)):
            continue
        if where[-1] - where[0] < width and all("nothing" in (left[at], right[at]) for at in where):
            found.append((left, right))
    return found


@pytest.mark.parametrize(
    ("per", "bounds"),
    [
        ("1d", BOUNDS[0]),
        *(pytest.param(p, b, marks=pytest.mark.nightly) for p, b in (("1h", BOUNDS[0]), ("1d", BOUNDS[1]))),
    ],
    ids=str,
)
def test_no_window_moves_a_table_further_than_stated_nor_elsewhere(per: str, bounds: Bounds) -> None:
    found = answers(per, bounds)
    for width in (1, 2, 3):
        unit = Unit("who", per=per, window=width)
        pairs = neighbours(list(found), width)
        assert len(pairs) > 50
        for at, grid in enumerate(grids(per)):
            for number, measure in enumerate(MEASURES):
                said = contribution(measure, grid, unit, bounds).sensitivity
                steps = np.stack([found[b][at][number] - found[a][at][number] for a, b in pairs])
                flat = steps.reshape(len(pairs), -1)
                l1, l2 = np.abs(flat).sum(axis=1), (flat**2).sum(axis=1)
                assert l1.max() <= said.l1, (width, grid.axes[0], measure)
                assert l2.max() <= said.l2_squared, (width, grid.axes[0], measure)
                # A day has two cells of a daily table, and two of its days lie in one week: less than is allowed.
                ticks = grid.axes[0]
                if isinstance(measure, Rows) and bounds.rows is not None:
                    assert l1.max() == said.l1, (width, ticks)
                    assert l2.max() == said.l2_squared or getattr(ticks, "every", "") == "1w", (width, ticks)
                if isinstance(ticks, Ticks) and ticks.every == per:
                    assert local(steps, pairs, offset=1 if per == "1h" else 0)


def local(steps: np.ndarray, pairs: list[tuple[tuple[str, ...], tuple[str, ...]]], offset: int) -> bool:
    """Whether ticks move in the blocks that differ and in no other."""
    for step, (left, right) in zip(steps, pairs, strict=True):
        moved = set(np.flatnonzero(np.abs(step).sum(axis=1)).tolist())
        if not moved <= {at + offset for at in range(BLOCKS) if left[at] != right[at]}:
            return False
    return True


def test_a_smaller_promise_would_be_broken() -> None:
    """The power twin: windows stated as one block shorter, or as if blocks never shared a cell, are exceeded."""
    bounds, grid = BOUNDS[0], Grid((TOWNS,))
    found = answers("1d", bounds)
    shorter = contribution(Rows(), grid, Unit("who", per="1d", window=2), bounds).sensitivity
    apart = 3 * contribution(Rows(), grid, Unit("who", per="1d"), bounds).sensitivity.l2_squared
    steps = [found[b][-1][0] - found[a][-1][0] for a, b in neighbours(list(found), 3)]
    assert max(int(np.abs(step).sum()) for step in steps) > shorter.l1
    assert max(int((step**2).sum()) for step in steps) > apart


def lines(per_hour: tuple[str, ...]) -> list[str]:
    found = []
    for hour, life in enumerate(per_hour):
        moments = {
            "nothing": [],
            "one cell": ["00"] * 5,
            "everywhere": ["00", "30", "59"] * 2,
            "borders": ["00", "59"],
        }
        found += [
            f"one,{town},2026-01-05 {hour:02}:{minute}," for minute in moments[life] for town in ("North", "South")
        ]
    return found


def streamed(folder: Path, life: tuple[str, ...], room: Room, unit: Unit) -> np.ndarray:
    spec = asked(protect=Protect(unit), bound=Bounds(rows=3, cells=2))
    write(folder, [*lines(life), "two,North,2026-01-05 02:30,1"])
    feed = feed_of(folder, room=room, spec=spec)
    feed.look(dt.datetime(2026, 1, 6))
    return np.array([feed.close()[0] for _ in range(BLOCKS)])


def test_live_windows_keep_the_same_promise(tmp_path: Path) -> None:
    made: Callable[[int], Unit] = lambda width: Unit("who", per="1h", window=width)  # noqa: E731
    query: Query = asked(protect=Protect(made(2)), bound=Bounds(rows=3, cells=2)).publish[0]
    room = Room.of(contribution(Rows(), query.grid(), made(2), Bounds(rows=3, cells=2)))
    lives = list(itertools.product(("nothing", "one cell", "everywhere"), repeat=BLOCKS))
    found = {life: streamed(tmp_path, life, room, made(2)) for life in lives}
    for width in (1, 2, 3):
        said = contribution(Rows(), query.grid(), made(width), Bounds(rows=3, cells=2)).sensitivity
        pairs = neighbours(lives, width)
        steps = np.stack([found[b] - found[a] for a, b in pairs])
        assert np.abs(steps).sum(axis=(1, 2)).max() == said.l1
        assert (steps**2).sum(axis=(1, 2)).max() <= said.l2_squared
        assert local(steps, pairs, offset=0)


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (Unit("who", window=3), "how long"),
        (Unit("row", window=3), "one event"),
        (Unit("who", per="1d", window=3, neighbours="replace"), "replaced"),
        (Unit("who", per="1d", window=2**17), "at most"),
    ],
)
def test_windows_that_are_not_proved_are_refused(unit: Unit, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        contribution(Rows(), Grid(), unit, Bounds(rows=1))
    with pytest.raises(SpecError, match=words):
        Protect(unit)
