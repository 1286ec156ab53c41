"""Error against epsilon: what accuracy costs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from epsilog.accounting.pictures import canvas as look
from epsilog.accounting.zcdp import rho_of
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.core.number import Number, exact
from epsilog.words import plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def tradeoff_picture(delta: Number = "1e-6", cells: int = 20, lang: str | None = None) -> Figure:
    """The 95 % margin of one count against epsilon, for one cell and for a person in many cells."""
    tongue = look.picture_language(lang)
    figure, (ax,) = look.canvas(7.2, 4.8)
    epsilons = [Fraction(round(1000 * 10**power), 1000) for power in np.linspace(-2, 0.3, 28)]
    x = [float(epsilon) for epsilon in epsilons]

    def laplace(l1: int) -> list[float]:
        return [Noise(DiscreteLaplace(l1 / epsilon), Fraction(1)).margin(0.95) for epsilon in epsilons]

    def gaussian(l2_squared: int) -> list[float]:
        rhos = [rho_of(epsilon, delta) for epsilon in epsilons]
        return [Noise(DiscreteGaussian(l2_squared / (2 * rho)), Fraction(1)).margin(0.95) for rho in rhos]

    small = plain(float(exact(delta, "delta", above=0, below=1)))
    for margins, colour, style, words in (
        (laplace(1), look.BLUE, "-", say("picture.tradeoff.laplace", tongue)),
        (gaussian(1), look.AMBER, "-", say("picture.tradeoff.gaussian", tongue, delta=small)),
        (laplace(cells), look.BLUE, "--", say("picture.tradeoff.laplace_many", tongue, cells=cells)),
        (
            gaussian(cells),
            look.AMBER,
            "--",
            say("picture.tradeoff.gaussian_many", tongue, cells=cells, delta=small),
        ),
    ):
        ax.plot(x, margins, color=colour, linestyle=style, linewidth=2.2, label=words)
    ax.set_xscale("log")
    ax.set_yscale("log")
    _plain_ticks(ax)
    look.axes_names(ax, say("picture.tradeoff.x", tongue), say("picture.tradeoff.y", tongue))
    look.title(figure, say("picture.tradeoff.title", tongue))
    look.legend(ax, loc="upper right")
    return look.finish(figure, tongue)


def _plain_ticks(ax: Any) -> None:
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: plain(value))
