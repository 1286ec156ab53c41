"""The least noise, or the most epsilon, that an amount of a budget pays for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from epsilog.accounting.rounding import up_to
from epsilog.core.bounded import Sensitivity
from epsilog.core.charge import Charge, Laplace, Pure
from epsilog.core.number import Number, exact
from epsilog.core.price import EPSILON_UNITS, RHO_UNITS
from epsilog.errors import SpecError

Coin = Literal["pure", "zcdp"]


def laplace_scale(reach: Sensitivity, coin: Coin, amount: Number) -> Fraction:
    """The least scale whose charge costs at most the amount: exact in pure epsilon, within 1e-9 in zCDP.

    >>> twenty = Sensitivity(20, 20)
    >>> laplace_scale(twenty, "pure", 1), round(float(laplace_scale(twenty, "zcdp", "0.025")), 2)
    (Fraction(20, 1), 20.0)
    """
    limit = exact(amount, "amount", above=0)
    if known_coin(coin) == "pure":
        return min(reach.l1, reach.l2_squared) / limit
    return _least_scale(reach.l1, limit, lambda scale: Laplace(scale, reach.l1, reach.l2_squared))


def pure_scale(total: int, coin: Coin, amount: Number) -> Fraction:
    """The same for noise whose only known price is total/scale of pure epsilon."""
    limit = exact(amount, "amount", above=0)
    if known_coin(coin) == "pure":
        return total / limit
    return _least_scale(total, limit, lambda scale: Pure(total / scale))


def epsilon_at(units: int, coin: Coin) -> Fraction:
    """The most pure epsilon, of twelve digits, that so many units of 1e-12 pay for."""
    if coin == "pure":
        return Fraction(units, EPSILON_UNITS)
    return 1 / pure_scale(1, "zcdp", Fraction(units, RHO_UNITS))


def _least_scale(size: int, limit: Fraction, charged: Callable[[Fraction], Charge]) -> Fraction:
    """Bisection between a scale that is too small and one that is enough; rounded up, so it is never too small."""
    cap = int(limit * RHO_UNITS)
    if cap < 1:
        raise SpecError("the ledger counts in steps of 1e-12", where="amount")
    low, high = Fraction(0), Fraction(max(1, size))
    while charged(high).price().rho > cap:
        low, high = high, 4 * high
    while high - low > high / 10**9:
        middle = up_to((low + high) / 2, 10**12)
        if middle == high:  # small scales are multiples of 1e-12, and this is the least of them
            break
        if charged(middle).price().rho <= cap:
            high = middle
        else:
            low = middle
    return high


def known_coin(coin: object) -> Coin:
    """A currency of an account, refused where it is another word."""
    if coin not in ("pure", "zcdp"):
        raise SpecError("an account's currency is pure or zcdp", where="coin")
    return "pure" if coin == "pure" else "zcdp"
