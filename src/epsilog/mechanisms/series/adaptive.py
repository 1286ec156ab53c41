"""FAST, made sound: a few steps of a series are sampled, which ones is decided by what was released so far."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

import numpy as np

from epsilog.core.bounded import Sensitivity
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.core.participation import Participation
from epsilog.errors import PrivacyError, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries, refuse_beyond, refuse_unless_a_step
from epsilog.mechanisms.series.factorised import Drawn
from epsilog.mechanisms.series.sampling import reach
from epsilog.mechanisms.series.strategy import Pacer, Reals, gaussian_at


@dataclass(frozen=True)
class Adaptive(Drawn):
    """Noise on at most `samples` of the steps up to `horizon`; nothing is said of the others.

    >>> always = Participation(times=209, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> pure = Adaptive.at_epsilon(209, 31, always, Fraction(1), 1)
    >>> pure.charge.pure() / 1e12, pure.law.scale         # a person in every step is in 31 samples: linear
    (1.0, Fraction(31, 1))
    >>> zcdp = Adaptive.at_rho(209, 31, always, Fraction(1), "0.02")
    >>> round(float(zcdp.law.sigma_squared) ** 0.5, 1)    # the square root of that under zCDP
    27.8

    Which steps, the `Pacer` decides from noisy samples alone: `epsilog.postprocess.pacing.Controller` is FAST's.

    Neighbours: those of `covers`.
    Sensitivity: a unit is in at most k = min(times, samples) of the samples, and moves each by at most `most`:
        k·most in L1, k·most² in squared L2.
    Proof: docs/proofs/series.md, section 12.
    Charge: `charge`, once for the whole series.
    Numerics: integers; values are held to ±2^60.
    Checked by: tests/unit/mechanisms/series/test_adaptive.py (all samplings and patterns up to n = 7),
        tests/audit/test_series_paced.py.
    References: Fan, Xiong 2012, 2014.
    """

    horizon: int
    samples: int
    covers: Participation
    grain: Fraction
    law: DiscreteGaussian | DiscreteLaplace

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1))
        object.__setattr__(self, "samples", whole(self.samples, "samples", at_least=1, at_most=self.horizon))
        self._settle()

    @classmethod
    def at_epsilon(
        cls, horizon: int, samples: int, covers: Participation, grain: Fraction, epsilon: Number
    ) -> Adaptive:
        """The least Laplace noise that costs at most pure epsilon."""
        scale = reach(horizon, samples, covers).l1 / exact(epsilon, "epsilon", above=0)
        return cls(horizon, samples, covers, grain, DiscreteLaplace(scale))

    @classmethod
    def at_rho(cls, horizon: int, samples: int, covers: Participation, grain: Fraction, rho: Number) -> Adaptive:
        """The least Gaussian noise that costs at most rho."""
        return cls(horizon, samples, covers, grain, gaussian_at(reach(horizon, samples, covers), rho))

    @property
    def sensitivity(self) -> Sensitivity:
        """How far one unit may move all samples together, whichever they are."""
        return reach(self.horizon, self.samples, self.covers)

    def start(self, cells: int, pacer: Pacer) -> AdaptiveProgress:
        """Open a series; the first step is sampled."""
        return AdaptiveProgress(self, whole(cells, "cells", at_least=1, at_most=2**24), pacer)

    def step(
        self, exact: BoundedSeries, state: AdaptiveProgress, rng: RandomWords
    ) -> tuple[Reals | None, AdaptiveProgress]:
        """Take in the next row. A sampled one comes back noisy, in the data's units; of another nothing is said."""
        refuse_unless_a_step(self, exact, state.cells)
        if state.mechanism is not self:
            raise SpecError("the state belongs to another mechanism", where="state")
        refuse_beyond(self.horizon, state.done + 1)
        state.done, state.since = state.done + 1, state.since + 1
        if state.since < state.gap or state.taken >= self.samples:
            return None, state
        state.taken += 1
        row = np.clip(exact.values[0], -(2**60), 2**60)
        released = self._noised(row, rng).astype(np.float64) * float(self.grain)
        # Whatever a pacer says becomes a gap: a refusal here would depend on what was drawn.
        state.gap = max(1, int(state.pacer.told(released.copy(), state.since)))
        state.since = 0
        return released, state


class AdaptiveProgress:
    """Where a series stands: how much was sampled, and when next. Public, but its pacer's memory is a release's."""

    def __init__(self, mechanism: Adaptive, cells: int, pacer: Pacer) -> None:
        self.mechanism, self.cells, self.pacer = mechanism, cells, pacer
        self.done, self.taken, self.since, self.gap = 0, 0, 0, 1

    def __repr__(self) -> str:
        return f"AdaptiveProgress({self.done} steps done, {self.taken} sampled)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("a stream's state is not pickled", hint="its checkpoint is the ledger's business")
