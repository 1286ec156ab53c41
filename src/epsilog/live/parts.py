"""The mechanisms of a stream: one for each entry, stepped tick by tick, put away and taken up again.

They are the mechanisms of the plan, priced by the plan; a stream has none of its own. A tick of an entry without
`as`, or with `as: per-step`, is one row of the table a batch would draw: the same law in every cell, independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.grid import Grid
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError
from epsilog.kinds.alert.plan.planned import AlertDraw
from epsilog.kinds.repeat.draw.live import RepeatPart
from epsilog.kinds.repeat.draw.spells_live import SpellPart
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.kinds.repeat.plan.spells import SpellDraw
from epsilog.kinds.series.draw.mechanism import AlertTable, in_steps
from epsilog.kinds.series.draw.mechanism import mechanism_of as series_mechanism
from epsilog.kinds.series.draw.radius_live import RadiusPart
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.mechanisms.series.adaptive import Adaptive
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.checkpoint import resumed, saved
from epsilog.mechanisms.series.checkpoint_fields import pack, unpack
from epsilog.mechanisms.series.factorised import Progress
from epsilog.mechanisms.series.kept import Kept
from epsilog.mechanisms.series.monitor import Watch
from epsilog.mechanisms.series.subtraction import SubtractionProgress
from epsilog.mechanisms.tables.gaussian import Gaussian
from epsilog.mechanisms.tables.laplace import Laplace
from epsilog.publish.drawing import mechanism_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.roles.query import Query
from epsilog.roles.shape import repeats_values
from epsilog.roles.tick import Cell

Row = NDArray[np.int64]


class Part(Protocol):
    """One entry of a stream. Holds private numbers."""

    def start(self, rng: RandomWords) -> None:
        """Begin; draws what is drawn once."""
        ...

    def step(self, row: Row, rng: RandomWords) -> list[Cell]:
        """Publish the next tick: one number for each cell."""
        ...

    def saved(self) -> bytes:
        """Where it stands. Private."""
        ...

    def resume(self, raw: bytes) -> None:
        """Stand there again."""
        ...


def parts_of(plan: Plan) -> list[Part]:
    """One part for each entry of the plan's spec, in order."""
    return [_part(plan, at) for at in range(len(plan.spec.publish))]


def cells_of(query: Query) -> list[tuple[str, ...]]:
    """The keys of one tick's numbers, in order."""
    return [tuple(str(key) for key in keys) for keys in Grid(query.by).keys()]  # noqa: SIM118 - not a dict


def _part(plan: Plan, at: int) -> Part:
    query, draws = plan.spec.publish[at], [draw for draw in plan.draws if draw.query == at]
    if len(draws) != 1:
        raise PrivacyError("a stream draws one vector for each entry", where="plan")
    (draw,) = draws
    if isinstance(draw, Draw):
        return StepPart(query, draw, float(plan.spec.confidence))
    if isinstance(draw, RadiusDraw):
        return RadiusPart(query.name, cells_of(query), draw, repeats=repeats_values(query))
    if isinstance(draw, SeriesDraw):
        return SeriesPart(query, draw)
    if isinstance(draw, AlertDraw):
        return AlertPart(query, draw)
    if isinstance(draw, RepeatDraw):
        told = (query.name, cells_of(query), draw, plan.spec.confidence)
        return SpellPart(*told, plan.rule("spells")) if isinstance(draw, SpellDraw) else RepeatPart(*told)  # type: ignore[arg-type]
    raise PrivacyError("a stream cannot draw this entry", where="plan")


