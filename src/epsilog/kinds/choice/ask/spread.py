"""How far one unit moves candidates against each other: what a choice among the cells of a table is priced by."""

from __future__ import annotations

from epsilog.core.measure import Contribution, Measure, Total


def spread(measure: Measure, moved: Contribution, groups: int) -> int:
    """The largest rise minus the largest fall of a group's cells, added up over the groups; in grains.

    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog.core.grid import Grid, Keys
    >>> from epsilog.core.measure import Rows, contribution
    >>> from epsilog.core.unit import Unit
    >>> ills = Grid((Keys("illness", ("flu", "cold", "mumps")),))
    >>> once_each = contribution(Rows(), ills, Unit("patient"), Bounds(cells=3, rows_per_cell=1))
    >>> spread(Rows(), once_each, 1)             # all of them up by at most one: differences move by one
    1
    >>> spread(Rows(), contribution(Rows(), ills, Unit("patient", neighbours="replace"), Bounds(rows=2)), 1)
    4

    Proof. Let e = rows_per_cell · reach, the most one unit puts into one cell (`contribution`), and d the move of
    one group. Two cells, or a cell and one that stays, move apart by at most max(d, 0) - min(d, 0), and in every
    group that is at most the L1 norm of d: added up, at most that of the whole table.
    One group by itself. Add/remove, no row lowers a cell: d lies in [0, e] or in [-e, 0], so e. Add/remove, rows
    may lower a cell: in [-e, e], so 2e. Replace, one vector goes and another comes: twice that. Groups: as often.
    Saturation at ±2^61 moves no cell further or the other way.
    """
    single = moved.rows_per_cell * moved.reach
    if isinstance(measure, Total) and not measure.is_one_sided:
        single *= 2
    return min(moved.sensitivity.l1, groups * moved.sides * single)
