"""The attack: read amounts off what the sampling mechanism publishes. It uses published numbers only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.audit import audit
from epsilog.classic.sampling_kalman import SamplingKalman
from epsilog.core.law import DiscreteLaplace
from epsilog.core.mechanism import RandomWords
from epsilog.noise import discrete_laplace

Reals = NDArray[np.float64]
CENT: Final = 0.01
_LONGEST: Final = 100
_DRAWS: Final = 4_000
_SHORT: Final = tuple(float(3 + k % 5) for k in range(12))


@dataclass(frozen=True, eq=False)
class Reading:
    """What an attacker believes after one look.

    interval  the sampling interval they found; 0 if none
    known     where they are sure to hold the exact value
    values    their value for every step
    """

    interval: int
    known: NDArray[np.bool_]
    values: Reals

    def success(self, series: Reals, grid: float = CENT) -> float:
        """The share of all steps whose exact value they hold and are sure of. Computed by us, not by them."""
        right = np.abs(self.values - series) < grid / 2
        return float((self.known & right).mean())


def read_off(published: Reals, grid: float = CENT) -> Reading:
    """Money comes in cents, filtered noise does not: what lies on the grid was published raw.

    The attacker knows neither the interval nor epsilon nor anything about the data but its currency.

    >>> series = np.round(np.random.default_rng(1).gamma(2.0, 50.0, 600), 2)
    >>> out = SamplingKalman(6, 1.0, 100.0)(series, np.random.default_rng(2)).values[0]
    >>> seen = read_off(out)
    >>> seen.interval, round(seen.success(series), 3)
    (6, 0.833)
    """
    units = published / grid
    raw = np.abs(units - np.round(units)) < 1e-6 * np.maximum(1.0, np.abs(units) * 1e-6)
    interval = _interval(raw)
    return Reading(interval, raw, np.round(units) * grid)


def _interval(raw: NDArray[np.bool_]) -> int:
    """The interval whose multiples, and nothing else, are off the grid; 0 if there is none."""
    steps = np.arange(1, len(raw) + 1)
    for interval in range(1, min(_LONGEST, len(raw)) + 1):
        sampled = steps % interval == 0
        if not raw[sampled].any() and raw[~sampled].all():
            return interval
    return 0


def best_advantage(low: Reals, high: Reals) -> float:
    """The advantage of the best threshold between two samples of the same published value: |P − P'| at its largest.

    >>> best_advantage(np.zeros(100), np.ones(100))
    1.0
    """
    cuts = np.unique(np.concatenate([low, high]))
    below = np.searchsorted(np.sort(low), cuts, side="right") / len(low)
    beneath = np.searchsorted(np.sort(high), cuts, side="right") / len(high)
    return float(np.abs(below - beneath).max())


@dataclass(frozen=True)
class Attack:
    """What the attack got, measured.

    interval      the interval found without being told; 0 if none
    read          share of steps whose exact value was read off one output, the interval unknown
    told          the same when the interval is known, as it is when the method is published
    sampled       advantage at a sampled step, between a value of 0 and the largest one
    ceiling       the most any attacker may have against epsilon-privacy: (e^ε − 1)/(e^ε + 1)
    successor     advantage at any step against the sound successor, same two values, same epsilon
    successor_read  share of steps read exactly off the successor's noisy values
    audited       the auditor's lower bound on epsilon for the mechanism as published
    """

    interval: int
    read: float
    told: float
    sampled: float
    ceiling: float
    successor: float
    successor_read: float
    audited: float


def attack(
    series: Reals, mechanism: SamplingKalman, grid: float, largest: float, words: RandomWords, samples: int = 20_000
) -> Attack:
    """Run every attack on one series."""
    rng = np.random.default_rng(int(words.words(1, 32)[0]))
    out = mechanism(series, rng).values[0]
    seen = read_off(out, grid)
    sound = DiscreteLaplace(int(np.ceil(largest / grid)) / _fraction(mechanism.epsilon))
    noise = [discrete_laplace(sound.scale, _DRAWS, words).astype(np.float64) * grid for _ in range(2)]
    published = series + discrete_laplace(sound.scale, len(series), words) * grid
    return Attack(
        seen.interval,
        seen.success(series, grid),
        float((out == series).mean()),
        _at_a_sampled_step(series, mechanism, largest, rng),
        float(np.tanh(mechanism.epsilon / 2)),
        best_advantage(noise[0], noise[1] + largest),
        float((np.abs(published - series) < grid / 2).mean()),
        audit_bound(samples),
    )


def _at_a_sampled_step(series: Reals, mechanism: SamplingKalman, largest: float, rng: np.random.Generator) -> float:
    """The target is the first sampled value; everything around it is as it is."""
    place = mechanism.interval - 1
    if place >= len(series):
        return float("nan")
    seen = []
    scale, spread = mechanism.scale(len(series)), mechanism.shock
    gain = spread / (spread + mechanism.measurement(len(series))) if place else 1.0
    for value in (0.0, largest):
        noisy = value + rng.laplace(0.0, scale, _DRAWS)
        prior = series[place - 1] if place else 0.0
        seen.append(prior + gain * (noisy - prior))
    return best_advantage(seen[0], seen[1])


def short_series(first: float, size: int, rng: np.random.Generator) -> Any:
    """The mechanism at epsilon 1 on twelve steps whose first is given: for the auditor."""
    series = np.array((first, *_SHORT[1:]))
    return SamplingKalman(6, 1.0, 4.0)(series, rng, size).values


def audit_bound(samples: int = 20_000) -> float:
    """The auditor's lower bound when one value changes by one, the sensitivity the document takes.

    The value that changes is not sampled, so whatever epsilon the mechanism was given does not enter.
    """
    return float(audit(short_series, 3.0, 4.0, 1.0, samples=samples, confidence="0.999999").epsilon)


def _fraction(epsilon: float) -> Fraction:
    return Fraction(str(epsilon))
