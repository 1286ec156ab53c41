"""Running totals of a whole series, pure differential privacy: a dense integer strategy, the least error known."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from typing import Final

import numpy as np

from epsilog.core.bounded import Sensitivity
from epsilog.core.number import whole
from epsilog.core.participation import Participation
from epsilog.errors import SpecError
from epsilog.mechanisms.series.strategy import Integers, Reals
from epsilog.mechanisms.series.toeplitz import ROOM
from epsilog.mechanisms.series.transform import WholeSeries

SCALE: Final = 2**16
LONGEST: Final = 366
SIZES: Final = (8, 12, 16, 24, 32, 53, 64, 92, 128, 183, 256, 366)  # of the fits in dense_fits.json
FITS: Final = 1  # their version: plans store it, and numbers of one version never change
LONGEST_SHIPPED: Final = SIZES[-1]
_BLOCK: Final = 16
_ROUNDS: Final = 3000
_PACE: Final = 0.004


@dataclass(frozen=True, eq=False)
class Dense(WholeSeries):
    """Asks as many questions as there are steps, found by descent so that Laplace noise hurts the totals least.

    >>> import numpy as np
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> Dense(np.array([[2, 1], [0, -3]])).reach(visit)
    Sensitivity(l1=4, l2_squared=10)

    Questions look at the whole series, later steps too: batch only. `shipped` has the fits of this package, which
    are the same whole numbers on every machine; a shorter series takes a longer fit without its last columns.

    Sensitivity: exact integer column norms for one contribution; the triangle inequality for several.
    Proof: docs/proofs/series.md, section 1. Any integer matrix is private at its norms; the fit decides about
        accuracy only and sees no data.
    Numerics: totals are read off by least squares. A fit of one's own (`fitted`) is float64 and its integers may
        differ in the last place between machines; norms are those of the integers used.
    Checked by: tests/unit/mechanisms/series/test_dense.py.
    References: Li, Miklau, Hay, McGregor, Rastogi 2015.
    """

    spoken = "a dense strategy"
    matrix: Integers

    def __post_init__(self) -> None:
        matrix = self.matrix
        if not isinstance(matrix, np.ndarray) or matrix.dtype != np.int64 or matrix.ndim != 2:
            raise SpecError("a dense strategy is an int64 matrix", where="matrix")
        if matrix.shape[0] < matrix.shape[1] or not matrix.size or int(np.abs(matrix).max()) > 2**24:
            raise SpecError("a dense strategy asks at least one question per step, up to 2^24", where="matrix")
        kept = matrix.copy()
        kept.flags.writeable = False
        object.__setattr__(self, "matrix", kept)
        if np.linalg.matrix_rank(kept.astype(np.float64)) < kept.shape[1]:
            raise SpecError("totals cannot be read off a matrix without an inverse", where="matrix")

    @classmethod
    def fitted(cls, horizon: int) -> Dense:
        """Descend from a block tree; takes seconds at 64 steps and minutes at 366."""
        return cls(_fit(whole(horizon, "horizon", at_least=1, at_most=LONGEST)))

    @classmethod
    def load_shipped(cls, horizon: int) -> Dense:
        """The fit of this package for so many steps, or the next longer one.

        >>> Dense.load_shipped(64).matrix.shape, Dense.load_shipped(31).matrix.shape[1]
        ((64, 64), 31)
        """
        return _load_shipped(whole(horizon, "horizon", at_least=1, at_most=LONGEST_SHIPPED))

    @property
    def horizon(self) -> int:
        """As many steps as columns."""
        return int(self.matrix.shape[1])

    @cached_property
    def largest(self) -> int:
        """Values beyond this many grains are held there."""
        return ROOM // int(np.abs(self.matrix).sum(axis=1).max())

    @cached_property
    def _decoder(self) -> Reals:
        adding = np.tril(np.ones((self.horizon, self.horizon)))
        return np.asarray(adding @ np.linalg.pinv(self.matrix.astype(np.float64)))

    def reach(self, participation: Participation) -> Sensitivity:
        """Exact for one contribution; a bound for several."""
        participation = participation.together
        times = participation.within(self.horizon)
        columns = self.matrix.T.astype(object)
        l1 = max(int(np.abs(column).sum()) for column in columns)
        square = max(int(column @ column) for column in columns)
        return participation.moved(times * l1, times * times * square, aligned=False)

    def answers(self, values: Integers) -> Integers:
        """All answers about a series of exactly `horizon` steps."""
        if len(values) != self.horizon:
            raise SpecError(f"this strategy needs all {self.horizon} steps at once", where="values")
        return np.asarray(self.matrix @ values)


@lru_cache(maxsize=16)
def _load_shipped(horizon: int) -> Dense:
    size = size_of(horizon)
    matrix: Integers = np.zeros((size, size), dtype=np.int64)
    for at, row in enumerate(_fits()[str(size)]):
        matrix[at, row[::2]] = row[1::2]
    cut = matrix[:, :horizon]
    return Dense(cut[np.abs(cut).any(axis=1)])


@lru_cache(maxsize=1)
def _fits() -> dict[str, list[list[int]]]:
    """For each size its rows: a column, the number in it, the next column, and so on."""
    text = resources.files("epsilog.mechanisms.series").joinpath("dense_fits.json").read_text(encoding="utf-8")
    fits: dict[str, list[list[int]]] = json.loads(text)
    return fits


def size_of(horizon: int) -> int:
    """The size of the fit that a series of so many steps takes.

    >>> size_of(64), size_of(65)
    (64, 92)
    """
    return next(size for size in SIZES if size >= horizon)


@lru_cache(maxsize=8)
def _fit(n: int) -> Integers:
    """Adam on log |A R⁻¹|², columns of R divided by their L1 norms, from a block tree with a little jitter.

    From a triangle or from the square root the descent ends at the identity; from a tree it does not.
    """
    plain = np.random.default_rng(1)  # a public start, not noise: it decides about accuracy only
    free = np.eye(n)
    for start in range(0, n, _BLOCK):
        end = min(n, start + _BLOCK)
        free[(start + end) // 2] = 0
        free[(start + end) // 2, start:end] = 1
    free += 0.01 * plain.normal(size=(n, n))
    ones = np.tril(np.ones((n, n)))
    gram = ones.T @ ones
    drift, swing = np.zeros_like(free), np.zeros_like(free)
    for k in range(1, _ROUNDS + 1):
        sums = np.abs(free).sum(axis=0)
        rows = free / sums
        inverse = np.linalg.inv(rows)
        toward = gram @ inverse
        slope = -inverse.T @ (2 * toward / (inverse * toward).sum()) @ inverse.T
        slope = (slope - np.sign(free) * (slope * rows).sum(axis=0)) / sums
        drift, swing = 0.9 * drift + 0.1 * slope, 0.99 * swing + 0.01 * slope**2
        pace = _PACE * 0.5 * (1 + np.cos(np.pi * k / _ROUNDS))
        free = free - pace * (drift / (1 - 0.9**k)) / (np.sqrt(swing / (1 - 0.99**k)) + 1e-12)
    return np.asarray(np.round(SCALE * free / np.abs(free).sum(axis=0)), dtype=np.int64)
