"""A unit that is a person within any w periods of the wall clock that follow each other.

Rows are bounded within one period of one person, exactly as for a unit that is one period: whatever is kept of a
period is a function of that period's rows alone. A cap over a sliding window would not be: which rows of today are
kept would depend on yesterday's, and a change within one window would move what is kept long after it. So one unit
moves a table by the sum of what its periods move it by, each of them as `core/measure.py` says, and docs/proofs/
windows.md goes on from there.
"""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

from epsilog.core.bounded import Sensitivity
from epsilog.core.clock import PERIODS, Period, fits_within, tick_of, tick_start
from epsilog.core.grid import Grid, Ticks
from epsilog.core.unit import Unit

_SECOND = dt.timedelta(seconds=1)


def ticks_of(grid: Grid) -> Ticks | None:
    """The axis of time, where there is one."""
    return next((axis for axis in grid.axes if isinstance(axis, Ticks)), None)


def period_named(text: str) -> Period:
    """A period by its name."""
    return next(period for period in PERIODS if period == text)


def periods_met(grid: Grid, unit: Unit) -> int:
    """How many periods of one unit may have rows in this table: the window, or all there are if that is fewer.

    >>> from epsilog.core.clock import tick_of
    >>> first = tick_of(dt.datetime(2026, 1, 1), "1d")
    >>> january = Grid((Ticks("at", "1d", first, first + 30),))
    >>> [periods_met(january, Unit("id", per="1d", window=w)) for w in (1, 7, 365)]
    [1, 7, 31]
    """
    ticks = ticks_of(grid)
    if unit.window is None or unit.per is None or ticks is None:
        return unit.steps
    first, last = tick_start(ticks.first, ticks.every), tick_start(ticks.last + 1, ticks.every) - _SECOND
    per = period_named(unit.per)
    return min(unit.window, tick_of(last, per) - tick_of(first, per) + 1)


def keeps_apart(grid: Grid, unit: Unit) -> bool:
    """Whether two periods of one person never share a cell: every tick lies within one period.

    >>> hours, weeks = (Grid((Ticks("at", every, 0, 9),)) for every in ("1h", "1w"))
    >>> day = Unit("id", per="1d", window=7)
    >>> keeps_apart(hours, day), keeps_apart(weeks, day), keeps_apart(Grid(), day)
    (True, False, False)
    """
    ticks = ticks_of(grid)
    return ticks is not None and unit.per is not None and fits_within(ticks.every, period_named(unit.per))


def widened(one: Sensitivity, grid: Grid, unit: Unit, *, once: bool) -> Sensitivity:
    """How far all periods of one unit move a table that one of them moves by `one`.

    `once` says that a person counts once in a cell, whatever the number of their periods in it (persons).

    >>> day = Unit("id", per="1d", window=7)
    >>> widened(Sensitivity(2, 4), Grid((Ticks("at", "1d", 0, 99),)), day, once=False)
    Sensitivity(l1=14, l2_squared=28)
    >>> widened(Sensitivity(2, 4), Grid(), day, once=False)
    Sensitivity(l1=14, l2_squared=196)

    Proof. The table moves by v = ±v_1 ± … ± v_k, one for each period that came or went. Norms add: |v|₁ <= k·l1 and
    |v| <= k·l2, whose square is k²·l2². Where no two of them share a cell their squares add: k·l2². Where a
    person counts once in a cell, v has entries of at most one, no more than there are in the parts and no more
    than there are cells; so |v|² = |v|₁ <= min(k·l1, cells).
    """
    many = periods_met(grid, unit)
    if once:
        cells = min(many * one.l1, grid.size)
        return Sensitivity(cells, cells)
    return Sensitivity(many * one.l1, (many if keeps_apart(grid, unit) else many**2) * one.l2_squared)


@lru_cache(maxsize=64)
def most_ticks(every: Period, block: Period, first: int, last: int, many: int = 1) -> int:
    """The most ticks of a stretch that so many blocks of the wall clock, one after the other, have a part of.

    >>> january = tick_of(dt.datetime(2026, 1, 1), "1d")
    >>> most_ticks("1d", "1mo", january, january + 58), most_ticks("1mo", "1d", 24312, 24323)
    (31, 1)
    >>> most_ticks("1d", "1mo", january, january + 58, 2)
    59
    """
    met: dict[int, tuple[int, int]] = {}
    for tick in range(first, last + 1):
        begins, ends = tick_start(tick, every), tick_start(tick + 1, every) - _SECOND
        for number in range(tick_of(begins, block), tick_of(ends, block) + 1):
            met[number] = (met.get(number, (tick, tick))[0], tick)
    # Blocks and ticks follow each other without a gap, so several blocks meet all ticks between the first and last.
    end = max(met)
    return max(met[min(number + many - 1, end)][1] - first_of + 1 for number, (first_of, _) in met.items())
