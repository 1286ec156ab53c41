"""How one budget is divided over reports that come back k times: closed forms, with floors and caps.

Report i is published n_i times, and one unit meets k_i of them (n_i = k_i where a unit lives for ever; in one time
block it meets fewer). A release of price x has the variance v_i/x in rho and v_i/x² in epsilon. What makes

    sum of n_i w_i Var_i    least, with    sum of k_i x_i = budget    and    low_i <= x_i <= high_i

is x_i = clip(t c_i, low_i, high_i), with c_i = (n_i w_i v_i / k_i)^(1/2) in rho and ^(1/3) in epsilon and one t
for all. Proof. The sum is convex and the constraint linear, so the conditions of Karush, Kuhn and Tucker are
enough: where x_i is strictly inside, p n_i w_i v_i x_i^(-p-1) = λ k_i with p = 1 in rho and p = 2 in epsilon, which
is x_i = t c_i; at an end the derivative points outwards. Spending is a non-decreasing, piecewise linear function of
t, so t is found exactly from its corners, without a search.

Where errors are asked for and the budget is too small, every price shrinks by the same factor. That makes the
largest ratio of an error to the one asked for as small as it can be, because that ratio falls in x_i alone and at
the optimum all are equal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from epsilog.errors import SpecError
from epsilog.roles.budget import ROOT_DIGITS, Coin, root_of


@dataclass(frozen=True)
class Claim:
    """A report that wants a part of the budget.

    times    how many of its releases one unit meets
    pull     n w v / k: what its part is proportional to, squared in rho and cubed in epsilon
    low, high  the least and the most one release may cost; None for no upper end
    """

    times: int
    pull: Fraction
    low: Fraction = Fraction(0)
    high: Fraction | None = None


def divide_budget(budget: Fraction, claims: Sequence[Claim], coin: Coin) -> tuple[Fraction, ...]:
    """The price of one release of each claim; together at most the budget, less only where every cap is reached.

    >>> year = [Claim(k, Fraction(w)) for k, w in ((365, 1), (52, 4), (12, 16))]
    >>> [round(float(part), 8) for part in divide_budget(Fraction(10), year, "pure")]
    [0.02093001, 0.03322431, 0.05274031]
    >>> [round(float(part), 8) for part in divide_budget(Fraction(1), year, "zcdp")]
    [0.00193424, 0.00386847, 0.00773694]
    """
    roots = [root(claim.pull, 2 if coin == "zcdp" else 3) for claim in claims]
    least = sum(claim.times * claim.low for claim in claims)
    if least > budget:
        raise SpecError("the floors alone need more than there is", where="floor", hint="lower them, or spend more")
    corners = {claim.low / c for claim, c in zip(claims, roots, strict=True)}
    corners |= {claim.high / c for claim, c in zip(claims, roots, strict=True) if claim.high is not None}
    level = Fraction(0)
    for corner in sorted(corners):
        if _total_at(claims, roots, corner) > budget:
            break
        level = corner
    # From here to the next corner exactly the claims strictly between their ends grow, each with its own root.
    slope = sum(
        claim.times * c
        for claim, c in zip(claims, roots, strict=True)
        if claim.low <= level * c and (claim.high is None or level * c < claim.high)
    )
    if slope:
        level += (budget - _total_at(claims, roots, level)) / slope
    return tuple(_clip(claim, level * c) for claim, c in zip(claims, roots, strict=True))


def _total_at(claims: Sequence[Claim], roots: Sequence[Fraction], level: Fraction) -> Fraction:
    parts = (claim.times * _clip(claim, level * c) for claim, c in zip(claims, roots, strict=True))
    return sum(parts, Fraction(0))


def _clip(claim: Claim, price: Fraction) -> Fraction:
    price = max(price, claim.low)
    return price if claim.high is None else min(price, claim.high)


def root(number: Fraction, degree: Literal[2, 3]) -> Fraction:
    """A square or cube root of forty digits, taken in whole numbers so that every machine divides alike.

    >>> root(Fraction(4), 2), root(Fraction(27, 8), 3), round(float(root(Fraction(2), 2)), 6)
    (Fraction(2, 1), Fraction(3, 2), 1.414214)
    """
    return Fraction(root_of(number, degree), 10**ROOT_DIGITS)


def worse_by(needed: int, budget: int, coin: Coin) -> float:
    """By which factor every error grows when all prices shrink to fit: errors fall with epsilon, or with √rho.

    >>> worse_by(20, 10, "pure"), round(worse_by(20, 10, "zcdp"), 4)
    (2.0, 1.4142)
    """
    return needed / budget if coin == "pure" else math.sqrt(needed / budget)
