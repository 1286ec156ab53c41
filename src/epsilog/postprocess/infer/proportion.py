"""Proportions of a population from a noisy count: exact, Wilson and credible intervals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike

from epsilog.accounting.special import betainc, betaln, gammaln, ndtri
from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.core.number import Number
from epsilog.errors import SpecError
from epsilog.postprocess.infer import exact
from epsilog.postprocess.infer.estimate import (
    Estimates,
    Floats,
    Integers,
    PublicTotal,
    Truths,
    known_law,
    sure,
    together,
    whole_numbers,
)
from epsilog.postprocess.infer.exact import bracket
from epsilog.postprocess.infer.mixture import Binomial, furthest
from epsilog.postprocess.means import Tail

# The posterior of a proportion given its noisy count, under Jeffreys' prior.


_AT_ONCE: Final = 2**18
_LEFT_OUT: Final = 1e-12


def credible(z: Integers, n: Integers, law: Law, confidence: float) -> tuple[Floats, Floats]:
    """Equal tails of the posterior of each cell.

    The true count x has weight P(N = z - x) · BetaBinomial(x; n, ½, ½), and given x the proportion is
    Beta(x + ½, n - x + ½): the posterior is a mixture of Beta laws and no grid is needed. Counts further from the
    possible count nearest to z than noise ever reaches are left out.

    Equal tails never hold 0 or 1 themselves. Where noise alone explains z, with nobody having the property or with
    all of them, the interval is opened to that end: it then holds more of the posterior than stated, never less.
    """
    low, high = np.empty(len(z)), np.empty(len(z))
    reach = furthest(law, _LEFT_OUT)
    width = min(2 * reach, int(n.max(initial=0))) + 1
    for some in np.array_split(np.arange(len(z)), max(1, -(-len(z) * width // _AT_ONCE))):
        cdf = _mixture(z[some], n[some], law, reach)
        low[some] = _quantile(cdf, (1 - confidence) / 2, len(some))[0]
        high[some] = _quantile(cdf, (1 + confidence) / 2, len(some))[1]
    half, tail = (1 - confidence) / 2, Tail(law)
    low[tail((z - 1).astype(np.float64)) >= half] = 0.0
    high[tail((n - z - 1).astype(np.float64)) >= half] = 1.0
    return low, high


def _quantile(cdf: Callable[[Floats, Integers], Floats], share: float, cells: int) -> tuple[Floats, Floats]:
    def rising(p: Floats, which: Integers) -> Floats:
        return cdf(p, which) - share

    return bracket(rising, np.zeros(cells), np.ones(cells), np.full(cells, 1e-10))


def _mixture(z: Integers, n: Integers, law: Law, reach: int) -> Callable[[Floats, Integers], Floats]:
    """The posterior's distribution function for many cells."""
    people, noisy = n.astype(np.float64), z.astype(np.float64)
    middle = np.clip(noisy, 0, people)
    first = np.maximum(middle - reach, 0)
    last = np.minimum(middle + reach, people)
    x = first[:, None] + np.arange(int((last - first).max(initial=0)) + 1)
    inside = x <= last[:, None]
    x = np.minimum(x, last[:, None])
    rest = people[:, None] - x
    prior = gammaln(people + 1)[:, None] - gammaln(x + 1) - gammaln(rest + 1) + betaln(x + 0.5, rest + 0.5)
    odds = _log_odds(law, noisy[:, None] - x, (noisy - middle)[:, None])
    weight = np.where(inside, prior + odds, -np.inf)
    weight = np.exp(weight - weight.max(axis=1, keepdims=True))
    weight /= weight.sum(axis=1, keepdims=True)
    # I(x + 1) = I(x) - t(x): one incomplete beta and a row of exponentials instead of a row of incomplete betas.
    above = np.cumsum(weight[:, ::-1], axis=1)[:, ::-1] - weight
    fixed = -np.log(x + 0.5) - betaln(x + 0.5, rest + 0.5)
    start = first + 0.5

    def cdf(p: Floats, some: Integers) -> Floats:
        at = np.clip(p, 1e-300, 1 - 2**-53)
        ratio = np.log(at), np.log1p(-at)
        step = fixed[some] + (x[some] + 0.5) * ratio[0][:, None] + (rest[some] - 0.5) * ratio[1][:, None]
        lost = (np.exp(np.minimum(step, 0.0)) * above[some]).sum(axis=1)
        return np.asarray(betainc(start[some], people[some] - start[some] + 1, at) - lost, dtype=np.float64)

    return cdf


def _log_odds(law: Law, k: Floats, than: Floats) -> Floats:
    """log P(N = k) - log P(N = than), also where both are too small for a float."""
    if isinstance(law, DiscreteLaplace):
        return (np.abs(than) - np.abs(k)) * float(1 / law.scale)
    assert isinstance(law, DiscreteGaussian)
    return (than**2 - k**2) / (2 * float(law.sigma_squared))


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
    z, law, confident = whole_numbers(noisy, "noisy"), known_law(law), sure(confidence)
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
