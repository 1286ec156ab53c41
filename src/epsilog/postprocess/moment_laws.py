"""Ranges of variances and covariances from the law of the noise itself, not from a box around every noise.

The identity. Let S0, Q0, C0 be the bounded sum, squares (around c) and count of a cell, m = S0/C0 its mean and
V = c + Q0/C0 - m² its variance. With the noisy S, Q, C and their noises Zs, Zq, Zc,

    Q + cC - 2mS + m²C - V C = Zq - 2m Zs + (c + m² - V) Zc,

because everything exact cancels. The right side is a sum of three independent noises with weights that m and V say.
Let M be a range of means that misses m with a tenth of what may be missed. A variance is kept if, for some m in M,
the left side is not further out than the right side is with the rest. So the range misses with at most all of it.
The left side hardly depends on m (it is least at S/C), which is why little is lost by not knowing m.

Over all m in M: the left side is largest at an end of M and least at its vertex; the weights are largest at an end.
A larger weight only makes a sum of symmetric numbers that fall away from 0 stray further. A discrete noise strays
at most one grain further than its continuous twin (docs/proofs/statistics.md 7.2), which is given away for each.

Covariances likewise, with P for the products: P - m₂S - m₁T + m₁m₂C - Cov C = Zp - m₂Zs - m₁Zt + (m₁m₂ - Cov) Zc,
where the left side is bilinear in m₁ and m₂ and so extreme at corners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import DiscreteLaplace, Law
from epsilog.core.measure import Total
from epsilog.postprocess.infer.skewed_mean import outermost
from epsilog.postprocess.infer.spread import one_tail
from epsilog.postprocess.means import FINER, mean_range, spread_of
from epsilog.postprocess.moments import largest_variance
from epsilog.postprocess.pairs import largest_covariance
from epsilog.postprocess.ranges import Integers, Ranged

Floats = NDArray[np.float64]
Weights = Callable[[Floats, Integers], list[Floats]]  # of the noises, for parameters of some cells
_OF_THE_MEAN: Final = Fraction(1, 10)
_APART: Final = 0.02  # scales closer than this are moved apart, the larger one up: a sum then strays further
_FLOATS: Final = 1e-11  # what float64 loses on the way, given away
_SATURATED: Final = 2.0**60


def variance_by_law(
    vectors: Sequence[Integers], total: Total, centre: int, laws: Sequence[Law], confidence: Fraction
) -> Ranged:
    """Variances and their ranges in squared grains; see the top of the file.

    >>> total = Total.between("systolic", 80, 220, centred=True)
    >>> from epsilog.core.measure import Squares
    >>> squares = Squares.of_values(total)
    >>> exact = [np.array([0]), np.array([10_000 * (1000**2 - squares.centre)]), np.array([10_000])]
    >>> laws = [DiscreteLaplace(Fraction(scale)) for scale in (21_000, 73_500_000, 3)]
    >>> found = variance_by_law(exact, total, squares.centre, laws, Fraction(95, 100))
    >>> [round(int(end[0]) / 10_000) for end in (found.value, found.low, found.high)]      # a deviation of 10 mmHg
    [100, 97, 103]
    """
    most = float(largest_variance(total))
    s, q, c = (vector.astype(np.float64) for vector in vectors)
    miss = 1 - confidence
    m1, m2 = means_between(vectors[0], vectors[2], total, (laws[0], laws[2]), miss * _OF_THE_MEAN)
    vertex = np.clip(s / np.where(c > 0, c, 1.0), m1, m2)
    left = [q + centre * c - 2 * m * s + m * m * c for m in (m1, m2, vertex)]
    wide = _most(m1, m2)
    lost = _FLOATS * (np.abs(q) + np.abs(centre * c) + 2 * np.abs(s) * wide + wide**2 * np.abs(c))
    far, near = np.maximum(left[0], left[1]), left[2]
    squares = np.stack([m1**2, m2**2, np.where((m1 < 0) & (m2 > 0), 0.0, np.minimum(m1**2, m2**2))])

    def weights(v: Floats, which: Integers) -> list[Floats]:
        of_count = np.abs(centre + squares[:, which] - v).max(axis=0)
        return [np.ones(len(v)), 2 * wide[which], of_count]

    ordered = (laws[1], laws[0], laws[2])
    many, rest = np.where(c > 0, c, 1.0), float(miss * (1 - _OF_THE_MEAN))
    value = np.clip(centre + q / many - np.square(s / many), 0.0, most)
    return _range_of(value, c, (near, far), lost, weights, ordered, (0.0, most), rest)


def covariance_by_law(
    vectors: Sequence[Integers], one: Total, two: Total, laws: Sequence[Law], confidence: Fraction
) -> Ranged:
    """Covariances and their ranges in products of grains; see the top of the file."""
    most = float(largest_covariance(one, two))
    s, t, p, c = (vector.astype(np.float64) for vector in vectors)
    miss = 1 - confidence
    half = miss * _OF_THE_MEAN / 2
    firsts = means_between(vectors[0], vectors[3], one, (laws[0], laws[3]), half)
    seconds = means_between(vectors[1], vectors[3], two, (laws[1], laws[3]), half)
    corners = [(m, n) for m in firsts for n in seconds]
    left = np.stack([p - n * s - m * t + m * n * c for m, n in corners])
    products = np.stack([m * n for m, n in corners])
    wide_one, wide_two = _most(*firsts), _most(*seconds)
    lost = _FLOATS * (np.abs(p) + wide_two * np.abs(s) + wide_one * np.abs(t) + wide_one * wide_two * np.abs(c))

    def weights(v: Floats, which: Integers) -> list[Floats]:
        return [np.ones(len(v)), wide_two[which], wide_one[which], np.abs(products[:, which] - v).max(axis=0)]

    many = np.where(c > 0, c, 1)
    value = np.clip(p / many - (s / many) * (t / many), -most, most)
    ordered = (laws[2], laws[0], laws[1], laws[3])
    bounds = (left.min(axis=0), left.max(axis=0))
    return _range_of(value, c, bounds, lost, weights, ordered, (-most, most), float(miss * (1 - _OF_THE_MEAN)))


def noise_margin(laws: Sequence[Law], weights: Sequence[float], miss: float) -> float:
    """How far a weighted sum of independent noises strays but for `miss`, grains given away included.

    >>> round(noise_margin([DiscreteLaplace(Fraction(100))] * 2, [1.0, 1.0], 0.05))      # one alone: 300
    417
    """
    wide = [np.array([float(weight)]) for weight in weights]
    high = 1.0
    while _tail(np.array([high]), laws, wide)[0] > miss / 2:
        high *= 2
    low = 0.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _tail(np.array([middle]), laws, wide)[0] > miss / 2 else (low, middle)
    return high


def _range_of(
    value: Floats,
    c: Floats,
    left: tuple[Floats, Floats],
    lost: Floats,
    weights: Weights,
    laws: Sequence[Law],
    ends: tuple[float, float],
    miss: float,
) -> Ranged:
    """All parameters that are kept, rounded outwards; the whole range where nothing can be said."""
    bottom, top = ends

    def above(v: Floats, which: Integers) -> NDArray[np.bool_]:
        off = v * c[which] - left[1][which] - lost[which]
        return is_kept(off, laws, weights(v, which), miss)

    def below(v: Floats, which: Integers) -> NDArray[np.bool_]:
        off = left[0][which] + v * c[which] - lost[which]  # v stands for -v here: the search goes upwards
        return is_kept(off, laws, weights(-v, which), miss)

    nothing = (c < 1) | (np.abs(c) >= _SATURATED)
    high = outermost(above, value, np.full(len(c), top))
    low = -outermost(below, -value, np.full(len(c), -bottom))
    low, high = np.where(nothing, bottom, np.floor(low) - 1), np.where(nothing, top, np.ceil(high) + 1)
    low, high = np.maximum(low, np.floor(bottom)), np.minimum(high, np.ceil(top))
    told = np.clip(np.floor(value), low, high)
    return Ranged(*(part.astype(np.int64) for part in (told, low, high)))


def is_kept(off: Floats, laws: Sequence[Law], weights: Sequence[Floats], miss: float) -> NDArray[np.bool_]:
    """Whether a weighted sum of noises is as far out as `off` often enough to be believed."""
    return np.asarray((off <= 0) | (_tail(np.maximum(off, 0.0), laws, weights) >= miss / 2))


def _tail(x: Floats, laws: Sequence[Law], weights: Sequence[Floats]) -> Floats:
    """At least P(Σ w_i Z_i > x) for x >= 0: a normal number and several Laplace numbers, in closed form.

    Laplace numbers of different scales b_i: the density of their sum is Σ_i f_i Π_{j≠i} b_i²/(b_i² - b_j²), by
    partial fractions of the characteristic function. Scales that are nearly equal are moved apart upwards.
    """
    normal, scales = np.zeros(len(x)), []
    grains = np.zeros(len(x))
    for law, weight in zip(laws, weights, strict=True):
        grains = grains + weight
        if isinstance(law, DiscreteLaplace):
            scales.append(float(law.scale) * weight)
        else:
            normal = normal + float(law.variance) * weight**2
    deviation, x = np.sqrt(normal), np.maximum(x - grains, 0.0)
    if not scales:
        return one_tail(x, deviation, np.zeros(len(x)))
    sizes = np.sort(np.stack(scales), axis=0)
    sizes = np.maximum(sizes, 1e-9 * sizes[-1])
    for at in range(1, len(sizes)):
        sizes[at] = np.maximum(sizes[at], sizes[at - 1] * (1 + _APART))
    found = np.zeros(len(x))
    for at, mine in enumerate(sizes):
        others = [mine**2 / (mine**2 - other**2) for place, other in enumerate(sizes) if place != at]
        found = found + np.prod(others, axis=0) * one_tail(x, deviation, mine)
    return np.asarray(np.clip(found, 0.0, 1.0))


def means_between(
    sums: Integers, counts: Integers, total: Total, laws: tuple[Law, Law], miss: Fraction
) -> tuple[Floats, Floats]:
    """A range of means, in grains from the middle."""
    found = mean_range(sums, counts, total, spread_of(laws[0], laws[1], total.reach, 1 - miss))
    middle = float(FINER * total.centre)
    return (found.low - middle) / FINER, (found.high - middle) / FINER


def _most(low: Floats, high: Floats) -> Floats:
    return np.maximum(np.abs(low), np.abs(high))
