"""Many quantiles from one private histogram, by halving: the middle one first, then each side by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm

from epsilog.accounting.within import exponential_within
from epsilog.core import charge
from epsilog.core.bounded import Bounded
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact
from epsilog.errors import SpecError
from epsilog.mechanisms.tables.ranks import (
    MOST_PARTS,
    Ranked,
    edge_distances,
    limit_counts,
    read_share,
    weight_of_a_row,
)
from epsilog.noise import exponential_choice

_ENDS = (Fraction(0), Fraction(1))


@dataclass(frozen=True)
class Cuts:
    """One edge of the grid for each share, in the same order and never falling. Public."""

    values: tuple[Fraction, ...]
    reproducible: bool


@dataclass(frozen=True)
class Node:
    """One step of the halving: which share is asked, between which neighbours, on which level. Public."""

    at: int
    share: Fraction
    level: int
    first: int
    last: int


@dataclass(frozen=True)
class Quantiles(Ranked):
    """The answers are edges of a public grid: the quartiles, the nine deciles, the hundred parts.

    >>> import numpy as np
    >>> from epsilog.core.bounded import Sensitivity
    >>> from epsilog.testing import seeded
    >>> ages = Bounded(tuple(range(9)), np.array([40, 80, 120, 150, 160, 140, 120, 90, 100]), Fraction(1),
    ...                Sensitivity.of_rows(1))
    >>> quartiles = Quantiles(shares=("1/4", "1/2", "3/4"), edges=tuple(range(0, 100, 10)), epsilon=1, rows=1)
    >>> [int(cut) for cut in quartiles(ages, seeded(1)).values]
    [30, 50, 70]
    >>> quartiles.levels, quartiles.charge.price().rho / 1e12
    (2, 0.25)

    Neighbours, sensitivity: as for `Quantile`; only the L1 norm `rows` is used.
    Proof: docs/proofs/quantile.md. The bins of one level's nodes are disjoint, and a node whose bins one unit moves
        by r of its `rows` has a loss of range epsilon · r / rows: a level together has a bounded range of epsilon,
        also if a unit's rows fall into several nodes. Levels are composed adaptively.
    Charge: `charge`, one bounded range of epsilon for each of the `levels`, which are log2(shares + 1), rounded up.
    Numerics: integers throughout; shares within a node are exact fractions; exact draws.
    Checked by: tests/property/test_choosing_quantiles.py (every pair of small histograms, all nodes together),
        tests/statistical/test_tables_quantile.py, tests/audit/test_choosing.py, tests/mutants_tables.py.
    References: Kaplan, Schnapp, Stemmer 2022 (approximate quantiles by halving).
    """

    shares: tuple[Fraction, ...]
    edges: tuple[Fraction, ...]
    epsilon: Fraction
    rows: int

    def __post_init__(self) -> None:
        if isinstance(self.shares, str | bytes) or not hasattr(self.shares, "__iter__"):
            raise SpecError("shares are a list of numbers", where="shares")
        shares = tuple(read_share(share, "shares") for share in self.shares)
        if not shares:
            raise SpecError("say at least one share", where="shares", hint="shares: [0.25, 0.5, 0.75]")
        if any(left >= right for left, right in pairwise(shares)):
            raise SpecError("shares must grow", where="shares")
        if lcm(*(share.denominator for share in shares)) > MOST_PARTS:
            raise SpecError(
                f"shares have a common denominator of at most {MOST_PARTS:,}",
                where="shares",
                hint="write them with the same few decimals",
            )
        object.__setattr__(self, "shares", shares)
        super().__post_init__()

    @property
    def levels(self) -> int:
        """How often the shares are halved."""
        return len(self.shares).bit_length()

    @property
    def charge(self) -> charge.Repeated:
        """What one call costs: all levels. `epsilon` is the price of one."""
        return charge.Repeated(charge.BoundedRange(self.epsilon), self.levels)

    def nodes(self) -> Iterator[Node]:
        """Every step, parents before children; which share is asked where is public."""
        marks = (_ENDS[0], *self.shares, _ENDS[1])
        waiting = [(0, len(self.shares) + 1, 1)]
        while waiting:
            first, last, level = waiting.pop(0)
            if last - first < 2:
                continue
            at = (first + last) // 2
            share = (marks[at] - marks[first]) / (marks[last] - marks[first])
            yield Node(at, share, level, first, last)
            waiting += [(first, at, level + 1), (at, last, level + 1)]

    def rate(self, share: Fraction) -> Fraction:
        """What a distance is multiplied by in the exponent of a node that asks for this share of its rows."""
        return self.epsilon / (2 * self.rows * weight_of_a_row(share))

    def rows_off(self, miss: Number) -> Fraction:
        """With probability at least 1 - miss every answer has a rank this near to its own, *up to full bins*.

        If no bin holds more than h rows, |rows below the answer - share · n| is at most this number plus
        levels · h/2, for all shares at once: an edge cannot cut a bin, so a coarse grid adds half a bin per level.
        """
        each = exact(miss, "miss", above=0, below=1) / len(self.shares)
        worst = [Fraction(0)] * self.levels
        for node in self.nodes():
            off = exponential_within(self.rate(node.share), len(self.edges), each)
            worst[node.level - 1] = max(worst[node.level - 1], Fraction(off, node.share.denominator))
        return sum(worst, Fraction(0))

    def __call__(self, exact: Bounded, rng: RandomWords) -> Cuts:
        """Draw once: all levels."""
        self.refuse_unless_binned(exact)
        counts = limit_counts(exact.values)
        places = {0: 0, len(self.shares) + 1: len(counts)}
        for node in self.nodes():
            low, high = places[node.first], places[node.last]
            distances = edge_distances(counts[low:high], node.share)
            places[node.at] = low + exponential_choice(-distances, self.rate(node.share), rng=rng)
        return Cuts(tuple(self.edges[places[at + 1]] for at in range(len(self.shares))), rng.reproducible)
