"""Where the truth of a tick lies, given a prediction from other ticks, its usual error, and the noisy value.

The error of the prediction, in units of its local scale, is a mixture of two normals. Their widths and shares are
not maximised but averaged over a grid, each combination weighed by how likely it makes all residuals of the series.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.postprocess.band_noise import Shape, log_density, log_noise

Reals = NDArray[np.float64]
_BLOCK: Final = 4096
_LEAST: Final = 1e-300
ABOVE: Final = 1.25
_LOGS: Final = np.linspace(np.log(1e-3), np.log(4000.0), 600)  # of errors, in units of the prediction's scale


@dataclass(frozen=True)
class Mixtures:
    """A grid of mixtures: an inner normal, and with a share an outer one so many places wider.

    first, factor, places    the scales: a geometric row
    inner                    how many of them an inner normal may have
    spread                   how far from 1 the inner scale is expected to lie, as a deviation of its logarithm
    """

    first: float
    factor: float
    places: int
    inner: int
    wider: tuple[int, ...]
    shares: tuple[float, ...]
    spread: float

    @cached_property
    def scales(self) -> Reals:
        """The scales."""
        return np.asarray(self.first * self.factor ** np.arange(self.places))

    @cached_property
    def keys(self) -> tuple[tuple[int, int, float], ...]:
        """Inner place, outer place and the outer one's share of every mixture."""
        return tuple(
            key
            for at in range(self.inner)
            for key in (
                (at, at, 0.0),
                *((at, min(at + more, self.places - 1), share) for more in self.wider for share in self.shares),
            )
        )

    @cached_property
    def expected(self) -> Reals:
        """The log weight of every mixture before anything was seen."""
        logs = np.log(self.scales)
        return np.array([-0.5 * (float(logs[at]) / self.spread) ** 2 for at, _, _ in self.keys])

    def shares_of(self, fits: Reals) -> Reals:
        """How much of each scale there is, from the log weights of the mixtures, both with one column for each
        series."""
        weights = np.exp(fits - fits.max(axis=0))
        weights /= weights.sum(axis=0)
        return np.asarray(self._parts @ weights)

    @cached_property
    def _parts(self) -> Reals:
        """The share of every scale in every mixture."""
        out = np.zeros((self.places, len(self.keys)))
        for at, (inner, outer, share) in enumerate(self.keys):
            out[inner, at] += 1 - share
            out[outer, at] += share
        return out


BATCH: Final = Mixtures(0.05, 1.25, 42, 20, (3, 6, 10, 14, 20), (0.02, 0.05, 0.1, 0.2, 0.4), 0.25)
LIVE: Final = Mixtures(0.1, 1.45, 18, 10, (2, 4, 7), (0.03, 0.1, 0.3), 0.3)


def learned_shares(
    residual: Reals,
    scale: Reals,
    variance: Reals,
    seen: NDArray[np.bool_],
    shape: Shape,
    mixtures: Mixtures = BATCH,
) -> Reals:
    """The shares of all scales, one row for each series, averaged over the mixtures."""
    logs = [
        np.where(seen, log_density(residual, scale * one, variance, shape), 0.0) for one in mixtures.scales.tolist()
    ]
    fits = []
    for (inner, outer, share), before in zip(mixtures.keys, mixtures.expected.tolist(), strict=True):
        fit = logs[inner]
        if share:
            fit = fit + np.log1p(share * np.expm1(np.clip(logs[outer] - logs[inner], -700, 700)))
        fits.append(fit.sum(axis=-1) + before)
    return np.asarray(mixtures.shares_of(np.array(fits)).T)


