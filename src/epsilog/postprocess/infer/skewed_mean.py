"""Ranges of a population's mean that hold for skewed values too: what nobody saw is part of the doubt.

Student's range fails where few people carry much of the mean and chance kept them out of the data: nothing that was
recorded can tell. Two ways to hold it all the same, both from the same noisy sum, squares and count:

missing     a mean is kept unless it is rejected even though a share of people at the clamp's far end was missed by
            chance. Measured, not proved: see docs/benchmarks/statistics.md
sure        proved for any values inside the clamp, docs/proofs/statistics.md; wide
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from epsilog.accounting.special import gammaln, ndtri, stdtrit
from epsilog.core.law import DiscreteLaplace, Law
from epsilog.postprocess.infer.estimate import Floats, Integers, Truths
from epsilog.postprocess.infer.spread import parts, tail

ThreeLaws = tuple[Law, Law, Law | None]  # of sums, of squares, of counts
Keeps = Callable[[Floats, Integers], Truths]

_MOST_MISSED: Final = 256  # so many people missed are counted one by one; beyond that their number is nearly normal
_LOOKS: Final = 24  # places tried from the far end before halving, so that a gap in what is kept cannot hide it
_HALVINGS: Final = 24
_ROOM: Final = 2_000_000  # numbers held at once
_LEVELS: Final = 160
_FEW: Final = 60.0  # deviations of the worst case's binomial below which its law is summed up exactly


@dataclass(frozen=True, eq=False)
class Seen:
    """Noisy sums around the middle, squares (centre added), counts; how far the clamp reaches; the laws' parts."""

    sums: Floats
    squares: Floats
    people: Floats
    half: float
    variance: Floats

    def some(self, which: Integers) -> Seen:
        """The same of some cells."""
        return Seen(self.sums[which], self.squares[which], self.people[which], self.half, self.variance[which])


def missing_ends(seen: Seen, laws: ThreeLaws, miss: Floats) -> tuple[Floats, Floats]:
    """The ends of the means that are kept, in grains from the middle; `miss` is what each cell may miss.

    With x̄ = S/C, h the far end and J = h - x̄: a mean m above x̄ would come about if a share π = (m - x̄)/J of people
    sat at h and was missed. The number k of them among C people is binomial; given k the sum strays as a normal
    number of the variance that was seen does (widened as Student's is), with the noise of S and C. m is kept if

        Σ_k Bin(k; C, π) P(stray > k J) ≥ miss/2.

    For many people this is Student's range, wider by about z J / (2 s √n).
    """
    reach = np.empty((2, len(seen.people)))
    for side, sign in enumerate((1.0, -1.0)):
        turned = Seen(sign * seen.sums, seen.squares, seen.people, seen.half, seen.variance)
        reach[side] = sign * _farthest(_missing(turned, laws, miss), turned)
    return reach[1], reach[0]


