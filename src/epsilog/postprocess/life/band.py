"""A band that holds the whole survival curve at once, by simulating releases like the one at hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from epsilog.core.exit import Withdrawn
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
    published_hazard,
    survival,
)
from epsilog.postprocess.life.exits import Exits, Tidy, tidy_exits
from epsilog.postprocess.life.inside import Reading, readings, shares_of, survival_within

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
    drawn = simulate_tables(tidy, exits, draws, rng)
    miss = float(1 - points.confidence)
    z = stray_quantile(farthest(points.value, tidy, drawn, exits.law.variance, miss), float(points.confidence))
    low, high = log_log(points.value, tidy, exits.law.variance, z, miss, published_hazard(exits))
    return replace(points, low=np.minimum(low, points.low), high=np.maximum(high, points.high))


def stray_quantile(strays: Floats, confidence: float) -> float:
    """Of farthest strays of simulations the quantile, one step up, so that chance does not shorten the band."""
    draws = len(strays)
    return float(np.sort(strays)[min(draws - 1, int(np.ceil(confidence * (draws + 1))) - 1)])


def simulate_tables(tidy: Tidy, exits: Exits, draws: int, rng: np.random.Generator) -> Tidy:
    """Tidy tables of simulated releases of as many people."""
    cells = np.concatenate([tidy.events.ravel(), tidy.censored, [float(tidy.followed)]]) + 1e-9
    people = max(1, round(float(tidy.people)))
    exact: Integers = rng.multinomial(people, cells / cells.sum(), draws)
    noisy = exact + fresh(exits.law, exact.shape, rng)
    return tidy_exits(noisy[:, :-1].reshape(draws, *exits.cells.shape), noisy[:, -1])


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


def band_within(
    exits: Exits,
    withdrawn: Withdrawn = "unknown",
    confidence: Number = "0.95",
    *,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
) -> Curve:
    """A band that holds the whole curve whatever happened in which order inside its bins.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30], [25, 14, 12], [9, 11, 13], 116, DiscreteLaplace(1))
    >>> band, points = band_within(exits), survival_within(exits)
    >>> bool((band.low < points.low).all() and (band.high > points.high).all())
    True

    As `simultaneous`, with both ends: a simulated release says how many of its own deviations its lower limits need
    to hold the lowest curve everywhere, and its upper limits the highest. That is asked of limits which take those
    at risk as told, and the lower limits then reach further (`Reading.unsure`): more than is asked for.
    """
    points = survival_within(exits, withdrawn, confidence)
    draws = whole(simulations, "simulations", at_least=199, at_most=10**5)
    published = (exits.cells, exits.followed, exits.times, exits.law, points.confidence, draws)
    rng = replay("band", *published, seed=seed)
    drawn, miss = simulate_tables(exits.tidy, exits, draws, rng), float(1 - points.confidence)
    upper, lower, _ = readings(exits, withdrawn)
    above, below, _ = (
        Reading(drawn, share, exits.law.variance, drawn.deaths, drawn.censored, exits.firm)
        for share in shares_of(withdrawn, drawn)
    )
    strays = np.maximum(
        needed_deviations(upper, above, "above", miss), needed_deviations(lower, below, "below", miss)
    )
    z = stray_quantile(strays, float(points.confidence))
    low, high = lower.limits(z, miss)[0], upper.limits(z, miss)[1]
    return replace(points, low=np.minimum(low, points.low), high=np.maximum(high, points.high))


def falling(band: Curve, exits: Exits, withdrawn: Withdrawn = "unknown") -> Curve:
    """A band of the whole curve whose ends fall with time: no lower limit below a later one, no upper above an
    earlier one.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> exits = Exits([10, 20, 30, 40], [60, 0, 0, 0], [30, 30, 30, 0], 50, DiscreteLaplace(4))
    >>> band = band_within(exits)
    >>> told = falling(band, exits)
    >>> bool((np.diff(band.high) > 0).any()), bool((np.diff(told.high) > 0).any())
    (True, False)

    A survival curve S never rises. If low ≤ S ≤ high at all times that the band speaks of, then at each of them
    S(t) ≤ S(s) ≤ high(s) for every earlier s and S(t) ≥ S(s) ≥ low(s) for every later one: there the narrower band
    holds S exactly when the wider one does. Times it does not speak of narrow no other time. Ranges at single times
    must not be narrowed like this: each of them misses now and then, and the smallest of many upper ends misses
    whenever one of them does.
    """
    upper, lower, _ = readings(exits, withdrawn)
    above = np.minimum.accumulate(np.where(_speaks(upper), band.high, np.inf))
    below = np.maximum.accumulate(np.where(_speaks(lower), band.low, -np.inf)[::-1])[::-1]
    low, high = np.maximum(band.low, below), np.minimum(band.high, above)
    return replace(band, low=np.minimum(low, band.value), high=np.maximum(high, band.value))  # but for rounding


def _speaks(one: Reading) -> NDArray[np.bool_]:
    """The times that a band speaks of, as `needed_deviations` counts them."""
    risk = one.tidy.at_risk
    return np.asarray((one.value > 0) & (risk >= min(ENOUGH, float(risk.max(initial=0.0)))))


def needed_deviations(one: Reading, drawn: Reading, side: str, miss: float) -> Floats:
    """For each simulation, how many deviations its limits of S on one side need to hold a curve where it counts."""
    star, risk = drawn.value, one.tidy.at_risk
    usable = (one.value > 0) & (risk >= min(ENOUGH, float(risk.max(initial=0.0)))) & (star > 0)
    hazard, found = (-np.log(np.where(usable, share, 1.0)) for share in (one.value, star))
    sampling, noisy = drawn.deviations()
    least, most = np.zeros(star.shape), np.full(star.shape, _FARTHEST)
    for _ in range(_HALVINGS):
        z = (least + most) / 2
        low, high = hazard_limits(found, sampling, noisy, drawn.risk, z, miss)
        held = low <= hazard if side == "above" else hazard <= high  # a low hazard is a high curve
        least, most = np.where(held, least, z), np.where(held, z, most)
    return np.asarray(np.where(usable, most, 0.0).max(axis=-1))
