"""The search for unknown keys: noise on the number of units of each, and the keys that reach a threshold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from epsilog.core.law import FURTHEST
from epsilog.core.mechanism import RandomWords
from epsilog.core.source import Progress, Source
from epsilog.core.unknown import Seen, Unknown, is_shown
from epsilog.errors import SensitivityExceeded
from epsilog.first.keys.plan import PlannedKeys, finds_of, pair_searches
from epsilog.mechanisms.tables.threshold import Found, Threshold
from epsilog.roles.drawn import refuse_another_price, try_out
from epsilog.roles.plan import Plan
from epsilog.roles.stage import Finder


def threshold_of(find: PlannedKeys) -> Threshold:
    """The mechanism a search stands for; it costs what the plan says."""
    mechanism = Threshold(find.noise, find.cells, find.threshold)
    refuse_another_price(mechanism, find)
    return mechanism


class FindKeys(Finder):
    """Which keys are common enough to be published."""

    def check(self, plan: Plan) -> None:
        """Build every search."""
        for find in finds_of(plan):
            threshold_of(find)

    def trial(self, plan: Plan, rng: RandomWords) -> None:
        """Search among few keys and among none."""
        for _, find in pair_searches(plan.spec.looks(), finds_of(plan)):
            try_out(partial(_try_threshold, find, rng), "by")

    def ways(self, plan: Plan) -> Iterable[Plan]:
        """No keys or many."""
        looks = plan.spec.looks()
        if not finds_of(plan) or not looks:
            yield plan
            return
        many = [
            tuple(sorted(f"{at:03d}"[-one.keys.longest :] for at in range(min(one.keys.most, 9)))) for one in looks
        ]
        for keys in ([tuple(sorted(set(one))) for one in many], [() for _ in looks]):
            yield plan.settled(keys)

    def find(self, plan: Plan, source: Source, rng: RandomWords, progress: Progress) -> Plan:
        """Look for keys, and hand on a plan that knows the public ones."""
        spec, finds = plan.spec, finds_of(plan)
        pairs = pair_searches(spec.looks(), finds)
        if not pairs:
            return plan
        thresholds = [threshold_of(find) for _, find in pairs]
        seen = source.seen([look for look, _ in pairs], spec.protect, spec.bound, progress=progress)
        # Nothing is drawn unless everything fits.
        if len(seen) != len(pairs) or any(not isinstance(one, Seen) for one in seen):
            raise SensitivityExceeded("the source answered another number of searches", where="source")
        for one, find in zip(seen, finds, strict=True):
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


def _try_threshold(find: PlannedKeys, rng: RandomWords) -> None:
    mechanism = threshold_of(find)
    counts = np.array([0, 1, 2, FURTHEST], dtype=np.int64)
    mechanism(Seen(("a", "b", "c", "d"), counts, mechanism.cells), rng)
    mechanism(Seen((), np.zeros(0, dtype=np.int64), mechanism.cells), rng)
