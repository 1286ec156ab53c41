"""The common case on PostgreSQL in one journey: lock, check, append, move, commit, and wait for the disk.

A function in the database does what an open page does in a dozen questions, and only if every condition for it
holds: the books are of our version and not stopped, the clock did not go back, the key is new, no account above is
stopped, every balance exists and has room, and none is used up by it. Otherwise it does nothing at all, and the
caller goes the plain way, which knows how to refuse. It accepts nothing that the plain way would not;
tests/unit/ledger/test_shortcut.py compares the two.

The lock is taken by a statement of its own, so that the next one sees everything that was committed before. The
caps are checked by the function, and once more by the table's own constraint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from epsilog.errors import LedgerError
from epsilog.ledger import schema
from epsilog.ledger.chain import hash_of
from epsilog.ledger.failpoint import reach
from epsilog.ledger.page import SLEW, moment
from epsilog.ledger.store import TAKE_THE_LOCK, Session

if TYPE_CHECKING:
    from collections.abc import Iterable

    from epsilog.ledger.bill import Bill
    from epsilog.ledger.books import Books

_NAME: Final = f"epsilog_pay_{schema.SCHEMA_VERSION}"

_FUNCTION: Final = f"""
CREATE OR REPLACE FUNCTION {_NAME}(
  who text, now_at text, at_most text, what text, words text, row_paid text,
  ids bigint[], names text[], on_account bigint[], on_block text[], mains bigint[], deltas bigint[]
) RETURNS TABLE (seq bigint, prev text, at text, hash text) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  head ledger;
  paid releases := row_paid::releases;
  held bigint := (what = 'reserve')::int;
  spent bigint := (what = 'debit')::int;
BEGIN
  PERFORM {TAKE_THE_LOCK.removeprefix("SELECT ")};
  SELECT * INTO head FROM ledger WHERE id = 1 FOR UPDATE;
  IF head.schema_version <> {schema.SCHEMA_VERSION} OR head.identity <> who OR head.stopped IS NOT NULL
    OR head.last_at > at_most COLLATE "C"
    OR EXISTS (SELECT FROM releases WHERE root = paid.root AND key = paid.key)
    OR cardinality(ids) <> (
      SELECT count(*) FROM unnest(ids, names) AS above (id, name) JOIN accounts USING (id, name)
      WHERE stopped IS NULL AND (divided = 0 OR id <> paid.account))
    OR cardinality(mains) <> (
      SELECT count(*) FROM unnest(on_account, on_block, mains, deltas) AS asked (account, block, main, delta)
      JOIN balances USING (account, block)
      WHERE stopped IS NULL AND (main = 0 OR held_main + spent_main + main < cap_main)
        AND held_delta + spent_delta + delta <= cap_delta)
  THEN
    RETURN;
  END IF;
  seq := head.head_seq + 1;
  prev := head.head_hash;
  at := greatest(head.last_at COLLATE "C", now_at);
  hash := encode(sha256(
    int8send(octet_length(prev)) || convert_to(prev, 'UTF8') ||
    int8send(octet_length(seq::text)) || convert_to(seq::text, 'UTF8') ||
    int8send(octet_length(at)) || convert_to(at, 'UTF8') ||
    int8send(octet_length(what)) || convert_to(what, 'UTF8') ||
    int8send(octet_length(words)) || convert_to(words, 'UTF8')), 'hex');
  INSERT INTO journal (seq, at, kind, body, prev, hash) VALUES (seq, at, what, words, prev, hash);
  UPDATE balances SET held_main = held_main + main * held, held_delta = held_delta + delta * held,
    spent_main = spent_main + main * spent, spent_delta = spent_delta + delta * spent
  FROM unnest(on_account, on_block, mains, deltas) AS asked (account, block, main, delta)
  WHERE balances.account = asked.account AND balances.block = asked.block;
  INSERT INTO releases SELECT paid.*;
  UPDATE ledger SET head_seq = seq, head_hash = hash, last_at = at WHERE id = 1;
  RETURN NEXT;
END $$
"""


def install(session: Session) -> None:
    """Put the function into the database."""
    if not session.is_file:
        session.run(_FUNCTION)


def write(books: Books, bill: Bill) -> tuple[int, str] | None:
    """Write a bill on a page of its own: the number and the hash of its entry, or None and nothing written."""
    asked, tag, body = bill.asked, bill.tag, bill.text()
    if len(tag.postings) > 1000:
        return None
    now = books.clock()
    row = bill.row()
    arguments = (
        books.identity,
        moment(now),
        moment(now + SLEW),  # others may have been quicker to the lock
        asked.kind,
        body,
        _listed("()", (row[name] for name in schema.columns("releases"))),
        _listed("{}", (row["id"] for row in tag.lineage)),
        _listed("{}", (row["name"] for row in tag.lineage)),
        _listed("{}", (posting.account for posting in tag.postings)),
        _listed("{}", (posting.block for posting in tag.postings)),
        _listed("{}", (posting.amount.main for posting in tag.postings)),
        _listed("{}", (posting.amount.delta for posting in tag.postings)),
    )
    reach(f"before {asked.kind}")
    written = books.store.in_one_journey(_NAME, arguments)
    if written is None:
        return None
    seq, prev, at, new = int(written[0]), *written[1:]
    if new != hash_of(seq, at, asked.kind, body, prev):
        books.stop_everything("the database and this program do not agree on a hash")
        raise LedgerError("the database and this program do not agree on a hash", hint="epsilog ledger verify")
    return seq, new


def _listed(brackets: str, values: Iterable[str | int]) -> str:
    """A list or a row as PostgreSQL reads it from text.

    >>> print(_listed("{}", [1, 'a "b" c']))
    {"1","a \\"b\\" c"}
    """
    quoted = (str(value).replace("\\", "\\\\").replace('"', '\\"') for value in values)
    return brackets[0] + ",".join(f'"{text}"' for text in quoted) + brackets[1]
