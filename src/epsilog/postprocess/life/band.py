"""A band that holds the whole survival curve at once, by simulating releases like the one at hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from epsilog.core.number import Number, whole
from epsilog.postprocess.infer.estimate import Floats, Integers
from epsilog.postprocess.infer.replay import fresh, replay
from epsilog.postprocess.life.curve import (
    ENOUGH,
    Curve,
    hazard_limits,
    kaplan_meier,
    log_log,
    log_variances,
    survival,
    told_hazard,
)
from epsilog.postprocess.life.exits import Exits, Tidy, tidied

SIMULATIONS = 999
_FARTHEST = 16.0  # deviations: nothing that is simulated strays further
_HALVINGS = 11  # to a hundredth of a deviation, rounded up


def simultaneous(
    exits: Exits, confidence: Number = "0.95", *, simulations: int = SIMULATIONS, seed: int | None = None
) -> Curve:
    """Kaplan–Meier with a band around all of it: the true curve leaves it nowhere, as often as stated.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [25, 14, 12], [0, 1, 3], 145, DiscreteLaplace(1))
    >>> band, points = simultaneous(exits), kaplan_meier(exits)
    >>> bool((band.low < points.low).all() and (band.high > points.high).all())
    True

    Equal precision: each simulated release (as many people, falling into cells with the shares of the tidy table,
    fresh noise, the same tidying) says how many of its own deviations its limits need to hold the curve everywhere;
    the quantile of that replaces the normal one. It speaks of the times at which at least ten are at risk and the
    curve is not 0; elsewhere the pointwise interval is widened as much.
    """
    points = kaplan_meier(exits, confidence)
    draws = whole(simulations, "simulations", at_least=199, at_most=10**5)
    tidy = exits.tidy
    rng = replay("band", exits.cells, exits.followed, exits.times, exits.law, points.confidence, draws, seed=seed)
    drawn = simulated(tidy, exits, draws, rng)
    # Farthest strays of simulations: the quantile, one step up, so that chance does not shorten the band.
    miss = float(1 - points.confidence)
    strays = np.sort(farthest(points.value, tidy, drawn, exits.law.variance, miss))
    z = float(strays[min(draws - 1, int(np.ceil(float(points.confidence) * (draws + 1))) - 1)])
    low, high = log_log(points.value, tidy, exits.law.variance, z, miss, told_hazard(exits))
    return replace(points, low=np.minimum(low, points.low), high=np.maximum(high, points.high))


def simulated(tidy: Tidy, exits: Exits, draws: int, rng: np.random.Generator) -> Tidy:
    """Tidy tables of simulated releases of as many people."""
    cells = np.concatenate([tidy.events.ravel(), tidy.censored, [float(tidy.followed)]]) + 1e-9
    people = max(1, round(float(tidy.people)))
    exact: Integers = rng.multinomial(people, cells / cells.sum(), draws)
    noisy = exact + fresh(exits.law, exact.shape, rng)
    return tidied(noisy[:, :-1].reshape(draws, *exits.cells.shape), noisy[:, -1])


def farthest(value: Floats, tidy: Tidy, drawn: Tidy, noise: float, miss: float) -> Floats:
    """For each simulation, how many deviations its own limits need to hold the curve wherever it counts."""
    star, risk = survival(drawn), tidy.at_risk
    usable = (value > 0) & (risk >= min(ENOUGH, float(risk.max(initial=0.0)))) & (star > 0)
    hazard, found = (-np.log(np.where(usable, share, 1.0)) for share in (value, star))
    greenwood, noisy = log_variances(drawn, noise)
    sampling, noisy, left = np.sqrt(greenwood), np.sqrt(noisy), np.maximum(drawn.at_risk, 1.0)
    least, most = np.zeros(star.shape), np.full(star.shape, _FARTHEST)
    for _ in range(_HALVINGS):  # limits grow with z, and their ends were never further than this
        z = (least + most) / 2
        low, high = hazard_limits(found, sampling, noisy, left, z, miss)
        held = (low <= hazard) & (hazard <= high)
        least, most = np.where(held, least, z), np.where(held, z, most)
    return np.asarray(np.where(usable, most, 0.0).max(axis=-1))
