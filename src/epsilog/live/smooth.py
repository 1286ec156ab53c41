"""The smoothed value beside every tick of a live per-step series. Public: made of published values alone.

What goes in is values.csv, number by number as it is read back, and the plan. So it costs nothing, it is the same
after every restart, and whoever holds the file can make it again. Nothing of it is stored or vouched for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from epsilog.core.grid import Grid
from epsilog.live.values import as_read
from epsilog.postprocess.smooth_band import Band
from epsilog.postprocess.smooth_band_live import LiveBand, Season
from epsilog.postprocess.smooth_online import Bank
from epsilog.registry.shows import shown_of
from epsilog.roles.entry import Entry
from epsilog.roles.plan import Plan
from epsilog.roles.range_rules import FIRST
from epsilog.roles.smooth_columns import EVERY_TICK, ON_AVERAGE, Known, hours_of_week
from epsilog.roles.smoothed import SEASONS
from epsilog.roles.tick import MODEL_BASED, Cell, Smoothed

_FINER: Final = 10
_STILL: Final = 1e-12  # a variance in squared grains below which there is no noise to smooth away
Reals = NDArray[np.float64]


class _Rule(Protocol):
    """What makes a smoothed row and its band of the next noisy row and the variance of its noise."""

    def step(self, noisy: Reals, variance: float) -> Band: ...


class _ByFilters:
    """The first version, for streams of its day: a bank of filters, and the band they believe in."""

    def __init__(self, cells: int, confidence: float) -> None:
        self._bank, self._times = Bank(cells), NormalDist().inv_cdf((1 + confidence) / 2)

    def step(self, noisy: Reals, variance: float) -> Band:
        centre = self._bank.step(noisy, variance)
        wide = self._times * self._bank.deviation
        return Band(centre, centre - wide, centre + wide)


@dataclass(frozen=True, eq=False)
class _Entry:
    """One per-step entry: its rule, the variance of its noise in squared grains, and what its band says of itself.

    A rule of None: the noise is finer than the numbers, and the raw range stands there.
    """

    rule: _Rule | None
    variance: float
    grain: float
    band: str


class Smoother:
    """Stepped tick by tick: each tick's cells come back with what was made of all ticks so far.

    The law of the noise is the plan's; all else is learned from the noisy values. An entry `as` anything but
    per-step keeps its cells as they are: its ticks share their noise, and a running total is smooth already.
    """

    def __init__(self, plan: Plan) -> None:
        self._entries: dict[str, _Entry] = {}
        for draw in plan.draws:
            if (known := shown_of(plan, draw.query).known_noise(draw)) is not None and known.law.variance > _STILL:
                query = plan.spec.publish[draw.query]
                self._entries[query.name] = _entry(plan, query, known)

    @property
    def entries(self) -> tuple[str, ...]:
        """The names of the entries that are smoothed: decided by the plan alone."""
        return tuple(self._entries)

    def band(self, entry: str) -> str:
        """What the band of an entry says of itself."""
        return self._entries[entry].band

    def told(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """The cells of the next tick, those of per-step entries with their smoothed values."""
        out = list(cells)
        for name, entry in self._entries.items():
            places = [at for at, cell in enumerate(cells) if cell.entry == name]
            if entry.rule is None:
                for at in places:
                    value, low, high = (one or 0.0 for one in (cells[at].value, cells[at].low, cells[at].high))
                    out[at] = replace(cells[at], smoothed=Smoothed(value, low, high, entry.band))
                continue
            noisy = np.array([as_read(cells[at].value or 0.0) for at in places]) / entry.grain
            found = entry.rule.step(noisy, entry.variance)
            ends = [[_round(end, entry.grain) for end in row] for row in (found.values, found.low, found.high)]
            for at, value, low, high in zip(places, *ends, strict=True):
                out[at] = replace(cells[at], smoothed=Smoothed(value, low, high, entry.band))
        return tuple(out)


def _entry(plan: Plan, query: Entry, known: Known) -> _Entry:
    variance, grain, cells = known.law.variance, float(known.grain), Grid(query.by).size
    confidence = float(plan.spec.confidence)
    if plan.rule("smooth") == FIRST:
        return _Entry(_ByFilters(cells, confidence), variance, grain, MODEL_BASED)
    if known.is_fine:
        return _Entry(None, variance, grain, EVERY_TICK)
    assert query.every is not None
    assert query.during is not None
    seasons = [Season.of(length) for length in SEASONS.get(query.every, ())]
    if query.every == "1h":
        seasons.append(Season(tuple(hours_of_week(query.during.ticks("1h").first).tolist())))
    return _Entry(LiveBand(cells, known.shape, confidence, seasons, known.unsure), variance, grain, ON_AVERAGE)


def _round(grains: float, grain: float) -> float:
    """To a tenth of a grain, as a batch does: what is finer is the model's, and no machine's last digit shows."""
    return as_read(round(float(grains) * _FINER) / _FINER * grain)
