"""A series: the mechanism that releases running totals, windows, fading sums and values step by step; and live."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.law import DiscreteLaplace
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError
from epsilog.kinds.series.plan.kept import KeptDraw
from epsilog.kinds.series.plan.planned import SKIPPED, SeriesDraw
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.kinds.series.plan.shapes import strategy_of
from epsilog.mechanisms.series.adaptive import Adaptive
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.checkpoint import resume_position, save_position
from epsilog.mechanisms.series.checkpoint_fields import pack, unpack
from epsilog.mechanisms.series.factorised import Factorised, Progress
from epsilog.mechanisms.series.kept import Kept
from epsilog.mechanisms.series.radius import OneRadius, RadiusProgress
from epsilog.mechanisms.series.sampling import Sampling
from epsilog.mechanisms.series.subtraction import Subtraction, SubtractionProgress
from epsilog.mechanisms.series.transform import Transform
from epsilog.noise import ball_draws, saturating_add
from epsilog.postprocess.pacing import Controller
from epsilog.roles.drawn import (
    COLUMNS,
    CORNERS,
    STEPS,
    Drawn,
    Integers,
    Part,
    cells_of,
    corners,
    not_live,
    unread_state,
    with_ranges,
)
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned
from epsilog.roles.shape import repeats_values
from epsilog.roles.tick import Cell, Freshness
from epsilog.roles.timed import TimedTable, as_series

AT_ONCE: Final = 1024  # steps of a strategy that answers all of them at once, which are tried

_ROOM = 2.0**61


Mechanism = Factorised | Subtraction | Adaptive | Kept


def mechanism_of(draw: SeriesDraw) -> Mechanism:
    """The mechanism a plan stands for; its charge is worked out afresh."""
    strategy = None if isinstance(draw, KeptDraw) else strategy_of(draw)
    mechanism: Mechanism
    if isinstance(draw, KeptDraw):
        mechanism = _build_choice(draw)
    elif isinstance(strategy, Sampling):
        mechanism = Adaptive(draw.ticks, strategy.samples, draw.participation, draw.grain, draw.noise)
    elif strategy is not None:
        mechanism = Factorised(strategy, draw.participation, draw.grain, draw.noise)
    elif isinstance(draw.noise, DiscreteLaplace):
        arity = draw.constants[0][0]
        mechanism = Subtraction(draw.ticks, arity, draw.participation, draw.grain, draw.noise.scale)
    else:
        raise PrivacyError("subtracted blocks have Laplace noise", where="plan")
    return mechanism


def _build_choice(draw: KeptDraw) -> Kept:
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


class SeriesTable(TimedTable[SeriesDraw, Mechanism]):
    """A series as a table: every cell and tick in the order of the grid, in the steps of its draw."""

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Noisy answers, read off at every tick. What is returned is a function of the noisy answers alone."""
        series = as_series(self.draw, table)
        if isinstance(self.mechanism, Adaptive):
            return draw_samples(self.draw, self.mechanism, series, rng)
        if isinstance(self.mechanism, Kept):
            return draw_coefficients(self.draw, self.mechanism, series, rng)
        return draw_all_ticks(self.draw, self.mechanism, series, rng)


def draw_all_ticks(
    draw: SeriesDraw, mechanism: Factorised | Subtraction, series: BoundedSeries, rng: RandomWords
) -> NDArray[np.int64]:
    """The steps of a series that is asked as a whole: of all its ticks, or of the first of them in a trial."""
    if isinstance(mechanism, Factorised):
        read = mechanism.strategy.decode_all(mechanism.drawn(series, rng), len(series.values))
    else:
        read = mechanism(series, rng).values / float(draw.grain)
    return in_steps(read, draw.finer)


def draw_samples(
    draw: SeriesDraw, mechanism: Adaptive, series: BoundedSeries, rng: RandomWords
) -> NDArray[np.int64]:
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


def draw_coefficients(
    draw: SeriesDraw, mechanism: Kept, series: BoundedSeries, rng: RandomWords
) -> NDArray[np.int64]:
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


