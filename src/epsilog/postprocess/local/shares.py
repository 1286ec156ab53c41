"""Shares from counts of support: unbiased, with exact ranges, and on demand made into a distribution."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

from epsilog.core.number import exact
from epsilog.errors import SpecError

Floats = NDArray[np.float64]


class Supporting(Protocol):
    """What is asked of a protocol for frequencies; `epsilog.mechanisms.local.oracle` says what they mean."""

    @property
    def p(self) -> Fraction: ...  # noqa: D102

    @property
    def q(self) -> Fraction: ...  # noqa: D102

    @property
    def collision(self) -> Fraction: ...  # noqa: D102


@dataclass(frozen=True)
class Shares:
    """What share of the devices has each value: raw estimates, which may leave 0 to 1, and a range for each.

    A range holds the share among the devices that reported, and that in a population they were drawn from, each
    with at least the stated confidence. One range at a time, not all of them together, and only for values that
    were not chosen by these counts; `find_words` says more of its own.
    """

    share: Floats
    low: Floats
    high: Floats
    reports: int | NDArray[np.int64]


@dataclass(frozen=True)
class SketchedShares:
    """Raw estimates out of a sketch, and the largest deviation that one of them can have. No ranges."""

    share: Floats
    deviation: float
    reports: int


def shares_of(
    support: NDArray[np.int64],
    reports: int | NDArray[np.int64],
    oracle: Supporting,
    confidence: Fraction | float | str = Fraction(19, 20),
) -> Shares:
    """Estimates (C/n - q)/(p - q) with ranges, for a protocol whose reports support values independently.

    >>> from epsilog.mechanisms.local.randomized_response import RandomizedResponse
    >>> found = shares_of(np.array([600, 400]), 1000, RandomizedResponse("1.0986"))
    >>> found.share.round(3).tolist(), found.low.round(3).tolist(), found.high.round(3).tolist()
    ([0.7, 0.3], [0.637, 0.239], [0.761, 0.363])

    Sketches are refused: `sketched_shares_of` has what can be said of them.
    """
    _refuse_sketch(oracle)
    return ranges_of_coins(support, reports, oracle.p, oracle.q, confidence)


def sketched_shares_of(support: NDArray[np.int64], reports: int, oracle: Supporting) -> SketchedShares:
    """Estimates (C/n - q)/(p - q) out of a sketch, with a deviation that counts collisions at their worst.

    The deviation is over coins of devices *and* over hash functions. Those are public and the same for all: with
    functions once drawn, a value that collides with a common one is too high in every round, by more than many
    deviations if few functions are used. So this is no range, and no value can be called certain.
    """
    if reports < 1:
        raise SpecError("there is no report", where="reports")
    noise = max(variance_of(share, reports, oracle.p, oracle.q) for share in (0.0, 1.0))
    widened = noise + shared_variance(1.0, reports, oracle.collision)
    share = (support / reports - float(oracle.q)) / float(oracle.p - oracle.q)
    return SketchedShares(share, float(widened**0.5), reports)


def _refuse_sketch(oracle: Supporting) -> None:
    if oracle.collision > 0:
        raise SpecError(
            "reports of a sketch share hash functions: they are not independent, so nothing is certain",
            where="oracle",
            hint="sketched_shares_of for estimates; for ranges collect by local hashing or Hadamard response",
        )


def ranges_of_coins(
    support: NDArray[np.int64],
    reports: int | NDArray[np.int64],
    p: Fraction,
    q: Fraction,
    confidence: Fraction | float | str,
) -> Shares:
    """The mean of numbers from 0 to 1, out of independent coins with the chance q + (p - q) · number.

    Ranges. A report supports a value independently of the others, with p where its device has it and q elsewhere.
    In a population with share s the count is binomial with r = q + (p - q) s: its exact range (Clopper, Pearson)
    gives one for s. Among given devices the count is a sum of independent coins with the same mean; Hoeffding
    (1956) proved its tails beyond one from the mean to be no heavier. Where fewer than 0.03 supporters are expected
    "beyond one" fails, by a factor of 1/(1 - a/2) for a tail a: the level is taken so much smaller.
    docs/proofs/local.md, section 3.
    """
    n = np.broadcast_to(np.asarray(reports, dtype=np.float64), support.shape)
    if (support < 0).any() or (support > n).any():
        raise SpecError("more reports support a value than there are", where="support")
    level = exact(confidence, "confidence", at_least=Fraction(1, 2), below=1)
    tail = float(1 - level) / 2
    tail *= 1 - tail
    slope, foot = float(p - q), float(q)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(n > 0, (support / n - foot) / slope, np.nan)
    known = n > 0
    low = np.where((support > 0) & known, betaincinv(np.maximum(support, 1), n - support + 1, tail), 0.0)
    high = np.where((support < n) & known, betaincinv(support + 1, np.maximum(n - support, 1), 1 - tail), 1.0)
    return Shares(share, clip_shares((low - foot) / slope), clip_shares((high - foot) / slope), reports)


def clip_shares(shares: Floats) -> Floats:
    """Held between 0 and 1."""
    held: Floats = np.clip(shares, 0.0, 1.0)
    return held


def variance_of(share: float, reports: int, p: Fraction, q: Fraction) -> float:
    """The variance of an estimated share among the devices that reported.

    >>> round(variance_of(0.0, 1, Fraction(1, 2), Fraction(268941421, 10**9)), 4)
    3.6827
    """
    own, other, slope = float(p * (1 - p)), float(q * (1 - q)), float(p - q)
    return (share * own + (1 - share) * other) / slope**2 / reports


def shared_variance(share: float, reports: int, shared: Fraction, squares: float = 1.0) -> float:
    """What a sketch adds to that: values that collide in a function collide in all its reports.

    `squares` is the sum of the squares of all other shares; 1 is the worst there is.
    """
    return max(squares - (1 - share) / reports, 0.0) * float(shared)


def nearest_distribution(shares: Floats) -> Floats:
    """The distribution nearest to raw estimates: negative ones become 0, all others fall by the same (Norm-Sub).

    >>> nearest_distribution(np.array([0.75, 0.5, -0.25])).tolist()
    [0.625, 0.375, 0.0]

    It is the projection on the simplex. Sums of many shares become far more exact, single ones are biased: small
    ones upwards. For long averages and for single values keep the raw estimates.
    """
    ordered = np.sort(shares)[::-1]
    excess = (np.cumsum(ordered) - 1) / np.arange(1, len(ordered) + 1)
    last = int(np.flatnonzero(ordered > excess)[-1])
    found: Floats = np.maximum(shares - excess[last], 0.0)
    return found


def find_above(
    support: NDArray[np.int64],
    reports: int,
    oracle: Supporting,
    candidates: int,
    miss: Fraction | float | str = Fraction(1, 20),
) -> NDArray[np.bool_]:
    """Which values are certainly held by somebody: with probability 1 - miss none of them is a false one.

    >>> from epsilog.mechanisms.local.randomized_response import RandomizedResponse
    >>> find_above(np.array([400, 270]), 1000, RandomizedResponse("1.0986"), candidates=2).tolist()
    [True, False]

    A value that nobody has is supported binomially with q. Each of `candidates` may pass with miss/candidates.
    Sketches are refused.
    """
    _refuse_sketch(oracle)
    chance = float(exact(miss, "miss", above=0, below=1)) / candidates
    least = least_count(reports, float(oracle.q), chance)
    return support >= least


def least_count(reports: int, chance: float, tail: float) -> int:
    """The least count that a binomial reaches with at most this probability.

    >>> least_count(10, 0.5, 0.001), least_count(10, 0.5, 0.0009)
    (10, 11)
    """
    from scipy.stats import binom

    return int(binom.isf(tail, reports, chance)) + 1


def poison_margin(fake: float, share: float, p: Fraction, q: Fraction) -> tuple[float, float]:
    """How far a share of fake devices can pull an estimate down and up: they send whatever they like.

    >>> down, up = poison_margin(0.01, 0.1, Fraction(1, 2), Fraction(1, 4))
    >>> round(down, 4), round(up, 4)
    (-0.011, 0.029)
    """
    slope = float(p - q)
    return -fake * (float(q) / slope + share), fake * (float(1 - q) / slope - share)
