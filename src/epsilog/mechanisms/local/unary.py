"""Unary encoding: one bit for each value, every bit flipped by its own coin."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.odds import odds_within
from epsilog.mechanisms.local.bits import column_counts, one_hot_bits, padding_is_zero
from epsilog.mechanisms.local.channel import Channel, bit_rows
from epsilog.mechanisms.local.oracle import Oracle, Reports, Values, check_half
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class Unary(Oracle):
    """The device marks its value among all of them, then flips marks: the own one with p, others with q.

    >>> optimal, symmetric = Unary(8, 1), Unary(8, 1, symmetric=True)
    >>> optimal.p, round(float(optimal.q), 6), round(float(symmetric.p), 6)
    (Fraction(1, 2), 0.268941, 0.622459)

    Neighbours: any two values of one device.
    Sensitivity/Channel: `channel`; bits are independent, two values differ in two of them.
    Proof: for values v and w all bits but v and w have the same law. Those two multiply the ratio by at most
        p/q · (1-q)/(1-p). Optimal: p = 1/2 and q = 1/(odds + 1), which makes it odds. Symmetric: p = 1 - q = h/(h
        + 1) with h <= exp(epsilon/2), whose square is at most exp(epsilon).
    Charge: `charge`, pure epsilon for each report.
    Numerics: rational coins, `size` + 1 of them whatever the value; bits packed, the first value highest.
    Checked by: tests/unit/mechanisms/local/test_oracles.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Erlingsson, Pihur, Korolova 2014 (symmetric); Wang, Blocki, Li, Jha 2017 (optimal).
    """

    symmetric: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.symmetric:
            check_half(self.epsilon)

    @property
    def p(self) -> Fraction:
        """The chance that the own mark is set."""
        if self.symmetric:
            half = odds_within(self.epsilon / 2)
            return half / (half + 1)
        return Fraction(1, 2)

    @property
    def q(self) -> Fraction:
        """The chance that another mark is set."""
        return 1 - self.p if self.symmetric else 1 / (self.odds + 1)

    @property
    def length(self) -> int:
        """A bit for each value."""
        return -(-self.size // 8)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        return np.packbits(one_hot_bits(self.valid(values), self.size, self.p, self.q, rng), axis=1)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """Nothing behind the last mark."""
        return padding_is_zero(self.rows(reports), self.size)

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports the values it marks."""
        return column_counts(self.rows(reports), self.size)

    def channel(self) -> Channel:
        """The exact law of a report."""
        return Channel(
            bit_rows([[self.p if at == one else self.q for at in range(self.size)] for one in range(self.size)])
        )
