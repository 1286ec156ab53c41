"""How often ranges hold the bounded answer, by simulation with the very samplers a release uses.

Each case draws noise of its law many times around a fixed exact answer, makes the ranges the way a table does, and
counts the misses. With a true miss rate of at most `miss`, the count exceeds `most_misses` with probability at most
1e-6: that is the false-alarm rate of each check. A range that is 10 % too short must exceed it (`sharp` cases);
ranges of means end at the clamps and cover more in cells of few rows, so only those of many rows are sharp.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.measure import Total
from epsilog.core.mechanism import RandomWords
from epsilog.noise import discrete_gaussian, discrete_laplace
from epsilog.postprocess.means import FINER, mean_range, spread_of
from epsilog.postprocess.ranges import Ranged, around, margin_of
from epsilog.postprocess.sums import margin_of_sum

FALSE_ALARM = 1e-6
Law = DiscreteLaplace | DiscreteGaussian
LAPLACE = [Fraction(1, 2), Fraction(2), Fraction(46), Fraction(918_249)]
GAUSSIAN = [Fraction(1), Fraction(100), Fraction(8431), Fraction(10**10)]
PRESSURE = Total.between("systolic", 80, 220, centred=True)


@dataclass(frozen=True)
class Case:
    """A kind of range under one law at one confidence; `make` draws ranges and says which answer they are about."""

    name: str
    confidence: Fraction
    sharp: bool
    make: Callable[[int, RandomWords], tuple[Ranged, Fraction]]
    most_draws: int = 10**9

    def misses(self, draws: int, rng: RandomWords, shrunk: Fraction = Fraction(1)) -> tuple[int, int]:
        """Misses and draws, with ranges shrunk towards their value."""
        found, truth = self.make(min(draws, self.most_draws), rng)
        value = found.value.astype(np.float64)
        factor, exact = float(shrunk), float(truth)
        low, high = value - factor * (value - found.low), value + factor * (found.high - value)
        # The margins are whole numbers well below 2^53: floats compare them without error.
        return int(((exact < low) | (exact > high)).sum()), len(value)


def most_misses(draws: int, confidence: Fraction) -> int:
    """The most misses that an honest range has, but for one case in a million."""
    return int(binom.isf(FALSE_ALARM, draws, float(1 - confidence)))


def noise(law: Law, size: int, rng: RandomWords) -> NDArray[np.int64]:
    if isinstance(law, DiscreteLaplace):
        return discrete_laplace(law.scale, size, rng)
    return discrete_gaussian(law.sigma_squared, size, rng)


def single(law: Law, confidence: Fraction) -> Case:
    def make(draws: int, rng: RandomWords) -> tuple[Ranged, Fraction]:
        return around(1000 + noise(law, draws, rng), margin_of(law, confidence)), Fraction(1000)

    return Case(f"number, {named(law)}", confidence, True, make)


def total(law: Law, cells: int, confidence: Fraction) -> Case:
    def make(draws: int, rng: RandomWords) -> tuple[Ranged, Fraction]:
        summed = noise(law, draws * cells, rng).reshape(draws, cells).sum(axis=1)
        return around(1000 + summed, margin_of_sum(law, cells, confidence)), Fraction(1000)

    # A thousand rounded Laplace noises have a margin 2 % too wide by proof; still sharp against 10 %.
    return Case(f"total of {cells:,}, {named(law)}", confidence, True, make, 20_000_000 // cells)


def mean(laws: tuple[Law, Law], rows: int, place: Fraction, confidence: Fraction) -> Case:
    """A mean at `place` between the middle (0) and the upper end (1) of its scale."""
    sums = int(place * rows * PRESSURE.reach)

    def make(draws: int, rng: RandomWords) -> tuple[Ranged, Fraction]:
        spread = spread_of(*laws, PRESSURE.reach, confidence)
        noisy = sums + noise(laws[0], draws, rng), rows + noise(laws[1], draws, rng)
        truth = FINER * (PRESSURE.centre + Fraction(sums, rows))
        return mean_range(*noisy, PRESSURE, spread), truth

    # Few rows: ends at the clamps and a hull of what no noise would surprise cover more than asked for.
    sharp = rows > 8 * laws[1].variance ** 0.5 and place < 1
    where = "middle" if place == 0 else "end" if place == 1 else f"{float(place):.0%} up"
    return Case(f"mean of {rows:,} rows, {where}, {named(laws[0])}", confidence, sharp, make)


def named(law: Law) -> str:
    if isinstance(law, DiscreteLaplace):
        return f"Laplace, scale {float(law.scale):,.12g}"
    return f"Gaussian, variance {float(law.sigma_squared):,.12g}"


def cases(confidences: tuple[Fraction, ...] = (Fraction(95, 100),)) -> list[Case]:
    """Every kind of range a table shows."""
    laws: list[Law] = [*map(DiscreteLaplace, LAPLACE), *map(DiscreteGaussian, GAUSSIAN)]
    sides = [
        (DiscreteLaplace(Fraction(642_774)), DiscreteGaussian(Fraction(8431))),
        (DiscreteGaussian(Fraction(10**11)), DiscreteLaplace(Fraction(46))),
    ]
    found: list[Case] = []
    for confidence in confidences:
        found += [single(law, confidence) for law in laws]
        found += [total(law, 4, confidence) for law in laws]
        found += [total(DiscreteLaplace(Fraction(10**6)), 200, confidence)]
        found += [total(DiscreteGaussian(Fraction(1, 4)), 50, confidence)]
        for pair in sides:
            for rows in (1, 50, 1_000, 10**6):
                found += [
                    mean(pair, rows, place, confidence) for place in (Fraction(0), Fraction(1, 2), Fraction(1))
                ]
    return found
