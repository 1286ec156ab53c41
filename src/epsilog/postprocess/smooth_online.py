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
SHARES: Final = tuple(float(s) for s in 10.0 ** np.linspace(-3, 0, 10))


@dataclass(eq=False)
class Bank:
    """Wandering levels: 16 with shocks of 1e-4 … 1e4 times the noise's variance, 10 whose shocks follow it.

    >>> bank = Bank(cells=1)
    >>> [round(float(bank.step(np.array([value]), 100.0)[0])) for value in (50.0, 60.0, 40.0, 50.0)]
    [50, 56, 49, 50]

    A count wanders in proportion to its size as often as by a fixed amount: the shocks of the second kind have a
    deviation of 0.1 % … 100 % of the last smoothed value. Each filter's log-likelihood fades by `forget` with every
    value; what comes out is the average of the filters weighed by the exponential of theirs. Strictly causal. Only
    noisy numbers enter, so it costs nothing. Its `deviation` is what the filters believe and how far they disagree:
    model-based, and no bound where the series moves as none of them says.

    paces      shock variances per step, in units of `reference`, or of the first value's noise if that is None
    shares     shock deviations per step, as a share of the level
    flickers   variances by which single steps leave the level, in the same units; every pace goes with every one
    """

    cells: int
    forget: float = FORGET
    paces: tuple[float, ...] = PACES
    shares: tuple[float, ...] = SHARES
    reference: float | None = None
    flickers: tuple[float, ...] = (0.0,)
    _mean: Reals = field(init=False, repr=False)
    _spread: Reals = field(init=False, repr=False)
    _trust: Reals = field(init=False, repr=False)
    _fit: Reals = field(init=False, repr=False)
    _value: Reals = field(init=False, repr=False)
    _begun: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        every = (*self.paces, *self.shares, *self.flickers)
        if not (0 < self.forget <= 1) or not every or min(every) < 0 or self.cells < 1 or not self.flickers:
            raise SpecError("forget lies in (0, 1], paces are not negative", where="forget")
        if self.reference is not None and not (math.isfinite(self.reference) and self.reference > 0):
            raise SpecError("a variance is finite and above 0", where="reference")
        shape = (len(self.paces) * len(self.flickers) + len(self.shares), self.cells)
        self._mean, self._spread, self._trust = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        self._fit, self._value = np.zeros(shape), np.zeros(self.cells)

    @property
    def fit(self) -> Reals:
        """The log-likelihood each filter gave the last value, fixed paces first; nought before the second value."""
        return self._fit

    @property
    def deviation(self) -> Reals:
        """How far the last smoothed row may be off, as a standard deviation of the mixture of all filters.

        >>> bank = Bank(cells=1)
        >>> shown = [(bank.step(np.array([50.0]), 100.0), bank.deviation)[1] for _ in range(30)]
        >>> round(float(shown[0][0]), 1), round(float(shown[-1][0]), 1)
        (10.0, 2.8)
        """
        return self.after(0)

    def after(self, steps: int) -> Reals:
        """The same so many steps later, while nothing new is told: every level has walked on at its own pace."""
        apart = self._spread + (self._mean - self._value) ** 2
        if steps:
            apart = apart + steps * self._shocks()
        return np.asarray(np.sqrt((weights(self._trust) * apart).sum(axis=0)))

    def step(self, noisy: Reals, variance: float, steps: int = 1, added: int = 1) -> Reals:
        """The smoothed row after the next noisy row: its noise has this variance, so many steps after the last.

        The row is the mean of the last `added` of these steps; the filters know how old it is.
        """
        if not (math.isfinite(variance) and variance > 0) or noisy.shape != (self.cells,):
            raise SpecError("a row of noisy numbers and the variance of their noise", where="noisy")
        if not 1 <= added <= steps:
            raise SpecError("a mean of some of the steps since the last", where="added")
        if not self._begun:
            self._begun = True
            self.reference = variance if self.reference is None else self.reference
            self._mean[:], self._spread[:] = noisy, variance + self._flicker() / added
            self._value = np.asarray(noisy, dtype=np.float64).copy()
            return self._value.copy()
        shocks = self._shocks()
        before, shared, seen = mean_of_walk(self._spread, shocks, steps, added)
        total = seen + self._flicker() / added + variance
        surprise = noisy - self._mean
        self._fit = -0.5 * (np.log(total) + surprise**2 / total)
        self._trust = self.forget * self._trust + self._fit
        share = shared / total
        self._mean += share * surprise
        self._spread = before - share * shared
        self._value = np.asarray((weights(self._trust) * self._mean).sum(axis=0))
        return self._value.copy()

    def _shocks(self) -> Reals:
        assert self.reference is not None
        fixed = np.repeat(np.repeat(self.paces, len(self.flickers))[:, None] * self.reference, self.cells, axis=1)
        level = np.maximum(self._value, 0.0)
        return np.concatenate([fixed, (np.array(self.shares)[:, None] * level) ** 2])

    def _flicker(self) -> Reals:
        assert self.reference is not None
        fixed = np.tile(self.flickers, len(self.paces)) * self.reference
        return np.concatenate([fixed, np.zeros(len(self.shares))])[:, None]


def mean_of_walk(spread: Reals, shock: Reals, steps: Reals | int, added: Reals | int) -> tuple[Reals, Reals, Reals]:
    """A level known up to `spread` walks on: its variance, what it shares with its late mean, that mean's variance.

    >>> [part.tolist() for part in mean_of_walk(np.array([5.0]), np.array([1.0]), 4, 1)]
    [[9.0], [9.0], [9.0]]
    >>> [part.tolist() for part in mean_of_walk(np.array([0.0]), np.array([6.0]), 2, 2)]      # steps s, s + s'
    [[12.0], [9.0], [7.5]]
    """
    rest = steps - added
    shared, own = rest + (added + 1) / 2, rest + (added + 1) * (2 * added + 1) / (6 * added)
    return spread + shock * steps, spread + shock * shared, spread + shock * own


def weights(trust: Reals) -> Reals:
    """Log-likelihoods, one column per cell, as weights that add up to one.

    >>> weights(np.array([[0.0], [0.0]])).tolist()
    [[0.5], [0.5]]
    """
    weight = np.exp(trust - trust.max(axis=0))
    return np.asarray(weight / weight.sum(axis=0))
