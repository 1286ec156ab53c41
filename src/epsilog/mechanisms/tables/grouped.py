"""Choices in every group of a table at one price: quantiles and the top of a list, region by region, day by day.

One unit has only so many rows, wherever they fall. What it moves in one group it cannot move in another, so the
groups share one epsilon instead of paying it each (docs/proofs/choose.md, "Groups").
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.within import exponential_within, flip_within
from epsilog.core import charge
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.errors import SensitivityExceeded, SpecError
from epsilog.mechanisms.tables.cover import refuse_unless_covered
from epsilog.mechanisms.tables.quantile import Quantile
from epsilog.mechanisms.tables.ranks import Ranked, bin_distances, limit_counts, read_share
from epsilog.mechanisms.tables.scored import read_epsilon
from epsilog.noise import exponential_choice, permute_and_flip

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class GroupQuantiles(Ranked):
    """For each group and each share the number of one bin, from one histogram whose last axis are the bins.

    >>> from epsilog.testing import seeded
    >>> counts = np.array([40, 400, 40, 10, 30, 500])                 # two groups of three bins
    >>> table = Bounded(tuple(range(6)), counts, Fraction(1), Sensitivity.of_rows(2))
    >>> medians = GroupQuantiles(("1/2",), (0, 10, 20, 30), epsilon=1, rows=2, groups=2)
    >>> medians.grains(table, seeded(1)).tolist()
    [1, 2]
    >>> medians.charge.price().rho / 1e12                             # for both groups together
    0.125

    Neighbours, sensitivity: as for `Quantile`: `rows` is the L1 norm by which one unit moves the whole histogram.
    Proof: a group that one unit moves by r of its `rows` answers with a loss of range epsilon · r / rows, the draws
        of one share are independent, and ranges of independent answers add up: to epsilon at most. Shares are
        composed (docs/proofs/choose.md, "Groups"; quantile.md).
    Charge: `charge`, one bounded range of epsilon for each share. Shares are asked one by one: for fewer than some
        fifty of them that keeps the rank intervals shorter than halving would, whose levels add up their errors.
    Numerics: as for `Quantile`.
    Checked by: tests/property/test_grouped_choices.py, tests/mutants_choices.py.
    """

    shares: tuple[Fraction, ...]
    edges: tuple[Fraction, ...]
    epsilon: Fraction
    rows: int
    groups: int = 1

    def __post_init__(self) -> None:
        shares = tuple(self.shares)
        if not shares:
            raise SpecError("no share was asked for", where="shares")
        object.__setattr__(self, "shares", tuple(read_share(share, "share") for share in shares))
        super().__post_init__()
        object.__setattr__(self, "groups", whole(self.groups, "groups", at_least=1))

    @property
    def charge(self) -> charge.Repeated:
        """What one call costs: every share, in all groups together."""
        return charge.Repeated(charge.BoundedRange(self.epsilon), len(self.shares))

    def rows_off(self, share: Fraction, miss: Number) -> Fraction:
        """With probability at least 1 - miss the bin of a group holds a rank at most so far from share · n."""
        return Quantile(share, self.edges, self.epsilon, self.rows).rows_off(miss)

    def grains(self, exact: Bounded, rng: RandomWords) -> Integers:
        """Draw once: the numbers of the bins, shares running fastest."""
        refuse_unless_covered(self, exact)
        counts = _split_groups(limit_counts(exact.values), self.groups, len(self.edges) - 1)
        asked = [Quantile(share, self.edges, self.epsilon, self.rows) for share in self.shares]
        drawn = [
            exponential_choice(-bin_distances(group, one.share), one.rate, rng=rng)
            for group in counts
            for one in asked
        ]
        return np.array(drawn, dtype=np.int64)


@dataclass(frozen=True)
class GroupTop:
    """For each group the numbers of the best few candidates, from one table whose last axis are the candidates.

    >>> from epsilog.testing import seeded
    >>> counts = np.array([930, 1210, 45, 60, 700, 20])               # two groups of three candidates
    >>> table = Bounded(tuple(range(6)), counts, Fraction(1), Sensitivity.of_cells(2))
    >>> two = GroupTop(number=2, epsilon="1/2", spread=2, covers=Sensitivity.of_cells(2), groups=2, candidates=3)
    >>> two.grains(table, seeded(1)).tolist()
    [1, 0, 1, 0]
    >>> two.charge.price().rho / 1e12                                 # two rounds, both groups together
    0.0625

    Neighbours: whatever relation the table's sensitivity was proved for.
    Sensitivity: `spread`, how far one unit moves the utilities of a group against each other, added up over the
        groups; `covers` are the norms it was derived from, and a table with larger ones is refused.
    Proof: docs/proofs/choose.md, "Groups": a round in a group that one unit spreads by s has a loss of range
        epsilon · s / spread; independent groups add up to epsilon; rounds are composed adaptively. Permute-and-flip
        is (epsilon · s / spread)-private in such a group, and private losses of independent groups add up too.
    Charge: `charge`: a bounded range of epsilon for each round, or with `flip` (one round) pure epsilon.
    Numerics: as for `Choose` and `Flip`. Candidates with equal utilities are drawn equally often, in any order.
    Checked by: tests/property/test_grouped_choices.py, tests/mutants_choices.py; one group by itself:
        tests/property/test_choosing.py, tests/statistical/test_tables_choosing.py, tests/audit/test_choosing.py.
    References: Durfee, Rogers 2019 (peeling and one-shot Gumbel noise have the same law).
    """

    number: int
    epsilon: Fraction
    spread: int
    covers: Sensitivity
    groups: int
    candidates: int
    law: Literal["exponential", "flip"] = "exponential"
    grain: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", read_epsilon(self.epsilon))
        object.__setattr__(self, "spread", whole(self.spread, "spread", at_least=1))
        object.__setattr__(self, "groups", whole(self.groups, "groups", at_least=1))
        object.__setattr__(self, "candidates", whole(self.candidates, "candidates", at_least=1))
        object.__setattr__(self, "number", whole(self.number, "number", at_least=1, at_most=self.candidates))
        if self.law not in ("exponential", "flip") or (self.law == "flip" and self.number != 1):
            raise SpecError("exponential, or flip for one round", where="law")

    @property
    def rate(self) -> Fraction:
        """What a utility is multiplied by in the exponent."""
        return self.epsilon / self.spread

    @property
    def charge(self) -> charge.Repeated | charge.Pure:
        """What one call costs: every round, in all groups together."""
        if self.law == "flip":
            return charge.Pure(self.epsilon)
        return charge.Repeated(charge.BoundedRange(self.epsilon), self.number)

    def within(self, miss: Number) -> int:
        """With probability at least 1 - miss the j-th drawn of a group is at most so far below its j-th best."""
        share = exact(miss, "miss", above=0, below=1) / self.number
        bound = flip_within if self.law == "flip" else exponential_within
        return bound(self.rate, self.candidates, share)

    def grains(self, exact: Bounded, rng: RandomWords) -> Integers:
        """Draw once: the numbers of the candidates, places running fastest."""
        refuse_unless_covered(self, exact)
        return np.concatenate(
            [self._group(group, rng) for group in _split_groups(exact.values, self.groups, self.candidates)]
        )

    def _group(self, utilities: Integers, rng: RandomWords) -> Integers:
        if self.law == "flip":
            return np.array([permute_and_flip(utilities, self.rate, rng=rng)], dtype=np.int64)
        left = np.arange(len(utilities))
        drawn = []
        for _ in range(self.number):
            at = exponential_choice(utilities[left], self.rate, rng=rng)
            drawn.append(int(left[at]))
            left = np.delete(left, at)
        return np.array(drawn, dtype=np.int64)


def _split_groups(values: Integers, groups: int, size: int) -> Integers:
    """One line per group; how many there are is public, so another number is refused."""
    if values.size != groups * size:
        raise SensitivityExceeded("the table has another number of cells", where="source")
    return values.reshape(groups, size)
