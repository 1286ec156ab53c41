"""The Gaussian mechanism without the textbook's slack: its exact delta, and the three calibrations side by side.

Continuous Gaussian noise of deviation sigma on an answer with L2 sensitivity l2 is described completely by
mu = l2/sigma (Balle and Wang 2018; Dong, Roth and Su 2022):

    delta(epsilon) = Phi(mu/2 - epsilon/mu) - exp(epsilon) Phi(-mu/2 - epsilon/mu).

The *discrete* Gaussian is not: at sigma = 2 its delta is up to 1.47 times this curve. What the ledger charges is
therefore zCDP (`epsilog.core.charge.Gaussian`); this file is for continuous noise, for planning and for teaching.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from epsilog.accounting.rounding import enclose, float_up, intervals, upper
from epsilog.core.number import Number, exact

_OUTWARD: Final = 1 + Fraction(1, 10**30)


def delta_of(mu: Number, epsilon: Number) -> float:
    """The exact delta of mu-Gaussian privacy at this epsilon, rounded up.

    >>> f"{delta_of('0.2367044', 1):.4e}"
    '1.0000e-06'
    """
    ratio = exact(mu, "mu", above=0, at_least="1e-30", at_most=10**6)
    promise = exact(epsilon, "epsilon", at_least=0, at_most=10**6)
    return _delta(ratio, promise)


def mu_of(epsilon: Number, delta: Number) -> float:
    """The largest mu that keeps (epsilon, delta), rounded down and checked.

    >>> [round(mu_of(e, d), 6) for e, d in ((0.1, 1e-6), (1, 1e-6), (8, 1e-6))]
    [0.027545, 0.236704, 1.531545]
    """
    promise = exact(epsilon, "epsilon", at_least=0, at_most=10**6)
    chance = exact(delta, "delta", at_least="1e-30", below=1)
    e, target = float(promise), math.log(float(chance))
    low, high = -75.0, 14.0  # ln mu
    while high - low > 1e-14 * max(1.0, abs(low)):
        middle = (low + high) / 2
        low, high = (middle, high) if _log_delta(math.exp(middle), e) <= target else (low, middle)
    # The floats' answer, corrected by the exact curve: from the first mu that keeps the promise towards the first
    # that does not. What is returned was checked; the search only decides how close to the best it comes.
    mu, step = math.exp(low), 1e-13
    while _delta(Fraction(mu), promise) > chance:
        mu *= 1 - min(step, 0.5)
        step *= 8
    above, step = mu * (1 + 1e-13), 1e-12
    while _delta(Fraction(above), promise) <= chance:
        mu, above, step = above, above * (1 + step), step * 8
    while above / mu > 1 + 1e-13:
        middle = math.sqrt(mu * above)
        if _delta(Fraction(middle), promise) <= chance:
            mu = middle
        else:
            above = middle
    return mu


def sigma_of(epsilon: Number, delta: Number, l2: Number = 1) -> float:
    """The least deviation of continuous Gaussian noise that keeps (epsilon, delta), rounded up.

    >>> [round(sigma_of(e, d), 4) for e, d in ((1, 1e-6), ("0.5", 1e-5), (2, 1e-6))]
    [4.2247, 7.0318, 2.2305]
    """
    reach = exact(l2, "l2", above=0)
    return float_up(reach / Fraction(mu_of(epsilon, delta)))


def epsilon_of(mu: Number, delta: Number) -> float:
    """The least epsilon that mu-Gaussian privacy keeps at this delta, rounded up and checked.

    >>> round(epsilon_of("1.15820", 1e-6), 2)
    5.78
    """
    ratio = exact(mu, "mu", above=0, at_least="1e-30", at_most=1000)
    chance = exact(delta, "delta", at_least="1e-30", below=1)
    if _delta(ratio, Fraction(0)) <= chance:
        return 0.0
    # Phi(mu/2 - epsilon/mu) alone is at most exp(-x²/2) with x = epsilon/mu - mu/2 > 0: a first epsilon that holds.
    m = float(ratio)
    low, high = 0.0, m * m / 2 + m * math.sqrt(-2 * math.log(float(chance))) + m
    while high - low > 1e-14 * high:
        middle = (low + high) / 2
        if _delta(ratio, Fraction(middle)) <= chance:
            high = middle
        else:
            low = middle
    return high


@dataclass(frozen=True)
class Bound:
    """One way to calibrate Gaussian noise: its deviation, its real delta, whether it keeps the claimed one.

    `proved` says whether the textbook's proof covers this epsilon; `valid` is computed from the exact curve.
    """

    name: str
    sigma: float
    real_delta: float
    valid: bool
    proved: bool


@dataclass(frozen=True)
class ThreeBounds:
    """The analytic calibration, the classic one, and the variance form."""

    analytic: Bound
    classic: Bound
    variance: Bound


def three_bounds(epsilon: Number, delta: Number, l2: Number = 1) -> ThreeBounds:
    """Three deviations for the same promise, each with the delta it really gives.

    >>> b = three_bounds(1, 1e-6)
    >>> [(round(x.sigma, 4), x.valid) for x in (b.analytic, b.classic, b.variance)]
    [(4.2247, True), (5.2988, True), (5.2565, True)]
    >>> three_bounds(20, 1e-6).classic.valid      # the textbook's condition epsilon <= 1 is not decoration
    False
    """
    promise = exact(epsilon, "epsilon", above=0, at_most=10**6)
    chance = exact(delta, "delta", at_least="1e-30", below=1)
    reach = exact(l2, "l2", above=0)
    e, d, r = enclose(promise), enclose(chance), enclose(reach)
    classic = float_up(upper(r * intervals.sqrt(2 * intervals.log(enclose(Fraction(5, 4)) / d)) / e))
    variance = float_up(upper(r * intervals.sqrt(-2 * intervals.log(d)) / e))

    def judged(name: str, sigma: float, proved: bool) -> Bound:
        real = _delta(reach / Fraction(sigma), promise)
        return Bound(name, sigma, real, Fraction(real) <= chance, proved)

    return ThreeBounds(
        judged("analytic", sigma_of(promise, chance, reach), True),
        judged("classic", classic, promise <= 1),
        judged("variance", variance, False),
    )


def _delta(mu: Fraction, epsilon: Fraction) -> float:
    """The curve at 100 digits, moved outward by 1e-30 of itself.

    The two terms are close: their difference is at least mu/40 of the first wherever delta is above 1e-330
    (then epsilon/mu < 39, and Mills' ratio falls by at least that part). With mu >= 1e-30 that costs 32 digits,
    and exp(epsilon) with epsilon <= 1e6 another 6: more than 60 digits remain.
    """
    from mpmath.libmp import to_rational

    digits = _digits()
    m = digits.mpf(mu.numerator) / mu.denominator
    e = digits.mpf(epsilon.numerator) / epsilon.denominator
    root = digits.sqrt(2)
    first = digits.erfc((e / m - m / 2) / root)
    second = digits.exp(e) * digits.erfc((e / m + m / 2) / root)
    value = (first - second) / 2
    if value <= digits.mpf("1e-330"):
        return 5e-324
    above, below = to_rational(value._mpf_)
    return min(1.0, float_up(Fraction(int(above), int(below)) * _OUTWARD))


@cache
def _digits() -> Any:
    """100 digits of a private context; figures made with it are then moved outward by far more than their error."""
    import mpmath

    context = mpmath.mp.clone()
    context.dps = 100
    return context


def _log_delta(mu: float, epsilon: float) -> float:
    """ln delta in floats, stable in both tails: phi(a) [R(a) - R(b)] with Mills' ratio R."""
    from scipy.special import erfcx, log_ndtr  # half a second, which a plan under zCDP need not wait for

    a, b = epsilon / mu - mu / 2, epsilon / mu + mu / 2
    if a < -5:
        log_first = float(log_ndtr(-a))
        return log_first + math.log1p(-math.exp(min(epsilon + float(log_ndtr(-b)) - log_first, -1e-17)))
    ratio = float(erfcx(a / math.sqrt(2))) - float(erfcx(b / math.sqrt(2)))
    if ratio <= 0:
        return -math.inf
    return -a * a / 2 + math.log(ratio / 2)
