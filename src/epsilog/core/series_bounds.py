"""From what one unit may contribute to a table of cells and ticks to how it may move the series made of it."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

from epsilog.core.bounds import Bounds
from epsilog.core.clock import PERIODS, Period, tick_of, tick_start
from epsilog.core.grid import Ticks
from epsilog.core.measure import Total, contribution
from epsilog.core.participation import Participation
from epsilog.core.query import Query
from epsilog.core.series import LONGEST
from epsilog.core.unit import Unit
from epsilog.errors import SpecError

_SECOND = dt.timedelta(seconds=1)


def participations_of(query: Query, bounds: Bounds, unit: Unit) -> tuple[Participation, ...]:
    """Every way to say how one unit moves the series of an entry: each of them is true, and a strategy may use any.

    >>> import datetime as dt
    >>> from epsilog.core.query import During
    >>> days = During("at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
    >>> daily = Query("rows", every="1d", during=days, shape="running")
    >>> [(one.times, one.most) for one in participations_of(daily, Bounds(rows=4, rows_per_cell=1), Unit("id"))]
    [(4, 1), (1, 4)]
    >>> participations_of(daily, Bounds(), Unit("row"))[0].sensitivity
    Sensitivity(l1=1, l2_squared=1)

    Proof: docs/proofs/series.md, section 10. A unit's table D has at most `cells` entries, none above `p` =
    rows_per_cell · reach, that add up to at most `a` = rows · reach (core/measure.py). With k cells to a tick, a
    tick's entries add up to at most m = min(a, min(cells, k) · p), and one unit is in at most t ticks: all of
    them, or those of its block. The norm of answers is a convex function of D, and over all D with those two sums
    it is largest at tables with at most ceil(a / m) ticks that are not empty, none above m.
    """
    grid = query.grid()
    (measure,) = query.measures()
    moved = contribution(measure, grid, unit, bounds)
    if moved.norm is not None:
        raise SpecError(
            "a norm is about ticks one by one, and this series adds them up",
            where="bound.norm",
            hint="bound: {rows: 4, cells: 4}, or as: per-step",
        )
    ticks = next(axis for axis in grid.axes if isinstance(axis, Ticks))
    if ticks.size > LONGEST:
        raise SpecError(f"a series has at most {LONGEST:,} ticks", where="every", hint="a longer step")
    own = ticks.size if unit.per is None else most_ticks(ticks.every, _period(unit.per), ticks.first, ticks.last)
    beside = grid.size // ticks.size
    full, cells, all_of_it = moved.rows_per_cell * moved.reach, moved.cells, moved.rows * moved.reach
    full = min(full, all_of_it)
    in_a_tick = min(all_of_it, min(cells, beside) * full)
    signed = isinstance(measure, Total) and not measure.is_one_sided
    span = None if unit.per is None else own

    def said(times: int, most: int, *, apiece: bool = False) -> Participation:
        return Participation(times, 1, most, signed, unit.neighbours, span, apiece)

    ways = [said(min(own, cells, -(-all_of_it // in_a_tick)), in_a_tick), said(1, all_of_it)]
    if beside > 1:
        ways.append(said(min(own * beside, cells, -(-all_of_it // full)), full, apiece=True))
    return tuple(dict.fromkeys(ways))


@lru_cache(maxsize=64)
def most_ticks(every: Period, block: Period, first: int, last: int) -> int:
    """The most ticks of a stretch that one block of the wall clock has a part of.

    >>> january = tick_of(dt.datetime(2026, 1, 1), "1d")
    >>> most_ticks("1d", "1mo", january, january + 58), most_ticks("1mo", "1d", 24312, 24323)
    (31, 1)
    """
    counts: dict[int, int] = {}
    for tick in range(first, last + 1):
        begins, ends = tick_start(tick, every), tick_start(tick + 1, every) - _SECOND
        for number in range(tick_of(begins, block), tick_of(ends, block) + 1):
            counts[number] = counts.get(number, 0) + 1
    return max(counts.values())


def _period(text: str) -> Period:
    return next(period for period in PERIODS if period == text)
