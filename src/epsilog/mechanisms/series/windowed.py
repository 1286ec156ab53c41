"""Mechanisms that promise epsilon for every change within so many consecutive steps (w-event): what they share."""

from __future__ import annotations

from fractions import Fraction

from epsilog.core import charge
from epsilog.core.number import exact, whole
from epsilog.errors import SpecError
from epsilog.mechanisms.series.participation import Participation


class Windowed:
    """Their fields, read strictly; how far one unit moves a row; and the price."""

    width: int
    covers: Participation
    grain: Fraction
    epsilon: Fraction

    def _settle(self, parts: int) -> None:
        """Refuse fields that promise nothing. `parts` of a step's share of epsilon are paid for one by one."""
        object.__setattr__(self, "width", whole(self.width, "width", at_least=1, at_most=2**20))
        object.__setattr__(self, "grain", exact(self.grain, "grain", above=0))
        object.__setattr__(self, "epsilon", exact(self.epsilon, "epsilon", at_least="1e-6", at_most=10**6))
        if self.epsilon / (parts * self.width) < Fraction(1, 10**7):
            raise SpecError(
                "a step's share of this epsilon is below 1e-7", where="epsilon", hint="a shorter window"
            )
        if self.covers.span is None or self.covers.span > self.width:
            raise SpecError(
                f"only what lies within {self.width} consecutive steps is protected",
                where="covers.span",
                hint="a participation whose span is at most the width",
            )

    @property
    def reach(self) -> int:
        """How far one unit moves one row, in L1."""
        return self.covers.together.most * (2 if self.covers.neighbours == "replace" else 1)

    @property
    def charge(self) -> charge.Pure:
        """What the whole stream costs, per window."""
        return charge.Pure(self.epsilon)
