"""What an auditor measured, beside what was claimed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.pictures import canvas as look
from epsilog.errors import SpecError
from epsilog.words import percent, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Verdict:
    """One audited claim: the epsilon that was claimed and the measured lower bound."""

    name: str
    claim: float
    bound: float

    @property
    def broken(self) -> bool:
        """Whether the measurement contradicts the claim."""
        return self.bound > self.claim


def audit_picture(verdicts: Sequence[Verdict], lang: str | None = None) -> Figure:
    """A line for each mechanism: a bar at the claim, a dot at the measured lower bound."""
    if not verdicts:
        raise SpecError("no verdict to draw", where="verdicts")
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(8.4, 1.9 + 0.62 * len(verdicts))
    caught = sum(verdict.broken for verdict in verdicts)
    right = max(max(v.claim, v.bound) for v in verdicts)
    for row, verdict in enumerate(reversed(verdicts)):
        colour = look.RED if verdict.broken else look.GREEN
        ax.plot([0, max(verdict.bound, 0)], [row, row], color=colour, linewidth=5, alpha=0.3, solid_capstyle="butt")
        ax.plot([verdict.claim] * 2, [row - 0.3, row + 0.3], color=look.INK, linewidth=3)
        ax.plot([max(verdict.bound, 0)], [row], "o", color=colour, markersize=9)
        key = "picture.audit.broken" if verdict.broken else "picture.audit.sound"
        words = f"≥ {plain(max(verdict.bound, 0), way='down')}  {say(key, tongue)}"
        # Words stand clear of both the dot and the bar of the claim.
        start = max(verdict.bound, verdict.claim) + 0.03 * right
        ax.text(start, row, words, va="center", fontsize=10.5, color=colour)
    ax.plot([], [], color=look.INK, linewidth=3, label=say("picture.audit.claim", tongue))
    ax.plot([], [], "o", color=look.QUIET, markersize=9, label=say("picture.audit.bound", tongue))
    ax.set_yticks(range(len(verdicts)), [verdict.name for verdict in reversed(verdicts)])
    ax.tick_params(axis="y", labelsize=11, colors=look.INK, length=0)
    ax.grid(axis="y", visible=False)
    ax.set_xlim(0, right * 1.5)
    ax.set_ylim(-0.6, len(verdicts) - 0.4)
    ax.set_xlabel(say("picture.audit.x", tongue), fontsize=11.5, color=look.INK)
    if caught:
        look.title(figure, say("picture.audit.title.caught", tongue, caught=caught, all=len(verdicts)))
    else:
        look.title(figure, say("picture.audit.title.clean", tongue))
    figure.legend(loc="outside lower center", frameon=False, fontsize=10.5, ncols=2)
    return look.finish(figure, tongue)


def event_picture(
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    event: str,
    threshold: float | None = None,
    above: bool = True,
    lang: str | None = None,
) -> Figure:
    """Outputs on two neighbours, with the half-line that tells them apart shaded."""
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(8.4, 4.2)
    both = np.concatenate([before, after])
    low, high = np.quantile(both, [0.005, 0.995])
    if np.array_equal(both, np.round(both)) and high - low < 400:
        width = max(1, round((high - low) / 60))
        edges = np.arange(np.floor(low), np.ceil(high) + width + 1, width) - 0.5
    else:
        edges = np.linspace(low, high, 61)
    for outputs, colour, key in (
        (before, look.QUIET, "picture.event.before"),
        (after, look.BLUE, "picture.event.after"),
    ):
        share = np.histogram(outputs, bins=edges)[0] / len(outputs)
        ax.stairs(share, edges, fill=True, color=colour, alpha=0.22)
        ax.stairs(share, edges, color=colour, linewidth=1.8, label=say(key, tongue))
    if threshold is not None:
        ends = (threshold, edges[-1]) if above else (edges[0], threshold)
        ax.axvspan(*ends, color=look.AMBER, alpha=0.12, label=say("picture.event.event", tongue, event=event))
        ax.axvline(threshold, color=look.AMBER, linewidth=1.5)
    ax.set_xlim(edges[0], edges[-1])
    ax.yaxis.set_major_formatter(lambda value, _: percent(value, tongue))
    look.axes_names(ax, say("picture.event.x", tongue), say("picture.event.y", tongue))
    look.title(figure, say("picture.event.title", tongue))
    look.legend(ax, loc="upper right")
    return look.finish(figure, tongue)
