"""The most common few of public keys, by peeling: the best one is chosen and taken away, then the next."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from epsilog.accounting.within import exponential_within
from epsilog.core import charge
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.errors import SpecError
from epsilog.mechanisms.tables.scored import Choice, Reach, Scored, refuse_unless_within
from epsilog.noise import exponential_choice

MOST: Final = 10_000


@dataclass(frozen=True)
class Ranking:
    """The labels that were drawn, first drawn first. Public. `reproducible` is true when a seed drew them."""

    labels: tuple[Hashable, ...]
    reproducible: bool


@dataclass(frozen=True)
class Top(Choice):
    """So many labels come out, the fullest mostly first. Labels only: a count costs extra, from another mechanism.

    >>> import numpy as np
    >>> from epsilog.testing import seeded
    >>> reach = Reach.each(1, monotone=True)             # a person counts once for each illness
    >>> ills = Scored(("flu", "cold", "measles", "mumps"), np.array([930, 1210, 45, 60]), reach)
    >>> three = Top(number=3, epsilon="1/4", covers=reach)
    >>> three(ills, seeded(1)).labels
    ('cold', 'flu', 'mumps')
    >>> three.charge.price().rho / 1e12, three.charge.pure() / 1e12      # 3 · (1/4)²/8, and 3/4
    (0.0234375, 0.75)

    Neighbours: whatever relation the `Reach` of the candidates was proved for; it is carried, not chosen, here.
    Sensitivity: `covers`, the spread in grains, of all candidates; that of the remaining ones is never larger.
    Proof: given the labels drawn before, round j is an exponential mechanism over the others, of bounded range
        epsilon; rounds are composed adaptively (docs/proofs/choose.md, composition.md).
    Charge: `charge`, as many bounded ranges as rounds. `epsilon` is the price of one round.
    Numerics: exact draws, one per round (docs/proofs/noise-choice.md). Candidates with equal utilities are drawn
        equally often; their order in the table has no influence.
    Checked by: tests/property/test_choosing.py, tests/statistical/test_tables_choosing.py,
        tests/audit/test_choosing.py, tests/mutants_tables.py.
    References: Durfee, Rogers 2019 (peeling and one-shot Gumbel noise have the same law).
    """

    number: int
    epsilon: Fraction
    covers: Reach

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", whole(self.number, "number", at_least=1, at_most=MOST))
        super().__post_init__()

    @property
    def charge(self) -> charge.Repeated:
        """What one call costs: all rounds."""
        return charge.Repeated(charge.BoundedRange(self.epsilon), self.number)

    def within(self, candidates: int, miss: Number) -> int:
        """With probability at least 1 - miss, for every j, the j-th drawn is at most so far below the j-th best.

        Before round j at least one of the j best is left, so the best that is left is no worse than the j-th best;
        each round may miss with its share of the probability.
        """
        share = exact(miss, "miss", above=0, below=1) / self.number
        return exponential_within(self.rate, self._enough(candidates), share)

    def __call__(self, scored: Scored, rng: RandomWords) -> Ranking:
        """Draw once: all rounds."""
        refuse_unless_within(self.covers, scored)
        self._enough(len(scored))
        left = np.arange(len(scored))
        drawn: list[Hashable] = []
        for _ in range(self.number):
            at = exponential_choice(scored.utilities[left], self.rate, rng=rng)
            drawn.append(scored.labels[int(left[at])])
            left = np.delete(left, at)
        return Ranking(tuple(drawn), rng.reproducible)

    def _enough(self, candidates: int) -> int:
        """How many candidates there are is public, so too few may be refused."""
        there = whole(candidates, "candidates", at_least=1)
        if there < self.number:
            raise SpecError(f"{self.number} of {there} candidates cannot be chosen", where="number")
        return there
