"""From what one unit may contribute to a table of cells and ticks to how it may move the series made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from epsilog.core.bounds import Bounds
from epsilog.core.grid import Ticks
from epsilog.core.measure import Total, contribution, keeps_apart, most_ticks, period_named
from epsilog.core.participation import Participation
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.roles.entry import Entry
from epsilog.roles.shape import LONGEST, ticks_of


def participations_of(query: Entry, bounds: Bounds, unit: Unit) -> tuple[Participation, ...]:
    """Every way to say how one unit moves the series of an entry: each of them is true, and a strategy may use any.

    >>> from epsilog import Query
    >>> import datetime as dt
    >>> from epsilog.core.during import During
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

    Within a window of periods D is a sum of such tables, one for each period, in ticks of their own: docs/proofs/
    windows.md. Each of them is at a corner where the norm is largest, so `times` is as often as there are periods.

    >>> participations_of(daily, Bounds(rows=1), Unit("id", per="1d", window=7))[0].sensitivity
    Sensitivity(l1=7, l2_squared=7)
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
    if unit.window is not None and not keeps_apart(grid, unit):
        raise SpecError(
            f"a tick may hold several {unit.per} of one person, and how such windows add up is not proved",
            where="every",
            hint=f"ticks that lie within the period: every: {unit.per}",
        )
    own, span, many, within = ticks.size, None, moved.periods, ticks.size
    if unit.per is not None:
        per = period_named(unit.per)
        own = most_ticks(ticks.every, per, ticks.first, ticks.last)
        within = span = most_ticks(ticks.every, per, ticks.first, ticks.last, many)
    beside = grid.size // ticks.size
    full, cells, all_of_it = moved.rows_per_cell * moved.reach, moved.cells, moved.rows * moved.reach
    full = min(full, all_of_it)
    in_a_tick = min(all_of_it, min(cells, beside) * full)
    # Within a window a person may come in one period and go in another: what moves has no sign of its own.
    signed = unit.window is not None or (isinstance(measure, Total) and not measure.is_one_sided)

    def said(times: int, most: int, *, apiece: bool = False) -> Participation:
        return Participation(times, 1, most, signed, unit.neighbours, span, apiece)

    ways = [said(min(within, many * min(own, cells, -(-all_of_it // in_a_tick))), in_a_tick)]
    ways += [said(many, all_of_it), said(1, many * all_of_it)]
    if beside > 1:
        apiece = many * min(own * beside, cells, -(-all_of_it // full))
        ways.append(said(min(within * beside, apiece), full, apiece=True))
    return tuple(dict.fromkeys(ways))


def window_participation(query: Entry, ways: Sequence[Participation], unit: Unit) -> Participation:
    """What one unit may do to such a series: `most` in every tick of a window of `span`, which is always said.

    A unit that may be in any tick is within a window as long as the series. One tick alone has nothing to repeat.
    """
    where = "as.per-step"
    if unit.each == "row" or unit.neighbours != "add-remove":
        raise SpecError(
            "values are repeated where persons come or go over several ticks",
            where=where,
            hint="as: per-step; or protect: {each: badge, per: 1h, window: 24}",
        )
    way = min((one for one in ways if not one.apiece), key=lambda one: one.most)
    width = way.span if way.span is not None else ticks_of(query)
    if width < 2:
        raise SpecError("a unit is in one tick: nothing is gained by repeating", where=where, hint="as: per-step")
    return replace(way, span=width)
