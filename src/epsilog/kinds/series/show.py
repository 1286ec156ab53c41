"""What a series shows whose ticks are made together: running totals, windows, fading sums, and methods."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.core.clock import tick_of, tick_start
from epsilog.core.during import During
from epsilog.core.grid import Ticks
from epsilog.core.series_method import Fast
from epsilog.errors import LedgerError, SpecError
from epsilog.kinds.series.plan.kept import KeptDraw
from epsilog.kinds.series.plan.planned import SKIPPED, SeriesDraw
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.kinds.series.words import SeriesWords, strategy_words
from epsilog.postprocess.ranges import Integers
from epsilog.postprocess.sampled import fill_between
from epsilog.roles.budget import Coin, Purse
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.entry import Entry
from epsilog.roles.participations import participations_of
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.roles.shape import method_of
from epsilog.roles.shown import Columns, Rows, asked_of
from epsilog.roles.smooth_columns import Known, known_of, smooth_columns
from epsilog.roles.smoothed import is_smoothed
from epsilog.roles.table import Table, keys_of
from epsilog.words import Language, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from epsilog.roles.table import Table

KEPT: Final = "kept"


def series_columns(draw: SeriesDraw, values: Integers) -> list[Figures]:
    """`value`, `low` and `high`, for every cell and tick in the order of the grid; and how many coefficients were
    `kept`, where that was chosen.

    A range speaks of one tick at a time: ticks share their noise, so a value that is off has neighbours that are.
    """
    margins = np.tile(np.array(draw.margins, dtype=np.int64), draw.cells)
    chosen = draw.kept if isinstance(draw, KeptDraw) else None
    more = [] if chosen is None else [Figures(KEPT, np.full(len(values), chosen, dtype=np.int64), Fraction(1))]
    return [
        Figures("value", values, draw.step),
        Figures("low", values - margins, draw.step),
        Figures("high", values + margins, draw.step),
        *more,
    ]


SAMPLED: Final = ("sampled", "sample")
_FINER: Final = 10
_ROOM: Final = 2.0**61


def fast_columns(draw: SeriesDraw, values: Integers, confidence: Fraction) -> list[Column]:
    """`value`, `low` and `high` of a model at every tick; `sampled`: whether this tick was; `sample`: the last one.

    The first tick is always sampled, so there is always a last sample. `sample` at a sampled tick is unbiased, and
    its range has the margin the card states; `low` and `high` hold as far as the series wanders as the model says.
    """
    wide = NormalDist().inv_cdf(float(1 + confidence) / 2)
    rows: dict[str, list[Integers]] = {"value": [], "low": [], "high": [], "sample": []}
    said = values.reshape(draw.cells, draw.ticks) != SKIPPED
    for series, known in zip(values.reshape(draw.cells, draw.ticks), said, strict=True):
        places = np.flatnonzero(known).astype(np.int64)
        noisy = series[places].astype(np.float64)
        level, off = fill_between(noisy, places, draw.ticks, float(draw.noise.variance))
        for name, numbers in (("value", level), ("low", level - wide * off), ("high", level + wide * off)):
            rows[name].append(np.clip(np.round(numbers * _FINER), -_ROOM, _ROOM).astype(np.int64))
        last = np.maximum.accumulate(np.where(known, np.arange(draw.ticks), 0))
        rows["sample"].append(series[last])
    figures = [Figures(name, np.concatenate(rows[name]), draw.grain / _FINER) for name in ("value", "low", "high")]
    return [
        *figures,
        Words("sampled", ("no", "yes"), said.reshape(-1).astype(np.int64)),
        Figures("sample", np.concatenate(rows["sample"]), draw.grain),
    ]


def samples_read(draw: SeriesDraw, rows: Sequence[Sequence[str]], table: Table) -> Integers:
    """What was drawn, from the cells of a CSV as its reader gives them, the header first."""
    said, number = table.names.index("sampled"), table.names.index("sample")
    column = Figures("sample", np.zeros(1, dtype=np.int64), draw.grain)
    if any(row[said] not in ("yes", "no") for row in rows[1:]):
        raise ValueError
    found = [column.read(row[number]) if row[said] == "yes" else SKIPPED for row in rows[1:]]
    values = np.array(found, dtype=np.int64)
    try:
        draw.checked(values)
    except LedgerError:
        raise ValueError from None
    return values


_LINES: Final = (look.BLUE, look.AMBER, look.GREEN, "#7d4f9c")
_SPREAD: Final = 8
_POINTS: Final = 9
_LONGEST: Final = 4096  # ticks a picture looks at: the error of normalised columns takes their square


def series_picture(plan: Plan, lang: str | None = None) -> Figure | None:
    """Of the first series of a plan: the typical error of the best strategies; None where there is no series.

    A series whose number of coefficients is chosen has no one error before the data, and is left out; so is one
    with a secret radius, which has no other strategy beside it.
    """
    left_out = (KeptDraw, RadiusDraw)
    drawn = [one for one in plan.draws if isinstance(one, SeriesDraw) and not isinstance(one, left_out)]
    draw = drawn[0] if drawn else None
    if draw is None:
        return None
    from epsilog.kinds.series.plan.shapes import options_at

    tongue = look.picture_language(lang)
    names = _apart({one.name: one.typical for one in reversed(options_at(plan, draw).found)}, draw.strategy)
    figure, axes = look.canvas(9.6, 5.0, 2)
    _against_epsilon(axes[0], plan, draw, names, tongue)
    _against_ticks(axes[1], plan, draw, names, tongue)
    look.title(figure, say("plan.picture.series.title", tongue, entry=draw.entry.name[:60]))
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=10.5, ncols=2)
    return look.finish(figure, tongue)


def _apart(errors: dict[str, float], chosen: str) -> list[str]:
    """The chosen one, a few that differ enough to be seen apart, and the plainest."""
    names, plainest = [chosen], "independent steps"
    for name in sorted(errors, key=lambda one: errors[one]):
        if name != plainest and all(errors[name] > 1.03 * errors[other] for other in names):
            names.append(name)
    return list(dict.fromkeys([*names[: len(_LINES) - 1], plainest]))


def _errors(plan: Plan, query: Entry, grain: Fraction, units: int) -> dict[str, float]:
    """The least typical error of each strategy, whichever law."""
    from epsilog.kinds.series.plan.shapes import UNITS, options_for

    coin: Coin = "pure" if plan.share.coin == "pure" else "zcdp"
    ways = participations_of(query, plan.spec.bound, plan.spec.protect.unit)
    found: dict[str, float] = {}
    for one in options_for(query, ways, grain, coin, Fraction(units, UNITS)).found:
        found.setdefault(one.name, one.typical)
    return found


def _against_epsilon(ax: Any, plan: Plan, draw: SeriesDraw, names: list[str], lang: Language) -> None:
    coin: Coin = "pure" if plan.share.coin == "pure" else "zcdp"
    chosen = float(epsilon_of(plan))
    epsilons = [chosen * _SPREAD ** float(power) for power in np.linspace(-1, 1, _POINTS)]
    lines: dict[str, list[float]] = {name: [] for name in names}
    for epsilon in epsilons:
        try:
            cap = Purse(coin, plan.share.delta).allowance(Fraction(f"{epsilon:.9g}")).cap
            units = max(1, draw.price(coin) * cap // plan.price.main)
            errors = _errors(plan, draw.entry, draw.grain, units)
        except SpecError:
            errors = {}
        for name in names:
            lines[name].append(errors.get(name, math.nan))
    ax.axvline(chosen, color=look.QUIET, linewidth=1.2, linestyle=(0, (4, 3)))
    _plot(ax, epsilons, lines, draw, lang)
    ticks = [step * 10.0**power for power in range(-5, 7) for step in (1, 2, 5)]
    ax.xaxis.set_ticks([tick for tick in ticks if epsilons[0] <= tick <= epsilons[-1]])
    ax.xaxis.set_ticks([], minor=True)
    ax.xaxis.set_major_formatter(lambda value, _: plain(value))
    look.axes_names(ax, say("plan.picture.series.epsilon", lang), say("plan.picture.series.y", lang))


def _against_ticks(ax: Any, plan: Plan, draw: SeriesDraw, names: list[str], lang: Language) -> None:
    coin: Coin = "pure" if plan.share.coin == "pure" else "zcdp"
    horizons = sorted({max(1, min(_LONGEST, draw.ticks * 2**power // 8)) for power in range(7)} | {draw.ticks})
    lines: dict[str, list[float]] = {name: [] for name in names}
    seen: list[int] = []
    for horizon in horizons:
        longer = _with_ticks(draw.entry, horizon)
        if longer is None:
            continue
        seen.append(horizon)
        errors = _errors(plan, longer, draw.grain, draw.price(coin))
        for name in names:
            lines[name].append(errors.get(name, math.nan))
    ax.axvline(draw.ticks, color=look.QUIET, linewidth=1.2, linestyle=(0, (4, 3)))
    _plot(ax, seen, lines, draw, lang)
    ax.xaxis.set_ticks(seen[:: max(1, len(seen) // 5)])
    ax.xaxis.set_ticks([], minor=True)
    ax.xaxis.set_major_formatter(lambda value, _: f"{int(value):,}")
    look.axes_names(ax, say("plan.picture.series.ticks", lang), "")


def _with_ticks(query: Entry, ticks: int) -> Entry | None:
    """The same entry over another number of ticks from its first day on; None where the calendar ends."""
    axis = next(axis for axis in query.grid().axes if isinstance(axis, Ticks))
    during = query.during
    assert during is not None
    try:
        end = tick_start(axis.first + ticks, axis.every) - dt.timedelta(seconds=1)
        if tick_of(end, axis.every) != axis.first + ticks - 1:
            return None
        return replace(query, during=During(during.time, during.first, end.date()), name=query.name)
    except (SpecError, ValueError, OverflowError):
        return None


def _plot(ax: Any, x: list[Any], lines: dict[str, list[float]], draw: SeriesDraw, lang: Language) -> None:
    for (name, errors), colour in zip(lines.items(), _LINES, strict=False):
        wide = 2.8 if name == draw.strategy else 1.6
        style = "-" if name == draw.strategy else (0, (5, 2))
        ax.plot(x, errors, color=colour, linewidth=wide, linestyle=style, label=strategy_words(name, lang))
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(lambda value, _: plain(value))
    ax.yaxis.set_minor_formatter(lambda value, _: "")


class SeriesShown(SeriesWords):
    """A value and its range at every tick; of FAST a model's, and the samples it rests on."""

    @property
    def own(self) -> tuple[str, ...]:
        """The samples of FAST, and how many coefficients were kept."""
        return (*SAMPLED, KEPT)

    def columns(self, plan: Plan, planned: Sequence[SeriesDraw], vectors: Sequence[Integers]) -> Columns:
        """A row for each cell and tick."""
        (series,), (values,), query = planned, vectors, asked_of(plan, planned)
        keys = keys_of(query.grid().axes)
        if isinstance(method_of(query), Fast):
            return Columns(keys, fast_columns(series, values, plan.spec.confidence))
        columns: list[Column] = [*series_columns(series, values)]
        if isinstance(series, RadiusDraw) and is_smoothed(query, plan.spec.tidy):
            version = plan.rule("smooth")
            columns += smooth_columns(query, series.tick_noise, values, plan.spec.confidence, version)
        return Columns(keys, columns)

    def read(self, planned: Sequence[SeriesDraw], rows: Rows, table: Table) -> list[Integers]:
        """What was drawn; of FAST the samples."""
        if "sampled" in table.names:
            return [samples_read(planned[0], rows, table)]
        return super().read(planned, rows, table)

    def known_noise(self, planned: SeriesDraw) -> Known | None:
        """Of one radius for ticks told one by one."""
        if isinstance(planned, RadiusDraw) and planned.group == 1:
            return known_of(planned.tick_noise)
        return None

    def choices_picture(self, plan: Plan, lang: str | None) -> Figure | None:
        """The error of each strategy against epsilon and number of ticks."""
        return series_picture(plan, lang)
