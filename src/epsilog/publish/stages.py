"""A release in stages: bounds, keys, ends or edges come first. All were paid before the first opened any data."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.measure import contribution
from epsilog.core.mechanism import RandomWords
from epsilog.core.seen import Seen
from epsilog.core.source import Progress, Source
from epsilog.core.unknown import Unknown, is_shown
from epsilog.errors import PrivacyError, SensitivityExceeded
from epsilog.first.bound.choice import best_of
from epsilog.first.bound.plan import Glancing
from epsilog.first.ends.ask import Cut
from epsilog.first.ends.plan import Cutting, cut_with
from epsilog.first.keys.plan import Find, searched
from epsilog.mechanisms.tables.gaussian import Gaussian
from epsilog.mechanisms.tables.grouped import GroupQuantiles
from epsilog.mechanisms.tables.laplace import Laplace
from epsilog.mechanisms.tables.threshold import Found, Threshold
from epsilog.roles.plan import Plan
from epsilog.roles.planned import grain_of
from epsilog.roles.spec import Spec


def threshold_of(find: Find) -> Threshold:
    """The mechanism a search stands for; it costs what the plan says."""
    mechanism = Threshold(find.noise, find.cells, find.threshold)
    if mechanism.charge != find.charge:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def look_of(glancing: Glancing) -> Laplace | Gaussian:
    """The mechanism a look stands for; it costs what the plan says."""
    mechanism = (Laplace if glancing.law == "laplace" else Gaussian)(glancing.parameter, glancing.covers)
    if mechanism.charge != glancing.charge:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def looked(plan: Plan, source: Source, rng: RandomWords, told: Progress) -> Plan:
    """The very first stage: look at how busy units are, and hand on the plan under the bound that this chooses.

    The same plan comes back where bounds were said or declared facts chose them; no data is touched then.
    """
    spec, glancing = plan.spec, plan.glancing
    if glancing is None:
        return plan
    crowds = spec.crowds()
    tables = source.crowds(crowds, spec.protect, progress=told)
    # Nothing is drawn unless everything fits.
    if [table.values.size for table in tables] != [crowd.size for crowd in crowds]:
        raise SensitivityExceeded("the source answered with more than was asked", where="source")
    moved = [table.sensitivity for table in tables]
    together = Sensitivity(sum(one.l1 for one in moved), sum(one.l2_squared for one in moved))
    keys = tuple(key for table in tables for key in table.keys)
    one = Bounded(keys, np.concatenate([table.values for table in tables]), Fraction(1), together)
    drawn = iter(look_of(glancing).grains(one, rng).tolist())
    counts = tuple(tuple(next(drawn) for _ in range(crowd.size)) for crowd in crowds)
    found = plan.looked(best_of(plan, counts), counts)
    if found.charge != plan.charge or found.spec.digest != plan.spec.digest or not found.is_paid_for:
        raise PrivacyError("what was found changes what was paid for", where="plan")
    return found


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


def quantiles_of(cut: Cut, cutting: Cutting) -> GroupQuantiles:
    """The mechanism that finds ends or edges; it costs what the plan says."""
    mechanism = GroupQuantiles(cut.shares, cut.marks, cutting.parameter, cutting.rows)
    if mechanism.charge != cutting.charge:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def answered(plan: Plan, source: Source, rng: RandomWords, told: Progress) -> Plan:
    """The next stage: find clamps and bins, and hand on a plan that knows them. The price is the one that was paid.

    The same plan comes back where all of them were declared; no data is touched then.
    """
    spec = plan.spec
    pairs = cut_with(spec.cuts(), plan.cuttings)
    if not pairs:
        return plan
    asked = [cut.tally() for cut, _ in pairs if cut.beside.size]
    answers = iter(source.bounded(asked, spec.protect, spec.bound, progress=told) if asked else ())
    tables = [next(answers)[0] if cut.beside.size else _nobody(spec, cut) for cut, _ in pairs]
    mechanisms = [quantiles_of(cut, cutting) for cut, cutting in pairs]
    # Nothing is drawn unless everything fits.
    for (cut, _), table, mechanism in zip(pairs, tables, mechanisms, strict=True):
        if table.values.size != cut.grid.size or not mechanism.covers.covers(table.sensitivity):
            raise SensitivityExceeded("the source answered with more than was asked", where="source")
    drawn = [one.grains(table, rng).tolist() for one, table in zip(mechanisms, tables, strict=True)]
    found = plan.answered(drawn)
    if found.charge != plan.charge or found.spec.digest != plan.spec.digest:
        raise PrivacyError("what was found changes what was paid for", where="plan")
    return found


def _nobody(spec: Spec, cut: Cut) -> Bounded:
    """The histogram of a table in which no key was found: there is nothing to be read."""
    reach = contribution(cut.measure, cut.grid, spec.protect.unit, spec.bound).sensitivity
    return Bounded(tuple(cut.grid.keys()), np.zeros(cut.grid.size, dtype=np.int64), grain_of(cut.measure), reach)


def bounded(spec: Spec, source: Source, told: Progress) -> list[tuple[Bounded, ...]]:
    """The last stage: the exact answers. A table in which no key was found is empty and is not asked for."""
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
