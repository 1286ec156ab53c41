"""The privacy-loss random variable, and the delta it leaves at every epsilon."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from epsilog.accounting.loss import loss_of
from epsilog.accounting.loss_law import Loss
from epsilog.accounting.pictures import canvas as look
from epsilog.accounting.promise import promise_of
from epsilog.accounting.zcdp import delta_of
from epsilog.core.charge import Charge
from epsilog.core.number import Number, exact
from epsilog.core.price import DELTA_UNITS, RHO_UNITS
from epsilog.words import Language, plain, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def loss_picture(charge: Charge, delta: Number = "1e-6", lang: str | None = None) -> Figure:
    """The privacy-loss random variable of a charge or plan, and the delta it leaves at every epsilon."""
    tongue = look.picture_language(lang)
    promise = promise_of(charge, delta)
    loss = loss_of(charge)
    figure, (left, right) = look.canvas(10.4, 4.6, columns=2)
    _loss_bars(left, loss, tongue)
    price = charge.price()
    rho, events = Fraction(price.rho, RHO_UNITS), float(Fraction(price.delta, DELTA_UNITS))
    top = max(1.6 * promise.epsilon, 0.05)
    epsilons = [Fraction(round(10**6 * value), 10**6) for value in np.linspace(0, top, 120)[1:]]
    x = [float(epsilon) for epsilon in epsilons]
    ledger = [min(1.0, float(delta_of(rho, epsilon)) + events) for epsilon in epsilons]
    # Both bounds hold for a frozen plan, so the smaller does.
    tight = [min(float(loss.delta_of(epsilon)), above) for epsilon, above in zip(epsilons, ledger, strict=True)]
    right.plot(x, ledger, color=look.AMBER, linewidth=1.8, linestyle="--", label=say("picture.loss.ledger", tongue))
    right.plot(x, tight, color=look.BLUE, linewidth=2.2, label=say("picture.loss.exact", tongue))
    given = float(exact(delta, "delta"))
    right.axhline(given, color=look.QUIET, linewidth=1, linestyle=":")
    right.plot([promise.epsilon], [given], "o", color=look.AMBER, markersize=7)
    right.set_yscale("log")
    right.set_ylim(given / 1000, 1.5)
    look.axes_names(right, say("picture.loss.epsilon", tongue), say("picture.loss.delta", tongue))
    look.title(figure, say("picture.loss.title", tongue))
    look.title(left, say("picture.loss.left", tongue))
    said = say("picture.loss.right", tongue, delta=plain(given, way="up"), epsilon=plain(promise.epsilon, way="up"))
    look.title(right, said)
    look.legend(right, loc="lower left")
    return look.finish(figure, tongue)


def _loss_bars(ax: Any, loss: Loss, tongue: Language) -> None:
    support = np.asarray(loss.support, dtype=np.float64)
    mass = np.asarray(loss.probabilities, dtype=np.float64)
    order = np.argsort(support)
    support, mass = support[order], mass[order]
    support, mass = support[mass > 1e-12 * mass.max()], mass[mass > 1e-12 * mass.max()]
    upto = np.cumsum(mass)
    inside = (upto > 1e-5) & (upto - mass < upto[-1] - 1e-5)
    support, mass = support[inside], mass[inside]
    if len(support) <= 60:
        ax.vlines(support, 0, mass, color=look.BLUE, linewidth=3)
        ax.plot(support, mass, "o", color=look.BLUE, markersize=4)
        name = say("picture.loss.y", tongue)
    else:
        # As many atoms to each cell, so that a lattice of losses does not show as a comb.
        each = -(-len(support) // 45)
        starts = np.arange(0, len(support), each)
        middles = (support[1:] + support[:-1]) / 2
        edges = np.concatenate([[support[0]], middles[starts[1:] - 1], [support[-1]]])
        share = np.add.reduceat(mass, starts) / np.diff(edges)
        ax.stairs(share, edges, fill=True, color=look.PALE)
        ax.stairs(share, edges, color=look.BLUE, linewidth=1.5)
        name = say("picture.loss.density", tongue)
    if loss.infinite > 1e-15:  # below that it is what the arithmetic set aside, not an event
        words = say("picture.loss.infinite", tongue, mass=plain(loss.infinite, 2, "up"))
        ax.text(0.98, 0.95, words, transform=ax.transAxes, ha="right", fontsize=10.5, color=look.RED)
    ax.axvline(0, color=look.QUIET, linewidth=1)
    ax.set_ylim(0, 1.14 * ax.get_ylim()[1])
    look.axes_names(ax, say("picture.loss.x", tongue), name)
