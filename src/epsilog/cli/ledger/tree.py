"""Accounts as a tree: who stands below whom, which part of it they have, and how much of that is used."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from rich.text import Text

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


# A bar of characters: what is spent, what is held, what is left. Readable without colours.


_EIGHTHS: Final = " ▏▎▍▌▋▊▉"
_HELD: Final = "▒"
_LEFT: Final = "░"


def bar(spent: float, held: float, width: int, stopped: bool = False) -> Text:
    """Shares of a cap as so many characters; anything spent is seen, and only a full bar looks full.

    >>> bar(0.5, 0.25, 8).plain, bar(0.001, 0, 8).plain, bar(0.999, 0, 8).plain, bar(1, 0, 4).plain
    ('████▒▒░░', '▏░░░░░░░', '███████▉', '████')
    """
    eighths = math.ceil(spent * width * 8) if 0 < spent < 1 / (8 * width) else math.floor(spent * width * 8)
    full, part = divmod(min(eighths, 8 * width), 8)
    if spent < 1 and full == width:
        full, part = width - 1, 7
    solid = "█" * full + (_EIGHTHS[part] if part else "")
    kept = min(width - len(solid), math.ceil(held * width)) if held > 0 else 0
    colour = "red" if stopped or spent + held >= 1 else ("yellow" if spent + held >= 0.75 else "cyan")
    text = Text(solid, style=colour)
    text.append(_HELD * kept, style="magenta")
    return text.append(_LEFT * (width - len(solid) - kept), style="dim")
