"""How many bins of time a survival entry gets, where its requester leaves them out and says whom to expect.

Few bins leave open what happened inside them, many add up more noise. With n people in an arm and noise of scale b
in a cell, B = 0.6 (n/b)^(2/3) bins, between 5 and 200, balances both (docs/benchmarks/statistics.md says how well).
n is a public guess, never looked up in the data.
"""

from __future__ import annotations

import math
from typing import Final

from epsilog.core.exit import MOST_BINS
from epsilog.core.law import DiscreteLaplace
from epsilog.kinds.study.ask.study import MOST_CELLS
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Remark
from epsilog.roles.query import Query
from epsilog.words import plain

FEWEST: Final = 5
_FACTOR: Final = 0.6


def bins_for(made: Plan) -> dict[int, int]:
    """The number of bins of each survival entry that leaves them to the plan."""
    found = {}
    for at, query in enumerate(made.spec.publish):
        if query.exits is None or query.exits.said or query.expect is None:
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


def why_bins(made: Plan) -> list[Remark]:
    """Why an entry has so many bins."""
    found = []
    for query in made.spec.publish:
        if query.exits is not None and query.exits.chosen is not None and query.expect is not None:
            values = (
                ("entry", query.name),
                ("bins", f"{query.exits.chosen}"),
                ("people", plain(float(query.expect))),
            )
            found.append(Remark("plan.why.bins", values))
    return found


def _most(made: Plan, query: Query) -> int:
    """No bins shorter than the unit of a time in whole units, nor more cells than statistics are made of."""
    assert query.exits is not None
    arms = math.prod(axis.size for axis in query.by)
    most = (MOST_CELLS // arms - 1) // (len(query.exits.causes) + 1)
    if made.spec.source.columns.get(query.exits.column) == "integer":
        most = min(most, math.ceil(query.exits.horizon))
    return most
