"""The law of a privacy loss, as a list of values and on a grid where many losses can be added.

Every approximation here moves mass to pairs of laws that are easier to tell apart, never harder.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import Number, exact, whole
from epsilog.errors import SpecError

Floats = NDArray[np.float64]
# Tails lighter than this are cut: the upper one becomes infinite loss, the lower one moves up to the cut.
_CUT = 1e-20
_DIRECT = 1 << 26  # multiplications; beyond them a Fourier transform, whose error is added to the infinite mass


@dataclass(frozen=True, eq=False)
class Loss:
    """The law of the privacy loss under P: finite values, their probabilities, and the mass of infinite loss.

    `pair` names the dominating pair.

    >>> from epsilog.accounting.loss import loss_of
    >>> from epsilog.core.charge import Pure
    >>> toss = loss_of(Pure(1))
    >>> [round(float(x), 4) for x in toss.support], [round(float(p), 4) for p in toss.probabilities]
    ([-1.0, 1.0], [0.2689, 0.7311])
    >>> round(float(toss.posterior_odds(prior_odds=1).max()), 4)
    2.7183
    """

    support: Floats
    probabilities: Floats
    infinite: float
    pair: str

    def __post_init__(self) -> None:
        if self.support.shape != self.probabilities.shape or self.support.ndim != 1:
            raise SpecError("a loss is two lists of one length", where="support")

    def delta_of(self, epsilon: Number) -> float:
        """The delta at this epsilon: the expected part of the loss beyond it.

        >>> from epsilog.accounting.loss import loss_of
        >>> from epsilog.core.charge import Pure
        >>> round(loss_of(Pure(1)).delta_of(0), 4)      # (e - 1)/(e + 1)
        0.4621
        """
        return self._delta(float(exact(epsilon, "epsilon")))

    def _delta(self, e: float) -> float:
        beyond = self.support > e
        gain = -np.expm1(e - self.support[beyond])
        return min(1.0, self.infinite + float(np.dot(self.probabilities[beyond], gain)))

    def epsilon_of(self, delta: Number) -> float:
        """The least epsilon with at most this delta; infinity where infinite loss alone exceeds it."""
        d = float(exact(delta, "delta", at_least=0, below=1))
        if self.infinite > d:
            return math.inf
        low, high = 0.0, max(0.0, float(self.support[-1])) if len(self.support) else 0.0
        if self._delta(0.0) <= d:
            return 0.0
        while high - low > 1e-12 * max(1.0, high):
            middle = (low + high) / 2
            low, high = (low, middle) if self._delta(middle) <= d else (middle, high)
        return high

    def tail(self, t: Number) -> float:
        """P(L > t)."""
        beyond = self.support > float(exact(t, "t"))
        return min(1.0, self.infinite + float(self.probabilities[beyond].sum()))

    @property
    def mean(self) -> float:
        """The expected finite loss under P."""
        return float(np.dot(self.support, self.probabilities))

    def posterior_odds(self, prior_odds: Number) -> Floats:
        """The odds after each possible loss: exp(loss) times the odds before."""
        odds = float(exact(prior_odds, "prior_odds", above=0))
        with np.errstate(over="ignore"):
            return np.asarray(odds * np.exp(self.support), dtype=np.float64)

    def on_grid(self, step: float) -> Grid:
        """The same loss on the multiples of a step, no easier to bear."""
        return Grid.of_atoms(self.support, self.probabilities, self.infinite, step)


@dataclass(frozen=True, eq=False)
class Grid:
    """A loss on consecutive multiples of one step: first, first + 1, …"""

    step: float
    first: int
    mass: Floats
    infinite: float

    @classmethod
    def of_atoms(cls, support: Floats, mass: Floats, infinite: float, step: float) -> Grid:
        """Split each atom between its two neighbours on the grid so that its mass under P and under Q is kept.

        The atom is the merger of its two halves, and merging is post-processing: so the split pair is at least as
        easy to tell apart ("connect the dots", Doroshenko et al. 2022). Kept under both laws, the error is of
        second order in the step, not of first as with rounding up.
        """
        # An atom a hair below a grid point is lifted onto it; one a hair above is never lowered.
        cell = np.floor(support / step + 1e-9)
        rest = np.clip(support - cell * step, 0.0, step)
        upper_part = np.expm1(-rest) / math.expm1(-step)  # (1 - e^-rest)/(1 - e^-step)
        return cls._added(cell, mass * (1 - upper_part), mass * upper_part, infinite, step)

    @classmethod
    def of_cells(cls, edges_first: int, under_p: Floats, under_q: Floats, infinite: float, step: float) -> Grid:
        """The same from whole cells: the mass under P and under Q of losses in [k, k + 1) steps."""
        cell = edges_first + np.arange(len(under_p), dtype=np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            at_low = under_q * np.exp(np.minimum(cell * step, 700.0))
        upper_mass = np.clip((under_p - at_low) / -math.expm1(-step), 0.0, under_p)
        return cls._added(cell, under_p - upper_mass, upper_mass, infinite, step)

    @classmethod
    def _added(cls, cell: Floats, low: Floats, high: Floats, infinite: float, step: float) -> Grid:
        first = int(cell.min())
        offset = (cell - first).astype(np.int64)
        mass = np.bincount(offset, low, minlength=int(offset.max()) + 2)
        mass = mass + np.bincount(offset + 1, high, minlength=len(mass))
        return cls(step, first, np.asarray(mass, dtype=np.float64), infinite)._trimmed()

    def __add__(self, other: Grid) -> Grid:
        """Independent losses add: convolve."""
        a, b = self.mass, other.mass
        slack = 0.0
        if len(a) * len(b) <= _DIRECT:
            mass = np.convolve(a, b)
        else:
            from scipy.signal import fftconvolve  # seconds to load, and few losses are this long

            mass = np.maximum(fftconvolve(a, b), 0.0)
            # A transform of length n errs by at most about 16 u log2(n) |a||b| in each entry.
            error = 16 * 1.2e-16 * math.log2(len(mass)) * float(np.linalg.norm(a) * np.linalg.norm(b))
            slack = error * len(mass)
        infinite = min(1.0, self.infinite + other.infinite - self.infinite * other.infinite + slack)
        total = Grid(self.step, self.first + other.first, np.asarray(mass, dtype=np.float64), infinite)
        return total._trimmed(max(_CUT, slack))  # below the slack there is nothing but the transform's own noise

    def power(self, times: int) -> Grid:
        """The sum of that many independent copies, by squaring."""
        whole(times, "times", at_least=1)
        result: Grid | None = None
        square = self
        while True:
            if times & 1:
                result = square if result is None else result + square
            times >>= 1
            if not times:
                return result if result is not None else self
            square = square + square

    def loss(self, pair: str) -> Loss:
        """As a list of values."""
        kept = self.mass > 0
        support = (self.first + np.arange(len(self.mass)))[kept] * self.step
        return Loss(np.asarray(support, dtype=np.float64), self.mass[kept], self.infinite, pair)

    def _trimmed(self, cut: float = _CUT) -> Grid:
        above = np.cumsum(self.mass[::-1])[::-1]
        below = np.cumsum(self.mass)
        keep = np.flatnonzero((above > cut) & (below > cut))
        if len(keep) == 0:
            return self
        low, high = int(keep[0]), int(keep[-1]) + 1
        mass = self.mass[low:high].copy()
        mass[0] += float(self.mass[:low].sum())
        beyond = float(self.mass[high:].sum())
        return Grid(self.step, self.first + low, mass, min(1.0, self.infinite + beyond))
