"""A noisy series smoothed: the noise's variance is known exactly, everything else is learned from the noisy series.

The model is structural: a level that wanders, a slope that wanders, a season that wanders, each with a variance of
its own found by maximum likelihood. Whatever is returned is a function of noisy numbers only and costs nothing.
Bands are *model-based*: they hold as far as the series wanders as the model says, and are too narrow where it bends
most. The noisy value itself is unbiased and belongs beside the smoothed one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.accounting.special import minimize, minimize_scalar
from epsilog.core.number import whole
from epsilog.errors import SpecError

Reals = NDArray[np.float64]
_LEAST: Final = -10.0  # log10 of a variance ratio that is as good as none
_MOST: Final = 6.0
_VAGUE: Final = 1e7  # variance of a state nobody has seen yet, in units of the series' own spread


@dataclass(frozen=True)
class Structure:
    """What the series is made of: always a level; a slope if `trend`; a season of so many steps if `season` > 1.

    >>> Structure(trend=True, season=7).states
    8
    """

    trend: bool = False
    season: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "season", whole(self.season, "season", at_most=400))
        if self.season == 1:
            raise SpecError("a season has at least two steps", where="season", hint="0 for none")

    @property
    def states(self) -> int:
        """How many numbers describe the series at one step."""
        return 1 + self.trend + max(0, self.season - 1)

    @property
    def wanderers(self) -> tuple[int, ...]:
        """Which of them are moved by chance, one variance each."""
        season = (1 + self.trend,) if self.season else ()
        return (0, *((1,) if self.trend else ()), *season)

    def transition(self) -> Reals:
        """Level plus slope; the season's sum over one period is nought but for its shock."""
        matrix = np.zeros((self.states, self.states))
        matrix[0, 0] = 1
        if self.trend:
            matrix[0, 1] = matrix[1, 1] = 1
        if self.season:
            first = 1 + self.trend
            matrix[first, first:] = -1
            for state in range(first + 1, self.states):
                matrix[state, state - 1] = 1
        return matrix

    def seen(self) -> Reals:
        """What a value shows: level plus season."""
        weights = np.zeros(self.states)
        weights[0] = 1
        if self.season:
            weights[1 + self.trend] = 1
        return weights


@dataclass(frozen=True, eq=False)
class Smoothed:
    """The smoothed series, the model-based standard deviation of each value, and what was learned.

    shocks         variance of each wanderer per step, in the data's squared units
    given          how many first values were taken as given by the likelihood
    log_likelihood of the other noisy values under the model
    """

    values: Reals
    deviation: Reals
    structure: Structure
    shocks: tuple[float, ...]
    given: int
    log_likelihood: float

    @property
    def score(self) -> float:
        """Log-likelihood less one for every variance learned: larger is better, at equal `given`."""
        return self.log_likelihood - len(self.shocks)


def smooth(noisy: Reals, variance: Reals | float, structure: Structure, given: int | None = None) -> Smoothed:
    """The whole series smoothed backwards and forwards, variances by maximum likelihood on the noisy values.

    >>> rng = np.random.default_rng(1)
    >>> truth = 100 + np.cumsum(rng.normal(0, 1, 300))
    >>> found = smooth(truth + rng.normal(0, 20, 300), 400.0, Structure())
    >>> bool(np.abs(found.values - truth).mean() < 6 and found.deviation.max() < 12)
    True
    """
    values, noise = _read(noisy, variance)
    typical = float(np.median(noise))
    first = structure.states if given is None else whole(given, "given", at_least=structure.states)

    def loss(logs: Sequence[float]) -> float:
        if min(logs) < _LEAST or max(logs) > _MOST:
            return math.inf
        shocks = tuple(typical * 10.0**log for log in logs)
        return -_forward(values, noise, structure, shocks, first, keep=False)[0]

    best = _search(loss, len(structure.wanderers))
    shocks = tuple(0.0 if log <= _LEAST + 0.5 else typical * 10.0**log for log in best)
    return smooth_given(values, noise, structure, shocks, first)


def smooth_best(noisy: Reals, variance: Reals | float, seasons: Sequence[int] = ()) -> Smoothed:
    """The best of several structures by `Smoothed.score`: level, level and slope, and each with each season."""
    structures = [
        Structure(trend, season)
        for season in (0, *seasons)
        for trend in (False, True)
        if len(noisy) > 2 * (2 + season)
    ]
    if not structures:
        raise SpecError("a longer series is needed", where="noisy", hint="at least five steps")
    # All are judged on the same values: those after the longest beginning.
    given = max(structure.states for structure in structures)
    return max((smooth(noisy, variance, structure, given) for structure in structures), key=lambda one: one.score)


