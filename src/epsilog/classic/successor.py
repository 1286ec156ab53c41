"""The asked-for mechanism repaired, and its sound successor, at the same price for the same neighbours.

Equal privacy cannot be had with the mechanism as published: it has none. So it is repaired first, with as little
change as possible, and everybody pays the same epsilon for the same unit, with exact noise and the same accounting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.zcdp import rho_of
from epsilog.classic.experiments import shock_of
from epsilog.classic.sampling_kalman import SamplingKalman
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import Number, exact, whole
from epsilog.core.participation import Participation
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.radius import OneRadius
from epsilog.mechanisms.series.window import Window
from epsilog.postprocess.smooth import Structure, smooth
from epsilog.postprocess.smooth_online import Bank

Reals = NDArray[np.float64]
Way = Literal["published", "repaired", "online", "batch", "each"]
WAYS: Final[tuple[Way, ...]] = ("published", "repaired", "online", "batch")


@dataclass(frozen=True, eq=False)
class Scene:
    """A series to publish, and what is promised about it.

    truth    what readers want to know
    bounded  what is left after one unit's contributions are limited; the loss is part of every sound error
    grain    of the values
    times    in how many steps one unit is at most
    most     how far one unit moves one step at most, in the data's units
    season   a public period of the series in steps, 0 for none
    group    so many steps are told by one sum where a unit may be in most of the steps; public
    """

    truth: Reals
    bounded: Reals
    grain: Fraction
    times: int
    most: int
    season: int = 0
    group: int = 1

    @property
    def is_grouped(self) -> bool:
        """Whether the successor tells groups: where one radius has less noise than Laplace noise. Public."""
        return 6 * self.times**2 > len(self.truth) ** 2

    def unit(self, steps: int) -> Participation:
        """How one unit moves so many of the steps."""
        held = min(whole(self.times, "times", at_least=1), steps)
        grains = whole(self.most / self.grain, "most", at_least=1)
        return Participation(held, 1, grains, signed=False, neighbours="add-remove")


@dataclass(frozen=True)
class Contest:
    """Mean absolute errors and their standard errors; `laplace` at pure epsilon, `gaussian` at (epsilon, delta).

    published  the document's mechanism: its error is not comparable, because most of its output is raw data
    repaired   sampled steps only, noised for the true sensitivity, filtered; the last value stands in between
    online     every step noised, a bank of filters; uses the past only. Where a unit may be in most of the steps:
               sums of groups, with one secret radius in pure epsilon; the last group's level stands in between
    batch      the same, smoothed to and fro
    each       where groups are told: every step noised, as it comes, as the successor does elsewhere
    flat       the error of a line at the true mean of the series, which nobody could draw privately for nothing
    """

    published: tuple[float, float]
    laplace: Mapping[Way, tuple[float, float]]
    gaussian: Mapping[Way, tuple[float, float]]
    flat: float = float("nan")

    @property
    def factor(self) -> float:
        """How many times the repaired mechanism's error the online successor has, at pure epsilon."""
        return self.laplace["online"][0] / self.laplace["repaired"][0]


def noisy(
    scene: Scene, steps: slice, epsilon: Number, delta: Number | None, rng: RandomWords
) -> tuple[Reals, float]:
    """Independent exact noise on these steps of the bounded series, and its variance.

    Sensitivity: `Scene.unit`. Charge: the mechanism's own, at most epsilon, or rho of (epsilon, delta).
    """
    grains = np.round(scene.bounded[steps] / float(scene.grain)).astype(np.int64)[:, None]
    unit, each = scene.unit(len(grains)), Independent(Window(1))
    if delta is None:
        mechanism = Factorised.at_epsilon(each, unit, scene.grain, epsilon)
    else:
        mechanism = Factorised.at_rho(each, unit, scene.grain, rho_of(epsilon, delta))
    drawn = mechanism.drawn(BoundedSeries(grains, scene.grain, unit), rng)
    return drawn[:, 0].astype(np.float64) * float(scene.grain), mechanism.law.variance * float(scene.grain) ** 2


