"""Plan what statistics are read off: tables of counts, bins of time for the noise they get, and how much they bear.

Few bins leave open what happened inside them, many add up more noise. With n people in an arm and noise of scale b
in a cell, B = 0.6 (n/b)^(2/3) bins, between 5 and 200, balances both (docs/benchmarks/statistics.md says how well).
n is a public guess, never looked up in the data.
"""

from __future__ import annotations

import math
from typing import Final

from epsilog.core.exit import MOST_BINS
from epsilog.core.law import DiscreteLaplace
from epsilog.errors import SpecError
from epsilog.roles.about import MOST_CELLS, forms_of
from epsilog.roles.entry import Entry
from epsilog.roles.noisy import NoisyPlanner
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Remark
from epsilog.roles.spec import Spec
from epsilog.words import plain

FEWEST: Final = 5
_FACTOR: Final = 0.6
MOST_NOISE: Final = 1e8  # a deviation of as many people


def bins_for(made: Plan) -> dict[int, int]:
    """The number of bins of each survival entry that leaves them to the plan."""
    found = {}
    for at, query in enumerate(made.spec.publish):
        if query.ask.exits is None or query.ask.exits.said or query.expect is None:
            continue
        law = made.draws_of(at)[0].noise.law
        scale = float(law.scale) if isinstance(law, DiscreteLaplace) else math.sqrt(law.variance / 2)
        many = fitting(float(query.expect), scale)
        found[at] = max(1, min(many, _most(made, query)))
    return found


def fitting(people: float, scale: float) -> int:
    """So many bins for so many people under noise of such a scale.

    >>> fitting(686, 1), fitting(228, 1), fitting(100, 10), fitting(10**6, 1)
    (47, 22, 5, 200)
    """
    fits = float(_FACTOR * (people / max(scale, 1e-9)) ** (2 / 3))
    return max(FEWEST, min(MOST_BINS, round(fits)))


def _most(made: Plan, query: Entry) -> int:
    """No bins shorter than the unit of a time in whole units, nor more cells than statistics are made of."""
    assert query.ask.exits is not None
    arms = math.prod(axis.size for axis in query.by)
    most = (MOST_CELLS // arms - 1) // (len(query.ask.exits.causes) + 1)
    if made.spec.source.columns.get(query.ask.exits.column) == "integer":
        most = min(most, math.ceil(query.ask.exits.horizon))
    return most


def refuse_drowned(plan: Plan) -> None:
    """Refuse statistics under noise that no population could be seen through."""
    asked = {question.of for question in plan.spec.tests}
    for at, query in enumerate(plan.spec.publish):
        if not forms_of(query) and query.about == "data" and query.name not in asked:
            continue
        for draw in plan.draws_of(at):
            if draw.noise.law.variance > (MOST_NOISE * draw.contribution.reach) ** 2:
                raise SpecError(
                    "under so much noise nothing could be said about a population",
                    where=f"publish[{at}]",
                    hint="spend more, or publish fewer entries",
                )


class StudyPlanner(NoisyPlanner):
    """Noise on every cell; a survival entry that names no bins and says `expect` gets as many as suit that."""

    def settle(self, spec: Spec, plan: Plan) -> Spec:
        """The request with bins of time for the noise it found."""
        bins = bins_for(plan)
        return spec.binned(bins) if bins else spec

    def why_settled(self, plan: Plan) -> list[Remark]:
        """Why an entry has so many bins."""
        found = []
        for query in plan.spec.publish:
            if query.ask.exits is not None and query.ask.exits.chosen is not None and query.expect is not None:
                values = (
                    ("entry", query.name),
                    ("bins", f"{query.ask.exits.chosen}"),
                    ("people", plain(float(query.expect))),
                )
                found.append(Remark("plan.why.bins", values))
        return found

    def refuse(self, plan: Plan) -> None:
        """Statistics under noise that no population could be seen through."""
        refuse_drowned(plan)
