"""A series of which only some ticks were published, filled in by a model: a level that wanders between the samples.

What comes out is a function of noisy samples and of which ticks they are: it is free. Bands are *model-based*.
The pace of the level is taken from a public grid, so that a table comes out the same whenever it is rendered again.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import SpecError

Reals = NDArray[np.float64]
PACES: Final = (0.0, *(10.0 ** np.arange(-6.0, 3.1, 0.5)).tolist())  # shock variance of a tick, in noise variances


def fill_between(noisy: Reals, places: NDArray[np.int64], steps: int, variance: float) -> tuple[Reals, Reals]:
    """Level and model-based standard deviation at each of `steps` ticks, from noisy samples at some of them.

    >>> places = np.array([0, 5, 10])
    >>> level, off = fill_between(np.array([100.0, 100.0, 160.0]), places, 12, 4.0)
    >>> level.round().tolist()
    [100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 112.0, 124.0, 136.0, 148.0, 160.0, 160.0]
    >>> bool(off[0] < off[2] > off[5] and off[7] > off[10] < off[11])
    True

    Proof: docs/proofs/series.md, section 12: nothing but published samples is looked at.
    """
    if len(noisy) != len(places) or not len(places) or places[0] < 0 or places[-1] >= steps:
        raise SpecError("one sample for each place, and at least one", where="noisy")
    noise = max(variance, 1e-6, 1e-7 * float(np.var(noisy)))  # floats end there
    gaps = np.diff(places)
    best, pace = -math.inf, 0.0
    for one in PACES:
        fit = _forward(noisy, gaps, noise, one * noise)[0]
        if fit > best + 1e-9:
            best, pace = fit, one
    shock = pace * noise
    _, before, after, wide_before, wide_after = _forward(noisy, gaps, noise, shock)
    means, spreads = after.copy(), wide_after.copy()
    for at in range(len(noisy) - 2, -1, -1):
        back = wide_after[at] / wide_before[at + 1]
        means[at] += back * (means[at + 1] - before[at + 1])
        spreads[at] += back**2 * (spreads[at + 1] - wide_before[at + 1])
    level, wide = np.empty(steps), np.empty(steps)
    for tick in range(steps):
        left = int(np.searchsorted(places, tick, side="right")) - 1
        if left < 0 or left == len(places) - 1:
            near = max(left, 0)
            level[tick], wide[tick] = means[near], spreads[near] + shock * abs(tick - int(places[near]))
            continue
        # Between two samples: one more step of the filter, and one more of the smoother.
        ahead = int(places[left + 1]) - tick
        mid = wide_after[left] + shock * (tick - int(places[left]))
        back = mid / max(mid + shock * ahead, 1e-300)
        level[tick] = after[left] + back * (means[left + 1] - after[left])
        wide[tick] = mid + back**2 * (spreads[left + 1] - mid - shock * ahead)
    return level, np.sqrt(np.maximum(wide, 0.0))


def _forward(
    noisy: Reals, gaps: NDArray[np.int64], noise: float, shock: float
) -> tuple[float, Reals, Reals, Reals, Reals]:
    """The filter along the samples: log-likelihood of all but the first, and what going back needs."""
    count = len(noisy)
    before, after, wide_before, wide_after = (np.empty(count) for _ in range(4))
    before[0] = after[0] = noisy[0]
    wide_before[0] = wide_after[0] = noise
    fit = 0.0
    for at in range(1, count):
        before[at], wide_before[at] = after[at - 1], wide_after[at - 1] + shock * float(gaps[at - 1])
        total = wide_before[at] + noise
        missed = noisy[at] - before[at]
        fit -= 0.5 * (math.log(total) + missed * missed / total)
        gain = wide_before[at] / total
        after[at], wide_after[at] = before[at] + gain * missed, wide_before[at] * (1 - gain)
    return fit, before, after, wide_before, wide_after
