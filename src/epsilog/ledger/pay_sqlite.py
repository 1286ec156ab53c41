"""The common case on SQLite in seven statements: begin, look at everything at once, write four times, commit.

The look answers with a row only if every condition holds that `pay_postgres` names. Otherwise nothing is written,
and the caller goes the plain way, which knows how to refuse.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from epsilog.errors import LedgerError
from epsilog.ledger import schema
from epsilog.ledger.chain import hash_of
from epsilog.ledger.failpoint import reach
from epsilog.ledger.page import ClockWentBack, next_moment
from epsilog.ledger.receipt import this_process

if TYPE_CHECKING:
    from epsilog.ledger.bill import Bill
    from epsilog.ledger.books import Books

MOST: Final = 60  # postings; a statement has room for so many parameters, and rare requests need no hurry

_LOOK: Final = f"""
SELECT head_seq, head_hash, last_at FROM ledger
WHERE id = 1 AND typeof(head_seq) = 'integer' AND typeof(head_hash) || typeof(last_at) = 'texttext'
  AND length(last_at) = 32
  AND schema_version = {schema.SCHEMA_VERSION} AND identity = ? AND stopped IS NULL
  AND NOT EXISTS (SELECT 1 FROM releases WHERE root = ? AND key = ?)
  AND ? = (
    WITH asked (id, name, block, main, delta) AS (VALUES %s)
    SELECT count(*) FROM asked CROSS JOIN accounts ON accounts.id = asked.id AND accounts.name = asked.name
    CROSS JOIN balances ON balances.account = asked.id AND balances.block = asked.block
    WHERE accounts.stopped IS NULL AND (accounts.divided = 0 OR accounts.id <> ?) AND accounts.coin = ?
      AND balances.stopped IS NULL AND (main = 0 OR held_main + spent_main + main < balances.cap_main)
      AND held_delta + spent_delta + delta <= balances.cap_delta
      AND %s
      AND NOT EXISTS (SELECT 1 FROM calendars WHERE calendars.account = asked.id))
"""
# A text counts as nothing in a sum, and as more than any number.
_AMOUNTS: Final = " AND ".join(
    f"typeof(balances.{side}_{part}) = 'integer'" for side in ("cap", "held", "spent") for part in ("main", "delta")
)
_MOVE: Final = {
    True: "UPDATE balances SET spent_main = spent_main + ?, spent_delta = spent_delta + ?",
    False: "UPDATE balances SET held_main = held_main + ?, held_delta = held_delta + ?",
}
_ENTRY: Final = "INSERT INTO journal (seq, at, kind, body, prev, hash) VALUES (?, ?, ?, ?, ?, ?)"
_RELEASE: Final = (
    "INSERT INTO releases"
    " (receipt, root, account, key, request, charge, blocks, cost_main, cost_delta, owner, state)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_TURN: Final = "UPDATE ledger SET head_seq = ?, head_hash = ?, last_at = ? WHERE id = 1"


def write(books: Books, bill: Bill) -> tuple[int, str] | None:
    """Write a bill on a page of its own: the number and the hash of its entry, or None and nothing written."""
    asked, tag, words = bill.asked, bill.tag, bill.text()
    kind, account, count = asked.kind, tag.lineage[-1], len(tag.postings)
    if count > MOST:
        return None
    with books.store.writing() as session:
        cursor = session.connection.cursor()
        cursor.row_factory = None
        named = (account["id"], account["coin"])
        wanted = (books.identity, account["root"], asked.key, count, *tag.conditions, *named)
        head = cursor.execute(_look(count), wanted).fetchone()
        if head is None:
            return None
        try:
            at = next_moment(books.clock(), head[2])
        except ClockWentBack:
            return None  # the plain way will meet it too, and stop everything
        reach(f"before {kind}")
        seq, prev = head[0] + 1, head[1]
        new = hash_of(seq, at, kind, words, prev)
        cursor.execute(_ENTRY, (seq, at, kind, words, prev, new))
        moved = 0
        for amount, accounts, blocks in tag.by_amount:
            where = _where(asked.started, len(accounts), len(blocks))
            moved += cursor.execute(where, (amount.main, amount.delta, *accounts, *blocks)).rowcount
        if moved != count:
            raise LedgerError("a posting found no balance; nothing was written")
        cursor.execute(_RELEASE, (
            asked.receipt, account["root"], account["id"], asked.key, asked.request, tag.charge, tag.blocks,
            tag.cost.main, tag.cost.delta, this_process(), asked.state.value,
        ))  # fmt: skip
        reach(f"after {kind}")
        cursor.execute(_TURN, (seq, new, at))
        reach(f"written {kind}")
    return seq, new


@lru_cache(maxsize=MOST)
def _look(postings: int) -> str:
    return _LOOK % (", ".join(["(?, ?, ?, ?, ?)"] * postings), _AMOUNTS)


@lru_cache(maxsize=1024)
def _where(started: bool, accounts: int, blocks: int) -> str:
    ids, names = ", ".join("?" * accounts), ", ".join("?" * blocks)
    return f"{_MOVE[started]} WHERE account IN ({ids}) AND block IN ({names})"
