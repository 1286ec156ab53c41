"""What a promise leaves room for: beliefs before and after, and the attacks it rules out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.accounting.promise import Promise, advantage, detection, loss_limit, posterior_limit
from epsilog.core.number import Number, exact
from epsilog.core.price import Budget
from epsilog.words import percent, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure


_PERCENT_TICKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def posterior_picture(
    epsilons: Sequence[Number] = (0.1, 0.5, 1, 2), delta: Number = 0, lang: str | None = None
) -> Figure:
    """Belief before against the highest belief after, a curve for each epsilon."""
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(6.2, 5.6)
    priors = np.linspace(0.002, 0.998, 250)
    ax.plot([0, 1], [0, 1], color=look.QUIET, linewidth=1, linestyle=(0, (4, 3)))
    same = say("picture.posterior.same", tongue)
    ax.text(0.6, 0.57, same, color=look.QUIET, fontsize=10.5, ha="left", va="top")
    for colour, epsilon in zip(look.SEQUENCE, epsilons, strict=False):
        curve = [posterior_limit(float(prior), epsilon, delta).value for prior in priors]
        ax.plot(
            priors,
            curve,
            color=colour,
            linewidth=2.2,
            label=f"ε = {plain(float(exact(epsilon, 'epsilon')), way='up')}",
        )
    _percent_axes(ax, tongue)
    look.axes_names(ax, say("picture.posterior.x", tongue), say("picture.posterior.y", tongue))
    look.title(figure, say("picture.posterior.title", tongue))
    if exact(delta, "delta") > 0:
        failure = percent(loss_limit(1, delta).failure, tongue, "up")
        look.title(ax, say("picture.posterior.except", tongue, failure=failure))
    look.legend(ax, loc="lower right", bbox_to_anchor=(1.0, 0.06))
    return look.finish(figure, tongue)


def attack_picture(promise: Promise | Budget, lang: str | None = None) -> Figure:
    """The region of false and true accusations no attacker can reach."""
    tongue = look.picture_language(lang)
    epsilon, delta = float(promise.epsilon), float(promise.delta)
    figure, (ax,) = look.canvas(6.2, 5.6)
    rates = np.concatenate([np.linspace(0, 0.05, 80), np.linspace(0.05, 1, 160)])
    best = np.array([detection(float(rate), epsilon, delta) for rate in rates])
    ax.fill_between(rates, best, 1, color=look.PALE, alpha=0.55, linewidth=0)
    ax.plot(rates, best, color=look.BLUE, linewidth=2.2)
    ax.plot([0, 1], [0, 1], color=look.QUIET, linewidth=1, linestyle=(0, (4, 3)))
    ax.text(0.62, 0.53, say("picture.roc.coin", tongue), color=look.QUIET, fontsize=10.5, ha="left")
    ax.text(
        0.04,
        0.94,
        say("picture.roc.out", tongue, epsilon=plain(epsilon, way="up")),
        color=look.INK,
        fontsize=11,
        va="top",
    )
    # The gap over guessing is widest where the two straight pieces meet.
    corner = (1 - delta) / (1 + math.exp(min(epsilon, 50.0)))
    top = detection(corner, epsilon, delta)
    ax.plot([corner, corner], [corner, top], color=look.AMBER, linewidth=2)
    words = say("picture.roc.advantage", tongue, advantage=percent(advantage(epsilon, delta), tongue, "up"))
    ax.annotate(
        words,
        (corner, (corner + top) / 2),
        xytext=(0.36, 0.16),
        color=look.AMBER,
        fontsize=11,
        arrowprops={"arrowstyle": "-", "color": look.AMBER, "linewidth": 0.8},
    )
    _percent_axes(ax, tongue)
    look.axes_names(ax, say("picture.roc.x", tongue), say("picture.roc.y", tongue))
    look.title(figure, say("picture.roc.title", tongue))
    return look.finish(figure, tongue)


def _percent_axes(ax: Any, tongue: str) -> None:
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1)
    ax.set_aspect("equal")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_ticks(_PERCENT_TICKS)
        axis.set_major_formatter(lambda value, _: percent(value, "zh" if tongue == "zh" else "en"))
