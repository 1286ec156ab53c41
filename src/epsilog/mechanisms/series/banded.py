"""Running totals when a unit contributes several times, far apart: a strategy that looks back only so far."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from epsilog.core.bounded import Sensitivity
from epsilog.core.number import whole
from epsilog.errors import SpecError
from epsilog.mechanisms.series import toeplitz
from epsilog.mechanisms.series.banded_fits import BANDED
from epsilog.mechanisms.series.participation import Participation
from epsilog.mechanisms.series.strategy import Integers, Reals
from epsilog.mechanisms.series.toeplitz import ToeplitzWalk


@dataclass(frozen=True)
class Banded:
    """Asks for sums over the last `len(coefficients)` steps only, so contributions further apart never meet.

    >>> from epsilog.mechanisms.series.strategy import multiplier_error
    >>> weekly = Participation(times=16, apart=64, most=1, signed=False, neighbours="add-remove")
    >>> [round(error, 2) for error in multiplier_error(Banded.fitted(1024, weekly), weekly, 1024)]
    [20.87, 16.26]

    Sensitivity: exact integer norm of the worst pattern, contributions as early and as close as allowed;
        docs/proofs/series.md, section 3. It holds for every participation, also one closer than the bands.
    Numerics: coefficients are integers, not negative, never rising; others are refused.
    Checked by: tests/unit/mechanisms/series/test_several.py.
    References: Choquette-Choo et al. 2023; Kalinin, Lampert 2024.
    """

    horizon: int
    coefficients: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1, at_most=2**20))
        read = tuple(whole(c, "coefficients", at_least=0, at_most=2**30) for c in self.coefficients)
        if not 1 <= len(read) <= self.horizon or read[0] < 1 or any(b > a for a, b in itertools.pairwise(read)):
            raise SpecError(
                "coefficients begin above zero and never rise, at most one per step",
                where="coefficients",
                hint="Banded.fitted(horizon, participation)",
            )
        object.__setattr__(self, "coefficients", read)

    @classmethod
    def fitted(cls, horizon: int, participation: Participation) -> Banded:
        """The constants fitted for this horizon and participation, or the square root cut off at `apart` bands."""
        steps = whole(horizon, "horizon", at_least=1, at_most=2**20)
        known = BANDED.get((steps, participation.apart, participation.within(steps)))
        return cls(steps, known or rooted(min(steps, participation.apart)))

    @cached_property
    def _lags(self) -> Integers:
        return np.array(self.coefficients, dtype=np.int64)

    @cached_property
    def _ones(self) -> Integers:
        return np.ones(self.horizon, dtype=np.int64)

    @cached_property
    def _inverse(self) -> Reals:
        return toeplitz.series_inverse(self._lags.astype(np.float64), self.horizon)

    @cached_property
    def largest(self) -> int:
        """Values beyond this many grains are held there."""
        return toeplitz.largest(self._lags, self._ones)

    def reach(self, participation: Participation) -> Sensitivity:
        """Exact."""
        return toeplitz.reach(self._lags, self._ones, participation)

    def answers(self, values: Integers) -> Integers:
        """One answer per step."""
        return toeplitz.answers(self._lags, self._ones, values)

    def decoded(self, released: Integers, steps: int) -> Reals:
        """Running totals."""
        return toeplitz.totals(self._inverse, self._ones.astype(np.float64), released)

    def undoing(self, steps: int) -> tuple[Reals, Reals]:
        """The power series that undoes the answers, and what each step's value was multiplied by."""
        return self._inverse[:steps], self._ones[:steps].astype(np.float64)

    def gains(self, steps: int) -> Reals:
        """Variance per unit of noise variance."""
        return toeplitz.totals_gains(self._inverse, np.ones(steps))

    def walk(self, cells: int) -> ToeplitzWalk:
        """Begin a stream; memory is one row per band."""
        return ToeplitzWalk(self._lags, self._ones, cells)


def rooted(bands: int) -> tuple[int, ...]:
    """The square root's first coefficients in multiples of 1/4096.

    >>> rooted(4)
    (4096, 2048, 1536, 1280)
    """
    f, out = 1 << 128, []
    for k in range(bands):
        if k:
            f = f * (2 * k - 1) // (2 * k)
        out.append((f * 4096 + (1 << 127)) >> 128)
    return tuple(out)