def _missing(seen: Seen, laws: ThreeLaws, miss: Floats) -> Keeps:
    n, v, h = seen.people, seen.variance, seen.half
    near = _near(seen)
    gap = h - near
    normal, scale = parts(laws[0])
    count_normal, count_scale = parts(laws[2]) if laws[2] is not None else (0.0, 0.0)
    doubt = laws[1].variance + 2 * n * v**2
    whole = n * v + laws[0].variance
    wide = stdtrit(np.maximum(2 * whole**2 / doubt, 10.0), 1 - miss / 2) / ndtri(1 - miss / 2)
    off = seen.sums - near * n  # 0 unless the sum was beyond what the clamp allows

    def keeps(m: Floats, which: Integers) -> Truths:
        share = np.clip((m - near[which]) / gap[which], 0.0, 1.0)
        deviation = np.sqrt(n[which] * v[which] + normal + m**2 * count_normal)
        scales = (np.full(len(m), scale), np.abs(m) * count_scale)
        reach = wide[which] * (8 * deviation + 24 * (scales[0] + scales[1])) + np.abs(off[which])
        most = np.minimum(np.ceil(reach / gap[which]), np.ceil(n[which]))  # more were missed: certainly rejected
        value = np.empty(len(m))
        few = most <= _MOST_MISSED
        for at in _portions(np.flatnonzero(few), most):
            k = np.arange(int(most[at].max()) + 1, dtype=np.float64)
            stray = (k * gap[which][at, None] - off[which][at, None]) / wide[which][at, None]
            beyond = _either(stray, deviation[at], tuple(one[at] for one in scales))
            value[at] = (_binomial(np.rint(n[which][at]), share[at], k) * beyond).sum(axis=1)
        many = np.flatnonzero(~few)
        if len(many):
            lost = n[which][many] * share[many]
            more = np.sqrt(deviation[many] ** 2 + lost * (1 - share[many]) * gap[which][many] ** 2)
            stray = (lost * gap[which][many] - off[which][many]) / wide[which][many]
            value[many] = _either(stray[:, None], more, tuple(one[many] for one in scales))[:, 0]
        return np.asarray(value >= miss[which] / 2)

    return keeps


def sure_ends(seen: Seen, laws: ThreeLaws, centre: float, miss: Floats) -> tuple[Floats, Floats]:
    """The same, proved for independent people with any values inside the clamp: docs/proofs/statistics.md.

    A part of what may be missed goes to the number of people, a part to the largest second moment that the noisy
    squares do not reject, the rest to the two tails. The sum's own tail is bounded by Bentkus' inequality for terms
    of bounded height and variance, and added up with the noise.
    """
    for_count = 0.04 * miss if laws[2] is not None else 0.0 * miss
    for_squares = 0.16 * miss
    for_tail = (miss - for_count - for_squares) / 2
    h = seen.half
    most = seen.people.copy()
    if laws[2] is not None:
        most = np.maximum(most + _reach(laws[2], for_count), 1.0)
    ones = np.ones(len(most))

    def square_kept(s: Floats, which: Integers) -> Truths:
        s = np.clip(s, 1e-6 * h * h, h * h * (1 - 1e-9))
        off = (s - centre) * seen.people[which] - (seen.squares[which] - centre * seen.people[which])
        noise = _Noise.of(laws[1], laws[2], np.abs(s - centre))
        return _beyond(off, most[which], s, s * (h * h - s), noise, convex=True) >= for_squares[which]

    start = np.clip(seen.squares / seen.people, 1e-6 * h * h, h * h)
    second = outermost(square_kept, start, ones * h * h)
    found = np.empty((2, len(most)))
    for side, sign in enumerate((1.0, -1.0)):
        sums = sign * seen.sums

        def kept(m: Floats, which: Integers, sums: Floats = sums) -> Truths:
            m = np.clip(m, -h * (1 - 1e-9), h * (1 - 1e-9))
            variance = np.clip(second[which] - m * m, 1e-9 * h * h, (h - m) * (h + m))
            noise = _Noise.of(laws[0], laws[2], np.abs(m))
            off = m * seen.people[which] - sums[which]
            return _beyond(off, most[which], m + h, variance, noise, convex=False) >= for_tail[which]

        found[side] = sign * outermost(kept, np.clip(sums / seen.people, -h, h), ones * h)
    return found[1], found[0]


@dataclass(frozen=True, eq=False)
class _Noise:
    """What is at least as large, in distribution, as Z₁ + f·Z₂: normal and Laplace parts, and grains to lower by.

    A discrete Laplace or Gaussian number is, in distribution, at most its continuous twin of the same scale and one
    grain more.
    """

    normal: Floats
    scales: tuple[Floats, ...]
    grains: Floats

    @classmethod
    def of(cls, first: Law, second: Law | None, factor: Floats) -> _Noise:
        normal, scales, grains = np.zeros(len(factor)), [], np.ones(len(factor))
        for law, times in ((first, np.ones(len(factor))), (second, factor)):
            if law is None:
                continue
            if isinstance(law, DiscreteLaplace):
                scales.append(float(law.scale) * times)
            else:
                normal = normal + float(law.variance) * times**2
        return cls(np.sqrt(normal), tuple(scales), grains + (factor if second is not None else 0.0))


