"""Spending: from a receipt to a delivered result. Each function is one page of the journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from epsilog.accounting.filter import Amount
from epsilog.core.number import whole
from epsilog.errors import LedgerError, PrivacyError, SpecError
from epsilog.ledger import schema
from epsilog.ledger.books import THE_LEDGER, Books
from epsilog.ledger.chain import digest_of, words_of
from epsilog.ledger.name import account_name, label
from epsilog.ledger.page import Page
from epsilog.ledger.paying import stop_what_is_used_up
from epsilog.ledger.posting import Posting, Side, postings_for
from epsilog.ledger.receipt import Receipt, State, is_gone, receipt_of
from epsilog.ledger.store import Row
from epsilog.ledger.terms import Terms

_RELEASE: Final = "SELECT * FROM releases WHERE receipt = :receipt"
_SET: Final = "UPDATE releases SET state = :state WHERE receipt = :receipt"
_RESULT: Final = "SELECT * FROM results WHERE receipt = :receipt AND tick = :tick"
_DELIVERED: Final = "UPDATE results SET delivered = 1 WHERE receipt = :receipt AND tick = :tick"


def start(books: Books, receipt: str) -> None:
    """Mark, on disk, that data is about to be opened. From here on the price is spent whatever happens."""
    with books.page() as page:
        row = find_release(page, receipt)
        _must_be(row, State.RESERVED)
        lineage = page.lineage(page.by_id(row["account"])["name"])
        page.refuse_if_stopped(lineage)
        postings = postings_of(lineage, row, "spend")
        page.append("start", {"receipt": receipt}, postings)
        set_state(page, receipt, State.STARTED)
        stop_what_is_used_up(page, lineage, postings)


def commit(books: Books, receipt: str, result: bytes, *, tick: int = 0, last: bool = True) -> str:
    """Store a noisy result and its entry together; only then may it be sent. Returns its fingerprint.

    A stream commits many ticks; each is stored once, and `last` closes the release. Committing the same again
    changes nothing; another result for the same tick is refused.
    """
    tick = whole(tick, "tick", at_least=0, at_most=2**62)
    if not isinstance(result, bytes):
        raise SpecError("a result is bytes", where="result")
    digest = digest_of(result)
    with books.page() as page:
        row = find_release(page, receipt)
        stored = page.session.first(_RESULT, {"receipt": receipt, "tick": tick})
        if stored is not None:
            if stored["digest"] != digest:
                raise PrivacyError(
                    "this tick has a result already; fresh noise for it would leak", where=f"tick {tick}"
                )
            return digest
        _must_be(row, State.STARTED)
        page.append("commit", {"receipt": receipt, "tick": tick, "digest": digest, "last": bool(last)})
        page.session.run(
            schema.insertion("results"),
            {"receipt": receipt, "tick": tick, "digest": digest, "body": result, "delivered": 0},
        )
        if last:
            set_state(page, receipt, State.COMMITTED)
    return digest


def deliver(books: Books, receipt: str, *, tick: int = 0) -> bytes:
    """The stored result of a tick, marked as delivered. The same value every time, at least once."""
    tick = whole(tick, "tick", at_least=0, at_most=2**62)
    damaged = False
    with books.page() as page:
        release = find_release(page, receipt)
        row = page.session.first(_RESULT, {"receipt": receipt, "tick": tick})
        if row is None:
            raise SpecError(f"nothing was committed for tick {tick}", where="receipt", hint="commit comes first")
        body = b"" if isinstance(row["body"], str) else bytes(row["body"])  # a text was never committed
        damaged = isinstance(row["body"], str) or digest_of(body) != row["digest"]
        if not damaged and not row["delivered"]:
            page.append("deliver", {"receipt": receipt, "tick": tick})
            page.session.run(_DELIVERED, {"receipt": receipt, "tick": tick})
            if release["state"] == State.COMMITTED:
                set_state(page, receipt, State.DELIVERED)
    if damaged:
        books.stop_everything("a stored result was changed after it was committed")
        raise LedgerError("the stored result was changed after it was committed", where="receipt")
    return body


def release(books: Books, receipt: str, *, why: str) -> None:
    """Give back what was held for a release that never opened data."""
    with books.page() as page:
        row = find_release(page, receipt)
        _must_be(row, State.RESERVED)
        _give_back(page, row, why)


def forfeit(books: Books, receipt: str, *, why: str) -> None:
    """Close a release that opened data and has nothing to show. Its price stays spent."""
    with books.page() as page:
        row = find_release(page, receipt)
        _must_be(row, State.STARTED)
        _lose(page, row, why)


def recover(books: Books) -> list[Receipt]:
    """Settle what dead processes left: held amounts are given back, started ones forfeited.

    A process on another machine counts as alive; its own host, or `release` and `forfeit`, settle it.
    """
    settled = []
    with books.page() as page:
        under_way = "SELECT * FROM releases WHERE state IN ('RESERVED', 'STARTED') ORDER BY receipt"
        for row in page.session.rows(under_way):
            if not is_gone(row["owner"]):
                continue
            if row["state"] == State.RESERVED:
                _give_back(page, row, "its process is gone")
            else:
                _lose(page, row, "its process is gone")
            row = find_release(page, row["receipt"])
            settled.append(receipt_of(row, page.by_id(row["account"])["name"]))
    return settled


def find(books: Books, account: str, key: str) -> Receipt | None:
    """The receipt of a key, if there is one."""
    with books.page() as page:  # under the lock, so that what is found is on disk
        root = page.account(account_name(account))["root"]
        row = page.session.first(
            "SELECT * FROM releases WHERE root = :root AND key = :key", {"root": root, "key": key}
        )
        return None if row is None else receipt_of(row, page.by_id(row["account"])["name"])


def find_release(page: Page, receipt: str) -> Row:
    """The row of a receipt."""
    row = page.session.first(_RELEASE, {"receipt": label(receipt, "receipt")})
    if row is None:
        raise SpecError("no such receipt", where="receipt")
    return row


def set_state(page: Page, receipt: str, state: State) -> None:
    """Write how far a release has come."""
    page.session.run(_SET, {"receipt": receipt, "state": str(state)})


def postings_of(lineage: Iterable[Row], row: Row, side: Side) -> list[Posting]:
    """The postings of a release's price, to one side."""
    return postings_for(lineage, words_of(row["blocks"]), Amount(row["cost_main"], row["cost_delta"]), side)