class Posterior:
    """Mean and quantiles of the error of a prediction, given what is left of the noisy value beside it."""

    def __init__(self, mixtures: Mixtures, fine: int) -> None:
        self._scales = mixtures.scales
        wide = np.sinh(np.linspace(-6, 6, 2 * fine + 1))
        self._wide = wide / wide.max() * 60  # in units of the prediction's scale
        near = np.sinh(np.linspace(-4.5, 4.5, fine + 1))
        self._near = near / near.max() * 40  # in deviations of the noise: beyond it nothing is left of any law
        self._bumps = np.exp(-0.5 * (np.exp(_LOGS)[:, None] / self._scales) ** 2) / self._scales

    def __call__(
        self,
        residual: Reals,
        scale: Reals,
        variance: Reals,
        seen: NDArray[np.bool_],
        shape: Shape,
        shares: Reals,
        confidence: float,
    ) -> tuple[Reals, Reals, Reals]:
        """Mean, low and high for each number of a table; `shares` has one row for each of its rows.

        Where nothing was seen it is the prediction's own error.
        """
        logs = np.log(np.maximum(shares @ self._bumps.T, _LEAST))
        rows = np.repeat(np.arange(len(residual)), residual.shape[1])
        rest, unit, noise = (np.ascontiguousarray(one).reshape(-1) for one in (residual, scale, variance))
        known = np.ascontiguousarray(seen).reshape(-1)
        out = np.empty((3, residual.size))
        for first in range(0, residual.size, _BLOCK):
            at = slice(first, first + _BLOCK)
            out[:, at] = self._block(rest[at], unit[at], noise[at], known[at], rows[at], shape, logs, confidence)
        mean, low, high = out.reshape((3, *residual.shape))
        return mean, low, high

    def _block(
        self,
        residual: Reals,
        scale: Reals,
        variance: Reals,
        seen: NDArray[np.bool_],
        rows: NDArray[np.int64],
        shape: Shape,
        logs: Reals,
        confidence: float,
    ) -> tuple[Reals, Reals, Reals]:
        rest, unit, noise, known = (one[:, None] for one in (residual, scale, np.sqrt(variance), seen))
        # Fine where the prediction or the noise is: the trapezoid rule on both grids together.
        near = np.where(known, rest - noise * self._near, unit * self._near)
        errors = np.sort(np.concatenate([unit * self._wide, near], axis=1), axis=1)
        far = np.where(known, log_noise((rest - errors) / noise, shape), 0.0)
        density = _between(logs, rows, np.abs(errors) / unit) + far
        density = np.exp(density - density.max(axis=1, keepdims=True))
        mass = (density[:, 1:] + density[:, :-1]) / 2 * np.diff(errors, axis=1)
        below = np.concatenate([np.zeros((len(errors), 1)), np.cumsum(mass, axis=1)], axis=1)
        total = below[:, -1:]
        middle = (mass * (errors[:, 1:] + errors[:, :-1]) / 2).sum(axis=1) / total[:, 0]
        low, high = (_quantile(errors, below / total, chance) for chance in _tails(confidence))
        return middle, low, high


def _between(logs: Reals, rows: NDArray[np.int64], units: Reals) -> Reals:
    """The log density so many units away, between the places where it is known."""
    place = np.clip((np.log(np.maximum(units, 1e-9)) - _LOGS[0]) / (_LOGS[1] - _LOGS[0]), 0, len(_LOGS) - 1.001)
    first = place.astype(np.int64)
    part = place - first
    row = rows[:, None]
    return np.asarray(logs[row, first] * (1 - part) + logs[row, first + 1] * part)


def _tails(confidence: float) -> tuple[float, float]:
    return (1 - confidence) / 2, (1 + confidence) / 2


def _quantile(errors: Reals, below: Reals, chance: float) -> Reals:
    rows = np.arange(len(errors))
    at = np.clip((below < chance).sum(axis=1) - 1, 0, errors.shape[1] - 2)
    start, end = below[rows, at], below[rows, at + 1]
    part = np.clip((chance - start) / np.maximum(end - start, _LEAST), 0, 1)
    return np.asarray(errors[rows, at] + (errors[rows, at + 1] - errors[rows, at]) * part)


def raise_upper_end(high: Reals, rest: Reals, margin: Reals) -> Reals:
    """The upper end a quarter further up, but not beyond the raw range: what is missed lies above more often than
    below.

    Counts are skewed: a busy tick is further above what others say of it than a quiet one is below.

    >>> raise_upper_end(np.array([8.0, 8.0, 8.0]), np.array([0.0, 0.0, -9.0]), np.array([100.0, 9.0, 9.0])).tolist()
    [10.0, 9.0, 8.0]
    """
    return np.asarray(np.maximum(high, np.minimum(ABOVE * high, rest + margin)))


def point(mean: Reals, rest: Reals, wide: Reals, likely: Reals) -> Reals:
    """The error to add to a prediction: the posterior's mean, pulled towards the noisy value no more than is
    likely.

    `wide` is the squared scale the band is made with, which is cautious; `likely` the one without caution. A normal
    error is given the odds scale²/noise of a residual; the odds that the posterior gave it are changed in
    proportion, so a residual that no noise explains is kept.

    >>> point(np.array([5.0]), np.array([10.0]), np.array([100.0]), np.array([0.0])).tolist()
    [0.0]
    >>> point(np.array([5.0, 99.9]), np.array([10.0, 100.0]), np.full(2, 100.0), np.full(2, 25.0)).round(1).tolist()
    [2.0, 99.6]
    """
    whole = np.where(rest == 0, 1.0, rest)
    share = np.clip(np.where(rest == 0, 0.0, mean / whole), 0.0, 1.0)
    given = share * likely
    return np.asarray(rest * given / np.maximum(given + (1 - share) * wide, _LEAST))
