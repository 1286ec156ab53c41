"""Means of a population from noisy sums, squares and counts of clamped values."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from epsilog.accounting.special import stdtrit
from epsilog.core.law import Law
from epsilog.core.number import Number, exact
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import (
    Estimates,
    Floats,
    Integers,
    PublicTotal,
    Truths,
    known_law,
    sure,
    together,
    whole_numbers,
)
from epsilog.postprocess.infer.skewed_mean import Seen, missing_ends, sure_ends
from epsilog.postprocess.infer.spread import half_width, invert_test, normal_quantile, parts

Method = Literal["missing", "sure", "student"]
_LEAST: Final = 1e-6  # of the largest variance: what a variance is raised to where noise left less
_CAUTION: Final = 0.99


@dataclass(frozen=True)
class Clamp:
    """Between which bounds each value was held, in which grains it was counted.

    Sums are of (value - middle), squares of (value - middle)² - centre, both in grains.

    >>> Clamp(80, 220).half, Clamp(80, 220, grain="0.01").half
    (70.0, 7000.0)
    """

    low: Number
    high: Number
    grain: Number = 1
    centre: Number = 0

    def __post_init__(self) -> None:
        low, high = exact(self.low, "clamp.low"), exact(self.high, "clamp.high")
        if low >= high:
            raise SpecError("the lower bound must be below the upper one", where="clamp")
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        object.__setattr__(self, "grain", exact(self.grain, "clamp.grain", above=0))
        object.__setattr__(self, "centre", exact(self.centre, "clamp.centre", at_least=0))

    @property
    def half(self) -> float:
        """From the middle to either bound, in grains."""
        return float((Fraction(self.high) - Fraction(self.low)) / (2 * Fraction(self.grain)))

    def told(self, grains: Floats) -> Floats:
        """A distance from the middle in the data's own units."""
        middle = (Fraction(self.low) + Fraction(self.high)) / 2
        return np.asarray(float(middle) + grains * float(self.grain), dtype=np.float64)


@dataclass(frozen=True)
class Laws:
    """The noise of sums, of squares and of counts; of counts none where the total is public."""

    sums: Law
    squares: Law
    counts: Law | None

    def __post_init__(self) -> None:
        for law in (self.sums, self.squares, *([self.counts] if self.counts is not None else [])):
            known_law(law)


def mean(
    sums: ArrayLike,
    squares: ArrayLike,
    counts: ArrayLike | PublicTotal,
    clamp: Clamp,
    laws: Laws,
    confidence: Number = "0.95",
    *,
    method: Method = "student",
    cautious: bool = False,
) -> Estimates:
    """Where the means of the clamped population lie: sampling error, all three noises, an unknown total.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> laws = Laws(DiscreteLaplace(140), DiscreteLaplace(12_250), DiscreteLaplace(4))
    >>> found = mean([1400], [270_000], [500], Clamp(80, 220), laws)
    >>> found.value.round(2), found.low.round(2), found.high.round(2)
    (array([152.8]), array([150.62]), array([154.98]))

    The estimand is E[clamp(x)]; `clipping` says how far that may be from E[x]. Model: people are drawn
    independently and are enough of them for their sum to be nearly normal (with skewed pressures a hundred are).

    An m is kept if S - (m - middle)·C is not further from 0 than a normal number of variance C·s² and the noise of
    S and C together reach this often: `spread` gives their quantile, which is not 1.96 deviations. The variance s²
    = centre + Q/C - (S/C)² is private too and is read from its own noisy sum; as it is uncertain, the quantile is
    widened as Student's is against the normal one, with Satterthwaite's degrees of freedom. `cautious` takes an
    upper bound of s² that holds 99 times in 100 instead, for few people under much noise: covers more, and wider.

    All that is Student's range, the method "student". It holds where values are nearly symmetric, and fails where
    few people carry much of the mean (47 to 92 times in 100): "missing" and "sure" hold there too, see
    `skewed_mean`.

    A total that may be 0 says nothing: the whole clamp.
    """
    s, q = whole_numbers(sums, "sums"), whole_numbers(squares, "squares")
    confident = sure(confidence)
    public = isinstance(counts, PublicTotal)
    if public != (laws.counts is None):
        raise SpecError(
            "a public total has no noise, and a noisy one has a law",
            where="laws.counts",
            hint="Laws(sums, squares, None) goes with PublicTotal",
        )
    c = counts.n if isinstance(counts, PublicTotal) else whole_numbers(counts, "counts")
    c = np.broadcast_to(c, s.shape) if len(c) == 1 else c
    together(s, q, c, fields="sums, squares and counts")
    some = c > 0
    people = np.where(some, c, 1).astype(np.float64)
    variance = spread_of_values(s, q, people, clamp, laws, cautious)
    if method == "student":
        low, high, bound = _not_rejected(s.astype(np.float64), people, variance, clamp.half, laws, float(confident))
    else:
        miss = np.full(len(s), 1 - float(confident))
        low, high = skewed_ends(s.astype(np.float64), q, people, variance, clamp, laws, miss, method)
        bound = np.zeros(len(s), dtype=np.bool_)
    near = np.clip(s / people, -clamp.half, clamp.half)
    value = np.where(some, clamp.told(near), np.nan)
    low = clamp.told(np.where(some, low, -clamp.half))
    return Estimates(value, low, clamp.told(np.where(some, high, clamp.half)), bound & some, confident)


