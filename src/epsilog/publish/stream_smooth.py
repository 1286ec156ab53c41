"""The smoothed value beside every tick of a live per-step series. Public: made of published values alone.

What goes in is values.csv, number by number as it is read back, and the plan. So it costs nothing, it is the same
after every restart, and whoever holds the file can make it again. Nothing of it is stored or vouched for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Final

import numpy as np

from epsilog.core.grid import Grid
from epsilog.postprocess.smooth_online import Bank
from epsilog.publish.plan import Draw, Plan
from epsilog.publish.radius_draw import RadiusDraw
from epsilog.publish.stream_values import Cell, Smoothed, as_read

_FINER: Final = 10
_STILL: Final = 1e-12  # a variance in squared grains below which there is no noise to smooth away


@dataclass(frozen=True, eq=False)
class _Entry:
    """One per-step entry: its bank, and the variance of its noise in squared grains."""

    bank: Bank
    variance: float
    grain: float


class Smoother:
    """Stepped tick by tick: each tick's cells come back with what the bank makes of all ticks so far.

    R of every filter is the exact variance of the plan's noise; Q is learned by the bank from the noisy values. An
    entry `as` anything but per-step keeps its cells as they are: its ticks share their noise, and a running total
    is smooth already. The band holds as far as the series wanders as the filters say (`Bank.deviation`).
    """

    def __init__(self, plan: Plan) -> None:
        self._wide = NormalDist().inv_cdf(float(1 + plan.spec.confidence) / 2)
        self._entries: dict[str, _Entry] = {}
        for draw in plan.draws:
            if (variance := _variance(draw)) > _STILL:
                query = plan.spec.publish[draw.query]
                self._entries[query.name] = _Entry(Bank(Grid(query.by).size), variance, float(draw.grain))

    @property
    def entries(self) -> tuple[str, ...]:
        """The names of the entries that are smoothed: decided by the plan alone."""
        return tuple(self._entries)

    def told(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """The cells of the next tick, those of per-step entries with their smoothed values."""
        out = list(cells)
        for name, entry in self._entries.items():
            places = [at for at, cell in enumerate(cells) if cell.entry == name]
            noisy = np.array([as_read(cells[at].value or 0.0) for at in places]) / entry.grain
            centre = entry.bank.step(noisy, entry.variance)
            wide = self._wide * entry.bank.deviation
            for at, middle, room in zip(places, centre, wide, strict=True):
                ends = (middle, middle - room, middle + room)
                out[at] = replace(cells[at], smoothed=Smoothed(*(_rounded(end, entry.grain) for end in ends)))
        return tuple(out)


def _variance(draw: object) -> float:
    """Of the noise on a tick told by itself, over all radii where there is one; 0 of everything else."""
    if isinstance(draw, RadiusDraw):
        return draw.sums.variance if draw.group == 1 else 0.0
    return draw.noise.law.variance if isinstance(draw, Draw) else 0.0


def _rounded(grains: float, grain: float) -> float:
    """To a tenth of a grain, as a batch does: what is finer is the model's, and no machine's last digit shows."""
    return as_read(round(float(grains) * _FINER) / _FINER * grain)
