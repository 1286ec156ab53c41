"""When to look again: how many steps the next noisy number should span. Decided by noisy numbers: free.

Two ways: groups of steps that grow where the series is calm, and the controller of FAST. Both keep a bank of
filters and say what to publish meanwhile.
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
from epsilog.postprocess.smooth_online import Bank, weights

Reals = NDArray[np.float64]
PACES: Final = tuple(float(q) for q in 10.0 ** np.linspace(-8, 4, 25))
_REMEMBER: Final = 0.98
_STEEP: Final = 50.0  # e^50: an interval that shrinks to one whatever it was


@dataclass(eq=False)
class GroupPacer:
    """Groups of steps to be added up: one step where the series moves, many where it is calm.

    >>> pacer = GroupPacer(cells=1, variance=200.0, longest=64)
    >>> sizes = [1]
    >>> for _ in range(40): sizes.append(pacer.told(np.array([7.0 * sizes[-1]]), sizes[-1]))
    >>> sizes[0], sizes[-1]
    (1, 64)
    >>> pacer.told(np.array([64 * 900.0]), 64) < 8          # it moved: look closely again
    True

    Noise on a *sum* of g steps is as large as on one step, so on their mean it is g times smaller; but for g steps
    nothing new is said. For a level with shock variance q per step, a filter on groups has the error
    s(qg, R/g²) + q(g − 1)/2, s the steady state and R the noise on one sum. The next size has the least error on
    the average over the fixed paces of the bank, weighed by a slowly fading trust, and at most doubles.

    cells, variance   of the noise on one released sum, in the data's squared units
    longest           the largest group
    first             the first group, from public knowledge; 1 if there is none
    level             what is published before anything was released, from public knowledge
    """

    cells: int
    variance: float
    longest: int
    first: int = 1
    level: float = 0.0
    _bank: Bank = field(init=False, repr=False)
    _trust: Reals = field(init=False, repr=False)
    _sizes: NDArray[np.int64] = field(init=False, repr=False)
    _costs: Reals = field(init=False, repr=False)
    value: Reals = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.longest = whole(self.longest, "longest", at_least=1, at_most=2**20)
        self.first = whole(self.first, "first", at_least=1, at_most=self.longest)
        if not math.isfinite(self.level):
            raise SpecError("a level is a finite number", where="level")
        self._bank = Bank(self.cells, paces=PACES, reference=self.variance)
        self._trust = np.zeros((len(PACES), self.cells))
        powers = {1 << k for k in range(self.longest.bit_length())}
        self._sizes = np.array(sorted({*powers, self.longest}), dtype=np.int64)
        self._costs = group_error(np.array(PACES) * self.variance, self._sizes[:, None], self.variance)
        self.value = np.full(self.cells, float(self.level))

    @classmethod
    def expecting(cls, cells: int, variance: float, longest: int, level: float, moves: float) -> GroupPacer:
        """From public knowledge: the level, and how far it moves from one step to the next.

        >>> [GroupPacer.expecting(1, 2 * 120.0**2, 120, 200, moves).first for moves in (0, 1, 10, 1000)]
        [120, 32, 8, 1]
        """
        if not (math.isfinite(moves) and moves >= 0):
            raise SpecError("how far it moves is finite and not negative", where="moves")
        plain = cls(cells, variance, longest, level=level)
        shock = max(moves**2, 1e-12 * variance)  # nothing is quite still
        errors = group_error(np.array([shock]), plain._sizes[:, None], variance)[:, 0]
        return cls(cells, variance, longest, int(plain._sizes[int(np.argmin(errors))]), level)

    def told(self, noisy: Reals, steps: int) -> int:
        """Take in the noisy sum of so many steps; say how many the next one is to have."""
        size = whole(steps, "steps", at_least=1, at_most=self.longest)
        self.value = self._bank.step(np.asarray(noisy, dtype=np.float64) / size, self.variance / size**2, size)
        self._trust = _REMEMBER * self._trust + self._bank.fit[: len(PACES)]
        expected = (self._costs @ weights(self._trust)).sum(axis=1)
        return int(min(self._sizes[int(np.argmin(expected))], 2 * size))


def group_error(shock: Reals, size: NDArray[np.int64], variance: float) -> Reals:
    """The error variance of a level published in groups: the filter's steady state, and what is missed meanwhile.

    >>> group_error(np.array([0.0, 1.0]), np.array([[1], [8]]), 100.0).round(2).tolist()
    [[0.0, 9.51], [0.0, 4.84]]
    """
    drift, noise = shock * size, variance / size**2
    before = (drift + np.sqrt(drift**2 + 4 * drift * noise)) / 2
    return np.asarray(before * noise / (before + noise) + shock * (size - 1) / 2)


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
