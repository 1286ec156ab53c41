"""Ratios of two noisy sums, with ranges that hold the ratio of the bounded ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np

from epsilog.core.law import DiscreteGaussian as DiscreteGaussian
from epsilog.core.law import Law
from epsilog.core.measure import Total, usual_grain
from epsilog.core.number import exact
from epsilog.postprocess.means import strays
from epsilog.postprocess.ranges import Integers, Ranged, margin_of

_KEPT: Final = 50  # one part of so many of what may be missed is kept for the sum above alone
_OCTAVES: Final = range(-6, 10)
_PER_OCTAVE: Final = 16
_AT_ONCE: Final = 2_000  # cells
_SATURATED: Final = 2**61  # a noisy sum this far out was cut, and the law of what was cut says nothing about it
FURTHEST: Final = 2**61  # steps; a ratio beyond this is told as this


def ratio_step(above: Total, below: Total) -> Fraction:
    """The step ratios are told in: a power of ten, a million or more to the ratio of the largest values.

    >>> ratio_step(Total.between("cost", 0, 5000), Total.between("stays", 0, 10))
    Fraction(1, 10000)
    """
    return usual_grain(above.reach * above.grain / (below.reach * below.grain)) / 100


@dataclass(frozen=True, eq=False)
class Slopes:
    """How far A - tB strays from 0 if t is the ratio of the bounded sums, by stretches of t in grains per grain.

    edges      of the stretches, ascending and symmetric about 0
    within     for each stretch a number of grains that |A - tB| stays within as often as it must
    margins    of both noises, for ratios beyond the last edge
    furthest   how far A may be from its sum, hardly ever missed: no ratio is larger than the sum above
    """

    edges: tuple[Fraction, ...]
    within: Integers
    margins: tuple[int, int]
    furthest: int


def slopes_of(above: Law, below: Law, confidence: Fraction) -> Slopes:
    """The slopes of a ratio, known before any data.

    >>> slopes = slopes_of(DiscreteGaussian(Fraction(10**6)), DiscreteGaussian(Fraction(100)), Fraction(19, 20))
    >>> len(slopes.within), int(slopes.within[256]), slopes.margins
    (514, 1970, (2249, 22))
    """
    return _slopes(above, below, exact(confidence, "confidence", above=0, below=1))  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def _slopes(above: Any, below: Any, confidence: Fraction) -> Slopes:
    miss = 1 - confidence
    rest = miss - miss / _KEPT
    # Around the slope at which both noises weigh the same: far from it one of them rules.
    even = math.log2(max(above.variance, 1e-9) / max(below.variance, 1e-9)) / 2
    power = min(max(round(even), -40), 80)
    steps = [
        Fraction(_PER_OCTAVE + part, _PER_OCTAVE) * Fraction(2) ** (power + octave)
        for octave in _OCTAVES
        for part in range(_PER_OCTAVE)
    ]
    ends = [Fraction(0), *steps, Fraction(2) ** (power + _OCTAVES.stop)]
    side = strays(above, below, np.array([float(end) for end in ends[1:]]) * (1 + 1e-15), 1 - rest)
    each = 1 - rest / 2
    return Slopes(
        (*(-end for end in ends[:0:-1]), *ends),
        np.concatenate([side[::-1], side]),
        (margin_of(above, each), margin_of(below, each)),
        margin_of(above, 1 - miss / _KEPT),
    )


def ratio_range(vectors: Sequence[Integers], above: Total, below: Total, slopes: Slopes) -> Ranged:
    """Ratios and their ranges in `ratio_step`s.

    >>> above, below = Total.between("cost", 0, 5000, 1), Total.between("stays", 0, 10, 1)
    >>> slopes = slopes_of(DiscreteGaussian(Fraction(10**6)), DiscreteGaussian(Fraction(100)), Fraction(19, 20))
    >>> found = ratio_range([np.array([60_000]), np.array([1_000])], above, below, slopes)
    >>> step = ratio_step(above, below)
    >>> [round(float(end[0] * step), 2) for end in (found.value, found.low, found.high)]
    [60.0, 57.72, 62.34]

    The estimand is A0/B0, the ratio of the bounded sums, in every cell with B0 >= 1 grain; no row lowers B0. A cell
    where B0 is 0 has no ratio, and no range could be wrong about it. Beyond 2^61 steps a ratio is told as that.

    Proof of coverage. Let t be the ratio of a cell. A fiftieth of what may be missed is kept for |Za| beyond
    `furthest`; else t, whose divisor is 1 grain or more, lies between min(0, A - furthest) and max(0, A +
    furthest). The rest is missed by a test of t that depends on t alone. Within the last edge: A - tB = Za -
    tZb stays within the `within` of its stretch as often as it must (`strays`). Beyond it: as often, both
    noises stay within their margins, and then t lies in the box of all a/b with a within its margin of A and b
    within its margin of B, b at least 1. The range holds every t that passes its test, so it holds the true one
    as often as stated. Which stretches pass is decided in floats, in favour of passing; ends are computed in
    whole numbers and rounded outwards. Where B is not above 0 every t passes within the edges. Where no value
    of A is below 0 (or above), no ratio is, and the range is cut there. Where the box is empty the noise was
    beyond its margins, or B0 is 0; there, and where a noisy sum was cut at ±2^61, the range holds everything.
    """
    factor = above.grain / below.grain / ratio_step(above, below)
    floor = 0 if above.low >= 0 else -FURTHEST
    ceiling = 0 if above.high <= 0 else FURTHEST
    tops, bottoms = (vector.astype(np.int64) for vector in vectors)
    rows = []
    for start in range(0, len(tops), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        first, last = _passing(tops[part], bottoms[part], slopes)
        cells = zip(tops[part].tolist(), bottoms[part].tolist(), first, last, strict=True)
        for top, bottom, one, other in cells:
            ends = _ends(top, bottom, int(one), int(other), slopes)
            if ends is None:
                rows.append((0, floor, ceiling))
                continue
            low, high = math.floor(ends[0] * factor), math.ceil(ends[1] * factor)
            low, high = (min(max(end, floor), ceiling) for end in (low, high))
            near = math.floor(Fraction(top, bottom) * factor + Fraction(1, 2)) if bottom >= 1 else 0
            rows.append((min(max(near, low), high), low, high))
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return Ranged(table[:, 0], table[:, 1], table[:, 2])


def _passing(tops: Integers, bottoms: Integers, slopes: Slopes) -> tuple[Integers, Integers]:
    """The first and the last stretch of each cell that holds a slope which passes; -1 where none does."""
    edges = np.array([float(edge) for edge in slopes.edges])
    a, b = tops.astype(np.float64)[:, None], bottoms.astype(np.float64)[:, None]
    within = slopes.within.astype(np.float64)
    slack = 1e-12 * (np.abs(a) + np.abs(edges).max() * np.abs(b) + within) + 1
    passes = (a - within <= edges[1:] * b + slack) & (a + within >= edges[:-1] * b - slack)
    passes |= b <= 0
    none = ~passes.any(axis=1)
    first = np.where(none, -1, passes.argmax(axis=1))
    return first, np.where(none, -1, passes.shape[1] - 1 - passes[:, ::-1].argmax(axis=1))


def _ends(top: int, bottom: int, first: int, last: int, slopes: Slopes) -> tuple[Fraction, Fraction] | None:
    """The ends of one cell's range in grains per grain; None where nothing can be said."""
    a1, a2 = top - slopes.margins[0], top + slopes.margins[0]
    b1, b2 = max(1, bottom - slopes.margins[1]), bottom + slopes.margins[1]
    if b2 < 1 or max(abs(top), abs(bottom)) >= _SATURATED:
        return None
    low, high = Fraction(a1, b1 if a1 < 0 else b2), Fraction(a2, b1 if a2 > 0 else b2)
    limit = slopes.edges[-1]
    if first >= 0:
        left, right = slopes.edges[first], slopes.edges[last + 1]
        if bottom >= 1:
            reach = (int(slopes.within[first]), int(slopes.within[last]))
            left = min(max(left, Fraction(top - reach[0], bottom)), slopes.edges[first + 1])
            right = max(min(right, Fraction(top + reach[1], bottom)), slopes.edges[last])
        # The box counts beyond the last edge only.
        low, high = min(left, low) if low < -limit else left, max(right, high) if high > limit else right
    least, most = Fraction(min(0, top - slopes.furthest)), Fraction(max(0, top + slopes.furthest))
    return min(max(low, least), most), max(min(high, most), least)
