"""A private series of integers that carries how one unit may move it, and the public one that comes out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import exact
from epsilog.errors import PrivacyError, SpecError
from epsilog.mechanisms.series.participation import Participation


@dataclass(frozen=True, repr=False, eq=False)
class BoundedSeries:
    """Exact values in grains, one row per step and one column per cell. Private: shows no values, is never pickled.

    >>> import numpy as np
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> BoundedSeries(np.array([[3], [0], [5]]), Fraction(1), visit)
    BoundedSeries(3 private steps of 1 cells, grain=1)
    """

    values: NDArray[np.int64]
    grain: Fraction
    participation: Participation

    def __post_init__(self) -> None:
        if not isinstance(self.participation, Participation):
            raise SpecError("a private series carries a Participation", where="participation")
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))
        values = self.values
        if not isinstance(values, np.ndarray) or values.dtype != np.int64 or values.ndim != 2 or not values.size:
            raise SpecError(
                "a private series is an int64 table, one row per step and one column per cell", where="values"
            )
        kept = values.copy()  # what was bounded stays what was bounded
        kept.flags.writeable = False
        object.__setattr__(self, "values", kept)

    def __repr__(self) -> str:
        steps, cells = self.values.shape
        return f"BoundedSeries({steps} private steps of {cells} cells, grain={self.grain})"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("a private series is not pickled", hint="publish it, or keep it in memory")


@dataclass(frozen=True, eq=False)
class NoisySeries:
    """Released values in the data's units, and the standard deviation of the noise at each step. Public.

    Errors of different steps are correlated: `deviation` speaks of one step at a time.
    """

    values: NDArray[np.float64]
    deviation: NDArray[np.float64]
    reproducible: bool