def _beyond(off: Floats, n: Floats, top: Floats, variance: Floats, noise: _Noise, *, convex: bool) -> Floats:
    """A bound of P(sum of n terms + noise ≥ off): terms of mean 0, at most `top`, of at most that variance."""
    found = np.empty(len(off))
    for at in _portions(np.arange(len(off)), np.full(len(off), 4.0 * _LEVELS)):
        places, bounds = _levels(n[at], top[at], variance[at], convex)
        fall = bounds[:, :-1] - bounds[:, 1:]
        stray = (off[at] - noise.grains[at])[:, None] - places[:, 1:]
        above = _either(stray, noise.normal[at], tuple(one[at] for one in noise.scales))
        found[at] = (fall * above).sum(axis=1) + bounds[:, -1]
    return found


def _levels(n: Floats, top: Floats, variance: Floats, convex: bool) -> tuple[Floats, Floats]:
    """Places u and falling bounds g with P(sum ≥ u) ≤ g for each cell; the first place is 0, its bound 1.

    The worst sum is n times a number that is `top` with probability p = v/(top² + v) and -v/top otherwise. With
    Eᵢ = E(worst - s)₊ⁱ: P(sum ≥ s + E₂/E₁) ≤ E₁²/E₂ (Bentkus); where the worst number is the widest of all, also
    P(sum ≥ s + E₁/P(worst > s)) ≤ P(worst > s), by the convex order. Hoeffding's bound holds always.
    """
    n = np.ceil(n)
    p = np.clip(variance / (top * top + variance), 1e-12, 1 - 1e-12)
    step = top + variance / top
    far = np.minimum(np.sqrt(48 * n * variance) + 24 * top, n * top * (1 - 1e-9))  # Bernstein: e^-24 beyond
    places = far[:, None] * (np.linspace(0, 1, _LEVELS) ** 1.5)[None]
    share = np.clip(p[:, None] + places / (n * step)[:, None], 1e-300, 1 - 1e-12)
    q = p[:, None]
    apart = share * np.log(share / q) + (1 - share) * np.log((1 - share) / (1 - q))
    bounds = np.exp(-n[:, None] * np.maximum(apart, 0.0))
    deviation = np.sqrt(n * p * (1 - p))
    few = np.flatnonzero(deviation < _FEW)
    if len(few):
        _tighten(bounds, places, few, n[few], p[few], step[few], convex)
    bounds[:, 0] = 1.0
    return places, np.minimum.accumulate(np.minimum(bounds, 1.0), axis=1)


def _tighten(
    bounds: Floats, places: Floats, few: Integers, n: Floats, p: Floats, step: Floats, convex: bool
) -> None:
    """Lower the bounds of cells whose worst case can be summed up exactly."""
    mean, deviation = n * p, np.sqrt(n * p * (1 - p))
    first = np.maximum(np.floor(mean - 3 * deviation - 2), 0.0)
    wide = int(np.ceil(float((13 * deviation + 45).max())))
    at = np.arange(wide, dtype=np.float64)[None]
    mass = _binomial(n, p, first[:, None] + at)
    after = [np.cumsum(part[:, ::-1], axis=1)[:, ::-1] for part in (mass, mass * at, mass * at**2)]
    one = np.maximum(after[1] - at * after[0], 0.0)  # E(Y - s)₊ and its square, s at each place of the window
    two = np.maximum(after[2] - 2 * at * after[1] + at**2 * after[0], 0.0)
    fine = one > 1e-13
    if convex:
        above = np.concatenate([after[0][:, 1:], np.zeros((len(n), 1))], axis=1)
        fine &= above > 1e-13
        where, bound = at + one / np.where(fine, above, 1.0), above
    else:
        where, bound = at + two / np.where(fine, one, 1.0), one**2 / np.where(fine, two, 1.0)
    where = (where + first[:, None] - mean[:, None]) * step[:, None]
    fine &= where > 0
    for cell, row in enumerate(few):
        known, value = where[cell][fine[cell]], bound[cell][fine[cell]]
        order = np.argsort(known)
        known, value = known[order], np.minimum.accumulate(value[order])
        # The bound at u is that of the largest known place not beyond it.
        held = np.searchsorted(known, places[row], side="right") - 1
        bounds[row] = np.minimum(
            bounds[row], np.where(held >= 0, value[np.maximum(held, 0)] if len(value) else 1, 1)
        )


