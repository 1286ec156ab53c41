"""A series told in spells: at a spell's end a noisy sum of its last ticks, and that again as a mean until the next.

A result keeps a row for each cell and two before them, each as long as the series: how many ticks were added up at
a spell's end (0 elsewhere), what each of them took of the window's epsilon, in billionths, and the noisy sums. All
three are what the mechanism told, or follow from what it told before; no decision need be made again to read them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.core.series_method import Spelled
from epsilog.errors import LedgerError
from epsilog.kinds.repeat.plan.planned import RepeatDraw
from epsilog.postprocess.ranges import Integers
from epsilog.roles.shape import repeated_of

FINE: Final = 10**9  # amounts are multiples of a billionth of a window's epsilon
_ROOM: Final = 2**61  # what a noisy sum is held to
_WIDEST: Final = 2**56  # margins, in grains: ten times a sum and its margin fit 63 bits


@dataclass(frozen=True)
class SpellDraw(RepeatDraw):
    """Entry `query` of `publish`, told in spells; `epsilon` holds for every window of the unit's span."""

    @property
    def moves(self) -> Fraction | None:
        """How far the numbers go from tick to tick, where the request says so."""
        method = repeated_of(self.entry)
        assert isinstance(method, Spelled)
        return method.moves

    @property
    def stored(self) -> int:
        """How many whole numbers a result keeps of it."""
        return self.ticks * (self.cells + 2)

    @property
    def best(self) -> Fraction:
        """The most that one fresh value may take of epsilon."""
        return self.epsilon

    @property
    def least(self) -> int:
        """The least that a tick of a sum takes, in billionths: half of a window's part for one tick."""
        return -(-(FINE // self.width) // 2)

    def taken(self, amount: int) -> Fraction:
        """Billionths as epsilon."""
        return amount * self.epsilon / FINE

    def widest(self, confidence: Fraction) -> float:
        """The margin of the noisiest of fresh values, in the data's units."""
        return float(self.margin(self.taken(self.least), confidence) * self.grain)

    def bearable(self, confidence: Fraction) -> bool:
        """Whether the mechanism takes so small a budget, and its ranges fit whole numbers."""
        return super().bearable(confidence) and self.margin(self.taken(self.least), confidence) <= _WIDEST

    def parts(self, values: Integers) -> tuple[Integers, Integers, Integers]:
        """Ticks added up and billionths each took, for every tick; noisy sums for every cell and tick."""
        table = values.reshape(self.cells + 2, self.ticks)
        return table[0], table[1], table[2:]

    def checked(self, values: Integers) -> None:
        """Refuse what no run could have said: sums that overlap, windows that spent too much, noise too small."""
        added, amounts, sums = self.parts(values)
        spent, last = np.zeros(self.ticks, dtype=np.int64), -1
        for tick in np.flatnonzero((added != 0) | (amounts != 0) | (sums != 0).any(axis=0)).tolist():
            count, amount = int(added[tick]), int(amounts[tick])
            held = (np.abs(sums[:, tick]) <= _ROOM).all()
            if not (1 <= count <= min(self.width, tick - last) and self.least <= amount <= FINE and held):
                raise LedgerError("a stored series says what it could not", where="result")
            spent[tick - count + 1 : tick + 1], last = amount, tick
        total = np.concatenate([[0], np.cumsum(spent)])
        if (total[self.width :] - total[: len(total) - self.width] > FINE).any() or total[
            : self.width
        ].max() > FINE:
            raise LedgerError("a stored series says what it could not", where="result")
