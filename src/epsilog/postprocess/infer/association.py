"""Tests on noisy tables: independence and two proportions, p-values from simulated tables with fresh noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from epsilog.core.law import Law
from epsilog.errors import SpecError
from epsilog.postprocess.infer.contrast import Group
from epsilog.postprocess.infer.estimate import (
    Floats,
    Integers,
    PublicTotal,
    finite_numbers,
    known_law,
    together,
    whole_numbers,
)
from epsilog.postprocess.infer.replay import SIMULATIONS, fresh, p_value, portions, replay, times


@dataclass(frozen=True, eq=False)
class Finding:
    """Statistics of one or many tables and how often chance and noise alone reach them."""

    statistic: Floats
    p_value: Floats
    simulations: int


def independence(
    table: ArrayLike,
    law: Law,
    total: PublicTotal | None = None,
    *,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
) -> Finding:
    """Whether rows and columns of a noisy table, or of each of a stack of tables, are independent.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = independence([[60, 140], [30, 170]], DiscreteLaplace(1))
    >>> bool(found.p_value[0] < 0.01)
    True

    The classical null law does not hold under noise: with 200 people and ε = 0.2 a nominal 5 % rejects 23 % of true
    nulls. Here the null is fitted to the noisy table (lifted to 0, half a person each), tables of as many people
    are drawn from it, noised afresh and given the same statistic Σ(z - e)²/(e + noise variance).
    """
    cells, law, draws = _stack(table), known_law(law), times(simulations)
    rows, columns = cells.shape[1:]
    people = people_in(cells.reshape(len(cells), -1), total)
    rng = replay("independence", cells, law, draws, people, seed=seed)
    lifted = np.maximum(cells, 0) + 0.5
    null = lifted.sum(axis=2, keepdims=True) * lifted.sum(axis=1, keepdims=True)
    null = (null / null.sum(axis=(1, 2), keepdims=True)).reshape(len(cells), -1)
    observed = association_statistic(cells, law.variance)
    found = np.empty(len(cells))
    for some in portions(len(cells), draws * rows * columns):
        shape = (draws, len(cells[some]), rows, columns)
        drawn = rng.multinomial(people[some], null[some], shape[:2]).reshape(shape) + fresh(law, shape, rng)
        found[some] = p_value(observed[some], association_statistic(drawn, law.variance))
    return Finding(observed, found, draws)


def association_statistic(cells: Integers, variance: float) -> Floats:
    """Σ(z - e)²/(e + variance) over the last two axes, with e from the margins of the table lifted to 0.

    Without noise it is Pearson's; the variance keeps cells that are mostly noise from deciding.
    """
    z = np.maximum(cells, 0).astype(np.float64)
    whole_ = np.maximum(z.sum(axis=(-2, -1), keepdims=True), 1e-300)
    expected = z.sum(axis=-1, keepdims=True) * z.sum(axis=-2, keepdims=True) / whole_
    below = expected + variance
    return np.asarray(((z - expected) ** 2 / np.where(below > 0, below, 1.0)).sum(axis=(-2, -1)))


def two_proportions(
    group: Group,
    against: Group,
    law: Law,
    *,
    simulations: int = SIMULATIONS,
    seed: int | None = None,
) -> Finding:
    """Whether two groups that share nobody have the same risk.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = two_proportions(Group(60, 140), Group(30, 170), DiscreteLaplace(1))
    >>> bool(found.p_value[0] < 0.01)
    True

    The groups keep their (noisy) sizes in every simulation and share the pooled risk; the statistic is the squared
    difference over its variance, sampling and noise.
    """
    law, draws = known_law(law), times(simulations)
    together(group.events, against.events, fields="the two groups")
    cells = np.stack([group.events, group.others, against.events, against.others])
    rng = replay("two proportions", cells, law, draws, seed=seed)
    lifted = np.maximum(cells, 0) + 0.5
    pooled = (lifted[0] + lifted[2]) / lifted.sum(axis=0)
    observed = _difference(cells, law.variance)
    found = np.empty(len(observed))
    for some in portions(len(observed), 4 * draws):
        drawn = []
        for pair in (cells[:2, some], cells[2:, some]):
            people = np.maximum(pair.sum(axis=0), 1)
            having = rng.binomial(people, pooled[some], (draws, len(people)))
            drawn += [having, people - having]
        noisy = np.stack(drawn) + fresh(law, (4, *drawn[0].shape), rng)
        found[some] = p_value(observed[some], _difference(noisy, law.variance))
    return Finding(observed, found, draws)


def _difference(cells: Integers, variance: float) -> Floats:
    a, b, c, d = np.maximum(cells, 0).astype(np.float64)
    one, other = np.maximum(a + b, 1.0), np.maximum(c + d, 1.0)
    p = (a + c) / (one + other)
    noise = variance * (p**2 + (1 - p) ** 2) * (1 / one**2 + 1 / other**2)
    spread = p * (1 - p) * (1 / one + 1 / other) + noise
    return np.asarray((a / one - c / other) ** 2 / np.where(spread > 0, spread, 1.0))


def people_in(cells: Integers, total: PublicTotal | None) -> Integers:
    """How many people each table has: as many as are public, or as its noisy cells say."""
    if total is None:
        return np.asarray(np.maximum(cells.sum(axis=1), 1))
    if len(total.n) not in (1, len(cells)):
        raise SpecError("one public total, or one per table", where="public.n")
    return np.broadcast_to(total.n, (len(cells),))


def _stack(table: ArrayLike) -> Integers:
    found = np.asarray(table)
    if found.ndim not in (2, 3) or min(found.shape[-2:], default=0) < 2 or not found.size:
        raise SpecError("a table has two rows and two columns or more", where="table")
    stack = found[None] if found.ndim == 2 else found
    return whole_numbers(stack.ravel(), "table").reshape(stack.shape)


# Goodness of fit: whether a noisy histogram comes from stated shares.


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
    law, draws = known_law(law), times(simulations)
    rows: NDArray[Any] = np.atleast_2d(np.asarray(histogram))
    if rows.ndim != 2 or rows.shape[1] < 2 or not len(rows):
        raise SpecError("a histogram has two cells or more", where="histogram")
    cells = whole_numbers(rows.ravel(), "histogram").reshape(rows.shape)
    weight = finite_numbers(shares, "shares", above=0)
    if len(weight) != rows.shape[1]:
        raise SpecError("one share per cell", where="shares")
    share = weight / weight.sum()
    people = people_in(cells, total)
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


# Several tests on one release: Holm's correction, which costs no budget.


def holm(p_values: ArrayLike) -> Floats:
    """Adjusted p-values: reject those at most 0.05, and any false rejection among them has a chance of at most
    0.05.

    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])

    All tests on one noisy table are functions of it, so asking more questions of it is free of budget, not of
    chance.
    """
    found = finite_numbers(p_values, "p_values")
    if found.size and (found.min() < 0 or found.max() > 1):
        raise SpecError("p-values lie between 0 and 1", where="p_values")
    order = np.argsort(found, kind="stable")
    raised = found[order] * np.arange(len(found), 0, -1)
    adjusted = np.empty_like(found)
    adjusted[order] = np.minimum(np.maximum.accumulate(raised), 1.0)
    return adjusted
