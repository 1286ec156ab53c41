"""Exact arithmetic of integer Toeplitz strategies: answers, norms, and the power series that undo them.

M = T·diag(w): the answer at step i is the sum over j <= i of m[i-j]·w[j]·x[j]. Coefficients m are integers, not
negative and never rising; weights w are positive integers. Rounding to integers happened before any norm was taken.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.bounded import Sensitivity
from epsilog.core.participation import Participation
from epsilog.errors import SpecError
from epsilog.mechanisms.series.strategy import Integers, Reals

ROOM: Final = 2**61
SCALE: Final = 2**12  # coefficients and weights are multiples of 1/4096: 0.03 % above the real factorisation


def convolve(first: Reals, second: Reals, axes: int | None = None) -> Reals:
    """Their convolution, by Fourier transforms. Only series load the library for it, which takes a second."""
    from scipy.signal import fftconvolve

    return np.asarray(fftconvolve(first, second, axes=axes), dtype=np.float64)


def series_inverse(coefficients: Reals, terms: int) -> Reals:
    """The first terms of 1/c(z), doubling the number of right ones by Newton's step g(2 - c g).

    >>> series_inverse(np.array([1.0, -0.5]), 4).round(9).tolist()
    [1.0, 0.5, 0.25, 0.125]
    """
    inverse = np.array([1 / coefficients[0]])
    while len(inverse) < terms:
        size = min(2 * len(inverse), terms)
        error, product = np.zeros(size), convolve(coefficients[:size], inverse)[:size]
        error[: len(product)] = -product
        error[0] += 2
        inverse = convolve(inverse, error)[:size]
    return np.asarray(inverse, dtype=np.float64)


def root_coefficients(bands: int) -> tuple[int, ...]:
    """The square root's first coefficients: round(4096·binom(2k, k)/4^k), in fixed point of 128 bits.

    The error of 2^16 floors stays below 2^-100.

    >>> root_coefficients(4)
    (4096, 2048, 1536, 1280)
    """
    f, out = 1 << 128, []
    for k in range(bands):
        if k:
            f = f * (2 * k - 1) // (2 * k)
        out.append((f * SCALE + (1 << 127)) >> 128)
    return tuple(out)


def answers(coefficients: Integers, weights: Integers, values: Integers) -> Integers:
    """Mx for every cell, in 64 bits that cannot overflow because values are held within `largest`."""
    steps = len(values)
    weighted = values * weights[:steps, None]
    out = np.empty_like(weighted)
    for cell in range(values.shape[1]):
        out[:, cell] = np.convolve(weighted[:, cell], coefficients[:steps])[:steps]
    return out


def largest(coefficients: Integers, weights: Integers) -> int:
    """The largest value whose answers stay within 61 bits at every step."""
    return ROOM // (int(weights.max()) * int(np.abs(coefficients).sum()))


def reach(coefficients: Integers, weights: Integers, participation: Participation) -> Sensitivity:
    """Norms of the answers; exact for one contribution and for equal weights, a bound for both together.

    One contribution at step j moves the answers by column j: its squared norm is w[j]² times the sum of the first
    n - j squared coefficients. Several contributions: see docs/proofs/series.md, section 3.
    """
    if coefficients.min() < 0 or np.any(np.diff(coefficients) > 0):
        raise SpecError("coefficients must not be negative nor rise", where="coefficients")
    if participation.apiece and not coefficients[1:].any():  # answers that never meet: every contribution by itself
        alone = int(coefficients[0]) * int(weights.max())
        return participation.moved(participation.times * alone, participation.times * alone**2, aligned=True)
    participation = participation.together
    m, w, n = [int(c) for c in coefficients], [int(v) for v in weights], len(weights)
    m += [0] * (n - len(m))
    times, apart = participation.within(n), participation.apart
    if times == 1:
        square, total, most_square, most_total = 0, 0, 0, 0
        for c, weight in zip(m[:n], reversed(w), strict=True):  # column j holds the first n - j coefficients
            square, total = square + c * c, total + c
            most_square = max(most_square, weight * weight * square)
            most_total = max(most_total, weight * total)
        return participation.moved(most_total, most_square, aligned=True)
    overlaid = np.zeros(n, dtype=object)
    column = np.array(m[:n], dtype=object)
    for first in range(0, times * apart, apart):
        overlaid[first:] += column[: n - first]
    heaviest = max(w)
    square = int((overlaid * overlaid).sum()) * heaviest**2
    return participation.moved(int(overlaid.sum()) * heaviest, square, aligned=True)


def totals_gains(inverse: Reals, weights: Reals) -> Reals:
    """Variance of each running total: row t of A·diag(1/w)·T⁻¹, squared and summed."""
    steps = len(weights)
    if np.all(weights == weights[0]):
        return np.asarray(np.cumsum(np.cumsum(inverse[:steps] / weights[0]) ** 2))
    variance = np.zeros(steps)
    for first in range(steps):
        variance[first:] += np.cumsum(inverse[: steps - first] / weights[first:]) ** 2
    return variance


def totals(inverse: Reals, weights: Reals, released: Integers) -> Reals:
    """Running totals from noisy answers: undo T, undo the weights, add up."""
    steps = len(released)
    undone = convolve(released.astype(np.float64), inverse[:steps, None], axes=0)[:steps]
    return np.asarray(np.cumsum(undone / weights[:steps, None], axis=0))


class Rows:
    """The last rows of a stream, as many as a strategy looks back."""

    def __init__(self, keep: int, cells: int, kind: type[np.int64] | type[np.float64]) -> None:
        self._keep = keep
        self._rows = np.zeros((min(2 * keep, 32), cells), dtype=kind)
        self._count = 0

    def append(self, row: NDArray[Any]) -> None:
        """Add one row; forget what lies further back than anybody asks."""
        if self._count == len(self._rows):
            if self._count >= 2 * self._keep:
                self._rows[: self._keep] = self._rows[-self._keep :]
                self._count = self._keep
            else:
                wider = np.zeros(
                    (min(2 * self._keep, 2 * self._count), self._rows.shape[1]), dtype=self._rows.dtype
                )
                wider[: self._count] = self._rows
                self._rows = wider
        self._rows[self._count] = row
        self._count += 1

    def against(self, lags: NDArray[Any]) -> NDArray[Any]:
        """lags[0] times the newest row, lags[1] times the one before, and so on as far as there are rows."""
        used = lags[: self._count]
        return np.asarray(used[::-1] @ self._rows[self._count - len(used) : self._count])


class ToeplitzWalk:
    """Running totals along a stream: weighted rows (private) and undone rows (public) as far as it looks back."""

    def __init__(self, coefficients: Integers, weights: Integers, cells: int) -> None:
        self._coefficients, self._weights = coefficients, weights
        self._later = coefficients[1:].astype(np.float64)
        self._rows = Rows(len(coefficients), cells, np.int64)
        self._undone = Rows(max(1, len(coefficients) - 1), cells, np.float64)
        self._asked = self._decoded = 0
        self._total: Reals = np.zeros(cells)

    def answer(self, row: Integers) -> Integers:
        """m · (w x) so far."""
        self._rows.append(row * self._weights[self._asked])
        self._asked += 1
        return np.asarray(self._rows.against(self._coefficients)[None, :], dtype=np.int64)

    def decode(self, released: Integers) -> Reals:
        """Forward substitution, one row."""
        undone = (released[0] - self._undone.against(self._later)) / float(self._coefficients[0])
        self._undone.append(undone)
        self._total = self._total + undone / float(self._weights[self._decoded])
        self._decoded += 1
        return self._total.copy()


class RunningTotals(ABC):
    """Running totals from answers that one power series undoes, whatever each step's value was multiplied by."""

    @property
    @abstractmethod
    def lifts(self) -> Integers:
        """What each step's value is multiplied by."""

    @property
    @abstractmethod
    def _inverse(self) -> Reals:
        """The power series that undoes the answers."""

    def decode_all(self, released: Integers, steps: int) -> Reals:
        """Running totals."""
        return totals(self._inverse, self.lifts.astype(np.float64), released)

    def undoing(self, steps: int) -> tuple[Reals, Reals]:
        """The power series that undoes the answers, and what each step's value was multiplied by."""
        return self._inverse[:steps], self.lifts[:steps].astype(np.float64)

    def gains(self, steps: int) -> Reals:
        """Variance per unit of noise variance."""
        return totals_gains(self._inverse, self.lifts[:steps].astype(np.float64))


class ToeplitzStrategy(RunningTotals):
    """A strategy that is m·(w x) as it stands: the coefficients are `lags`, the weights are `lifts`."""

    horizon: int

    @property
    @abstractmethod
    def lags(self) -> Integers:
        """The coefficients, the newest value's first."""

    @cached_property
    def _inverse(self) -> Reals:
        return series_inverse(self.lags.astype(np.float64), self.horizon)

    @cached_property
    def largest(self) -> int:
        """Values beyond this many grains are held there."""
        return largest(self.lags, self.lifts)

    def reach(self, participation: Participation) -> Sensitivity:
        """Exact for one contribution or for equal weights; otherwise a bound."""
        return reach(self.lags, self.lifts, participation)

    def answers(self, values: Integers) -> Integers:
        """One answer per step."""
        return answers(self.lags, self.lifts, values)

    def walk(self, cells: int) -> ToeplitzWalk:
        """Begin a stream; memory is one row per coefficient."""
        return ToeplitzWalk(self.lags, self.lifts, cells)
