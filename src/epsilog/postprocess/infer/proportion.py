"""Proportions of a population from a noisy count: exact, Wilson and credible intervals."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from epsilog.core.law import Law
from epsilog.core.number import Number
from epsilog.core.special import ndtri
from epsilog.errors import SpecError
from epsilog.postprocess.infer import exact
from epsilog.postprocess.infer.estimate import Estimates, Floats, Integers, Truths, counted, known, sure, together
from epsilog.postprocess.infer.mixture import Binomial
from epsilog.postprocess.infer.posterior import credible
from epsilog.postprocess.infer.total import PublicTotal

Method = Literal["exact", "wilson", "credible"]


def proportion(
    noisy: ArrayLike, total: PublicTotal, law: Law, confidence: Number = "0.95", method: Method = "exact"
) -> Estimates:
    """Where the population's proportions lie, from noisy counts out of exact public totals.

    >>> from epsilog.core.law import DiscreteLaplace
    >>> found = proportion([10, -3], PublicTotal([100, 100], "replace"), DiscreteLaplace(1))
    >>> found.low.round(6), found.high.round(6)
    (array([0.043809, 0.      ]), array([0.182234, 0.005931]))

    Model: each of n people independently has the property with probability p, and the count carries noise of `law`.

    exact      inverts Binomial ⊗ noise: covers at least as often as stated for every p and n (`exact.limits`).
    wilson     a quadratic: 0.94 to 0.95 on average over p where 0.95 is stated, down to 0.90 for some p.
    credible   equal tails of the posterior under Jeffreys' prior, a mixture of Beta laws worked out exactly; opened
               to 0 or 1 where noise alone explains the count.

    A cell of nobody (n = 0) says nothing: the whole of [0, 1], and no value.
    """
    z, law, confident = counted(noisy, "noisy"), known(law), sure(confidence)
    n = np.broadcast_to(total.n, z.shape) if len(total.n) == 1 else total.n
    together(z, n, fields="noisy and public.n")
    if method == "exact":
        low, high, bound = exact.limits(Binomial(n), z, law, np.ones(len(z)), confident)
    elif method == "wilson":
        low, high, bound = _wilson(z, n, law.variance, float(confident))
    elif method == "credible":
        low, high = credible(z, n, law, float(confident))
        bound = np.zeros(len(z), dtype=np.bool_)
    else:
        raise SpecError(f"unknown method {method!r}", where="method", hint="exact, wilson or credible")
    nobody = n == 0
    value = np.where(nobody, np.nan, np.clip(z / np.maximum(n, 1), 0.0, 1.0))
    low, high = np.where(nobody, 0.0, low), np.where(nobody, 1.0, high)
    return Estimates(value, low, high, bound & ~nobody, confident)


def _wilson(z: Integers, n: Integers, variance: float, confidence: float) -> tuple[Floats, Floats, Truths]:
    """The p with (z/n - p)² <= k (p(1-p)/n + variance/n²)."""
    people = np.maximum(n, 1).astype(np.float64)
    k = float(ndtri((1 + confidence) / 2)) ** 2
    near = z / people
    lead = 1 + k / people
    half = near + k / (2 * people)
    inside = half**2 - lead * (near**2 - k * variance / people**2)
    root = np.sqrt(np.maximum(inside, 0.0))
    low, high = (half - root) / lead, (half + root) / lead
    bound = (inside < 0) | (high < 0) | (low > 1)
    end = np.where(near > 0.5, 1.0, 0.0)
    low, high = np.where(bound, end, np.clip(low, 0, 1)), np.where(bound, end, np.clip(high, 0, 1))
    return low, high, bound
