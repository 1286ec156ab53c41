"""Clopper–Pearson against the binomial law itself, and the coverage of the whole bound."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom

from epsilog.audit.bound import epsilon_low, lower, upper


@pytest.mark.parametrize("n", [1, 7, 60])
@pytest.mark.parametrize("alpha", [0.3, 0.01, 1e-6])
def test_each_limit_misses_at_most_alpha_for_every_probability(n: int, alpha: float) -> None:
    """Exact enumeration, no sampling: for a grid of p, the chance that the limit is on the wrong side of p."""
    k = np.arange(n + 1)
    low, high = lower(k, n, alpha), upper(k, n, alpha)
    for p in np.linspace(0.001, 0.999, 97):
        mass = binom.pmf(k, n, p)
        assert mass[low > p].sum() <= alpha * (1 + 1e-9)
        assert mass[high < p].sum() <= alpha * (1 + 1e-9)


def test_limits_solve_the_binomial_tail() -> None:
    """The defining equations: P(X >= k | low) = alpha and P(X <= k | high) = alpha."""
    for k, n in ((3, 50), (40, 50), (500, 1000)):
        assert binom.sf(k - 1, n, float(lower(k, n, 0.01))) == pytest.approx(0.01, rel=1e-5)
        assert binom.cdf(k, n, float(upper(k, n, 0.01))) == pytest.approx(0.01, rel=1e-5)


def test_the_ends() -> None:
    assert float(lower(0, 10, 0.01)) == 0.0
    assert float(upper(10, 10, 0.01)) == 1.0
    assert float(upper(0, 1000, 1e-6)) == pytest.approx(1 - 1e-6 ** (1 / 1000), rel=1e-6)
    assert float(lower(1000, 1000, 1e-6)) == pytest.approx(1e-6 ** (1 / 1000), rel=1e-6)


@pytest.mark.parametrize(
    ("p", "q", "delta"), [(0.5, 0.25, 0.0), (0.9, 0.3, 0.0), (0.5, 0.2, 0.1), (0.05, 0.01, 0.0)]
)
def test_the_bound_is_wrong_at_most_as_often_as_it_says(p: float, q: float, delta: float) -> None:
    """Exact enumeration over both counts: P(bound > true epsilon of the event) <= alpha."""
    n, alpha = 40, 0.05
    truth = math.log((p - delta) / q)
    wrong = 0.0
    for k1 in range(n + 1):
        for k0 in range(n + 1):
            if epsilon_low(k1, n, k0, n, delta=delta, alpha=alpha) > truth:
                wrong += float(binom.pmf(k1, n, p) * binom.pmf(k0, n, q))
    assert wrong <= alpha


def test_halving_alpha_matters() -> None:
    """The power twin: with alpha instead of alpha/2 on each side some pair of laws is missed more often."""
    n, alpha = 40, 0.05
    worst = 0.0
    for p, q in ((0.5, 0.25), (0.9, 0.3), (0.7, 0.7)):
        truth = math.log(p / q)
        wrong = sum(
            float(binom.pmf(a, n, p) * binom.pmf(b, n, q))
            for a in range(n + 1)
            for b in range(n + 1)
            if a and math.log(float(lower(a, n, 0.5)) / float(upper(b, n, 0.5))) > truth
        )
        worst = max(worst, wrong)
    assert worst > alpha


def test_nothing_is_said_below_delta() -> None:
    assert epsilon_low(5, 1000, 0, 1000, delta=0.1, alpha=0.01) == 0.0
