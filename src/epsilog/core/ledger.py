"""The port to the books: what a publisher needs of a ledger, and the receipt it gets.

::

    RESERVED ──► STARTED ──► COMMITTED ──► DELIVERED
        │            └─────► FORFEITED     spent, nothing to show
        └──────────────────► RELEASED      refunded: data was never opened

Money is held from RESERVED and spent from STARTED, which is written to disk before any data is opened. After that
a crash, an overflow or a missing result may itself depend on the data, so nothing is refunded. Whether a refund is
due depends on the state alone, never on data.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from epsilog.core.charge import Charge


class State(StrEnum):
    """How far a release has come."""

    RESERVED = "RESERVED"
    STARTED = "STARTED"
    COMMITTED = "COMMITTED"
    DELIVERED = "DELIVERED"
    FORFEITED = "FORFEITED"
    RELEASED = "RELEASED"


@dataclass(frozen=True)
class Receipt:
    """What the ledger wrote down. `repeated` says that the key was known: this is the first request's receipt.

    >>> from epsilog.core.charge import Pure
    >>> Receipt("7f", "clinic/2026", "visits", "digest", Pure(1), ("*",), State.STARTED).repeated
    False
    """

    id: str
    account: str
    key: str
    request: str
    charge: Charge
    blocks: tuple[str, ...]
    state: State
    repeated: bool = False


class Ledger(Protocol):
    """Pay first, then open the data; store the noisy result, then send it."""

    def debit(
        self, account: str, charge: Charge, plan_digest: str, *, key: str, blocks: Iterable[str] = ()
    ) -> Receipt:
        """Written and on disk, or refused with nothing written. A known key gives the first receipt."""
        ...

    def commit(self, receipt: Receipt, result: bytes, *, tick: int = 0, last: bool = True) -> str:
        """Store a noisy result; one per tick, for ever."""
        ...

    def deliver(self, receipt: Receipt, *, tick: int = 0) -> bytes:
        """The stored result: the same value every time."""
        ...

    def forfeit(self, receipt: Receipt, *, why: str) -> None:
        """Close a release that opened data and has nothing to show."""
        ...
