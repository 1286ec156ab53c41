"""The sampling and filtering mechanism of Yu and Kang (2015), exactly as published. It is not private."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.core.number import whole
from epsilog.errors import SpecError

Reals = NDArray[np.float64]
Integers = NDArray[np.int64]
Sampling = Literal["fixed", "random"]


@dataclass(frozen=True, eq=False)
class Published:
    """What the mechanism puts out, one row per repetition.

    values   the published series: most of it is the series itself
    sampled  the positions (from 0) that were noised; one row per repetition
    noisy    the noised values at these positions, before the filter
    """

    values: Reals
    sampled: Integers
    noisy: Reals


@dataclass(frozen=True)
class SamplingKalman:
    """Every `interval`-th value is noised and filtered. All others are published as they are.

    >>> mechanism = SamplingKalman(interval=6, epsilon=1.0, shock=1.0)
    >>> mechanism.samples(1000), mechanism.measurement(1000)
    (166, 27556.0)
    >>> series = np.arange(1.0, 13.0)
    >>> out = mechanism(series, np.random.default_rng(1))
    >>> [k + 1 for k in range(12) if out.values[0, k] == series[k]]
    [1, 2, 3, 4, 5, 7, 8, 9, 10, 11]

    interval  t: step k = 1, 2, … is sampled if t divides k
    epsilon   divided among the T sampled points: the noise is Laplace of scale T/epsilon. The sensitivity is taken
              to be 1, as in the document, whatever a value is
    shock     Q of the filter. The document reads it off the data
    variance  R of the filter; None for the document's T²/epsilon² (a Laplace draw's variance is twice that)
    filtered  False leaves the filter out: the document's comparison "sample + Laplace"
    sampling  "random" draws as many positions anywhere: the document's other way, which it rejects

    Filter: the prior is the value published one step earlier, usually a raw one; P⁻ = P + Q, K = P⁻/(P⁻ + R),
    P = (1 − K)P⁻. P carries over from the last *sampled* step, though the value in between was published raw and is
    known exactly: the prior forgets the steps between, P does not. What the document leaves open: P starts at 0
    where a raw value stands before the first sampled one, and at R where none does, and then the first noisy value
    is its own prior.

    Privacy: none. A value that is not sampled is published, so no epsilon covers it. There is no charge for this,
    and `epsilog.classic.readout` reads the values off.
    """

    interval: int
    epsilon: float
    shock: float
    variance: float | None = None
    filtered: bool = True
    sampling: Sampling = "fixed"

    def __post_init__(self) -> None:
        object.__setattr__(self, "interval", whole(self.interval, "interval", at_least=1))
        if not (math.isfinite(self.epsilon) and self.epsilon > 0):
            raise SpecError("epsilon is a finite number above 0", where="epsilon")
        if not (math.isfinite(self.shock) and self.shock >= 0):
            raise SpecError("a variance is finite and not negative", where="shock")
        if self.variance is not None and not (math.isfinite(self.variance) and self.variance > 0):
            raise SpecError("a variance is finite and above 0", where="variance")

    def samples(self, steps: int) -> int:
        """T: how many of so many steps are noised."""
        return steps // self.interval

    def scale(self, steps: int) -> float:
        """The scale of the noise, T/epsilon."""
        return self.samples(steps) / self.epsilon

    def measurement(self, steps: int) -> float:
        """R."""
        return self.scale(steps) ** 2 if self.variance is None else self.variance

    def __call__(self, series: Reals, rng: np.random.Generator, repetitions: int = 1) -> Published:
        """Run it so many times on the same series. The noise is numpy's: nothing here is meant to protect."""
        steps, count = len(series), self.samples(len(series))
        values = np.tile(np.asarray(series, dtype=np.float64), (repetitions, 1))
        at = self._positions(steps, count, rng, repetitions)
        rows = np.arange(repetitions)
        noise = rng.laplace(0.0, self.scale(steps), (repetitions, count)) if count else np.zeros((repetitions, 0))
        noisy = values[rows[:, None], at] + noise
        if not self.filtered:
            values[rows[:, None], at] = noisy
            return Published(values, at, noisy)
        measurement = self.measurement(steps)
        spread = np.zeros(repetitions)
        for j in range(count):
            place = at[:, j]
            first = place == 0
            prior = np.where(first, noisy[:, j], values[rows, np.maximum(place - 1, 0)])
            before = np.where(first, measurement, spread + self.shock)
            gain = before / (before + measurement)
            values[rows, place] = prior + gain * (noisy[:, j] - prior)
            spread = np.where(first, measurement, (1 - gain) * before)
        return Published(values, at, noisy)

    def _positions(self, steps: int, count: int, rng: np.random.Generator, repetitions: int) -> Integers:
        if self.sampling == "fixed":
            fixed = np.arange(1, count + 1) * self.interval - 1
            return np.tile(fixed.astype(np.int64), (repetitions, 1))
        drawn = [np.sort(rng.choice(steps, count, replace=False)) for _ in range(repetitions)]
        return np.array(drawn, dtype=np.int64).reshape(repetitions, count)


def relative_error(published: Reals, series: Reals) -> Reals:
    """|r − x| / max(x, 1), the document's measure of use.

    >>> relative_error(np.array([9.0, 3.0]), np.array([10.0, 0.0])).tolist()
    [0.1, 3.0]
    """
    return np.asarray(np.abs(published - series) / np.maximum(series, 1.0))
