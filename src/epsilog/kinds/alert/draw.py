"""A watch: the mechanism that says at which ticks a number is above a line, at once and live."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.law import limit_to_60_bits
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError
from epsilog.kinds.alert.plan import ENDED, SILENT, AlertDraw
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.checkpoint import resume_position, save_position
from epsilog.mechanisms.series.monitor import Alert, Monitor, Watch, watch_all
from epsilog.roles.drawn import STEPS, Drawn, Integers, Part, corners
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.tick import Cell
from epsilog.roles.timed import TimedTable, as_series


def monitor_of(draw: AlertDraw) -> Monitor:
    """The mechanism a plan stands for; its noise is worked out afresh and must be the plan's."""
    nothing, count = Fraction(0), draw.shape.at_most
    way, grain = draw.participation, draw.grain
    monitor = Monitor(draw.line, count, way, grain, draw.for_threshold, draw.for_queries, nothing)
    if monitor.query_scale != draw.parameter:
        raise PrivacyError("a watch has another noise than its plan says", where="plan")
    return monitor


class AlertTable(TimedTable[AlertDraw, Monitor]):
    """A watch as a table: for every tick how far above the noisy line, or that it was not."""

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Watch every tick in the order of time until the ticks or the alerts end."""
        said: NDArray[np.int64] = np.full(self.draw.ticks, ENDED, dtype=np.int64)
        for tick, alert in enumerate(watch_all(self.mechanism, as_series(self.draw, table), rng)):
            said[tick] = self.said(alert)
        return said

    def said(self, alert: Alert) -> int:
        """One look as it is stored: how many grains above, as many as a stored number holds."""
        return SILENT if alert.gap is None else limit_to_60_bits(round(alert.gap / float(self.draw.grain)))


class DrawAlert(Drawn[AlertDraw, AlertTable]):
    """Alerts, in batch and live."""

    def mechanism(self, planned: AlertDraw) -> AlertTable:
        """The watch of a plan."""
        return AlertTable(planned, monitor_of(planned))

    def live(self, planned: AlertDraw, mechanism: AlertTable, plan: Plan) -> Part:
        """One look at a time."""
        return AlertPart(mechanism, plan.spec.publish[planned.query])

    def trial(self, planned: AlertDraw, mechanism: AlertTable, rng: RandomWords) -> None:
        """A short watch over each corner."""
        for values in corners(min(planned.ticks, STEPS)):
            short = BoundedSeries(values[:, None], planned.grain, planned.participation)
            for alert in watch_all(mechanism.mechanism, short, rng):
                mechanism.said(alert)


class AlertPart(Part):
    """A watch: at which ticks the number is above the line, until all alerts were given."""

    def __init__(self, table: AlertTable, query: Entry) -> None:
        self._name, self._draw = query.name, table.draw
        self._monitor = table.mechanism
        self._watch: Watch | None = None

    def start(self, rng: RandomWords) -> None:
        """Draw the noise of the line, once for all ticks."""
        self._watch = self._monitor.start(rng)

    def step(self, row: Integers, rng: RandomWords) -> list[Cell]:
        """One look, if alerts are left; how far above is left out, because it is biased."""
        watch = self._standing
        if watch.left == 0:
            return [Cell(self._name, (), None)]
        exact = BoundedSeries(row[None, :], self._draw.grain, self._draw.participation)
        alert, self._watch = self._monitor.step(exact, watch, rng)
        return [Cell(self._name, (), None, alert=alert.above)]

    @property
    def _standing(self) -> Watch:
        if self._watch is None:
            raise PrivacyError("a watch that was never begun", where="state")
        return self._watch

    def save(self) -> bytes:
        """The noisy line, and how many alerts are left."""
        return save_position(self._standing)

    def resume(self, raw: bytes) -> None:
        """Watch on, with the same line."""
        self._watch = resume_position(self._monitor, raw)
