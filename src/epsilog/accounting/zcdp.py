"""Zero-concentrated privacy in words people use: rho to (epsilon, delta) and back, rounded to the safe side.

For every order alpha > 1 a rho-zCDP mechanism is (epsilon, delta)-private with (Canonne, Kamath and Steinke 2020)

    epsilon = rho alpha + [ln(1/delta) + (alpha - 1) ln(1 - 1/alpha) - ln alpha] / (alpha - 1).

Any alpha gives a valid statement. So the search for the best one may be sloppy, and is done in floats; the
statement itself is evaluated in intervals and read off on the safe side. The proof is in docs/proofs/conversion.md.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from epsilog.accounting.rounding import (
    down_to,
    enclose,
    float_up,
    intervals,
    lower,
    lowest_point,
    upper,
)
from epsilog.core.number import Number, exact
from epsilog.core.price import RHO_UNITS

# ln(alpha - 1) is searched between these: rho from 1e-13 to 1e7, delta down to 1e-60 have their best alpha inside.
_LEAST, _MOST = -60.0, 60.0


def epsilon_of(rho: Number, delta: Number) -> float:
    """The epsilon that a rho-zCDP mechanism promises at this delta, rounded up.

    >>> round(epsilon_of("0.024356", 1e-6), 5), round(loose_epsilon("0.024356", 1e-6), 5)
    (1.0, 1.18451)
    """
    spent, chance = _rho(rho), _chance(delta)
    if spent == 0:
        return 0.0
    r, log_chance = float(spent), math.log(float(chance))
    order = _order(lowest_point(lambda t: r * (1 + math.exp(t)) + _extra(t, log_chance), _LEAST, _MOST))
    a = enclose(order)
    bound = enclose(spent) * (a + 1) + _enclosed_extra(a, chance)
    return float_up(max(upper(bound), Fraction(0)))


def delta_of(rho: Number, epsilon: Number) -> float:
    """The delta that a rho-zCDP mechanism promises at this epsilon, rounded up.

    >>> f"{delta_of('0.024356', 1):.4e}"
    '1.0000e-06'
    """
    spent, promise = _rho(rho), exact(epsilon, "epsilon", at_least=0, at_most=10**13)
    if spent == 0:
        return 0.0
    r, e = float(spent), float(promise)

    def log_delta(t: float) -> float:
        a = math.exp(t)
        return a * ((1 + a) * r - e) - t - (1 + a) * _log_ratio(t)

    a = enclose(_order(lowest_point(log_delta, _LEAST, _MOST)))
    alpha = a + 1
    log_bound = a * (alpha * enclose(spent) - enclose(promise)) - intervals.log(a)
    log_bound += alpha * intervals.log(a / alpha)
    if upper(log_bound) >= 0:
        return 1.0
    # Far below the least float the exponential would need a number of astronomic size to be written exactly.
    if upper(log_bound) < -800:
        return 5e-324
    return float_up(upper(intervals.exp(log_bound)))


def rho_of(epsilon: Number, delta: Number) -> Fraction:
    """The largest rho that keeps the promise (epsilon, delta), rounded down to a multiple of 1e-12.

    >>> [float(round(rho_of(e, d), 6)) for e, d in ((1, 1e-6), ("0.5", 1e-6), (1, 1e-9), (3, 1e-6))]
    [0.024356, 0.006642, 0.014973, 0.18507]
    """
    promise, chance = exact(epsilon, "epsilon", above=0, at_most=10**6), _chance(delta)
    e, log_chance = float(promise), math.log(float(chance))

    def lost(t: float) -> float:
        return -(e - _extra(t, log_chance)) / (1 + math.exp(t))

    a = enclose(_order(lowest_point(lost, _LEAST, _MOST)))
    best = (enclose(promise) - _enclosed_extra(a, chance)) / (a + 1)
    return max(down_to(lower(best), RHO_UNITS), Fraction(0))


def loose_epsilon(rho: Number, delta: Number) -> float:
    """The older bound rho + 2 sqrt(rho ln(1/delta)), rounded up; for comparison.

    >>> round(loose_epsilon("0.017469", 1e-6), 4)
    1.0
    """
    spent, chance = enclose(_rho(rho)), enclose(_chance(delta))
    return float_up(upper(spent + 2 * intervals.sqrt(spent * -intervals.log(chance))))


def _rho(rho: Number) -> Fraction:
    return exact(rho, "rho", at_least=0, at_most=10**12)


def _chance(delta: Number) -> Fraction:
    # 1e-100 keeps every float below away from underflow; nobody means less.
    return exact(delta, "delta", at_least=Fraction(1, 10**100), below=1)


def _order(t: float) -> Fraction:
    return Fraction(math.exp(t))


def _log_ratio(t: float) -> float:
    """ln(alpha / (alpha - 1)) with alpha = 1 + exp(t)."""
    return math.log1p(math.exp(-t))


def _extra(t: float, log_chance: float) -> float:
    """What the conversion adds to rho alpha, in floats, alpha = 1 + exp(t)."""
    a = math.exp(t)
    return (-log_chance - math.log1p(a)) / a - _log_ratio(t)


def _enclosed_extra(a: Any, chance: Fraction) -> Any:
    alpha = a + 1
    return (-intervals.log(enclose(chance)) - intervals.log(alpha)) / a + intervals.log(a / alpha)
