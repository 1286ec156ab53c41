"""The one spine: how releases, live series and choices are paid for, once under a key, and stored.

::

    finished? ──► refuse, plan, try ──► reserve ──► start ──► make ──► store
    known key     no data touched          │  on disk │       private │   public

Everything that can be refused without a look at a row is refused before a price is held. Once `start` is on disk
the price is spent, whatever happens. What is made is stored in the same entry that says so, and the key gives it
ever after: nothing is made a second time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from epsilog.core.charge import Charge
from epsilog.core.ledger import Receipt
from epsilog.errors import EpsilogError
from epsilog.ledger import Ledger
from epsilog.pay.key import Keyed, find_finished, start_release, stored_safely


@dataclass(frozen=True)
class Priced:
    """A request that nothing refuses any more: what the books hold for it, and what is made once that is spent.

    make      from the receipt to what is stored; the only thing here that may look at a row
    quicker   what is said where another process was quicker; None where its result is as good as ours
    """

    charge: Charge
    coin: str
    blocks: tuple[str, ...]
    make: Callable[[Receipt], bytes]
    quicker: EpsilogError | None = None


def pay_once(
    asked: Keyed,
    ledger: Ledger,
    ready: Callable[[], AbstractContextManager[Priced]],
    waiting: Callable[[str, int, int], None],
) -> Receipt:
    """The receipt of what is stored under a key: of before, or made and paid for now (then it is not `repeated`).

    `ready` refuses what can be refused and says the price; it is not asked where the key is known. What it holds
    open is closed once the result is stored.
    """
    if (known := find_finished(asked, ledger, waiting)) is not None:
        return known
    with ready() as priced:
        account, blocks, coin = asked.spend.account, priced.blocks, priced.coin
        receipt = ledger.reserve(account, priced.charge, asked.digest, key=asked.key, blocks=blocks, coin=coin)
        if receipt.repeated:
            if priced.quicker is not None:
                raise priced.quicker
            return find_finished(asked, ledger, waiting) or receipt  # theirs is the result
        with start_release(ledger, receipt):
            stored_safely(ledger, receipt, priced.make(receipt))
    return receipt
