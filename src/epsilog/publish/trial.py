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
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from epsilog.core.limits import FURTHEST, refuse_extreme_grain
from epsilog.core.seen import Seen
from epsilog.first.ends.ask import Cut
from epsilog.first.ends.plan import Cutting, cut_with
from epsilog.first.keys.plan import Find, searched
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.flip import Flip
from epsilog.mechanisms.tables.scored import Scored
from epsilog.noise import system
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.publish.stages import look_of, quantiles_of, threshold_of
from epsilog.registry.draws import draw_of, mechanism_of
from epsilog.roles import trial
from epsilog.roles.drawn import TableMechanism
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned
from epsilog.roles.spec import Spec
from epsilog.roles.trial import corners, tried

if TYPE_CHECKING:
    from epsilog.ledger.terms import Terms


def plan_and_try(spec: Spec, terms: Terms | None = None) -> Plan:
    """What `epsilog plan` shows: a plan that was tried. Reads no rows, opens no file, spends nothing.

    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog.roles.query import Query
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
    _try_stages(made)
    seen: list[object] = []
    for one in made.options or _settled(made):
        if one.draws in seen:
            continue  # the same mechanisms: keys alone were found
        seen.append(one.draws)
        known = mechanisms if mechanisms is not None and one.draws == made.draws else (None,) * len(one.draws)
        for draw, mechanism in zip(one.draws, known, strict=True):
            where = f"publish[{draw.query}]"
            refuse_extreme_grain(draw.grain, where)
            tried(partial(_try_draw, draw, mechanism), where)


def try_choice(mechanism: Choose | Flip, labels: tuple[str, ...]) -> None:
    """Refuse a choice by utilities of one's own that cannot be drawn."""
    for values in corners(len(labels)):
        tried(partial(mechanism, Scored(labels, values, mechanism.covers), system), "epsilon")


def _try_stages(made: Plan) -> None:
    """What is found before the answers: bounds, keys, ends."""
    spec = made.spec
    if made.glancing is not None:
        look = made.glancing
        tried(lambda: trial.try_table(look_of(look), look.covers, Fraction(1), system), "bound.choose")
    for _, find in searched(spec.looks(), made.finds):
        tried(partial(_try_threshold, find), "by")
    for cut, cutting in cut_with(spec.cuts(), made.cuttings):
        tried(partial(_try_cut, cut, cutting), "between")


def _settled(made: Plan) -> Iterator[Plan]:
    """The plan as its stages may leave it: no keys or many, ends at either side of what they may be."""
    if not made.finds and not made.cuttings:
        yield made
        return
    looks = made.spec.looks()
    many = [tuple(sorted(f"{at:03d}"[-one.keys.longest :] for at in range(min(one.keys.most, 9)))) for one in looks]
    for keys in ([tuple(sorted(set(one))) for one in many], [() for _ in looks]) if looks else ([],):
        found = made.settled(keys) if looks else made
        cuts = found.spec.cuts()
        ends = [[0 for _ in cut.shares] for cut in cuts], [[len(cut.marks) - 2 for _ in cut.shares] for cut in cuts]
        for places in ends if cuts else ([],):
            one = found.answered(places) if cuts else found
            read_plan(one.to_dict())
            yield one


def _try_draw(draw: Planned, mechanism: TableMechanism | None) -> None:
    draw_of(draw).trial(draw, mechanism_of(draw) if mechanism is None else mechanism, system)


def _try_threshold(find: Find) -> None:
    mechanism = threshold_of(find)
    counts = np.array([0, 1, 2, FURTHEST], dtype=np.int64)
    mechanism(Seen(("a", "b", "c", "d"), counts, mechanism.cells), system)
    mechanism(Seen((), np.zeros(0, dtype=np.int64), mechanism.cells), system)


def _try_cut(cut: Cut, cutting: Cutting) -> None:
    mechanism = quantiles_of(cut, cutting)
    trial.try_choice(mechanism, len(mechanism.edges) - 1, mechanism.covers, mechanism.grain, system)
