"""A trial before anything is paid for: the very mechanisms of a plan are run on public tables, and must draw.

Behind the paid line nothing may fail for some tables only (docs/proofs/total.md). Every number that meets private
ones is held, or limited by the plan; this is the check that none was forgotten. Each mechanism is given *corner
tables* that anybody could write down: zeros, the largest and the smallest numbers a source answers with, and both
in turn. What is drawn is thrown away, and its randomness with it. A plan that cannot draw is refused; nothing is
spent.

Long tables are tried on a part. That is as good: cells of a table, groups of a choice and columns of a series are
drawn alike and apart, by loops that are the same for each; steps of a series that goes on step by step are held at
every step; and a sum over all steps stays below 2^61 by the limit `largest` of its strategy, for the full length,
whatever was tried. What a length can change on its own (memory, time) it changes for every table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.limits import FURTHEST, refuse_extreme_grain
from epsilog.core.seen import Seen
from epsilog.errors import EpsilogError, SpecError
from epsilog.first.ends.ask import Cut
from epsilog.first.ends.plan import Cutting, cut_with
from epsilog.first.keys.plan import Find, searched
from epsilog.kinds.alert.plan.planned import AlertDraw
from epsilog.kinds.repeat.draw.mechanism import RepeatTable, stepped
from epsilog.kinds.repeat.draw.spells import SpellTable, pacer_of
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.kinds.series.draw.mechanism import AlertTable, SeriesTable, chosen, in_steps, told_at_once
from epsilog.kinds.series.draw.radius import RadiusTable, means_in_steps
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.mechanisms.series.adaptive import Adaptive
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.kept import Kept
from epsilog.mechanisms.series.monitor import watch_all
from epsilog.mechanisms.series.subtraction import Subtraction
from epsilog.mechanisms.series.transform import Transform
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.flip import Flip
from epsilog.mechanisms.tables.gaussian import Gaussian
from epsilog.mechanisms.tables.grouped import GroupQuantiles, GroupTop
from epsilog.mechanisms.tables.laplace import Laplace
from epsilog.mechanisms.tables.scored import Scored
from epsilog.noise import ball_draws, saturating_add, system
from epsilog.plan.planner import plan
from epsilog.plan.stored import read_plan
from epsilog.postprocess.pacing import Controller
from epsilog.publish.drawing import TableMechanism, mechanism_of
from epsilog.publish.stages import look_of, quantiles_of, threshold_of
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Planned
from epsilog.roles.spec import Spec

if TYPE_CHECKING:
    from epsilog.ledger.terms import Terms
    from epsilog.live.parts import Part

Integers = NDArray[np.int64]
Drawn = Planned
CELLS: Final = 512  # of a table that are tried
COLUMNS: Final = 8  # of a series
STEPS: Final = 24  # of a mechanism that goes on step by step
AT_ONCE: Final = 1024  # of a strategy that answers all steps at once
_NUMBERS: Final = 40_000  # of a stream
_ROUNDS: Final = 3  # of a choice of several
_HINT: Final = "a coarser grain, tighter bounds, or another budget"
_CORNERS: Final = ((0, 0), (FURTHEST, FURTHEST), (-FURTHEST, -FURTHEST), (FURTHEST, -FURTHEST), (0, FURTHEST))


def plan_and_try(spec: Spec, terms: Terms | None = None) -> Plan:
    """What `epsilog plan` shows: a plan that was tried. Reads no rows, opens no file, spends nothing.

    >>> from epsilog.core.bounds import Bounds
    >>> from epsilog.roles.query import Query
    >>> from epsilog.roles.spec import Origin, Protect, Spend
    >>> from epsilog.core.unit import Unit
    >>> spec = Spec("visits", "1", Origin("no-such-file.csv", {"patient_id": "text"}), Protect(Unit("patient_id")),
    ...             Bounds(rows=1), (Query("rows"),), Spend("clinic", Fraction(1, 10)))
    >>> plan_and_try(spec).draws[0].parameter
    Fraction(10, 1)
    """
    made = plan(spec, terms)
    try_plan(made)
    return made


def try_plan(made: Plan, mechanisms: Sequence[TableMechanism] | None = None) -> None:
    """Refuse a plan one of whose mechanisms cannot draw, whichever way its stages may come out."""
    _try_stages(made)
    tried: list[object] = []
    for one in made.options or _settled(made):
        if one.draws in tried:
            continue  # the same mechanisms: keys alone were found
        tried.append(one.draws)
        known = mechanisms if mechanisms is not None and one.draws == made.draws else (None,) * len(one.draws)
        for draw, mechanism in zip(one.draws, known, strict=True):
            where = f"publish[{draw.query}]"
            refuse_extreme_grain(draw.grain, where)
            _tried(partial(_try_draw, draw, mechanism), where)


def try_stream(made: Plan) -> None:
    """Refuse a stream one of whose entries cannot be stepped, put away and taken up again."""
    from epsilog.live.parts import cells_of, parts_of

    for at, part in enumerate(parts_of(made)):
        query = made.spec.publish[at]
        width = len(cells_of(query))
        ticks = min(query.grid().size // width, STEPS, max(len(_CORNERS), _NUMBERS // width))

        def step_through(part: Part = part, width: int = width, ticks: int = ticks) -> None:
            part.start(system)
            for tick in range(ticks):
                part.step(np.resize(np.array(_CORNERS[tick % len(_CORNERS)], dtype=np.int64), width), system)
            part.resume(part.saved())

        _tried(step_through, f"publish[{at}]")


def try_choice(mechanism: Choose | Flip, labels: tuple[str, ...]) -> None:
    """Refuse a choice by utilities of one's own that cannot be drawn."""
    for values in _corners(len(labels)):
        _tried(partial(mechanism, Scored(labels, values, mechanism.covers), system), "epsilon")


