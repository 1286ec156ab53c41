"""The exponential mechanism: the best of several candidates, chosen so that no one unit's say shows."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from epsilog.accounting.within import exponential_within
from epsilog.core import charge
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number
from epsilog.mechanisms.tables.scored import Choice, Chosen, Reach, Scored, refuse_unless_within
from epsilog.noise import exponential_choice


@dataclass(frozen=True)
class Choose(Choice):
    """One label comes out, good ones far more often than bad ones: a winner, a model, a split, a best K.

    >>> import numpy as np
    >>> from epsilog.testing import seeded
    >>> votes = Scored(("A", "B", "C"), np.array([120, 260, 90]), Reach.each(1, monotone=True))
    >>> election = Choose(epsilon="1/2", covers=Reach.each(1, monotone=True))
    >>> election(votes, seeded(1)).label
    'B'
    >>> election.charge.price().rho / 1e12           # epsilon²/8
    0.03125
    >>> election.within(candidates=3, miss="0.01")   # 99 times in 100 the winner is at most so far behind
    10

    Neighbours: whatever relation the `Reach` of the candidates was proved for; it is carried, not chosen, here.
    Sensitivity: `covers`, the spread in grains; candidates that may move further are refused before any draw.
    Proof: P(i) is proportional to exp(rate·u_i), so the loss of outcome i is -rate·d_i plus a number that does not
        depend on i. Its range is rate times the spread of d, at most epsilon. docs/proofs/choose.md.
    Charge: `charge`, a bounded range of epsilon: epsilon-private, and epsilon²/8 in zCDP.
    Numerics: utilities are integers, the rate is rational, the draw is exact (docs/proofs/noise-choice.md).
    Checked by: tests/property/test_choosing.py (every pair of small score tables, exact ratios),
        tests/statistical/test_tables_choosing.py, tests/audit/test_choosing.py, tests/mutants_tables.py.
    References: McSherry, Talwar 2007; Dong, Durfee, Rogers 2020 and Cesar, Rogers 2021 (bounded range).
    """

    epsilon: Fraction
    covers: Reach

    @property
    def charge(self) -> charge.BoundedRange:
        """What one call costs."""
        return charge.BoundedRange(self.epsilon)

    def within(self, candidates: int, miss: Number) -> int:
        """With probability at least 1 - miss the chosen utility is at most so many grains below the best one."""
        return exponential_within(self.rate, candidates, miss)

    def __call__(self, scored: Scored, rng: RandomWords) -> Chosen:
        """Draw once."""
        refuse_unless_within(self.covers, scored)
        index = exponential_choice(scored.utilities, self.rate, rng=rng)
        return Chosen(scored.labels[index], rng.reproducible)
