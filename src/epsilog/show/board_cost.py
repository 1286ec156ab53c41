"""What one release costs when it is made again and again, and how many more an account has room for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from epsilog.accounting.promise import Limit, Promise, posterior_limit
from epsilog.core.price import DELTA_UNITS
from epsilog.roles.budget import Purse
from epsilog.roles.plan import Plan

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account


@dataclass(frozen=True)
class Repeated:
    """So many releases like this one about the same people, in the currency of its account.

    main     1e-12 of epsilon or rho: what accounts add up
    promise  what that many together keep, read at the delta of one of them, plus the deltas of their events
    """

    times: int
    main: int
    promise: Promise

    def belief(self, prior: Fraction) -> Limit:
        """The most that a belief may become."""
        if self.promise.delta >= 1:
            return Limit(1.0, 1.0)
        return posterior_limit(prior, self.promise.epsilon, self.promise.delta)


def repeated(plan: Plan, times: int) -> Repeated:
    """That many such releases together, each with fresh noise.

    Charges are added in the account's currency and read once: adding up the epsilons that single releases show at
    a delta would claim more than it costs under zCDP, and hide that their deltas add up as well.
    """
    share, price = plan.share, plan.price
    main = times * price.main
    if share.coin == "pure":
        return Repeated(times, main, Promise(float(Purse("pure", Fraction(0)).epsilon(main))))
    reading = share.delta - share.for_events
    delta = reading + Fraction(times * price.delta, DELTA_UNITS)
    return Repeated(
        times, main, Promise(float(Purse("zcdp", reading).epsilon(main)), float(min(delta, Fraction(1))))
    )


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
