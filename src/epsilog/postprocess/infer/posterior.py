"""The posterior of a proportion given its noisy count, under Jeffreys' prior."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Law
from epsilog.core.special import betainc, betaln, gammaln
from epsilog.postprocess.infer.estimate import Floats, Integers
from epsilog.postprocess.infer.mixture import furthest
from epsilog.postprocess.infer.root import bracket
from epsilog.postprocess.means import Tail

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
