"""Age-standardised rates: each stratum's noisy events over its public population, weighed by a standard one."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law
from epsilog.core.number import Number
from epsilog.errors import SpecError
from epsilog.postprocess.infer.contrast import lift_cells
from epsilog.postprocess.infer.estimate import (
    Estimates,
    Floats,
    Integers,
    finite_numbers,
    known_law,
    sure,
    together,
    whole_numbers,
)
from epsilog.postprocess.infer.replay import SIMULATIONS, fresh, percentiles, replay, times
from epsilog.postprocess.ranges import margin_of


def standardised_rate(
    noisy: ArrayLike,
    population: ArrayLike,
    standard: ArrayLike,
    law: Law,
    confidence: Number = "0.95",
    *,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
) -> Estimates:
    """The rate a standard population would have, from one row of strata or several rows (areas) of them.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = standardised_rate([5, 20, 60], [9000, 7000, 3000], [50, 30, 20], DiscreteLaplace(1))
    >>> (1000 * found.value).round(3), (1000 * found.low).round(1), (1000 * found.high).round(1)
    (array([5.135]), array([4.]), array([6.3]))

    Σ w·z/population with weights w that add up to 1 has no bias, whatever the noise. Model: Poisson numbers of
    events, and the noise of `law` in every stratum. The interval adds to the estimate the percentiles of its
    simulated error, with events simulated at the noisy counts lifted to 0, and is cut at 0.
    """
    law, confident, draws = known_law(law), sure(confidence), times(simulations)
    z = _rows(noisy)
    people, weight = finite_numbers(population, "population", above=0), finite_numbers(standard, "standard")
    together(z[0], people, weight, fields="strata, population and standard")
    share = _shares(weight) / people
    rng = replay("standardised", z, people, weight, law, confident, draws, seed=seed)
    low, high = np.empty(len(z)), np.empty(len(z))
    for row, counts in enumerate(np.maximum(z, 0)):
        events = rng.poisson(counts, (draws, len(counts)))
        error = (events - counts + fresh(law, events.shape, rng)) @ share
        low[row], high[row] = percentiles(error, confident)
    value = z @ share
    return Estimates(
        np.maximum(value, 0.0),
        np.maximum(value + low, 0.0),
        np.maximum(value + high, 0.0),
        np.asarray(value + high <= 0, dtype=np.bool_),
        confident,
    )


def standardised_risk(
    events: ArrayLike,
    others: ArrayLike,
    standard: ArrayLike,
    law: Law,
    confidence: Number = "0.95",
    *,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
) -> Estimates:
    """The risk a standard population would have, where the people in each stratum are counted with noise as well.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = standardised_risk([5, 20, 60], [895, 680, 240], [50, 30, 20], DiscreteLaplace(1))
    >>> found.value.round(4), found.low.round(3), found.high.round(3)
    (array([0.052]), array([0.04]), array([0.064]))

    Σ w·A/(A + B) over the strata, cells lifted to 0 and given half a person as in `contrast`. Model: each of a
    stratum's people has the event with the stratum's own risk. Simulated strata with the estimated sizes and risks,
    and with fresh noise, say where the same estimator falls. Lifting pushes small cells up, in the data and once
    more in what is simulated, so the interval holds the middle of the simulations and its mirror image at the
    estimate. A stratum in which noise alone could have counted everybody has any risk between 0 and 1.
    """
    law, confident, draws = known_law(law), sure(confidence), times(simulations)
    a, b = _rows(events), _rows(others)
    weight = finite_numbers(standard, "standard")
    if a.shape != b.shape or a.shape[1] != len(weight):
        raise SpecError("events, others and standard name the same strata", where="standard")
    share = _shares(weight)
    rng = replay("standardised risk", a, b, weight, law, confident, draws, seed=seed)
    value, ends = _risk(a, b) @ share, np.empty((2, len(a)))
    nobody = 2 * margin_of(law, 1 - (1 - confident) / 2)
    for row in range(len(a)):
        people = np.maximum(a[row] + b[row], 1)
        peopled = a[row] + b[row] > nobody
        having = rng.binomial(people, _risk(a[row], b[row]), (draws, len(people)))
        noise = fresh(law, (2, *having.shape), rng)
        drawn = _risk(having + noise[0], people - having + noise[1])[:, peopled] @ share[peopled]
        low, high = percentiles(drawn, confident)
        middle = _risk(a[row], b[row])[peopled] @ share[peopled]
        ends[0, row] = min(low, 2 * middle - high)
        ends[1, row] = max(high, 2 * middle - low) + share[~peopled].sum()
    low, high = np.clip(np.minimum(ends[0], value), 0, 1), np.clip(np.maximum(ends[1], value), 0, 1)
    return Estimates(value, low, high, np.zeros(len(a), dtype=np.bool_), confident)


def _risk(events: Integers, others: Integers) -> Floats:
    a, b = lift_cells(events), lift_cells(others)
    return np.asarray(a / (a + b), dtype=np.float64)


def _shares(weight: Floats) -> Floats:
    if weight.min() < 0 or weight.sum() <= 0:
        raise SpecError("weights are not negative and not all 0", where="standard")
    return np.asarray(weight / weight.sum())


def _rows(noisy: ArrayLike) -> Integers:
    found = np.asarray(noisy)
    if found.ndim > 2 or not found.size:
        raise SpecError("events are a row of strata, or rows of them", where="noisy")
    table = np.atleast_2d(found)
    return whole_numbers(table.ravel(), "noisy").reshape(table.shape)
