"""One radius at its part of a budget: what the planner asks. The plan of it is loaded when there may be one."""

from __future__ import annotations

from fractions import Fraction

from epsilog.core.series import PerStep
from epsilog.core.spec import Spec
from epsilog.publish.budgeting import Coin, Vector
from epsilog.publish.plan import Remark
from epsilog.publish.radius_draw import RadiusDraw


def radius_for(vector: Vector, units: int, confidence: Fraction, coin: Coin) -> tuple[RadiusDraw, Remark]:
    """The series, where the request asks for one radius."""
    from epsilog.publish import radius_plan

    return radius_plan.radius_for(vector, units, confidence, coin)


def better_radius(spec: Spec, vector: Vector, units: int, coin: Coin) -> tuple[RadiusDraw, Remark] | None:
    """One radius for ticks one by one, where that is better than Laplace noise; None elsewhere."""
    if coin != "pure" or vector.entry is None or vector.entry.shape != PerStep():
        return None
    from epsilog.publish import radius_plan

    return radius_plan.better_radius(spec, vector, units, spec.confidence, coin)
