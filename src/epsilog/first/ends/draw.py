"""The search for clamps and bins: quantiles among public candidates."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from epsilog.core.bounded import Bounded
from epsilog.core.measure import contribution
from epsilog.core.mechanism import RandomWords
from epsilog.core.source import Progress, Source
from epsilog.errors import SensitivityExceeded
from epsilog.first.ends.plan import PlannedEnds, all_planned_ends, cut_with
from epsilog.mechanisms.tables.grouped import GroupQuantiles
from epsilog.roles.cut import Cut
from epsilog.roles.drawn import refuse_another_price, try_choice, try_out
from epsilog.roles.plan import Plan
from epsilog.roles.planned import grain_of
from epsilog.roles.spec import Spec
from epsilog.roles.stage import Finder


def quantiles_of(cut: Cut, cutting: PlannedEnds) -> GroupQuantiles:
    """The mechanism that finds ends or edges; it costs what the plan says."""
    mechanism = GroupQuantiles(cut.shares, cut.marks, cutting.parameter, cutting.rows)
    refuse_another_price(mechanism, cutting)
    return mechanism


class FindEnds(Finder):
    """Ends of clamps and edges of bins that are not declared."""

    def check(self, plan: Plan) -> None:
        """Build every search."""
        for cut, cutting in cut_with(plan.spec.cuts(), all_planned_ends(plan)):
            quantiles_of(cut, cutting)

    def trial(self, plan: Plan, rng: RandomWords) -> None:
        """Search corner tables."""
        for cut, cutting in cut_with(plan.spec.cuts(), all_planned_ends(plan)):
            try_out(partial(_try_cut, cut, cutting, rng), "between")

    def ways(self, plan: Plan) -> Iterable[Plan]:
        """Ends at either side of what they may be."""
        cuts = plan.spec.cuts()
        if not cuts:
            yield plan
            return
        yield plan.answered([[0 for _ in cut.shares] for cut in cuts])
        yield plan.answered([[len(cut.marks) - 2 for _ in cut.shares] for cut in cuts])

    def find(self, plan: Plan, source: Source, rng: RandomWords, progress: Progress) -> Plan:
        """Find clamps and bins, and hand on a plan that knows them."""
        spec = plan.spec
        pairs = cut_with(spec.cuts(), all_planned_ends(plan))
        if not pairs:
            return plan
        asked = [cut.tally() for cut, _ in pairs if cut.beside.size]
        answers = iter(source.bounded(asked, spec.protect, spec.bound, progress=progress) if asked else ())
        tables = [next(answers)[0] if cut.beside.size else _nobody(spec, cut) for cut, _ in pairs]
        mechanisms = [quantiles_of(cut, cutting) for cut, cutting in pairs]
        # Nothing is drawn unless everything fits.
        for (cut, _), table, mechanism in zip(pairs, tables, mechanisms, strict=True):
            if table.values.size != cut.grid.size or not mechanism.covers.covers(table.sensitivity):
                raise SensitivityExceeded("the source answered with more than was asked", where="source")
        return plan.answered(
            [one.grains(table, rng).tolist() for one, table in zip(mechanisms, tables, strict=True)]
        )


def _nobody(spec: Spec, cut: Cut) -> Bounded:
    """The histogram of a table in which no key was found: there is nothing to be read."""
    reach = contribution(cut.measure, cut.grid, spec.protect.unit, spec.bound).sensitivity
    return Bounded(tuple(cut.grid.keys()), np.zeros(cut.grid.size, dtype=np.int64), grain_of(cut.measure), reach)


def _try_cut(cut: Cut, cutting: PlannedEnds, rng: RandomWords) -> None:
    mechanism = quantiles_of(cut, cutting)
    try_choice(mechanism, len(mechanism.edges) - 1, mechanism.covers, mechanism.grain, rng)
