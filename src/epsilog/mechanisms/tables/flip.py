"""Permute-and-flip: a choice that is never worse than the exponential mechanism at the same epsilon."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from epsilog.accounting.within import flip_within
from epsilog.core import charge
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number
from epsilog.mechanisms.tables.scored import Choice, Chosen, Reach, Scored, refuse_unless_within
from epsilog.noise import permute_and_flip


@dataclass(frozen=True)
class Flip(Choice):
    """One label comes out, for accounts in pure epsilon: bad ones are rarer than with `Choose`; zCDP pays more.

    >>> import numpy as np
    >>> from epsilog.testing import seeded
    >>> models = Scored(("knn", "tree", "line"), np.array([812, 840, 790]), Reach.each(1))
    >>> pick = Flip(epsilon=1, covers=Reach.each(1))
    >>> pick(models, seeded(1)).label
    'tree'
    >>> pick.charge.pure() / 1e12, pick.charge.price().rho / 1e12
    (1.0, 0.462117157261)

    Neighbours: whatever relation the `Reach` of the candidates was proved for; it is carried, not chosen, here.
    Sensitivity: `covers`, the spread in grains; candidates that may move further are refused before any draw.
    Proof: it is the place of the largest u_i + E_i with independent exponential E_i of this rate; given the others'
        sums, P(E_r > x) falls by a factor exp(rate·spread) at most when x grows by the spread (choose.md).
    Charge: `charge`, pure epsilon and nothing better: its loss ranges over more than epsilon (two equal candidates,
        one of which rises: epsilon + ln(2 - exp(-epsilon))), so epsilon²/8 does not follow.
    Numerics: utilities are integers, the rate is rational, the coins are exact (docs/proofs/noise-choice.md).
    Checked by: tests/property/test_choosing.py (every pair of small score tables, exact ratios),
        tests/statistical/test_tables_choosing.py, tests/audit/test_choosing.py, tests/mutants_tables.py.
    References: McKenna, Sheldon 2020; Ding, Kifer, Sayed Rahman, Steinke, Wang 2021 (exponential noise).
    """

    epsilon: Fraction
    covers: Reach

    @property
    def charge(self) -> charge.Pure:
        """What one call costs."""
        return charge.Pure(self.epsilon)

    def within(self, candidates: int, miss: Number) -> int:
        """With probability at least 1 - miss the chosen utility is at most so many grains below the best one."""
        return flip_within(self.rate, candidates, miss)

    def __call__(self, scored: Scored, rng: RandomWords) -> Chosen:
        """Draw once."""
        refuse_unless_within(self.covers, scored)
        index = permute_and_flip(scored.utilities, self.rate, rng=rng)
        return Chosen(scored.labels[index], rng.reproducible)
