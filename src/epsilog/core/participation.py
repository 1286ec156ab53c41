"""How one unit may move a series. Always said, never a default."""

from __future__ import annotations

import math
from dataclasses import dataclass

from epsilog.core.bounded import Sensitivity
from epsilog.core.number import whole
from epsilog.core.unit import Neighbours
from epsilog.errors import SpecError


@dataclass(frozen=True)
class Participation:
    """One unit is in at most `times` steps, any two at least `apart` apart, with at most `most` grains in each.

    `most` bounds the sum of absolute contributions over all cells of a step. `signed` says whether a contribution
    may be negative; it matters under ``neighbours="replace"`` only. `span` says that all of a unit's steps lie
    within so many consecutive ones; None, the wider promise, says nothing of the kind. Protecting a window of w
    steps is ``times=w, apart=1, span=w``. With `apiece`, `times` counts pairs of a step and a cell, and `most` is
    about each of them: a unit may be in several cells of one step, and in all in no more than so many.

    >>> one_event = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> one_event.sensitivity
    Sensitivity(l1=1, l2_squared=1)
    >>> Participation(times=4, apart=7, most=5, signed=False, neighbours="replace").sensitivity
    Sensitivity(l1=40, l2_squared=200)
    """

    times: int
    apart: int
    most: int
    signed: bool
    neighbours: Neighbours
    span: int | None = None
    apiece: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "times", whole(self.times, "times", at_least=1, at_most=2**32))
        object.__setattr__(self, "apart", whole(self.apart, "apart", at_least=1, at_most=2**32))
        object.__setattr__(self, "most", whole(self.most, "most", at_least=1, at_most=2**40))
        if self.span is not None:
            object.__setattr__(self, "span", whole(self.span, "span", at_least=1, at_most=2**32))
        if type(self.apiece) is not bool or (self.apiece and self.apart != 1):
            raise SpecError(
                "contributions that are counted one by one may be in one step", where="apiece", hint="apart=1"
            )
        if type(self.signed) is not bool:
            raise SpecError("say whether contributions may be negative", where="signed", hint="True or False")
        if self.neighbours not in ("add-remove", "replace"):
            raise SpecError(
                f"unknown relation {self.neighbours!r}",
                where="neighbours",
                hint='"add-remove", or "replace" where the total is public',
            )

    @property
    def sensitivity(self) -> Sensitivity:
        """How far the series itself may move: the strategy that asks every step once."""
        return self.moved(self.times, self.times, aligned=True)

    def within(self, horizon: int) -> int:
        """How many steps of a horizon one unit can be in; with `apiece`, how many pairs of a step and a cell."""
        return self.times if self.apiece else min(self.times, -(-horizon // self.apart))

    @property
    def together(self) -> Participation:
        """The same said of steps: all that is counted apiece might be one step's, and one cell's.

        A norm is convex, so over all tables whose entries add up to `times`·`most` it is largest where one entry
        has everything: no such table moves the answers further than ``times=1`` with all of it.
        """
        if not self.apiece:
            return self
        return Participation(1, 1, self.times * self.most, self.signed, self.neighbours, self.span)

    def covers(self, other: Participation) -> bool:
        """Whether noise made for this is enough for the other."""
        same = self.neighbours == other.neighbours and (self.signed or not other.signed)
        if self.apiece != other.apiece:
            return False
        if self.span is not None and (other.span is None or other.span > self.span):
            return False
        return same and self.times >= other.times and self.apart <= other.apart and self.most >= other.most

    def moved(self, l1: int, l2_squared: int, *, aligned: bool) -> Sensitivity:
        """The norms of integer answers, from their norms at one grain per step under add-remove.

        Both scale with `most`. Under replace one pattern goes and another comes: twice the L1 norm and, by the
        triangle inequality, four times the squared L2 norm. Where no two steps have answers with a negative inner
        product (`aligned`) and contributions are not signed, the two patterns' answers do not point away from each
        other, |u - v|² <= |u|² + |v|², and twice is enough.
        """
        if self.neighbours == "replace":
            l1, l2_squared = 2 * l1, (2 if aligned and not self.signed else 4) * l2_squared
        l1, l2_squared = l1 * self.most, l2_squared * self.most**2
        # The answers are integers: their true norms obey L1 <= L2² <= L1², and so may the bounds.
        return Sensitivity(min(l1, l2_squared), min(l2_squared, l1 * l1))


def rounded_root(square: int) -> int:
    """The square root of an integer, rounded up.

    >>> rounded_root(16), rounded_root(17)
    (4, 5)
    """
    root = math.isqrt(square)
    return root if root * root == square else root + 1
