"""Protocols for local reports in small, for tests that read their exact tables, and generators that count words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import mpmath
import numpy as np
from numpy.typing import NDArray

from epsilog.mechanisms.local.channel import Channel
from epsilog.mechanisms.local.count_mean import CountMean
from epsilog.mechanisms.local.duchi import Duchi
from epsilog.mechanisms.local.generalized_response import GeneralizedResponse
from epsilog.mechanisms.local.hadamard import HadamardResponse
from epsilog.mechanisms.local.hadamard_sketch import HadamardSketch
from epsilog.mechanisms.local.hybrid import Hybrid
from epsilog.mechanisms.local.lasting_bits import LastingBits
from epsilog.mechanisms.local.lasting_hashing import LastingHashing
from epsilog.mechanisms.local.lasting_response import LastingResponse
from epsilog.mechanisms.local.lasting_unary import LastingUnary
from epsilog.mechanisms.local.linear_hashing import LinearHashing
from epsilog.mechanisms.local.local_hashing import LocalHashing
from epsilog.mechanisms.local.one_bit_hadamard import OneBitHadamard
from epsilog.mechanisms.local.piecewise import Piecewise
from epsilog.mechanisms.local.randomized_response import RandomizedResponse
from epsilog.mechanisms.local.square_wave import SquareWave
from epsilog.mechanisms.local.subset_selection import SubsetSelection
from epsilog.mechanisms.local.unary import Unary
from epsilog.noise import system

Epsilon = Fraction | int | str

# Each with an epsilon to fill in: the same protocol is wanted with a wrong one as well.
ORACLES: dict[str, Callable[[Epsilon], GeneralizedResponse]] = {
    "randomized response": lambda e: RandomizedResponse(e),
    "generalized response": lambda e: GeneralizedResponse(5, e),
    "unary": lambda e: Unary(5, e),
    "unary, symmetric": lambda e: Unary(4, e, symmetric=True),
    "subset selection": lambda e: SubsetSelection(7, e, 2),
    "subset selection of one": lambda e: SubsetSelection(4, e, 1),
    "subset selection of many": lambda e: SubsetSelection(6, e, 4),
    "linear hashing": lambda e: LinearHashing(6, e),
    "Hadamard response": lambda e: HadamardResponse(6, e),
    "one-bit Hadamard response": lambda e: OneBitHadamard(5, e),
}
SKETCHES = {
    "count-mean sketch": lambda e: CountMean(5, e, 2, 8),
    "count-mean sketch, optimal": lambda e: CountMean(5, e, 2, 8, optimal=True),
    "Hadamard sketch": lambda e: HadamardSketch(5, e, 2, 8),
}
NUMBERS = {
    "Duchi": lambda e: Duchi(5, e),
    "piecewise": lambda e: Piecewise(8, e),
    "square wave": lambda e: SquareWave(7, e),
    "hybrid": lambda e: Hybrid(6, e),
}
ALL = {**ORACLES, **SKETCHES, **NUMBERS}
LASTING = {
    "lasting response": lambda e, ever: LastingResponse(5, e, ever),
    "lasting unary": lambda e, ever: LastingUnary(5, e, ever),
    "lasting unary, symmetric": lambda e, ever: LastingUnary(4, e, ever, symmetric=True),
    "lasting hashing": lambda e, ever: LastingHashing(6, e, ever),
}
BITS = LastingBits(6, 2, 3)
SEEDED = LocalHashing(6, 1)


def counted_reports(reports: NDArray[np.uint8], law: Mapping[bytes, Fraction]) -> tuple[list[int], list[float]]:
    """How often each report of a law was seen, and its probability; a report outside the law is an error."""
    rows = np.ascontiguousarray(reports).view(f"V{reports.shape[1]}").reshape(-1)
    seen = {one.tobytes(): int(count) for one, count in zip(*np.unique(rows, return_counts=True), strict=True)}
    assert set(seen) <= {report for report, chance in law.items() if chance}
    names = [report for report, chance in law.items() if chance]
    return [seen.get(name, 0) for name in names], [float(law[name]) for name in names]


def rows_of(channel: Channel, value: int) -> NDArray[np.uint8]:
    """Every report a value can give, as rows."""
    return np.array([list(report) for report, chance in channel.rows[value].items() if chance], dtype=np.uint8)


def is_within(odds: Fraction, epsilon: Epsilon | Fraction) -> bool:
    """Whether a rational is at most exp(epsilon), by mpmath."""
    with mpmath.workdps(60):
        exponent = mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator
        return bool(mpmath.mpf(odds.numerator) / odds.denominator <= mpmath.exp(exponent))


class CountedWords:
    """Passes words on, and counts how many were read."""

    reproducible = False

    def __init__(self) -> None:
        self.read = 0

    def words(self, count, bits):
        self.read += count * bits
        return system.words(count, bits)
