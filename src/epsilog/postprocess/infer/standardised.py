"""Age-standardised rates: each stratum's noisy events over its public population, weighed by a standard one."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law
from epsilog.core.number import Number, whole
from epsilog.errors import SpecError
from epsilog.postprocess.infer.estimate import Estimates, Integers, counted, known, measured, sure, together
from epsilog.postprocess.infer.replay import SIMULATIONS, fresh, replay


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
    known(law)
    confident = sure(confidence)
    draws = whole(simulations, "simulations", at_least=199, at_most=10**6)
    z = _rows(noisy)
    people, weight = measured(population, "population", above=0), measured(standard, "standard")
    together(z[0], people, weight, fields="strata, population and standard")
    if weight.min() < 0 or weight.sum() <= 0:
        raise SpecError("weights are not negative and not all 0", where="standard")
    share = weight / weight.sum() / people
    rng = replay("standardised", z, people, weight, law, confident, draws, seed=seed)
    low, high = np.empty(len(z)), np.empty(len(z))
    half = float(1 - confident) / 2
    for row, counts in enumerate(np.maximum(z, 0)):
        events = rng.poisson(counts, (draws, len(counts)))
        error = (events - counts + fresh(law, events.shape, rng)) @ share
        low[row], high[row] = np.quantile(error, [half, 1 - half])
    value = z @ share
    return Estimates(
        np.maximum(value, 0.0),
        np.maximum(value + low, 0.0),
        np.maximum(value + high, 0.0),
        np.asarray(value + high <= 0, dtype=np.bool_),
        confident,
    )


def _rows(noisy: ArrayLike) -> Integers:
    found = np.asarray(noisy)
    if found.ndim > 2 or not found.size:
        raise SpecError("events are a row of strata, or rows of them", where="noisy")
    table = np.atleast_2d(found)
    return counted(table.ravel(), "noisy").reshape(table.shape)
