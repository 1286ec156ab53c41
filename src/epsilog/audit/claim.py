"""What is claimed: for which delta no attacker may be surer than which epsilon."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from epsilog.core.charge import DELTA_UNITS, EPSILON_UNITS, RHO_UNITS, Charge
from epsilog.core.number import Number, exact
from epsilog.core.price import Budget
from epsilog.errors import CurrencyMismatch, SpecError

# Where a zCDP price is compared with what was measured. Small deltas see rare outcomes, large ones see the bulk.
CONVERSION_DELTAS: Final = (Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000), Fraction(1, 10**5))


@dataclass(frozen=True)
class Level:
    """One point of the privacy curve: at this delta, at most this epsilon."""

    epsilon: float
    delta: float


@dataclass(frozen=True)
class Claim:
    """A promise as the auditor tests it: one or several levels, all of which must hold.

    >>> Claim.of(0.1)
    Claim(levels=(Level(epsilon=0.1, delta=0.0),), text='epsilon = 0.1')
    >>> Claim.of((1, 1e-6)).text
    'epsilon = 1.0, delta = 1e-06'
    """

    levels: tuple[Level, ...]
    text: str

    @classmethod
    def of(cls, claim: Claim | Charge | Budget | Number | tuple[Number, Number] | Mapping[str, Any]) -> Claim:
        """Read a claim: a charge, a budget, epsilon alone, a pair (epsilon, delta) or a mapping of the two."""
        if isinstance(claim, Claim):
            return claim
        if isinstance(claim, Charge):
            return cls._of_charge(claim)
        if isinstance(claim, Budget):
            return cls._of_pair(claim.epsilon, claim.delta)
        if isinstance(claim, Mapping):
            unknown = sorted(set(claim) - {"epsilon", "delta"})
            if unknown or "epsilon" not in claim:
                raise SpecError("a claim has epsilon and, if any, delta", where="claim")
            return cls._of_pair(claim["epsilon"], claim.get("delta", 0))
        if isinstance(claim, tuple):
            if len(claim) != 2:
                raise SpecError("a claim is a pair (epsilon, delta)", where="claim")
            return cls._of_pair(*claim)
        return cls._of_pair(claim, 0)

    @classmethod
    def _of_pair(cls, epsilon: object, delta: object) -> Claim:
        e = exact(epsilon, "claim.epsilon", at_least=0, at_most=10**6)
        d = exact(delta, "claim.delta", at_least=0, below=1)
        words = f"epsilon = {float(e)}" + (f", delta = {float(d)}" if d else "")
        return cls((Level(float(e), float(d)),), words)

    @classmethod
    def _of_charge(cls, charge: Charge) -> Claim:
        """Pure where it is pure; its zCDP price through the tight conversion at a few deltas in any case."""
        from epsilog.accounting import zcdp

        if charge.currency != "persons":
            raise CurrencyMismatch(
                "privacy per metre is audited at a distance: claim epsilon per metre times the distance",
                where="claim",
                hint="pass the number, e.g. claim=0.01 * 100",
            )
        levels: list[Level] = []
        pure = charge.pure()
        if pure is not None:
            levels.append(Level(pure / EPSILON_UNITS, 0.0))
        price = charge.price()
        rho, slack = Fraction(price.rho, RHO_UNITS), Fraction(price.delta, DELTA_UNITS)
        for conversion in CONVERSION_DELTAS:
            if rho == 0:
                levels.append(Level(0.0, float(slack)))
                break
            total = conversion + slack
            if total < 1:
                levels.append(Level(float(zcdp.epsilon_of(rho, conversion)), float(total)))
        return cls(tuple(levels), f"the price of a {charge.kind} charge: " + _of_price(pure, rho, slack))


def _of_price(pure: int | None, rho: Fraction, slack: Fraction) -> str:
    words = [] if pure is None else [f"epsilon = {pure / EPSILON_UNITS:g}"]
    words.append(f"rho = {float(rho):g}")
    if slack:
        words.append(f"delta = {float(slack):g}")
    return ", ".join(words)
