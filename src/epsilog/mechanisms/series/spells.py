"""A stream told in spells: it rests, adds up a few steps and tells the sum, at a price every window can afford."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from epsilog.core.law import DiscreteLaplace
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.core.participation import Participation
from epsilog.core.series_method import Spell
from epsilog.errors import SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries, Standing, refuse_unless_a_step
from epsilog.mechanisms.series.strategy import Integers, Reals, SpellPacer
from epsilog.mechanisms.series.windowed import WindowBudget, Windowed
from epsilog.noise import discrete_laplace, saturating_add

_FINE: Final = 10**9  # amounts are multiples of a billionth of epsilon: rationals must not grow with the stream


@dataclass(frozen=True)
class Spells(Windowed):
    """Any change within `width` consecutive steps is hidden, on a stream without an end.

    >>> week = Participation(times=7, apart=1, most=1, signed=False, neighbours="add-remove", span=7)
    >>> stream = Spells(7, week, Fraction(1), Fraction(1))
    >>> stream.charge.pure() / 1e12
    1.0

    A spell of s steps may rest and then tell its last step alone, or its last few added up, or all of them: at the
    same price the noise on their mean is the same. A fresh value is best where the level wanders, a sum of many
    where single steps flicker about it, short spells where it moves fast. What the next spell is its `SpellPacer`
    decides, from noisy sums alone; the published rules Uniform and Sample are two of the choices.

    Neighbours: two streams that differ inside one window of `covers.span` <= `width` steps, in each step by at most
        `covers.most` (sum over cells; counted apiece, all of it may be in one step). A unit whose steps may lie
        anywhere is refused: every window it touches would cost epsilon.
    Sensitivity: a row moves by `reach` = most in L1 (twice under replace); a sum of k changed rows by k times that.
    Proof: docs/proofs/series.md, section 14. A step that is added up spends the same amount as the others of its
        sum, a step of rest spends nothing; every window's sum is checked against epsilon by `WindowBudget` before
        a row is taken in.
    Charge: `charge`, pure epsilon, once for the whole stream. It speaks of windows, not of persons: the account's
        unit must say so. A unit in fewer than `width` steps pays as if it were in all of them.
    Numerics: integers; rows are held to ±2^40 and windows to 2^20 steps, so that sums fit 61 bits.
    Checked by: tests/unit/mechanisms/series/test_spells.py (all short scripts), tests/audit/test_series_spells.py.
    """

    width: int
    covers: Participation
    grain: Fraction
    epsilon: Fraction

    def __post_init__(self) -> None:
        self._settle(1)

    @property
    def variance(self) -> float:
        """Of the noise on one step at a w-th of epsilon, in the data's squared units: what a pacer must know."""
        return self._variance(_FINE // self.width)

    def start(self, cells: int, first: Spell, pacer: SpellPacer) -> SpellsProgress:
        """Open a stream; it has been paid for as a whole. The first spell does not rest."""
        return SpellsProgress(self, whole(cells, "cells", at_least=1, at_most=2**24), first, pacer)

    def step(
        self, exact: BoundedSeries, state: SpellsProgress, rng: RandomWords
    ) -> tuple[Reals | None, SpellsProgress]:
        """Take in the next row. At a spell's end: the noisy sum, in the data's units; before it: None."""
        refuse_unless_a_step(self, exact, state.cells)
        if state.stream is not self:
            raise SpecError("the state belongs to another mechanism", where="state")
        state.begin()
        amount = state.amount
        state.spend(Fraction(amount * self.epsilon, _FINE), amount)  # an overspent window refuses before it looks
        if not amount:
            return None, state
        state.total += np.clip(exact.values[0], -(2**40), 2**40)
        state.added += 1
        if state.added < state.spell.add:
            return None, state
        scale = self.reach / Fraction(amount * self.epsilon, _FINE)
        noisy = saturating_add(state.total, discrete_laplace(scale, state.cells, rng))
        state.last = SpellValue(noisy, state.added, amount)
        released, variance = self.hand_over(state.last)
        state.told(released, variance)
        return released, state

    def hand_over(self, told: SpellValue) -> tuple[Reals, float]:
        """What a pacer hears of a sum that was told: the noisy numbers and the variance of their noise."""
        return told.grains.astype(np.float64) * float(self.grain), self._variance(told.amount)

    def _variance(self, amount: int) -> float:
        law = DiscreteLaplace(self.reach / Fraction(amount * self.epsilon, _FINE))
        return float(law.variance) * float(self.grain) ** 2


@dataclass(frozen=True, eq=False)
class SpellValue:
    """What left: noisy grains of every cell, how many steps were added up, and what each took, in billionths."""

    grains: Integers
    added: int
    amount: int


class SpellsProgress(Standing):
    """Where a stream stands. Holds the sum of an open spell: never shown, never pickled."""

    def __init__(self, stream: Spells, cells: int, first: Spell, pacer: SpellPacer) -> None:
        self.stream, self.cells, self.pacer = stream, cells, pacer
        self.spell = first.held(stream.width)
        self.done, self.since, self.waited, self.added, self.amount = 0, 0, 0, 0, 0
        self.rest = 0  # of the spell that is open, how many steps are still to rest; the first does not
        self.last: SpellValue | None = None  # as it was released, of the last spell that ended
        self.total: Integers = np.zeros(cells, dtype=np.int64)
        self.budget = WindowBudget(stream.width, stream.epsilon)
        self._recent: Integers = np.zeros(max(0, stream.width - 1), dtype=np.int64)  # billionths, oldest first

    def begin(self) -> None:
        """Decide what the next step spends: public, because only earlier spells and their ends enter."""
        if self.added:
            return  # the open sum goes on at its price
        self.amount = 0
        if self.rest:
            self.rest -= 1
            return
        share = _FINE // self.stream.width
        wanted = max(share, _FINE // (self.spell.parts * self.spell.add))
        amount = min(wanted, affordable(self._recent, self.spell))
        # Half of what was meant, or as long a wait again: better late than in noise, and never below half a share.
        if 2 * amount >= wanted or (2 * amount >= share and self.waited >= self.spell.size):
            self.amount, self.waited = amount, 0
        else:
            self.waited += 1

    def spend(self, paid: Fraction, amount: int) -> None:
        """Close the step in the window's books."""
        self.budget.spend(paid)
        if len(self._recent):
            self._recent = np.concatenate([self._recent[1:], [amount]])
        self.done, self.since = self.done + 1, self.since + 1

    def told(self, released: Reals, variance: float) -> None:
        """Hand the noisy sum to the pacer; what it says becomes the next spell."""
        said = self.pacer.told(released.copy(), variance, self.since, self.added)
        self.spell = said.held(self.stream.width)
        self.rest = self.spell.size - self.spell.add
        self.since, self.added, self.waited = 0, 0, 0
        self.total = np.zeros(self.cells, dtype=np.int64)


def affordable(recent: Integers, spell: Spell) -> int:
    """The most each added step may spend, in billionths of a window's epsilon, if such spells follow each other.

    >>> fresh = np.zeros(7, dtype=np.int64)
    >>> affordable(fresh, Spell(1, 1, 8)), affordable(fresh, Spell(4, 1, 2))
    (125000000, 500000000)
    >>> affordable(np.array([0, 0, 0, 0, 0, 0, 10**9]), Spell(8, 1, 1))          # all was just spent
    0

    `recent` holds what the last w − 1 steps spent, oldest first. The window that ends at a step j ahead still
    holds recent[j:] and the steps added until then, so with c of these an amount of (1 − Σ recent[j:])/c is the
    most. All spells that begin within a window are looked at: what is spent now must not silence the next ones.
    """
    width = len(recent) + 1
    ahead, count = _places(width, spell.size, spell.add)
    held = np.concatenate([np.cumsum(recent[::-1])[::-1], [0]])
    return max(0, int(((_FINE - held[ahead]) // count).min()))


@lru_cache(maxsize=512)
def _places(width: int, size: int, add: int) -> tuple[Integers, Integers]:
    """The steps ahead that would be added up, those of one window, and how many there are up to each."""
    starts = np.arange(0, width, size, dtype=np.int64)
    ahead = (starts[:, None] + np.arange(add, dtype=np.int64)).ravel()
    ahead = ahead[ahead < width]
    return ahead, np.arange(1, len(ahead) + 1, dtype=np.int64)
