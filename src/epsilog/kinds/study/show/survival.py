"""Survival curves, causes and summaries, read off one noisy exit histogram."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Final

import numpy as np

from epsilog.core.exit import Withdrawn
from epsilog.core.law import Law
from epsilog.kinds.study.show.risks import ends_of
from epsilog.postprocess.infer.estimate import Estimates, Floats
from epsilog.postprocess.life.band import band_within, falling, simultaneous
from epsilog.postprocess.life.causes import cumulative_incidence, incidence_within
from epsilog.postprocess.life.curve import Curve, kaplan_meier, nelson_aalen
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.inside import hazard_within, mean_within, median_within, rate_within, survival_within
from epsilog.postprocess.life.summary import quantile_time, rate_by, restricted_mean
from epsilog.postprocess.ranges import Integers
from epsilog.roles.column import Words
from epsilog.roles.derived import Derived, Reals, labelled, own_name
from epsilog.roles.entry import Entry

Arm = tuple[str, ...]
_OURS = ("time", "cause", "figure")
RULE: Final = "survival"  # what its ranges are made by, in roles/range_rules.py


def order_of(query: Entry, version: int) -> Withdrawn | None:
    """What is known of the order inside bins; None by the first rule, which never asked."""
    assert query.exits is not None
    if version == 1:
        return None
    said = query.exits.order
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
    exits = query.exits
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
    assert query.exits is not None
    arms, order = arms_of(query, values, law, version), order_of(query, version)
    falls = bands_fall(version)
    found = [_curves(at, query, arms, order, confidence, falls), _summaries(at, query, arms, order, confidence)]
    if len(query.exits.causes) > 1:
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
    keys = [*_keys(query, rows), labelled("figure", figures)]
    return Derived(query.name, "summary", at, (*keys, *ends_of(*parts)), confidence)


def _incidences(
    at: int, query: Entry, arms: Mapping[Arm, Exits], order: Withdrawn | None, confidence: Fraction
) -> Derived:
    assert query.exits is not None
    rows: list[Arm] = []
    causes: list[str] = []
    times: list[Floats] = []
    parts: list[Estimates] = []
    for (arm, exits), (place, cause) in product(arms.items(), enumerate(query.exits.causes)):
        curve = incidence_of(exits, place, order, confidence)
        none = np.zeros(len(curve.times), dtype=np.bool_)
        parts.append(Estimates(curve.value, curve.low, curve.high, none, confidence))
        times.append(curve.times)
        rows += [arm] * len(curve.times)
        causes += [cause] * len(curve.times)
    keys, when = [*_keys(query, rows), labelled("cause", causes)], Reals.of("time", np.concatenate(times))
    return Derived(query.name, "incidence", at, (*keys, when, *ends_of(*parts)), confidence)


def _way(name: str) -> int:
    return -1 if name.endswith("low") else 1 if name.endswith("high") else 0


def _keys(query: Entry, rows: list[Arm]) -> list[Words]:
    names = [f"{axis.column} (key)" if axis.column in _OURS else own_name(axis.column) for axis in query.by]
    return [labelled(name, [row[place] for row in rows]) for place, name in enumerate(names)]
