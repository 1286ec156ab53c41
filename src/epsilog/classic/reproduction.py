"""Everything about one log: the document's figures, the attack, and the contest with the sound successor."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from epsilog.classic import experiments
from epsilog.classic.experiments import Information, Times, Usefulness, Variance
from epsilog.classic.readout import CENT, Attack, attack
from epsilog.classic.sampling_kalman import SamplingKalman
from epsilog.classic.successor import Contest, Scene, contest
from epsilog.classic.transactions import PERIODS, Log
from epsilog.core.mechanism import RandomWords
from epsilog.core.number import exact, whole
from epsilog.errors import SpecError
from epsilog.testing import seeded

Reals = NDArray[np.float64]
What = Literal["amounts", "counts"]
Whom = Literal["transaction", "customer", "every"]
_FEWEST: Final = 24
UNITS: Final = (1, 50)  # steps of one customer that are always looked at; at_most and every step besides
_GROUPS: Final = {"1h": 12, "1d": 7, "7d": 4}  # half a day, a week, four weeks: public
_SEASONS: Final = {"1h": 24, "1d": 7, "7d": 0}


@dataclass(frozen=True)
class Settings:
    """How to run it.

    steps     how many steps at most; the document takes 1,000
    interval  t of figures 5 and 6, of the attack and the contest
    every     the period of the counted series
    most      the largest amount that counts, in whole units; None leaves amounts out of the contest
    at_most   in how many periods one customer counts, once in each
    """

    epsilon: Fraction = Fraction(1)
    delta: Fraction = Fraction(1, 10**6)
    steps: int = 1_000
    interval: int = 6
    every: str = "1h"
    most: int | None = None
    at_most: int = 5
    seed: int = 2015
    repetitions: int = 10

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", exact(self.epsilon, "--epsilon", at_least="0.001", at_most=20))
        object.__setattr__(self, "delta", exact(self.delta, "--delta", at_least="1e-15", at_most="0.01"))
        object.__setattr__(self, "steps", whole(self.steps, "--steps", at_least=_FEWEST, at_most=100_000))
        object.__setattr__(self, "interval", whole(self.interval, "--interval", at_least=1, at_most=100))
        object.__setattr__(self, "at_most", whole(self.at_most, "--at-most", at_least=1, at_most=10_000))
        object.__setattr__(self, "seed", whole(self.seed, "--seed", at_least=0))
        object.__setattr__(self, "repetitions", whole(self.repetitions, "--repetitions", at_least=2, at_most=1_000))
        if self.most is not None:
            object.__setattr__(self, "most", whole(self.most, "--most", at_least=1, at_most=10**9))
        if self.every not in PERIODS:
            raise SpecError(
                f"{self.every!r} is no period here", where="--every", hint="one of " + ", ".join(PERIODS)
            )


@dataclass(frozen=True, eq=False)
class Round:
    """One contest: which series, whom the promise protects, the scene, the errors."""

    what: What
    whom: Whom
    scene: Scene
    result: Contest


@dataclass(frozen=True, eq=False)
class Reproduction:
    """All that was computed."""

    settings: Settings
    what: What
    transactions: int
    series: Reals
    variance: Variance
    information: Information
    times: Times
    usefulness: tuple[Usefulness, ...]
    attack: Attack
    rounds: tuple[Round, ...]

    def to_dict(self) -> dict[str, Any]:
        """For machines. Nothing of it is a release."""
        found, contests = self.information, []
        for one in self.rounds:
            contests.append(
                {
                    "series": one.what,
                    "protects": one.whom,
                    "steps_of_one_unit": one.scene.times,
                    "groups_of": one.scene.group if one.scene.is_grouped else 1,
                    "steps": len(one.scene.truth),
                    "as_published": one.result.published[0],
                    "flat_line": one.result.flat,
                    "pure": {way: error for way, (error, _) in one.result.laplace.items()},
                    "approximate": {way: error for way, (error, _) in one.result.gaussian.items()},
                }
            )
        return {
            "private": False,
            "transactions": self.transactions,
            "series": self.what,
            "steps": len(self.series),
            "figure_3": {
                "R": [self.variance.base * f for f in self.variance.factors],
                "error": self.variance.errors,
            },
            "figure_4": {
                "mean": found.mean,
                "interval": found.chosen,
                "information": float(found.width[found.chosen - 1]),
                "growth_to_12": found.growth,
                "by_interval": found.width.tolist(),
            },
            "figure_5_ms": {
                "laplace": self.times.laplace[-1],
                "kalman": self.times.kalman[-1],
                "sample_laplace_kalman": self.times.sampled[-1],
            },
            "figure_6": [
                {
                    "epsilon": one.epsilon,
                    "laplace": float(one.laplace.mean()),
                    "sample_laplace": float(one.sample.mean()),
                    "sample_laplace_kalman": float(one.kalman.mean()),
                }
                for one in self.usefulness
            ],
            "attack": {
                "interval_found": self.attack.interval,
                "read_exactly": self.attack.read,
                "read_knowing_interval": self.attack.told,
                "advantage_at_sampled_step": self.attack.sampled,
                "ceiling": self.attack.ceiling,
                "advantage_against_successor": self.attack.successor,
                "read_off_successor": self.attack.successor_read,
                "audited_epsilon_at_least": self.attack.audited,
            },
            "contest": contests,
        }


def reproduce(log: Log, settings: Settings, customers: bool = True) -> Reproduction:
    """The whole of it. `customers` says whether the log names them.

    The noise is reproducible: this shows and measures, it does not publish.
    """
    counts = log.per_period(settings.every)[: settings.steps]
    what: What = "counts" if log.amounts is None else "amounts"
    series = counts if log.amounts is None else log.amounts[: settings.steps]
    if len(series) < _FEWEST or not np.ptp(series) > 0:
        raise SpecError(
            f"a series of at least {_FEWEST} steps that are not all the same is needed",
            where="--data",
            hint="a longer file, or a shorter period (--every)",
        )
    rng, words, epsilon = np.random.default_rng(settings.seed), seeded(settings.seed), float(settings.epsilon)
    interval = min(settings.interval, len(series) // 2)
    mechanism = SamplingKalman(interval, epsilon, experiments.shock_of(series))
    largest = float(settings.most or np.ceil(series.max())) if what == "amounts" else 1.0
    return Reproduction(
        settings,
        what,
        len(log.times),
        series,
        experiments.choice_of_variance(series, epsilon, rng),
        experiments.information_by_interval(series, epsilon, rng),
        experiments.running_times(series, interval, settings.seed),
        tuple(experiments.usefulness(series, interval, rng)),
        attack(series, mechanism, CENT if what == "amounts" else 1.0, largest, words),
        tuple(_rounds(log, settings, interval, counts, customers, words)),
    )


def _rounds(
    log: Log, settings: Settings, interval: int, counts: Reals, customers: bool, words: RandomWords
) -> list[Round]:
    scenes: list[tuple[What, Whom, Scene]] = []
    if log.amounts is not None and settings.most is not None:
        truth = log.amounts[: settings.steps]
        held = np.clip(truth, 0.0, float(settings.most))
        scenes.append(("amounts", "transaction", Scene(truth, held, Fraction(1, 100), 1, settings.most)))
    if len(counts) >= _FEWEST:
        scenes.append(("counts", "transaction", Scene(counts, counts, Fraction(1), 1, 1)))
        if customers:
            scenes += _customers(log, settings, counts)
    price = (settings.epsilon, settings.delta)
    return [
        Round(what, whom, scene, contest(scene, interval, *price, words, settings.repetitions))
        for what, whom, scene in scenes
    ]


def _customers(log: Log, settings: Settings, counts: Reals) -> list[tuple[What, Whom, Scene]]:
    """One customer in few steps, in some, and in every one, which is the document's own unit."""
    found: list[tuple[What, Whom, Scene]] = []
    steps = len(counts)
    for times in sorted({*UNITS, settings.at_most, steps}):
        if times <= steps:
            kept = log.per_period(settings.every, times)[: settings.steps]
            group = min(_GROUPS[settings.every], steps // 4)
            season = _SEASONS[settings.every] if times == steps else 0
            whom: Whom = "every" if times == steps else "customer"
            found.append(("counts", whom, Scene(counts, kept, Fraction(1), times, 1, season, group)))
    return found
