"""A trial before anything is paid for: the very mechanisms of a plan are run on public tables, and must draw.

Behind the paid line nothing may fail for some tables only (docs/proofs/total.md). Every number that meets private
ones is held, or limited by the plan; this is the check that none was forgotten. Each mechanism is given *corner
tables* that anybody could write down: zeros, the largest and the smallest numbers a source answers with, and both
in turn. What is drawn is thrown away, and its randomness with it. A plan that cannot draw is refused; nothing is
spent.

Long tables are tried on a part. That is as good: cells of a table, groups of a choice and columns of a series are
drawn alike and apart, by loops that are the same for each; steps of a series that goes on step by step are held at
every step; and a sum over all steps stays below 2^61 by the limit `largest` of its strategy, for the full length,
whatever was tried. What a length can change on its own (memory, time) it changes for every table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from epsilog.core.law import refuse_extreme_grain
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.flip import Flip
from epsilog.mechanisms.tables.scored import Scored
from epsilog.noise import system
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.registry.draws import draw_of, mechanism_of
from epsilog.registry.finds import FINDS
from epsilog.roles.drawn import TableMechanism, corners, try_out
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned
from epsilog.roles.spec import Spec
from epsilog.roles.stage import Finder

if TYPE_CHECKING:
    from epsilog.ledger.terms import Terms


def plan_and_try(spec: Spec, terms: Terms | None = None) -> Plan:
    """What `epsilog plan` shows: a plan that was tried. Reads no rows, opens no file, spends nothing.

    >>> from fractions import Fraction
    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog import Query
    >>> from epsilog.roles.spec import Origin, Protect, Spend
    >>> from epsilog.core.unit import Unit
    >>> spec = Spec("visits", "1", Origin("no-such-file.csv", {"patient_id": "text"}), Protect(Unit("patient_id")),
    ...             Bounds(rows=1), (Query("rows"),), Spend("clinic", Fraction(1, 10)))
    >>> plan_and_try(spec).draws[0].parameter
    Fraction(10, 1)
    """
    made = plan(spec, terms)
    try_plan(made)
    return made


def try_plan(made: Plan, mechanisms: Sequence[TableMechanism] | None = None) -> None:
    """Refuse a plan one of whose mechanisms cannot draw, whichever way its stages may come out."""
    for finder in FINDS.values():
        finder.trial(made, system)
    seen: list[object] = []
    for one in _ways(made, tuple(FINDS.values())):
        if one is not made and not made.options:
            read_plan(one.to_dict())
        if one.draws in seen:
            continue  # the same mechanisms: keys alone were found
        seen.append(one.draws)
        known = mechanisms if mechanisms is not None and one.draws == made.draws else (None,) * len(one.draws)
        for draw, mechanism in zip(one.draws, known, strict=True):
            where = f"publish[{draw.query}]"
            refuse_extreme_grain(draw.grain, where)
            try_out(partial(_try_draw, draw, mechanism), where)


def try_choice(mechanism: Choose | Flip, labels: tuple[str, ...]) -> None:
    """Refuse a choice by utilities of one's own that cannot be drawn."""
    for values in corners(len(labels)):
        try_out(partial(mechanism, Scored(labels, values, mechanism.covers), system), "epsilon")


def _ways(made: Plan, finders: Sequence[Finder]) -> Iterator[Plan]:
    """The plan as its stages may leave it, whichever bound, keys and ends they find."""
    if not finders:
        yield made
        return
    for one in finders[0].ways(made):
        yield from _ways(one, finders[1:])


def _try_draw(draw: Planned, mechanism: TableMechanism | None) -> None:
    draw_of(draw).trial(draw, mechanism_of(draw) if mechanism is None else mechanism, system)
