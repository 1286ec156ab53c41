"""What a plan takes from the accounts that would pay for it, now; nothing is reserved by looking."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from epsilog.accounting.allowance import Allowance
from epsilog.accounting.filter import Filter
from epsilog.roles.plan import Plan
from epsilog.words import plain

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account


@dataclass(frozen=True)
class Standing:
    """One account beside the price of a plan, in the fullest block the release touches. Units of 1e-12.

    stopped    why the account takes no payments now; None where it does
    events     whether what is left of its delta for events suffices
    """

    account: str
    block: str | None
    cap: int
    used: int
    price: int
    stopped: str | None = None
    events: bool = True

    @property
    def part(self) -> float:
        """The share of the whole account that the release takes."""
        return self.price / self.cap

    @property
    def before(self) -> float:
        """The share used or held by others."""
        return self.used / self.cap

    @property
    def after(self) -> float:
        """The share used once this release is paid."""
        return (self.used + self.price) / self.cap

    @property
    def shown(self) -> tuple[str, str, str]:
        """Used, this release and left in hundredths, for readers. They never add up to more than 100.

        The release is rounded up, never down. What is left is the rest of the two others as they are shown.

        >>> Standing("clinic", None, 3_000_000, 1_000_000, 1_000_000).shown
        ('33.4', '33.4', '33.2')
        >>> Standing("clinic", None, 3_000_000, 1_000_000, 2_000_000).shown
        ('33.3', '66.7', '0')
        """
        cost = plain(100 * self.part, 3, "up")
        used = plain(100 * self.before, 3, "up")
        if not self.fits:
            return used, cost, "0"
        rest = 100 - _number(used) - _number(cost)
        if rest < 0:  # nearly used up: what is used gives way, the price does not
            rest = max(Fraction(0), 100 - _number(cost))
            return _below(rest), cost, "0"
        return used, cost, _below(rest)

    @property
    def fits(self) -> bool:
        """Whether the ledger would accept it now."""
        return self.used + self.price <= self.cap and self.stopped is None and self.events


def _number(shown: str) -> Fraction:
    return Fraction(shown.replace(",", ""))


def _below(rest: Fraction) -> str:
    """Rounded down, also where a float does not tell it from the next round number."""
    shown = plain(float(rest), 3, "down")
    return shown if _number(shown) <= rest else plain(float(rest) * (1 - 1e-6), 3, "down")


def price_in(plan: Plan, allowance: Allowance) -> int:
    """The price of a plan in the currency an account counts in now; it may have been turned since then."""
    return plan.price.main if plan.share.coin == allowance.coin else Filter(allowance).price(plan.charge).main


def standing_of(plan: Plan, account: Account) -> Standing:
    """Where the account stands in the block that has the least left among those the release touches."""
    cap, price = account.cap.main, price_in(plan, account.terms.allowance)
    used, block, stopped, events = 0, None, account.stopped, plan.price.delta <= account.cap.delta
    for balance in account.balances:
        if plan.blocks and balance.block not in plan.blocks:
            continue
        stopped = stopped or balance.stopped
        taken = balance.held.main + balance.spent.main
        events = events and balance.held.delta + balance.spent.delta + plan.price.delta <= account.cap.delta
        if taken > used or block is None:
            used, block = taken, balance.block
    return Standing(account.name, block if plan.blocks else None, cap, used, price, stopped, events)


def room_for(plan: Plan, account: Account) -> int:
    """How many more such releases the account can pay, in the fullest of the blocks they touch."""
    if account.stopped is not None:
        return 0
    cost, counts = account.terms.cost_of(plan.charge), []
    touched = [one for one in account.balances if not plan.blocks or one.block in plan.blocks]
    if any(one.stopped is not None for one in touched):
        return 0
    used = [one.held + one.spent for one in touched]
    counts.append((account.cap.main - max((one.main for one in used), default=0)) // cost.main)
    if cost.delta:
        counts.append((account.cap.delta - max((one.delta for one in used), default=0)) // cost.delta)
    return max(0, min(counts))
