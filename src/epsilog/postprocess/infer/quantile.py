"""Quantiles of a population from one noisy histogram on a public grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law
from epsilog.core.number import Number, exact
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import Estimates, counted, known, measured, sure
from epsilog.postprocess.infer.spread import normal_quantile


def quantile(edges: ArrayLike, noisy: ArrayLike, share: Number, law: Law, confidence: Number = "0.95") -> Estimates:
    """Where the population's quantile lies, from the noisy number of people in each bin between the edges.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> edges, cells = range(80, 221, 20), [10, 60, 130, 120, 80, 40, 15]
    >>> found = quantile(edges, cells, "0.5", DiscreteLaplace(1))
    >>> float(found.value[0].round(1)), float(found.low[0]), float(found.high[0])
    (144.6, 140.0, 160.0)

    With q the share and B of N people below an edge, B - qN has mean 0 at the quantile, and variance Nq(1 - q) +
    v(k(1 - q)² + (m - k)q²) with k of the m bins below it. The interval begins at the edge before the first
    one that a normal test does not reject as too low, and ends at the edge after the last one not rejected as too
    high.

    Proof: let the quantile lie between edges k and k + 1. It is missed from below only if edge k + 1, which is not
    too low, is rejected as such, and from above only if edge k is rejected as too high: half of what may be missed
    each, however the noise moves all other edges. That is conservative by up to a bin on each side; a finer grid is
    the cure. Values beyond the grid belong to the outer bins. Where the noise leaves no people, the whole grid.
    """
    grid, cells = measured(edges, "edges"), counted(noisy, "noisy")
    if len(grid) != len(cells) + 1 or len(cells) < 2 or (np.diff(grid) <= 0).any():
        raise SpecError("ascending edges, one more than there are bins, and two bins or more", where="edges")
    q, confident = float(exact(share, "share", above=0, below=1)), sure(confidence)
    noise, bins = known(law).variance, len(cells)
    below = np.concatenate([[0], np.cumsum(cells)]).astype(np.float64)
    people = below[-1]
    flat = np.zeros(1, dtype=np.bool_)
    if people < 1:
        return Estimates(np.array([np.nan]), grid[:1], grid[-1:], flat, confident)
    places = np.arange(bins + 1)
    variance = people * q * (1 - q) + noise * (places * (1 - q) ** 2 + (bins - places) * q**2)
    off = below - q * people
    reach = normal_quantile(confident) * np.sqrt(variance)
    # Noise makes running totals rise and fall, so that edges far beyond the quantile may be rejected as too low by
    # chance, one after the other. Only those before the first that is not are out; and the same from above.
    low = max(0, int(np.flatnonzero(off >= -reach)[0]) - 1)
    high = min(bins, int(np.flatnonzero(off <= reach)[-1]) + 1)
    rising = np.maximum.accumulate(below)
    near = float(np.interp(q * people, rising, grid)) if rising[-1] > 0 else float(grid[0])
    value = float(np.clip(near, grid[low], grid[high]))
    return Estimates(np.array([value]), grid[low : low + 1], grid[high : high + 1], flat, confident)
