"""The level of a series told in spells, read off its noisy means by the bank of filters that also paces them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from epsilog.postprocess.smooth_online import Bank, Reals
from epsilog.postprocess.timely import FLICKERS, PACES


def spell_levels(
    ends: Sequence[int],
    means: Reals,
    variances: Sequence[float],
    added: Sequence[int],
    ticks: int,
    reference: float,
) -> tuple[Reals, Reals]:
    """Level and deviation of every tick, one column per cell; nought before the first end.

    >>> level, off = spell_levels([0, 4], np.array([[50.0], [52.0]]), [4.0, 4.0], [1, 2], 6, 4.0)
    >>> level.shape, bool(off[5, 0] > off[4, 0])
    ((6, 1), True)

    Strictly causal, from noisy numbers and public variances alone. Model-based: a deviation is what the filters
    believe of a level that wanders, no bound where the series moves otherwise.
    """
    bank = Bank(means.shape[1], paces=PACES, reference=reference, flickers=FLICKERS)
    level: NDArray[np.float64] = np.zeros((ticks, means.shape[1]))
    off = np.zeros_like(level)
    for at, end in enumerate(ends):
        before = ends[at - 1] if at else -1
        level[end:] = bank.step(means[at], variances[at], end - before, added[at])
        for tick in range(end, ends[at + 1] if at + 1 < len(ends) else ticks):
            off[tick] = bank.after(tick - end)
    return level, off
