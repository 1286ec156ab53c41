"""The columns of a per-step series that are read off its noisy ticks. They cost nothing, and say what they are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist
from typing import Final

import numpy as np

from epsilog.accounting.radius_law import SecretRadius
from epsilog.core.grid import Ticks
from epsilog.core.law import Law
from epsilog.postprocess.band_noise import Shape
from epsilog.postprocess.band_predictors import Calendar, Labels
from epsilog.postprocess.ranges import Integers, margin_of
from epsilog.postprocess.smooth_band import Band, smooth_bands
from epsilog.postprocess.smooth_grid import smoothed_table
from epsilog.roles.column import Column, Figures, Words
from epsilog.roles.entry import Entry
from epsilog.roles.planned import Draw, TickNoise
from epsilog.roles.range_rules import FIRST
from epsilog.roles.smoothed import SEASONS

SMOOTHED: Final = ("smoothed", "smoothed_low", "smoothed_high")
HOLDS: Final = "smoothed_holds"
ON_AVERAGE: Final = "on average over the series"
EVERY_TICK: Final = "at every tick"
_HOURS: Final = 168
_MONDAY: Final = 96  # hour number 0 of the clock is the first of a Thursday
_FINER: Final = 10
_FLAT: Final = 4  # cells up to which a coordinate of a ball is flatter than a normal
_FINE: Final = 2.0  # the variance of Laplace noise of scale 1
_ROOM: Final = 2.0**61
_DIGITS: Final = 200  # parts of a deviation of the noise below which nobody reads digits


@dataclass(frozen=True)
class Known:
    """What is known of the noise on every tick of an entry.

    shape     the law it is taken for: that of a radius is flat for one cell, and nearly Laplace for many
    unsure    the relative standard error of its variance, where one draw decides it for all ticks: of a radius
    """

    law: Law
    shape: Shape
    grain: Fraction
    is_fine: bool
    unsure: float = 0.0


def known_of(draw: Draw | TickNoise) -> Known:
    """Of noise on ticks told one by one."""
    if isinstance(draw, Draw):
        return Known(draw.noise.law, draw.law, draw.grain, draw.parameter < 1)
    law = draw.noise.law
    assert isinstance(law, SecretRadius)
    # The radius is nearly a Gamma variable of so many draws; its square has twice the relative deviation.
    unsure = 2 / math.sqrt(law.draws * law.cells)
    shape: Shape = "gaussian" if law.cells <= _FLAT else "laplace"
    return Known(law, shape, draw.grain, law.variance < _FINE, unsure)


def hours_of_week(first: int) -> Labels:
    """The hour, and whether it is a weekend, for each hour of a week from an hour of the clock on.

    >>> hours_of_week(0)[[0, 47, 48]].tolist()          # a Thursday, the last hour of a Friday, a Saturday
    [0, 23, 24]
    """
    hours = (np.arange(_HOURS) + first - _MONDAY) % _HOURS
    return np.asarray(hours % 24 + 24 * (hours >= 5 * 24))


def smooth_columns(
    query: Entry, draw: Draw | TickNoise, values: Integers, confidence: Fraction, version: int
) -> list[Column]:
    """`smoothed`, its band, and from the second version on what kind of confidence it has; in the grid's order."""
    if version == FIRST:
        return [*_by_a_model(query, draw, values, confidence)]
    axis, known = _ticks(query), known_of(draw)
    if known.is_fine:
        margin, most = margin_of(known.law, confidence), int(_ROOM) // _FINER
        raw = (values, values - margin, values + margin)
        ends: tuple[Integers, ...] = tuple(np.clip(one, -most, most) * _FINER for one in raw)
    else:
        table = np.ascontiguousarray(values.reshape(-1, axis.size))
        ends = _round(_bands(table.tobytes(), axis, known, confidence), known.law.variance)
    holds = EVERY_TICK if known.is_fine else ON_AVERAGE
    figures = [Figures(name, end, known.grain / _FINER) for name, end in zip(SMOOTHED, ends, strict=True)]
    return [*figures, Words(HOLDS, (holds,), np.zeros(len(values), dtype=np.int64))]


@lru_cache(maxsize=32)
def _bands(raw: bytes, axis: Ticks, known: Known, confidence: Fraction) -> Band:
    values = np.frombuffer(raw, dtype=np.int64).reshape(-1, axis.size).astype(np.float64)
    calendar = None
    if axis.every == "1h":
        calendar = Calendar(_HOURS, np.resize(hours_of_week(axis.first), axis.size))
    seasons = SEASONS.get(axis.every, ())
    return smooth_bands(
        values, known.law.variance, known.shape, float(confidence), seasons, calendar, unsure=known.unsure
    )


def _round(band: Band, variance: float) -> tuple[Integers, ...]:
    """In tenths of a grain; under much noise in tens, hundreds, … of them: no machine's last digit shows."""
    unit = 10.0 ** max(0, math.floor(math.log10(_FINER * math.sqrt(variance) / _DIGITS)))
    scaled = (
        np.round(band.values * _FINER / unit),
        np.floor(band.low * _FINER / unit),
        np.ceil(band.high * _FINER / unit),
    )
    return tuple(np.clip(one.reshape(-1) * unit, -_ROOM, _ROOM).astype(np.int64) for one in scaled)


def _ticks(query: Entry) -> Ticks:
    return next(axis for axis in query.grid().axes if isinstance(axis, Ticks))


def _by_a_model(query: Entry, draw: Draw | TickNoise, values: Integers, confidence: Fraction) -> list[Figures]:
    """The first version, for releases of its day: a model of level, slope and season, and the band it believes in.

    It held far fewer ticks than stated where the model learned a pace near 0 under heavy noise.
    """
    assert query.every is not None
    ticks = _ticks(query).size
    table = np.ascontiguousarray(values.reshape(-1, ticks))
    found = smoothed_table(table, draw.noise.law.variance, SEASONS.get(query.every, ()))
    centre = np.concatenate([one.values for one in found])
    wide = NormalDist().inv_cdf(float(1 + confidence) / 2) * np.concatenate([one.deviation for one in found])
    return [
        Figures(name, np.clip(np.round(numbers * _FINER), -_ROOM, _ROOM).astype(np.int64), draw.grain / _FINER)
        for name, numbers in zip(SMOOTHED, (centre, centre - wide, centre + wide), strict=True)
    ]
