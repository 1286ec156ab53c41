"""Plan alerts: how the budget of a watch is divided, how sure a look is, and whether to watch at all.

A watch pays for its alerts and not for its silence. Publishing every tick pays for every tick, and tells more.
Which of the two is closer to the truth at the same price is known before any data, and the plan says so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from epsilog.accounting.scale import epsilon_at
from epsilog.core.number import Number
from epsilog.core.price import EPSILON_UNITS
from epsilog.errors import SpecError
from epsilog.kinds.alert.plan.planned import AlertDraw, alert_draw_from, alerts_of
from epsilog.postprocess.ranges import WIDEST
from epsilog.roles.budget import Coin, Vector, every_tick
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Remark
from epsilog.roles.planner import Planner
from epsilog.roles.query import Query
from epsilog.roles.shape import Alert
from epsilog.roles.spec import Spec
from epsilog.words import plain

_STEPS: Final = 10**6  # shares of the budget are multiples of a millionth
_LARGEST: Final = Fraction(2**40)  # of a scale: what a monitor takes


def alerts_for(vector: Vector, units: int, confidence: Fraction, coin: Coin) -> tuple[AlertDraw, Remark]:
    """The watch for its part of a budget, and how it compares with publishing every tick."""
    entry = vector.entry
    assert entry is not None
    assert isinstance(entry.shape, Alert)
    epsilon = epsilon_at(units, coin)
    way = min((one for one in vector.ways if not one.apiece), key=lambda one: one.most)
    one_way = way.neighbours == "add-remove" and not way.signed
    weight = (entry.shape.at_most if one_way else 2 * entry.shape.at_most) ** (2 / 3)
    share = Fraction(max(1, round(_STEPS / (1 + weight))), _STEPS)
    blank = AlertDraw(vector.query, 0, epsilon * share, epsilon * (1 - share), 1, way, vector.contribution, entry)
    if max(blank.parameter, blank.reach / blank.for_threshold) > _LARGEST or abs(blank.line) > 2**60:
        raise SpecError(
            "this budget is too small for so many alerts",
            where=f"publish[{vector.query}].as.alert",
            hint="fewer alerts, tighter bounds, or more budget",
        )
    unsure = pair_margin(blank.reach / blank.for_threshold, blank.parameter, confidence)
    draw = AlertDraw(
        vector.query, 0, blank.for_threshold, blank.for_queries, unsure, way, vector.contribution, entry
    )
    named = (("entry", entry.name), ("unsure", plain(draw.widest, way="up")))
    plainly = every_tick(vector, units, confidence, coin)
    better = "watch" if plainly > draw.widest else "ticks"
    return draw, Remark(f"plan.why.alert.{better}", (*named, ("every", plain(plainly, way="up"))))


def unsure_at(draw: AlertDraw, coin: Coin, units: int, confidence: Fraction) -> float:
    """How far off a look would be at another price, in the data's own units."""
    factor = epsilon_at(units, coin) / (draw.for_threshold + draw.for_queries)
    line = draw.reach / (draw.for_threshold * factor)
    return float(pair_margin(line, draw.parameter / factor, confidence) * draw.grain)


def pair_margin(one: Fraction, other: Fraction, confidence: Fraction) -> int:
    """Grains that the difference of two discrete Laplace noises of these scales stays within at least that often.

    >>> pair_margin(Fraction(10), Fraction(1, 10**6), Fraction(95, 100))
    32

    Proof. A discrete Laplace draw is the difference of two exponential ones, each rounded down, so it lies within
    one of a continuous draw; two of them within two. Two continuous draws together are beyond t with probability
    (a² exp(-t/a) - b² exp(-t/b))/(a² - b²), which rises with a and b: a little more of a, where they are equal.
    """
    small, large = sorted((float(one), float(other)))
    large = max(large, small * (1 + 1e-6))
    miss = float(1 - confidence)

    def beyond(t: float) -> float:
        return (large**2 * math.exp(-t / large) - small**2 * math.exp(-t / small)) / (large**2 - small**2)

    low, high = 0.0, large
    while beyond(high) > miss:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle) > miss else (low, middle)
    return min(WIDEST, math.ceil(high * (1 + 1e-9)) + 2)


def alert_pull(vector: Vector, coin: Coin) -> Fraction:
    """What its part is proportional to: the square of what is compared with the line at a price of one."""
    draw, _ = alerts_for(vector, EPSILON_UNITS // 100, Fraction(95, 100), coin)
    scale = float(draw.parameter) ** 2 + float(draw.reach / draw.for_threshold) ** 2
    square = 2 * scale / vector.contribution.reach**2
    return Fraction(f"{2 * square / 100 if coin == 'zcdp' else square / 20_000:.3e}")


class AlertPlanner(Planner):
    """A watch: its budget is divided over the line and the looks."""

    marks = ("alert",)

    def pull(self, vector: Vector, coin: Coin) -> Fraction:
        """The square of what is compared with the line at a price of one."""
        return alert_pull(vector, coin)

    def best(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> tuple[AlertDraw, Remark]:
        """The watch for its part."""
        return alerts_for(vector, units, spec.confidence, coin)

    def margin(self, plan: Plan, at: int, rows: Number | None) -> float:
        """How far off a look may be."""
        return _watch(plan, at).widest

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """The same at another price."""
        draw = _watch(plan, at)
        return unsure_at(draw, coin, max(1, int(draw.price(coin) * times)), plan.spec.confidence)

    def read(self, spec: Spec, record: Mapping[str, Any]) -> AlertDraw:
        """A stored watch."""
        return alert_draw_from(spec, record)

    def warnings(self, plan: Plan, query: Query, margin: float) -> list[Remark]:
        """None: a watch says when, and no number that could drown."""
        return []


def _watch(plan: Plan, at: int) -> AlertDraw:
    found = alerts_of(plan, at)
    assert found is not None
    return found
