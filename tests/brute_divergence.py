"""Divergences of small discrete laws by plain summation: the slow second way the closed forms are held against."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

Law = Mapping[object, float]


def renyi(p: Law, q: Law, alpha: float) -> float:
    """D_alpha(p || q) of two laws with the same support; points too rare for a float are left out."""
    logs = [alpha * math.log(p[k]) + (1 - alpha) * math.log(q[k]) for k in p if p[k] > 0 and q[k] > 0]
    top = max(logs)
    return (top + math.log(math.fsum(math.exp(x - top) for x in logs))) / (alpha - 1)


def hockey_stick(p: Law, q: Law, epsilon: float) -> float:
    """Sum of (p - e^epsilon q)+."""
    return math.fsum(max(0.0, p[k] - math.exp(epsilon) * q.get(k, 0.0)) for k in p)


def product(laws: Sequence[Law]) -> dict[object, float]:
    """The joint law of independent laws."""
    return {
        tuple(k for k, _ in cells): math.prod(w for _, w in cells)
        for cells in itertools.product(*(law.items() for law in laws))
    }


def discrete_laplace(scale: float, centre: int, reach: int) -> dict[object, float]:
    """Probabilities of the integers within reach of zero; the support does not depend on the centre."""
    q = math.exp(-1 / scale)
    return {k: (1 - q) / (1 + q) * q ** abs(k - centre) for k in range(-reach, reach + 1)}


def discrete_gaussian(sigma_squared: float, centre: int, reach: int) -> dict[object, float]:
    """The same for the discrete Gaussian."""
    wide = math.ceil(40 * math.sqrt(sigma_squared)) + 2
    total = math.fsum(math.exp(-(k * k) / (2 * sigma_squared)) for k in range(-wide, wide + 1))
    return {k: math.exp(-((k - centre) ** 2) / (2 * sigma_squared)) / total for k in range(-reach, reach + 1)}
