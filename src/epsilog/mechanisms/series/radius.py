"""One secret radius for a whole series, then uniform noise within it: for whoever may be in every step."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.accounting.radius_law import SecretRadius
from epsilog.core import charge
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.core.participation import Participation
from epsilog.core.radius import check_size, draws_of, reach
from epsilog.errors import PrivacyError, SpecError
from epsilog.mechanisms.series.bounded_series import (
    BoundedSeries,
    Standing,
    refuse_unless_a_step,
    refuse_unless_covered,
)
from epsilog.mechanisms.series.strategy import Integers
from epsilog.noise import ball_draws, saturating_add, secret_radius

_ROOM: Final = 2**60


@dataclass(frozen=True)
class OneRadius:
    """Sums of `group` steps, each with uniform noise; how wide the noise is was drawn once, and nobody is told.

    >>> always = Participation(times=720, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> daily = OneRadius.at_epsilon(720, 24, 1, always, Fraction(1), 1)
    >>> daily.draws, daily.charge.pure() / 1e12, round(daily.law.variance**0.5 / 24)     # on the mean of a day
    (30, 1.0, 18)

    Independent Laplace noise pays for every step a unit may be in. Here the price follows the largest move of any
    one group, so a unit in all groups costs no more than a unit in one, and the noise is six times less in variance
    than Laplace noise for a unit in every step. A unit in few steps is better served by Laplace noise.

    Neighbours: those of `covers`.
    Sensitivity: `reach`: how far one unit moves one group, in L1 over the cells. Of all groups the largest counts.
    Proof: docs/proofs/radius.md, sections 1 and 2; it holds when later rows depend on earlier answers, and for
        every beginning of a series. **At most `draws` points are ever drawn with one radius.**
    Charge: `charge`, pure epsilon, once for the whole horizon. Nothing comes back for a series that ends early.
    Numerics: integers; rows are held to ±2^60 / group, so that sums fit 61 bits.
    Checked by: tests/unit/mechanisms/series/test_radius.py (the exact law of short series, all neighbours; one
        draw more), tests/audit/test_series_radius.py (the best attack, the lattice),
        tests/statistical/test_radius.py.
    References: Hardt and Talwar 2010 (noise of a norm); Steinke and Ullman 2016 (the largest coordinate).
    """

    horizon: int
    group: int
    cells: int
    covers: Participation
    grain: Fraction
    scale: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1))
        object.__setattr__(self, "group", whole(self.group, "group", at_least=1, at_most=self.horizon))
        object.__setattr__(self, "cells", whole(self.cells, "cells", at_least=1))
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))
        object.__setattr__(self, "scale", exact(self.scale, "scale", above=0))
        check_size(self.horizon, self.group, self.cells, self.scale)

    @classmethod
    def at_epsilon(
        cls, horizon: int, group: int, cells: int, covers: Participation, grain: Fraction, epsilon: Number
    ) -> OneRadius:
        """The least noise that costs at most pure epsilon."""
        scale = reach(group, cells, covers) / exact(epsilon, "epsilon", above=0)
        return cls(horizon, group, cells, covers, grain, scale)

    @property
    def draws(self) -> int:
        """How many points are drawn with the radius, and never one more."""
        return draws_of(self.horizon, self.group)

    @property
    def reach(self) -> int:
        """How far one unit moves one group's sums, in grains."""
        return reach(self.group, self.cells, self.covers)

    @property
    def charge(self) -> charge.Pure:
        """What the whole horizon costs."""
        return charge.Pure(self.reach / self.scale)

    @property
    def law(self) -> SecretRadius:
        """Of the noise on one group's sum in one cell, whatever radius is drawn."""
        return SecretRadius(self.draws, self.cells, self.scale)

    def start(self, rng: RandomWords) -> RadiusProgress:
        """Open a series: draw its radius. It has been paid for as a whole."""
        radius = secret_radius(self.draws, self.cells, self.scale, rng)
        return RadiusProgress(self, radius, 0, np.zeros(self.cells, dtype=np.int64))

    def step(
        self, exact: BoundedSeries, state: RadiusProgress, rng: RandomWords
    ) -> tuple[Integers | None, RadiusProgress]:
        """Take in the next row. At a group's end its noisy sums, in grains; before it nothing is said."""
        refuse_unless_a_step(self, exact, state.cells)
        if state.mechanism != self:
            raise SpecError("the state belongs to another mechanism", where="state")
        if state.done >= self.horizon:
            raise PrivacyError(
                f"the horizon is {self.horizon} steps", where="horizon", hint="open a new series, and pay for it"
            )
        if state.spent:
            raise PrivacyError("this state was already stepped from: a second draw would cost again", where="state")
        state.spent = True
        total, done = state.total + self._held(exact.values)[0], state.done + 1
        if done % self.group and done < self.horizon:
            return None, RadiusProgress(self, state.radius, done, total)
        noisy = saturating_add(total, ball_draws(state.radius, self.cells, 1, rng)[0])
        return noisy, RadiusProgress(self, state.radius, done, np.zeros(self.cells, dtype=np.int64))

    def drawn(self, exact: BoundedSeries, rng: RandomWords) -> Integers:
        """The noisy sums of all groups, one row each: all that is released. The radius is forgotten."""
        refuse_unless_covered(self, exact)
        if exact.values.shape != (self.horizon, self.cells):
            raise SpecError(f"the series has {self.horizon} steps of {self.cells} cells", where="exact")
        sums = np.add.reduceat(self._held(exact.values), np.arange(0, self.horizon, self.group), axis=0)
        radius = secret_radius(self.draws, self.cells, self.scale, rng)
        return saturating_add(sums, ball_draws(radius, self.cells, self.draws, rng))

    def _held(self, values: Integers) -> Integers:
        most = _ROOM // self.group
        return np.clip(values, -most, most)


class RadiusProgress(Standing):
    """Where a series stands: its radius and the sums of the open group. As secret as the data; never pickled."""

    def __init__(self, mechanism: OneRadius, radius: int, done: int, total: Integers) -> None:
        self.mechanism, self.cells = mechanism, mechanism.cells
        self.radius, self.done, self.total, self.spent = radius, done, total, False
