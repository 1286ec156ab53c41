"""How long a stream may rest, and how many steps its next number should add up. Decided by noisy numbers: free."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import whole
from epsilog.core.series_method import Spell
from epsilog.errors import SpecError
from epsilog.postprocess.smooth_online import Bank, mean_of_walk, weights

Reals = NDArray[np.float64]
PACES: Final = tuple(float(q) for q in 10.0 ** np.linspace(-8, 2, 21))
FLICKERS: Final = (0.0, *(float(v) for v in 10.0 ** np.linspace(-6, 0, 7)))
PARTS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
FIRST: Final = 8  # the first value takes an eighth of a window's budget: the others of it make do with the rest
_REMEMBER: Final = 0.98
_ROUNDS: Final = 200


@dataclass(eq=False)
class TimelyPacer:
    """Rests while a stream is calm and then tells fresh values; adds up steps that flicker; follows what moves.

    >>> pacer = TimelyPacer(cells=1, variance=2 * 120.0**2, width=120)
    >>> sizes = [pacer.first.size]
    >>> for _ in range(40): sizes.append(pacer.told(np.array([700.0]), 2.0, sizes[-1], 1).size)
    >>> sizes[1], sizes[-1]
    (1, 120)

    A spell of s steps may spend s of the w shares of a window, so the noise on the mean of its last steps has a
    deviation s times smaller than on one step, however many of them are added up. The level walks by a variance q
    per step and single steps leave it by v: the more steps are added the less of v is in their mean, and the older
    it is. For every q and v of the bank the error of an endless row of such spells is known (`spell_errors`); the
    next spell has the least deviation on the average, weighed by a slowly fading trust, and is at most twice as
    long as the last.

    cells, variance   of the noise on one step that spends a w-th of epsilon, in the data's squared units
    width             the window, w
    level             what is published before anything was released, from public knowledge
    moves             how far the level moves from one step to the next, from public knowledge; None if unknown
    """

    cells: int
    variance: float
    width: int
    level: float = 0.0
    moves: float | None = None
    first: Spell = field(init=False)
    value: Reals = field(init=False, repr=False)
    _bank: Bank = field(init=False, repr=False)
    _trust: Reals = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.width = whole(self.width, "width", at_least=1, at_most=2**20)
        if not math.isfinite(self.level):
            raise SpecError("a level is a finite number", where="level")
        if not (math.isfinite(self.variance) and self.variance > 0):
            raise SpecError("a variance is finite and above 0", where="variance")
        self._bank = Bank(self.cells, paces=PACES, reference=self.variance, flickers=FLICKERS)
        self._trust = np.zeros((len(PACES) * len(FLICKERS), self.cells))
        self.value = np.full(self.cells, float(self.level))
        self._last = 1
        parts = min(FIRST, self.width)
        self.first = Spell(-(-self.width // parts), 1, parts)
        if self.moves is not None:
            self._expect(self.moves)

    def _expect(self, moves: float) -> None:
        """Begin with the spell that suits a declared movement, and with a fading trust in it."""
        if not (math.isfinite(moves) and moves >= 0):
            raise SpecError("how far it moves is finite and not negative", where="moves")
        pace = min(max(moves**2 / self.variance, PACES[0]), PACES[-1])  # nothing is quite still
        away = np.log10(np.repeat(PACES, len(FLICKERS)) / pace)
        # Two steps that flicker are 2v apart: more than moves² of that was not declared either.
        flicker = np.log10(np.maximum(1.0, 2 * np.tile(FLICKERS, len(PACES)) / pace))
        self._trust -= ((away**2 + flicker**2) / 2)[:, None]
        self.first = self._best(2 * self.width)
        self._last = self.first.size

    def told(self, noisy: Reals, variance: float, steps: int, added: int) -> Spell:
        """Take in the noisy sum of the last `added` of so many steps; say what the next spell is to be."""
        count = whole(added, "added", at_least=1)
        mean = np.asarray(noisy, dtype=np.float64) / count
        self.value = self._bank.step(mean, variance / count**2, steps, count)
        self._trust = _REMEMBER * self._trust + self._bank.fit[: len(self._trust)]
        spell = self._best(2 * self._last)
        self._last = spell.size
        return spell

    def _best(self, longest: int) -> Spell:
        spells, errors = spell_errors(self.width)
        expected = (np.sqrt(errors) @ weights(self._trust)).sum(axis=1)
        allowed = [i for i, spell in enumerate(spells) if spell.size <= longest]
        return spells[min(allowed, key=lambda i: expected[i])]


@lru_cache(maxsize=16)
def spell_errors(width: int) -> tuple[tuple[Spell, ...], Reals]:
    """The spells to choose from, and the error variance of each for every pace and flicker of the bank.

    >>> spells, errors = spell_errors(120)
    >>> still, quick = errors[:, 0], errors[:, len(FLICKERS) * 16]       # a level that stands, one that runs
    >>> spells[int(np.argmin(still))], spells[int(np.argmin(quick))]
    (Spell(size=120, add=1, parts=1), Spell(size=1, add=1, parts=120))

    In units of the variance of the noise on one step. A filter that knows q and v comes to rest at some error P
    after a spell's end; from then to the next end the level walks away by q per step. What single steps do is
    missed by all spells alike and left out.
    """
    found = spells_of(width)
    size, add = (np.array([[getattr(spell, name)] for spell in found], dtype=float) for name in ("size", "add"))
    noise = np.array([[(spell.parts / width) ** 2] for spell in found])
    shock, flicker = np.repeat(PACES, len(FLICKERS)), np.tile(FLICKERS, len(PACES))
    error = noise + flicker / add + 0 * shock
    for _ in range(_ROUNDS):
        before, shared, seen = mean_of_walk(error, shock, size, add)
        error = before - shared**2 / (seen + flicker / add + noise)
    return found, error + shock * (size - 1) / 2


def spells_of(width: int) -> tuple[Spell, ...]:
    """The spells to choose from: a window in so many parts, of each a tick, a quarter or all of it added up.

    >>> [(one.size, one.add) for one in spells_of(4)]
    [(4, 1), (4, 4), (2, 1), (2, 2), (2, 1), (2, 2), (1, 1)]
    """
    found = []
    for parts in sorted({min(parts, width) for parts in (*PARTS, width)}):
        long = -(-width // parts)
        found += [Spell(long, add, parts) for add in sorted({1, max(1, round(long / 4)), long})]
    return tuple(found)