def smooth_given(
    noisy: Reals, variance: Reals | float, structure: Structure, shocks: Sequence[float], given: int | None = None
) -> Smoothed:
    """The same with the variances given: Kalman filter forwards, Rauch–Tung–Striebel backwards."""
    values, noise = _read(noisy, variance)
    if len(shocks) != len(structure.wanderers) or not all(math.isfinite(q) and q >= 0 for q in shocks):
        raise SpecError("one variance from 0 for each wanderer", where="shocks")
    first = structure.states if given is None else whole(given, "given", at_least=structure.states)
    fit, before, after, spread_before, spread_after = _forward(
        values, noise, structure, tuple(shocks), first, keep=True
    )
    move, seen = structure.transition(), structure.seen()
    mean, spread = after[-1], spread_after[-1]
    out, deviation = np.empty(len(values)), np.empty(len(values))
    for t in range(len(values) - 1, -1, -1):
        if t < len(values) - 1:
            back = np.linalg.solve(spread_before[t + 1], move @ spread_after[t]).T
            mean = after[t] + back @ (mean - before[t + 1])
            spread = spread_after[t] + back @ (spread - spread_before[t + 1]) @ back.T
        out[t] = seen @ mean
        deviation[t] = math.sqrt(max(0.0, float(seen @ spread @ seen)))
    return Smoothed(out, deviation, structure, tuple(float(q) for q in shocks), first, fit)


def _forward(
    values: Reals, noise: Reals, structure: Structure, shocks: tuple[float, ...], given: int, *, keep: bool
) -> tuple[float, list[Reals], list[Reals], list[Reals], list[Reals]]:
    """Filter; log-likelihood of all but the first values, and what going back needs."""
    if structure.states == 1 and not keep:
        return _level_likelihood(values, noise, shocks[0], given), [], [], [], []
    move, seen, size = structure.transition(), structure.seen(), structure.states
    wander = np.zeros((size, size))
    for state, q in zip(structure.wanderers, shocks, strict=True):
        wander[state, state] = q
    mean = np.zeros(size)
    mean[0] = values[0]
    vague = _VAGUE * (float(noise.max()) + float(np.var(values)))
    spread = np.eye(size) * vague
    fit, unit = 0.0, np.eye(size)
    kept: tuple[list[Reals], list[Reals], list[Reals], list[Reals]] = ([], [], [], [])
    for t, value in enumerate(values):
        if t:
            mean = move @ mean
            spread = move @ spread @ move.T + wander
        prior, prior_spread = mean, spread
        toward = spread @ seen
        surprise = float(value - seen @ mean)
        total = float(seen @ toward) + float(noise[t])
        gain = toward / total
        mean = mean + gain * surprise
        # The symmetric form (I - g s')P(I - g s')' + g R g' stays positive where the short one loses digits.
        keeping = unit - np.outer(gain, seen)
        spread = keeping @ spread @ keeping.T + np.outer(gain, gain) * noise[t]
        if t >= given:
            fit -= 0.5 * (math.log(2 * math.pi * total) + surprise * surprise / total)
        if keep:
            for place, item in zip(kept, (prior, mean, prior_spread, spread), strict=True):
                place.append(item)
    return fit, *kept


def _level_likelihood(values: Reals, noise: Reals, shock: float, given_first: int) -> float:
    """One wandering level, in plain numbers: the same likelihood, fifty times quicker."""
    rest, given = values.tolist(), noise.tolist()
    spread = _VAGUE * (max(given) + float(np.var(values)))
    mean, fit = rest[0], 0.0
    for t, value in enumerate(rest):
        if t:
            spread += shock
        total = spread + given[t]
        surprise = value - mean
        if t >= given_first:
            fit -= 0.5 * (math.log(2 * math.pi * total) + surprise * surprise / total)
        share = spread / total
        mean += share * surprise
        spread *= 1 - share
    return fit


def _search(loss: object, count: int) -> list[float]:
    """The least loss over logarithms of variance ratios: a grid first, so that no start is a matter of luck."""
    assert callable(loss)
    grid = np.arange(-7.0, 3.1, 1.0)
    if count == 1:
        start = min(grid, key=lambda log: loss([log]))
        found = minimize_scalar(lambda log: loss([log]), bounds=(start - 1, start + 1), method="bounded")
        flat = loss([_LEAST])
        return [_LEAST] if flat <= found.fun else [float(found.x)]
    first = [float(min(grid, key=lambda log: loss([log] + [_LEAST + 1] * (count - 1))))] + [_LEAST + 1] * (
        count - 1
    )
    for at in range(1, count):
        options = [[*first[:at], log, *first[at + 1 :]] for log in (*np.arange(-8.0, 1.1, 1.5), _LEAST + 1)]
        first = [float(log) for log in min(options, key=loss)]
    result = minimize(
        loss, first, method="Nelder-Mead", options={"xatol": 0.05, "fatol": 0.01, "maxiter": 25 * count}
    )
    return [float(log) for log in (result.x if result.fun <= loss(first) else first)]


def _read(noisy: Reals, variance: Reals | float) -> tuple[Reals, Reals]:
    values = np.asarray(noisy, dtype=np.float64)
    if values.ndim != 1 or len(values) < 2 or not np.isfinite(values).all():
        raise SpecError("a noisy series is two or more finite numbers", where="noisy")
    noise = np.broadcast_to(np.asarray(variance, dtype=np.float64), values.shape)
    if not (np.isfinite(noise).all() and (noise > 0).all()):
        raise SpecError("the noise's variance is known and above 0", where="variance")
    return values, noise
