"""Pictures of what was read off tables: survival curves with who is at risk, and dots with their ranges."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.kinds.study.ask.studied import is_rate
from epsilog.kinds.study.show.survival import RULE, arms_of, bands_fall, order_of, recipe_curve
from epsilog.postprocess.life.picture import MOST, draw_survival, round_ticks
from epsilog.postprocess.ranges import Integers
from epsilog.roles.canvas import clean, finish_figure
from epsilog.roles.derived import Derived
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.planned import Draw
from epsilog.words import language, percent, say
from epsilog.words.wrapping import wrap_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure


# The picture of competing risks: for each cause (and arm) the share it has taken by each time, with its range.


_COLOURS: Final = (look.BLUE, look.AMBER, look.GREEN, look.RED, look.QUIET)
_BEYOND: Final = 1.04
_DASHES: Final = ("-", (0, (6, 2)), (0, (2, 1.5)), "-.", ":")


def incidence_picture(
    derived: Derived, query: Entry, title: str, lang: str | None = None, *, binned: bool = False
) -> Figure:
    """Rising steps from 0, a colour for each cause and a dash for each arm; the first few where there are many.

    binned   events may be anywhere inside their bin: lines are straight, and the shade reaches over all of a bin
    """
    assert query.ask.exits is not None
    tongue = look.picture_language(lang)
    lines = _lines(derived)
    figure, (ax,) = look.canvas(9.6, 4.8)
    causes = list(dict.fromkeys(cause for _, cause in lines))
    arms = list(dict.fromkeys(arm for arm, _ in lines))
    names, top, horizon = [], 0.0, float(query.ask.exits.horizon)
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
    unit = say(f"study.unit.{query.ask.exits.unit}", tongue)
    look.axes_names(ax, say("life.time", tongue, unit=unit), say("life.with_event", tongue))
    look.legend(ax, loc="upper left")
    if len(names) < len(lines):
        title = say("release.picture.shown", tongue, title=title, shown=len(names), all=f"{len(lines):,}")
    look.title(figure, "\n".join(wrap_text(clean(title, 400), 78)))
    sure = percent(float(derived.confidence), tongue, digits=2)
    figure.supxlabel(say("life.note_causes", tongue, confidence=sure), fontsize=10, color=look.QUIET)
    return finish_figure(figure, tongue, "".join(names))


def _lines(derived: Derived) -> dict[tuple[tuple[str, ...], str], list[int]]:
    """The rows of every line, by arm and cause."""
    *arms, causes = derived.words()
    found: dict[tuple[tuple[str, ...], str], list[int]] = {}
    for row, (*arm, cause) in enumerate(zip(*(word.texts() for word in (*arms, causes)), strict=True)):
        found.setdefault((tuple(arm), cause), []).append(row)
    return found


_MOST_DOTS: Final = 24


def survival_picture(plan: Plan, draw: Draw, values: Integers, title: str, lang: str | None = None) -> Figure:
    """The curves of an entry, the first few where there are many arms."""
    query = plan.spec.publish[draw.query]
    assert query.ask.exits is not None
    version = plan.rule(RULE)
    arms = arms_of(query, values, draw.noise.law, version)
    shown = {clean(" · ".join(arm), 30): exits for arm, exits in list(arms.items())[:MOST]}
    if len(shown) < len(arms):
        title = say("release.picture.shown", lang, title=title, shown=len(shown), all=f"{len(arms):,}")
    tongue = language(lang)
    unit = say(f"study.unit.{query.ask.exits.unit}", tongue)
    if "" in shown:
        shown = {say("study.everybody", tongue): shown[""]}
    sure, recipe = plan.spec.confidence, None
    if query.ask.is_studied:
        recipe = recipe_curve(query, values, draw, sure, version)
    heading = "\n".join(wrap_text(clean(title, 400), 70))
    order, falls = order_of(query, version), bands_fall(version)
    figure = draw_survival(
        shown, heading, unit, confidence=sure, lang=lang, recipe=recipe, withdrawn=order, falls=falls
    )
    return finish_figure(figure, look.picture_language(lang), "".join(shown))


def dots_picture(
    derived: Derived, query: Entry, title: str, lang: str | None = None, *, version: int = 1
) -> Figure:
    """A dot and its range for every row; incidences, which run over time, are curves, by that version of a rule."""
    if derived.form == "incidence":
        binned = order_of(query, version) not in (None, "at the end")
        return incidence_picture(derived, query, title, lang, binned=binned)
    tongue = look.picture_language(lang)
    # A bare "yes" says nothing: every key is told with its column.
    before = [f"{clean(word.name, 16)} " if word.name != "quantile" else "" for word in derived.words()]
    keys = [[name + text for text in word.texts()] for name, word in zip(before, derived.words(), strict=True)]
    names = [" · ".join(row) for row in zip(*keys, strict=True)]
    shown = min(len(names), _MOST_DOTS)
    value, low, high = (derived.reals(name)[:shown] for name in ("value", "low", "high"))
    figure, (ax,) = look.canvas(9.6, max(2.4, 1.7 + 0.36 * shown))
    place = np.arange(shown)
    told = derived.form != "quantiles" and not is_rate(query)
    factor = 100.0 if told else 1.0
    middle = np.where(np.isnan(value), (low + high) / 2, value)
    ends = np.maximum([middle - low, high - middle], 0.0) * factor
    ax.errorbar(middle * factor, place, xerr=ends, fmt="none", ecolor=look.BLUE, elinewidth=5, alpha=0.35)
    ax.plot(value * factor, place, "o", color=look.BLUE, markersize=7)
    ax.grid(False, axis="y")
    ax.set_yticks(place, [clean(name, 44) for name in names[:shown]])
    ax.tick_params(axis="y", colors=look.INK, length=0)
    ax.set_ylim(shown - 0.4, -0.6)
    # Shares begin at 0, so that a small difference does not look like a large one.
    if told:
        ax.set_xlim(0, max(1e-9, float(high.max(initial=0.0)) * factor * 1.08))
    unit = "%" if told else query.column or ""
    ax.set_xlabel(clean(unit, 40), fontsize=11, color=look.INK)
    if shown < len(names):
        title = say("release.picture.shown", tongue, title=title, shown=shown, all=f"{len(names):,}")
    look.title(figure, "\n".join(wrap_text(clean(title, 400), 78)))
    figure.supxlabel(_note(derived, tongue), fontsize=10, color=look.QUIET)
    return finish_figure(figure, tongue, "".join(names[:shown]))


def _note(derived: Derived, tongue: Any) -> str:
    sure = percent(float(derived.confidence), tongue, digits=2)
    key = "release.picture.population" if derived.about == "population" else "release.picture.band"
    return say(key, tongue, confidence=sure)
