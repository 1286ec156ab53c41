"""A noisy stream smoothed as it comes: a bank of filters, each sure of another pace, trusted by how well they did.

One pace refitted now and then loses to no filter at all on real streams; a bank whose trust fades does not.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import SpecError

Reals = NDArray[np.float64]
FORGET: Final = 0.9
PACES: Final = tuple(float(q) for q in 10.0 ** np.linspace(-4, 4, 16))


@dataclass(eq=False)
class Bank:
    """Wandering levels with 16 paces, shock variance 1e-4 … 1e4 times the noise's. Strictly causal.

    >>> bank = Bank(cells=1)
    >>> [round(float(bank.step(np.array([value]), 100.0)[0])) for value in (50.0, 60.0, 40.0, 50.0)]
    [50, 56, 49, 50]

    Each filter's log-likelihood fades by `forget` at every step; the value is the average of the filters weighed by
    the exponential of theirs. Only noisy numbers enter, so it costs nothing; there is no band.
    """

    cells: int
    forget: float = FORGET
    paces: tuple[float, ...] = PACES
    _mean: Reals = field(init=False, repr=False)
    _spread: Reals = field(init=False, repr=False)
    _trust: Reals = field(init=False, repr=False)
    _begun: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        if not (0 < self.forget <= 1) or not self.paces or min(self.paces) < 0 or self.cells < 1:
            raise SpecError("forget lies in (0, 1], paces are not negative", where="forget")
        shape = (len(self.paces), self.cells)
        self._mean, self._spread, self._trust = np.zeros(shape), np.zeros(shape), np.zeros(shape)

    def step(self, noisy: Reals, variance: float) -> Reals:
        """The next smoothed row from the next noisy row, whose noise has this variance."""
        if not (math.isfinite(variance) and variance > 0) or noisy.shape != (self.cells,):
            raise SpecError("a row of noisy numbers and the variance of their noise", where="noisy")
        if not self._begun:
            self._begun = True
            self._mean[:], self._spread[:] = noisy, variance
            return np.asarray(noisy, dtype=np.float64).copy()
        self._spread += np.array(self.paces)[:, None] * variance
        total = self._spread + variance
        surprise = noisy - self._mean
        self._trust = self.forget * self._trust - 0.5 * (np.log(total) + surprise**2 / total)
        share = self._spread / total
        self._mean += share * surprise
        self._spread *= 1 - share
        weight = np.exp(self._trust - self._trust.max(axis=0))
        return np.asarray((weight * self._mean).sum(axis=0) / weight.sum(axis=0))
