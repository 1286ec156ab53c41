"""The common case on PostgreSQL in one journey: lock, check, append, move, commit, and wait for the disk.

One statement does what an open page does in a dozen, and only if every condition for it holds: the books are of our
version and not stopped, the time does not go back, the key is new, no account above is stopped, every balance exists
and has room, and none is used up by it. Otherwise it does nothing at all, and the caller goes the plain way, which knows how
to refuse. It decides nothing that the plain way would decide differently; tests/unit/ledger/test_swift.py compares them.

The lock is taken by a statement of its own, so that the next one sees everything that was committed before.
The caps are checked by the statement, and once more by the table's own constraint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from epsilog.errors import LedgerError
from epsilog.ledger import schema
from epsilog.ledger.chain import hash_of
from epsilog.ledger.page import entry_text, moment
from epsilog.ledger.store import TAKE_THE_LOCK, TO_DISK, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from epsilog.ledger.books import Books
    from epsilog.ledger.paying import Request
    from epsilog.ledger.receipt import Receipt

_MOST: Final = 2**61  # amounts beyond are refused anyway, the plain way
_KEPT: Final = ("id", "name", "root", "period", "terms")

_PAY: Final = f"""
WITH asked AS MATERIALIZED (
  SELECT * FROM unnest(%(accounts)s::bigint[], %(blocks_asked)s::text[], %(mains)s::bigint[], %(deltas)s::bigint[])
    AS asked (account, block, main, delta)
), head AS MATERIALIZED (
  SELECT head_seq + 1 AS seq, head_hash AS prev FROM ledger
  WHERE id = 1 AND schema_version = {schema.SCHEMA_VERSION} AND identity = %(identity)s
    AND stopped IS NULL AND last_at COLLATE "C" <= %(at)s::text
  FOR UPDATE
), gate AS MATERIALIZED (
  SELECT seq, prev, encode(sha256(
    int8send(64) || convert_to(prev, 'UTF8') ||
    int8send(length(seq::text)) || convert_to(seq::text, 'UTF8') || %(rest)s::bytea), 'hex') AS hash
  FROM head
  WHERE NOT EXISTS (SELECT 1 FROM releases WHERE root = %(root)s::bigint AND key = %(key)s)
    AND (SELECT count(*) FROM accounts JOIN unnest(%(ids)s::bigint[], %(names)s::text[]) AS above (id, name)
           USING (id, name) WHERE stopped IS NULL AND (divided = 0 OR id <> %(account)s::bigint)) = %(depth)s::bigint
    AND (SELECT count(*) FROM asked JOIN balances USING (account, block)
         WHERE stopped IS NULL AND (main = 0 OR held_main + spent_main + main < cap_main)
           AND held_delta + spent_delta + delta <= cap_delta) = %(lines)s::bigint
), entry AS (
  INSERT INTO journal (seq, at, kind, body, prev, hash)
  SELECT seq, %(at)s::text, %(kind)s::text, %(body)s::text, prev, hash FROM gate
), moved AS (
  UPDATE balances SET held_main = held_main + main * %(held)s::bigint, held_delta = held_delta + delta * %(held)s::bigint,
    spent_main = spent_main + main * %(spent)s::bigint, spent_delta = spent_delta + delta * %(spent)s::bigint
  FROM asked, gate WHERE balances.account = asked.account AND balances.block = asked.block
), paid AS (
  INSERT INTO releases ({", ".join(schema.columns("releases"))})
  SELECT {", ".join(f"%({name})s::{kind}" for name, kind in schema.types("releases"))} FROM gate
), turned AS (
  UPDATE ledger SET head_seq = gate.seq, head_hash = gate.hash, last_at = %(at)s FROM gate WHERE id = 1
)
SELECT seq, prev, hash FROM gate
"""


def pay(books: Books, asked: Request) -> Receipt | None:
    """Write the bill if everything is as it mostly is; None, and nothing written, otherwise."""
    from epsilog.ledger.paying import Bill

    lineage = books.lineages.get(asked.account)
    if lineage is None:
        return None
    bill = Bill.of(asked, lineage)
    if len(bill.postings) > 1000 or not (bill.cost.main < _MOST and bill.cost.delta < _MOST):
        return None
    at, body = moment(books.clock()), entry_text(bill.body(), bill.postings)
    parameters: dict[str, Any] = {
        **bill.row(),
        "identity": books.identity,
        "at": at,
        "kind": asked.kind,
        "body": body,
        "rest": b"".join(len(part).to_bytes(8, "big") + part for part in _bytes(at, asked.kind, body)),
        "ids": [row["id"] for row in lineage],
        "names": [row["name"] for row in lineage],
        "depth": len(lineage),
        "accounts": [posting.account for posting in bill.postings],
        "blocks_asked": [posting.block for posting in bill.postings],
        "mains": [posting.amount.main for posting in bill.postings],
        "deltas": [posting.amount.delta for posting in bill.postings],
        "lines": len(bill.postings),
        "held": int(not asked.started),
        "spent": int(asked.started),
    }
    # Numbers travel as text with a stated type: a prepared statement must not change with their size.
    parameters = {name: _text(value) for name, value in parameters.items()}
    with books.store.connected() as connection:
        with connection.pipeline():
            connection.execute("BEGIN")
            connection.execute(TAKE_THE_LOCK)
            answer = connection.execute(_PAY, parameters)
            connection.execute("COMMIT")
            connection.execute(TO_DISK)
        written = answer.fetchone()
    if written is None:
        return None
    if written["hash"] != hash_of(written["seq"], at, asked.kind, body, written["prev"]):
        books.stop_everything("the database and this program do not agree on a hash")
        raise LedgerError("the database and this program do not agree on a hash", hint="epsilog ledger verify")
    books.anchored(written["seq"], written["hash"])
    return bill.receipt()


def remember(books: Books, account: str, lineage: Sequence[Row]) -> None:
    """Keep what never changes about an account: its number, those above it, and its currency."""
    if len(books.lineages) >= 100_000:
        books.lineages.clear()
    books.lineages[account] = [{name: row[name] for name in _KEPT} for row in lineage]


def _text(value: Any) -> Any:
    if type(value) is int:
        return str(value)
    if type(value) is list and value and type(value[0]) is int:
        return "{" + ",".join(map(str, value)) + "}"
    return value


def _bytes(*parts: str) -> list[bytes]:
    return [part.encode() for part in parts]
