"""A noisy series smoothed, with a band that holds on average over its ticks. Costs nothing: noisy numbers in, no
others.

`smooth` and `smooth_grid` believe a model and take its own deviation for a band; where the model learns a pace near
0 under heavy noise, that band is far too narrow. Here nothing is believed of the series. Many predictions of a tick
from the *other* ticks are mixed; what is left of a tick beside its prediction is the prediction's error plus noise
of a known law, so the size of these errors can be measured, over all ticks, without bias. The band is where the
truth then lies: as errors grow beside the noise it becomes the raw range, as they vanish it closes on the
prediction.

What the band promises is a *measured* coverage, on average over the ticks of one series: about as many ticks as
stated lie in it, but those where the series does what it never did elsewhere are held less often.
docs/benchmarks/smooth.md has the figures. `docs/proofs/smooth.md` says what is proved and what is not.

Least squares under signs, for many tables at once: a fixed number of rounds of plain arithmetic, then rounded.

A table is rendered again whenever somebody verifies it. A solver whose last digits depend on the machine is made
harmless by a ridge (no direction is undecided) and by rounding what it found to a step far above those digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import SpecError
from epsilog.postprocess.band_noise import LEAST_CUT, Shape, bounded_risk, deviation_without_error, raw_margin
from epsilog.postprocess.band_posterior import ABOVE, BATCH, Posterior, learned_shares, point, raise_upper_end
from epsilog.postprocess.band_predictors import LEVELS, Calendar, means_of_others, phase_means, predictions

Reals = NDArray[np.float64]
_ROUNDS: Final = 100
_RIDGE: Final = 1e-4
_PARTS: Final = 1024.0


def nonnegative(products: Reals, aims: Reals, rounds: int = _ROUNDS) -> Reals:
    """The w ≥ 0 with the least w'Gw - 2b'w, for each row: one coordinate after the other, so many rounds.

    >>> nonnegative(np.array([[[2.0, 0.0], [0.0, 1.0]]]), np.array([[4.0, -1.0]])).tolist()
    [[2.0, 0.0]]
    """
    own = np.maximum(np.diagonal(products, axis1=1, axis2=2), 1e-300)
    found, slope = np.zeros_like(aims), aims.copy()
    for _ in range(rounds):
        for at in range(aims.shape[1]):
            step = np.maximum(found[:, at] + slope[:, at] / own[:, at], 0.0) - found[:, at]
            found[:, at] += step
            slope -= step[:, None] * products[:, at]
    return found


def convex_weights(residuals: Reals, weights: Reals) -> Reals:
    """Weights from 0 that add up to 1 whose mixture of residuals has the least weighted square, for each row.

    residuals    one table for each prediction
    Up to a factor it is the least w'Gw - 2·1'w over w ≥ 0, G the products of the residuals.

    >>> alone = np.array([[[1.0, -1.0, 1.0, -1.0]], [[3.0, 3.0, -3.0, -3.0]]])
    >>> convex_weights(alone, np.ones((1, 4))).round(2).tolist()
    [[0.9, 0.1]]
    """
    count = len(residuals)
    products = np.einsum("krt,lrt->rkl", residuals * weights, residuals, optimize=True)
    size = np.maximum(np.trace(products, axis1=1, axis2=2), 1e-300) / count
    products = products / size[:, None, None] + _RIDGE * np.eye(count)
    found = nonnegative(products, np.ones((len(products), count)))
    shares = np.round(found / found.sum(axis=1, keepdims=True) * _PARTS)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


Flags = NDArray[np.bool_]
_CUT: Final = 3 * 1.4826  # of the median absolute residual: where errors begin to count less
RAISED: Final = 1.5  # standard errors added to the measured mean of squared errors
WIDER: Final = 1.2  # the band's scale beside the learned one: chosen so that the busiest tenth is held as well
TIED: Final = 2.0  # standard errors within which two predictions cannot be told apart
PLAIN: Final = 0.4  # the least share of the shape that is not learned
_LOCAL: Final = (0.9, 0.98)
FEW: Final = 4.0  # ticks' worth of doubt about the mean of squared errors
_POSTERIOR: Final = Posterior(BATCH, 80)


@dataclass(frozen=True, eq=False)
class Band:
    """Smoothed values and their band: one row for each series."""

    values: Reals
    low: Reals
    high: Reals


def smooth_bands(
    noisy: Reals,
    variance: Reals | float,
    shape: Shape,
    confidence: float,
    seasons: Sequence[int] = (),
    calendar: Calendar | None = None,
    seen: Flags | None = None,
    unsure: float = 0.0,
) -> Band:
    """Each row smoothed, with a band that holds its truths as often as `confidence` says, on average over the row.

    noisy       one row for each series, at least five ticks; what is there where a tick is missing does not matter
    variance    of the noise in each number, which may differ
    seasons     public: after how many ticks things may come back
    seen        where there is a tick; everywhere if None
    unsure      the relative standard error of `variance`, where it is off by the same factor in all ticks

    >>> rng = np.random.default_rng(2)
    >>> truth = 400 + 200 * np.sin(2 * np.pi * np.arange(280) / 7) + np.cumsum(rng.normal(0, 2, 280))
    >>> found = smooth_bands((truth + rng.laplace(0, 50, 280))[None, :], 5000.0, "laplace", 0.95, (7,))
    >>> held = (found.low[0] <= truth) & (truth <= found.high[0])
    >>> bool(held.mean() > 0.9 and np.abs(found.values[0] - truth).mean() < 20)
    True
    """
    values, noise, known = _read(noisy, variance, seen)
    weights = np.where(known, 1 / noise, 0.0)
    weights = weights / weights.max(axis=1, keepdims=True)
    tried = predictions(values, weights, seasons, calendar)
    mixed = convex_weights(np.where(known, values - tried, 0.0), weights)
    used = (mixed > 0.01).sum(axis=1, keepdims=True)
    middle = _drawn_in(np.einsum("rk,krt->rt", mixed, tried), tried[len(LEVELS) - 1], values, noise, known, used)
    rest = np.where(known, values - middle, 0.0)
    wide, likely = _scales(rest, middle, tried, noise, known, seasons, shape, used, unsure)
    shares = learned_shares(rest, np.sqrt(wide), noise, known, shape)
    wide = wide * WIDER**2
    mean, low, high = _POSTERIOR(rest, np.sqrt(wide), noise, known, shape, shares, confidence)
    high = np.where(known, raise_upper_end(high, rest, raw_margin(noise, confidence, shape)), ABOVE * high)
    off = np.clip(point(mean, rest, wide, likely), low, high)
    return Band(middle + off, middle + low, middle + high)


def _drawn_in(
    mixture: Reals, flat: Reals, values: Reals, noise: Reals, known: Flags, used: NDArray[np.int64]
) -> Reals:
    """The mixture, drawn towards the mean of all other ticks as far as the noise may have made it seem better.

    What it gains in squared residuals is counted less two noise variances for every prediction in it, and less one
    standard error; of that and of the whole gain the share is kept.
    """
    count, mean_of = known.sum(axis=1, keepdims=True), partial(_mean, known=known)
    apart = mixture - flat
    gain = mean_of((values - flat) ** 2 - (values - mixture) ** 2)
    chance = 2 * mean_of(noise) * used / count + 2 * np.sqrt(mean_of(noise * apart**2) / count)
    kept = np.round(np.clip(gain - chance, 0.0, None) / np.maximum(gain, 1e-300) * 1024) / 1024
    return np.asarray(flat + np.where(gain > 0, kept, 0.0) * apart)


def _scales(
    rest: Reals,
    middle: Reals,
    tried: Reals,
    noise: Reals,
    known: Flags,
    seasons: Sequence[int],
    shape: Shape,
    used: NDArray[np.int64],
    unsure: float,
) -> tuple[Reals, Reals]:
    """The squared local scale of the prediction's error: raised by what is doubtful, and as it is likely."""
    count, mean_of = known.sum(axis=1, keepdims=True), partial(_mean, known=known)
    median = np.array([np.median(np.abs(row[there])) for row, there in zip(rest, known, strict=True)])[:, None]
    cut = np.maximum(_CUT * median, LEAST_CUT * np.sqrt(noise))
    squares = np.where(known, bounded_risk(rest, noise, cut, shape), 0.0)
    # The weights were chosen to make residuals small: each that is used takes about two noise variances away.
    mean = mean_of(squares) + 2 * mean_of(noise) * used / count
    seen_spread = mean_of((squares - mean_of(squares)) ** 2)
    least_spread = mean_of(deviation_without_error(noise, cut, shape) ** 2)
    error = np.sqrt(np.maximum(seen_spread, least_spread) / count + (unsure * mean_of(noise)) ** 2)
    likely = np.maximum(mean, 0.0)
    goal = likely + RAISED * error
    doubt = _disagreement(rest, middle, tried, known, count)
    above = np.maximum(middle, 0.0)
    ratio = above / np.maximum(mean_of(above), 1e-12)
    learned = _shape(squares, ratio, middle, tried, noise, known, seasons, goal, doubt)
    believed = likely / (likely + error) * (1 - PLAIN)
    form = believed * learned / mean_of(learned) + (1 - believed) * (1 + ratio) / 2
    wide = np.maximum(goal * form + doubt, 1e-4 * noise)
    return wide, np.maximum(mean - error, 0.0) * form + error * FEW / count


