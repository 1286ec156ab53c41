"""How far a normal sampling error and one or two Laplace noises stray together."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from epsilog.accounting.special import log_ndtr, ndtr, ndtri
from epsilog.core.law import DiscreteLaplace, Law
from epsilog.core.number import Number, exact
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import (
    Estimates,
    Floats,
    Integers,
    Truths,
    finite_numbers,
    known_law,
    sure,
    whole_numbers,
)
from epsilog.postprocess.infer.exact import bracket

_APART = 1e-4  # two equal scales are told apart by this much, which moves no eighth digit


def half_width(deviation: Floats, scales: tuple[Floats, ...], confidence: float) -> Floats:
    """The distance that N(0, deviation²) + Laplace(scale₁) + Laplace(scale₂) stays within so often.

    >>> one = np.array([1.0])
    >>> half_width(one, (one,), 0.95).round(6), half_width(one, (one / 2,), 0.99).round(6)
    (array([3.495132]), array([3.285878]))

    The tail of normal + Laplace is closed. With two scales the density of the Laplace sum is
    (b₁²f₁ - b₂²f₂)/(b₁² - b₂²), so the tail is the same combination.
    """
    shape = deviation.shape
    variance = deviation**2 + sum((2 * scale**2 for scale in scales), np.zeros(shape))
    miss = (1 - confidence) / 2
    # Chebyshev's bound on each tail: the root is never further.
    far = np.sqrt(variance / (2 * miss)) + 1e-300

    def rising(x: Floats, which: Integers) -> Floats:
        return miss - tail(x, deviation[which], tuple(scale[which] for scale in scales))

    _, high = bracket(rising, np.zeros(shape), far, 1e-10 * far)
    return np.where(variance > 0, high, 0.0)


def invert_test(
    at: Callable[[Floats, Integers], tuple[Floats, Floats, tuple[Floats, ...]]],
    ends: tuple[Floats, Floats],
    confidence: float,
) -> tuple[Floats, Floats, Truths]:
    """The parameters between two ends that a test does not reject, and whether it rejects them all.

    `at` gives, for parameters of some cells, how far the statistic is from what it would be without any error
    (falling as the parameter grows), and the spread it then has. A parameter is kept if neither tail beyond that
    distance is below half of what may be missed.
    """
    half = (1 - confidence) / 2
    left, right = ends
    every, fine = np.arange(len(left)), 1e-8 * (right - left)

    def lower(m: Floats, which: Integers) -> Floats:
        off, deviation, scales = at(m, which)
        return _either(off, deviation, scales) - half

    def upper(m: Floats, which: Integers) -> Floats:
        off, deviation, scales = at(m, which)
        return half - _either(-off, deviation, scales)

    low_open, high_open = lower(left, every) >= 0, upper(right, every) <= 0
    all_, none = lower(right, every) < 0, upper(left, every) > 0
    low = np.where(low_open, left, np.where(all_, right, bracket(lower, left, right, fine)[0]))
    high = np.where(high_open, right, np.where(none, left, bracket(upper, left, right, fine)[1]))
    return low, high, none | all_


def _either(x: Floats, deviation: Floats, scales: tuple[Floats, ...]) -> Floats:
    """The tail for any x."""
    beyond = tail(np.abs(x), deviation, scales)
    return np.where(x >= 0, beyond, 1 - beyond)


def tail(x: Floats, deviation: Floats, scales: tuple[Floats, ...]) -> Floats:
    """P(N(0, deviation²) + ΣLaplace(scales) > x) for x >= 0."""
    if not scales:
        return _normal(x, deviation)
    if len(scales) == 1:
        return one_tail(x, deviation, scales[0])
    wide, thin = np.maximum(*scales), np.minimum(*scales)
    middle, close = (wide + thin) / 2, thin > wide * (1 - _APART)
    wide = np.where(close, middle * (1 + _APART / 2), wide)
    thin = np.where(close, middle * (1 - _APART / 2), thin)
    gap = np.where(wide > 0, wide**2 - thin**2, 1.0)
    both = (wide**2 * one_tail(x, deviation, wide) - thin**2 * one_tail(x, deviation, thin)) / gap
    return np.where(wide > 0, both, _normal(x, deviation))


def _normal(x: Floats, deviation: Floats) -> Floats:
    safe = np.where(deviation > 0, deviation, 1.0)
    return np.where(deviation > 0, ndtr(-x / safe), np.where(x > 0, 0.0, 0.5))


def one_tail(x: Floats, deviation: Floats, scale: Floats) -> Floats:
    """P(N(0, deviation²) + Laplace(scale) > x) for x >= 0."""
    s = np.maximum(deviation, 1e-9 * scale)  # a grain of normal noise keeps one formula for all
    flat = scale <= 1e-6 * s
    b = np.where(flat, s, scale)
    s = np.where(s > 0, s, 1.0)
    b = np.where(b > 0, b, 1.0)
    half = s**2 / (2 * b**2)
    rising = np.exp(np.minimum(half + x / b + log_ndtr(-x / s - s / b), 0.0))
    falling = np.exp(np.minimum(half - x / b + log_ndtr(x / s - s / b), 0.0))
    return np.where(flat, _normal(x, deviation), ndtr(-x / s) + (falling - rising) / 2)


def parts(law: Law) -> tuple[float, float]:
    """The normal variance and the Laplace scale that stand for a law: one of them is 0.

    A discrete law on a fine grid is its continuous twin of the same variance.
    """
    if isinstance(law, DiscreteLaplace):
        return 0.0, math.sqrt(law.variance / 2)
    return law.variance, 0.0


def normal_quantile(confidence: Fraction | float) -> float:
    """How many deviations a normal number stays within so often."""
    return float(ndtri((1 + float(confidence)) / 2))


# Quantiles of a population from one noisy histogram on a public grid.


def quantile(edges: ArrayLike, noisy: ArrayLike, share: Number, law: Law, confidence: Number = "0.95") -> Estimates:
    """Where the population's quantile lies, from the noisy number of people in each bin between the edges.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> edges, cells = range(80, 221, 20), [10, 60, 130, 120, 80, 40, 15]
    >>> found = quantile(edges, cells, "0.5", DiscreteLaplace(1))
    >>> float(found.value[0].round(1)), float(found.low[0]), float(found.high[0])
    (144.6, 140.0, 160.0)

    With q the share and B of N people below an edge, B - qN has mean 0 at the quantile, and variance Nq(1 - q) +
    v(k(1 - q)² + (m - k)q²) with k of the m bins below it. The interval begins at the edge before the first
    one that a normal test does not reject as too low, and ends at the edge after the last one not rejected as too
    high.

    Proof: let the quantile lie between edges k and k + 1. It is missed from below only if edge k + 1, which is not
    too low, is rejected as such, and from above only if edge k is rejected as too high: half of what may be missed
    each, however the noise moves all other edges. That is conservative by up to a bin on each side; a finer grid is
    the cure. Values beyond the grid belong to the outer bins. Where the noise leaves no people, the whole grid.
    """
    grid, cells = finite_numbers(edges, "edges"), whole_numbers(noisy, "noisy")
    if len(grid) != len(cells) + 1 or len(cells) < 2 or (np.diff(grid) <= 0).any():
        raise SpecError("ascending edges, one more than there are bins, and two bins or more", where="edges")
    q, confident = float(exact(share, "share", above=0, below=1)), sure(confidence)
    noise, bins = known_law(law).variance, len(cells)
    below = np.concatenate([[0], np.cumsum(cells)]).astype(np.float64)
    people = below[-1]
    flat = np.zeros(1, dtype=np.bool_)
    if people < 1:
        return Estimates(np.array([np.nan]), grid[:1], grid[-1:], flat, confident)
    places = np.arange(bins + 1)
    variance = people * q * (1 - q) + noise * (places * (1 - q) ** 2 + (bins - places) * q**2)
    off = below - q * people
    reach = normal_quantile(confident) * np.sqrt(variance)
    # Noise makes running totals rise and fall, so that edges far beyond the quantile may be rejected as too low by
    # chance, one after the other. Only those before the first that is not are out; and the same from above.
    low = max(0, int(np.flatnonzero(off >= -reach)[0]) - 1)
    high = min(bins, int(np.flatnonzero(off <= reach)[-1]) + 1)
    rising = np.maximum.accumulate(below)
    near = float(np.interp(q * people, rising, grid)) if rising[-1] > 0 else float(grid[0])
    value = float(np.clip(near, grid[low], grid[high]))
    return Estimates(np.array([value]), grid[low : low + 1], grid[high : high + 1], flat, confident)
