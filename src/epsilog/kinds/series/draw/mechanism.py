"""From the description of a series in a plan to the mechanism that releases it: in batch here, live elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.charge import Charge
from epsilog.core.law import DiscreteLaplace
from epsilog.core.limits import held
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError, SensitivityExceeded
from epsilog.kinds.alert.plan.planned import ENDED, SILENT, AlertDraw
from epsilog.kinds.series.plan.kept import KeptDraw
from epsilog.kinds.series.plan.planned import SKIPPED, SeriesDraw
from epsilog.kinds.series.plan.shapes import strategy_of
from epsilog.mechanisms.series.adaptive import Adaptive
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.kept import Kept
from epsilog.mechanisms.series.monitor import Alert, Monitor, watch_all
from epsilog.mechanisms.series.sampling import Sampling
from epsilog.mechanisms.series.subtraction import Subtraction
from epsilog.postprocess.pacing import Controller

_ROOM = 2.0**61


Mechanism = Factorised | Subtraction | Adaptive | Kept


def mechanism_of(draw: SeriesDraw) -> Mechanism:
    """The mechanism a plan stands for; its charge is worked out afresh and must be the plan's."""
    strategy = None if isinstance(draw, KeptDraw) else strategy_of(draw)
    mechanism: Mechanism
    if isinstance(draw, KeptDraw):
        mechanism = _kept(draw)
    elif isinstance(strategy, Sampling):
        mechanism = Adaptive(draw.ticks, strategy.samples, draw.participation, draw.grain, draw.noise)
    elif strategy is not None:
        mechanism = Factorised(strategy, draw.participation, draw.grain, draw.noise)
    elif isinstance(draw.noise, DiscreteLaplace):
        arity = draw.constants[0][0]
        mechanism = Subtraction(draw.ticks, arity, draw.participation, draw.grain, draw.noise.scale)
    else:
        raise PrivacyError("subtracted blocks have Laplace noise", where="plan")
    if mechanism.charge != draw.charge:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def _kept(draw: KeptDraw) -> Kept:
    """The choice and all it may lead to: each candidate's noise and reach are worked out afresh as well."""
    method, gaussian = draw.method, draw.law == "gaussian"
    mechanism = Kept(
        draw.ticks,
        method.basis,
        method.among,
        draw.cells,
        draw.participation,
        draw.grain,
        draw.choice,
        rho=draw.amount if gaussian else None,
        epsilon=None if gaussian else draw.amount,
    )
    for keep, option in zip(method.among, draw.options, strict=True):
        made = mechanism.release(keep)
        if (made.law, made.sensitivity) != (option.noise, option.reach) or strategy_of(option) != made.strategy:
            raise PrivacyError("a candidate has another noise than its plan says", where="plan")
    return mechanism


@dataclass(frozen=True)
class SeriesTable:
    """A series as a table: every cell and tick in the order of the grid, in the steps of its draw."""

    draw: SeriesDraw
    mechanism: Mechanism

    @classmethod
    def of(cls, draw: SeriesDraw) -> SeriesTable:
        """From the plan alone."""
        return cls(draw, mechanism_of(draw))

    @property
    def charge(self) -> Charge:
        """What it costs."""
        return self.mechanism.charge

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Noisy answers, read off at every tick. What is returned is a function of the noisy answers alone."""
        series = as_series(self.draw, table)
        if isinstance(self.mechanism, Adaptive):
            return sampled(self.draw, self.mechanism, series, rng)
        if isinstance(self.mechanism, Kept):
            return chosen(self.draw, self.mechanism, series, rng)
        return told_at_once(self.draw, self.mechanism, series, rng)


@dataclass(frozen=True)
class AlertTable:
    """A watch as a table: for every tick how far above the noisy line, or that it was not."""

    draw: AlertDraw
    monitor: Monitor

    @classmethod
    def of(cls, draw: AlertDraw) -> AlertTable:
        """From the plan alone."""
        nothing, count = Fraction(0), draw.shape.at_most
        way, grain = draw.participation, draw.grain
        monitor = Monitor(draw.line, count, way, grain, draw.for_threshold, draw.for_queries, nothing)
        if monitor.query_scale != draw.parameter:
            raise PrivacyError("a watch has another noise than its plan says", where="plan")
        return cls(draw, monitor)

    @property
    def charge(self) -> Charge:
        """What it costs."""
        return self.monitor.charge

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Watch every tick in the order of time until the ticks or the alerts end."""
        said: NDArray[np.int64] = np.full(self.draw.ticks, ENDED, dtype=np.int64)
        for tick, alert in enumerate(watch_all(self.monitor, as_series(self.draw, table), rng)):
            said[tick] = self.said(alert)
        return said

    def said(self, alert: Alert) -> int:
        """One look as it is stored: how many grains above, as many as a stored number holds."""
        return SILENT if alert.gap is None else held(round(alert.gap / float(self.draw.grain)))


