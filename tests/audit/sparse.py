"""White box for sparse-vector mechanisms: the exact law of which queries are answered "above".

Given the noisy threshold z, the comparisons are independent; so every answer pattern has probability

    integral of f(z) · product of P(query + noise >= z) or P(query + noise < z),

and the integrand is a polynomial in exponentials between the knots (the queries and the threshold). Gauss–Legendre
with many nodes on every piece is exact to rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import Number, exact
from epsilog.errors import SpecError

_NODES: Final = 60
_REACH: Final = 60  # scales beyond the outermost knot: what is left out is below exp(-60)


def above_threshold(
    queries: Sequence[Number],
    *,
    threshold: Number,
    threshold_scale: Number,
    query_scale: Number,
    stop_after: int | None = 1,
) -> dict[tuple[int, ...], float]:
    """Probability of each answer pattern: 1 above, 0 below, cut after `stop_after` ones (None: never).

    `query_scale=0` compares the exact query, the mistake of SVT5.

    >>> pmf = above_threshold([1, 1], threshold=1, threshold_scale=20, query_scale=40)
    >>> sorted(pmf), round(sum(pmf.values()), 12)
    ([(0, 0), (0, 1), (1,)], 1.0)
    """
    at = [float(exact(query, "queries")) for query in queries]
    centre = float(exact(threshold, "threshold"))
    wide = float(exact(threshold_scale, "threshold_scale", above=0))
    narrow = float(exact(query_scale, "query_scale", at_least=0))
    if stop_after is None and len(at) > 14:
        raise SpecError("without a stop there are 2^n patterns: at most 14 queries", where="queries")
    z, weight = _nodes(sorted({*at, centre}), max(wide, narrow))
    density = weight * np.exp(-np.abs(z - centre) / wide) / (2 * wide)
    found: dict[tuple[int, ...], float] = {}
    pending: list[tuple[tuple[int, ...], NDArray[np.float64]]] = [((), density)]
    while pending:
        pattern, mass = pending.pop()
        if len(pattern) == len(at) or (stop_after is not None and sum(pattern) == stop_after):
            found[pattern] = float(mass.sum())
            continue
        below = _below(z - at[len(pattern)], narrow)
        pending.append(((*pattern, 0), mass * below))
        pending.append(((*pattern, 1), mass * (1 - below)))
    return found


def _below(x: NDArray[np.float64], scale: float) -> NDArray[np.float64]:
    """P(noise < x) for Laplace noise of this scale."""
    if scale == 0:
        return np.asarray(x > 0, dtype=np.float64)
    tail = 0.5 * np.exp(-np.abs(x) / scale)
    return np.where(x < 0, tail, 1 - tail)


def _nodes(knots: list[float], scale: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    steps = np.arange(3, _REACH + 1, 3) * scale
    ends = np.concatenate([knots[0] - steps[::-1], knots, knots[-1] + steps])
    x, w = np.polynomial.legendre.leggauss(_NODES)
    half = np.diff(ends) / 2
    middle = (ends[:-1] + ends[1:]) / 2
    return (middle[:, None] + half[:, None] * x).reshape(-1), (half[:, None] * w).reshape(-1)
