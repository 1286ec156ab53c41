"""Pictures of the building, of who adds up a day in it, and of the adversary who knows the dynamics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.audit.building import MINUTES, Building, Hourly, Level
from epsilog.audit.dynamics import Advantage
from epsilog.words import plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS: Final = (look.RED, look.BLUE, look.GREEN)


def building_picture(levels: Sequence[Level], lang: str | None = None) -> Figure:
    """How sure the adversary gets while he adds up a person's looks, by formula (lines) and played (dots)."""
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(8.2, 5.0)
    for level, colour in zip(levels, _COLOURS, strict=True):
        words = say(f"building.{_kind(level)}", tongue, deviation=plain(level.deviation, 3))
        ax.plot(level.looks, level.expected, color=colour, linewidth=2.2, label=words)
        ax.plot(level.looks, np.maximum(level.measured, 0), "o", color=colour, markersize=5)
        ax.plot(level.looks, [level.ceiling] * len(level.looks), color=colour, linewidth=1, linestyle=":")
    ax.set_xscale("log")
    ax.set_ylim(-0.02, 1.04)
    ax.xaxis.set_major_formatter(lambda value, _: plain(value))
    look.axes_names(ax, say("building.x", tongue), say("building.y", tongue))
    look.title(figure, say("building.title", tongue))
    look.legend(ax, loc="upper left")
    return look.finish(figure, tongue)


def occupancy_picture(
    building: Building, released: Hourly, alerts: Sequence[int], above: int, lang: str | None = None
) -> Figure:
    """A day: the truth (invented here, so it may be shown), hourly values at user level, and alerts."""
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(8.2, 4.6)
    minute = np.arange(MINUTES) / 60
    ax.plot(minute, building.occupancy, color=look.INK, linewidth=1.6, label=say("building.truth", tongue))
    ax.errorbar(
        released.hours,
        released.values,
        yerr=released.margin,
        fmt="o",
        color=look.GREEN,
        markersize=4,
        linewidth=1.1,
        capsize=2,
        label=say("building.hourly_value", tongue),
    )
    ax.axhline(above, color=look.AMBER, linewidth=1, linestyle="--", label=say("building.allowed", tongue))
    if alerts:
        words = say("building.alert", tongue)
        ax.plot([at / 60 for at in alerts], [above] * len(alerts), "v", color=look.RED, markersize=9, label=words)
    ax.set_xlim(-0.5, 24)
    ax.set_ylim(top=1.5 * max(above, int(building.occupancy.max())) + released.margin)  # room for the legend
    ax.set_xticks(range(0, 25, 3))
    look.axes_names(ax, say("building.hour", tongue), say("building.inside", tongue))
    look.title(figure, say("building.day_title", tongue))
    look.legend(ax, loc="upper left", ncols=2)
    return look.finish(figure, tongue)


def dynamics_picture(found: Mapping[str, Advantage], lang: str | None = None) -> Figure:
    """What the adversary who knows the dynamics reached under every mechanism, beside what no one can exceed."""
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(8.2, 0.36 * len(found) + 1.8)
    rows = np.arange(len(found))[::-1]
    for row, (name, one) in zip(rows, found.items(), strict=True):
        reach = [[max(0.0, one.measured - one.low)], [max(0.0, one.high - one.measured)]]
        ax.errorbar([one.measured], [row], xerr=reach, fmt="o", color=look.BLUE, capsize=3, markersize=5)
        ax.plot([one.ceiling], [row], "|", color=look.RED, markersize=16, markeredgewidth=2.5)
        ax.text(-0.01, row, say(f"building.mechanism.{name}", tongue), ha="right", va="center", color=look.INK)
    ax.plot([], [], "o", color=look.BLUE, label=say("building.measured", tongue))
    ax.plot([], [], "|", color=look.RED, markersize=12, markeredgewidth=2.5, label=say("building.ceiling", tongue))
    ax.set_yticks([])
    ax.set_xlim(0, max(0.1, *(one.ceiling for one in found.values())) * 1.12)
    look.axes_names(ax, say("building.y", tongue), "")
    look.title(figure, say("building.dynamics_title", tongue))
    look.legend(ax, loc="upper right")
    return look.finish(figure, tongue)


def _kind(level: Level) -> str:
    return level.unit if level.every == 1 else "hourly"
