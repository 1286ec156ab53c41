"""Pictures of published tables: series with bands, bars and dots with ranges, histograms. Nothing but the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.pictures import canvas as look
from epsilog.core.clock import tick_start
from epsilog.core.grid import Axis, Bins, Grid, Ticks
from epsilog.core.pair import PAIRED
from epsilog.registry.shows import shown_of
from epsilog.roles.canvas import MOST_BARS, clean, dates_below, finish_figure
from epsilog.roles.column import Words
from epsilog.roles.smooth_columns import HOLDS
from epsilog.roles.table import Table
from epsilog.roles.telling import unit_of
from epsilog.show.result import Result
from epsilog.words import Language, percent, plain, say
from epsilog.words.wrapping import wrap_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_LINES: Final = 3
MOST_PANELS: Final = 12
_COLOURS: Final = (look.BLUE, look.AMBER, look.GREEN)
_NAMED_BINS: Final = 10
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Group:
    """The cells of one combination of keys, along time or bins, or a single cell."""

    name: str
    value: Floats
    low: Floats
    high: Floats
    up: int = 0  # so many levels above the cells
    smoothed: Floats | None = None
    samples: Floats | None = None  # noisy numbers of the ticks that were sampled, nan elsewhere


def picture(result: Result, at: int, table: Table, title: str, lang: str | None = None) -> Figure:
    """The picture of one table of a result: its kind's own, or the usual one."""
    plan, query = result.plan, result.plan.spec.publish[at]
    unit = unit_of(query, plan.spec, look.picture_language(lang))
    vectors = [values for one, values in zip(plan.draws, result.values, strict=True) if one.query == at]
    shown = shown_of(plan, at)
    own = shown.picture(plan, plan.vectors_of(at), vectors, table, title, unit, lang)
    return draw(table, title, unit, lang, shown.caption(table, look.picture_language(lang))) if own is None else own


def draw(
    table: Table, title: str, unit: str, lang: str | None = None, caption: Sequence[str] | None = None
) -> Figure:
    """The usual picture of a table; `title` says what it shows and `unit` what its numbers count.

    caption    what stands below; otherwise what its ranges speak of, and whether its values were tidied
    """
    tongue = look.picture_language(lang)
    if not table.cells:
        return _nothing(title, tongue, "release.picture.empty")
    blank = table.figures("value").blank
    if blank is not None and blank.all():
        return _nothing(title, tongue, "release.picture.unsaid")
    along, groups = _groups_of(table)
    if isinstance(along, Ticks):
        figure, shown = _series(along, groups, unit)
    elif isinstance(along, Bins):
        figure, shown = _histogram(along, groups, unit)
    else:
        figure, shown = _bars(table, groups, unit)
    if shown < len(groups):
        title = say("release.picture.shown", tongue, title=title, shown=shown, all=f"{len(groups):,}")
    look.title(figure, "\n".join(wrap_text(clean(title, 400), 78)))
    words = [*(_usual_words(table, tongue) if caption is None else caption)]
    if "smoothed" in table.names:
        kind = ".average" if HOLDS in table.names else ""
        words.append(say(f"release.picture.smoothed{kind}", tongue))
    figure.supxlabel(("; " if tongue == "en" else "；").join(words), fontsize=10, color=look.QUIET)
    return finish_figure(figure, tongue, "".join(group.name for group in groups[:shown]))


def _usual_words(table: Table, lang: Language) -> list[str]:
    """What the ranges speak of; that values were tidied, where the ranges are those of the raw ones."""
    sure = percent(float(table.confidence), lang, digits=2)
    words = [say(f"release.picture.{'band' if table.about == 'data' else table.about}", lang, confidence=sure)]
    if "raw" in table.names and table.ends == ("low", "high"):
        words.append(say("release.picture.tidied", lang))
    return words


def _nothing(title: str, tongue: Any, why: str) -> Figure:
    """A table in which no key was found, or no value was ever fresh."""
    figure, (ax,) = look.canvas(9.6, 2.2)
    ax.axis("off")
    ax.text(0.5, 0.5, say(why, tongue), ha="center", va="center", color=look.QUIET, fontsize=12)
    look.title(figure, "\n".join(wrap_text(clean(title, 400), 78)))
    return finish_figure(figure, tongue, title)


def _groups_of(table: Table) -> tuple[Axis | None, list[Group]]:
    """The axis a picture runs along (time, else bins, else none) and one group for every other combination.

    Groups of a hierarchy come before its cells, from the top: where there is no room for all, these are seen.
    """
    if not table.levels:
        return _grouped_rows(table, table.axes, range(table.cells))
    grid, along, groups = Grid(table.axes), None, []
    for up in range(len(table.levels) - 1, -1, -1):
        along, found = _grouped_rows(table, grid.roll_up(up).axes, table.levels[up])
        groups += [replace(group, up=up) for group in found]
    return along, groups


