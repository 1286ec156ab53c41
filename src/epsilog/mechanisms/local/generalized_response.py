"""Generalized randomized response: the value itself, or any other one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.oracle import Oracle, Reports, Values, bytes_for, count_each, from_bytes, to_bytes
from epsilog.noise.coins import bernoulli
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import system


@dataclass(frozen=True)
class GeneralizedResponse(Oracle):
    """The device says its value, or, as often as it takes, one of the others.

    >>> from epsilog.testing import seeded
    >>> ask = GeneralizedResponse(size=4, epsilon=1)
    >>> round(float(ask.p), 4), round(float(ask.q), 4), ask.length
    (0.4754, 0.1749, 1)
    >>> ask.report(2, seeded(1))
    b'\\x03'

    Neighbours: any two values of one device.
    Sensitivity/Channel: `channel`; p on the diagonal, q everywhere else.
    Proof: p/q = odds and p + (size - 1) q = 1. Every report has probability p or q under every value, so a ratio is
        at most odds <= exp(epsilon).
    Charge: `charge`, pure epsilon for each report.
    Numerics: p and q are rationals; one exact coin and one exact pick, both always read, whatever the value.
    Checked by: tests/unit/mechanisms/local/test_oracles.py, tests/statistical/test_local_laws.py,
        tests/mutants_local.py.
    References: Warner 1965 (two values); Kairouz, Bonawitz, Ramage 2016 (many).
    """

    @property
    def p(self) -> Fraction:
        """The chance of the value itself."""
        return self.odds / (self.odds + self.size - 1)

    @property
    def q(self) -> Fraction:
        """The chance of each other value."""
        return 1 / (self.odds + self.size - 1)

    @property
    def length(self) -> int:
        """One number below `size`."""
        return bytes_for(self.size)

    def reports(self, values: Values, rng: RandomWords = system) -> Reports:
        """One report for each value."""
        return to_bytes(respond(self.valid(values), self.size, self.p, rng), self.length)

    def fits(self, reports: Reports) -> NDArray[np.bool_]:
        """Numbers below `size`."""
        found: NDArray[np.bool_] = from_bytes(self.rows(reports)) < self.size
        return found

    def support(self, reports: Reports) -> NDArray[np.int64]:
        """A report supports the value it says."""
        return count_each(from_bytes(self.rows(reports)), self.size)

    def channel(self) -> Channel:
        """The exact law of a report."""
        return Channel(response_rows(self.size, self.p, self.q))


def respond(values: Values, size: int, p: Fraction, rng: RandomWords) -> NDArray[np.int64]:
    """The value with probability p, else one of the other size - 1, each as likely."""
    keep = bernoulli(p, len(values), rng)
    other = pick_below(size - 1, len(values), rng)
    return np.where(keep, values, other + (other >= values))


def response_rows(size: int, p: Fraction, q: Fraction) -> tuple[dict[bytes, Fraction], ...]:
    """The law of `respond`, report by report."""
    length = bytes_for(size)
    names = [one.to_bytes(length, "big") for one in range(size)]
    return tuple({name: p if at == value else q for at, name in enumerate(names)} for value in range(size))