def _try_stages(made: Plan) -> None:
    """What is found before the answers: bounds, keys, ends."""
    spec = made.spec
    if made.glancing is not None:
        look = made.glancing
        _tried(lambda: _try_table(look_of(look), look.covers, Fraction(1)), "bound.choose")
    for _, find in searched(spec.looks(), made.finds):
        _tried(partial(_try_threshold, find), "by")
    for cut, cutting in cut_with(spec.cuts(), made.cuttings):
        _tried(partial(_try_cut, cut, cutting), "between")


def _settled(made: Plan) -> Iterator[Plan]:
    """The plan as its stages may leave it: no keys or many, ends at either side of what they may be."""
    if not made.finds and not made.cuttings:
        yield made
        return
    looks = made.spec.looks()
    many = [tuple(sorted(f"{at:03d}"[-one.keys.longest :] for at in range(min(one.keys.most, 9)))) for one in looks]
    for keys in ([tuple(sorted(set(one))) for one in many], [() for _ in looks]) if looks else ([],):
        found = made.settled(keys) if looks else made
        cuts = found.spec.cuts()
        ends = [[0 for _ in cut.shares] for cut in cuts], [[len(cut.marks) - 2 for _ in cut.shares] for cut in cuts]
        for places in ends if cuts else ([],):
            one = found.answered(places) if cuts else found
            read_plan(one.to_dict())
            yield one


def _try_draw(draw: Drawn, mechanism: TableMechanism | None) -> None:
    _try_one(mechanism_of(draw) if mechanism is None else mechanism)


def _try_one(mechanism: TableMechanism) -> None:
    if isinstance(mechanism, Laplace | Gaussian):
        _try_table(mechanism, mechanism.covers, mechanism.grain)
    elif isinstance(mechanism, GroupQuantiles):
        _try_quantiles(mechanism)
    elif isinstance(mechanism, GroupTop):
        _try_top(mechanism)
    elif isinstance(mechanism, AlertTable):
        for values in _corners(min(mechanism.draw.ticks, STEPS)):
            for alert in watch_all(mechanism.monitor, _series(mechanism.draw, values[:, None]), system):
                mechanism.said(alert)
    elif isinstance(mechanism, RepeatTable):
        _try_repeats(mechanism)
    elif isinstance(mechanism, SpellTable):
        _try_spells(mechanism)
    elif isinstance(mechanism, RadiusTable):
        _try_radius(mechanism)
    else:
        _try_series(mechanism)


