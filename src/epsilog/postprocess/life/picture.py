"""Survival curves as clinicians expect them: steps, shaded bands, and the numbers at risk below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.core.exit import Withdrawn
from epsilog.core.number import Number
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import Floats
from epsilog.postprocess.life.band import band_within, falling, simultaneous
from epsilog.postprocess.life.curve import Curve, kaplan_meier
from epsilog.postprocess.life.exits import Exits
from epsilog.postprocess.life.inside import survival_within
from epsilog.words import percent, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST: Final = 5
_COLOURS: Final = (look.BLUE, look.AMBER, look.GREEN, look.RED, look.QUIET)
_DASHES: Final = ("-", (0, (6, 2)), (0, (2, 1.5)), "-.", ":")


def draw_survival(
    strata: Mapping[str, Exits],
    title: str,
    unit: str,
    *,
    band: bool = True,
    confidence: Number = "0.95",
    lang: str | None = None,
    recipe: Curve | None = None,
    withdrawn: Withdrawn | None = None,
    falls: bool = True,
) -> Figure:
    """The curves of one or several strata, each with its band (or pointwise intervals), and who is at risk below.

    `recipe`, the textbook's for comparison, is dotted, with its own range. `withdrawn` says when people are lost
    inside a bin; without it bins are taken to hold everything at their end, events and then losses, as releases did
    before they asked. Where anything may be anywhere inside a bin, the shade reaches over all of it, and a straight
    line joins its ends. With `falls` a band falls with time, as every curve inside it does.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [25, 14, 12], [0, 1, 3], 145, DiscreteLaplace(1))
    >>> len(draw_survival({"all": exits}, "Readmission", "days", band=False).axes)
    2
    """
    if not 1 <= len(strata) <= MOST:
        raise SpecError(f"a picture holds one to {MOST} curves", where="strata", hint="draw some of them")
    tongue = look.picture_language(lang)
    curves = {name: _curve(exits, confidence, band, withdrawn, falls) for name, exits in strata.items()}
    horizon = max(float(curve.times[-1]) for curve in curves.values())
    figure, ax, table = _frame(len(strata))
    for place, (name, curve) in enumerate(curves.items()):
        _line(ax, curve, name, place)
    if recipe is not None:
        _draw_dotted(ax, recipe, say("life.recipe", tongue))
    lowest = min(float(curve.low.min()) for curve in (*curves.values(), *([] if recipe is None else [recipe])))
    floor = 0 if lowest < 0.5 else np.floor(20 * lowest) / 20
    ax.set_ylim(floor, 1.0 + (1 - floor) / 100)  # a line along the top stays whole
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f}")
    ticks = round_ticks(horizon)
    ax.set_xticks(ticks)
    ax.set_xlim(0, horizon * 1.02)
    look.axes_names(ax, say("life.time", tongue, unit=unit), say("life.without_event", tongue))
    if len(strata) > 1 or recipe is not None:
        look.legend(ax, loc="best")
    _at_risk(table, strata, ticks, horizon, say("life.at_risk", tongue))
    sure = percent(float(next(iter(curves.values())).confidence), tongue, digits=2)
    note = (
        say("life.note_band", tongue, confidence=sure) if band else say("life.note_points", tongue, confidence=sure)
    )
    if floor > 0:  # whoever takes the bottom for nobody left would see a far worse course
        note += "\n" + say("life.axis", tongue, floor=percent(float(floor), tongue, digits=2))
    look.title(figure, title)
    figure.supxlabel(note, fontsize=9.5, color=look.QUIET)
    return look.finish(figure, tongue)


def _curve(exits: Exits, confidence: Number, band: bool, withdrawn: Withdrawn | None, falls: bool) -> Curve:
    if withdrawn is None:
        return simultaneous(exits, confidence) if band else kaplan_meier(exits, confidence)
    if not band:
        return survival_within(exits, withdrawn, confidence)
    around = band_within(exits, withdrawn, confidence)
    return falling(around, exits, withdrawn) if falls else around


def at_risk(exits: Exits, times: Floats) -> Floats:
    """How many are followed beyond each time, from the tidied noisy counts; everybody at 0.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [5, 4, 2], [0, 1, 3], 85, DiscreteLaplace(1))
    >>> at_risk(exits, np.array([0.0, 10.0, 25.0, 30.0]))
    array([100.,  95.,  90.,  85.])
    """
    left = np.append(exits.at_risk, float(exits.tidy.followed))
    return np.asarray(left[np.searchsorted(exits.times, times, side="right")])


def _frame(rows: int) -> tuple[Figure, Axes, Axes]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    below = 0.35 + 0.24 * rows
    figure = Figure(figsize=(7.6, 4.6 + below), facecolor=look.PAPER, layout="constrained")
    FigureCanvasAgg(figure)
    ax, table = figure.subplots(2, 1, sharex=True, height_ratios=[4.2, below])
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(look.QUIET)
    ax.grid(True, color=look.RULE, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(colors=look.QUIET, labelsize=10.5, labelbottom=True)
    for side in ("top", "right", "left", "bottom"):
        table.spines[side].set_visible(False)
    table.tick_params(bottom=False, labelbottom=False, left=False)
    return figure, ax, table


def _line(ax: Axes, curve: Curve, name: str, place: int) -> None:
    times = np.concatenate([[0.0], curve.times])

    def stepped(values: Floats) -> Floats:
        return np.concatenate([[curve.start], values])

    colour = _COLOURS[place]
    # A curve that may fall anywhere inside a bin is held by the upper limit of its start and the lower of its end.
    low = np.append(curve.low, curve.low[-1]) if curve.binned else stepped(curve.low)
    ax.fill_between(times, low, stepped(curve.high), step="post", color=colour, alpha=0.16, lw=0)
    if curve.binned:
        ax.plot(times, stepped(curve.value), color=colour, lw=2, ls=_DASHES[place], label=name)
    else:
        ax.step(times, stepped(curve.value), where="post", color=colour, lw=2, ls=_DASHES[place], label=name)


def _draw_dotted(ax: Axes, curve: Curve, name: str) -> None:
    times = np.concatenate([[0.0], curve.times])
    for part, width in ((curve.value, 1.8), (curve.low, 0.9), (curve.high, 0.9)):
        label = name if part is curve.value else None
        ax.step(times, [curve.start, *part], where="post", color=look.RED, lw=width, ls=":", label=label)


def round_ticks(horizon: float) -> Floats:
    """Five to ten round numbers from 0.

    >>> round_ticks(30).tolist()
    [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]
    """
    rough = horizon / 7
    size = 10.0 ** np.floor(np.log10(rough))
    # A month is told in weeks or fives, a year in months of thirty.
    step = next(size * factor for factor in (1, 2, 3, 5, 7, 10) if size * factor >= rough * 0.85)
    return np.arange(0, horizon * (1 + 1e-9), step)


def _at_risk(ax: Axes, strata: Mapping[str, Exits], ticks: Floats, horizon: float, heading: str) -> None:
    ax.set_ylim(len(strata) - 0.4, -1.1)
    ax.text(0, -0.75, heading, fontsize=10, color=look.INK, va="center", ha="left")
    ax.set_yticks(range(len(strata)), list(strata), fontsize=10)
    for place, (label, exits) in enumerate(zip(ax.get_yticklabels(), strata.values(), strict=True)):
        label.set_color(_COLOURS[place])
        inside = ticks[ticks <= exits.times[-1] + 1e-9]
        for time, number in zip(inside, at_risk(exits, inside), strict=True):
            side = "left" if time == 0 else "right" if time > 0.99 * horizon else "center"
            ax.text(time, place, f"{number:,.0f}", fontsize=10, color=look.INK, va="center", ha=side)
