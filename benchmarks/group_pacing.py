"""How many steps the next noisy sum of `mechanisms.series.grouped` should span: many where the series is calm.

Decided by noisy numbers, so it is free. No release uses it: spells do better, and the benchmarks compare with it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import whole
from epsilog.errors import SpecError
from epsilog.postprocess.pacing import PACES
from epsilog.postprocess.smooth_online import Bank, weights

Reals = NDArray[np.float64]
_REMEMBER = 0.98


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