def skewed_ends(
    s: Floats,
    q: Integers,
    people: Floats,
    variance: Floats,
    clamp: Clamp,
    laws: Laws,
    miss: Floats,
    method: Method,
) -> tuple[Floats, Floats]:
    """The ends of `missing` or `sure`, in grains from the middle; each cell has its own share of misses."""
    centre = float(Fraction(clamp.centre))
    seen = Seen(s, q + centre * people, people, clamp.half, variance)
    three = (laws.sums, laws.squares, laws.counts)
    return missing_ends(seen, three, miss) if method == "missing" else sure_ends(seen, three, centre, miss)


def spread_of_values(
    s: Integers, q: Integers, people: Floats, clamp: Clamp, laws: Laws, cautious: bool = False
) -> Floats:
    """The variance of the clamped values in squared grains, as far as noise lets it be known."""
    off = np.clip(s / people, -clamp.half, clamp.half)
    variance = float(Fraction(clamp.centre)) + q / people - off**2
    if cautious:
        normal, scale = parts(laws.squares)
        flat = np.full(len(s), 1.0)
        reach = half_width(flat * np.sqrt(normal), (flat * scale,) if scale else (), 2 * _CAUTION - 1)
        variance = variance + reach / people
    # Popoviciu for a given mean: no variance is larger than (half - off)(half + off).
    most = np.maximum(clamp.half**2 - off**2, 0)
    return np.asarray(np.clip(variance, _LEAST * clamp.half**2, np.maximum(most, _LEAST * clamp.half**2)))


def _not_rejected(
    s: Floats, people: Floats, variance: Floats, half: float, laws: Laws, confidence: float
) -> tuple[Floats, Floats, Truths]:
    normal, scale = parts(laws.sums)
    count_normal, count_scale = parts(laws.counts) if laws.counts is not None else (0.0, 0.0)
    # The variance is an estimate too. Satterthwaite: as if it had this many degrees of freedom; a variance that
    # noise made small would doubt itself too much, so not fewer than ten.
    doubt = laws.squares.variance + 2 * people * variance**2
    whole = people * variance + laws.sums.variance
    wider = stdtrit(np.maximum(2 * whole**2 / doubt, 10.0), (1 + confidence) / 2) / normal_quantile(confidence)

    def at(m: Floats, which: Integers) -> tuple[Floats, Floats, tuple[Floats, ...]]:
        deviation = np.sqrt(people[which] * variance[which] + normal + m**2 * count_normal)
        scales = (np.full(len(which), scale), np.abs(m) * count_scale)
        return (s[which] - m * people[which]) / wider[which], deviation, scales

    return invert_test(at, (np.full(len(s), -half), np.full(len(s), half)), confidence)
