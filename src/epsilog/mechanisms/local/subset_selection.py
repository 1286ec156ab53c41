"""Subset selection: a set of values that holds the own one more often than another."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.mechanisms.local.bits import column_counts, padding_is_zero
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.oracle import Oracle, Reports, Values
from epsilog.noise.coins import bernoulli
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system

_CHUNK = 1 << 20


@dataclass(frozen=True)
class SubsetSelection(Oracle):
    """The device sends a set of `chosen` values: with probability p its own is among them, the rest is chance.

    >>> ask = SubsetSelection(size=1024, epsilon=1)
    >>> ask.chosen, ask.length
    (275, 128)
    >>> SubsetSelection(size=4, epsilon=1).chosen        # then it is generalized response
    1

    Neighbours: any two values of one device.
    Sensitivity/Channel: `channel`; a set's probability depends only on whether it holds the value.
    Proof: a set with the value has probability p/C(size-1, chosen-1), one without it (1-p)/C(size-1, chosen). Their
        ratio is odds, by p = w·odds/(w·odds + size - w) with w = chosen. Sets are drawn so: a uniform set S of w
        *other* values; with probability p a uniform one of S gives its place to the value. What is left of S is a
        uniform set of w - 1 others.
    Charge: `charge`, pure epsilon for each report.
    Numerics: S holds the w smallest of size - 1 words; if the w-th and the next are equal the row is drawn again,
        an event that is symmetric in the others, so S is exactly uniform. Coin and pick are always read.
    Checked by: tests/unit/mechanisms/local/test_oracles.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Ye, Barg 2018; Wang, Huang, Nie, Xu, Yang, Xia 2019. docs/proofs/local.md compares variances.
    """

    chosen: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        chosen = self.chosen or best_number(self.size, self.odds)
        object.__setattr__(self, "chosen", whole(chosen, "chosen", at_least=1, at_most=self.size - 1))

    @property
    def p(self) -> Fraction:
        """The chance that the set holds the value."""
        weight = self.chosen * self.odds
        return weight / (weight + self.size - self.chosen)

    @property
    def q(self) -> Fraction:
        """The chance that it holds another one: w - 1 of the others if it holds the value, else w of them."""
        return (self.chosen - self.p) / (self.size - 1)

    @property
    def length(self) -> int:
        """A bit for each value."""
        return -(-self.size // 8)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        values = self.valid(values)
        step = max(1, _CHUNK // self.size)
        parts = [self._sets(values[at : at + step], rng) for at in range(0, len(values), step)]
        return np.concatenate(parts) if parts else np.zeros((0, self.length), dtype=np.uint8)

    def _sets(self, values: Values, rng: RandomWords) -> Reports:
        others = uniform_sets(len(values), self.size - 1, self.chosen, rng)
        keep = bernoulli(self.p, len(values), rng)
        out = pick_below(self.chosen, len(values), rng)
        ranks = np.cumsum(others, axis=1) - 1
        leaves = others & (ranks == out[:, None]) & keep[:, None]
        others ^= leaves
        column = np.arange(self.size)
        before = column < values[:, None]
        padded = np.pad(others, ((0, 0), (1, 1)))
        held = np.where(before, padded[:, 1:], padded[:, :-1])
        held[np.arange(len(values)), values] = keep
        return np.packbits(held, axis=1)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """Sets of `chosen` values."""
        reports = self.rows(reports)
        ones = np.bitwise_count(reports).sum(axis=1, dtype=np.int64)
        fits: NDArray[np.bool_] = padding_is_zero(reports, self.size) & (ones == self.chosen)
        return fits

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports the values it holds."""
        return column_counts(self.rows(reports), self.size)

    def channel(self) -> Channel:
        """The exact law of a report."""
        inside = self.p / math.comb(self.size - 1, self.chosen - 1)
        outside = (1 - self.p) / math.comb(self.size - 1, self.chosen)
        sets = list(itertools.combinations(range(self.size), self.chosen))
        spare = -self.size % 8

        def name(members: tuple[int, ...]) -> bytes:
            pattern = sum(1 << (self.size - 1 - member) for member in members)
            return (pattern << spare).to_bytes(self.length, "big")

        return Channel(
            tuple(
                {name(members): inside if value in members else outside for members in sets}
                for value in range(self.size)
            )
        )


def uniform_sets(number: int, of: int, size: int, rng: RandomWords) -> NDArray[np.bool_]:
    """Rows with `size` of `of` places marked, every set as likely."""
    sets = np.zeros((number, of), dtype=np.bool_)
    left = np.arange(number)
    while len(left):
        words = rng.words(len(left) * of, 64).reshape(len(left), of)
        last = np.partition(words, size - 1, axis=1)[:, size - 1]
        sets[left] = words <= last[:, None]
        left = left[sets[left].sum(axis=1) != size]
    return sets


def best_number(size: int, odds: Fraction) -> int:
    """How many values a set should hold: the whole number beside size/(odds + 1) with the least variance."""
    near = math.floor(size / (odds + 1))
    candidates = [one for one in (near, near + 1) if 1 <= one < size]
    return min(candidates, key=lambda one: variance_at_zero(size, odds, one))


def variance_at_zero(size: int, odds: Fraction, chosen: int) -> Fraction:
    """n times the variance of the estimated share of a value that nobody has."""
    weight = chosen * odds
    p = weight / (weight + size - chosen)
    q = (chosen - p) / (size - 1)
    return q * (1 - q) / (p - q) ** 2
