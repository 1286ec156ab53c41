"""A release with unknown keys, made in two stages. Both were paid before the first one opened any data."""

from __future__ import annotations

import numpy as np

from epsilog.core.bounded import Bounded
from epsilog.core.measure import contribution
from epsilog.core.mechanism import RandomWords
from epsilog.core.seen import Seen
from epsilog.core.source import Progress, Source
from epsilog.core.spec import Spec
from epsilog.core.unknown import Unknown, is_shown
from epsilog.errors import PrivacyError, SensitivityExceeded
from epsilog.mechanisms.tables.threshold import Found, Threshold
from epsilog.publish.find import Find, searched
from epsilog.publish.plan import Plan, grain_of


def threshold_of(find: Find) -> Threshold:
    """The mechanism a search stands for; it costs what the plan says."""
    mechanism = Threshold(find.noise, find.cells, find.threshold)
    if mechanism.charge != find.charge:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def settled(plan: Plan, source: Source, rng: RandomWords, told: Progress) -> Plan:
    """The first stage: look for keys, and hand on a plan that knows the public ones.

    The same plan comes back where every key was declared; no data is touched then.
    """
    spec = plan.spec
    pairs = searched(spec.looks(), plan.finds)
    if not pairs:
        return plan
    thresholds = [threshold_of(find) for _, find in pairs]
    seen = source.seen([look for look, _ in pairs], spec.protect, spec.bound, progress=told)
    # Nothing is drawn unless everything fits.
    if len(seen) != len(pairs) or any(not isinstance(one, Seen) for one in seen):
        raise SensitivityExceeded("the source answered another number of searches", where="source")
    for one, find in zip(seen, plan.finds, strict=True):
        if one.cells > find.cells:
            raise SensitivityExceeded("one unit may be in more keys than planned", where="source")
    found = [mechanism(one, rng) for mechanism, one in zip(thresholds, seen, strict=True)]
    return plan.settled([shown_keys(one, look.keys) for one, (look, _) in zip(found, pairs, strict=True)])


def shown_keys(found: Found, keys: Unknown) -> tuple[str, ...]:
    """The keys that come out, of those that reached the threshold: post-processing of what is public already."""
    fit = [
        (key, int(count))
        for key, count in zip(found.keys, found.counts, strict=True)
        if is_shown(key, keys.longest)
    ]
    largest = sorted(fit, key=lambda one: (-one[1], one[0]))[: keys.most]
    return tuple(sorted(key for key, _ in largest))


def bounded(spec: Spec, source: Source, told: Progress) -> list[tuple[Bounded, ...]]:
    """The second stage: the exact answers. A table in which no key was found is empty and is not asked for."""
    tallies = spec.tallies()
    asked = [tally for tally in tallies if tally.grid.size]
    answers = iter(source.bounded(asked, spec.protect, spec.bound, progress=told) if asked else ())
    return [next(answers) if tally.grid.size else _empty(spec, at) for at, tally in enumerate(tallies)]


def _empty(spec: Spec, at: int) -> tuple[Bounded, ...]:
    query = spec.publish[at]
    measures = query.in_cells()
    reaches = [contribution(one, query.grid(), spec.protect.unit, spec.bound).sensitivity for one in measures]
    nothing = np.zeros(0, dtype=np.int64)
    return tuple(Bounded((), nothing, grain_of(one), reach) for one, reach in zip(measures, reaches, strict=True))
