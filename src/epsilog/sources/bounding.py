"""The bound on one unit's contribution, as Ibis expressions; docs/proofs/bounding.md shows that they keep it.

A unit with few rows is within every bound and passes untouched. Only the others need an order of their cells,
z = (A·cell + B) mod p with A, B from the unit's name alone: p is prime and larger than any number of cells, A is
not 0, so z differs from cell to cell, there are no ties, and no other unit has a say in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import ibis

from epsilog.core.bounds import Bounds
from epsilog.core.measure import FURTHEST, Measure, Rows, Total
from epsilog.sources.engine_functions import digest, one_of_the_smallest, quotient

PRIME: Final = 2**31 - 1
_SHORT: Final = 200  # so many smallest numbers are cheaper to collect than to sort all


def multiplier(name: Any) -> Any:
    """A, between 1 and p − 1."""
    return _number(name, 0) % (PRIME - 1) + 1


def increment(name: Any) -> Any:
    """B, between 0 and p − 1."""
    return _number(name, 15) % PRIME


def _number(name: Any, start: int) -> Any:
    return (ibis.literal("0x") + digest(name).substr(start, 15)).cast("int64")


def hash_text(name: Any) -> Any:
    """A number of 60 bits that depends on a text alone."""
    return _number(name, 0)


def order(a: Any, b: Any, cell: Any) -> Any:
    """z: at most p² fits into 64 bits."""
    return (a * cell.cast("int64") + b) % PRIME


@dataclass(frozen=True)
class Limits:
    """The bounds of one query as the engine applies them.

    cells           a unit keeps so many cells: no more than it is granted rows, no more than there are
    rows_per_cell   None: no bound
    rows            None: no bound, and no cell's grant depends on another cell
    size            how many cells there are
    """

    cells: int
    rows_per_cell: int | None
    rows: int | None
    size: int

    @classmethod
    def of(cls, bounds: Bounds, size: int) -> Limits:
        """From the declared bounds."""
        cells = min(bound for bound in (bounds.cells, bounds.rows, size) if bound is not None)
        return cls(cells, bounds.rows_per_cell, bounds.rows, size)

    @property
    def need_order(self) -> bool:
        """Whether a unit with more rows than `cells` has to be looked at cell by cell."""
        return self.cells < self.size or self.rows is not None


def generous(rows: Any, limits: Limits) -> Any:
    """A threshold that most likely leaves a unit with so many rows enough cells. Any threshold is correct.

    A unit with r rows spread over S cells has about S(1 − exp(−r/S)) of them; the threshold aims at the number
    wanted and four roots more. Units that turn out short are taken again (see `counting`).
    """
    wanted = limits.cells + 4 * limits.cells**0.5
    if wanted >= limits.size:
        return ibis.literal(PRIME, type="int64")
    present = (1.0 - (rows.cast("float64") / -float(limits.size)).exp()) * limits.size
    return ibis.cases((present <= wanted, PRIME), else_=(wanted / present * PRIME).floor().cast("int64"))


def grant_rows(cells: Any, limits: Limits) -> Any:
    """Adds `a`, the rows each cell of a unit is granted when nothing but `rows_per_cell` limits them."""
    most = cells.n if limits.rows_per_cell is None else ibis.least(cells.n, limits.rows_per_cell)
    return cells.mutate(a=most)


def in_order(cells: Any, limits: Limits) -> Any:
    """The first cells of each unit in the order z, with what is left of `rows` granted to them one by one."""
    ordered = ibis.window(group_by="key", order_by="z")
    if limits.rows is None:
        # A unit's cells differ in z: those up to its last kept one are as many as it may keep, or all it has.
        found = cells.inner_join(_last_kept(cells.select("key", "z"), limits.cells), "key")
        return grant_rows(found.filter(found.z <= found.last).drop("last", "z"), limits)
    counted = grant_rows(cells, limits).mutate(rank=ibis.row_number().over(ordered))
    upto = ibis.window(group_by="key", order_by="z", preceding=None, following=0)
    summed = counted.mutate(left=limits.rows - (counted.a.sum().over(upto) - counted.a))
    kept = summed.filter(summed.rank < limits.cells)
    return kept.mutate(a=ibis.greatest(ibis.least(kept.a, kept.left), 0)).drop("rank", "z", "left")


def _last_kept(cells: Any, most: int) -> Any:
    """For each unit the z of the last cell it keeps."""
    if most <= _SHORT:
        return cells.group_by("key").agg(last=one_of_the_smallest(cells.z, most))
    ranked = cells.mutate(rank=ibis.row_number().over(ibis.window(group_by="key", order_by="z")))
    return ranked.filter(ranked.rank < most).group_by("key").agg(last=ranked.z.max())


def contribution_to_cell(kept: Any, measure: Rows | Total, present: Any, total: Any) -> Any:
    """What a unit adds to one cell: `present` of its rows there have a value, `total` is their sum (128 bits)."""
    allowed = ibis.least(present, kept.a)
    if isinstance(measure, Rows):
        return allowed
    low, high = measure.low - measure.centre, measure.high - measure.centre
    if measure.over == "clamp":
        bounded = ibis.greatest(ibis.least(total, allowed * high), allowed * low)
    else:
        bounded = ibis.cases((present > allowed, quotient(total * allowed, present)), else_=total)
    return ibis.cases((allowed > 0, bounded), else_=0)


def one_row(rows: Any, measure: Measure, value: Any) -> Any:
    """The table of one measure when every row is a unit of its own: nothing ties rows together."""
    if isinstance(measure, Rows):
        return rows.count() if value is None else value.count()
    assert isinstance(measure, Total)
    return value.sum().coalesce(0)


def clip_sum(total: Any) -> Any:
    """A sum as far as 64 bits can tell it apart: clipping moves no two answers further from each other."""
    return ibis.greatest(ibis.least(total, FURTHEST), -FURTHEST)


def union(parts: Sequence[Any]) -> Any:
    """All rows of several tables with the same columns."""
    first, *rest = parts
    return first.union(*rest) if rest else first
