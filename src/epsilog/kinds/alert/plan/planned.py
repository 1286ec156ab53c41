"""Alerts of a release: at which ticks a number was above a line, with noise on the line and on every look at it.

Like `SeriesDraw` it is a description only: `plan` makes it, `draw` draws from it. What is drawn for
each tick is one whole number: how many grains the noisy number was above the noisy line, SILENT where it was below,
and ENDED once all alerts were given and nobody looked any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

import numpy as np

from epsilog.core import charge as charges
from epsilog.core.grid import Ticks
from epsilog.core.measure import Contribution, contribution
from epsilog.core.number import exact, whole, written
from epsilog.core.participation import Participation
from epsilog.errors import CurrencyMismatch, LedgerError
from epsilog.postprocess.ranges import Integers
from epsilog.roles.participations import participations_of
from epsilog.roles.plan import Plan
from epsilog.roles.query import Query
from epsilog.roles.shape import Alert
from epsilog.roles.spec import Spec

SILENT: Final = -1
ENDED: Final = -2


@dataclass(frozen=True)
class AlertDraw:
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
    entry: Query

    @property
    def kind(self) -> str:
        """A watch."""
        return "alert"

    def size_of(self, entry: Query) -> int:
        """How many whole numbers a result keeps of it."""
        return entry.size_of(self.part)

    @property
    def shape(self) -> Alert:
        """The line, and how many alerts there may be."""
        assert isinstance(self.entry.shape, Alert)
        return self.entry.shape

    @property
    def grain(self) -> Fraction:
        """The step of the grid the bounded table lives on."""
        return self.contribution.grain

    @property
    def line(self) -> int:
        """The least number of grains that is above the line."""
        return (self.shape.above / self.grain).__floor__() + 1

    @property
    def ticks(self) -> int:
        """How many ticks are watched."""
        return next(axis.size for axis in self.entry.grid().axes if isinstance(axis, Ticks))

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

    def price(self, coin: str) -> int:
        """The same in units of 1e-12 of one currency."""
        found = self.charge.price().rho if coin == "zcdp" else self.charge.pure()
        if found is None:
            raise CurrencyMismatch("this has no price in pure epsilon", where="plan")
        return found

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
            "alert": {"threshold": written(self.for_threshold), "queries": written(self.for_queries)},
            "unsure": self.unsure,
        }


def alert_draw_from(spec: Spec, record: Mapping[str, Any]) -> AlertDraw:
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


def alerts_of(plan: Plan, query: int) -> AlertDraw | None:
    """The alerts of one entry of `publish`, where it is watched."""
    return next((one for one in plan.draws if one.query == query and isinstance(one, AlertDraw)), None)
