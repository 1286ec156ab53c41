"""What was spent in the last w steps, and what is left: a cap that holds in every window of a stream."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

from epsilog.core.number import Number, exact, whole
from epsilog.errors import PrivacyError


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
