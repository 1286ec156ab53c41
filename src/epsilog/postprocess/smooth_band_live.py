"""A noisy stream smoothed as it comes, with a band that holds on average over its ticks: `smooth_band`, never
looking ahead.

Every prediction of a tick is made of earlier ticks, so its noise is independent of them, and what is left of the
tick beside the prediction says how far predictions are off. Old ticks count less and less. The first tick has its
raw range; from there on the band closes as far as the past shows that it may.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import SpecError
from epsilog.postprocess.band_noise import (
    LEAST_CUT,
    Shape,
    bounded_risk,
    deviation_without_error,
    log_density,
    raw_margin,
)
from epsilog.postprocess.band_posterior import ABOVE, LIVE, Posterior, point, raise_upper_end
from epsilog.postprocess.smooth_band import FEW, PLAIN, RAISED, TIED, WIDER, Band

Reals = NDArray[np.float64]
Flags = NDArray[np.bool_]
PACES: Final = np.array([0.0, 0.3, 0.6, 0.8, 0.9, 0.96, 0.99, 1.0])
_BESIDE: Final = np.array([0.6, 0.9, 0.97, 1.0])[:, None, None]  # paces of the level beside a season
_CYCLES: Final = np.array([0.8, 1.0])[:, None]
# How each memory fades with a tick.
_TRUST: Final = 0.98
_LONG: Final = 0.998
_FAST: Final = 0.9
_SIZE: Final = 0.99
_SHAPES: Final = 0.995
_CUT: Final = 3 * 1.25  # of the mean absolute residual
_UNLIKELY: Final = 1e-200
_POSTERIOR: Final = Posterior(LIVE, 60)
_INNER: Final = np.array([inner for inner, _, _ in LIVE.keys])
_OUTER: Final = np.array([outer for _, outer, _ in LIVE.keys])
_SHARES: Final = np.array([share for _, _, share in LIVE.keys])[:, None]


@dataclass(frozen=True)
class Season:
    """What may come back: the stretch it comes back in, and the label of each tick of that stretch, from 0.

    >>> Season.of(4).labels
    (0, 1, 2, 3)
    """

    labels: tuple[int, ...]

    @classmethod
    def of(cls, length: int) -> Season:
        """Every tick of the stretch by itself."""
        return cls(tuple(range(length)))


class _Fading:
    """Means of numbers and of their squares in which older ones count less."""

    def __init__(self, keep: float, shape: tuple[int, ...]) -> None:
        self._keep, self._sum, self._squares, self.count = keep, *(np.zeros(shape) for _ in range(3))

    def add(self, numbers: Reals, seen: Flags) -> None:
        keep = np.where(seen, self._keep, 1.0)
        self._sum = keep * self._sum + np.where(seen, numbers, 0.0)
        self._squares = keep * self._squares + np.where(seen, numbers * numbers, 0.0)
        self.count = keep * self.count + seen

    @property
    def mean(self) -> Reals:
        return np.asarray(self._sum / np.maximum(self.count, 1e-9))

    @property
    def spread(self) -> Reals:
        return np.asarray(np.sqrt(np.maximum(self._squares / np.maximum(self.count, 1e-9) - self.mean**2, 0.0)))


class _Cycle:
    """One season: a mean for each label, and a level beside it, each at several paces."""

    def __init__(self, season: Season, cells: int) -> None:
        kinds = max(season.labels) + 1
        self.season, self.length = season, len(season.labels)
        self._past = np.zeros((self.length, cells))
        self._weight = np.zeros((self.length, cells))
        self._sum, self._count = np.zeros((2, kinds, len(_CYCLES), cells))
        self._level, self._levels = np.zeros((2, len(_BESIDE), len(_CYCLES), cells))
        self._errors, self._errors_seen = np.zeros((2, kinds, cells))
        self._cycle = np.zeros((len(_CYCLES), cells))

    def predictions(self, tick: int) -> Reals:
        label = self.season.labels[tick % self.length]
        count = self._count[label]
        self._cycle = np.where(count > 0, self._sum[label] / np.maximum(count, _UNLIKELY), 0.0)
        both = self._cycle + self._level / np.maximum(self._levels, _UNLIKELY)
        return np.asarray(both.reshape((-1, both.shape[-1])))

    def is_known(self, tick: int) -> bool:
        return tick >= 2 * self.length

    def error(self, tick: int) -> Reals | None:
        """The mean squared error at this label; None until it came back four times."""
        label = self.season.labels[tick % self.length]
        if tick < 4 * self.length:
            return None
        return np.asarray(self._errors[label] / np.maximum(self._errors_seen[label], 1e-9))

    def learn(self, tick: int, values: Reals, weights: Reals, squares: Reals | None) -> None:
        at, seen = tick % self.length, weights > 0
        label = self.season.labels[at]
        self._past[at], self._weight[at] = values * weights, weights
        if squares is not None:
            self._errors[label] = np.where(seen, 0.99, 1.0) * self._errors[label] + np.where(seen, squares, 0.0)
            self._errors_seen[label] = np.where(seen, 0.99, 1.0) * self._errors_seen[label] + seen
        self._level = _BESIDE * self._level + (values - self._cycle) * weights
        self._levels = _BESIDE * self._levels + weights
        if tick < self.length - 1:
            return
        level = self._past.sum(axis=0) / np.maximum(self._weight.sum(axis=0), _UNLIKELY)
        if tick == self.length - 1:
            for one, label in enumerate(self.season.labels):
                self._sum[label] += self._past[one] - self._weight[one] * level
                self._count[label] += self._weight[one]
            return
        fade = np.where(seen, _CYCLES, 1.0)
        self._sum[label] = fade * self._sum[label] + (values - level) * weights
        self._count[label] = fade * self._count[label] + weights


class LiveBand:
    """Stepped tick by tick, many cells at once: smoothed values and a band, from noisy values up to the tick alone.

    >>> rng = np.random.default_rng(3)
    >>> live = LiveBand(1, "laplace", 0.95)
    >>> truth = 300 + np.cumsum(rng.normal(0, 3, 400))
    >>> found = [live.step(np.array([one + rng.laplace(0, 40)]), 3200.0) for one in truth]
    >>> held = [bool(band.low[0] <= one <= band.high[0]) for band, one in zip(found, truth)]
    >>> float(np.mean(held)) > 0.93, float(found[-1].high[0] - found[-1].low[0]) < 150 < 2 * 40 * math.log(20)
    (True, True)

    One band is a row: its arrays have one number for each cell.
    """

    def __init__(
        self, cells: int, shape: Shape, confidence: float, seasons: Sequence[Season] = (), unsure: float = 0.0
    ) -> None:
        self.cells, self.shape, self.confidence, self.unsure = cells, shape, confidence, unsure
        self._tick, self._unit = 0, 0.0
        self._sum, self._count = np.zeros((2, len(PACES), cells))
        self._last = np.zeros((2, cells))
        self._cycles = [_Cycle(season, cells) for season in seasons]
        ways = len(PACES) + 1 + len(_BESIDE) * len(_CYCLES) * len(self._cycles)
        self._trust, self._known = np.zeros((ways, cells)), np.zeros(ways, dtype=bool)
        self._gaps, self._squares = _Fading(_LONG, (ways, cells)), _Fading(_LONG, (ways, cells))
        self._risk, self._late = _Fading(_LONG, (cells,)), _Fading(_FAST, (cells,))
        self._size, self._above = _Fading(_SIZE, (cells,)), _Fading(_LONG, (cells,))
        self._fits = np.zeros((len(LIVE.keys), cells))

    def step(self, noisy: Reals, variance: float, seen: Flags | None = None) -> Band:
        """The next tick: its noisy values and the variance of their noise; `seen` says which cells have one."""
        if not (math.isfinite(variance) and variance > 0) or noisy.shape != (self.cells,):
            raise SpecError("a row of noisy numbers and the variance of their noise", where="noisy")
        known = np.ones(self.cells, dtype=bool) if seen is None else seen
        values = np.where(known, noisy, 0.0)
        self._unit = self._unit or variance
        weights = np.where(known, self._unit / variance, 0.0)
        noise = np.full(self.cells, variance)
        if not self._tick:
            band = self._raw(values, noise, known)
            self._levels(values, weights, None)
            return band
        tried = self._predictions()
        trust = np.where(self._known[:, None], self._trust, -np.inf)
        shares = np.exp(trust - trust.max(axis=0))
        middle = (shares / shares.sum(axis=0) * tried).sum(axis=0)
        rest = np.where(known, values - middle, 0.0)
        size = np.where(self._size.count > 0, _CUT * self._size.mean, 10 * math.sqrt(variance))
        cut = np.maximum(size, LEAST_CUT * math.sqrt(variance))
        wide, likely = self._scales(middle, tried, noise, cut)
        shares = LIVE.shares_of(self._fits + LIVE.expected[:, None]).T
        cautious = wide * WIDER**2
        mean, low, high = self._posterior(rest, np.sqrt(cautious), noise, known, shares)
        margin = raw_margin(noise, self.confidence, self.shape)
        high = np.where(known, raise_upper_end(high, rest, margin), ABOVE * high)
        off = np.clip(point(mean, rest, cautious, likely), low, high)
        self._learn(values, tried, middle, rest, noise, known, cut, np.sqrt(wide), weights)
        return Band(middle + off, middle + low, middle + high)

    def _raw(self, values: Reals, noise: Reals, known: Flags) -> Band:
        """The first tick, of which nothing is known but its value."""
        flat = np.zeros((self.cells, len(LIVE.scales)))
        flat[:, LIVE.inner // 2] = 1
        _, low, high = self._posterior(np.zeros(self.cells), 1e3 * np.sqrt(noise), noise, known, flat)
        return Band(values.copy(), values + low, values + high)

    def _posterior(
        self, rest: Reals, scale: Reals, noise: Reals, known: Flags, shares: Reals
    ) -> tuple[Reals, Reals, Reals]:
        """One number for each cell."""
        columns = rest[:, None], scale[:, None], noise[:, None], known[:, None]
        mean, low, high = _POSTERIOR(*columns, self.shape, shares, self.confidence)
        return mean[:, 0], low[:, 0], high[:, 0]

    def _predictions(self) -> Reals:
        levels = self._sum / np.maximum(self._count, _UNLIKELY)
        onward = 2 * self._last[0] - self._last[1] if self._tick >= 2 else levels[0]
        ways = [levels, onward[None], *(cycle.predictions(self._tick) for cycle in self._cycles)]
        known = np.concatenate(
            [np.ones(len(PACES) + 1, dtype=bool)]
            + [np.full(len(_BESIDE) * len(_CYCLES), cycle.is_known(self._tick)) for cycle in self._cycles]
        )
        new = known & ~self._known
        if new.any() and self._known.any():  # as trusted as the best, but for a little
            self._trust[new] = self._trust[self._known].max(axis=0) - 1
        self._known = known
        return np.concatenate(ways)

    def _scales(self, middle: Reals, tried: Reals, noise: Reals, cut: Reals) -> tuple[Reals, Reals]:
        """As in `smooth_band`, from what earlier ticks showed: the squared scale with caution, and without."""
        alone = deviation_without_error(noise, cut, self.shape)
        count = np.maximum(self._risk.count, 0.25)
        error = np.sqrt(np.maximum(self._risk.spread, alone) ** 2 / count + (self.unsure * noise) ** 2)
        likely = np.maximum(self._risk.mean, 0.0)
        late = self._late.mean - np.maximum(self._late.spread, alone) / np.sqrt(np.maximum(self._late.count, 0.25))
        ratio = np.maximum(middle, 0.0) / np.maximum(self._above.mean, 1e-12)
        plain = (1 + np.where(self._above.count > 0, np.clip(ratio, 0, 20), 1.0)) / 2
        usual = np.maximum(likely + error, 1e-12 * noise)
        features = [np.maximum(self._late.mean, 0.0) / usual]
        features += [
            np.maximum(squares, 0.0) / usual
            for cycle in self._cycles
            if (squares := cycle.error(self._tick)) is not None
        ]
        believed = likely / np.maximum(likely + error, 1e-300)
        form = (1 - believed) * plain + believed * (PLAIN * plain + (1 - PLAIN) * np.mean(features, axis=0))
        apart = (tried - middle) ** 2
        tied = self._gaps.mean < TIED * self._gaps.spread / np.sqrt(np.maximum(self._gaps.count, 1))
        doubt = np.where(tied & self._known[:, None] & (self._gaps.count > 0), apart, 0.0).max(axis=0)
        goal = likely + RAISED * error * (1 + FEW / count)
        wide = np.maximum(np.maximum(goal * form, late) + doubt, 1e-4 * noise)
        return wide, np.maximum(likely * form, late) + error * FEW / count

    def _learn(
        self,
        values: Reals,
        tried: Reals,
        middle: Reals,
        rest: Reals,
        noise: Reals,
        known: Flags,
        cut: Reals,
        scale: Reals,
        weights: Reals,
    ) -> None:
        squares = (values - tried) ** 2
        self._squares.add(squares, known)
        usual = np.maximum(self._squares.mean.min(axis=0), noise)
        worse = np.where(known, 0.5 * (squares - squares.min(axis=0)) / usual, 0.0)
        self._trust = np.where(known, _TRUST, 1.0) * self._trust - worse
        apart = tried - middle
        self._gaps.add(apart**2 - 2 * rest * apart, known)
        risk = bounded_risk(rest, noise, cut, self.shape)
        for memory, numbers in (
            (self._risk, risk),
            (self._late, risk),
            (self._size, np.abs(rest)),
            (self._above, np.maximum(middle, 0.0)),
        ):
            memory.add(numbers, known)
        logs = log_density(rest, scale * LIVE.scales[:, None], noise, self.shape)
        more = np.expm1(np.clip(logs[_OUTER] - logs[_INNER], -700, 700))
        fit = logs[_INNER] + np.log1p(_SHARES * more)
        self._fits = np.where(known, _SHAPES * self._fits + fit, self._fits)
        self._levels(values, weights, risk)

    def _levels(self, values: Reals, weights: Reals, squares: Reals | None) -> None:
        keep = np.where(weights > 0, PACES[:, None], 1.0)
        self._sum, self._count = keep * self._sum + values * weights, keep * self._count + weights
        self._last = np.where(weights > 0, np.array([values, self._last[0]]), self._last)
        for cycle in self._cycles:
            cycle.learn(self._tick, values, weights, squares)
        self._tick += 1
