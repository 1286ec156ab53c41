"""Sums of money: three integers that are only ever added, never rounded again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from epsilog.core.charge import EPSILON_UNITS, Charge, GeoInd, same_currency
from epsilog.core.number import ceiling
from epsilog.errors import PrivacyError

Currency = Literal["pure", "zcdp", "per-metre"]


@dataclass(frozen=True)
class Amount:
    """Epsilon and rho in units of 1e-12, delta in units of 1e-18. An account uses the ones of its currency.

    >>> Amount(rho=3) + Amount(rho=4, delta=1)
    Amount(epsilon=0, rho=7, delta=1)
    >>> Amount(rho=7).within(Amount(rho=6))
    False
    """

    epsilon: int = 0
    rho: int = 0
    delta: int = 0

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.epsilon + other.epsilon, self.rho + other.rho, self.delta + other.delta)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.epsilon - other.epsilon, self.rho - other.rho, self.delta - other.delta)

    def within(self, cap: Amount) -> bool:
        """Whether no part is above the cap's."""
        return self.epsilon <= cap.epsilon and self.rho <= cap.rho and self.delta <= cap.delta

    def as_list(self) -> list[int]:
        """For records."""
        return [self.epsilon, self.rho, self.delta]


def cost_of(charge: Charge, currency: Currency) -> Amount:
    """What a charge costs in an account's currency; refused where the account cannot pay in it."""
    if currency == "per-metre":
        same_currency(charge, "per-metre")
        per_metre = [leaf.epsilon_per_metre * n for leaf, n in charge.parts() if isinstance(leaf, GeoInd)]
        return Amount(epsilon=sum(ceiling(part * EPSILON_UNITS) for part in per_metre))
    same_currency(charge, "persons")
    if currency == "zcdp":
        price = charge.price()
        return Amount(rho=price.rho, delta=price.delta)
    epsilon = charge.pure()
    if epsilon is None:
        raise PrivacyError(
            "this account allows no delta, and the charge needs one",
            hint="use Laplace noise or the exponential mechanism, or an account opened with a delta",
        )
    return Amount(epsilon=epsilon)
