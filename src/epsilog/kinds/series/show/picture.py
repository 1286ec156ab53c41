"""A picture of the ways to make a series: the error of each strategy against epsilon and number of ticks."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.core.clock import tick_of, tick_start
from epsilog.core.during import During
from epsilog.core.grid import Ticks
from epsilog.errors import SpecError
from epsilog.kinds.series.plan.kept import KeptDraw
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.kinds.series.words.shapes import strategy_words
from epsilog.roles.alone import epsilon_of
from epsilog.roles.budget import Coin, Purse
from epsilog.roles.participations import participations_of
from epsilog.roles.plan import Plan
from epsilog.roles.query import Query
from epsilog.words import Language, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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

    tongue = look.spoken(lang)
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


def _errors(plan: Plan, query: Query, grain: Fraction, units: int) -> dict[str, float]:
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


def _with_ticks(query: Query, ticks: int) -> Query | None:
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
