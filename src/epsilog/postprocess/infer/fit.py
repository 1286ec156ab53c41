"""Goodness of fit: whether a noisy histogram comes from stated shares."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from epsilog.core.law import Law
from epsilog.core.number import whole
from epsilog.errors import SpecError
from epsilog.postprocess.infer.association import Finding
from epsilog.postprocess.infer.estimate import Floats, Integers, counted, known, measured
from epsilog.postprocess.infer.replay import SIMULATIONS, fresh, p_value, portions, replay
from epsilog.postprocess.infer.total import PublicTotal


def goodness_of_fit(
    histogram: ArrayLike,
    shares: ArrayLike,
    law: Law,
    total: PublicTotal | None = None,
    *,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
) -> Finding:
    """Whether noisy counts, one row of cells or several rows, fit shares that were stated beforehand.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = goodness_of_fit([30, 30, 40], [1, 1, 1], DiscreteLaplace(1))
    >>> bool(found.p_value[0] > 0.2)
    True

    Σ(z - N·share)²/(N·share + noise variance), with the noisy total for N or the public one; its law under the null
    is simulated with fresh noise. Shares are scaled to add up to 1.
    """
    known(law)
    draws = whole(simulations, "simulations", at_least=199, at_most=10**6)
    found = np.asarray(histogram)
    rows: NDArray[Any] = np.atleast_2d(found)
    if rows.ndim != 2 or rows.shape[1] < 2 or not len(rows):
        raise SpecError("a histogram has two cells or more", where="histogram")
    cells = counted(rows.ravel(), "histogram").reshape(rows.shape)
    weight = measured(shares, "shares", above=0)
    if len(weight) != rows.shape[1]:
        raise SpecError("one share per cell", where="shares")
    share = weight / weight.sum()
    if total is None:
        people = np.maximum(cells.sum(axis=1), 1)
    else:
        people = np.broadcast_to(total.n, (len(cells),))
    rng = replay("goodness of fit", cells, share, law, draws, people, seed=seed)
    observed = fit_statistic(cells, share, law.variance, None if total is None else people)
    found_p = np.empty(len(cells))
    for some in portions(len(cells), draws * len(share)):
        drawn = rng.multinomial(people[some], share, (draws, len(cells[some])))
        noisy = drawn + fresh(law, drawn.shape, rng)
        simulated = fit_statistic(noisy, share, law.variance, None if total is None else people[some])
        found_p[some] = p_value(observed[some], simulated)
    return Finding(observed, found_p, draws)


def fit_statistic(cells: Integers, share: Floats, variance: float, people: Integers | None = None) -> Floats:
    """Pearson's statistic with the noise's variance in its denominators."""
    whole_ = np.maximum(cells.sum(axis=-1), 1) if people is None else people
    expected = whole_[..., None] * share
    below = expected + variance
    return np.asarray(((cells - expected) ** 2 / np.where(below > 0, below, 1.0)).sum(axis=-1))
