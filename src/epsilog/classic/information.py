"""The document's yardstick: mutual information between the series and what is published. Reads private data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Bins = Literal["equal width", "equal probability"]


def bins_for(count: int) -> int:
    """m = 1.87 (n − 1)^(2/5), at least one.

    >>> bins_for(1000), bins_for(24_104)
    (29, 105)
    """
    return max(1, int(1.87 * (count - 1) ** 0.4))


def mutual_information(series: Reals, published: Reals, how: Bins = "equal width") -> float:
    """I(X, R) = H(X) + H(R) − H(X, R) in bits, each variable in `bins_for` bins.

    >>> x = np.tile([0.0, 1.0, 2.0, 3.0], 16)
    >>> mutual_information(x, x), mutual_information(x, x % 2), mutual_information(x, np.zeros(64))
    (2.0, 1.0, 0.0)
    """
    m = bins_for(len(series))
    first, second = _bin(series, m, how), _bin(published, m, how)
    return max(0.0, _entropy(first) + _entropy(second) - _entropy(first * m + second))


def nearest_to_mean(information: Sequence[float]) -> int:
    """The document's choice: the interval (from 1) whose information is nearest to the mean over all of them.

    >>> nearest_to_mean([0.0, 2.0, 2.6, 3.0, 3.0])
    2
    """
    values = np.asarray(information)
    return int(np.argmin(np.abs(values - values.mean()))) + 1


def _bin(values: Reals, m: int, how: Bins) -> NDArray[np.int64]:
    if how == "equal probability":
        # Equal values stay together: ranks of ties would tell them apart.
        edges = np.quantile(values, np.linspace(0, 1, m + 1)[1:-1]) if m > 1 else np.zeros(0)
        return np.searchsorted(edges, values, side="right").astype(np.int64)
    low, high = float(values.min()), float(values.max())
    if not math.isfinite(high - low) or high <= low:
        return np.zeros(len(values), dtype=np.int64)
    return np.minimum(((values - low) / (high - low) * m).astype(np.int64), m - 1)


def _entropy(cells: NDArray[np.int64]) -> float:
    _, counts = np.unique(cells, return_counts=True)
    shares = counts / counts.sum()
    return float(-(shares * np.log2(shares)).sum())
