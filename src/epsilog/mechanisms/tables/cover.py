"""What every table mechanism does around its draw: refuse what it does not cover, add, turn into public floats.

Up to and including the sum everything is a whole number of grains. That sum is already public: a release stores it
as it is, without loss, and `to_noisy` is for readers who want the data's own units.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Bounded, Noisy, Sensitivity
from epsilog.core.law import Noise
from epsilog.core.mechanism import RandomWords
from epsilog.errors import SensitivityExceeded, SpecError


class Covering(Protocol):
    """A mechanism as far as its promise goes."""

    @property
    def covers(self) -> Sensitivity:
        """The furthest one unit may move the exact answers."""
        ...

    @property
    def grain(self) -> Fraction:
        """The step of the grid the answers lie on."""
        ...


def refuse_unless_covered(mechanism: Covering, exact: Bounded) -> None:
    """Refuse a table that may move further than the noise is made for. Looks at declarations, never at values."""
    if not mechanism.covers.covers(exact.sensitivity):
        raise SensitivityExceeded(
            f"one unit may move this table by {exact.sensitivity}, the noise covers {mechanism.covers}",
            hint="lower the bounds on a unit's contribution, or calibrate for more",
        )
    if exact.grain != mechanism.grain:
        raise SpecError(f"the table's grain is {exact.grain}, the noise is for {mechanism.grain}", where="grain")


def to_noisy(exact: Bounded, released: NDArray[np.int64], noise: Noise, rng: RandomWords) -> Noisy:
    """Noisy grains as public floats in the data's own units: post-processing."""
    return Noisy(exact.keys, released.astype(np.float64) * float(noise.grain), noise, rng.reproducible)
