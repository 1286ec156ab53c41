"""Running totals with pure differential privacy: a tree of odd arity whose blocks are also subtracted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core import charge
from epsilog.core.law import DiscreteLaplace
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.core.participation import Participation
from epsilog.errors import PrivacyError, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries, NoisySeries, Standing, refuse_unless_covered
from epsilog.mechanisms.series.strategy import Integers, Reals
from epsilog.mechanisms.series.subtraction_blocks import LARGEST_SCALE, blocks, levels_of, nearest, reach
from epsilog.noise import discrete_laplace, saturating_add

Draw = Callable[[int, tuple[int, int]], Integers]


@dataclass(frozen=True)
class Subtraction:
    """A running total is a few blocks added and a few subtracted: t in base k with digits between ±(k-1)/2.

    >>> from epsilog.mechanisms.series.subtraction_blocks import best_arity
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> year = Subtraction.at_epsilon(365, best_arity(365), visit, Fraction(1), 1)
    >>> year.arity, year.levels, year.charge.pure() / 1e12
    (29, 2, 1.0)

    Neighbours, Sensitivity: a step lies in one block of each of `levels` levels; `times` contributions of `most`
        grains move the block sums by at most times·levels·most in L1 (twice that under replace).
    Proof: docs/proofs/series.md, section 5. Blocks may reach into the future: what is released is the exact total
        plus block noises, which is what decoding noisy blocks would give. Pure privacy holds for every transcript,
        so also when later values depend on earlier releases.
    Charge: `charge`, pure epsilon = L1/scale for the whole horizon. (The sharper zCDP price of Laplace vectors is
        not claimed: its proof goes answer by answer in the order of time, and blocks are not in that order.)
    Numerics: integers; sums of block noises are whole numbers, so the release lies on the data's own grid. Scales
        are at most 2^40: a block's noise then reaches the sampler's ±2^62 with probability below exp(-2^22), the
        one event the proof leaves out.
    Checked by: tests/unit/mechanisms/series/test_subtraction.py.
    References: Andersson, Pagh, Steiner, Torkamani 2025.
    """

    horizon: int
    arity: int
    covers: Participation
    grain: Fraction
    scale: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1, at_most=2**24))
        object.__setattr__(self, "arity", whole(self.arity, "arity", at_least=3, at_most=2**16))
        if self.arity % 2 == 0:
            raise SpecError("the arity is odd", where="arity", hint="best_arity(horizon)")
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))
        scale = exact(self.scale, "scale", at_least=Fraction(1, 10**6), at_most=LARGEST_SCALE)
        object.__setattr__(self, "scale", scale)

    @classmethod
    def at_epsilon(
        cls, horizon: int, arity: int, covers: Participation, grain: Fraction, epsilon: Number
    ) -> Subtraction:
        """The least noise that costs at most pure epsilon."""
        steps, base = whole(horizon, "horizon", at_least=1), whole(arity, "arity", at_least=3)
        return cls(steps, base, covers, grain, reach(steps, base, covers) / exact(epsilon, "epsilon", above=0))

    @property
    def levels(self) -> int:
        """How many blocks a step lies in."""
        return levels_of(self.horizon, self.arity)

    @property
    def charge(self) -> charge.Pure:
        """What the whole horizon costs."""
        return charge.Pure(reach(self.horizon, self.arity, self.covers) / self.scale)

    def deviation(self, steps: int) -> Reals:
        """The standard deviation at each step, in the data's units: one block's for every digit counted."""
        one = DiscreteLaplace(self.scale).variance
        return np.asarray(np.sqrt(blocks(self._steps(steps), self.arity, self.horizon) * one) * float(self.grain))

    def combine(self, noises: Sequence[Integers]) -> Integers:
        """The noise of every running total from the noises of all blocks, level by level. Public and linear."""
        steps = np.arange(1, self.horizon + 1)
        total: Integers = np.zeros((self.horizon, noises[0].shape[1]), dtype=np.int64)
        for level, noise in enumerate(noises):
            sums = np.concatenate([np.zeros((1, noise.shape[1]), dtype=np.int64), np.cumsum(noise, axis=0)])
            near, far = self._ends(steps, level)
            total += sums[near] - sums[far]
        return total

    def nodes(self, level: int) -> int:
        """How many blocks of a level are ever used."""
        near, far = self._ends(np.arange(1, self.horizon + 1), level)
        return int(max(near.max(), far.max()))

    def _ends(self, steps: NDArray[np.int64], level: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the walk to t stands after this level and before it, in blocks of this level."""
        size = self.arity**level
        return nearest(steps, size), nearest(steps, size * self.arity) * self.arity

    def __call__(self, exact: BoundedSeries, rng: RandomWords) -> NoisySeries:
        """Release a whole series at once."""
        refuse_unless_covered(self, exact)
        steps, cells = exact.values.shape
        self._steps(steps)
        noises = [discrete_laplace(self.scale, (self.nodes(level), cells), rng) for level in range(self.levels)]
        released = saturating_add(np.cumsum(self._held(exact.values), axis=0), self.combine(noises)[:steps])
        values = released.astype(np.float64) * float(self.grain)
        return NoisySeries(values, self.deviation(steps), rng.reproducible)

    def start(self, cells: int) -> SubtractionProgress:
        """Open a stream; memory is about `levels` times `arity` rows."""
        return SubtractionProgress(whole(cells, "cells", at_least=1, at_most=2**24), self.levels)

    def step(
        self, exact: BoundedSeries, state: SubtractionProgress, rng: RandomWords
    ) -> tuple[Reals, SubtractionProgress]:
        """Release the next step: a series of exactly one row. The state moves on."""
        refuse_unless_covered(self, exact)
        if exact.values.shape != (1, state.cells):
            raise SpecError(f"a step is one row of {state.cells} cells", where="exact")
        self._steps(state.done + 1)
        noise = self.walked(state, lambda level, shape: discrete_laplace(self.scale, shape, rng))
        state.total = state.total + self._held(exact.values)[0]
        return saturating_add(state.total, noise).astype(np.float64) * float(self.grain), state

    def walked(self, state: SubtractionProgress, draw: Draw) -> Integers:
        """The noise of the next running total; draws blocks when first needed and forgets them after use."""
        state.done += 1
        total: Integers = np.zeros(state.cells, dtype=np.int64)
        for level, sums in enumerate(state.sums):
            near, far = (int(end[0]) for end in self._ends(np.array([state.done]), level))
            while (last := max(sums)) < max(near, far):
                sums[last + 1] = sums[last] + draw(level, (1, state.cells))[0]
            total += sums[near] - sums[far]
            for old in [index for index in sums if index < min(near, far)]:
                del sums[old]
        return total

    def _steps(self, steps: int) -> int:
        count = whole(steps, "steps", at_least=1)
        if count > self.horizon:
            raise PrivacyError(f"the horizon is {self.horizon} steps", where="horizon", hint="open a new series")
        return count

    def _held(self, values: Integers) -> Integers:
        most = 2**61 // self.horizon
        return np.clip(values, -most, most)


class SubtractionProgress(Standing):
    """Where a stream stands: the exact total and the noises still needed. As secret as the data."""

    def __init__(self, cells: int, levels: int) -> None:
        self.cells, self.done = cells, 0
        self.total: Integers = np.zeros(cells, dtype=np.int64)
        self.sums: list[dict[int, Integers]] = [{0: np.zeros(cells, dtype=np.int64)} for _ in range(levels)]
