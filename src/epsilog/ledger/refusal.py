"""How the ledger says no: what it would come to, what is allowed, and three ways out. Nothing private in it."""

from __future__ import annotations

from epsilog.core.charge import DELTA_UNITS, EPSILON_UNITS, RHO_UNITS
from epsilog.errors import BudgetExceeded
from epsilog.ledger.amount import Amount
from epsilog.ledger.block import EVERYTHING
from epsilog.ledger.terms import Terms


def refusal(account: str, block: str, used: Amount, cost: Amount, cap: Amount, terms: Terms) -> BudgetExceeded:
    """The error for a request an account cannot pay."""
    place = account if block == EVERYTHING else f"{account} in {block}"
    after = used + cost
    over = [
        f"{word} would come to {_plain(total, units)} of {_plain(allowed, units)} allowed"
        for word, total, allowed, units in (
            ("epsilon per metre" if terms.per_metre else "epsilon", after.epsilon, cap.epsilon, EPSILON_UNITS),
            ("rho", after.rho, cap.rho, RHO_UNITS),
            ("delta", after.delta, cap.delta, DELTA_UNITS),
        )
        if total > allowed
    ]
    return BudgetExceeded(
        f"{place} cannot pay: {'; '.join(over)}",
        where="spend",
        hint="ask for less (more noise, fewer cells, coarser time), wait for the next block, "
        "or have two people move the reserve or raise the cap",
    )


def _plain(units: int, per_one: int) -> str:
    return f"{units / per_one:.6g}"
