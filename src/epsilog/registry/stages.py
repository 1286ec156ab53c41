"""What is found first: who plans it, and who reads it back from a stored plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from epsilog.errors import LedgerError
from epsilog.first.bound.choice import planned_under_bound
from epsilog.first.bound.plan import bounds_tried, search_from, search_of
from epsilog.first.ends.plan import EndsSearcher, cut_with, planned_ends_from
from epsilog.first.keys.plan import KeysSearcher, find_from, pair_searches
from epsilog.roles.plan import Plan
from epsilog.roles.spec import Spec
from epsilog.roles.stage import Searcher, Stage

# In the order in which they are found. A bound comes before all of them: `planned_under_bound`.
SEARCHERS: Final[tuple[Searcher, ...]] = (KeysSearcher(), EndsSearcher())


def read_stages(spec: Spec, record: Mapping[str, Any]) -> tuple[Stage, ...]:
    """All that a stored plan finds first; one that leaves open what its request asks for is refused."""
    finds = tuple(find_from(spec, entry) for entry in record.get("finds", ()))
    pair_searches(spec.looks(), finds)
    cuttings = tuple(planned_ends_from(spec, entry) for entry in record.get("cuttings", ()))
    cut_with(spec.cuts(), cuttings)
    glancing = search_from(spec, record.get("look"))
    return (*(() if glancing is None else (glancing,)), *finds, *cuttings)


def refuse_unpaid(plan: Plan) -> None:
    """Refuse a plan under a bound that its look could not choose, or with noise that it did not pay for."""
    bound = plan.spec.bound
    if search_of(plan) is not None and not (
        plan.is_paid_for and bound in [bound.chosen(one) for one in bounds_tried(plan.spec)]
    ):
        raise LedgerError("a stored plan has a bound or noise that its look did not pay for", where="plan")


def searcher_of(part: int) -> Searcher:
    """Who looks for something with a vector of this `part`."""
    return next(one for one in SEARCHERS if one.part == part)


__all__ = ["SEARCHERS", "planned_under_bound", "read_stages", "refuse_unpaid", "searcher_of"]