def _mean(numbers: Reals, known: Flags) -> Reals:
    """Over the ticks there are, for each row."""
    return np.asarray(np.where(known, numbers, 0.0).sum(axis=-1, keepdims=True) / known.sum(axis=1, keepdims=True))


def _disagreement(rest: Reals, middle: Reals, tried: Reals, known: Flags, count: NDArray[np.int64]) -> Reals:
    """The largest squared distance to a prediction that the residuals cannot tell from the mixture: it may be
    right."""
    apart = tried - middle
    gap = np.where(known, apart**2 - 2 * rest * apart, 0.0)
    mean = gap.sum(axis=-1, keepdims=True) / count
    spread = np.sqrt(np.maximum((gap**2).sum(axis=-1, keepdims=True) / count - mean**2, 0.0))
    return np.asarray(np.where(mean < TIED * spread / np.sqrt(count), apart**2, 0.0).max(axis=0))


def _shape(
    squares: Reals,
    ratio: Reals,
    middle: Reals,
    tried: Reals,
    noise: Reals,
    known: Flags,
    seasons: Sequence[int],
    goal: Reals,
    doubt: Reals,
) -> Reals:
    """Where errors are large: squared errors on a few features, weights from 0, each tick counting by its
    precision."""
    there = known.astype(np.float64)
    features = [np.ones_like(ratio), ratio, ratio**2, doubt, (tried[4] - middle) ** 2, (tried[1] - middle) ** 2]
    features += [np.maximum(one, 0.0) for one in means_of_others(squares, _LOCAL, there)]
    features += [
        np.maximum(phase_means(squares, season, there), 0.0) for season in seasons if squares.shape[1] >= 6 * season
    ]
    count = there.sum(axis=1, keepdims=True)
    table = np.array(features)
    least = 1e-12 * (noise * there).sum(axis=1, keepdims=True) / count
    table = table / np.maximum((table * there).sum(axis=-1, keepdims=True) / count, least)
    found = np.broadcast_to(goal, squares.shape)
    for _ in range(4):
        precise = (there / (noise + found)) ** 2
        products = np.einsum("frt,grt->rfg", table * precise, table, optimize=True)
        aims = np.einsum("frt,rt->rf", table * precise, squares)
        size = np.trace(products, axis1=1, axis2=2) / len(table)
        products = products / size[:, None, None] + 1e-6 * np.eye(len(table))
        parts = nonnegative(products, aims / size[:, None], 30)
        whole = parts.sum(axis=1, keepdims=True)
        parts = np.round(parts / np.maximum(whole, 1e-300) * 2.0**20) / 2.0**20 * whole
        found = np.einsum("rf,frt->rt", parts, table)
        found = np.where(found.sum(axis=1, keepdims=True) > 0, found, goal)
    return found


def _read(noisy: Reals, variance: Reals | float, seen: Flags | None) -> tuple[Reals, Reals, Flags]:
    values = np.asarray(noisy, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] < 5 or not len(values):
        raise SpecError("a table of noisy series has rows of at least five ticks", where="noisy")
    known = np.ones(values.shape, dtype=bool) if seen is None else np.broadcast_to(seen, values.shape)
    if known.sum(axis=1).min() < 5 or not np.isfinite(values[known]).all():
        raise SpecError("a noisy series has five or more finite numbers", where="noisy")
    noise = np.broadcast_to(np.asarray(variance, dtype=np.float64), values.shape)
    if not (np.isfinite(noise).all() and (noise > 0).all()):
        raise SpecError("the noise's variance is known and above 0", where="variance")
    return np.where(known, values, 0.0), noise, known