def _try_table(mechanism: Laplace | Gaussian, covers: Sensitivity, grain: Fraction) -> None:
    values = np.concatenate(list(_corners(CELLS // len(_CORNERS))))  # cells are drawn apart: all corners at once
    mechanism.grains(Bounded(tuple(range(len(values))), values, grain, covers), system)


def _try_threshold(find: Find) -> None:
    mechanism = threshold_of(find)
    counts = np.array([0, 1, 2, FURTHEST], dtype=np.int64)
    mechanism(Seen(("a", "b", "c", "d"), counts, mechanism.cells), system)
    mechanism(Seen((), np.zeros(0, dtype=np.int64), mechanism.cells), system)


def _try_cut(cut: Cut, cutting: Cutting) -> None:
    _try_quantiles(quantiles_of(cut, cutting))


def _try_quantiles(mechanism: GroupQuantiles) -> None:
    one = replace(mechanism, groups=1)
    for values in _corners(len(one.edges) - 1):
        one.grains(Bounded(tuple(range(len(values))), values, one.grain, one.covers), system)


def _try_top(mechanism: GroupTop) -> None:
    one = replace(mechanism, groups=1, number=min(mechanism.number, _ROUNDS))
    for values in _corners(one.candidates):
        one.grains(Bounded(tuple(range(len(values))), values, one.grain, one.covers), system)


def _try_series(table: SeriesTable) -> None:
    mechanism, draw = table.mechanism, table.draw
    cells = min(draw.cells, COLUMNS)
    if isinstance(mechanism, Kept):
        for values in _corners(mechanism.horizon):
            chosen(draw, mechanism, _series(draw, np.repeat(values[:, None], cells, axis=1)), system)
    elif isinstance(mechanism, Adaptive):
        for values in _corners(min(draw.ticks, STEPS)):
            state = mechanism.start(cells, Controller(cells, mechanism.variance))
            for value in values:
                noisy, state = mechanism.step(_series(draw, np.full((1, cells), value)), state, system)
                if noisy is not None:
                    in_steps(noisy[None, :] / float(draw.grain), 1)
    elif isinstance(mechanism, Subtraction) and draw.ticks > AT_ONCE:
        blocks = mechanism.start(len(_CORNERS))
        for row in np.array(list(_corners(STEPS))).T:
            read, blocks = mechanism.step(_series(draw, row[None, :].copy()), blocks, system)
            in_steps(read[None, :] / float(draw.grain), draw.finer)
    else:
        transformed = isinstance(mechanism, Factorised) and isinstance(mechanism.strategy, Transform)
        columns = np.array(list(_corners(draw.ticks if transformed else min(draw.ticks, AT_ONCE)))).T
        # Cells are drawn apart: corners stand side by side, as many as the series has cells.
        for first in range(0, len(_CORNERS), draw.cells):
            beside = np.ascontiguousarray(columns[:, first : first + draw.cells])
            told_at_once(draw, mechanism, _series(draw, beside), system)


def _try_repeats(table: RepeatTable) -> None:
    draw, cells = table.draw, min(table.draw.cells, COLUMNS)
    for values in _corners(min(draw.ticks, STEPS)):
        state = table.events.start(cells)
        for value in values:
            state, fresh = stepped(table.events, np.full(cells, value), state, system)
            _ = 2 * state.last + fresh


def _try_spells(table: SpellTable) -> None:
    draw, cells = table.draw, min(table.draw.cells, COLUMNS)
    for values in _corners(min(draw.ticks, STEPS)):
        pacer = pacer_of(draw, table.spells, cells)
        state = table.spells.start(cells, pacer.first, pacer)
        for value in values:
            _, state = table.spells.step(_series(draw, np.full((1, cells), value)), state, system)


def _try_radius(table: RadiusTable) -> None:
    """The radius for all draws; and a short series through the same steps, with the same scale."""
    whole, draw = table.mechanism, table.draw
    state = whole.start(system)
    short = replace(whole, horizon=min(whole.horizon, STEPS), group=min(whole.group, whole.horizon, STEPS))
    for values in _corners(short.horizon * short.cells):
        sums = short.drawn(_series(draw, values.reshape(short.horizon, short.cells)), system)
        means_in_steps(draw, sums, short.group)
        noisy = saturating_add(sums[:1], ball_draws(state.radius, whole.cells, 1, system))
        means_in_steps(draw, noisy, whole.group)


def _corners(size: int) -> Iterator[Integers]:
    """Public tables of so many numbers: zeros, the largest, the smallest, and both in turn."""
    for pair in _CORNERS:
        yield np.resize(np.array(pair, dtype=np.int64), size)


def _series(draw: SeriesDraw | AlertDraw | RepeatDraw, values: Integers) -> BoundedSeries:
    return BoundedSeries(values, draw.grain, draw.participation)


def _tried(work: Callable[[], object], where: str) -> None:
    """Nothing that goes wrong here is private: the tables are anybody's. What is refused costs nothing."""
    try:
        work()
    except EpsilogError as error:
        inner = f"{where}.{error.where}" if error.where and not error.where.startswith("publish") else where
        raise SpecError(error.what, where=inner, hint=error.hint or _HINT) from None
    except Exception as error:  # whatever it is: it would have been met after the price was spent
        raise SpecError(
            f"a trial of this plan failed ({type(error).__name__}), and so might the release; nothing was spent",
            where=where,
            hint=_HINT,
        ) from None
