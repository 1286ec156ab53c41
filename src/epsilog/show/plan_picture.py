"""Pictures of a plan: what accuracy costs, what the account has left, what one person may contribute."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.plan.cost import Standing, standing_of
from epsilog.plan.explain import unit_words
from epsilog.plan.planner import margin, margin_if
from epsilog.registry.plans import planner_of
from epsilog.registry.shows import SHOWS
from epsilog.roles.plan import Plan, epsilon_of
from epsilog.words import Language, plain, say
from epsilog.words.wrapping import width_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from epsilog.ledger.reading import Account

_LINES: Final = (look.BLUE, look.AMBER, look.GREEN, "#7d4f9c", "#1f8a8a", "#8a5a2b", look.RED, "#5b6b79")
_MOST: Final = len(_LINES)
_SHOWN_CELLS: Final = 24
_POINTS: Final = 25
_SPREAD: Final = 8  # the picture runs from an eighth of the chosen epsilon to eight times it


def draw_plan(
    plan: Plan, folder: Path | str, lang: str | None = None, *, account: Account | None = None
) -> list[Path]:
    """Write plan-tradeoff and plan-person as SVG and PNG into a folder, and plan-series where there are any."""
    place = Path(folder)
    found = [shown.choices_picture(plan, lang) for shown in SHOWS.values()]
    series = next((figure for figure in found if figure is not None), None)
    return [
        *([] if series is None else look.save(series, place / "plan-series")),
        *look.save(tradeoff_picture(plan, lang, account=account), place / "plan-tradeoff"),
        *look.save(person_picture(plan, lang), place / "plan-person"),
    ]


def tradeoff_picture(plan: Plan, lang: str | None = None, *, account: Account | None = None) -> Figure:
    """The margin of each entry against epsilon, this plan marked; beside it what the account has left."""
    tongue = look.picture_language(lang)
    figure, axes = look.canvas(
        9.6, 5.2 + 0.3 * (min(len(plan.spec.publish), _MOST) // 2), 1 + (account is not None)
    )
    ax: Any = axes[0]
    chosen = float(epsilon_of(plan))
    epsilons = [chosen * _SPREAD ** float(power) for power in np.linspace(-1, 1, _POINTS)]
    ax.axvline(chosen, color=look.QUIET, linewidth=1.2, linestyle=(0, (4, 3)))
    for at, query in enumerate(plan.spec.publish[:_MOST]):
        colour = _LINES[at]
        errors = [margin_if(plan, at, epsilon) for epsilon in epsilons]
        here, name = margin(plan, at), _short(query.name)
        if (beside := planner_of(plan, at).margin_words(plan, at)) is not None:
            name = say(beside.key, tongue, entry=name, **dict(beside.values))
        ax.plot(epsilons, errors, color=colour, linewidth=2.2, label=f"{name}: ±{plain(here, way='up')}")
        if here > 0:
            ax.plot([chosen], [here], "o", color=colour, markersize=9, zorder=5)
    ax.set_xscale("log")
    if any(value > 0 for line in ax.get_lines()[1:] for value in line.get_ydata()):
        ax.set_yscale("log")  # and where every error is 0 there is nothing to scale
    _ticks(ax.xaxis, chosen)
    ax.yaxis.set_major_formatter(lambda value, _: plain(value))
    ax.yaxis.set_minor_formatter(lambda value, _: "")
    words = say("plan.picture.tradeoff.chosen", tongue, epsilon=plain(chosen, way="up"))
    ax.annotate(
        words, (chosen, 1), xycoords=("data", "axes fraction"), xytext=(6, -14), textcoords="offset points",
        color=look.INK, fontsize=10.5, annotation_clip=False,
    )  # fmt: skip
    share = plan.share
    if share.delta:
        x = say("plan.picture.tradeoff.x_delta", tongue, delta=plain(float(share.delta)))
    else:
        x = say("plan.picture.tradeoff.x", tongue)
    confidence = plain(100 * float(plan.spec.confidence), 6)
    look.axes_names(ax, x, say("plan.picture.tradeoff.y", tongue, confidence=confidence))
    look.title(figure, say("plan.picture.tradeoff.title", tongue))
    if account is not None:
        ax.get_gridspec().set_width_ratios([3.4, 1])
        _account(axes[1], standing_of(plan, account), tongue)
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", frameon=False, fontsize=10.5, ncols=2)
    return look.finish(figure, tongue)


def _ticks(axis: Any, chosen: float) -> None:
    """A few round epsilons; the default of a short logarithmic axis is either one tick or a crowd."""
    low, high = chosen / _SPREAD, chosen * _SPREAD
    start = math.floor(math.log10(low))
    round_ones = [step * 10.0**power for power in range(start, start + 4) for step in (1, 2, 5)]
    axis.set_ticks([tick for tick in round_ones if low <= tick <= high])
    axis.set_ticks([], minor=True)
    axis.set_major_formatter(lambda value, _: plain(value))


def _account(ax: Any, now: Standing, lang: Language) -> None:
    """The paying account as a column: used, this release, left."""
    top = max(1.0, now.after)
    used, cost, left = now.shown
    pieces = (
        (now.before, used, "plan.picture.account.used", look.BLUE, look.PAPER),
        (now.part, cost, "plan.picture.account.this", look.AMBER if now.fits else look.RED, look.PAPER),
        (max(0.0, 1 - now.after), left, "plan.picture.account.free", look.RULE, look.INK),
    )
    bottom = 0.0
    for height, share, key, fill, ink in pieces:
        ax.bar(0, height, bottom=bottom, width=1, color=fill, edgecolor=look.PAPER)
        words = f"{say(key, lang)}\n{share}%"
        if height > 0.09 * top:
            ax.text(0, bottom + height / 2, words, ha="center", va="center", color=ink, fontsize=10.5)
        elif height > 0:
            ax.text(0.56, bottom + height / 2, words, ha="left", va="center", fontsize=9, linespacing=0.95)
        bottom += height
    ax.plot([-0.58, 0.58], [1, 1], color=look.INK, linewidth=2, zorder=4)
    ax.set_xlim(-0.62, 1.5 if now.part < 0.09 * top else 0.62)
    ax.set_ylim(0, top * 1.02)
    ax.grid(visible=False)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    ax.yaxis.set_major_formatter(lambda value, _: f"{plain(100 * value)}%")
    ax.set_ylabel(say("plan.picture.account.x", lang), fontsize=11.5, color=look.INK)
    name = _short(now.account, 18)
    if now.stopped is not None:
        words = say("plan.picture.account.stopped", lang)
    elif now.fits:
        words = say("plan.picture.account.title", lang, left=left)
    else:
        words = say("plan.picture.account.refused", lang, over=plain(100 * (now.after - 1), 3, "up"))
    ax.set_title(f"{name}\n{words}", loc="left", fontsize=11, color=look.INK if now.fits else look.RED, pad=8)


def person_picture(plan: Plan, lang: str | None = None) -> Figure:
    """For each entry the cells of its table as squares, those that one unit may touch filled in."""
    tongue = look.picture_language(lang)
    entries = list(range(min(len(plan.spec.publish), _MOST)))
    # As high as square cells need at this width.
    figure, (ax,) = look.canvas(9.6, 1.0 + 0.88 * len(entries))
    for row, at in enumerate(entries):
        _strip(ax, plan, at, -2.6 * row, tongue)
    ax.set_xlim(-0.2, _SHOWN_CELLS + 4.6)
    ax.text(0, -2.6 * len(entries) + 0.75, say("plan.picture.person.legend", tongue), fontsize=10, color=look.QUIET)
    ax.set_ylim(-2.6 * len(entries) + 0.4, 1.4)
    ax.set_aspect("equal")
    ax.axis("off")
    look.title(figure, say("plan.picture.person.title", tongue, unit=unit_words(plan, tongue)))
    return look.finish(figure, tongue)


def _strip(ax: Any, plan: Plan, at: int, y: float, lang: Language) -> None:
    from matplotlib.patches import Rectangle

    query, draw = plan.spec.publish[at], next(one for one in plan.draws if one.query == at)
    moved, size = draw.contribution, query.grid().size
    shown = min(size, _SHOWN_CELLS)
    per_cell = f"≤{moved.rows_per_cell}" if moved.rows_per_cell < 10_000 and moved.norm is None else "…"
    for cell in range(shown):
        kept = cell < moved.cells
        fill = look.BLUE if kept else look.RULE
        ax.add_patch(Rectangle((cell, y - 0.45), 0.88, 0.88, facecolor=fill, edgecolor="none"))
        if kept:
            size_of_text = 10.5 if len(per_cell) <= 3 else 8
            ax.text(cell + 0.44, y, per_cell, ha="center", va="center", color=look.PAPER, fontsize=size_of_text)
    if size > shown:
        words = say("plan.picture.person.more", lang, size=f"{size:,}")
        ax.text(shown + 0.15, y, words, va="center", color=look.QUIET, fontsize=10.5)
    ax.text(0, y + 0.85, _short(query.name, 70), va="center", color=look.INK, fontsize=11.5)
    said = say(
        "plan.picture.person.cells", lang, cells=f"{moved.cells:,}", size=f"{size:,}", rows=f"{moved.rows:,}"
    )
    if moved.norm is not None:
        rows = plain(float(plan.spec.bound.norm or 0), 12)
        said = say("plan.picture.person.norm", lang, size=f"{size:,}", rows=rows)
    ax.text(0, y - 0.85, f"{said}   ·   {_moves(plan, at, lang)}", va="center", color=look.QUIET, fontsize=10.5)


def _moves(plan: Plan, at: int, lang: Language) -> str:
    query, draw = plan.spec.publish[at], next(one for one in plan.draws if one.query == at)
    l1 = plain(float(draw.contribution.sensitivity.l1 * draw.grain), 6)
    if draw.contribution.norm is not None:
        norm = math.sqrt(draw.contribution.sensitivity.l2_squared) * float(draw.grain)
        return say("plan.picture.person.moves_norm", lang, norm=plain(norm, 6, "up"))
    if query.ask.between is None or query.ask.is_chosen:
        return say("plan.picture.person.moves", lang, l1=l1)
    return say("plan.picture.person.moves_unit", lang, l1=l1, column=query.column)


def _short(name: str, most: int = 40) -> str:
    """A name that fits; the user's own words may be of any length."""
    if width_of(name) <= most:
        return name
    kept = name
    while width_of(kept) > most - 1:
        kept = kept[:-1]
    return f"{kept}…"


__all__: Sequence[str] = ["draw_plan", "person_picture", "tradeoff_picture"]