def group_means(scene: Scene, epsilon: Number, delta: Number | None, rng: RandomWords) -> tuple[Reals, float]:
    """Noisy sums of groups of steps, as means, and the variance of a full group's.

    Sensitivity: a unit in every step moves every group by at most group · most. In pure epsilon only the largest
    move counts (`OneRadius`); under a delta the squares add up.
    """
    steps, size = len(scene.bounded), scene.group
    sizes = np.minimum(size, steps - np.arange(0, steps, size))
    grains = np.round(scene.bounded / float(scene.grain)).astype(np.int64)
    if delta is not None:
        sums = np.add.reduceat(grains, np.arange(0, steps, size)).astype(np.float64) * float(scene.grain)
        whole_groups = Scene(sums, sums, scene.grain, len(sums), size * scene.most)
        told, variance = noisy(whole_groups, slice(None), epsilon, delta, rng)
        return told / sizes, variance / size**2
    unit = scene.unit(steps)
    mechanism = OneRadius.at_epsilon(steps, size, 1, unit, scene.grain, epsilon)
    drawn = mechanism.drawn(BoundedSeries(grains[:, None], scene.grain, unit), rng)[:, 0]
    return drawn * float(scene.grain) / sizes, mechanism.law.variance * float(scene.grain) ** 2 / size**2


def held_groups(scene: Scene, means: Reals, variance: float) -> Reals:
    """As they come: a group's level stands until the next group ends. The first stands before itself, too."""
    levels = online(means, variance)
    at = (np.arange(1, len(scene.truth) + 1) // scene.group - 1).clip(0, len(levels) - 1)
    return np.asarray(levels[at])


def joined_groups(scene: Scene, means: Reals, variance: float) -> Reals:
    """Afterwards: group levels smoothed to and fro, and lines between their middles."""
    steps, size = len(scene.truth), scene.group
    often = scene.season // size if scene.season % size == 0 and scene.season > size else 0
    levels = smooth(means, variance, Structure(season=often)).values if len(means) > 3 else means
    middles = np.arange(0, steps, size) + (np.minimum(size, steps - np.arange(0, steps, size)) - 1) / 2
    return np.interp(np.arange(steps), middles, levels)


def repaired_values(scene: Scene, interval: int, epsilon: Number, delta: Number | None, rng: RandomWords) -> Reals:
    """Sampled values noised for what one unit can do to all of them, filtered, held until the next one."""
    values, variance = noisy(scene, slice(interval - 1, None, interval), epsilon, delta, rng)
    found = online(values, variance)
    at = (np.arange(1, len(scene.truth) + 1) // interval - 1).clip(0)
    return np.asarray(found[at])


def online(values: Reals, variance: float) -> Reals:
    """The bank of filters along a noisy series."""
    bank = Bank(cells=1)
    return np.array([bank.step(np.array([value]), variance)[0] for value in values.tolist()])


def contest(
    scene: Scene, interval: int, epsilon: Number, delta: Number, words: RandomWords, repetitions: int = 10
) -> Contest:
    """Everybody on the same series, so many times."""
    rng = np.random.default_rng(int(words.words(1, 32)[0]))
    mechanism = SamplingKalman(interval, float(exact(epsilon, "epsilon", above=0)), shock_of(scene.truth))
    shown = mechanism(scene.truth, rng, repetitions).values
    results: dict[bool, dict[Way, list[float]]] = {False: {}, True: {}}
    for _ in range(repetitions):
        for approximate, found in results.items():
            chance = delta if approximate else None
            everywhere, variance = noisy(scene, slice(None), epsilon, chance, words)
            made: dict[Way, Reals] = {"repaired": repaired_values(scene, interval, epsilon, chance, words)}
            if scene.is_grouped:
                means, spread = group_means(scene, epsilon, chance, words)
                made["online"] = held_groups(scene, means, spread)
                made["batch"] = joined_groups(scene, means, spread)
                made["each"] = online(everywhere, variance)
            else:
                made["online"] = online(everywhere, variance)
                made["batch"] = smooth(everywhere, variance, Structure(season=scene.season)).values
            for way, values in made.items():
                found.setdefault(way, []).append(float(np.abs(values - scene.truth).mean()))
    told = [float(np.abs(row - scene.truth).mean()) for row in shown]
    return Contest(
        _mean(told),
        {way: _mean(errors) for way, errors in results[False].items()},
        {way: _mean(errors) for way, errors in results[True].items()},
        float(np.abs(scene.truth - scene.truth.mean()).mean()),
    )


def _mean(errors: list[float]) -> tuple[float, float]:
    spread = float(np.std(errors, ddof=1)) / len(errors) ** 0.5 if len(errors) > 1 else float("nan")
    return float(np.mean(errors)), spread
