"""Survival curves, causes and summaries, read off one noisy exit histogram."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import numpy as np

from epsilog.core.law import Law
from epsilog.core.query import Query
from epsilog.postprocess.infer.estimate import Estimates, Floats
from epsilog.postprocess.life.band import simultaneous
from epsilog.postprocess.life.causes import cumulative_incidence
from epsilog.postprocess.life.curve import kaplan_meier, nelson_aalen
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.summary import quantile_time, rate_by, restricted_mean
from epsilog.postprocess.ranges import Integers
from epsilog.publish.column import Words
from epsilog.publish.derive_risks import ends_of, own_name
from epsilog.publish.derived import Derived, Reals, labelled

Arm = tuple[str, ...]
_OURS = ("time", "cause", "figure")


def arms_of(query: Query, values: Integers, law: Law) -> dict[Arm, Exits]:
    """The exits of every arm, by its keys."""
    exits = query.exits
    assert exits is not None
    bins, causes = len(exits.ends), len(exits.causes)
    ends = [float(end) for end in exits.ends]
    found = {}
    arms = product(*(axis.keys for axis in query.by))
    for arm, cells in zip(arms, values.reshape(-1, exits.size), strict=True):
        rows = cells[:-1].reshape(causes + 1, bins)
        found[arm] = Exits(ends, rows[:-1], rows[-1], int(cells[-1]), law)
    return found


def survival_tables(at: int, query: Query, values: Integers, law: Law, confidence: Fraction) -> list[Derived]:
    """Curve, summary, and the incidence of each cause where there are several."""
    assert query.exits is not None
    arms = arms_of(query, values, law)
    found = [_curves(at, query, arms, confidence), _summaries(at, query, arms, confidence)]
    if len(query.exits.causes) > 1:
        found.append(_incidences(at, query, arms, confidence))
    return found


def _curves(at: int, query: Query, arms: Mapping[Arm, Exits], confidence: Fraction) -> Derived:
    numbers: dict[str, list[Floats]] = {}
    for exits in arms.values():
        points, band = kaplan_meier(exits, confidence), simultaneous(exits, confidence)
        hazard = nelson_aalen(exits, confidence)
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


def _summaries(at: int, query: Query, arms: Mapping[Arm, Exits], confidence: Fraction) -> Derived:
    assert query.exits is not None
    horizon = float(query.exits.horizon)
    rows: list[Arm] = []
    figures: list[str] = []
    parts: list[Estimates] = []
    for arm, exits in arms.items():
        parts += [
            rate_by(exits, horizon, confidence),
            quantile_time(kaplan_meier(exits, confidence)),
            restricted_mean(exits, None, confidence),
        ]
        rows += [arm] * 3
        figures += ["event_by_horizon", "median", "restricted_mean"]
    keys = [*_keys(query, rows), labelled("figure", figures)]
    return Derived(query.name, "summary", at, (*keys, *ends_of(*parts)), confidence)


def _incidences(at: int, query: Query, arms: Mapping[Arm, Exits], confidence: Fraction) -> Derived:
    assert query.exits is not None
    rows: list[Arm] = []
    causes: list[str] = []
    times: list[Floats] = []
    parts: list[Estimates] = []
    for (arm, exits), (place, cause) in product(arms.items(), enumerate(query.exits.causes)):
        curve = cumulative_incidence(exits, place, confidence)
        none = np.zeros(len(curve.times), dtype=np.bool_)
        parts.append(Estimates(curve.value, curve.low, curve.high, none, confidence))
        times.append(curve.times)
        rows += [arm] * len(curve.times)
        causes += [cause] * len(curve.times)
    keys, when = [*_keys(query, rows), labelled("cause", causes)], Reals.of("time", np.concatenate(times))
    return Derived(query.name, "incidence", at, (*keys, when, *ends_of(*parts)), confidence)


def _way(name: str) -> int:
    return -1 if name.endswith("low") else 1 if name.endswith("high") else 0


def _keys(query: Query, rows: list[Arm]) -> list[Words]:
    names = [f"{axis.column} (key)" if axis.column in _OURS else own_name(axis.column) for axis in query.by]
    return [labelled(name, [row[place] for row in rows]) for place, name in enumerate(names)]
