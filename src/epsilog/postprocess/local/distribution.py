"""The distribution behind reports: expectation-maximisation on a known channel, smoothed on demand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import SpecError

Floats = NDArray[np.float64]


def most_likely(
    seen: NDArray[np.int64], transition: Floats, *, smooth: bool = False, gain: float = 1e-3, steps: int = 10_000
) -> Floats:
    """The distribution of values that makes these counts of reports likeliest.

    >>> seen, flips = np.array([700, 300]), np.array([[0.8, 0.2], [0.2, 0.8]])
    >>> most_likely(seen, flips, gain=1e-9).round(3).tolist()
    [0.833, 0.167]

    `transition[report, value]` are probabilities, each column of sum 1. Every step is the expected share of each
    value given the last ones; with `smooth` it is followed by weights 1, 2, 1 over neighbouring values, which keeps
    noise from growing into spikes. It ends when the log-likelihood gains less than `gain`. No step looks at
    anything but the reports, and there is no range: it is an estimate alone.
    """
    if (seen < 0).any() or transition.shape[0] != len(seen):
        raise SpecError("there is one count for each report that can be", where="seen")
    values = transition.shape[1]
    share = np.full(values, 1 / values)
    if seen.sum() == 0:
        return share
    last = -np.inf
    for _ in range(steps):
        expected = transition @ share
        share = share * (transition.T @ (seen / np.maximum(expected, 1e-300)))
        share /= share.sum()
        if smooth:
            share = smooth_shares(share)
        likely = float(seen @ np.log(np.maximum(transition @ share, 1e-300)))
        if likely - last < gain:
            break
        last = likely
    return share


def smooth_shares(share: Floats) -> Floats:
    """Each value a quarter of its neighbours and half of itself; ends count themselves for the missing neighbour.

    >>> smooth_shares(np.array([0.0, 1.0, 0.0])).tolist()
    [0.25, 0.5, 0.25]
    """
    padded = np.pad(share, 1, mode="edge")
    found: Floats = padded[:-2] / 4 + padded[1:-1] / 2 + padded[2:] / 4
    return found / float(found.sum())
