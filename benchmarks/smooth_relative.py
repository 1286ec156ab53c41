"""A noisy series smoothed whose level wanders in proportion to itself: epidemics, sales, traffic.

A local level whose shock at step t has the variance fixed + (share · level)². The level in that formula is a first
smoothed series, and everything is learned from noisy numbers: it costs nothing. The band is model-based, as in
`smooth`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.special import minimize
from epsilog.postprocess.smooth import Structure, smooth

Reals = NDArray[np.float64]
_FIXED: Final = (-8.0, -6.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0)  # log10 of the shock over the noise's variance
_SHARES: Final = (-4.0, -3.0, -2.0, -1.5, -1.0, -0.5, 0.0)  # log10 of the share
_ROUNDS: Final = 2


@dataclass(frozen=True, eq=False)
class RelativelySmoothed:
    """The smoothed series, its model-based standard deviation, and what was learned."""

    values: Reals
    deviation: Reals
    fixed: float
    share: float
    log_likelihood: float


def smooth_relative(noisy: Reals, variance: float) -> RelativelySmoothed:
    """Smoothed to and fro; both parts of the shock by maximum likelihood on the noisy values.

    >>> rng = np.random.default_rng(1)
    >>> truth = 200 + 8000 * np.exp(-((np.arange(200) - 120) ** 2) / 300)         # an epidemic
    >>> noisy = truth + rng.normal(0, 400, 200)
    >>> found = smooth_relative(noisy, 400.0**2)
    >>> plain = smooth(noisy, 400.0**2, Structure()).values
    >>> ours, theirs, raw = (np.abs(one - truth).mean() for one in (found.values, plain, noisy))
    >>> bool(ours < 0.8 * theirs < 0.8 * raw)
    True
    """
    first = smooth(noisy, variance, Structure())
    values = np.asarray(noisy, dtype=np.float64)
    level = np.maximum(first.values, 0.0)
    for _ in range(_ROUNDS):
        fixed, share, fit = _learn(values, variance, level)
        out, deviation = _there_and_back(values, variance, fixed + (share * level) ** 2)
        level = np.maximum(out, 0.0)
    return RelativelySmoothed(out, deviation, fixed, share, fit)


def _learn(values: Reals, variance: float, level: Reals) -> tuple[float, float, float]:
    """The fixed shock and the share that make the noisy values most likely: a grid first, then downhill."""

    def loss(logs: tuple[float, float]) -> float:
        if not (-10 <= logs[0] <= 6 and -6 <= logs[1] <= 1):
            return math.inf
        shocks = variance * 10.0 ** logs[0] + (10.0 ** logs[1] * level) ** 2
        return -_likelihood(values.tolist(), variance, shocks.tolist())

    start = min(((f, s) for f in _FIXED for s in _SHARES), key=loss)
    best = minimize(loss, start, method="Nelder-Mead", options={"xatol": 0.02, "fatol": 0.01, "maxiter": 60})
    logs = best.x if best.fun <= loss(start) else start
    return variance * 10.0 ** float(logs[0]), 10.0 ** float(logs[1]), -loss((float(logs[0]), float(logs[1])))


def _likelihood(values: list[float], variance: float, shocks: list[float]) -> float:
    mean, spread, fit = values[0], variance, 0.0
    for value, shock in zip(values[1:], shocks[1:], strict=True):
        spread += shock
        total, surprise = spread + variance, value - mean
        fit -= 0.5 * (math.log(2 * math.pi * total) + surprise * surprise / total)
        gain = spread / total
        mean += gain * surprise
        spread *= 1 - gain
    return fit


def _there_and_back(values: Reals, variance: float, shocks: Reals) -> tuple[Reals, Reals]:
    """Kalman filter forwards, Rauch–Tung–Striebel backwards; the shock of a step lies before it."""
    count = len(values)
    before, after, mean = np.empty(count), np.empty(count), np.empty(count)
    mean[0], before[0], after[0] = values[0], variance, variance
    for t in range(1, count):
        before[t] = after[t - 1] + shocks[t]
        gain = before[t] / (before[t] + variance)
        mean[t] = mean[t - 1] + gain * (values[t] - mean[t - 1])
        after[t] = (1 - gain) * before[t]
    out, spread = mean.copy(), after.copy()
    for t in range(count - 2, -1, -1):
        back = after[t] / before[t + 1]
        out[t] = mean[t] + back * (out[t + 1] - mean[t])
        spread[t] = after[t] + back**2 * (spread[t + 1] - before[t + 1])
    return out, np.sqrt(np.maximum(spread, 0.0))
