"""How far a normal sampling error and one or two Laplace noises stray together."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from epsilog.core.law import DiscreteLaplace, Law
from epsilog.core.special import log_ndtr, ndtr, ndtri
from epsilog.postprocess.infer.estimate import Floats, Integers, Truths
from epsilog.postprocess.infer.root import bracket

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


def inverted(
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
