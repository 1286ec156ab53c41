"""What a series mechanism refuses before it looks at a value: a series that moves further than its noise covers.

These look at declarations, never at values, so a refusal says nothing about anybody.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from epsilog.errors import SensitivityExceeded, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.participation import Participation


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