def _must_be(row: Row, state: State) -> None:
    if row["state"] != state:
        raise PrivacyError(
            f"the release is {row['state']}, not {state}", where="receipt", hint="a receipt pays once"
        )


def _give_back(page: Page, row: Row, why: str) -> None:
    lineage = page.lineage(page.by_id(row["account"])["name"])
    body = {"receipt": row["receipt"], "why": label(why, "why")}
    page.append("release", body, postings_of(lineage, row, "free"))
    set_state(page, row["receipt"], State.RELEASED)


def _lose(page: Page, row: Row, why: str) -> None:
    page.append("forfeit", {"receipt": row["receipt"], "why": label(why, "why")})
    set_state(page, row["receipt"], State.FORFEITED)
    account = page.by_id(row["account"])
    values: dict[str, Any] = {
        "id": account["id"],
        "failures": account["failures"] + 1,
        "stopped": account["stopped"],
    }
    if values["failures"] >= Terms.from_text(account["terms"]).failures and not account["stopped"]:
        # A failure may depend on data, so a long series of them is a channel. Close it.
        values["stopped"] = f"{values['failures']} releases failed after data was opened"
        page.append("stop", {"account": account["name"], "by": THE_LEDGER, "why": values["stopped"]})
    page.session.run("UPDATE accounts SET failures = :failures, stopped = :stopped WHERE id = :id", values)
