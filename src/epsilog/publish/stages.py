"""A release in stages: bounds, keys, ends or edges come first. All were paid before the first opened any data."""

from __future__ import annotations

import numpy as np

from epsilog.core.bounded import Bounded
from epsilog.core.measure import contribution
from epsilog.core.mechanism import RandomWords
from epsilog.core.source import Progress, Source
from epsilog.errors import PrivacyError
from epsilog.registry.finds import FINDS
from epsilog.roles.plan import Plan
from epsilog.roles.planned import grain_of
from epsilog.roles.spec import Spec


def find_first(plan: Plan, source: Source, rng: RandomWords, progress: Progress) -> Plan:
    """Find what is to be found before the answers, and hand on a plan that knows it.

    The same plan comes back where everything was declared; no data is touched then. Whatever was found, the
    request and its price are what was paid for.
    """
    for finder in FINDS.values():
        found = finder.find(plan, source, rng, progress)
        plan = plan if found is plan else _at_its_price(plan, found)
    return plan


def _at_its_price(plan: Plan, found: Plan) -> Plan:
    if found.charge != plan.charge or found.spec.digest != plan.spec.digest or not found.is_paid_for:
        raise PrivacyError("what was found changes what was paid for", where="plan")
    return found


def read_bounded(spec: Spec, source: Source, progress: Progress) -> list[tuple[Bounded, ...]]:
    """The last stage: the exact answers. A table in which no key was found is empty and is not asked for."""
    tallies = spec.tallies()
    asked = [tally for tally in tallies if tally.grid.size]
    answers = iter(source.bounded(asked, spec.protect, spec.bound, progress=progress) if asked else ())
    return [next(answers) if tally.grid.size else _empty(spec, at) for at, tally in enumerate(tallies)]


def _empty(spec: Spec, at: int) -> tuple[Bounded, ...]:
    query = spec.publish[at]
    measures = query.in_cells()
    reaches = [contribution(one, query.grid(), spec.protect.unit, spec.bound).sensitivity for one in measures]
    nothing = np.zeros(0, dtype=np.int64)
    return tuple(Bounded((), nothing, grain_of(one), reach) for one, reach in zip(measures, reaches, strict=True))
