"""A picture of alerts: along time, the ticks that spoke and by how much, and where the watch ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.core.clock import tick_start
from epsilog.core.grid import Ticks
from epsilog.roles.canvas import clean, dates_along, finished
from epsilog.roles.column import Words
from epsilog.roles.table import Table
from epsilog.words import percent, plain, say
from epsilog.words.wrapping import wrapped

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def alert_picture(table: Table, title: str, unit: str, lang: str | None = None) -> Figure:
    """Stems at the ticks with an alert; what was no longer watched is shaded."""
    tongue = look.spoken(lang)
    along = next(axis for axis in table.axes if isinstance(axis, Ticks))
    when = np.array(
        [np.datetime64(tick_start(tick, along.every)) for tick in range(along.first, along.last + 2)],
        dtype="datetime64[h]",
    )
    said, over = table.column("alert"), table.figures("over").floats()
    assert isinstance(said, Words)
    yes, ended = np.flatnonzero(said.codes == 1), np.flatnonzero(said.codes == 2)
    unsure = float(table.figures("unsure").floats()[0])
    figure, (ax,) = look.canvas(9.6, 3.6)
    ax.axhspan(0, unsure, color=look.AMBER, alpha=0.12, linewidth=0)
    if len(ended):
        ax.axvspan(when[ended[0]], when[-1], color=look.RULE, linewidth=0)
    if 5 * len(ended) > len(said.codes):  # where there is room for the words
        middle = when[ended[0]] + (when[-1] - when[ended[0]]) // 2
        ax.text(
            middle, 0.5, say("release.picture.alert.ended", tongue), ha="center", va="center", color=look.QUIET,
            transform=ax.get_xaxis_transform(), fontsize=10.5,
        )  # fmt: skip
    ax.vlines(when[yes], 0, over[yes], color=look.RED, linewidth=2)
    ax.plot(when[yes], over[yes], "o", color=look.RED, markersize=7)
    if not len(yes):
        ax.text(
            0.5, 0.5, say("release.picture.alert.none", tongue), ha="center", va="center", color=look.QUIET,
            transform=ax.transAxes, fontsize=12,
        )  # fmt: skip
    ax.axhline(0, color=look.INK, linewidth=1)
    ax.set_xlim(when[0], when[-1])
    ax.set_ylim(0, 1.15 * max(unsure, float(over.max(initial=0))))
    dates_along(ax)
    label = say("release.picture.alert.over", tongue)
    ax.set_ylabel(f"{label}\n({clean(unit, 40)})", fontsize=10.5, color=look.INK)
    look.title(figure, "\n".join(wrapped(clean(title, 400), 78)))
    sure = percent(float(table.confidence), tongue, digits=2)
    words = say("release.picture.alert", tongue, unsure=plain(unsure, way="up"), confidence=sure)
    figure.supxlabel(words, fontsize=10, color=look.QUIET)
    return finished(figure, tongue, title)