def _grouped_rows(table: Table, axes: Sequence[Axis], rows: range) -> tuple[Axis | None, list[Group]]:
    run = next((at for at, axis in enumerate(axes) if isinstance(axis, Ticks)), None)
    if run is None:
        run = next((at for at, axis in enumerate(axes) if isinstance(axis, Bins)), None)
    others = [at for at in range(len(axes)) if at != run]
    shape = [axis.size for axis in axes]

    def spread(name: str) -> Floats:
        cells = table.figures(name).floats()[rows.start : rows.stop].reshape(shape or [1])
        if not shape:
            return cells.reshape(1, 1)
        order = [*others, *([run] if run is not None else [])]
        return cells.transpose(order).reshape(-1, shape[run] if run is not None else 1)

    ends = ("value", *table.ends) if "low" in table.names else ("value",) * 3
    value, low, high = (spread(name) for name in ends)
    smoothed = spread("smoothed") if "smoothed" in table.names else None
    samples = spread("sample") if "sampled" in table.names else None
    if samples is not None:
        said = table.column("sampled")
        assert isinstance(said, Words)
        samples = np.where(said.codes.reshape(samples.shape) == 1, samples, np.nan)  # keys first, then time
    names = product(*(axes[at].labels() for at in others))
    # "yes · yes" says nothing: where keys of several columns meet, each is told with its column.
    columns = [f"{clean(axes[at].column, 16)} " if len(others) > 1 and not table.levels else "" for at in others]
    groups = []
    for at, labels in enumerate(names):
        if at >= max(MOST_PANELS, MOST_BARS):
            break
        name = " · ".join(column + clean(label, 26) for column, label in zip(columns, labels, strict=True))
        soft = None if smoothed is None else smoothed[at]
        dots = None if samples is None else samples[at]
        groups.append(Group(name, value[at], low[at], high[at], smoothed=soft, samples=dots))
    groups += [Group("", value[0], low[0], high[0])] * (len(value) - len(groups))  # counted, never drawn
    return (None if run is None else axes[run]), groups


