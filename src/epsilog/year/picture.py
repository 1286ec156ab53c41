"""A picture of a calendar: every planned release on a line of time, as high as its error, and what is spent."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from epsilog.accounting.pictures import canvas as look
from epsilog.words import Language, plain, say
from epsilog.words.wrapping import width_of
from epsilog.year.calendar import blocks_of
from epsilog.year.explain import how_often
from epsilog.year.plan import CalendarPlan, Planned

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_COLOURS: Final = (look.BLUE, look.AMBER, look.GREEN, "#7d4f9c", "#1f8a8a", "#8a5a2b", look.RED, "#5b6b79")
_MOST: Final = 12
_HALF: Final = 0.27  # of a lane, on either side
_ABOVE: Final = 0.42  # where its words stand


def draw_calendar(planned: CalendarPlan, folder: Path | str, lang: str | None = None) -> list[Path]:
    """Write calendar.svg and calendar.png into a folder; returns what was written."""
    return look.save(calendar_picture(planned, lang), Path(folder) / "calendar")


def calendar_picture(planned: CalendarPlan, lang: str | None = None) -> Figure:
    """Lanes of releases above, the sum of their prices below. A plan that cannot be paid is shown as asked for."""
    tongue = look.picture_language(lang)
    shown = planned.reports[:_MOST]
    figure, axes = look.canvas(10.4, 3.4 + 0.95 * len(shown), 2)
    lanes: Any = axes[0]
    spent: Any = axes[1]
    grid = figure.add_gridspec(2, 1, height_ratios=[0.95 * len(shown), 2.1])
    lanes.set_subplotspec(grid[0])
    spent.set_subplotspec(grid[1])
    widest: dict[str, float] = {}
    for one in shown:
        unit = one.report.query.column or "rows"
        widest[unit] = max(widest.get(unit, 0.0), one.margin, float(one.target or 0))
    for at, one in enumerate(shown):
        _lane(lanes, planned, one, at, widest[one.report.query.column or "rows"], tongue)
    lanes.set_ylim(-len(shown) + 0.6, 0.62)
    lanes.set_yticks([])
    lanes.grid(visible=False)
    lanes.spines["left"].set_visible(False)
    lanes.tick_params(labelbottom=False)
    _spending(spent, planned, tongue)
    for ax in (lanes, spent):
        ax.set_xlim(planned.calendar.first, planned.calendar.last + dt.timedelta(days=1))
    total = sum(len(one.slots) for one in planned.reports if one.share is not None)
    words = say("calendar.picture.title", tongue, calendar=_short(planned.calendar.name), total=f"{total:,}")
    look.title(figure, words)
    if any(one.target is not None for one in shown):
        asked = say("calendar.picture.asked", tongue)
        figure.text(0.985, 0.985, f"╌╌ {asked}", ha="right", va="top", fontsize=10.5, color=look.RED)
    return look.finish(figure, tongue)


def _lane(ax: Any, planned: CalendarPlan, one: Planned, at: int, widest: float, lang: Language) -> None:
    """A release is a bar in the middle of its days, as high as its error is wide."""
    colour = _COLOURS[at % len(_COLOURS)] if one.share is not None else look.QUIET
    half = _HALF * one.margin / widest if widest else 0.0
    middles = [slot.first + (slot.last + dt.timedelta(days=1) - slot.first) / 2 for slot in one.slots]
    style = "solid" if one.share is not None else (0, (2, 1.5))
    wide = 0.9 if len(middles) > 120 else 2.2 if len(middles) > 20 else 4.5
    ax.axhline(-at, color=look.RULE, linewidth=1, zorder=1)
    ax.vlines(middles, -at - half, -at + half, color=colour, linewidth=wide, linestyles=style, zorder=3)
    if one.target is not None and widest:
        for side in (-1, 1):
            y = -at + side * _HALF * float(one.target) / widest
            ax.axhline(y, color=look.RED, linewidth=0.9, linestyle=(0, (3, 3)), zorder=2)
    coin = "ε" if planned.purse.coin == "pure" else "ρ"
    if one.share is None:
        price = say("calendar.sum", lang, fine=_short(one.sum_of or "", 24))
    else:
        price = f"{coin} {plain(one.price / 1e12, 3, 'up')} × {len(one.slots)}"
    name = f"{_short(one.report.name)}  ·  {how_often(one.report, lang)}"
    ax.annotate(
        name, (0, -at + _ABOVE), xycoords=("axes fraction", "data"), xytext=(2, 0), textcoords="offset points",
        ha="left", va="center", fontsize=11, color=look.INK,
    )  # fmt: skip
    ax.annotate(
        f"±{plain(one.margin, 3, 'up')}  ·  {price}", (1, -at + _ABOVE), xycoords=("axes fraction", "data"),
        xytext=(-2, 0), textcoords="offset points", ha="right", va="center", fontsize=10.5, color=look.QUIET,
    )  # fmt: skip


def _spending(ax: Any, planned: CalendarPlan, lang: Language) -> None:
    """The sum of prices over time, within each block where units live in blocks, against the budget."""
    whole = planned.budget if planned.budget is not None else planned.total
    per = planned.calendar.protect.unit.block
    by_block: dict[str, list[tuple[dt.date, int]]] = {}
    for one in planned.reports:
        for slot in one.slots if one.share is not None else ():
            for block in ("*",) if per is None else blocks_of(slot, per):
                by_block.setdefault(block, []).append((slot.last + dt.timedelta(days=1), one.price))
    for events in by_block.values():
        days, heights, total = [], [], 0
        first = planned.calendar.first if per is None else min(day for day, _ in events) - dt.timedelta(days=1)
        for day, price in [(first, 0), *sorted(events)]:
            total += price
            days.append(day)
            heights.append(100 * total / whole)
        ax.step(days, heights, where="post", color=look.INK, linewidth=1.8)
        ax.fill_between(days, heights, step="post", color=look.PALE, alpha=0.6 if per is None else 0.35)
    ax.axhline(100, color=look.RED, linewidth=1.4)
    ax.set_ylim(0, max(108.0, 108 * planned.total / whole))
    kind = "budget" if planned.budget is not None else "total"
    words = say("calendar.picture.spent", lang, whole=say(f"calendar.picture.spent.{kind}", lang))
    ax.set_ylabel(words, fontsize=11, color=look.INK)
    ax.yaxis.set_major_formatter(lambda value, _: plain(value))


def _short(name: str, most: int = 44) -> str:
    """A name that fits; the user's own words may be of any length."""
    kept = name
    while width_of(kept) > most:
        kept = kept[:-2] + "…"
    return kept
