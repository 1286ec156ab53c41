"""A series that says a new value now and then and repeats it meanwhile: sample, distribution, absorption.

Like `AlertDraw` it is a description only: `plan` makes it, `draw` draws from it. What is drawn for
each cell and tick is one whole number: twice the noisy grains of the last fresh value, and one more if it is fresh.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.core import charge as charges
from epsilog.core.law import DiscreteLaplace, Noise
from epsilog.core.measure import Contribution
from epsilog.core.number import written
from epsilog.core.participation import Participation
from epsilog.core.repeating import amounts, down
from epsilog.core.series_method import Repeated
from epsilog.errors import CurrencyMismatch, EpsilogError, LedgerError
from epsilog.postprocess.ranges import Integers
from epsilog.roles.plan import Plan
from epsilog.roles.query import Query
from epsilog.roles.shape import repeated_of, ticks_of


@dataclass(frozen=True)
class RepeatDraw:
    """Entry `query` of `publish`, told now and then; `epsilon` holds for every window of the unit's span."""

    query: int
    part: int
    epsilon: Fraction
    participation: Participation
    contribution: Contribution
    entry: Query

    @property
    def kind(self) -> str:
        """A series that repeats its values."""
        return "repeat"

    def size_of(self, entry: Query) -> int:
        """How many whole numbers a result keeps of it."""
        return self.stored

    @property
    def rule(self) -> Literal["sample", "distribution", "absorption"]:
        """When a value is fresh."""
        method = repeated_of(self.entry)
        assert isinstance(method, Repeated)
        return method.rule

    @property
    def word(self) -> str:
        """The method in a word."""
        method = repeated_of(self.entry)
        assert method is not None
        return method.rule

    @property
    def stored(self) -> int:
        """How many whole numbers a result keeps of it."""
        return self.ticks * self.cells

    @property
    def width(self) -> int:
        """Ticks of a window."""
        assert self.participation.span is not None
        return self.participation.span

    @property
    def grain(self) -> Fraction:
        """The step of the grid the bounded table lives on."""
        return self.contribution.grain

    @property
    def ticks(self) -> int:
        """How many ticks."""
        return ticks_of(self.entry)

    @property
    def cells(self) -> int:
        """How many series."""
        return self.entry.grid().size // self.ticks

    @property
    def law(self) -> Literal["laplace"]:
        """The law of the noise."""
        return "laplace"

    @property
    def reach(self) -> int:
        """How far one unit moves one row, in grains."""
        return self.participation.most

    @property
    def best(self) -> Fraction:
        """The most that one fresh value may take of epsilon."""
        return {
            "sample": self.epsilon,
            "distribution": down(self.epsilon / 4),
            "absorption": down(self.epsilon / 2),
        }[self.rule]

    @property
    def parameter(self) -> Fraction:
        """The scale of the noise on the best of fresh values."""
        return self.reach / self.best

    @property
    def charge(self) -> charges.Pure:
        """What all of it costs, however long it is."""
        return charges.Pure(self.epsilon)

    def price(self, coin: str) -> int:
        """The same in units of 1e-12 of one currency."""
        found = self.charge.price().rho if coin == "zcdp" else self.charge.pure()
        if found is None:
            raise CurrencyMismatch("this has no price in pure epsilon", where="plan")
        return found

    def margin(self, amount: Fraction, confidence: Fraction) -> int:
        """Grains that a fresh value of this amount is off by at most, that often."""
        return math.ceil(Noise(DiscreteLaplace(self.reach / amount), Fraction(1)).margin(confidence))

    def closest(self, confidence: Fraction) -> float:
        """The margin of the best of fresh values, in the data's units."""
        return float(self.margin(self.best, confidence) * self.grain)

    def bearable(self, confidence: Fraction) -> bool:
        """Whether the mechanism takes so small a budget, and its ranges fit whole numbers."""
        return self.epsilon >= Fraction(1, 10**6)

    def told(self, values: Integers) -> tuple[Integers, NDArray[np.bool_], tuple[Fraction, ...]]:
        """Grains of every cell and tick; which ticks are fresh; what the last fresh value before each took."""
        fresh = (values.reshape(self.cells, self.ticks) & 1).astype(np.bool_)
        paid = amounts(self.rule, self.width, self.epsilon, fresh[0].tolist())
        return np.asarray(values >> 1), fresh[0], paid

    def checked(self, values: Integers) -> None:
        """Refuse what no run could have said."""
        table = values.reshape(self.cells, self.ticks)
        fresh, grains = (table & 1).astype(np.bool_), table >> 1
        before = np.concatenate([np.zeros((self.cells, 1), dtype=np.int64), grains[:, :-1]], axis=1)
        try:
            _, told, _ = self.told(values)
        except EpsilogError:
            raise LedgerError("a stored series says what it could not", where="result") from None
        due = np.arange(self.ticks) % self.width == 0
        if self.rule == "sample" and (told != due).any():
            raise LedgerError("a stored series says what it could not", where="result")
        if (fresh != fresh[:1]).any() or ((grains != before) & ~fresh).any():
            raise LedgerError("a stored series says what it could not", where="result")

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        repeat = {"width": self.width, "epsilon": written(self.epsilon)}
        return {"query": self.query, "part": self.part, "repeat": repeat}


def repeats_of(plan: Plan, query: int) -> RepeatDraw | None:
    """The repeated values of one entry of `publish`, where it says some now and then."""
    return next((one for one in plan.draws if one.query == query and isinstance(one, RepeatDraw)), None)
