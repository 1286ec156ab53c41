"""Means of noisy sums over noisy counts, and the ranges that hold the bounded mean as often as stated."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.special import erfc
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.core.measure import Total
from epsilog.core.number import exact
from epsilog.postprocess.ranges import WIDEST, Integers, Ranged, margin_of

# Means are told in hundredths of their column's grain, ranges rounded outwards.
FINER: Final = 100
# A noisy answer this far out was cut by saturation, and the law of what was cut says nothing about it.
_SATURATED: Final = 2**61
_FAR: Final = 2**54  # no clamp is further than 2^53 grains from its middle
_NARROW: Final = 2**55
_STRETCHES: Final = 100  # on each side of the middle
_COUNTS: Final = 800  # values that stand for the noise of the count
_LEFT_OUT: Final = 1e-6  # of the allowed misses: what lies beyond the last of them
_GUARD: Final = 1e-11  # kept back for errors of float64, beside as much again as is left out
_FINE: Final = 12  # a margin is searched to 2^-12 of itself
_SUMMED_UP_TO: Final = 10_000.0
_AT_ONCE: Final = 8_000
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Spread:
    """How far S - tC strays from 0 if t is the bounded mean.

    edges    of stretches of t, in hundredths of a grain from the middle, ascending and symmetric about 0
    within   for each stretch a number of grains that |S - tC| stays within at least as often as stated, for
             every t of the stretch; the further a stretch from the middle, the wider. WIDEST means no limit
    """

    edges: Integers
    within: Integers


def spread_of(sums: Law, counts: Law, reach: int, confidence: Fraction) -> Spread:
    """The spread of a mean whose values reach so many grains from their middle.

    >>> laws = DiscreteLaplace(Fraction(140_000)), DiscreteLaplace(Fraction(20))
    >>> spread = spread_of(*laws, 7000, Fraction(19, 20))
    >>> int(spread.within[100]), int(spread.within[-1])      # around the middle, and at the ends
    (419455, 575807)

    Proof. Write Z and N for the noise of sum and count, independent, symmetric, and falling away from 0. Let r be
    t|N| rounded to the nearest integer. Then |Z - tN| <= |Z - r| + 1/2 (by symmetry, as if tN were positive), and
    P(|Z - r| > x) does not fall as the integer r grows. So the chance of |Z - tN| > x + 1/2 is at most
    Σ p(N) P(|Z - r(N)| > x), which does not fall as |t| grows: a stretch is served by its far end. There |N| is
    raised to the next of a short list of values, which raises the sum once more, and what lies beyond the last
    value counts as missed. The least x found by halving is rounded up to x + 1 whole grains.

    Numerics. float64 with relative errors below 1e-7 in every tail that counts; the allowed misses are first made
    smaller by 2e-6 of themselves and by 1e-11. Where nothing is left of them, the spread is without end.
    """
    sure = exact(confidence, "confidence", above=0, below=1)
    return _spread(sums, counts, reach, sure)  # type: ignore[arg-type]  # laws are frozen


@lru_cache(maxsize=64)
def _spread(sums: Any, counts: Any, reach: int, confidence: Fraction) -> Spread:
    ends = sorted({-(-FINER * reach * at // _STRETCHES) for at in range(_STRETCHES + 1)})
    edges = np.array([-end for end in ends[:0:-1]] + ends, dtype=np.int64)
    side = strays(sums, counts, np.array(ends[1:], dtype=np.float64) / FINER, confidence)
    return Spread(edges, np.concatenate([side[::-1], side]))


def strays(sums: Law, counts: Law, far: Floats, confidence: Fraction) -> Integers:
    """For ascending slopes t, grains that |Z - sN| stays within as often as stated for every s up to t.

    Z and N are noises of these two laws. The proof is that of `spread_of`; WIDEST means no limit.
    """
    miss = float(1 - confidence)
    most = miss * (1 - _LEFT_OUT) - _GUARD
    if most <= miss * _LEFT_OUT:
        return np.full(len(far), WIDEST, dtype=np.int64)
    values, chances, beyond = _raised_values(counts, miss * _LEFT_OUT)
    # Rounded up where a float skips integers; a larger shift misses more.
    shifts = np.floor(far[:, None] * values * (1 + 1e-15) + 0.5)
    tail = Tail(sums)

    def good(x: Integers) -> NDArray[np.bool_]:
        span = x.astype(np.float64)[:, None]
        out = np.minimum(tail(span + shifts) + tail(span - shifts), 1.0)
        return np.asarray(out @ chances + beyond <= most, dtype=np.bool_)

    low = np.full(len(shifts), -1, dtype=np.int64)
    high = np.full(len(shifts), max(1, margin_of(sums, confidence)), dtype=np.int64)
    while not (fine := good(high) | (high >= WIDEST)).all():
        low, high = np.where(fine, low, high), np.where(fine, high, np.minimum(2 * high, WIDEST))
    while (high - low > np.maximum(1, high >> _FINE)).any():
        middle = (low + high) // 2
        fine = good(middle)
        low, high = np.where(fine, low, middle), np.where(fine, middle, high)
    return np.asarray(np.minimum(np.maximum.accumulate(high) + 1, WIDEST), dtype=np.int64)


def _raised_values(law: Law, most: float) -> tuple[Floats, Floats, float]:
    """Values that |N| is raised to, the chance of each, and the chance of more than the last of them."""
    furthest = margin_of(law, 1 - Fraction(most))
    ends = np.unique(np.ceil(np.linspace(0, furthest, _COUNTS)))
    tail = Tail(law)
    beyond = np.minimum(2 * tail(ends), 1.0)
    return ends, -np.diff(beyond, prepend=1.0), float(beyond[-1])


class Tail:
    """P(Z > k) for whole numbers k of either sign.

    >>> tail = Tail(DiscreteLaplace(Fraction(2)))
    >>> bool(np.isclose(tail(np.array([-1.0])) + tail(np.array([0.0])), 1))
    True
    """

    def __init__(self, law: Law) -> None:
        self._law = law
        self._sigma = math.sqrt(law.sigma_squared) if isinstance(law, DiscreteGaussian) else 0.0
        self._summed: Floats | None = None
        if isinstance(law, DiscreteGaussian) and self._sigma <= _SUMMED_UP_TO:
            mass = law.pmf(np.arange(math.ceil(40 * self._sigma) + 3, dtype=np.int64))
            self._summed = np.append(np.cumsum(mass[::-1])[::-1], 0.0)

    def __call__(self, k: Floats) -> Floats:
        """Some thousands at once: larger arrays take twice as long, because each asks for memory of its own."""
        out, flat = np.empty(k.shape), k.ravel()
        for at in range(0, k.size, _AT_ONCE):
            part = flat[at : at + _AT_ONCE]
            upper = self._upper(np.where(part >= 0, part, -part - 1))
            out.reshape(-1)[at : at + _AT_ONCE] = np.where(part >= 0, upper, 1 - upper)
        return out

    def _upper(self, k: Floats) -> Floats:
        law = self._law
        if isinstance(law, DiscreteLaplace):
            rate = float(1 / law.scale)
            return np.asarray(np.exp(-rate * (k + 1)) / (1 + math.exp(-rate)), dtype=np.float64)
        if self._summed is not None:
            place = np.minimum(k + 1, len(self._summed) - 1).astype(np.int64)
            return np.asarray(self._summed[place], dtype=np.float64)
        # Half a step makes the integral right to z²/(24 sigma²) of itself, below 1e-7 wherever it counts.
        return np.asarray(erfc((k + 0.5) / (self._sigma * math.sqrt(2))) / 2, dtype=np.float64)


def mean_range(sums: Integers, counts: Integers, total: Total, spread: Spread) -> Ranged:
    """Means and their ranges in hundredths of a grain, from noisy sums around the middle and noisy counts.

    >>> total = Total.between("systolic", 80, 220, centred=True)
    >>> spread = spread_of(DiscreteLaplace(Fraction(6_000)), DiscreteLaplace(Fraction(1)), 7000, Fraction(19, 20))
    >>> found = mean_range(np.array([-180_000]), np.array([100]), total, spread)
    >>> float(found.value[0] / 10_000), float(found.low[0] / 10_000), float(found.high[0] / 10_000)
    (132.0, 130.1351, 133.843)

    The estimand is the mean of the bounded answers, centre + S0 / C0 grains, in every cell with C0 >= 1. A cell
    nobody is in has no mean, and no range could be wrong about it.

    Proof of coverage, for every S0 and every C0 >= 1. At the true t = S0 / C0, S - tC is Z - tN, so t is one of the
    means with |S - tC| <= within(t) at least as often as stated (`spread_of`). The range reaches from the least t
    with S - tC <= within(t) to the greatest with S - tC >= -within(t), both between the clamps, where t lies
    because each of the C0 rows does. So it holds all of those means, and the true one whenever it is among them.
    Where C < 1, where a number saturated, or where no mean would explain what was drawn, the whole declared range
    is given, which is always true. Ends are rounded outwards in integers.

    The value is S / C for C >= 1, otherwise the middle of the range, moved to the nearest point of the range. It is
    a ratio of noisy numbers and therefore slightly biased where C is small.
    """
    floor, ceiling = FINER * (total.low - total.centre), FINER * (total.high - total.centre)
    many = np.maximum(counts, 1)
    low, high = _least(sums, many, spread), -_least(-sums, many, spread)
    lost = (counts < 1) | (low > ceiling) | (high < floor) | (low > high)
    lost |= (np.abs(sums) >= _SATURATED) | (counts >= _SATURATED)
    low = np.where(lost, floor, np.maximum(low, floor))
    high = np.where(lost, ceiling, np.minimum(high, ceiling))
    near = (_ratio(sums, many) - _ratio(-sums, many)) // 2
    value = np.clip(np.where(counts >= 1, near, (floor + ceiling) // 2), low, high)
    middle = FINER * total.centre
    return Ranged(value + middle, low + middle, high + middle)


def _least(sums: Integers, counts: Integers, spread: Spread) -> Integers:
    """The least t with S - tC <= within(t), rounded down; beyond the last edge where there is none.

    On a stretch that is t >= (S - within) / C =: x, so the answer is the first stretch whose x lies before its end,
    and there x itself or the stretch's beginning. Up to the middle `within` falls from stretch to stretch, so x
    only grows: nothing below the x of one stretch can do, and the search goes on at the stretch that x lies in.
    Beyond the middle `within` grows and x falls: once a stretch will do, all later ones do, and halving finds the
    first.
    """
    edges, within = spread.edges, spread.within
    middle, last = len(within) // 2, len(within)
    at = np.zeros(len(sums), dtype=np.int64)
    moving = np.arange(len(sums))
    while len(moving):
        x = _starts(sums[moving], counts[moving], within[at[moving]])
        on = x > edges[at[moving] + 1]
        moving = moving[on]
        at[moving] = np.minimum(np.searchsorted(edges, x[on], side="left") - 1, middle)
        moving = moving[at[moving] < middle]
    right = np.flatnonzero(at == middle)
    first, end = np.full(len(right), middle), np.full(len(right), last)
    while (open_ := first < end).any():
        half = np.where(open_, (first + end) // 2, middle)
        does = _starts(sums[right], counts[right], within[half]) <= edges[half + 1]
        first, end = np.where(open_ & ~does, half + 1, first), np.where(open_ & does, half, end)
    at[right] = first
    none = at == last
    at = np.minimum(at, last - 1)
    found = np.maximum(_starts(sums, counts, within[at]), edges[at])
    return np.asarray(np.where(none, edges[-1] + 1, found), dtype=np.int64)


def _starts(sums: Integers, counts: Integers, within: Integers) -> Integers:
    """⌊100 (S - within) / C⌋, and as low as can be where there is no limit."""
    return np.where(within >= WIDEST, -FINER * _FAR, _ratio(sums - within, counts))


def _ratio(sums: Integers, counts: Integers) -> Integers:
    """⌊100 · sum / count⌋ exactly, capped far outside any clamp."""
    if int(counts.max(initial=1)) > _NARROW:  # a count no table has: slower, but still exact
        most = FINER * _FAR
        pairs = zip(sums.tolist(), counts.tolist(), strict=True)
        return np.array([max(-most, min(most, FINER * one // other)) for one, other in pairs], dtype=np.int64)
    whole, rest = np.divmod(sums, counts)
    return np.asarray(FINER * np.clip(whole, -_FAR, _FAR) + FINER * rest // counts, dtype=np.int64)
