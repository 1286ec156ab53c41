"""Running totals by the square root of the all-ones triangle, in integers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from epsilog.core.number import whole
from epsilog.errors import SpecError
from epsilog.mechanisms.series.strategy import Integers
from epsilog.mechanisms.series.toeplitz import SCALE, ToeplitzStrategy, root_coefficients

LONGEST: Final = 2**16  # a stream keeps one row per step; beyond this use `buffered`


@dataclass(frozen=True)
class SquareRoot(ToeplitzStrategy):
    """Asks for sums whose weights fall like 1/sqrt(age); their noise nearly cancels in the running totals.

    >>> from epsilog.core.participation import Participation
    >>> from epsilog.mechanisms.series.strategy import multiplier_error
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> [round(error, 3) for error in multiplier_error(SquareRoot(1024, normalised=False), visit, 1024)]
    [3.273, 3.11]
    >>> [round(error, 3) for error in multiplier_error(SquareRoot(1024, normalised=True), visit, 1024)]
    [3.082, 2.992]

    With `normalised`, early values weigh less in the strategy, so that every step's column has the same norm:
    better for one contribution per unit, worse for several.

    Sensitivity: exact integer norms of the integer matrix really used; docs/proofs/series.md, section 3.
    Numerics: m[k] = round(4096·f[k]) with f[k] = binom(2k, k)/4^k, computed in whole numbers; w[j] =
        floor(4096/D[j]) from integer square roots, D[j] the norm of column j. No float decides a coefficient.
    Checked by: tests/unit/mechanisms/series/test_square_root.py.
    References: Fichtenberger, Henzinger, Upadhyay 2023; Henzinger, Upadhyay, Upadhyay 2023.
    """

    horizon: int
    normalised: bool

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1, at_most=LONGEST))
        if type(self.normalised) is not bool:
            raise SpecError("say whether columns are normalised", where="normalised", hint="True or False")

    @cached_property
    def lags(self) -> Integers:
        """Round(4096·binom(2k, k)/4^k)."""
        return np.array(root_coefficients(self.horizon), dtype=np.int64)

    @cached_property
    def lifts(self) -> Integers:
        """One, or 4096/D[j] rounded down."""
        if not self.normalised:
            return np.ones(self.horizon, dtype=np.int64)
        squares, out = 0, []
        for c in self.lags.tolist():
            squares += c * c
            out.append(math.isqrt(SCALE**4 // squares))
        return np.array(out[::-1], dtype=np.int64)
