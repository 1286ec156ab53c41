"""Dominating pairs: for each kind of charge, two laws at least as easy to tell apart as any two neighbours.

    pure, bounded by epsilon       randomized response: loss ±epsilon
    Laplace, one unit step         randomized response exactly: the loss of a unit shift is ±1/scale
    Laplace, all in one cell       randomized response at l1/scale
    Laplace, many cells            the zCDP curve of its price
    Gaussian, continuous           normal loss with mean mu²/2 and variance mu²
    Gaussian, discrete, unit step  its own two laws, summed exactly
    Gaussian, discrete, otherwise  the zCDP curve of its price
    approximate                    randomized response, and infinite loss with probability delta
    bounded range                  the envelope of all two-point losses {t - epsilon, t}

The proofs are in docs/proofs/charges.md.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.loss_law import Floats, Grid, Loss
from epsilog.accounting.special import ndtr
from epsilog.core.charge import Approx, Charge, Gaussian, Laplace, Pure

RANDOMIZED_RESPONSE: Final = "randomized response"
ZCDP_CURVE: Final = "the zCDP curve"
BOUNDED_RANGE: Final = "the envelope of two-point losses"
NORMAL: Final = "two normal laws"
DISCRETE_NORMAL: Final = "two discrete Gaussian laws one step apart"
_SUMMED_UP_TO: Final = 3000.0  # deviation; beyond it the list of atoms is longer than it is worth
_REACH: Final = 10.0  # deviations kept on each side: less than 1e-22 lies beyond


def randomized_response(epsilon: Fraction, delta: Fraction = Fraction(0)) -> Loss:
    """Loss +epsilon with probability e^epsilon/(1 + e^epsilon), else -epsilon; infinite with probability delta.

    >>> round(float(randomized_response(Fraction(1)).probabilities[1]), 6)
    0.731059
    """
    e, d = float(epsilon), float(delta)
    if e == 0:
        return Loss(np.array([0.0]), np.array([1 - d]), d, RANDOMIZED_RESPONSE)
    up = 1 / (1 + math.exp(-e))
    return Loss(np.array([-e, e]), (1 - d) * np.array([1 - up, up]), d, RANDOMIZED_RESPONSE)


def discrete_normal(sigma_squared: Fraction) -> Loss:
    """P the discrete Gaussian at 0, Q the same at 1: the loss of k is (1 - 2k)/(2 sigma²)."""
    s = float(sigma_squared)
    reach = math.ceil(40 * math.sqrt(s)) + 3
    k = np.arange(-reach, reach + 1, dtype=np.float64)[::-1]
    weight = np.exp(-(k**2) / (2 * s))
    return Loss((1 - 2 * k) / (2 * s), weight / weight.sum(), 0.0, DISCRETE_NORMAL)


def atoms(charge: Charge) -> Loss | None:
    """The loss as a list of values, where the dominating pair is discrete."""
    match charge:
        case Pure():
            return randomized_response(charge.epsilon)
        case Approx():
            return randomized_response(charge.epsilon, charge.delta)
        case Laplace() if charge.l1 == 1 or charge.l2_squared >= charge.l1**2:
            return randomized_response(charge.l1 / charge.scale)
        case Gaussian(law="discrete", l2_squared=1) if charge.sigma_squared <= _SUMMED_UP_TO**2:
            return discrete_normal(charge.sigma_squared)
    return None


def normal(mu_squared: float, step: float) -> Grid:
    """Loss N(mu²/2, mu²) under P and N(-mu²/2, mu²) under Q, in cells of the grid."""
    mu = math.sqrt(mu_squared)
    first = math.floor((mu_squared / 2 - _REACH * mu) / step)
    last = math.ceil((mu_squared / 2 + _REACH * mu) / step)
    edges = np.arange(first, last + 1, dtype=np.float64) * step
    under_p = _between((edges - mu_squared / 2) / mu)
    under_q = _between((edges + mu_squared / 2) / mu)
    beyond = float(ndtr(-(edges[-1] - mu_squared / 2) / mu))
    below = float(ndtr((edges[0] - mu_squared / 2) / mu))
    grid = Grid.of_cells(first, under_p, under_q, beyond, step)
    grid.mass[0] += below  # moved up: only worse
    return grid


def bounded_range(epsilon: float, step: float) -> Grid:
    """P(L > e) = (1 - u)/(1 - e^-epsilon) and Q(L > e) = e^-e u P(L > e), with u = e^((e - epsilon)/2)."""
    first, last = math.floor(-epsilon / step), math.ceil(epsilon / step)
    edges = np.clip(np.arange(first, last + 1, dtype=np.float64) * step, -epsilon, epsilon)
    u = np.exp((edges - epsilon) / 2)
    tail = -np.expm1((edges - epsilon) / 2) / -math.expm1(-epsilon)
    under_p, under_q = -np.diff(tail), -np.diff(np.exp(-edges) * u * tail)
    return Grid.of_cells(first, under_p, under_q, 0.0, step)


def zcdp_delta(rho: float, epsilon: Floats) -> Floats:
    """The zCDP conversion at many epsilons at once, for negative ones through the symmetry of the bound."""
    e = np.abs(epsilon)
    low, high = np.full_like(e, -60.0), np.full_like(e, 60.0)
    for _ in range(70):  # the derivative (2 alpha - 1) rho - epsilon + ln(1 - 1/alpha) rises in alpha
        middle = (low + high) / 2
        rising = (1 + 2 * np.exp(middle)) * rho - e - np.log1p(np.exp(-middle)) > 0
        low, high = np.where(rising, low, middle), np.where(rising, middle, high)
    t = (low + high) / 2
    a = np.exp(t)
    log_delta = a * ((1 + a) * rho - e) - t - (1 + a) * np.log1p(np.exp(-t))
    delta = np.exp(np.minimum(log_delta, 0.0)) * (1 + 1e-12)
    below = -np.expm1(-e) + np.exp(-e) * delta
    return np.asarray(np.where(epsilon >= 0, delta, below), dtype=np.float64)


def zcdp_curve(rho: float, step: float) -> Grid:
    """The pair whose delta at every point of the grid is the zCDP conversion's.

    The true delta is a convex function of x = e^epsilon below the points; so it is below their lower convex hull,
    and the hull is the delta of a discrete pair: the jumps of its slope are the masses under Q.

    Beyond rho = 50, where e^epsilon leaves the floats and no privacy is left, one point of the curve is used.
    """
    if rho > 50:
        far = Fraction(rho + 2 * math.sqrt(rho * 35))  # the loose conversion at delta = e^-35
        return randomized_response(far, Fraction(math.exp(-35) * 1.001)).on_grid(step)
    reach = rho + 2 * math.sqrt(rho * 50)
    count = math.ceil(reach / step)
    epsilon = np.arange(-count, count + 1, dtype=np.float64) * step
    delta = np.minimum(zcdp_delta(rho, epsilon), 1.0)
    x = np.exp(epsilon)
    corners = _lower_hull(x, delta)
    x, delta, index = x[corners], delta[corners], corners
    slopes = np.concatenate(([(delta[0] - 1) / x[0]], np.diff(delta) / np.diff(x), [0.0]))
    under_p = np.maximum(np.diff(slopes), 0.0) * x
    mass = np.zeros(2 * count + 1)
    mass[index] = under_p
    infinite = max(float(delta[-1]), 1 - float(mass.sum()))
    return Grid(step, -count, mass, min(1.0, infinite))


def _between(edges: Floats) -> Floats:
    """Normal mass between consecutive edges, without cancellation in either tail."""
    upper = ndtr(-edges[:-1]) - ndtr(-edges[1:])
    lower = ndtr(edges[1:]) - ndtr(edges[:-1])
    return np.asarray(np.where(edges[:-1] > 0, upper, lower), dtype=np.float64)


def _lower_hull(x: Floats, y: Floats) -> NDArray[np.int64]:
    kept: list[int] = []
    for i in range(len(x)):
        while len(kept) > 1:
            a, b = kept[-2], kept[-1]
            if (y[b] - y[a]) * (x[i] - x[b]) < (y[i] - y[b]) * (x[b] - x[a]):
                break
            kept.pop()
        kept.append(i)
    return np.asarray(kept, dtype=np.int64)
