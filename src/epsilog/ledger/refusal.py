"""How the ledger says no: what it would come to, what is allowed, and three ways out. Nothing private in it."""

from __future__ import annotations

from typing import Final

from epsilog.accounting.filter import Amount
from epsilog.errors import BudgetExceeded
from epsilog.ledger.block import EVERYTHING

COIN_NAMES: Final = {"pure": "epsilon", "zcdp": "rho", "per-metre": "epsilon per metre"}


def refusal(account: str, block: str, coin: str, after: Amount, cap: Amount) -> BudgetExceeded:
    """The error for a request an account cannot pay."""
    place = account if block == EVERYTHING else f"{account} in {block}"
    over = []
    if after.main > cap.main:
        over.append(f"{COIN_NAMES[coin]} would reach {after.main / 1e12:.12g} of {cap.main / 1e12:.12g}")
    if after.delta > cap.delta:
        over.append(f"delta of events would reach {after.delta / 1e18:.6g} of {cap.delta / 1e18:.6g}")
    return BudgetExceeded(
        f"{place} cannot pay: {' and '.join(over)}; nothing was spent",
        where="spend",
        hint="ask with more noise or fewer cells, reuse an answer already published (free), "
        "or have two people move the reserve or raise the cap",
    )
