"""Story two: an allowance, a plan, and the refusal that keeps the promise."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.accounting.pictures import Slice
from epsilog.core.charge import Charge, Composed, Gaussian, Laplace, Pure
from epsilog.errors import BudgetExceeded
from epsilog.words import Language, percent, say

# What an invented hospital wants to publish in a year; the fifth is more than is left.
PLAN: Final[tuple[tuple[str, Charge], ...]] = (
    ("months", Laplace(Fraction(100), 3, 9) * 12),
    ("ages", Gaussian(Fraction(100), 1)),
    ("weeks", Laplace(Fraction(50), 1, 1) * 52),
    ("heat", Gaussian(Fraction(400), 1)),
    ("survey", Pure(Fraction(1, 10))),
    ("quiet", Pure(Fraction(6, 100))),
)


@dataclass(frozen=True)
class Payment:
    """One release at the till."""

    name: str
    charge: Charge
    share: float
    after: float
    paid: bool

    @property
    def slice(self) -> Slice:
        """Its place in the picture."""
        return Slice(self.name, self.share, "spent" if self.paid else "refused")


@dataclass(frozen=True)
class Year:
    """Everything asked for, in order."""

    allowance: Allowance
    payments: tuple[Payment, ...]
    refusals: tuple[str, ...]

    @property
    def paid(self) -> Charge:
        """All charges that were paid, as one."""
        return Composed(tuple(payment.charge for payment in self.payments if payment.paid))


def spend(lang: Language) -> Year:
    """Spend the plan until the account says no, then once more with more noise."""
    allowance = Allowance.approximate(1, "1e-6")
    account = Filter(allowance)
    payments, refusals = [], []
    for key, charge in PLAN:
        name = say(f"demo.release.{key}", lang)
        share = account.price(charge).main / allowance.cap
        would = account.share + share
        try:
            account.spend(charge)
        except BudgetExceeded:
            left = percent(1 - account.share, lang, "down")
            refusals.append(say("demo.refusal", lang, name=name, after=percent(would, lang, "up"), left=left))
            payments.append(Payment(name, charge, share, account.share, False))
        else:
            payments.append(Payment(name, charge, share, account.share, True))
    return Year(allowance, tuple(payments), tuple(refusals))
