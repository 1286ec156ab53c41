"""The common case on PostgreSQL in one journey: lock, check, append, move, commit, and wait for the disk.

A function in the database does what an open page does in a dozen questions, for one bill or for several at once,
and only if every condition for it holds: the books are of our version and not stopped, the clock did not go back,
all keys are new, no account above is stopped, has a calendar or counts in another currency than the bill is priced
in, every balance exists and has room for all of them together, and none is used up by them. Otherwise it does
nothing at all, and the caller goes another way.

The lock is taken by a statement of its own, so that the next one sees everything that was committed before. The
caps are checked by the function, and once more by the table's own constraint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from epsilog.errors import LedgerError
from epsilog.ledger import schema
from epsilog.ledger.chain import hash_of
from epsilog.ledger.page import SLEW, moment
from epsilog.ledger.receipt import this_process
from epsilog.ledger.store import TAKE_THE_LOCK, Journey, Session

if TYPE_CHECKING:
    from epsilog.ledger.bill import Bill
    from epsilog.ledger.books import Books

Written = tuple[int, str]  # number and hash of an entry
MOST: Final = 64  # bills to a page
_ROOM: Final = 2**61  # 64-bit sums stay far from their end: caps are at most 10^18
_POSTINGS: Final = 1000
_NAME: Final = f"epsilog_pay_together_{schema.SCHEMA_VERSION}"
_PARAMETERS: Final = (
    *("who text", "now_at text", "at_most text", "asker text", "whats text[]", "words text[]"),
    *("receipts text[]", "roots bigint[]", "payers bigint[]", "keys text[]", "requests text[]", "charges text[]"),
    *("touched text[]", "mains bigint[]", "deltas bigint[]", "states text[]", "ids bigint[]", "names text[]"),
    "coins text[]",
    *("on_account bigint[]", "on_block text[]", "more_held bigint[]", "more_held_delta bigint[]"),
    *("more_spent bigint[]", "more_spent_delta bigint[]"),
)
_POSTED: Final = """unnest(on_account, on_block, more_held, more_held_delta, more_spent, more_spent_delta)
      AS asked (account, block, held, held_d, spent, spent_d)"""

_FUNCTION: Final = f"""
CREATE OR REPLACE FUNCTION {_NAME}({", ".join(_PARAMETERS)})
RETURNS TABLE (first bigint, before text, moment text, hashes text[]) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  count_of int := cardinality(whats);
  prev text;
  seqs bigint[];
  prevs text[];
  word text;
BEGIN
  PERFORM {TAKE_THE_LOCK.removeprefix("SELECT ")};
  SELECT head_seq + 1, head_hash, greatest(last_at COLLATE "C", now_at) INTO first, before, moment FROM ledger
  WHERE id = 1 AND schema_version = {schema.SCHEMA_VERSION} AND identity = who AND stopped IS NULL
    AND last_at <= at_most COLLATE "C"
    AND NOT EXISTS (SELECT FROM unnest(roots, keys) AS new (root, key) JOIN releases USING (root, key))
    AND cardinality(ids) = (
      SELECT count(*) FROM unnest(ids, names, coins) AS above (id, name, coin) JOIN accounts USING (id, name, coin)
      WHERE stopped IS NULL AND (divided = 0 OR id <> ALL (payers)))
    AND NOT EXISTS (SELECT FROM calendars WHERE account = ANY (ids))
    AND cardinality(on_account) = (
      SELECT count(*)
      FROM (SELECT account, block, held + spent AS main, held_d + spent_d AS delta FROM {_POSTED}) AS new
      JOIN balances USING (account, block)
      WHERE stopped IS NULL AND (main = 0 OR held_main + spent_main + main < cap_main)
        AND held_delta + spent_delta + delta <= cap_delta)
  FOR UPDATE;
  IF first IS NULL THEN
    RETURN;
  END IF;
  prev := before;
  FOR i IN 1 .. count_of LOOP
    seqs[i] := first + i - 1;
    prevs[i] := prev;
    word := seqs[i]::text;
    prev := encode(sha256(
      int8send(octet_length(prev)) || convert_to(prev, 'UTF8') ||
      int8send(octet_length(word)) || convert_to(word, 'UTF8') ||
      int8send(octet_length(moment)) || convert_to(moment, 'UTF8') ||
      int8send(octet_length(whats[i])) || convert_to(whats[i], 'UTF8') ||
      int8send(octet_length(words[i])) || convert_to(words[i], 'UTF8')), 'hex');
    hashes[i] := prev;
  END LOOP;
  WITH entries AS (
    INSERT INTO journal (seq, at, kind, body, prev, hash)
    SELECT seq, moment, kind, body, prev, hash
    FROM unnest(seqs, whats, words, prevs, hashes) AS new (seq, kind, body, prev, hash)
  ), moves AS (
    UPDATE balances SET held_main = held_main + asked.held, held_delta = held_delta + asked.held_d,
      spent_main = spent_main + asked.spent, spent_delta = spent_delta + asked.spent_d
    FROM {_POSTED}
    WHERE balances.account = asked.account AND balances.block = asked.block
  ), paid AS (
    INSERT INTO releases
      (receipt, root, account, key, request, charge, blocks, cost_main, cost_delta, owner, state)
    SELECT receipt, root, account, key, request, charge, blocks, cost_main, cost_delta, asker, state
    FROM unnest(receipts, roots, payers, keys, requests, charges, touched, mains, deltas, states)
      AS new (receipt, root, account, key, request, charge, blocks, cost_main, cost_delta, state)
  )
  UPDATE ledger SET head_seq = first + count_of - 1, head_hash = prev, last_at = moment WHERE id = 1;
  RETURN NEXT;
