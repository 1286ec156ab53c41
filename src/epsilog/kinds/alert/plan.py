"""Plan alerts: at which ticks a number was above a line, with noise on the line and on every look at it.

An `AlertDraw` is a description only: `kinds.alert.draw` draws from it. What is drawn for each tick is one whole
number: how many grains the noisy number was above the noisy line, SILENT where it was below, and ENDED once all
alerts were given and nobody looked any more.

A watch pays for its alerts and not for its silence. Publishing every tick pays for every tick, and tells more.
Which of the two is closer to the truth at the same price is known before any data, and the plan says so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal

import numpy as np

from epsilog.accounting.scale import epsilon_at
from epsilog.core import charge as charges
from epsilog.core.measure import Contribution, contribution
from epsilog.core.number import Number, exact, spell_number, whole
from epsilog.core.participation import Participation
from epsilog.core.price import EPSILON_UNITS
from epsilog.errors import LedgerError, SpecError
from epsilog.postprocess.ranges import WIDEST, Integers
from epsilog.roles.budget import Coin, Vector, every_tick
from epsilog.roles.entry import Entry
from epsilog.roles.participations import participations_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import OneSeries, Remark
from epsilog.roles.planner import Planner
from epsilog.roles.shape import Alert
from epsilog.roles.spec import Spec
from epsilog.words import plain

SILENT: Final = -1
ENDED: Final = -2
_STEPS: Final = 10**6  # shares of the budget are multiples of a millionth
_LARGEST: Final = Fraction(2**40)  # of a scale: what a monitor takes


@dataclass(frozen=True)
class AlertDraw(OneSeries):
    """Entry `query` of `publish`, watched tick by tick.

    for_threshold, for_queries   the epsilon of the noise on the line, and of that on all looks
    unsure                       grains by which a look may be off at the release's confidence
    """

    query: int
    part: int
    for_threshold: Fraction
    for_queries: Fraction
    unsure: int
    participation: Participation
    contribution: Contribution
    entry: Entry

    @property
    def kind(self) -> str:
        """A watch."""
        return "alert"

    @property
    def shape(self) -> Alert:
        """The line, and how many alerts there may be."""
        assert isinstance(self.entry.shape, Alert)
        return self.entry.shape

    @property
    def line(self) -> int:
        """The least number of grains that is above the line."""
        return (self.shape.above / self.grain).__floor__() + 1

    @property
    def law(self) -> Literal["laplace"]:
        """The law of the noise."""
        return "laplace"

    @property
    def reach(self) -> int:
        """How far one unit moves one look, in grains."""
        return self.participation.most * (2 if self.participation.neighbours == "replace" else 1)

    @property
    def parameter(self) -> Fraction:
        """The scale of the noise on a look; half as much does where everybody moves every look the same way."""
        way = self.participation
        one_way = way.neighbours == "add-remove" and not way.signed
        return (1 if one_way else 2) * self.shape.at_most * self.reach / self.for_queries

    @property
    def charge(self) -> charges.Pure:
        """What the whole watch costs, however long it is."""
        return charges.Pure(self.for_threshold + self.for_queries)

    @property
    def widest(self) -> float:
        """How far off a look may be, in the data's units."""
        return float(self.unsure * self.grain)

    def checked(self, values: Integers) -> None:
        """Refuse what no watch could have said."""
        given = np.flatnonzero(values >= 0)
        last = int(given[-1]) if len(given) else -1
        full = len(given) == self.shape.at_most
        ended = np.flatnonzero(values == ENDED)
        fits = len(ended) == (len(values) - 1 - last if full else 0)
        if len(given) > self.shape.at_most or values.min(initial=0) < ENDED or not fits:
            raise LedgerError("a stored watch says what it could not", where="result")
        if len(ended) and int(ended[0]) <= last:
            raise LedgerError("a stored watch says what it could not", where="result")

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "query": self.query,
            "part": self.part,
            "alert": {"threshold": spell_number(self.for_threshold), "queries": spell_number(self.for_queries)},
            "unsure": self.unsure,
        }


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
    draw = replace(blank, unsure=unsure)
    named = (("entry", entry.name), ("unsure", plain(draw.widest, way="up")))
    plainly = every_tick(vector, units, confidence, coin)
    better = "watch" if plainly > draw.widest else "ticks"
    return draw, Remark(f"plan.why.alert.{better}", (*named, ("every", plain(plainly, way="up"))))


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


class AlertPlanner(Planner):
    """A watch: its budget is divided over the line and the looks."""

    marks = ("alert",)

    def pull(self, vector: Vector, coin: Coin) -> Fraction:
        """What its part is proportional to: the square of what is compared with the line at a price of one."""
        draw, _ = alerts_for(vector, EPSILON_UNITS // 100, Fraction(95, 100), coin)
        scale = float(draw.parameter) ** 2 + float(draw.reach / draw.for_threshold) ** 2
        square = 2 * scale / vector.contribution.reach**2
        return Fraction(f"{2 * square / 100 if coin == 'zcdp' else square / 20_000:.3e}")

    def best(self, spec: Spec, vector: Vector, units: int, coin: Coin) -> tuple[AlertDraw, Remark]:
        """The watch for its part."""
        return alerts_for(vector, units, spec.confidence, coin)

    def margin(self, plan: Plan, at: int, rows: Number | None) -> float:
        """How far off a look may be."""
        return plan.vector_of(at, AlertDraw).widest

    def margin_at(self, plan: Plan, at: int, times: Fraction, coin: Coin) -> float:
        """How far off a look would be at another price, in the data's own units."""
        draw = plan.vector_of(at, AlertDraw)
        units = max(1, int(draw.price(coin) * times))
        factor = epsilon_at(units, coin) / (draw.for_threshold + draw.for_queries)
        line = draw.reach / (draw.for_threshold * factor)
        return float(pair_margin(line, draw.parameter / factor, plan.spec.confidence) * draw.grain)

    def read(self, spec: Spec, record: Mapping[str, Any]) -> AlertDraw:
        """Read a stored one back; what one unit may do follows from the spec."""
        query = spec.publish[record["query"]]
        if not isinstance(query.shape, Alert):
            raise LedgerError("alerts where the request has none", where="plan")
        (measure,) = query.measures()
        unit = spec.protect.unit
        return AlertDraw(
            record["query"],
            whole(record["part"], "part", at_most=0),
            exact(record["alert"]["threshold"], "threshold", above=0),
            exact(record["alert"]["queries"], "queries", above=0),
            whole(record["unsure"], "unsure", at_least=1),
            participations_of(query, spec.bound, unit)[0],
            contribution(measure, query.grid(), unit, spec.bound),
            query,
        )

    def warnings(self, plan: Plan, query: Entry, margin: float) -> list[Remark]:
        """None: a watch says when, and no number that could drown."""
        return []
