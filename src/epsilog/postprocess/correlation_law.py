"""Ranges of correlations from the law of the noise itself; the identity of `moment_laws`, for a quotient of roots.

Let m₁, m₂ be the means of a cell, V, W its variances, K its covariance, r = K/√(VW) and λ = √(W/V). Then
r√(VW) = r(λV + W/λ)/2. With N = P - m₂S - m₁T + m₁m₂C and the left sides A, B of both variances (`moment_laws`),

    N - r(λA + B/λ)/2 = Zp - m₂Zs - m₁Zt + m₁m₂Zc - r(λ(Zq - 2m₁Zs + (c + m₁²)Zc) + (Zu - 2m₂Zt + (d + m₂²)Zc)/λ)/2,

because everything exact cancels. The right side is a sum of six independent noises with weights that r, λ and the
means say. Ranges of both means and of both variances, hence of λ, miss with fifteen parts in a hundred of what may
be missed. A correlation is kept if, for some λ and means in them, the left side is not further out than the right
side is with the rest. The left side hardly depends on λ near the true one: λA + B/λ is least there.

Over all of the ranges: N is bilinear in the means and extreme at corners; A and B are least at a vertex and largest
at an end; λA + B/λ is largest at an end of λ and least at √(B/A) or an end. Weights are bounded by their parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.law import Law
from epsilog.core.measure import Total
from epsilog.postprocess.infer.skewed_mean import outermost
from epsilog.postprocess.moment_laws import Floats, is_kept, means_between, variance_by_law
from epsilog.postprocess.pairs import STEPS
from epsilog.postprocess.ranges import Integers, Ranged

_OF_A_MEAN: Final = Fraction(1, 40)
_OF_A_VARIANCE: Final = Fraction(1, 20)
_FLOATS: Final = 1e-11  # what float64 loses on the way, given away
_SATURATED: Final = 2.0**60


def correlation_by_law(
    vectors: Sequence[Integers],
    one: Total,
    two: Total,
    squares: Sequence[Total],
    laws: Sequence[Law],
    confidence: Fraction,
) -> Ranged:
    """Correlations and their ranges in `STEPS` parts of 1; the whole range where a variance may be nothing."""
    miss = 1 - confidence
    s, t, p, q, u, c = (vector.astype(np.float64) for vector in vectors)
    firsts = means_between(vectors[0], vectors[5], one, (laws[0], laws[5]), miss * _OF_A_MEAN)
    seconds = means_between(vectors[1], vectors[5], two, (laws[1], laws[5]), miss * _OF_A_MEAN)
    spreads = []
    for at, other, total in ((0, 3, one), (1, 4, two)):
        known = [vectors[at], vectors[other], vectors[5]], [laws[at], laws[other], laws[5]]
        spreads.append(variance_by_law(known[0], total, squares[at].centre, known[1], 1 - miss * _OF_A_VARIANCE))
    v, w = spreads
    nothing = (v.low < 1) | (w.low < 1) | (c < 1) | (np.abs(c) >= _SATURATED)
    scales = [np.sqrt(np.maximum(w_, 1.0) / np.maximum(v_, 1.0)) for w_, v_ in ((w.low, v.high), (w.high, v.low))]
    wide = [np.maximum(np.abs(low), np.abs(high)) for low, high in (firsts, seconds)]
    corners = list(product(firsts, seconds))
    bottoms = np.stack([p - n * s - m * t + m * n * c for m, n in corners])
    a1, a2 = _ends_over_means(q, s, c, squares[0].centre, firsts)
    b1, b2 = _ends_over_means(u, t, c, squares[1].centre, seconds)
    # Where no variance may be nothing, a1 and b1 are above zero: the least of a convex function.
    inside = np.clip(np.sqrt(np.maximum(b1, 0.0) / np.maximum(a1, 1e-300)), *scales)
    least = np.stack([(scale * a1 + b1 / scale) / 2 for scale in (inside, *scales)]).min(axis=0)
    most = np.stack([(scale * a2 + b2 / scale) / 2 for scale in scales]).max(axis=0)
    lost = _FLOATS * (
        np.abs(p)
        + wide[1] * np.abs(s)
        + wide[0] * np.abs(t)
        + wide[0] * wide[1] * np.abs(c)
        + scales[1] * (np.abs(q) + 2 * wide[0] * np.abs(s) + (squares[0].centre + wide[0] ** 2) * np.abs(c))
        + (np.abs(u) + 2 * wide[1] * np.abs(t) + (squares[1].centre + wide[1] ** 2) * np.abs(c)) / scales[0]
    )
    products = np.stack([m * n for m, n in corners])
    sized = [
        (centre + _least_square(ends), centre + wide[at] ** 2)
        for at, (centre, ends) in enumerate(
            zip((squares[0].centre, squares[1].centre), (firsts, seconds), strict=True)
        )
    ]
    both = (
        (scales[0] * sized[0][0] + sized[1][0] / scales[1]) / 2,
        (scales[1] * sized[0][1] + sized[1][1] / scales[0]) / 2,
    )

    def weights(r: Floats, which: Integers) -> list[Floats]:
        def worst(mine: tuple[Floats, Floats], other: tuple[Floats, Floats], times: Sequence[Floats]) -> Floats:
            found = [np.abs(r * m[which] * k[which] - n[which]) for m, n, k in product(mine, other, times)]
            return np.asarray(np.max(found, axis=0))

        size = np.abs(r)
        of_count = [products[:, which].max(axis=0), products[:, which].min(axis=0)]
        ends = [
            np.minimum(r * both[0][which], r * both[1][which]),
            np.maximum(r * both[0][which], r * both[1][which]),
        ]
        return [
            np.ones(len(r)),
            worst(firsts, seconds, scales),
            worst(seconds, firsts, [1 / scale for scale in scales]),
            size * scales[1][which] / 2,
            size / scales[0][which] / 2,
            np.maximum(np.abs(of_count[0] - ends[0]), np.abs(of_count[1] - ends[1])),
        ]

    ordered = [laws[at] for at in (2, 0, 1, 3, 4, 5)]
    rest = float(miss * (1 - 2 * _OF_A_MEAN - 2 * _OF_A_VARIANCE))

    def above(r: Floats, which: Integers) -> NDArray[np.bool_]:
        off = np.where(r >= 0, r * least[which], r * most[which]) - bottoms[:, which].max(axis=0) - lost[which]
        return is_kept(off, ordered, weights(r, which), rest)

    def below(r: Floats, which: Integers) -> NDArray[np.bool_]:
        # r stands for -r here: the search goes upwards.
        off = np.where(r >= 0, r * least[which], r * most[which]) + bottoms[:, which].min(axis=0) - lost[which]
        return is_kept(off, ordered, weights(-r, which), rest)

    many = np.where(c > 0, c, 1.0)
    variances = [
        np.maximum(left / many, 1.0)
        for left in (q + squares[0].centre * c - s * s / many, u + squares[1].centre * c - t * t / many)
    ]
    value = np.clip((p / many - s * t / many**2) / np.sqrt(variances[0] * variances[1]), -1.0, 1.0)
    high = outermost(above, value, np.ones(len(c)))
    low = -outermost(below, -value, np.ones(len(c)))
    low = np.where(nothing, -STEPS, np.maximum(np.floor(low * STEPS) - 1, -STEPS))
    high = np.where(nothing, STEPS, np.minimum(np.ceil(high * STEPS) + 1, STEPS))
    told = np.clip(np.where(nothing & (c < 1), 0.0, np.trunc(value * STEPS)), low, high)
    return Ranged(*(part.astype(np.int64) for part in (told, low, high)))


def _ends_over_means(
    square: Floats, sum_: Floats, c: Floats, centre: int, ends: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Least and largest of Q + cC - 2mS + m²C over a range of means."""
    vertex = np.clip(sum_ / np.where(c > 0, c, 1.0), *ends)
    first, last, least = (square + centre * c - 2 * m * sum_ + m * m * c for m in (*ends, vertex))
    return np.asarray(least), np.maximum(first, last)


def _least_square(ends: tuple[Floats, Floats]) -> Floats:
    low, high = ends
    return np.asarray(np.where((low < 0) & (high > 0), 0.0, np.minimum(low**2, high**2)))