def one_radius(draw: RadiusDraw) -> OneRadius:
    """The mechanism a plan stands for; reach and law are worked out afresh and must be the plan's."""
    mechanism = OneRadius(draw.ticks, draw.group, draw.cells, draw.participation, draw.grain, draw.parameter)
    if (mechanism.reach, mechanism.law) != (draw.reach.l1, draw.sums):
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def means_in_steps(draw: RadiusDraw, sums: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Noisy sums of `size` ticks, one row per group, as means in whole steps, one row per group."""
    if size == 1 and draw.finer == 1:
        return sums
    read = in_steps(sums.astype(np.float64) / size, draw.finer)
    return np.ascontiguousarray(read.reshape(sums.shape[1], sums.shape[0]).T)


class RadiusTable(TimedTable[RadiusDraw, OneRadius]):
    """A series with one radius as a table: every cell and tick in the order of the grid, in steps."""

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Noisy sums, told at every tick of their group as a mean. A function of the noisy sums alone."""
        draw, group = self.draw, self.draw.group
        sums = self.mechanism.drawn(as_series(draw, table), rng)
        last = draw.ticks - (len(sums) - 1) * group
        told = np.concatenate([means_in_steps(draw, sums[:-1], group), means_in_steps(draw, sums[-1:], last)])
        return np.asarray(told[np.arange(draw.ticks) // group].T.reshape(-1))


class RadiusPart(Part):
    """`radius`: every tick with its noise, or at a group's end its mean, and that again until the next. Private.

    What is put away is the radius, the sums of the open group, and the last means that were told.
    """

    def __init__(self, table: RadiusTable, query: Entry) -> None:
        self._name, self._keys, self._draw = query.name, cells_of(query), table.draw
        self._repeats = repeats_values(query)
        self._mechanism = table.mechanism
        self._state: RadiusProgress | None = None
        self._told = np.zeros(
            (0, len(self._keys)), dtype=np.int64
        )  # the last means in steps, one row once there are some

    def start(self, rng: RandomWords) -> None:
        """Draw the radius, once for all ticks."""
        self._state = self._mechanism.start(rng)

    def step(self, row: Integers, rng: RandomWords) -> list[Cell]:
        """The next tick: the mean of a group that ends in it, or the last one again."""
        exact = BoundedSeries(row[None, :], self._draw.grain, self._draw.participation)
        noisy, self._state = self._mechanism.step(exact, self._standing, rng)
        done, group = self._state.done, self._draw.group
        size = group if done % group == 0 else done % group
        if noisy is not None:
            self._told = means_in_steps(self._draw, noisy[None, :], size)
        if not len(self._told):
            return [Cell(self._name, key, None, fresh="none yet") for key in self._keys]
        before = done if noisy is not None else done - done % group
        told_ticks, step = (before - 1) % group + 1, float(self._draw.step)
        margin = self._draw.margins[before - 1] * step
        found = []
        for key, steps in zip(self._keys, self._told[0].tolist(), strict=True):
            value = steps * step
            cell = Cell(self._name, key, value, value - margin, value + margin)
            if self._repeats:
                fresh: Freshness = "no" if noisy is None else "yes"
                cell = Cell(self._name, key, value, cell.low, cell.high, fresh=fresh, told_ticks=told_ticks)
            found.append(cell)
        return found

    @property
    def _standing(self) -> RadiusProgress:
        if self._state is None:
            raise PrivacyError("a series that was never begun", where="state")
        return self._state

    def save(self) -> bytes:
        """The radius, the open group, and what was told last."""
        return pack("radius part", {"position": save_position(self._standing), "told": self._told})

    def resume(self, raw: bytes) -> None:
        """Go on with the same radius."""
        fields = unpack(raw, "radius part")
        position, told = fields.get("position"), fields.get("told")
        if (
            set(fields) != {"position", "told"}
            or not isinstance(position, bytes)
            or not isinstance(told, np.ndarray)
        ):
            raise unread_state()
        state = resume_position(self._mechanism, position)
        if told.shape != (min(1, state.done // self._draw.group), len(self._keys)) or told.dtype != np.int64:
            raise unread_state()
        self._state, self._told = state, told


class SeriesPart(Part):
    """A running total, a window or a fading sum: the mechanism of the plan, one step at a time."""

    def __init__(self, table: SeriesTable, query: Entry) -> None:
        self._name, self._keys, self._draw = query.name, cells_of(query), table.draw
        if isinstance(table.mechanism, Adaptive | Kept):
            raise not_live()
        self._mechanism = table.mechanism
        self._state: Progress | SubtractionProgress = self._mechanism.start(len(self._keys))

    def step(self, row: Integers, rng: RandomWords) -> list[Cell]:
        """The next tick, read off the noisy answers; in the steps a batch would store."""
        exact = BoundedSeries(row[None, :], self._draw.grain, self._draw.participation)
        at = self._state.done
        # One mechanism, its own kind of position: `start` and `resume_position` see to it.
        read, self._state = self._mechanism.step(exact, self._state, rng)  # type: ignore[arg-type]
        step = float(self._draw.step)
        values = in_steps(read[None, :] / float(self._draw.grain), self._draw.finer).astype(np.float64) * step
        return with_ranges(self._name, self._keys, values, self._draw.margins[at] * step)

    def save(self) -> bytes:
        """Its walk: private sums, and what was released."""
        return save_position(self._state)

    def resume(self, raw: bytes) -> None:
        """Go on exactly."""
        self._state = resume_position(self._mechanism, raw)
        if self._state.cells != len(self._keys):
            raise PrivacyError("the state of the stream has another number of cells", where="state")


class DrawSeries(Drawn[SeriesDraw, SeriesTable | RadiusTable]):
    """Series of every strategy, in batch; live those that are told step by step."""

    def mechanism(self, planned: SeriesDraw) -> SeriesTable | RadiusTable:
        """With one radius for all ticks, or by a strategy."""
        if isinstance(planned, RadiusDraw):
            return RadiusTable(planned, one_radius(planned))
        return SeriesTable(planned, mechanism_of(planned))

    def unpack_choice(self, planned: SeriesDraw, drawn: Integers) -> tuple[Planned, Integers]:
        """Where the number of coefficients was chosen: which it was, and the series without it."""
        return planned.told(drawn) if isinstance(planned, KeptDraw) else (planned, drawn)

    def live(self, planned: SeriesDraw, mechanism: SeriesTable | RadiusTable, plan: Plan) -> Part:
        """One step at a time; what asks its data how much to say is for a batch."""
        entry = plan.spec.publish[planned.query]
        return RadiusPart(mechanism, entry) if isinstance(mechanism, RadiusTable) else SeriesPart(mechanism, entry)

    def trial(self, planned: SeriesDraw, mechanism: SeriesTable | RadiusTable, rng: RandomWords) -> None:
        """As long a series as can tell."""
        if isinstance(mechanism, RadiusTable):
            _try_radius(mechanism, rng)
        else:
            _try_series(mechanism, rng)


def _try_series(table: SeriesTable, rng: RandomWords) -> None:
    mechanism, draw = table.mechanism, table.draw
    cells = min(draw.cells, COLUMNS)
    if isinstance(mechanism, Kept):
        for values in corners(mechanism.horizon):
            draw_coefficients(draw, mechanism, _series(draw, np.repeat(values[:, None], cells, axis=1)), rng)
    elif isinstance(mechanism, Adaptive):
        for values in corners(min(draw.ticks, STEPS)):
            state = mechanism.start(cells, Controller(cells, mechanism.variance))
            for value in values:
                noisy, state = mechanism.step(_series(draw, np.full((1, cells), value)), state, rng)
                if noisy is not None:
                    in_steps(noisy[None, :] / float(draw.grain), 1)
    elif isinstance(mechanism, Subtraction) and draw.ticks > AT_ONCE:
        blocks = mechanism.start(len(CORNERS))
        for row in np.array(list(corners(STEPS))).T:
            read, blocks = mechanism.step(_series(draw, row[None, :].copy()), blocks, rng)
            in_steps(read[None, :] / float(draw.grain), draw.finer)
    else:
        transformed = isinstance(mechanism, Factorised) and isinstance(mechanism.strategy, Transform)
        columns = np.array(list(corners(draw.ticks if transformed else min(draw.ticks, AT_ONCE)))).T
        # Cells are drawn apart: corners stand side by side, as many as the series has cells.
        for first in range(0, len(CORNERS), draw.cells):
            beside = np.ascontiguousarray(columns[:, first : first + draw.cells])
            draw_all_ticks(draw, mechanism, _series(draw, beside), rng)


def _try_radius(table: RadiusTable, rng: RandomWords) -> None:
    """The radius for all draws; and a short series through the same steps, with the same scale."""
    whole, draw = table.mechanism, table.draw
    state = whole.start(rng)
    short = replace(whole, horizon=min(whole.horizon, STEPS), group=min(whole.group, whole.horizon, STEPS))
    for values in corners(short.horizon * short.cells):
        sums = short.drawn(_series(draw, values.reshape(short.horizon, short.cells)), rng)
        means_in_steps(draw, sums, short.group)
        noisy = saturating_add(sums[:1], ball_draws(state.radius, whole.cells, 1, rng))
        means_in_steps(draw, noisy, whole.group)


def _series(draw: SeriesDraw, values: Integers) -> BoundedSeries:
    return BoundedSeries(values, draw.grain, draw.participation)
