"""The release of a series through an integer strategy: one mechanism, batch or stream."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from epsilog.core import charge
from epsilog.core.bounded import Sensitivity
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, refuse_undrawable
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.core.participation import Participation
from epsilog.errors import PrivacyError, SpecError
from epsilog.mechanisms.series.bounded_series import (
    BoundedSeries,
    NoisySeries,
    Standing,
    refuse_beyond,
    refuse_unless_covered,
)
from epsilog.mechanisms.series.strategy import Integers, Reals, Strategy, Walk, charge_of_noise, gaussian_at
from epsilog.noise import discrete_gaussian, discrete_laplace, saturating_add


class Drawn:
    """What mechanisms share that add noise of one law to every answer: its law read strictly, price and draw."""

    grain: Fraction
    law: DiscreteGaussian | DiscreteLaplace

    def _settle(self) -> None:
        """Refuse fields that promise nothing, or that no sampler draws."""
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))
        if not isinstance(self.law, DiscreteGaussian | DiscreteLaplace):
            raise SpecError("noise is a DiscreteGaussian or a DiscreteLaplace", where="law")
        refuse_undrawable(self.law, "law")
        _ = self.charge  # norms beyond what a charge can hold are refused here, not at the first release

    @property
    def sensitivity(self) -> Sensitivity:
        """How far one unit may move all answers together."""
        raise NotImplementedError

    @property
    def charge(self) -> charge.Gaussian | charge.Laplace:
        """What the whole series costs."""
        return charge_of_noise(self.sensitivity, self.law)

    @property
    def variance(self) -> float:
        """Of the noise on one answer, in the data's squared units: what a pacer must know."""
        return float(self.law.variance) * float(self.grain) ** 2

    def _noised(self, answers: Integers, rng: RandomWords) -> Integers:
        if isinstance(self.law, DiscreteGaussian):
            noise = discrete_gaussian(self.law.sigma_squared, answers.shape, rng)
        else:
            noise = discrete_laplace(self.law.scale, answers.shape, rng)
        return saturating_add(answers, noise)


@dataclass(frozen=True)
class Factorised(Drawn):
    """Every answer of an integer strategy gets independent integer noise; readers see only what decodes from that.

    >>> from epsilog.mechanisms.series.square_root import SquareRoot
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> year = Factorised.at_rho(SquareRoot(365, normalised=True), visit, Fraction(1), rho="0.02")
    >>> year.charge.price().rho / 1e12
    0.02
    >>> round(float(year.deviation(365)[-1]), 1)          # the running total after a year, whatever it is
    12.0

    Neighbours: those of `covers`, said by whoever bounded the series; a series bounded otherwise is refused.
    Sensitivity: `strategy.reach(covers)`, exact integer norms of the answers (or a proved bound where it says so).
    Proof: docs/proofs/series.md, sections 1 and 2. The answers Mx and the noise are integers, so the noisy answers
        lie on one public lattice whatever x is; decoding and floats come after. In a stream the guarantee also
        holds when later values depend on earlier releases: answers are given in the order of time.
    Charge: `charge`, once for the whole horizon, when the stream is opened.
    Numerics: values are held within `strategy.largest` grains, which moves no two series further apart; sums fit
        61 bits, saturation is `epsilog.noise.saturating_add`'s.
    Checked by: tests/unit/mechanisms/series (all participation patterns up to n = 12, stream = batch),
        tests/statistical/test_series.py (variance at five times), tests/audit/test_series.py (lattice attack).
    References: Li, Miklau, Hay, McGregor, Rastogi 2015; Denisov, McMahan, Rush, Smith, Thakurta 2022.
    """

    strategy: Strategy
    covers: Participation
    grain: Fraction
    law: DiscreteGaussian | DiscreteLaplace

    def __post_init__(self) -> None:
        self._settle()

    @classmethod
    def at_rho(cls, strategy: Strategy, covers: Participation, grain: Fraction, rho: Number) -> Factorised:
        """The least Gaussian noise that costs at most rho."""
        return cls(strategy, covers, grain, gaussian_at(strategy.reach(covers), rho))

    @classmethod
    def at_epsilon(cls, strategy: Strategy, covers: Participation, grain: Fraction, epsilon: Number) -> Factorised:
        """The least Laplace noise that costs at most pure epsilon."""
        reach = strategy.reach(covers).l1
        return cls(strategy, covers, grain, DiscreteLaplace(reach / exact(epsilon, "epsilon", above=0)))

    @property
    def sensitivity(self) -> Sensitivity:
        """How far one unit may move the answers."""
        return self.strategy.reach(self.covers)

    def deviation(self, steps: int) -> Reals:
        """The standard deviation of the noise at each of the first steps, in the data's units."""
        count = self._steps(steps)
        return np.asarray(np.sqrt(self.strategy.gains(count) * self.law.variance) * float(self.grain))

    def drawn(self, exact: BoundedSeries, rng: RandomWords) -> Integers:
        """Noisy answers: all that is released. Everything after this line is post-processing."""
        refuse_unless_covered(self, exact)
        self._steps(len(exact.values))
        return self._noised(self.strategy.answers(self._held(exact.values)), rng)

    def __call__(self, exact: BoundedSeries, rng: RandomWords) -> NoisySeries:
        """Release a whole series at once, in the data's own units."""
        steps = len(exact.values)
        values = self.strategy.decode_all(self.drawn(exact, rng), steps) * float(self.grain)
        return NoisySeries(values, self.deviation(steps), rng.reproducible)

    def start(self, cells: int) -> Progress:
        """Open a stream of so many cells; it has been paid for as a whole."""
        width = whole(cells, "cells", at_least=1, at_most=2**24)
        return Progress(0, width, self.strategy.walk(width))

    def step(self, exact: BoundedSeries, state: Progress, rng: RandomWords) -> tuple[Reals, Progress]:
        """Release the next step of a stream: a series of exactly one row. The state before is used up."""
        refuse_unless_covered(self, exact)
        if exact.values.shape != (1, state.cells):
            raise SpecError(f"a step is one row of {state.cells} cells", where="exact")
        self._steps(state.done + 1)
        if state.spent:
            raise PrivacyError("this state was already stepped from: a second draw would cost again", where="state")
        state.spent = True
        released = self._noised(state.walk.answer(self._held(exact.values)[0]), rng)
        return state.walk.decode(released) * float(self.grain), Progress(state.done + 1, state.cells, state.walk)

    def _steps(self, steps: int) -> int:
        count = whole(steps, "steps", at_least=1)
        refuse_beyond(self.strategy.horizon, count)
        return count

    def _held(self, values: Integers) -> Integers:
        return np.clip(values, -self.strategy.largest, self.strategy.largest)


@dataclass(eq=False, repr=False)
class Progress(Standing):
    """Where a stream stands: its walk. As secret as the data."""

    done: int
    cells: int
    walk: Walk
    spent: bool = False
