"""Postings: who is debited for a release. The account and every account above it, in every block it may touch.

An account without time blocks has one balance, of the block `EVERYTHING`. One with time blocks keeps rho (or epsilon)
once per block and delta once for all: see `block`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from epsilog.accounting.filter import Amount
from epsilog.ledger.block import EVERYTHING

Side = Literal["hold", "free", "spend", "refund"]


@dataclass(frozen=True)
class Posting:
    """One amount on one account's balance of one block."""

    account: int
    block: str
    side: Side
    amount: Amount


def postings_for(
    lineage: Iterable[Mapping[Any, Any]], blocks: Iterable[str], cost: Amount, side: Side
) -> list[Posting]:
    """The whole price in every block touched, on each account of the lineage; delta once."""
    blocks = list(blocks)
    posted: list[Posting] = []
    for row in lineage:
        if not row["period"]:
            posted.append(Posting(row["id"], EVERYTHING, side, cost))
            continue
        posted.extend(Posting(row["id"], block, side, Amount(cost.main, 0)) for block in blocks)
        if cost.delta:
            posted.append(Posting(row["id"], EVERYTHING, side, Amount(0, cost.delta)))
    return posted


def empty_balance(account: Mapping[Any, Any], block: str) -> dict[str, Any]:
    """A balance with nothing held or spent."""
    timed, everything = bool(account["period"]), block == EVERYTHING
    return {
        "account": account["id"],
        "block": block,
        "cap_main": 0 if timed and everything else account["cap_main"],
        "cap_delta": account["cap_delta"] if everything else 0,
        "held_main": 0,
        "held_delta": 0,
        "spent_main": 0,
        "spent_delta": 0,
    }
