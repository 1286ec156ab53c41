"""The columns of a per-step series that a model reads off its noisy ticks. Costs nothing, and is labelled."""

from __future__ import annotations

from fractions import Fraction
from statistics import NormalDist
from typing import Final

import numpy as np

from epsilog.core.clock import Period
from epsilog.core.grid import Ticks
from epsilog.core.query import Query
from epsilog.core.series import is_tick_by_tick
from epsilog.core.spec import Tidy
from epsilog.core.unknown import Unknown
from epsilog.postprocess.ranges import Integers
from epsilog.postprocess.smooth_grid import LARGEST, SHORTEST, smoothed_table
from epsilog.publish.column import Figures
from epsilog.publish.plan import Draw
from epsilog.publish.radius_draw import TickNoise

SMOOTHED: Final = ("smoothed", "smoothed_low", "smoothed_high")
# What may come back after so many ticks: the day in hours, the week in days, the year in months and quarters.
_SEASONS: Final[dict[Period, tuple[int, ...]]] = {"1h": (24,), "1d": (7,), "1mo": (12,), "1q": (4,)}
_FINER: Final = 10
_ROOM: Final = 2.0**61


def is_smoothed(query: Query, tidy: Tidy) -> bool:
    """Whether a smoothed value stands beside every tick: decided by the request alone."""
    if not is_tick_by_tick(query) or tidy.totals or any(isinstance(axis, Unknown) for axis in query.by):
        return False
    ticks = next(axis.size for axis in query.grid().axes if isinstance(axis, Ticks))
    return ticks >= SHORTEST and query.grid().size <= LARGEST


def smooth_columns(query: Query, draw: Draw | TickNoise, values: Integers, confidence: Fraction) -> list[Figures]:
    """`smoothed` and its model-based band, for every cell and tick in the order of the grid.

    The variance of the noise is known; those of level, slope and season are learned from the noisy ticks alone. The
    band holds as far as the series wanders as the model says, and is too narrow where it bends most.
    """
    assert query.every is not None
    ticks = next(axis.size for axis in query.grid().axes if isinstance(axis, Ticks))
    table = np.ascontiguousarray(values.reshape(-1, ticks))
    found = smoothed_table(table, draw.noise.law.variance, _SEASONS.get(query.every, ()))
    centre = np.concatenate([one.values for one in found])
    wide = NormalDist().inv_cdf(float(1 + confidence) / 2) * np.concatenate([one.deviation for one in found])
    return [
        Figures(name, np.clip(np.round(numbers * _FINER), -_ROOM, _ROOM).astype(np.int64), draw.grain / _FINER)
        for name, numbers in zip(SMOOTHED, (centre, centre - wide, centre + wide), strict=True)
    ]