END $$
"""
_JOURNEY: Final = Journey(
    b"epsilog_pay",
    f"SELECT * FROM {_NAME}({', '.join(f'${n + 1}' for n in range(len(_PARAMETERS)))})".encode(),
)


def install(session: Session) -> None:
    """Put the function into the database."""
    if not session.is_file:
        session.run(_FUNCTION)


def write(books: Books, bills: Sequence[Bill]) -> list[Written] | None:
    """Write bills of different keys on one page: number and hash of each entry, or None and nothing written."""
    posted = _added_up(bills)
    if posted is None:
        return None
    now, bodies = books.clock(), [bill.text() for bill in bills]
    tags, asked = [bill.tag for bill in bills], [bill.asked for bill in bills]
    payers = [tag.lineage[-1] for tag in tags]
    # Were one bill priced before a turn and another after it, both currencies are asked for, and one is not there.
    above = dict.fromkeys((row["id"], row["name"], row["coin"]) for tag in tags for row in tag.lineage)
    moved = list(zip(*posted.values(), strict=True))
    answer = books.store.in_one_journey(
        _JOURNEY,
        (
            books.identity,
            moment(now),
            moment(now + SLEW),  # others may have been quicker to the lock
            this_process(),
            _texts(one.kind for one in asked),
            _texts(bodies),
            _texts(one.receipt for one in asked),
            _numbers(row["root"] for row in payers),
            _numbers(row["id"] for row in payers),
            _texts(one.key for one in asked),
            _texts(one.request for one in asked),
            _texts(tag.charge for tag in tags),
            _texts(tag.blocks for tag in tags),
            _numbers(tag.cost.main for tag in tags),
            _numbers(tag.cost.delta for tag in tags),
            _texts(one.state.value for one in asked),
            _numbers(number for number, _, _ in above),
            _texts(name for _, name, _ in above),
            _texts(coin for _, _, coin in above),
            _numbers(account for account, _ in posted),
            _texts(block for _, block in posted),
            *map(_numbers, moved),
        ),
    )
    if answer is None:
        return None
    seq, prev, at = int(answer[0]), answer[1], answer[2]
    written: list[Written] = []
    for one, body, new in zip(asked, bodies, answer[3].strip("{}").split(","), strict=True):
        if new != hash_of(seq, at, one.kind, body, prev):
            why = "the database and this program do not agree on a hash"
            books.stop_everything(why)
            raise LedgerError(why, hint="epsilog ledger verify")
        written.append((seq, new))
        seq, prev = seq + 1, new
    return written


def _added_up(bills: Sequence[Bill]) -> dict[tuple[int, str], list[int]] | None:
    """What the bills add to each balance: held, held delta, spent, spent delta. None where it is unusually much."""
    added: dict[tuple[int, str], list[int]] = {}
    for bill in bills:
        side = 2 if bill.asked.started else 0
        for posting in bill.tag.postings:
            sums = added.setdefault((posting.account, posting.block), [0, 0, 0, 0])
            sums[side] += posting.amount.main
            sums[side + 1] += posting.amount.delta
    usual = len(added) <= _POSTINGS and all(sum(sums) < _ROOM for sums in added.values())
    return added if usual else None


def _texts(values: Iterable[str]) -> str:
    """A list of texts as PostgreSQL reads it.

    >>> print(_texts(['1', 'a "b" c']))
    {"1","a \\"b\\" c"}
    """
    return '{"' + '","'.join([value.replace("\\", "\\\\").replace('"', '\\"') for value in values]) + '"}'


def _numbers(values: Iterable[int]) -> str:
    return "{" + ",".join(map(str, values)) + "}"
