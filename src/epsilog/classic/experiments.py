"""The document's experiments, figures 3 to 6, on any series."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.classic.information import mutual_information, nearest_to_mean
from epsilog.classic.sampling_kalman import SamplingKalman, relative_error

Reals = NDArray[np.float64]
INTERVALS: Final = 100
FACTORS: Final = (1e-4, 1e-2, 1.0, 2.0, 1e2, 1e4)
EPSILONS: Final = (1.0, 0.1, 0.01)
WAYS: Final = ("laplace", "sample", "kalman")
DOCUMENT: Final = {"interval": 6, "mean": 2.536, "at": 2.528, "reach": 12, "steps": 1_000, "variance": 1e6}


def shock_of(series: Reals) -> float:
    """Q as the document takes it, from the raw data: the variance of its differences. A leak of its own."""
    return float(np.var(np.diff(series)))


@dataclass(frozen=True, eq=False)
class Variance:
    """Figure 3: the relative error of the unsampled filter for several R. `running` is the mean up to each step."""

    factors: tuple[float, ...]
    base: float
    running: Reals
    errors: tuple[float, ...]

    @property
    def best(self) -> float:
        """The R with the least relative error over the whole series."""
        return self.base * self.factors[int(np.argmin(self.errors))]


def choice_of_variance(series: Reals, epsilon: float, rng: np.random.Generator, repetitions: int = 20) -> Variance:
    """Figure 3."""
    base, shock, lines = (len(series) / epsilon) ** 2, shock_of(series), []
    for factor in FACTORS:
        out = SamplingKalman(1, epsilon, shock, base * factor)(series, rng, repetitions).values
        error = relative_error(out, series).mean(axis=0)
        lines.append(np.cumsum(error) / np.arange(1, len(series) + 1))
    running = np.array(lines)
    return Variance(FACTORS, base, running, tuple(running[:, -1].tolist()))


@dataclass(frozen=True, eq=False)
class Information:
    """Figure 4: mutual information in bits for every interval from 1, in three ways, and what the rule chose.

    width, probability  fixed sampling, by equal-width and by equal-probability bins
    random              random sampling, equal-width bins
    wobble              what the rule chooses in each repetition by itself
    """

    width: Reals
    probability: Reals
    random: Reals
    chosen: int
    wobble: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The mean over all intervals, equal-width bins."""
        return float(self.width.mean())

    @property
    def growth(self) -> float:
        """The share of the whole growth that intervals up to the document's 12 have."""
        whole = float(self.width[-1] - self.width[0])
        at = min(int(DOCUMENT["reach"]), len(self.width)) - 1
        return float(self.width[at] - self.width[0]) / whole if whole > 0 else float("nan")


def information_by_interval(
    series: Reals, epsilon: float, rng: np.random.Generator, repetitions: int = 5
) -> Information:
    """Figure 4. The whole of it is computed on private data: the chosen interval is a leak of its own."""
    shock, top = shock_of(series), min(INTERVALS, len(series) // 2)
    width, probability, drawn = (np.zeros((repetitions, top)) for _ in range(3))
    for t in range(1, top + 1):
        fixed = SamplingKalman(t, epsilon, shock)(series, rng, repetitions).values
        anywhere = SamplingKalman(t, epsilon, shock, sampling="random")(series, rng, repetitions).values
        for i in range(repetitions):
            width[i, t - 1] = mutual_information(series, fixed[i])
            probability[i, t - 1] = mutual_information(series, fixed[i], "equal probability")
            drawn[i, t - 1] = mutual_information(series, anywhere[i])
    average = width.mean(axis=0)
    wobble = tuple(nearest_to_mean(row) for row in width.tolist())
    return Information(
        average, probability.mean(axis=0), drawn.mean(axis=0), nearest_to_mean(average.tolist()), wobble
    )


@dataclass(frozen=True, eq=False)
class Times:
    """Figure 5: milliseconds for so many points, value by value as they come, the median of several runs."""

    points: tuple[int, ...]
    laplace: tuple[float, ...]
    kalman: tuple[float, ...]
    sampled: tuple[float, ...]


def running_times(series: Reals, interval: int, seed: int, runs: int = 9) -> Times:
    """Figure 5. A figure of this machine and of an interpreted language; only the order means something."""
    rng, shock = np.random.default_rng(seed), shock_of(series)
    points = tuple(sorted({max(2, len(series) * part // 10) for part in range(1, 11)}))
    ways = (
        lambda x: _add_noise(x, rng),
        lambda x: _filter(x, 1, shock, rng),
        lambda x: _filter(x, interval, shock, rng),
    )
    columns = [tuple(_time(way, series[:count].tolist(), runs) for count in points) for way in ways]
    return Times(points, *columns)


@dataclass(frozen=True, eq=False)
class Usefulness:
    """Figure 6 at one epsilon: the mean relative error at each step, and over all, of the three ways."""

    epsilon: float
    laplace: Reals
    sample: Reals
    kalman: Reals


def usefulness(series: Reals, interval: int, rng: np.random.Generator, repetitions: int = 20) -> list[Usefulness]:
    """Figure 6 at epsilon 1, 0.1 and 0.01."""
    shock, found = shock_of(series), []
    for epsilon in EPSILONS:
        errors = [
            relative_error(way(series, rng, repetitions).values, series).mean(axis=0)
            for way in (
                SamplingKalman(1, epsilon, shock, filtered=False),
                SamplingKalman(interval, epsilon, shock, filtered=False),
                SamplingKalman(interval, epsilon, shock),
            )
        ]
        found.append(Usefulness(epsilon, *errors))
    return found


def _time(way: Callable[[list[float]], object], values: list[float], runs: int) -> float:
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        way(values)
        taken.append(1000 * (time.perf_counter() - begun))
    return statistics.median(taken)


def _add_noise(values: list[float], rng: np.random.Generator) -> list[float]:
    scale = float(len(values))
    return [value + float(rng.laplace(0.0, scale)) for value in values]


def _filter(values: list[float], interval: int, shock: float, rng: np.random.Generator) -> list[float]:
    scale = float(max(1, len(values) // interval))
    measurement, spread, before, out = scale * scale, 0.0, values[0], []
    for k, value in enumerate(values, start=1):
        if k % interval:
            before = value
        else:
            spread += shock
            gain = spread / (spread + measurement)
            before += gain * (value + float(rng.laplace(0.0, scale)) - before)
            spread *= 1 - gain
        out.append(before)
    return out
