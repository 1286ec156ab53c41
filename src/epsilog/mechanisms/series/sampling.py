"""A few steps of a series, whichever they turn out to be: how far one unit moves them. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from epsilog.core.bounded import Sensitivity
from epsilog.core.number import whole
from epsilog.core.participation import Participation
from epsilog.errors import SpecError
from epsilog.mechanisms.series.strategy import Integers, Reals


@dataclass(frozen=True)
class Sampling:
    """At most `samples` of the steps up to `horizon` are asked, by themselves; `adaptive.Adaptive` draws them.

    >>> always = Participation(times=209, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> Sampling(209, 31).reach(always)
    Sensitivity(l1=31, l2_squared=31)

    Proof: docs/proofs/series.md, section 12. Which steps is decided by earlier noisy samples, so there is no matrix
    to multiply a series with: answers come from `Adaptive`, one step at a time.
    """

    horizon: int
    samples: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1))
        object.__setattr__(self, "samples", whole(self.samples, "samples", at_least=1, at_most=self.horizon))

    @property
    def largest(self) -> int:
        """Values beyond this many grains are held there."""
        return 2**60

    def reach(self, participation: Participation) -> Sensitivity:
        """How far one unit may move all samples together."""
        return reach(self.horizon, self.samples, participation)

    def gains(self, steps: int) -> Reals:
        """A sample has the noise of one draw."""
        return np.ones(steps)

    def answers(self, values: Integers) -> NoReturn:
        """Refused: which steps are sampled is not known before the first is released."""
        raise SpecError("samples are chosen on the way", where="strategy", hint="Adaptive")

    def decode_all(self, released: Integers, steps: int) -> NoReturn:
        """Refused likewise."""
        raise SpecError("samples are chosen on the way", where="strategy", hint="Adaptive")

    def walk(self, cells: int) -> NoReturn:
        """Refused likewise."""
        raise SpecError("samples are chosen on the way", where="strategy", hint="Adaptive")


def reach(horizon: int, samples: int, covers: Participation) -> Sensitivity:
    """The norms of all samples together, over every choice of at most so many steps.

    >>> often = Participation(times=5, apart=1, most=2, signed=False, neighbours="add-remove")
    >>> reach(10, 3, often), reach(10, 8, often)
    (Sensitivity(l1=6, l2_squared=12), Sensitivity(l1=10, l2_squared=20))
    """
    steps = whole(horizon, "horizon", at_least=1)
    count = whole(samples, "samples", at_least=1, at_most=steps)
    # Counted apiece, several cells of one sample may be the unit's: then the number of samples is no bound.
    times = covers.times if covers.apiece else min(covers.within(steps), count)
    return covers.moved(times, times, aligned=True)
