"""A whole series through its first Fourier, cosine or Haar coefficients: few noisy numbers, some detail lost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, NoReturn

import numpy as np

from epsilog.core.bounded import Sensitivity
from epsilog.core.number import whole
from epsilog.core.participation import Participation, rounded_root
from epsilog.core.series_method import Basis
from epsilog.errors import SpecError
from epsilog.mechanisms.series.strategy import Integers, Reals
from epsilog.mechanisms.series.toeplitz import ROOM

SCALE: Final = 2**20


class WholeSeries:
    """What strategies share that ask for integer combinations of all steps at once: batch only."""

    spoken: ClassVar[str]

    @property
    def _decoder(self) -> Reals:
        """What noisy answers are multiplied by."""
        raise NotImplementedError

    def decode_all(self, released: Integers, steps: int) -> Reals:
        """The values wanted, by least squares."""
        return np.asarray(self._decoder[:steps] @ released.astype(np.float64))

    def weights(self, steps: int) -> Reals:
        """Of each noise in each decoded value, one row per step."""
        return self._decoder[:steps]

    def gains(self, steps: int) -> Reals:
        """Variance per unit of noise variance; the bias of what a strategy leaves out is not in it."""
        return np.asarray((self._decoder[:steps] ** 2).sum(axis=1))

    def walk(self, cells: int) -> NoReturn:
        """Refused: questions look at later steps."""
        raise SpecError(f"{self.spoken} is for whole series, not for streams", where="strategy")


@dataclass(frozen=True)
class Transform(WholeSeries):
    """Asks for the first `keep` coefficients in an orthonormal real basis; what the others held is not released.

    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> daily = Participation(times=365, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> twenty = Transform(365, "cosine", keep=20, cells=1)
    >>> round(twenty.reach(daily).l2_squared / 2**40, 2)      # a person on all days: 365, not one
    365.03

    Fourier: `keep` numbers are the mean, then cosine and sine of one turn, of two turns, …; an odd number keeps
    pairs together. (k frequencies are 2k - 1 real numbers, not k.) Haar: coarse first; halves that are not even
    are weighed so that a basis of any length is orthonormal. Batch only.

    Sensitivity: rows are orthonormal, so a move d of the series moves the real coefficients by at most |d| in L2;
        rounding the scaled basis to integers adds at most half of |d|₁ per row. docs/proofs/series.md, section 7.
        One contribution: the exact norm of the heaviest integer column, if that is smaller. Contributions that
        are counted apiece obey the same bound wherever they lie: it is about entries.
    Numerics: answers are integers; decoding is least squares on the integer matrix, so that rounding adds no bias.
        What the dropped coefficients held is a bias that no interval here shows.
    Checked by: tests/unit/mechanisms/series/test_transform.py, with the classic mistakes as regressions.
    References: Rastogi, Nath 2010 (FPA; our noise is for the 2k - 1 real numbers); Xiao, Wang, Gehrke 2010 (Haar).
    """

    spoken = "a transform"
    horizon: int
    basis: Basis
    keep: int
    cells: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1, at_most=2**14))
        object.__setattr__(self, "keep", whole(self.keep, "keep", at_least=1, at_most=self.horizon))
        object.__setattr__(self, "cells", whole(self.cells, "cells", at_least=1, at_most=2**24))
        if self.basis not in ("fourier", "cosine", "haar"):
            raise SpecError(f"unknown basis {self.basis!r}", where="basis", hint="fourier, cosine or haar")

    @cached_property
    def matrix(self) -> Integers:
        """Round(2^20 · basis), `keep` rows."""
        return np.asarray(np.round(SCALE * orthonormal(self.basis, self.horizon, self.keep)), dtype=np.int64)

    @cached_property
    def _decoder(self) -> Reals:
        # Rows are orthonormal up to one part in a million, so that the normal equations are as good as any.
        rows = self.matrix.astype(np.float64)
        return np.asarray(np.linalg.solve(rows @ rows.T, rows).T)

    @cached_property
    def largest(self) -> int:
        """Values beyond this many grains are held there."""
        return ROOM // int(np.abs(self.matrix).sum(axis=1).max())

    def reach(self, participation: Participation) -> Sensitivity:
        """For one contribution the heaviest column if that is less; for several the general bound."""
        times = participation.within(self.horizon)
        # Half a unit of rounding, and a little for the floats that proposed the basis: |M - 2^20 B| <= 0.51.
        rounding = rounded_root(self.keep * times * times * 51 * 51)  # in hundredths
        norm = rounded_root(times * (100 * SCALE) ** 2) + rounding
        square = -(-norm * norm // 10_000)
        if times == 1:
            square = min(square, max(int(column @ column) for column in self.matrix.T.astype(object)))
        column = int(np.abs(self.matrix).sum(axis=0).max())
        l1 = min(times * column, rounded_root(self.keep * self.cells * square))
        return participation.moved(l1, square, aligned=False)

    def answers(self, values: Integers) -> Integers:
        """The coefficients of a series of exactly `horizon` steps and at most `cells` cells."""
        if len(values) != self.horizon or values.shape[1] > self.cells:
            raise SpecError(
                f"this transform is for {self.horizon} steps at once of at most {self.cells} cells", where="values"
            )
        return np.asarray(self.matrix @ values)


def orthonormal(basis: Basis, n: int, keep: int) -> Reals:
    """The first rows of an orthonormal basis of n steps.

    >>> orthonormal("fourier", 4, 2).round(3).tolist()
    [[0.5, 0.5, 0.5, 0.5], [0.707, 0.0, -0.707, -0.0]]
    >>> orthonormal("haar", 3, 3).round(3).tolist()
    [[0.577, 0.577, 0.577], [0.408, 0.408, -0.816], [0.707, -0.707, 0.0]]
    """
    t = np.arange(n)
    rows = [np.full(n, 1 / np.sqrt(n))]
    if basis == "cosine":
        rows += [np.sqrt(2 / n) * np.cos(np.pi * (t + 0.5) * k / n) for k in range(1, keep)]
    elif basis == "fourier":
        for k in range(1, keep // 2 + 1):
            turn = 2 * np.pi * k * t / n
            if 2 * k == n:  # the last cosine of an even length alternates and has no sine
                rows.append(np.cos(turn) / np.sqrt(n))
            else:
                rows += [np.sqrt(2 / n) * np.cos(turn), np.sqrt(2 / n) * np.sin(turn)]
    else:
        waiting = [(0, n)]
        while waiting and len(rows) < keep:
            start, end = waiting.pop(0)
            if end - start < 2:
                continue
            middle = (start + end + 1) // 2
            left, right = middle - start, end - middle
            size = np.sqrt(left * right / (left + right))
            halves = np.where((t >= start) & (t < middle), size / left, 0.0)
            rows.append(np.where((t >= middle) & (t < end), -size / right, halves))
            waiting += [(start, middle), (middle, end)]
    return np.array(rows[:keep])