class StepPart:
    """Every tick by itself, with independent noise: nothing to remember but how many there were."""

    def __init__(self, query: Query, draw: Draw, confidence: float) -> None:
        self._name, self._keys, self._draw = query.name, cells_of(query), draw
        self._margin = draw.noise.margin(confidence)
        mechanism = mechanism_of(draw)
        if not isinstance(mechanism, Laplace | Gaussian):
            raise PrivacyError("a stream cannot draw this entry", where="plan")
        self._mechanism = mechanism
        self._ticks = query.grid().size // len(self._keys)
        self._done = 0

    def start(self, rng: RandomWords) -> None:
        """Nothing is drawn before the first tick."""

    def step(self, row: Row, rng: RandomWords) -> list[Cell]:
        """The row with fresh noise in every cell."""
        if self._done >= self._ticks:
            raise PrivacyError("all ticks that were paid for are published", where="horizon")
        self._done += 1
        exact = Bounded(tuple(self._keys), row, self._draw.grain, self._draw.contribution.sensitivity)
        values = self._mechanism.grains(exact, rng).astype(np.float64) * float(self._draw.grain)
        return _ranged(self._name, self._keys, values, self._margin)

    def saved(self) -> bytes:
        """How many ticks were drawn."""
        return pack("steps", {"done": self._done})

    def resume(self, raw: bytes) -> None:
        """Go on behind them."""
        done = unpack(raw, "steps").get("done")
        if not isinstance(done, int) or not 0 <= done <= self._ticks:
            raise PrivacyError("the state of the stream cannot be read", where="state")
        self._done = done


class SeriesPart:
    """A running total, a window or a fading sum: the mechanism of the plan, one step at a time."""

    def __init__(self, query: Query, draw: SeriesDraw) -> None:
        self._name, self._keys, self._draw = query.name, cells_of(query), draw
        mechanism = series_mechanism(draw)
        if isinstance(mechanism, Adaptive | Kept):
            raise PrivacyError("a stream cannot draw this entry", where="plan")
        self._mechanism = mechanism
        self._state: Progress | SubtractionProgress = self._mechanism.start(len(self._keys))

    def start(self, rng: RandomWords) -> None:
        """Nothing is drawn before the first tick."""

    def step(self, row: Row, rng: RandomWords) -> list[Cell]:
        """The next tick, read off the noisy answers; in the steps a batch would store."""
        exact = BoundedSeries(row[None, :], self._draw.grain, self._draw.participation)
        at = self._state.done
        # One mechanism, its own kind of position: `start` and `resumed` see to it.
        read, self._state = self._mechanism.step(exact, self._state, rng)  # type: ignore[arg-type]
        step = float(self._draw.step)
        values = in_steps(read[None, :] / float(self._draw.grain), self._draw.finer).astype(np.float64) * step
        return _ranged(self._name, self._keys, values, self._draw.margins[at] * step)

    def saved(self) -> bytes:
        """Its walk: private sums, and what was released."""
        return saved(self._state)

    def resume(self, raw: bytes) -> None:
        """Go on exactly."""
        self._state = resumed(self._mechanism, raw)
        if self._state.cells != len(self._keys):
            raise PrivacyError("the state of the stream has another number of cells", where="state")


class AlertPart:
    """A watch: at which ticks the number is above the line, until all alerts were given."""

    def __init__(self, query: Query, draw: AlertDraw) -> None:
        self._name, self._draw = query.name, draw
        self._monitor = AlertTable.of(draw).monitor
        self._watch: Watch | None = None

    def start(self, rng: RandomWords) -> None:
        """Draw the noise of the line, once for all ticks."""
        self._watch = self._monitor.start(rng)

    def step(self, row: Row, rng: RandomWords) -> list[Cell]:
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

    def saved(self) -> bytes:
        """The noisy line, and how many alerts are left."""
        return saved(self._standing)

    def resume(self, raw: bytes) -> None:
        """Watch on, with the same line."""
        self._watch = resumed(self._monitor, raw)


def _ranged(name: str, keys: Sequence[tuple[str, ...]], values: NDArray[np.float64], margin: float) -> list[Cell]:
    ends = values.tolist(), (values - margin).tolist(), (values + margin).tolist()
    return [Cell.plain(name, *one) for one in zip(keys, *ends, strict=True)]
