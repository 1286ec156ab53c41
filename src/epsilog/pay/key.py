"""What becomes of a key: drawn once, waited for while somebody draws it, settled when its process died."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Protocol

from epsilog.core.ledger import Receipt, State
from epsilog.errors import EpsilogError, PrivacyError, SpecError
from epsilog.ledger import Ledger
from epsilog.ledger.failpoint import reach
from epsilog.ledger.store import AnswerLost
from epsilog.roles.spec import Spend

FAILED: Final = "failed after data was opened"
NEVER_OPENED: Final = "data was never opened"
PATIENCE: Final = 600  # seconds to wait for another process that is drawing the same key
_GLANCE: Final = 0.2
_PAUSES: Final = (0.2, 1.0)

# Receipts of this process that could not be settled when their release failed, because the books were out of reach.
_left_behind: set[str] = set()


class Keyed(Protocol):
    """A request as far as its key goes."""

    @property
    def spend(self) -> Spend:
        """The account that pays."""
        ...

    @property
    def key(self) -> str:
        """The idempotency key."""
        ...

    @property
    def digest(self) -> str:
        """What the key stands for."""
        ...


def find_finished(spec: Keyed, ledger: Ledger, progress: Callable[[str, int, int], None]) -> Receipt | None:
    """The receipt of a release that was made before under this key, or None where the key is free.

    Waits while a living process draws it. What a dead one left is settled first, by its state alone: given back if
    data was never opened, forfeited otherwise. Either way the key is used up.
    """
    waited = 0.0
    while (known := ledger.find(spec.spend.account, spec.key)) is not None:
        if known.request != spec.digest:
            raise SpecError(
                "this key was used for another request", where="key", hint="give the new request a new edition"
            )
        if known.state in (State.COMMITTED, State.DELIVERED):
            return known
        if known.state in (State.FORFEITED, State.RELEASED):
            raise used_up(known)
        if known.id in _left_behind:
            _settle(ledger, known)
        elif not any(receipt.id == known.id for receipt in ledger.recover()):
            if waited >= PATIENCE:
                raise PrivacyError(
                    "another process is making this release; it will not be drawn twice",
                    where="key",
                    hint="ask again later; if that process is lost: epsilog ledger recover, on its machine",
                )
            progress("wait", int(waited), PATIENCE)
            time.sleep(_GLANCE)
            waited += _GLANCE
    return None


@contextmanager
def start_release(ledger: Ledger, receipt: Receipt) -> Iterator[None]:
    """Write down that data is about to be opened. Whatever ends the block early, nothing stays under way."""
    try:
        reach("publish reserved")
        ledger.start(receipt)
        reach("publish started")
        yield
    except BaseException:
        _left_behind.add(receipt.id)
        with suppress(EpsilogError):  # the first error is the one to tell; the books are settled later
            known = ledger.find(receipt.account, receipt.key)
            if known is not None:
                _settle(ledger, known)
        raise


def stored_safely(ledger: Ledger, receipt: Receipt, noisy: bytes) -> None:
    """Commit; where the answer was lost, ask again with the same bytes, which changes nothing if it was written."""
    for pause in _PAUSES:
        try:
            ledger.commit(receipt, noisy)
        except AnswerLost:
            time.sleep(pause)
        else:
            return
    ledger.commit(receipt, noisy)


def _settle(ledger: Ledger, known: Receipt) -> None:
    if known.state is State.RESERVED:
        ledger.release(known, why=NEVER_OPENED)
    elif known.state is State.STARTED:
        ledger.forfeit(known, why=FAILED)
    _left_behind.discard(known.id)


def used_up(known: Receipt) -> PrivacyError:
    """The refusal of a key whose release was given back or forfeited, or will be: its process is gone."""
    if known.state in (State.RESERVED, State.RELEASED):
        what, way = (
            "this key was given back and is used up; nothing is spent for it",
            "give the request a new edition",
        )
    else:
        what = (
            "this key was forfeited: its release failed or was stopped after data was opened. "
            "Its price is spent, and nothing will be drawn again under it"
        )
        way = (
            "give the request a new edition, at a new price; two people who did not ask for it may state that "
            f"nothing left the machine: epsilog ledger refund {known.id}"
        )
    return PrivacyError(what, where="edition", hint=way)
