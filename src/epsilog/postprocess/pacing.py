"""When to look again: how many steps the next noisy number should span. Decided by noisy numbers: free.

The controller of FAST, with a bank of filters that says what to publish meanwhile.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import whole
from epsilog.errors import SpecError
from epsilog.postprocess.smooth_online import Bank

Reals = NDArray[np.float64]
PACES: Final = tuple(float(q) for q in 10.0 ** np.linspace(-8, 4, 25))
_STEEP: Final = 50.0  # e^50: an interval that shrinks to one whatever it was


@dataclass(eq=False)
class Controller:
    """FAST's: sample less often while the filter is not surprised; proportion, integral and difference of errors.

    >>> controller = Controller(cells=1, variance=1.0)
    >>> [controller.told(np.array([100.0]), 1) for _ in range(7)]
    [1, 1, 1, 1, 4, 7, 10]

    The error of a sample is |posterior − prior| / max(posterior, 1), averaged over cells. With the errors of the
    last `memory` samples, Δ = proportional·E + integral·mean(E) + differential·(E − E before)/(steps between), and
    the interval becomes max(1, interval + stretch·(1 − e^((Δ − goal)/goal))). The first `memory` samples are taken
    at once. R of the filter is the exact variance of the noise and its Q a bank's, learned from noisy values: FAST
    sets both by hand (`paces` of one number do).
    References: Fan, Xiong 2012, 2014.
    """

    cells: int
    variance: float
    proportional: float = 0.9
    integral: float = 0.1
    differential: float = 0.0
    goal: float = 0.1
    stretch: float = 5.0
    memory: int = 5
    paces: tuple[float, ...] | None = None
    _bank: Bank = field(init=False, repr=False)
    _errors: deque[float] = field(init=False, repr=False)
    _interval: float = field(init=False, default=1.0, repr=False)
    _seen: int = field(init=False, default=0, repr=False)
    value: Reals = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.memory = whole(self.memory, "memory", at_least=1, at_most=10_000)
        gains = (self.proportional, self.integral, self.differential, self.goal, self.stretch)
        if not all(math.isfinite(gain) and gain >= 0 for gain in gains) or self.goal == 0:
            raise SpecError("gains are finite and not negative, the goal is above 0", where="gains")
        shares = () if self.paces is not None else None
        self._bank = (
            Bank(self.cells, reference=self.variance)
            if shares is None
            else Bank(self.cells, paces=self.paces or (), shares=shares, reference=self.variance)
        )
        self._errors = deque(maxlen=self.memory)
        self.value = np.zeros(self.cells)

    def told(self, noisy: Reals, steps: int) -> int:
        """Take in a noisy sample, so many steps after the last; say after how many to sample again."""
        gap = whole(steps, "steps", at_least=1)
        prior = self.value
        self.value = self._bank.step(np.asarray(noisy, dtype=np.float64), self.variance, gap)
        self._seen += 1
        if self._seen == 1:
            return 1  # there was no prior to be wrong
        error = float(np.mean(np.abs(self.value - prior) / np.maximum(self.value, 1.0)))
        before = self._errors[-1] if self._errors else error
        self._errors.append(error)
        if self._seen < self.memory:
            return 1
        feedback = self.proportional * error + self.integral * sum(self._errors) / self.memory
        feedback += self.differential * (error - before) / gap
        over = min(_STEEP, (feedback - self.goal) / self.goal)
        self._interval = min(max(1.0, self._interval + self.stretch * (1 - math.exp(over))), 1e6)
        return round(self._interval)
