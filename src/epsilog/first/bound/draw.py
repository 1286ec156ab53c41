"""The look that chooses the bound: how busy units are, with noise, and the plan under the bound this leads to."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.mechanism import RandomWords
from epsilog.core.source import Progress, Source
from epsilog.errors import SensitivityExceeded
from epsilog.first.bound.choice import best_of, with_bound
from epsilog.first.bound.plan import PlannedSearch, search_of
from epsilog.mechanisms.tables.gaussian import Gaussian
from epsilog.mechanisms.tables.laplace import Laplace
from epsilog.roles.drawn import refuse_another_price, try_out, try_table
from epsilog.roles.plan import Plan
from epsilog.roles.stage import Finder


def search_mechanism(glancing: PlannedSearch) -> Laplace | Gaussian:
    """The mechanism a look stands for; it costs what the plan says."""
    mechanism = (Laplace if glancing.law == "laplace" else Gaussian)(glancing.parameter, glancing.covers)
    refuse_another_price(mechanism, glancing)
    return mechanism


class FindBound(Finder):
    """The very first stage: look at how busy units are, and choose the bound by that."""

    def check(self, plan: Plan) -> None:
        """Build the look."""
        if (glancing := search_of(plan)) is not None:
            search_mechanism(glancing)

    def trial(self, plan: Plan, rng: RandomWords) -> None:
        """Look at corner tables."""
        if (glancing := search_of(plan)) is not None:
            try_out(
                lambda: try_table(search_mechanism(glancing), glancing.covers, Fraction(1), rng), "bound.choose"
            )

    def ways(self, plan: Plan) -> Iterable[Plan]:
        """The plan under every bound it may choose."""
        return plan.options or (plan,)

    def find(self, plan: Plan, source: Source, rng: RandomWords, progress: Progress) -> Plan:
        """Look, and hand on the plan under the bound that this chooses."""
        spec, glancing = plan.spec, search_of(plan)
        if glancing is None:
            return plan
        crowds = spec.crowds()
        tables = source.crowds(crowds, spec.protect, progress=progress)
        # Nothing is drawn unless everything fits.
        if [table.values.size for table in tables] != [crowd.size for crowd in crowds]:
            raise SensitivityExceeded("the source answered with more than was asked", where="source")
        moved = [table.sensitivity for table in tables]
        together = Sensitivity(sum(one.l1 for one in moved), sum(one.l2_squared for one in moved))
        keys = tuple(key for table in tables for key in table.keys)
        one = Bounded(keys, np.concatenate([table.values for table in tables]), Fraction(1), together)
        drawn = iter(search_mechanism(glancing).grains(one, rng).tolist())
        counts = tuple(tuple(next(drawn) for _ in range(crowd.size)) for crowd in crowds)
        return with_bound(plan, best_of(plan, counts), counts)
