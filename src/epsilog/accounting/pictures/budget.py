"""A budget as a bar: what is spent, what is planned, what will be refused."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from epsilog.accounting.pictures import canvas as look
from epsilog.errors import SpecError
from epsilog.words import percent, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

State = Literal["spent", "planned", "refused"]


@dataclass(frozen=True)
class Slice:
    """One release's share of the allowance."""

    name: str
    share: float
    state: State


def budget_picture(slices: Sequence[Slice], lang: str | None = None) -> Figure:
    """Releases from left to right, each as wide as its share; the allowance is the line at 100 %."""
    if not slices:
        raise SpecError("no release to draw", where="slices")
    tongue = look.picture_language(lang)
    refused = [one for one in slices if one.state == "refused"]
    figure, (ax,) = look.canvas(9.6, 3.7 if refused else 3.0)
    fills = {"spent": look.BLUE, "planned": look.PALE, "refused": "#e6b8b2"}
    left = furthest = 0.0
    named: set[str] = set()
    for one in slices:
        label = None if one.state in named else say(f"picture.budget.{one.state}", tongue)
        named.add(one.state)
        # What was refused was not paid: it hangs below, at the place where it would have begun.
        row = -0.75 if one.state == "refused" else 0.0
        fill = fills[one.state]
        ax.barh(row, one.share, left=left, height=0.62, color=fill, edgecolor=look.PAPER, label=label)
        _write(ax, one, left, row, look.PAPER if one.state == "spent" else look.INK)
        furthest = max(furthest, left + one.share)
        left += 0.0 if one.state == "refused" else one.share
    ax.axvline(1, color=look.RED, linewidth=2)
    ax.text(0.993, 0.46, say("picture.budget.cap", tongue), color=look.RED, fontsize=10.5, ha="right", va="bottom")
    ax.set_xlim(0, max(1.08, furthest * 1.02))
    ax.set_ylim(-1.25 if refused else -0.5, 0.75)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.xaxis.set_major_formatter(lambda value, _: percent(value, tongue))
    ax.set_xlabel(say("picture.budget.x", tongue), fontsize=11.5, color=look.INK)
    spent = sum(one.share for one in slices if one.state == "spent")
    if spent == 0 and refused:
        look.title(figure, say("picture.budget.over", tongue, count=len(refused)))
    else:
        rest = percent(max(0.0, 1 - spent), tongue, "down")
        look.title(figure, say("picture.budget.title", tongue, spent=percent(spent, tongue, "up"), left=rest))
    look.legend(ax, loc="upper center", bbox_to_anchor=(0.5, -0.32), ncols=3)
    return look.finish(figure, tongue)


def _write(ax: Any, one: Slice, left: float, row: float, ink: str) -> None:
    """Name a slice where there is room for its name; break at spaces, leave it out when it would spill."""
    characters = max(1, int(one.share * 95))
    lines: list[str] = []
    for word in one.name.split(" "):
        if lines and _width(lines[-1]) + 1 + _width(word) <= characters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if max(map(_width, lines)) > characters or len(lines) > 4:
        return
    # The line of the allowance runs through a refused slice; its name stays readable.
    behind = {"facecolor": "#e6b8b2", "edgecolor": "none", "pad": 1.5} if one.state == "refused" else None
    words = "\n".join(lines)
    ax.text(left + one.share / 2, row, words, color=ink, fontsize=10.5, ha="center", va="center", bbox=behind)


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
