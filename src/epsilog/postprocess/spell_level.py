"""The level of a series told in spells, read off its noisy means by the bank of filters that also paces them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from epsilog.postprocess.ranges import Integers
from epsilog.postprocess.smooth_online import Bank, Reals
from epsilog.postprocess.timely import FLICKERS, PACES

FINER: Final = 10  # steps a grain has where a mean is told
_SHOWN: Final = 2**57  # sums beyond are shown as this; they are kept as they are in `told_sum`
ROOM: Final = 2.0**61


class SpellInput(NamedTuple):
    """What was told: in which ticks, the noisy means, their variances, of how many ticks each; and of how many."""

    ends: Sequence[int]
    means: Reals
    variances: Sequence[float]
    added: Sequence[int]
    ticks: int
    reference: float


def spell_levels(heard: SpellInput) -> tuple[Reals, Reals]:
    """Level and deviation of every tick, one column per cell; nought before the first end.

    >>> level, off = spell_levels(SpellInput([0, 4], np.array([[50.0], [52.0]]), [4.0, 4.0], [1, 2], 6, 4.0))
    >>> level.shape, bool(off[5, 0] > off[4, 0])
    ((6, 1), True)

    Strictly causal, from noisy numbers and public variances alone. Model-based: a deviation is what the filters
    believe of a level that wanders, no bound where the series moves otherwise.
    """
    level: NDArray[np.float64] = np.zeros((heard.ticks, heard.means.shape[1]))
    off = np.zeros_like(level)
    for end, after, found, bank in _walk(heard):
        level[end:after] = found
        for tick in range(end, after):
            off[tick] = bank.after(tick - end)
    return level, off


def spell_values(heard: SpellInput) -> Reals:
    """The level alone, as `spell_levels` has it, for tables of any size."""
    level: NDArray[np.float64] = np.zeros((heard.ticks, heard.means.shape[1]))
    for end, after, found, _ in _walk(heard):
        level[end:after] = found
    return level


def _walk(heard: SpellInput) -> Iterator[tuple[int, int, Reals, Bank]]:
    """From every end to the next: the level the filters read off what was told, and the filters as they stand."""
    ends, means, variances, added, ticks, reference = heard
    bank = Bank(means.shape[1], paces=PACES, reference=reference, flickers=FLICKERS)
    for at, end in enumerate(ends):
        before = ends[at - 1] if at else -1
        found = bank.step(means[at], variances[at], end - before, added[at])
        yield end, ends[at + 1] if at + 1 < len(ends) else ticks, found, bank


def means(sums: Integers, wide: Integers | int, parts: Integers | int) -> tuple[Integers, Integers, Integers]:
    """Sums of so many ticks as means, in tenths of a grain, and their ranges, rounded outwards."""
    shown = np.clip(sums, -_SHOWN, _SHOWN)
    middle = (2 * FINER * shown + parts) // (2 * parts)
    low, high = FINER * (shown - wide) // parts, -(-FINER * (shown + wide) // parts)
    return middle, low, high


def within(level: Reals, low: Integers, high: Integers) -> Integers:
    """A level in grains, in tenths of them, held within a range: the noise alone says that it is there."""
    steps = np.clip(np.round(np.nan_to_num(level) * FINER), -ROOM, ROOM).astype(np.int64)
    return np.clip(steps, low, high)
