"""Least squares under signs, for many tables at once: a fixed number of rounds of plain arithmetic, then rounded.

A table is rendered again whenever somebody verifies it. A solver whose last digits depend on the machine is made
harmless by a ridge (no direction is undecided) and by rounding what it found to a step far above those digits.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
_ROUNDS: Final = 100
_RIDGE: Final = 1e-4
_PARTS: Final = 1024.0


def nonnegative(products: Reals, aims: Reals, rounds: int = _ROUNDS) -> Reals:
    """The w ≥ 0 with the least w'Gw - 2b'w, for each row: one coordinate after the other, so many rounds.

    >>> nonnegative(np.array([[[2.0, 0.0], [0.0, 1.0]]]), np.array([[4.0, -1.0]])).tolist()
    [[2.0, 0.0]]
    """
    own = np.maximum(np.diagonal(products, axis1=1, axis2=2), 1e-300)
    found, slope = np.zeros_like(aims), aims.copy()
    for _ in range(rounds):
        for at in range(aims.shape[1]):
            step = np.maximum(found[:, at] + slope[:, at] / own[:, at], 0.0) - found[:, at]
            found[:, at] += step
            slope -= step[:, None] * products[:, at]
    return found


def convex_weights(residuals: Reals, weights: Reals) -> Reals:
    """Weights from 0 that add up to 1 whose mixture of residuals has the least weighted square, for each row.

    residuals    one table for each prediction
    Up to a factor it is the least w'Gw - 2·1'w over w ≥ 0, G the products of the residuals.

    >>> alone = np.array([[[1.0, -1.0, 1.0, -1.0]], [[3.0, 3.0, -3.0, -3.0]]])
    >>> convex_weights(alone, np.ones((1, 4))).round(2).tolist()
    [[0.9, 0.1]]
    """
    count = len(residuals)
    products = np.einsum("krt,lrt->rkl", residuals * weights, residuals, optimize=True)
    size = np.maximum(np.trace(products, axis1=1, axis2=2), 1e-300) / count
    products = products / size[:, None, None] + _RIDGE * np.eye(count)
    found = nonnegative(products, np.ones((len(products), count)))
    shares = np.round(found / found.sum(axis=1, keepdims=True) * _PARTS)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))
