"""From the description of a series with one radius to the mechanism that releases it; live: `stream_radius`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded
from epsilog.core.charge import Charge
from epsilog.core.mechanism import RandomWords
from epsilog.errors import PrivacyError
from epsilog.kinds.series.draw.mechanism import as_series, in_steps
from epsilog.kinds.series.plan.radius import RadiusDraw
from epsilog.mechanisms.series.radius import OneRadius


def one_radius(draw: RadiusDraw) -> OneRadius:
    """The mechanism a plan stands for; its charge, reach and law are worked out afresh and must be the plan's."""
    mechanism = OneRadius(draw.ticks, draw.group, draw.cells, draw.participation, draw.grain, draw.parameter)
    same = (mechanism.charge, mechanism.reach, mechanism.law) == (draw.charge, draw.reach.l1, draw.sums)
    if not same:
        raise PrivacyError("a mechanism costs another price than its plan says", where="plan")
    return mechanism


def means_in_steps(draw: RadiusDraw, sums: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Noisy sums of `size` ticks, one row per group, as means in whole steps, one row per group."""
    if size == 1 and draw.finer == 1:
        return sums
    read = in_steps(sums.astype(np.float64) / size, draw.finer)
    return np.ascontiguousarray(read.reshape(sums.shape[1], sums.shape[0]).T)


@dataclass(frozen=True)
class RadiusTable:
    """A series with one radius as a table: every cell and tick in the order of the grid, in steps."""

    draw: RadiusDraw
    mechanism: OneRadius

    @classmethod
    def of(cls, draw: RadiusDraw) -> RadiusTable:
        """From the plan alone."""
        return cls(draw, one_radius(draw))

    @property
    def charge(self) -> Charge:
        """What it costs."""
        return self.mechanism.charge

    def grains(self, table: Bounded, rng: RandomWords) -> NDArray[np.int64]:
        """Noisy sums, told at every tick of their group as a mean. A function of the noisy sums alone."""
        draw, group = self.draw, self.draw.group
        sums = self.mechanism.drawn(as_series(draw, table), rng)
        last = draw.ticks - (len(sums) - 1) * group
        told = np.concatenate([means_in_steps(draw, sums[:-1], group), means_in_steps(draw, sums[-1:], last)])
        return np.asarray(told[np.arange(draw.ticks) // group].T.reshape(-1))
