"""Who plans what: the one table of planners, and who is asked for an entry, a vector or a stored record."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from epsilog.registry.table import Table
from epsilog.roles.budget import Coin, Vector, noisy_pull
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan, kind_in, kind_of
from epsilog.roles.planned import Planned
from epsilog.roles.planner import Planner, Reasoned
from epsilog.roles.spec import Spec

PLANS: Final = Table[Planner](
    {
        "cells": "epsilog.kinds.cells.plan:CellsPlanner",
        "mean": "epsilog.kinds.mean.plan:MeanPlanner",
        "choice": "epsilog.kinds.choice.plan:ChoicePlanner",
        "study": "epsilog.kinds.study.plan:StudyPlanner",
        "alert": "epsilog.kinds.alert.plan:AlertPlanner",
        "repeat": "epsilog.kinds.repeat.plan:RepeatPlanner",
        "series": "epsilog.kinds.series.plan.planner:SeriesPlanner",
    },
    objects=True,
)


def planner_for(query: Entry) -> Planner:
    """Who plans an entry."""
    return PLANS[kind_of(query)]


def planner_of(plan: Plan, at: int) -> Planner:
    """Who planned entry `at`: its own kind, or the kind that did better for it."""
    return PLANS[kind_in(plan, at)]


def pull_of(vector: Vector, coin: Coin) -> Fraction:
    """What the part of a vector is proportional to, squared in rho and cubed in epsilon: see `roles.budget`."""
    own = noisy_pull(vector, coin) if vector.entry is None else planner_for(vector.entry).pull(vector, coin)
    return vector.weight * own


def best_of(spec: Spec, vector: Vector, units: int, coin: Coin) -> Reasoned:
    """What a vector gets for its part: what another kind can do better, or what its own kind does."""
    own = planner_for(spec.publish[vector.query])
    offered = (one.better(spec, vector, units, coin) for one in PLANS.values() if one is not own)
    return next((one for one in offered if one is not None), None) or own.best(spec, vector, units, coin)


def read_planned(spec: Spec, record: Mapping[str, Any]) -> Planned:
    """One stored thing read back; a record of another kind than its entry is refused by who reads it."""
    marked = next((one for one in PLANS.values() if any(mark in record for mark in one.marks)), None)
    return (marked or planner_for(spec.publish[record["query"]])).read(spec, record)