def as_series(draw: SeriesDraw | AlertDraw, table: Bounded) -> BoundedSeries:
    """The bounded table of cells and ticks, one row per tick, if one unit may do no more than planned."""
    cells = draw.entry.grid().size // draw.ticks
    if table.values.size != draw.ticks * cells:
        raise SensitivityExceeded("the source answered with another number of cells", where="source")
    if not draw.contribution.sensitivity.covers(table.sensitivity) or Fraction(table.grain) != draw.grain:
        raise SensitivityExceeded("one unit may move the cells further than planned", where="source")
    rows = np.ascontiguousarray(table.values.reshape(cells, draw.ticks).T)
    return BoundedSeries(rows, draw.grain, draw.participation)


def told_at_once(
    draw: SeriesDraw, mechanism: Factorised | Subtraction, series: BoundedSeries, rng: RandomWords
) -> NDArray[np.int64]:
    """The steps of a series that is asked as a whole: of all its ticks, or of the first of them in a trial."""
    if isinstance(mechanism, Factorised):
        read = mechanism.strategy.decoded(mechanism.drawn(series, rng), len(series.values))
    else:
        read = mechanism(series, rng).values / float(draw.grain)
    return in_steps(read, draw.finer)


def sampled(draw: SeriesDraw, mechanism: Adaptive, series: BoundedSeries, rng: RandomWords) -> NDArray[np.int64]:
    """FAST's samples in grains, in the order of the grid; SKIPPED where nothing was said.

    The controller is told noisy rows and nothing else; what it does with them is post-processing.
    """
    state = mechanism.start(draw.cells, Controller(draw.cells, mechanism.variance))
    found: NDArray[np.int64] = np.full((draw.ticks, draw.cells), SKIPPED, dtype=np.int64)
    for tick in range(draw.ticks):
        row = BoundedSeries(series.values[tick : tick + 1], series.grain, series.participation)
        noisy, state = mechanism.step(row, state, rng)
        if noisy is not None:
            found[tick] = in_steps(noisy[None, :] / float(draw.grain), 1)
    return np.asarray(found.T.reshape(-1))


def chosen(draw: SeriesDraw, mechanism: Kept, series: BoundedSeries, rng: RandomWords) -> NDArray[np.int64]:
    """The series of as many coefficients as were picked, and which candidate that is: see `KeptDraw.told`."""
    assert isinstance(draw, KeptDraw)
    keep, noisy = mechanism(series, rng)
    place, many = draw.method.among.index(keep), len(draw.options)
    steps = in_steps(noisy.values / float(draw.grain), draw.options[place].finer)
    room = int(_ROOM) // many - 1
    return np.asarray(np.clip(steps, -room, room) * many + place)


def in_steps(read: NDArray[np.float64], finer: int) -> NDArray[np.int64]:
    """Decoded grains, one row per tick, as whole steps in the order of the grid."""
    held = np.clip(np.round(read.T * finer), -_ROOM, _ROOM)
    return np.asarray(held.reshape(-1).astype(np.int64))
