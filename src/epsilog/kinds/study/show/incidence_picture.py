"""The picture of competing risks: for each cause (and arm) the share it has taken by each time, with its range."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.postprocess.life.picture import MOST, round_ticks
from epsilog.roles.canvas import clean, finished
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.words import percent, say
from epsilog.words.wrapping import wrapped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS: Final = (look.BLUE, look.AMBER, look.GREEN, look.RED, look.QUIET)
_BEYOND: Final = 1.04
_DASHES: Final = ("-", (0, (6, 2)), (0, (2, 1.5)), "-.", ":")


def incidence_picture(
    derived: Derived, query: Entry, title: str, lang: str | None = None, *, binned: bool = False
) -> Figure:
    """Rising steps from 0, a colour for each cause and a dash for each arm; the first few where there are many.

    binned   events may be anywhere inside their bin: lines are straight, and the shade reaches over all of a bin
    """
    assert query.exits is not None
    tongue = look.spoken(lang)
    lines = _lines(derived)
    figure, (ax,) = look.canvas(9.6, 4.8)
    causes = list(dict.fromkeys(cause for _, cause in lines))
    arms = list(dict.fromkeys(arm for arm, _ in lines))
    names, top, horizon = [], 0.0, float(query.exits.horizon)
    for (arm, cause), rows in islice(lines.items(), MOST):
        # What holds at the horizon, the figure that is told, runs on to the margin: there it can be seen.
        times = np.array([0.0, *derived.reals("time")[rows], horizon * _BEYOND])
        parts = (100 * derived.reals(part)[rows] for part in ("value", "low", "high"))
        value, low, high = (np.array([0.0, *part, part[-1]]) for part in parts)
        colour = _COLOURS[causes.index(cause) % len(_COLOURS)]
        name = clean(" · ".join((cause, *arm)), 30)
        high = np.append(high[1:], high[-1]) if binned else high
        ax.fill_between(times, low, high, step="post", color=colour, alpha=0.16, lw=0)
        dash = _DASHES[arms.index(arm) % len(_DASHES)]
        if binned:
            ax.plot(times, value, color=colour, lw=2, ls=dash, label=name)
        else:
            ax.step(times, value, where="post", color=colour, lw=2, ls=dash, label=name)
        names.append(name)
        top = max(top, float(high.max()))
    ax.set_ylim(0, max(min(100.0, 1.1 * top), 1e-6))
    ax.set_xticks(round_ticks(horizon))
    ax.set_xlim(0, horizon * _BEYOND)
    unit = say(f"study.unit.{query.exits.unit}", tongue)
    look.axes_names(ax, say("life.time", tongue, unit=unit), say("life.with_event", tongue))
    look.legend(ax, loc="upper left")
    if len(names) < len(lines):
        title = say("release.picture.shown", tongue, title=title, shown=len(names), all=f"{len(lines):,}")
    look.title(figure, "\n".join(wrapped(clean(title, 400), 78)))
    sure = percent(float(derived.confidence), tongue, digits=2)
    figure.supxlabel(say("life.note_causes", tongue, confidence=sure), fontsize=10, color=look.QUIET)
    return finished(figure, tongue, "".join(names))


def _lines(derived: Derived) -> dict[tuple[tuple[str, ...], str], list[int]]:
    """The rows of every line, by arm and cause."""
    *arms, causes = derived.words()
    found: dict[tuple[tuple[str, ...], str], list[int]] = {}
    for row, (*arm, cause) in enumerate(zip(*(word.texts() for word in (*arms, causes)), strict=True)):
        found.setdefault((tuple(arm), cause), []).append(row)
    return found
