"""Accounts as a tree: who stands below whom, which part of it they have, and how much of that is used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from epsilog.ledger.reading import Account


@dataclass(frozen=True)
class Leaf:
    """One line of the tree: an account, its label with branches drawn, its part of the account above."""

    account: Account
    label: str
    part: Fraction | None


@dataclass(frozen=True)
class Usage:
    """The tightest of an account's balances: shares of its cap, the block it is of, and why it is stopped."""

    spent: float
    held: float
    block: str
    stopped: str | None

    @property
    def share(self) -> float:
        """Spent and held together."""
        return self.spent + self.held


def tree_of(accounts: Sequence[Account]) -> list[list[Leaf]]:
    """The lines of each tree, in the order in which it is read."""
    names = {account.name for account in accounts}
    tops = [account for account in accounts if account.parent not in names]
    return [[Leaf(top, top.name, None), *_below(top, accounts, "")] for top in tops]


def _below(above: Account, accounts: Sequence[Account], lead: str) -> list[Leaf]:
    children = [account for account in accounts if account.parent == above.name]
    leaves = []
    for number, child in enumerate(children, 1):
        last = number == len(children)
        name = child.name.removeprefix(f"{above.name}/")
        leaves.append(Leaf(child, f"{lead}{'└' if last else '├'} {name}", part_of(child, above)))
        leaves += _below(child, accounts, lead + ("  " if last else "│ "))
    return leaves


def part_of(child: Account, above: Account) -> Fraction:
    """Which part of the cap above an account has."""
    return Fraction(child.cap.main, above.cap.main)


def reserve_of(account: Account, accounts: Iterable[Account]) -> Fraction:
    """The part of a divided account's cap that nobody below it was given."""
    given = sum((part_of(child, account) for child in accounts if child.parent == account.name), Fraction(0))
    return 1 - given


def usage(account: Account, block: str | None = None, delta: bool = True) -> Usage:
    """The tightest balance of an account, or of one block of it; delta is kept once for all blocks."""
    found = [Usage(0.0, 0.0, block or "*", None)]
    for balance in account.balances:
        if block is not None and balance.block not in (block, "*"):
            continue
        pairs = [(balance.spent.main, balance.held.main, balance.cap.main)]
        if delta:
            pairs.append((balance.spent.delta, balance.held.delta, balance.cap.delta))
        for spent, held, cap in pairs:
            if cap and (spent or held or balance.stopped):
                found.append(Usage(spent / cap, held / cap, balance.block, balance.stopped))
    return max(found, key=lambda use: (use.share, use.stopped is not None))
