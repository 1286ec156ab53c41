"""Running totals by a binary tree, each node improved by its children: the classic, kept for comparison."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from epsilog.core.bounded import Sensitivity
from epsilog.core.number import whole
from epsilog.core.participation import Participation
from epsilog.mechanisms.series.strategy import Integers, Reals
from epsilog.mechanisms.series.toeplitz import ROOM


@dataclass(frozen=True)
class BinaryTree:
    """Asks for the sum of every aligned block of 1, 2, 4, … steps; a running total adds one block per binary digit.

    >>> from epsilog.mechanisms.series.strategy import multiplier_error
    >>> visit = Participation(times=1, apart=1, most=1, signed=False, neighbours="add-remove")
    >>> [round(error, 2) for error in multiplier_error(BinaryTree(1024), visit, 1024)]
    [7.99, 5.65]

    A node's estimate is the best combination of its own noisy sum and its children's estimates (Honaker, bottom
    up); its variance is v[j] = 1/(1 + 1/(2 v[j-1])) of one answer's.

    Sensitivity: a step lies in one node of each of the h = bit_length(horizon) levels that can be complete.
        Several contributions: at a level of blocks of s steps no block holds more than c = ceil(s/apart) of them,
        and the squares of counts that add up to k, none above c, add up to at most floor(k/c)·c² + (k mod c)².
    Numerics: zeros and ones; nothing is rounded before the noise.
    Checked by: tests/unit/mechanisms/series/test_tree.py.
    References: Dwork, Naor, Pitassi, Rothblum 2010; Chan, Shi, Song 2011; Honaker 2015.
    """

    horizon: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", whole(self.horizon, "horizon", at_least=1, at_most=2**40))

    @property
    def levels(self) -> int:
        """How many blocks a step lies in at most."""
        return self.horizon.bit_length()

    @property
    def largest(self) -> int:
        """A block's sum stays within 61 bits."""
        return ROOM // self.horizon

    @cached_property
    def shares(self) -> Reals:
        """The weight of a node's own answer in its estimate, by its level; its variance is the same number."""
        out = [1.0]
        for _ in range(1, self.levels):
            out.append(1 / (1 + 1 / (2 * out[-1])))
        return np.array(out)

    def reach(self, participation: Participation) -> Sensitivity:
        """Exact for one contribution; a bound for several."""
        times, square = participation.within(self.horizon), 0
        for level in range(self.levels):
            crowd = min(times, -(-(1 << level) // participation.apart))
            square += times // crowd * crowd**2 + (times % crowd) ** 2
        return participation.moved(times * self.levels, square, aligned=True)

    def answers(self, values: Integers) -> Integers:
        """Blocks in the order in which they become complete, small ones first."""
        walk = self.walk(values.shape[1])
        return np.concatenate([walk.answer(row) for row in values])

    def decode_all(self, released: Integers, steps: int) -> Reals:
        """Running totals."""
        walk, out, at = self.walk(released.shape[1]), [], 0
        for t in range(1, steps + 1):
            complete = (t & -t).bit_length()
            out.append(walk.decode(released[at : at + complete]))
            at += complete
        return np.array(out)

    def gains(self, steps: int) -> Reals:
        """One node's variance for each binary digit of t."""
        t = np.arange(1, steps + 1)
        return np.asarray(sum(self.shares[level] * ((t >> level) & 1) for level in range(self.levels)))

    def walk(self, cells: int) -> TreeWalk:
        """Begin a stream; memory is one row per level."""
        return TreeWalk(self.shares, cells)


class TreeWalk:
    """A binary counter: at step t the blocks that end there are complete."""

    def __init__(self, variances: Reals, cells: int) -> None:
        self._variances = variances
        self._sums: Integers = np.zeros((len(variances), cells), dtype=np.int64)
        self._nodes: Reals = np.zeros((len(variances), cells))
        self._asked = self._decoded = 0

    def answer(self, row: Integers) -> Integers:
        """Sums of the blocks that end with this row."""
        self._asked += 1
        complete = (self._asked & -self._asked).bit_length()
        self._sums += row
        ended = self._sums[:complete].copy()
        self._sums[:complete] = 0
        return ended

    def decode(self, released: Integers) -> Reals:
        """Improve each complete block by its two halves, keep the largest, add up the blocks of t."""
        self._decoded += 1
        t, estimate = self._decoded, released[0].astype(np.float64)
        for level in range(1, len(released)):
            halves = self._nodes[level - 1] + estimate
            share = self._variances[level]
            estimate = share * released[level] + (1 - share) * halves
        self._nodes[len(released) - 1] = estimate
        digits = [level for level in range(len(self._variances)) if t >> level & 1]
        return np.asarray(self._nodes[digits].sum(axis=0))
