"""The privacy-loss random variable: how much one answer may tell an observer, and how often.

After seeing an answer y, an observer's odds "the person is in the data" change by the factor exp(L(y)),
L(y) = ln P(y)/Q(y). `loss_of(charge)` gives the law of L under P for a *dominating pair* (P, Q): two laws at least
as easy to tell apart as any two neighbours under that charge. Then delta at epsilon is E[(1 - exp(epsilon - L))+].

These figures are float64 (about twelve digits), for planning and for pictures. They describe a plan frozen
beforehand: they are no filter, and the ledger never reads them.
"""

from __future__ import annotations

import math
from fractions import Fraction

from epsilog.accounting import dominating
from epsilog.accounting.loss_law import Grid, Loss
from epsilog.core.charge import BoundedRange, Charge, Gaussian, leaves_of
from epsilog.core.price import RHO_UNITS

_MOST_CELLS = 1 << 18


def loss_of(charge: Charge) -> Loss:
    """The law of the privacy loss of one charge or of a whole frozen plan.

    >>> from epsilog.core.charge import Gaussian, Pure
    >>> year = loss_of(Pure("0.01") * 487)
    >>> year.pair, round(year.epsilon_of(1e-6), 3)      # 1 under the ledger's zCDP, 4.87 by plain addition
    ('randomized response', 0.925)
    >>> loss_of(Gaussian(4, 1)).pair
    'two discrete Gaussian laws one step apart'
    """
    leaves = leaves_of(charge)
    if len(leaves) == 1 and 1 in leaves.values():
        alone = dominating.atoms(next(iter(leaves)))
        if alone is not None:
            return alone
    parts = grids_of(charge)
    result = parts[0][0].power(parts[0][1])
    for grid, times, _ in parts[1:]:
        result = result + grid.power(times)
    return result.loss(" + ".join(dict.fromkeys(name for _, _, name in parts)))


def grids_of(charge: Charge) -> list[tuple[Grid, int, str]]:
    """Independent losses on one grid, how often each occurs, and the pair behind it.

    Gaussians, and charges known only by their zCDP price, are added by their parameters beforehand.
    """
    lists: list[tuple[Loss, int]] = []
    ranges: list[tuple[float, int]] = []
    mu_squared, rho, total = Fraction(0), Fraction(0), 0.0
    for leaf, times in leaves_of(charge).items():
        total += float(Fraction(leaf.price().rho * times, RHO_UNITS))
        found = dominating.atoms(leaf)
        if found is not None:
            lists.append((found, times))
        elif isinstance(leaf, BoundedRange):
            ranges.append((float(leaf.epsilon), times))
        elif isinstance(leaf, Gaussian) and leaf.law == "continuous":
            mu_squared += times * Fraction(leaf.l2_squared) / leaf.sigma_squared
        else:
            rho += Fraction(leaf.price().rho * times, RHO_UNITS)
    widest = max([*(abs(x) for one, _ in lists for x in one.support[[0, -1]]), *(e for e, _ in ranges), 2.0 * rho])
    step = _step(lists, ranges, bool(mu_squared or rho), total, float(widest))
    grids = [(one.on_grid(step), times, one.pair) for one, times in lists]
    grids += [(dominating.bounded_range(e, step), n, dominating.BOUNDED_RANGE) for e, n in ranges]
    if mu_squared:
        grids.append((dominating.normal(float(mu_squared), step), 1, dominating.NORMAL))
    if rho:
        grids.append((dominating.zcdp_curve(float(rho), step), 1, dominating.ZCDP_CURVE))
    return grids


def _step(
    lists: list[tuple[Loss, int]], ranges: list[tuple[float, int]], smooth: bool, rho: float, widest: float
) -> float:
    """Fine enough that splitting adds under 1e-4 of the variance 2 rho, coarse enough for the cells to fit."""
    deviation = math.sqrt(2 * rho)
    coarsest = max(24 * deviation, 2 * widest) / _MOST_CELLS
    if len(lists) == 1 and not ranges and not smooth:
        support = lists[0][0].support  # one kind of atom: a grid that holds it without splitting at all
        natural = float(abs(support[-1])) if len(support) <= 2 else float(support[1] - support[0]) / 2
        if natural > 0:
            return natural * max(1.0, math.ceil(coarsest / natural))
    uses = sum(n for _, n in lists) + sum(n for _, n in ranges)
    finest = deviation / 400 if deviation else 1e-3
    return max(coarsest, min(finest, math.sqrt(8e-4 * rho / uses)) if uses and rho else finest)


__all__ = ["Loss", "grids_of", "loss_of"]
