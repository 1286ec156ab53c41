"""Mechanisms that promise epsilon for every change within so many consecutive steps (w-event): what they share."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

from epsilog.core import charge
from epsilog.core.number import Number, exact, whole
from epsilog.core.participation import Participation
from epsilog.errors import PrivacyError, SpecError


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


# What was spent in the last w steps, and what is left: a cap that holds in every window of a stream.


class WindowBudget:
    """No w consecutive steps ever spend more than the cap: checked at every step, not only proved.

    >>> budget = WindowBudget(3, 1)
    >>> for amount in ("1/2", "1/2", 0): budget.spend(amount)
    >>> budget.left, budget.spend("3/4")
    Traceback (most recent call last):
        ...
    epsilog.errors.PrivacyError: this step would overspend its window (hint: at most 1/2 is left)
    """

    def __init__(self, width: int, cap: Number) -> None:
        self.width = whole(width, "width", at_least=1, at_most=2**32)
        self.cap = exact(cap, "cap", above=0)
        self._recent: deque[tuple[int, Fraction]] = deque()
        self._inside = Fraction(0)
        self._step = 0

    @property
    def left(self) -> Fraction:
        """What the next step may spend: the cap less what the width - 1 steps before it spent."""
        self._forget()
        return self.cap - self._inside

    def spend(self, amount: Number) -> None:
        """Close the next step with this amount, 0 for nothing."""
        paid = exact(amount, "amount", at_least=0)
        if paid > self.left:
            raise PrivacyError("this step would overspend its window", hint=f"at most {self.left} is left")
        if paid:
            self._recent.append((self._step, paid))
            self._inside += paid
        self._step += 1

    def _forget(self) -> None:
        while self._recent and self._recent[0][0] <= self._step - self.width:
            self._inside -= self._recent.popleft()[1]
