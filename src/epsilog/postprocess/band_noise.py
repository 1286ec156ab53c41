"""What is known of the noise in a tick, and what a residual therefore says about the error of a prediction.

A residual is the error of a prediction plus independent noise of a known law. Everything here takes that law as
continuous, which is close from a scale of one grain on.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.special import log_ndtr, ndtri

Reals = NDArray[np.float64]
Shape = Literal["laplace", "gaussian"]
LEAST_CUT: Final = 1.5  # where errors begin to count less, in deviations of the noise at the least


def bounded_risk(residual: Reals, variance: Reals, cut: Reals, shape: Shape) -> Reals:
    """A number whose mean, over the noise, is 2c²(1 - exp(-e²/2c²)) for a prediction that is off by e: about e² up
    to c.

    Unbiased, and bounded, so that a few spikes do not rule a mean of many. Laplace noise of variance R is undone by
    g - (R/2)·g″; Gaussian noise because a Gaussian bump stays one.

    >>> rng = np.random.default_rng(1)
    >>> seen = 2.0 + rng.normal(0, 1, 200_000)
    >>> found = bounded_risk(seen, np.ones(1), np.full(1, 3.0), "gaussian").mean()
    >>> round(float(found), 1), round(18 * (1 - math.exp(-4 / 18)), 1)
    (3.6, 3.6)
    """
    square = cut * cut
    if shape == "gaussian":
        narrow = square - variance
        return np.asarray(2 * square * (1 - np.sqrt(square / narrow) * np.exp(-(residual**2) / (2 * narrow))))
    far = residual * residual / square
    return np.asarray(2 * square - np.exp(-far / 2) * (2 * square + variance * (1 - far)))


def deviation_without_error(variance: Reals, cut: Reals, shape: Shape) -> Reals:
    """The deviation of `bounded_risk` where the prediction is exact: what noise alone does to it."""
    cuts, found = _deviations(shape)
    return np.asarray(variance * np.interp(np.log(cut / np.sqrt(variance)), cuts, found))


@lru_cache
def _deviations(shape: Shape) -> tuple[Reals, Reals]:
    chance = (np.arange(2000) + 0.5) / 2000
    noise = ndtri(chance) if shape == "gaussian" else math.sqrt(0.5) * np.log1p(-chance)
    cuts = np.geomspace(LEAST_CUT, 200, 60)
    one = np.ones(1)
    return np.log(cuts), np.array([bounded_risk(noise, one, np.full(1, cut), shape).std() for cut in cuts])


def log_density(residual: Reals, deviation: Reals, variance: Reals, shape: Shape) -> Reals:
    """The log density of a normal error of that deviation plus noise of that variance.

    >>> there = np.linspace(-60, 60, 24_001)
    >>> many = np.exp(log_density(there, np.full(1, 2.0), np.full(1, 9.0), "laplace"))
    >>> round(float(many.sum() * 0.005), 4), round(float((there**2 * many).sum() * 0.005), 2)
    (1.0, 13.0)
    """
    if shape == "gaussian":
        total = deviation**2 + variance
        return np.asarray(-0.5 * (np.log(2 * math.pi * total) + residual**2 / total))
    scale = np.sqrt(variance / 2)
    ratio, far = deviation / scale, np.abs(residual)
    right = -far / scale + log_ndtr(far / deviation - ratio)
    left = far / scale + log_ndtr(-far / deviation - ratio)
    return np.asarray(-np.log(2 * scale) + ratio * ratio / 2 + np.logaddexp(right, left))


def raw_margin(variance: Reals, confidence: float, shape: Shape) -> Reals:
    """How far the noise alone goes, as often as the confidence says."""
    times = math.log(1 / (1 - confidence)) / math.sqrt(2) if shape == "laplace" else ndtri((1 + confidence) / 2)
    return np.asarray(times * np.sqrt(variance))


def log_noise(distance: Reals, shape: Shape) -> Reals:
    """The log density of noise so many deviations away, but for a constant."""
    return np.asarray(-math.sqrt(2) * np.abs(distance) if shape == "laplace" else -distance * distance / 2)
