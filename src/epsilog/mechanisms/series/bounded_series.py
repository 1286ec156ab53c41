"""A private series of integers that carries how one unit may move it, and the public one that comes out.

What a series mechanism refuses before it looks at a value: a series that moves further than its noise covers.

These look at declarations, never at values, so a refusal says nothing about anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn, Protocol

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import exact
from epsilog.core.participation import Participation
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError


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


class Standing:
    """Where a stream stands. Holds private numbers: never shown, never pickled."""

    done: int
    cells: int

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.done} steps done, {self.cells} private cells)"

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("a stream's state is as secret as its data and is not pickled")


class Covering(Protocol):
    """A mechanism as far as its promise goes."""

    @property
    def covers(self) -> Participation:
        """How one unit may move a series at most."""
        ...

    @property
    def grain(self) -> Fraction:
        """The step of the grid the values lie on."""
        ...


def refuse_unless_moved_so(covers: Participation, exact: BoundedSeries) -> None:
    """Refuse a series that one unit may move otherwise than the noise is made for."""
    if not covers.covers(exact.participation):
        raise SensitivityExceeded(
            f"one unit moves this series as {exact.participation}, the noise covers {covers}",
            hint="bound the contributions further, or calibrate for more",
        )


def refuse_unless_covered(mechanism: Covering, exact: BoundedSeries) -> None:
    """The same, and its grain must be the mechanism's."""
    refuse_unless_moved_so(mechanism.covers, exact)
    if exact.grain != mechanism.grain:
        raise SpecError(f"the series' grain is {exact.grain}, the noise is for {mechanism.grain}", where="grain")


def refuse_unless_a_step(mechanism: Covering, exact: BoundedSeries, cells: int) -> None:
    """The same of one step of a stream: one row of all its cells."""
    refuse_unless_moved_so(mechanism.covers, exact)
    if exact.grain != mechanism.grain or exact.values.shape != (1, cells):
        raise SpecError(f"a step is one row of {cells} cells on the grain {mechanism.grain}", where="exact")


def refuse_beyond(horizon: int | None, steps: int) -> None:
    """Refuse more steps than were paid for."""
    if horizon is not None and steps > horizon:
        raise PrivacyError(
            f"the horizon is {horizon} steps", where="horizon", hint="open a new series, and pay for it"
        )
