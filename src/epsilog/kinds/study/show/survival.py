"""Survival curves, causes and summaries, read off one noisy exit histogram."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Final

import numpy as np

from epsilog.core.exit import Withdrawn
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.kinds.study.ask.studied import study_of
from epsilog.kinds.study.show.risks import ends_of, groups_of, risk_tables
from epsilog.postprocess.infer.estimate import Estimates, Floats, PublicTotal
from epsilog.postprocess.infer.spread import quantile
from epsilog.postprocess.life.band import band_within, falling, simultaneous
from epsilog.postprocess.life.causes import cumulative_incidence, incidence_within
from epsilog.postprocess.life.curve import Curve, kaplan_meier, nelson_aalen
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.inside import hazard_within, mean_within, median_within, rate_within, survival_within
from epsilog.postprocess.life.recipe import simulate_recipe, someone_lost
from epsilog.postprocess.life.summary import quantile_time, rate_by, restricted_mean
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Words
from epsilog.roles.derived import Derived, Reals, label_column, own_name
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw

Arm = tuple[str, ...]
_OURS = ("time", "cause", "figure")
RULE: Final = "survival"  # what its ranges are made by, in roles/range_rules.py


def order_of(query: Entry, version: int) -> Withdrawn | None:
    """What is known of the order inside bins; None by the first rule, which never asked."""
    assert query.ask.exits is not None
    if version == 1:
        return None
    said = query.ask.exits.order
    return "half" if said == "evenly" and version < 4 else said


def points_of(exits: Exits, order: Withdrawn | None, confidence: Fraction) -> Curve:
    """The curve with its range at each time by itself."""
    return kaplan_meier(exits, confidence) if order is None else survival_within(exits, order, confidence)


def bands_fall(version: int) -> bool:
    """Whether a version of the rule lets bands fall with time, as every curve inside them does."""
    return version >= 3


def band_of(exits: Exits, order: Withdrawn | None, confidence: Fraction, falls: bool) -> Curve:
    """The curve with a band around all of it."""
    if order is None:
        return simultaneous(exits, confidence)
    band = band_within(exits, order, confidence)
    return falling(band, exits, order) if falls else band


def hazard_of(exits: Exits, order: Withdrawn | None, confidence: Fraction) -> Curve:
    """The cumulative hazard."""
    return nelson_aalen(exits, confidence) if order is None else hazard_within(exits, order, confidence)


def incidence_of(exits: Exits, cause: int, order: Withdrawn | None, confidence: Fraction) -> Curve:
    """The incidence of one cause."""
    if order is None:
        return cumulative_incidence(exits, cause, confidence)
    return incidence_within(exits, cause, order, confidence)


def figures_of(exits: Exits, order: Withdrawn | None, confidence: Fraction) -> dict[str, Estimates]:
    """The rate by the horizon, the median and the restricted mean."""
    if order is None:
        return {
            "event_by_horizon": rate_by(exits, float(exits.times[-1]), confidence),
            "median": quantile_time(kaplan_meier(exits, confidence)),
            "restricted_mean": restricted_mean(exits, None, confidence),
        }
    return {
        "event_by_horizon": rate_within(exits, order, confidence),
        "median": median_within(survival_within(exits, order, confidence)),
        "restricted_mean": mean_within(exits, order, confidence),
    }


def takes_risk(version: int) -> bool:
    """Whether a version of the rule takes the numbers at risk as told, however much of them is noise."""
    return version < 5


def arms_of(query: Entry, values: Integers, law: Law, version: int) -> dict[Arm, Exits]:
    """The exits of every arm, by its keys, as a version of the rule reads them."""
    exits = query.ask.exits
    assert exits is not None
    bins, causes = len(exits.ends), len(exits.causes)
    ends = [float(end) for end in exits.ends]
    found = {}
    arms = product(*(axis.keys for axis in query.by))
    for arm, cells in zip(arms, values.reshape(-1, exits.size), strict=True):
        rows = cells[:-1].reshape(causes + 1, bins)
        found[arm] = Exits(ends, rows[:-1], rows[-1], int(cells[-1]), law, firm=takes_risk(version))
    return found


def survival_tables(
    at: int, query: Entry, values: Integers, law: Law, confidence: Fraction, version: int
) -> list[Derived]:
    """Curve, summary, and the incidence of each cause where there are several; by that version of the rule."""
    assert query.ask.exits is not None
    arms, order = arms_of(query, values, law, version), order_of(query, version)
    falls = bands_fall(version)
    found = [_curves(at, query, arms, order, confidence, falls), _summaries(at, query, arms, order, confidence)]
    if len(query.ask.exits.causes) > 1:
        found.append(_incidences(at, query, arms, order, confidence))
    return found


def _curves(
    at: int, query: Entry, arms: Mapping[Arm, Exits], order: Withdrawn | None, confidence: Fraction, falls: bool
) -> Derived:
    numbers: dict[str, list[Floats]] = {}
    for exits in arms.values():
        points, band = points_of(exits, order, confidence), band_of(exits, order, confidence, falls)
        hazard = hazard_of(exits, order, confidence)
        columns = {
            "time": points.times,
            "at_risk": points.at_risk,
            "value": points.value,
            "low": points.low,
            "high": points.high,
            "band_low": band.low,
            "band_high": band.high,
            "hazard": hazard.value,
            "hazard_low": hazard.low,
            "hazard_high": hazard.high,
        }
        for name, column in columns.items():
            numbers.setdefault(name, []).append(column)
    bins = len(next(iter(arms.values())).times)
    keys = _keys(query, [arm for arm in arms for _ in range(bins)])
    told = [Reals.of(name, np.concatenate(parts), _way(name)) for name, parts in numbers.items()]
    return Derived(query.name, "curve", at, (*keys, *told), confidence)


def _summaries(
    at: int, query: Entry, arms: Mapping[Arm, Exits], order: Withdrawn | None, confidence: Fraction
) -> Derived:
    rows: list[Arm] = []
    figures: list[str] = []
    parts: list[Estimates] = []
    for arm, exits in arms.items():
        found = figures_of(exits, order, confidence)
        rows += [arm] * len(found)
        figures += found
        parts += found.values()
    keys = [*_keys(query, rows), label_column("figure", figures)]
    return Derived(query.name, "summary", at, (*keys, *ends_of(*parts)), confidence)


def _incidences(
    at: int, query: Entry, arms: Mapping[Arm, Exits], order: Withdrawn | None, confidence: Fraction
) -> Derived:
    assert query.ask.exits is not None
    rows: list[Arm] = []
    causes: list[str] = []
    times: list[Floats] = []
    parts: list[Estimates] = []
    for (arm, exits), (place, cause) in product(arms.items(), enumerate(query.ask.exits.causes)):
        curve = incidence_of(exits, place, order, confidence)
        none = np.zeros(len(curve.times), dtype=np.bool_)
        parts.append(Estimates(curve.value, curve.low, curve.high, none, confidence))
        times.append(curve.times)
        rows += [arm] * len(curve.times)
        causes += [cause] * len(curve.times)
    keys, when = [*_keys(query, rows), label_column("cause", causes)], Reals.of("time", np.concatenate(times))
    return Derived(query.name, "incidence", at, (*keys, when, *ends_of(*parts)), confidence)


def _way(name: str) -> int:
    return -1 if name.endswith("low") else 1 if name.endswith("high") else 0


def _keys(query: Entry, rows: list[Arm]) -> list[Words]:
    names = [f"{axis.column} (key)" if axis.column in _OURS else own_name(axis.column) for axis in query.by]
    return [label_column(name, [row[place] for row in rows]) for place, name in enumerate(names)]


# The textbook's recipe beside a survival curve: what it would have said at the same price.


def recipe_law(draw: Draw, times: int) -> Law:
    """The recipe's noise for what this vector costs: whoever is replaced moves each of its counts by 1.

    So m counts move by m together (and by m in squares), where the histogram moves by 2: its noise times m/2.
    """
    reach = draw.contribution.sensitivity
    if draw.law == "laplace":
        return DiscreteLaplace(draw.parameter * times / reach.l1)
    return DiscreteGaussian(draw.parameter * times / reach.l2_squared)


def recipe_curve(query: Entry, values: Integers, draw: Draw, confidence: Fraction, version: int) -> Curve | None:
    """The recipe rehearsed on the published curve; None where the noisy table itself says that people were lost."""
    assert query.ask.exits is not None
    assert query.total is not None
    exits = _everybody(query, values, draw, version)
    if someone_lost(exits):
        return None
    law = recipe_law(draw, len(query.ask.exits.ends))
    total = PublicTotal(query.total, "replace")
    return simulate_recipe(exits, total, law, complete=query.ask.exits.complete, confidence=confidence)


def recipe_table(
    at: int, query: Entry, values: Integers, draw: Draw, confidence: Fraction, version: int
) -> Derived:
    """At each time the recipe with its range, and ours; without a figure, and all between 0 and 1, if it fails."""
    ours = points_of(_everybody(query, values, draw, version), order_of(query, version), confidence)
    found = recipe_curve(query, values, draw, confidence, version)
    nothing = np.zeros(len(ours.times))
    parts = (nothing + np.nan, nothing, nothing + 1) if found is None else (found.value, found.low, found.high)
    names = {"value": parts[0], "low": parts[1], "high": parts[2]}
    names |= {"ours": ours.value, "ours_low": ours.low, "ours_high": ours.high}
    ways = {"low": -1, "high": 1, "ours_low": -1, "ours_high": 1}
    columns = [Reals.of("time", ours.times)]
    columns += [Reals.of(name, column, ways.get(name, 0)) for name, column in names.items()]
    return Derived(query.name, "recipe", at, tuple(columns), confidence)


def _everybody(query: Entry, values: Integers, draw: Draw, version: int) -> Exits:
    (exits,) = arms_of(query, values, draw.noise.law, version).values()
    return exits


# Everything that is read off the noisy tables of a release: nothing here sees data or is paid for.


def read_off(plan: Plan, planned: Sequence[Draw], values: Integers) -> list[Derived]:
    """The tables read off one entry, in order."""
    spec, at, draw = plan.spec, planned[0].query, planned[0]
    query, law = spec.publish[at], draw.noise.law
    if query.ask.exits is not None:
        version = plan.rule(RULE)
        found = survival_tables(at, query, values, law, spec.confidence, version)
        if query.ask.is_studied:
            found.append(recipe_table(at, query, values, draw, spec.confidence, version))
        return found
    if query.ask.edges is not None:
        return [_quantiles(at, query, values, law, spec.confidence)]
    return risk_tables(at, query, values, law, spec.confidence, spec.protect.unit.neighbours)


def _quantiles(at: int, query: Entry, values: Integers, law: Law, confidence: Fraction) -> Derived:
    """Quantiles of the population in every group, from its noisy histogram."""
    study = study_of(query)
    assert study is not None
    assert query.ask.edges is not None
    edges = [float(edge) for edge in query.ask.edges]
    rows = values.reshape(-1, len(edges) - 1)
    parts = [quantile(edges, row, share, law, confidence) for row in rows for share in study.at]
    groups = groups_of(query.by)
    shares = [f"{float(share):.12g}" for share in study.at]
    many = len(shares)
    keys = [label_column(own_name(one.name), [text for text in one.texts() for _ in range(many)]) for one in groups]
    asked = label_column("quantile", list(np.tile(shares, len(rows))))
    return Derived(query.name, "quantiles", at, (*keys, asked, *ends_of(*parts)), confidence)
