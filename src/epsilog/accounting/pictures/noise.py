"""Draws beside the exact law they claim to follow."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.fit import Fit, fit_of, masses
from epsilog.accounting.pictures import canvas as look
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law, Noise
from epsilog.words import percent, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def noise_picture(sample: NDArray[np.int64], law: Law, lang: str | None = None) -> Figure:
    """A histogram of draws beside the exact law they claim to follow."""
    tongue = look.picture_language(lang)
    fit = fit_of(sample, law)
    figure, (ax,) = look.canvas(5.8, 4.3)
    reach = int(Noise(law, Fraction(1)).margin(0.999))
    width = max(1, (2 * reach + 1) // 81)
    left = np.arange(-reach - width // 2, reach + 1, width, dtype=np.int64)
    edges = np.append(left, left[-1] + width)
    counts = np.histogram(sample, bins=edges - 0.5)[0] / len(sample)
    centre = left + (width - 1) / 2
    exact_share = masses(law, edges)
    ax.bar(centre, counts, width=0.86 * width, color=look.PALE, label=say("picture.noise.drawn", tongue))
    ax.plot(centre, exact_share, color=look.BLUE, linewidth=1, alpha=0.5)
    ax.plot(centre, exact_share, "o", color=look.BLUE, markersize=4, label=say("picture.noise.law", tongue))
    look.axes_names(ax, say("picture.noise.x", tongue), say("picture.noise.y", tongue))
    ax.yaxis.set_major_formatter(lambda value, _: percent(value, tongue))
    # One sample in a million is this far off by chance.
    key = "picture.noise.title" if fit.p_value > 1e-6 else "picture.noise.off"
    look.title(figure, say(key, tongue, draws=f"{len(sample):,}"))
    look.title(ax, f"{_law_name(law, tongue)}\n{fit_words(fit, tongue)}")
    look.legend(ax, loc="upper right")
    return look.finish(figure, tongue)


def fit_words(fit: Fit, lang: str | None = None) -> str:
    """The chi-square in one line."""
    chi = plain(fit.chi_square, 4)
    return say("picture.noise.chi", lang, chi=chi, df=fit.freedom, p=plain(fit.p_value, 2))


def _law_name(law: Law, tongue: str) -> str:
    if isinstance(law, DiscreteLaplace):
        return say("picture.noise.laplace", tongue, scale=plain(float(law.scale)))
    if isinstance(law, DiscreteGaussian):
        return say("picture.noise.gaussian", tongue, sigma_squared=plain(float(law.sigma_squared)))
    return type(law).__name__
