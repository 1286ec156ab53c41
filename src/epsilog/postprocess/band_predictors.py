"""What the other ticks say about a tick: many linear predictions of a noisy series, none of which uses the tick
itself.

Because the noise of a tick is independent of that of all others, it is independent of such a prediction, and the
mean of (value - prediction)² less the known variance of the noise says how far the prediction is off, without bias.
(Predictions with a season remove a level first, in which the tick may have a share of one in so many ticks: there
it is nearly so.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Labels = NDArray[np.int64]
LEVELS: Final = (0.15, 0.4, 0.7, 0.87, 0.95, 0.985, 0.995, 1.0)  # what a tick counts beside the one after it
CYCLES: Final = (0.75, 0.93, 1.0)  # what a season counts beside the one after it
_NOTHING: Final = 1e-200


@dataclass(frozen=True, eq=False)
class Calendar:
    """A public label for every tick, such as the hour and whether it is a weekend, and the stretch they come back
    in."""

    length: int
    labels: Labels


def predictions(values: Reals, weights: Reals, seasons: Sequence[int], calendar: Calendar | None = None) -> Reals:
    """Predictions of every tick from the others: one table like `values` for each way.

    values    one row for each series; weights are nought where a tick is missing, else the inverse of its noise's
              variance in any unit
    >>> flat = np.full((1, 12), 5.0)
    >>> found = predictions(flat, np.ones((1, 12)), (4,))
    >>> found.shape, bool(np.allclose(found, 5.0))
    ((30, 1, 12), True)
    """
    ticks = values.shape[-1]
    found = [*means_of_others(values, LEVELS, weights)]
    if ticks >= 8:
        found.append(_cubic(values, weights, found[0]))
    cycles = [
        _phase_means(values - _level(values, weights, season), season, CYCLES, weights)
        for season in seasons
        if ticks >= 3 * season
    ]
    if calendar is not None and ticks >= 3 * calendar.length:
        rest = values - _level(values, weights, calendar.length)
        cycles.append(_label_means(rest, calendar.labels, weights)[None])
    if cycles:
        cycle = np.concatenate(cycles)
        both = cycle + means_of_others(values - cycle, LEVELS[1:], weights)
        found += [*both.reshape((-1, *values.shape))]
    return np.array(found)


def means_of_others(values: Reals, paces: Sequence[float], weights: Reals) -> Reals:
    """For every pace: the mean of all values but the own, each step away counting less by that factor.

    >>> means_of_others(np.array([[1.0, 5.0, 3.0]]), (1.0, 0.5), np.ones((1, 3)))[:, 0].round(2).tolist()
    [[4.0, 2.0, 3.0], [4.33, 2.0, 3.67]]
    """
    total, count = _both_ways(values * weights, paces), _both_ways(weights, paces)
    count = count.reshape((len(paces), *(1,) * (total.ndim - count.ndim), *count.shape[1:]))
    return np.asarray(total / np.maximum(count, _NOTHING))


def phase_means(values: Reals, season: int, weights: Reals) -> Reals:
    """The mean of the same phase in all other seasons."""
    return np.asarray(_phase_means(values, season, (1.0,), weights)[0])


def _both_ways(values: Reals, paces: Sequence[float]) -> Reals:
    return np.asarray(_before(values, paces) + _before(values[..., ::-1], paces)[..., ::-1])


def _before(values: Reals, paces: Sequence[float]) -> Reals:
    """Faded sums of what lies before each tick, one tick after the other: the same on every machine."""
    pace = np.asarray(paces).reshape((-1, *(1,) * (values.ndim - 1)))
    out = np.empty((len(paces), *values.shape))
    total = np.zeros((len(paces), *values.shape[:-1]))
    for tick in range(values.shape[-1]):
        out[..., tick] = total
        total = (total + values[..., tick]) * pace
    return out


def _cubic(values: Reals, weights: Reals, else_: Reals) -> Reals:
    """Through the two neighbours on either side; near the ends, and beside what is missing, another prediction."""
    out = else_.copy()
    far, near = (slice(None, -4), slice(4, None)), (slice(1, -3), slice(3, -1))
    fits = (4 * sum(values[:, at] for at in near) - sum(values[:, at] for at in far)) / 6
    known = np.all([weights[:, at] > 0 for at in (*far, *near)], axis=0)
    out[:, 2:-2] = np.where(known, fits, out[:, 2:-2])
    return out


def _level(values: Reals, weights: Reals, season: int) -> Reals:
    """The mean over one whole season around each tick, shifted inwards at both ends."""
    total, count = _around(values * weights, season), _around(weights, season)
    return np.asarray(total / np.maximum(count, _NOTHING))


def _around(values: Reals, season: int) -> Reals:
    ticks = values.shape[-1]
    sums = np.concatenate([np.zeros((*values.shape[:-1], 1)), np.cumsum(values, axis=-1)], axis=-1)

    def window(first: NDArray[np.int64]) -> Reals:
        start = np.clip(first, 0, ticks - season)
        return np.asarray(sums[..., start + season] - sums[..., start])

    first = np.arange(ticks) - season // 2
    return window(first) if season % 2 else (window(first) + window(first + 1)) / 2


def _phase_means(values: Reals, season: int, memories: Sequence[float], weights: Reals) -> Reals:
    ticks = values.shape[-1]
    means = means_of_others(_fold(values, season), memories, _fold(weights, season))
    means = np.moveaxis(means, -1, -2)
    return np.asarray(means.reshape((*means.shape[:-2], -1))[..., :ticks])


def _fold(values: Reals, season: int) -> Reals:
    """The last axis as phases and seasons, the last season filled up with nought."""
    ticks = values.shape[-1]
    seasons = -(-ticks // season)
    padded = np.zeros((*values.shape[:-1], seasons * season))
    padded[..., :ticks] = values
    return np.moveaxis(padded.reshape((*values.shape[:-1], seasons, season)), -1, -2)


def _label_means(values: Reals, labels: Labels, weights: Reals) -> Reals:
    """The mean of all other ticks that have the same label."""
    weighted, count = values * weights, int(labels.max()) + 1
    total, size = np.zeros((len(values), count)), np.zeros((len(values), count))
    for row in range(len(values)):
        total[row] = np.bincount(labels, weighted[row], count)
        size[row] = np.bincount(labels, weights[row], count)
    return np.asarray((total[:, labels] - weighted) / np.maximum(size[:, labels] - weights, _NOTHING))