def _reach(law: Law, miss: Floats) -> Floats:
    """Grains that a noise exceeds at most so often, on one side."""
    if isinstance(law, DiscreteLaplace):
        return np.asarray(np.ceil(float(law.scale) * np.log(1 / (2 * miss))) + 1)
    return np.asarray(np.ceil(math.sqrt(law.variance) * ndtri(1 - miss)) + 1)


def _binomial(n: Floats, p: Floats, k: Floats) -> Floats:
    """Probabilities of k among n, a row a cell."""
    p = np.clip(p, 1e-300, 1 - 1e-15)[:, None]
    n = n[:, None]
    k = np.broadcast_to(k, (len(n), k.shape[-1]))
    held = np.minimum(k, n)
    log = gammaln(n + 1) - gammaln(held + 1) - gammaln(n - held + 1) + held * np.log(p) + (n - held) * np.log1p(-p)
    return np.where(k <= n, np.exp(log), 0.0)


def _either(stray: Floats, deviation: Floats, scales: tuple[Floats, ...]) -> Floats:
    """P(normal + Laplace numbers > stray), of any sign, a row a cell."""
    shape = stray.shape
    wide = tuple(np.broadcast_to(one[:, None], shape) for one in scales)
    beyond = tail(np.abs(stray), np.broadcast_to(deviation[:, None], shape), wide)
    return np.asarray(np.where(stray >= 0, beyond, 1 - beyond))


def _near(seen: Seen) -> Floats:
    held = seen.half * (1 - 1e-9)
    return np.clip(seen.sums / seen.people, -held, held)


def _farthest(keeps: Keeps, seen: Seen) -> Floats:
    return outermost(keeps, _near(seen), np.full(len(seen.people), seen.half))


def outermost(keeps: Keeps, inner: Floats, outer: Floats) -> Floats:
    """The outermost place that is kept, going from `outer` inwards; at least `inner`. Rounded outwards.

    Places are tried from the outside first, so that what is kept need not be an interval.
    """
    every = np.arange(len(inner))
    out, far, left = inner.copy(), outer.copy(), every
    for look in range(_LOOKS):  # denser towards the inner end, where most of them end
        place = inner[left] + (outer[left] - inner[left]) * ((_LOOKS - look) / _LOOKS) ** 2
        kept = keeps(place, left)
        out[left[kept]] = place[kept]
        left = left[~kept]
        far[left] = place[~kept]
        if not len(left):
            break
    open_ = np.flatnonzero(out < outer)
    low, high = out[open_], far[open_]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        kept = keeps(middle, open_)
        low, high = np.where(kept, middle, low), np.where(kept, high, middle)
    out[open_] = high
    return out


def _portions(which: Integers, width: Floats) -> list[Integers]:
    """Cells in groups of like width, so that no group needs more room than there is."""
    if not len(which):
        return []
    order = which[np.argsort(width[which], kind="stable")]
    found, start = [], 0
    while start < len(order):
        end = start + 1
        while end < len(order) and (end + 1 - start) * (width[order[end]] + 1) <= _ROOM:
            end += max(1, min(len(order) - end, int(_ROOM // (width[order[end]] + 1)) - (end - start)) // 2)
        found.append(order[start:end])
        start = end
    return found
