"""The picture of chosen keys: there are no numbers to draw, so it is a list."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from epsilog.accounting.pictures import canvas as look
from epsilog.roles.canvas import MOST_BARS, clean, finished
from epsilog.roles.column import Words
from epsilog.roles.table import Table
from epsilog.words import percent, say
from epsilog.words.wrapping import wrapped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_PLACES: Final = 5


def ranking(table: Table, title: str, lang: str | None = None) -> Figure:
    """The picture of a table of keys: a line for each group, its chosen keys from left to right."""
    tongue = look.spoken(lang)
    *groups, places = table.axes
    chosen = table.column("value")
    assert isinstance(chosen, Words)
    lines = list(product(*(axis.labels() for axis in groups)))
    shown, across = min(len(lines), MOST_BARS), min(places.size, MOST_PLACES)
    figure, (ax,) = look.canvas(9.6, max(2.2, 1.6 + 0.42 * shown))
    for row in range(shown):
        name = " · ".join(clean(label, 26) for label in lines[row])
        ax.text(-0.15, -row, name, ha="right", va="center", color=look.QUIET, fontsize=10.5)
        for place in range(across):
            word = clean(chosen.labels[chosen.codes[row * places.size + place]], 24)
            ax.text(place, -row, f"{place + 1}. {word}", ha="left", va="center", color=look.INK, fontsize=11.5)
    ax.set_xlim(-1.2 if groups else -0.1, across)
    ax.set_ylim(-shown + 0.4, 0.7)
    ax.axis("off")
    if shown < len(lines):
        title = say("release.picture.shown", tongue, title=title, shown=shown, all=f"{len(lines):,}")
    look.title(figure, "\n".join(wrapped(clean(title, 400), 78)))
    (behind,) = set(table.figures("behind").cells())
    sure = percent(float(table.confidence), tongue, digits=2)
    words = say("release.picture.top", tongue, confidence=sure, off=behind)
    figure.supxlabel(words, fontsize=10, color=look.QUIET)
    return finished(figure, tongue, "".join(chosen.labels) + "".join(map("".join, lines[:shown])))
