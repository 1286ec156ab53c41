"""One radius at its part of a budget: what the planner asks. The plan of it is loaded when there may be one."""

from __future__ import annotations

from fractions import Fraction

from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.roles.budget import Coin, Vector
from epsilog.roles.planned import Remark
from epsilog.roles.shape import PerStep
from epsilog.roles.spec import Spec


def radius_for(vector: Vector, units: int, confidence: Fraction, coin: Coin) -> tuple[RadiusDraw, Remark]:
    """The series, where the request asks for one radius."""
    from epsilog.kinds.series.plan import radius_plan

    return radius_plan.radius_for(vector, units, confidence, coin)


def better_radius(spec: Spec, vector: Vector, units: int, coin: Coin) -> tuple[RadiusDraw, Remark] | None:
    """One radius for ticks one by one, where that is better than Laplace noise; None elsewhere."""
    if coin != "pure" or vector.entry is None or vector.entry.shape != PerStep():
        return None
    from epsilog.kinds.series.plan import radius_plan

    return radius_plan.better_radius(spec, vector, units, spec.confidence, coin)
