"""A stream told in groups of steps, long ones where it is calm. Each step is told once, so the choice is free."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from epsilog.core.bounded import Sensitivity
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.core.participation import Participation
from epsilog.errors import SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries, Standing, refuse_beyond, refuse_unless_a_step
from epsilog.mechanisms.series.factorised import Drawn
from epsilog.mechanisms.series.strategy import Integers, Pacer, Reals, gaussian_at


@dataclass(frozen=True)
class Grouped(Drawn):
    """Adds up the steps of a group, adds noise to the sum, tells it at the group's end. Groups follow each other.

    >>> week = Participation(times=7, apart=1, most=1, signed=False, neighbours="add-remove", span=7)
    >>> stream = Grouped.at_epsilon(week, Fraction(1), 1, longest=64)
    >>> stream.charge.pure() / 1e12, stream.law.scale        # as much noise on a sum of 64 steps as on one step
    (1.0, Fraction(7, 1))

    A sum of g steps has the noise of one step, so their mean has g times less: where a stream is calm this beats
    noise on every step and smoothing, which gains √g. How long the next group is, its `Pacer` decides when a group
    ends, from noisy sums alone.

    Neighbours: those of `covers`; with a span of w that is any change within w consecutive steps (w-event), on a
        stream without an end.
    Sensitivity: every step is in exactly one group. All sums together move by at most times·most in L1, and by
        most²·times·min(times, longest) in squared L2, since at most so many of a unit's steps meet in one group.
    Proof: docs/proofs/series.md, section 11. Along every path the groups are a partition, chosen by the past.
    Charge: `charge`, once for the whole stream.
    Numerics: integers; rows are held to ±2^40 and groups to 2^20 steps, so that sums fit 61 bits.
    Checked by: tests/unit/mechanisms/series/test_grouped.py (all groupings and patterns up to n = 7),
        tests/audit/test_series_paced.py.
    """

    covers: Participation
    grain: Fraction
    law: DiscreteGaussian | DiscreteLaplace
    longest: int
    horizon: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "longest", whole(self.longest, "longest", at_least=1, at_most=2**20))
        if self.horizon is not None:
            object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1))
        self._settle()

    @classmethod
    def at_epsilon(
        cls, covers: Participation, grain: Fraction, epsilon: Number, longest: int, horizon: int | None = None
    ) -> Grouped:
        """The least Laplace noise that costs at most pure epsilon."""
        scale = reach(covers, longest).l1 / exact(epsilon, "epsilon", above=0)
        return cls(covers, grain, DiscreteLaplace(scale), longest, horizon)

    @classmethod
    def at_rho(
        cls, covers: Participation, grain: Fraction, rho: Number, longest: int, horizon: int | None = None
    ) -> Grouped:
        """The least Gaussian noise that costs at most rho."""
        return cls(covers, grain, gaussian_at(reach(covers, longest), rho), longest, horizon)

    @property
    def sensitivity(self) -> Sensitivity:
        """How far one unit may move all sums together, whatever the groups are."""
        return reach(self.covers, self.longest)

    def start(self, cells: int, first: int, pacer: Pacer) -> GroupedProgress:
        """Open a stream; it has been paid for as a whole. `first` is the size of the first group."""
        width = whole(cells, "cells", at_least=1, at_most=2**24)
        return GroupedProgress(self, width, whole(first, "first", at_least=1, at_most=self.longest), pacer)

    def step(
        self, exact: BoundedSeries, state: GroupedProgress, rng: RandomWords
    ) -> tuple[Reals | None, GroupedProgress]:
        """Take in the next row. At a group's end: its noisy sum, in the data's units; before it: None."""
        refuse_unless_a_step(self, exact, state.cells)
        if state.mechanism is not self:
            raise SpecError("the state belongs to another mechanism", where="state")
        refuse_beyond(self.horizon, state.done + 1)
        state.total += np.clip(exact.values[0], -(2**40), 2**40)
        state.inside, state.done = state.inside + 1, state.done + 1
        if state.inside < state.size and state.done != self.horizon:
            return None, state
        released = self._noised(state.total, rng).astype(np.float64) * float(self.grain)
        # Whatever a pacer says becomes a size: a refusal here would depend on what was drawn.
        state.size = min(max(1, int(state.pacer.told(released.copy(), state.inside))), self.longest)
        state.total, state.inside = np.zeros(state.cells, dtype=np.int64), 0
        return released, state


class GroupedProgress(Standing):
    """Where a stream stands. Holds the sum of an open group: never shown, never pickled."""

    def __init__(self, mechanism: Grouped, cells: int, first: int, pacer: Pacer) -> None:
        self.mechanism, self.cells, self.pacer = mechanism, cells, pacer
        self.size, self.inside, self.done = first, 0, 0
        self.total: Integers = np.zeros(cells, dtype=np.int64)


def reach(covers: Participation, longest: int) -> Sensitivity:
    """The norms of all sums together, over every grouping into at most `longest` steps.

    >>> often = Participation(times=5, apart=1, most=2, signed=False, neighbours="add-remove")
    >>> reach(often, 1), reach(often, 3)
    (Sensitivity(l1=10, l2_squared=20), Sensitivity(l1=10, l2_squared=60))
    """
    most = whole(longest, "longest", at_least=1, at_most=2**20)
    return covers.moved(covers.times, covers.times * min(covers.times, most), aligned=True)
