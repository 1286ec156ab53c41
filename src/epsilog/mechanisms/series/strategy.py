"""Ports: an integer strategy, and its walk along a stream.

A strategy asks a private series x for integer answers Mx, knows exactly how far one unit may move them, and turns
noisy answers into what the reader wants. Only the first of these three touches private numbers.
"""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.rounding import up_to
from epsilog.core import charge
from epsilog.core.bounded import Sensitivity
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.number import Number, exact
from epsilog.core.participation import Participation
from epsilog.core.series_method import Spell

Integers = NDArray[np.int64]
Reals = NDArray[np.float64]


class Walk(Protocol):
    """One pass along a stream: private answers forward, public values out. Holds private numbers."""

    def answer(self, row: Integers) -> Integers:
        """The answers that become known with this step's row, one row each. Private."""
        ...

    def decode(self, released: Integers) -> Reals:
        """This step's value from the noisy answers just given. Public: sees nothing else."""
        ...


class Strategy(Protocol):
    """Integer questions about a series, answered in the order of time."""

    @property
    def horizon(self) -> int | None:
        """The last step that may be asked; None for a strategy without an end."""
        ...

    @property
    def largest(self) -> int:
        """Values are held within this many grains of zero, so that no answer leaves 61 bits."""
        ...

    def reach(self, participation: Participation) -> Sensitivity:
        """How far one unit may move all answers together: exact norms, or a proved bound."""
        ...

    def answers(self, values: Integers) -> Integers:
        """All answers about a whole series, in the order of the walk. Private."""
        ...

    def decode_all(self, released: Integers, steps: int) -> Reals:
        """The values wanted, in grains, from noisy answers. Public."""
        ...

    def gains(self, steps: int) -> Reals:
        """Variance of each decoded value when every answer has noise of variance one."""
        ...

    def walk(self, cells: int) -> Walk:
        """Begin a stream."""
        ...


Noise = DiscreteGaussian | DiscreteLaplace


def charge_of_noise(reach: Sensitivity, law: Noise) -> charge.Gaussian | charge.Laplace:
    """What independent noise of this law on answers of this reach costs."""
    if isinstance(law, DiscreteGaussian):
        return charge.Gaussian(law.sigma_squared, reach.l2_squared)
    return charge.Laplace(law.scale, reach.l1, reach.l2_squared)


def gaussian_at(reach: Sensitivity, rho: Number) -> DiscreteGaussian:
    """The least Gaussian noise that costs at most rho."""
    return DiscreteGaussian(up_to(reach.l2_squared / (2 * exact(rho, "rho", above=0)), 10**9))


def multiplier_error(strategy: Strategy, participation: Participation, steps: int) -> tuple[float, float]:
    """Largest and root-mean-square standard error when the noise equals the answers' L2 sensitivity: the figures
    in which papers compare factorisations.
    """
    gains = strategy.gains(steps) * float(strategy.reach(participation).l2_squared)
    return math.sqrt(float(gains.max())), math.sqrt(float(gains.mean()))


# Port: whoever decides, from noisy numbers alone, how many steps the next noisy number spans.


class Pacer(Protocol):
    """Told every noisy row that is released, and nothing else of the series.

    A pacer must not see the data: the guarantee rests on it. Those of `epsilog.postprocess.pacing` cannot, because
    that room may import neither sources nor mechanisms and is handed only what is released.
    """

    def told(self, noisy: Reals, steps: int) -> int:
        """Take in the row just released, which spans so many steps; say how many the next one is to span."""
        ...


class SpellPacer(Protocol):
    """Told every noisy sum that is released and how it came about, and nothing else of the series."""

    def told(self, noisy: Reals, variance: float, steps: int, added: int) -> Spell:
        """Take in the noisy sum of the last `added` of so many steps; say what the next spell is to be."""
        ...
