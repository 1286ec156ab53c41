"""Looking at releases without touching them: no lock, no entry, no state. For whoever checks and does not spend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from epsilog.ledger.books import Books
from epsilog.ledger.name import account_name, label, no_account
from epsilog.ledger.receipt import Receipt, State, is_gone, receipt_of
from epsilog.ledger.schema import must_be_current
from epsilog.ledger.store import Row, Session

_ACCOUNT: Final = "SELECT id, root FROM accounts WHERE name = :name"
_KEY: Final = "SELECT * FROM releases WHERE root = :root AND key = :key"
_PAYER: Final = "SELECT name FROM accounts WHERE id = :id"
_RESULT: Final = "SELECT digest, body FROM results WHERE receipt = :receipt AND tick = 0"
_OWNER: Final = "SELECT state, owner FROM releases WHERE receipt = :receipt"
_DIGITS: Final = 16  # of a digest, behind the # of a key


@dataclass(frozen=True)
class Stored:
    """A receipt as the books have it now, and the bytes and the fingerprint of its first result, if any."""

    receipt: Receipt
    body: bytes | None
    digest: str | None


def look(books: Books, account: str, key: str) -> Stored | None:
    """What is stored under a key; unlike `deliver`, leaves it as it is. Says nothing about whether it fits."""
    with books.reading() as session:
        payer = _account(session, account)
        row = session.first(_KEY, {"root": payer["root"], "key": label(key, "key")})
        if row is None:
            return None
        result = session.first(_RESULT, {"receipt": row["receipt"]})
        receipt = _receipt(session, row)
    if result is None:
        return Stored(receipt, None, None)
    # A file that somebody tampered with may hold text where bytes belong; its fingerprint will tell.
    body = result["body"].encode() if isinstance(result["body"], str) else bytes(result["body"])
    return Stored(receipt, body, result["digest"])


def is_abandoned(books: Books, receipt: str) -> bool:
    """Whether a release is under way in the books while its process is certainly gone; nothing is settled here."""
    with books.reading() as session:
        must_be_current(session)
        row = session.first(_OWNER, {"receipt": label(receipt, "receipt")})
        return row is not None and row["state"] in (State.RESERVED, State.STARTED) and is_gone(row["owner"])


def receipts_of_name(books: Books, account: str, name: str) -> list[Receipt]:
    """The receipts of this very account whose key is the name, a # and a digest, in the order of their keys.

    A range of the index on (root, key), in the order of bytes: every key that begins with "name#" lies from there
    up to "name$", the next sign after #. No pattern is matched, so no sign in a name means anything.
    """
    start = label(name, "key") + "#"
    order = "BINARY" if books.store.is_file else '"C"'
    wanted = (
        f"SELECT * FROM releases WHERE root = :root AND key COLLATE {order} >= :low AND key COLLATE {order} < :high"
        f" AND account = :account ORDER BY key COLLATE {order}"
    )
    with books.reading() as session:
        payer = _account(session, account)
        bounds = {"root": payer["root"], "account": payer["id"], "low": start, "high": name + "$"}
        rows = session.rows(wanted, bounds)
        # A name may go on behind its #: such a key is longer than a digest.
        return [_receipt(session, row) for row in rows if len(row["key"]) == len(start) + _DIGITS]


def _account(session: Session, name: str) -> Row:
    must_be_current(session)
    found = session.first(_ACCOUNT, {"name": account_name(name)})
    if found is None:
        raise no_account(name, [str(row["name"]) for row in session.rows("SELECT name FROM accounts")])
    return found


def _receipt(session: Session, row: Row) -> Receipt:
    payer = session.first(_PAYER, {"id": row["account"]})
    return receipt_of(row, "" if payer is None else payer["name"])
