"""Private numbers carry their sensitivity; public ones carry the law of their noise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import Noise
from epsilog.core.number import exact, whole
from epsilog.errors import PrivacyError, SpecError


@dataclass(frozen=True)
class Sensitivity:
    """How far one unit may move a vector of integers: the L1 norm and the square of the L2 norm, in grains.

    >>> Sensitivity.of_cells(4)          # one unit touches at most four cells, by one each
    Sensitivity(l1=4, l2_squared=4)
    >>> Sensitivity.of_rows(4)           # at most four rows, possibly all in one cell
    Sensitivity(l1=4, l2_squared=16)
    """

    l1: int
    l2_squared: int

    def __post_init__(self) -> None:
        l1 = whole(self.l1, "l1", at_least=1)
        squared = whole(self.l2_squared, "l2_squared", at_least=1, at_most=2**124)
        # For integers |d| <= d² and (sum d²) <= (sum |d|)²; anything else is a slip of the pen.
        if squared > l1 * l1:
            raise SpecError(f"no integer vector has L1 = {l1} and squared L2 = {squared}", where="l2_squared")
        if l1 > squared:
            raise SpecError(f"no integer vector has L1 = {l1} and squared L2 = {squared}", where="l1")
        object.__setattr__(self, "l1", l1)
        object.__setattr__(self, "l2_squared", squared)

    @classmethod
    def of_cells(cls, cells: int) -> Sensitivity:
        """One unit changes at most this many cells, each by one grain."""
        return cls(cells, cells)

    @classmethod
    def of_rows(cls, rows: int) -> Sensitivity:
        """One unit changes any cells by at most this many grains in all."""
        return cls(rows, rows * rows)

    def covers(self, other: Sensitivity) -> bool:
        """Whether noise made for this is enough for the other."""
        return self.l1 >= other.l1 and self.l2_squared >= other.l2_squared


@dataclass(frozen=True, repr=False, eq=False)
class Bounded:
    """Exact answers in grains, one unit's influence bounded. Private: shows no values and is never pickled."""

    keys: tuple[object, ...]
    values: NDArray[np.int64]
    grain: Fraction
    sensitivity: Sensitivity

    def __post_init__(self) -> None:
        if not isinstance(self.sensitivity, Sensitivity):
            raise SpecError("private answers carry a Sensitivity", where="sensitivity")
        object.__setattr__(self, "keys", tuple(self.keys))
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))
        values = self.values
        if not isinstance(values, np.ndarray) or values.dtype != np.int64 or values.shape != (len(self.keys),):
            raise SpecError("private answers are one int64 per key", where="values")
        # A copy nobody else can write to: what was bounded stays what was bounded.
        kept = values.copy()
        kept.flags.writeable = False
        object.__setattr__(self, "values", kept)

    def __repr__(self) -> str:
        return f"Bounded({len(self.keys)} private cells, grain={self.grain}, {self.sensitivity})"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("private answers are not pickled", hint="publish them, or keep them in memory")


@dataclass(frozen=True, eq=False)
class Noisy:
    """Answers with their noise already in them, and the law of that noise. Public.

    `reproducible` is true when the noise came from the seeded generator of the tests: such answers protect nobody,
    and whatever carries them further must say so.
    """

    keys: tuple[object, ...]
    values: NDArray[np.float64]
    noise: Noise
    reproducible: bool

    def __post_init__(self) -> None:
        values = self.values
        if not isinstance(values, np.ndarray) or values.dtype != np.float64 or values.shape != (len(self.keys),):
            raise SpecError("noisy answers are one float64 per key", where="values")
