"""Postings: who is debited for a release. The account and every account above it, in every block it may touch.

An account without time blocks has one balance, of the block `EVERYTHING`. One with time blocks keeps rho (or
epsilon) once per block and delta once for all: see `block`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from epsilog.accounting.filter import Amount
from epsilog.ledger.block import EVERYTHING

Side = Literal["hold", "free", "spend", "pay", "refund"]
# What each side does to (held, spent). To pay is to hold and spend in one step.
MOVES: Final[Mapping[str, tuple[int, int]]] = {
    "hold": (1, 0),
    "free": (-1, 0),
    "spend": (-1, 1),
    "pay": (0, 1),
    "refund": (0, -1),
}


@dataclass(frozen=True)
class Posting:
    """One amount on one account's balance of one block."""

    account: int
    block: str
    side: Side
    amount: Amount

    def written(self) -> list[int | str]:
        """As it stands in the body of an entry."""
        return [self.account, self.block, self.side, self.amount.main, self.amount.delta]

    def moved(self) -> dict[str, int | str]:
        """By how much it moves each column of the balance."""
        held, spent = MOVES[self.side]
        main, delta = self.amount.main, self.amount.delta
        return {
            "account": self.account,
            "block": self.block,
            "held_main": held * main,
            "held_delta": held * delta,
            "spent_main": spent * main,
            "spent_delta": spent * delta,
        }


def postings_for(
    lineage: Iterable[Mapping[str, Any]], blocks: Iterable[str], cost: Amount, side: Side
) -> list[Posting]:
    """The whole price in every block touched, on each account of the lineage; delta once.

    >>> [p.written() for p in postings_for([{"id": 1, "period": "1mo"}], ["2026-01"], Amount(5, 2), "hold")]
    [[1, '2026-01', 'hold', 5, 0], [1, '*', 'hold', 0, 2]]
    """
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


def empty_balance(account: Mapping[str, Any], block: str) -> dict[str, Any]:
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
        "stopped": None,
    }