def _panels(count: int, height: float) -> tuple[Figure, list[Axes]]:
    columns = 1 if count == 1 else 2 if count in (2, 4) else 3
    rows = -(-count // columns)
    if count == 1:
        return look.canvas(9.6, 4.4)
    figure, axes = look.canvas(9.6, min(11.0, 1.2 + height * rows), columns=0)
    for at in range(count):
        shared: dict[str, Any] = {"sharex": axes[0], "sharey": axes[0]} if axes else {}
        ax = look.dress(figure.add_subplot(rows, columns, at + 1, **shared), 9.5)
        if at % columns:
            ax.tick_params(labelleft=False)
        if at + columns < count:
            ax.tick_params(labelbottom=False)
        axes.append(ax)
    return figure, axes


def _series(along: Ticks, groups: Sequence[Group], unit: str) -> tuple[Figure, int]:
    when = np.array(
        [np.datetime64(tick_start(tick, along.every)) for tick in range(along.first, along.last + 1)],
        dtype="datetime64[h]",
    )
    together = len(groups) <= MOST_LINES
    shown = list(groups[:MOST_PANELS])
    figure, axes = _panels(1 if together else len(shown), 2.3)
    marker = "o" if along.size < 40 else None
    for at, group in enumerate(shown):
        ax, colour = (axes[0], _COLOURS[at]) if together else (axes[at], look.BLUE)
        ax.fill_between(when, group.low, group.high, color=colour, alpha=0.18, linewidth=0)
        thin = 1.4 if group.smoothed is None else 0.7
        ax.plot(when, group.value, color=colour, linewidth=thin, marker=marker, markersize=3.5, label=group.name)
        if group.smoothed is not None:
            ink = look.INK if len(shown) == 1 or not together else colour
            ax.plot(when, group.smoothed, color=ink, linewidth=2.6)
        if group.samples is not None:
            ax.plot(when, group.samples, "o", color=colour, markersize=4.5, markerfacecolor="none")
        if along.size == 1:
            ax.errorbar(when, group.value, _ends(group), fmt="none", ecolor=colour, elinewidth=2, alpha=0.6)
        if not together:
            ax.set_title(group.name, loc="left", fontsize=10.5, color=look.INK, pad=4)
    if together and len(shown) > 1:
        look.legend(axes[0], loc="upper right", ncols=len(shown))
        top = max(float(np.nanmax(group.high)) for group in shown)
        low = min(float(np.nanmin(group.low)) for group in shown)
        axes[0].set_ylim(min(low, 0) - 0.03 * (top - low), top + 0.16 * (top - low))
    for ax in axes:
        if along.size > 1:
            ax.set_xlim(when[0], when[-1])
        dates_below(ax, few=not together)
        _thousands(ax.yaxis)
    _name_sides(figure, axes, unit)
    return figure, len(shown)


def _histogram(along: Bins, groups: Sequence[Group], unit: str) -> tuple[Figure, int]:
    shown = list(groups[:MOST_PANELS])
    figure, axes = _panels(len(shown), 2.4)
    edges = [float(edge) for edge in along.edges]
    place = np.arange(along.size)
    for ax, group in zip(axes, shown, strict=True):
        ax.bar(place, group.value, width=0.94, color=look.PALE, edgecolor=look.BLUE, linewidth=0.8)
        ax.errorbar(place, group.value, _ends(group), fmt="none", ecolor=look.INK, elinewidth=1.2, capsize=2.5)
        if len(shown) > 1:
            ax.set_title(group.name, loc="left", fontsize=10.5, color=look.INK, pad=4)
        # Edges stand between the bars, so unequal bins are named and not stretched.
        every = max(1, -(-along.size // (_NAMED_BINS if len(shown) == 1 else 5)))
        at = list(range(0, along.size + 1, every))
        ax.set_xticks([number - 0.5 for number in at], [plain(edges[number], 6) for number in at])
        ax.axhline(0, color=look.QUIET, linewidth=0.8)
        _thousands(ax.yaxis)
    below = 1 if len(shown) == 1 else 2 if len(shown) in (2, 4) else 3
    for ax in axes[-below:]:
        ax.set_xlabel(clean(along.column, 30), fontsize=10.5, color=look.INK)
    _name_sides(figure, axes, unit)
    return figure, len(shown)


def _bars(table: Table, groups: Sequence[Group], unit: str) -> tuple[Figure, int]:
    shown = list(groups[:MOST_BARS])
    figure, (ax,) = look.canvas(9.6, max(2.4, 1.7 + 0.36 * len(shown)))
    place = np.arange(len(shown))
    value = np.array([float(group.value[0]) for group in shown])
    ends = np.array([_ends(group)[:, 0] for group in shown]).T
    told_as_dots = ("mean", "ratio", "quantiles", "expectation", "variance", "deviation", *PAIRED)
    counted = table.kind not in told_as_dots and bool(table.axes)
    if counted:
        filled = [look.BLUE if group.up else look.PALE for group in shown]
        ax.barh(place, value, height=0.66, color=filled, edgecolor=look.BLUE, linewidth=0.8)
        ax.errorbar(value, place, xerr=ends, fmt="none", ecolor=look.INK, elinewidth=1.4, capsize=3.5)
        ax.axvline(0, color=look.QUIET, linewidth=0.8)
    else:
        ax.errorbar(value, place, xerr=ends, fmt="none", ecolor=look.BLUE, elinewidth=5, alpha=0.35)
        ax.plot(value, place, "o", color=look.BLUE, markersize=7)
    ax.grid(False, axis="y")
    ax.set_yticks(place, [group.name for group in shown])
    ax.tick_params(axis="y", colors=look.INK, length=0)
    if not table.axes:
        ax.set_yticks([])
        ax.spines["left"].set_visible(False)
        ax.annotate(
            plain(value[0], 7), (value[0], 0), (0, 10), textcoords="offset points", ha="center", color=look.INK
        )
        ax.margins(x=0.6)
    ax.set_ylim(len(shown) - 0.4, -0.6)
    _thousands(ax.xaxis)
    ax.set_xlabel(clean(unit, 40), fontsize=11, color=look.INK)
    return figure, len(shown)


def _ends(group: Group) -> Floats:
    """Distances to both ends. A tidied value may lie outside its range: then that side is left out."""
    return np.asarray(np.maximum([group.value - group.low, group.high - group.value], 0), dtype=np.float64)


def _name_sides(figure: Figure, axes: Sequence[Axes], unit: str) -> None:
    if len(axes) == 1:
        axes[0].set_ylabel(clean(unit, 40), fontsize=11, color=look.INK)
    else:
        figure.supylabel(clean(unit, 40), fontsize=11, color=look.INK)


def _thousands(axis: Any) -> None:
    axis.set_major_formatter(lambda value, _: f"{value:,.10g}" if abs(value) < 1e15 else f"{value:.3g}")
