"""Ports: what a mechanism and its source of randomness look like from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # a device draws without any of them
    from epsilog.core.bounded import Bounded, Noisy, Sensitivity
    from epsilog.core.charge import Charge
    from epsilog.core.law import Noise

WordBits = Literal[8, 16, 32, 64]


class RandomWords(Protocol):
    """Uniform independent machine words; `epsilog.noise.Randomness` is the one a release uses."""

    @property
    def reproducible(self) -> bool:
        """True only for the seeded generator of the tests; a release drawn with it says so."""
        ...

    def words(self, count: int, bits: WordBits) -> NDArray[np.unsignedinteger]:
        """That many uniform unsigned integers of 8, 16, 32 or 64 bits."""
        ...


class Mechanism(Protocol):
    """A frozen, fully calibrated, callable object: exact answers in, noisy answers out."""

    @property
    def covers(self) -> Sensitivity:
        """The furthest one unit may move the exact answers."""
        ...

    @property
    def charge(self) -> Charge:
        """What one call costs."""
        ...

    @property
    def noise(self) -> Noise:
        """The law of the noise in each cell."""
        ...

    def __call__(self, exact: Bounded, rng: RandomWords) -> Noisy:
        """Draw once."""
        ...
