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
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.participation import Participation
from epsilog.mechanisms.series.window import Window
from epsilog.postprocess.smooth import Structure, smooth
from epsilog.postprocess.smooth_online import Bank

Reals = NDArray[np.float64]
Way = Literal["published", "repaired", "online", "batch"]
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
    """

    truth: Reals
    bounded: Reals
    grain: Fraction
    times: int
    most: int
    season: int = 0

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
    online     every step noised, a bank of filters; uses the past only
    batch      every step noised, smoothed to and fro
    """

    published: tuple[float, float]
    laplace: Mapping[Way, tuple[float, float]]
    gaussian: Mapping[Way, tuple[float, float]]

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


def repaired(scene: Scene, interval: int, epsilon: Number, delta: Number | None, rng: RandomWords) -> Reals:
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
            made: dict[Way, Reals] = {
                "repaired": repaired(scene, interval, epsilon, chance, words),
                "online": online(everywhere, variance),
                "batch": smooth(everywhere, variance, Structure(season=scene.season)).values,
            }
            for way, values in made.items():
                found.setdefault(way, []).append(float(np.abs(values - scene.truth).mean()))
    told = [float(np.abs(row - scene.truth).mean()) for row in shown]
    return Contest(
        _mean(told),
        {way: _mean(errors) for way, errors in results[False].items()},
        {way: _mean(errors) for way, errors in results[True].items()},
    )


def _mean(errors: list[float]) -> tuple[float, float]:
    spread = float(np.std(errors, ddof=1)) / len(errors) ** 0.5 if len(errors) > 1 else float("nan")
    return float(np.mean(errors)), spread
