"""Ticks of streams: what a live release sends, entered one by one before it is sent.

A stream is paid for at its opening, for everything it may ever send, and its opening record is committed like any
result. A tick then spends nothing. It is entered so that nobody can send two values for one tick, leave one out
unseen, or go on from an older state: the books hold the fingerprint of each, in order, without gaps.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from epsilog.core.number import whole
from epsilog.errors import LedgerError, PrivacyError, SpecError
from epsilog.ledger import schema
from epsilog.ledger.books import Books
from epsilog.ledger.page import Page
from epsilog.ledger.receipt import State
from epsilog.ledger.spending import find_release
from epsilog.ledger.store import Row

_DIGEST: Final = re.compile("[0-9a-f]{64}")
_TICK: Final = "SELECT digest FROM ticks WHERE receipt = :receipt AND tick = :tick"
_LAST: Final = "SELECT tick, digest FROM ticks WHERE receipt = :receipt ORDER BY tick DESC LIMIT 2"
_INSERT: Final = schema.insertion("ticks")
CLOSED: Final = ""  # stands in place of a digest after the last tick


class _So(NamedTuple):
    """How far a stream has come."""

    ticks: int
    digest: str
    closed: bool


def tick(books: Books, receipt: str, number: int, digest: str) -> None:
    """Enter one tick; on disk when this returns. Only then may it be sent."""
    number = whole(number, "number", at_least=1, at_most=2**62)
    if not isinstance(digest, str) or not _DIGEST.fullmatch(digest):
        raise SpecError("is no SHA-256", where="digest", hint="64 hexadecimal digits in lower case")
    with books.page() as page:
        release = _stream(page, receipt)
        so_far = _so_far(page, receipt)
        where = f"tick {number}"
        if number <= so_far.ticks:
            known = page.session.first(_TICK, {"receipt": receipt, "tick": number})
            if known is None or known["digest"] != digest:
                raise LedgerError("another value was entered for this tick", where=where, hint="send nothing")
            return
        if so_far.closed:
            raise LedgerError("the stream is closed", where=where, hint="open another one")
        if number != so_far.ticks + 1:
            hint = f"the next one is {so_far.ticks + 1}"
            raise LedgerError("a tick before this one was never entered", where=where, hint=hint)
        # It spends nothing, but a stop means that nothing more goes out.
        page.refuse_if_stopped(page.lineage(page.by_id(release["account"])["name"]))
        page.append("tick", {"receipt": receipt, "tick": number, "digest": digest})
        page.session.run(_INSERT, {"receipt": receipt, "tick": number, "digest": digest})


def last_tick(books: Books, receipt: str) -> tuple[int, str] | None:
    """Number and digest of the last tick, if there is one."""
    with books.page() as page:  # under the lock, so that what is found is on disk
        find_release(page, receipt)
        so_far = _so_far(page, receipt)
        return (so_far.ticks, so_far.digest) if so_far.ticks else None


def close(books: Books, receipt: str) -> None:
    """Close a stream for ever. Nothing goes out by it, so a stop does not keep anybody from it."""
    with books.page() as page:
        _stream(page, receipt)
        so_far = _so_far(page, receipt)
        if so_far.closed:
            return
        page.append("close", {"receipt": receipt, "ticks": so_far.ticks})
        page.session.run(_INSERT, {"receipt": receipt, "tick": so_far.ticks + 1, "digest": CLOSED})


def is_closed(books: Books, receipt: str) -> bool:
    """Whether a stream was closed."""
    with books.page() as page:
        find_release(page, receipt)
        return _so_far(page, receipt).closed


def _stream(page: Page, receipt: str) -> Row:
    release = find_release(page, receipt)
    if release["state"] not in (State.COMMITTED, State.DELIVERED):
        raise PrivacyError(
            f"the release is {release['state']}, and no opening record was committed",
            where="receipt",
            hint="commit comes first",
        )
    return release


def _so_far(page: Page, receipt: str) -> _So:
    rows = page.session.rows(_LAST, {"receipt": receipt})
    closed = bool(rows) and rows[0]["digest"] == CLOSED
    last = rows[closed:]
    return _So(last[0]["tick"], last[0]["digest"], closed) if last else _So(0, "", closed)
