"""Verify: read every entry again, add everything up again, and name the first thing that is not as it was written."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from sqlalchemy import Connection, RowMapping, func, select

from epsilog.ledger import schema
from epsilog.ledger.books import Books
from epsilog.ledger.chain import GENESIS, digest_of, hash_of
from epsilog.ledger.page import MOVES
from epsilog.ledger.receipt import State

Kind = Literal["edited", "removed", "reordered", "truncated", "forked", "totals", "unreadable"]
_AFTER: Final = {
    "reserve": State.RESERVED,
    "start": State.STARTED,
    "release": State.RELEASED,
    "forfeit": State.FORFEITED,
    "refund": State.RELEASED,
}


@dataclass(frozen=True)
class Damage:
    """The first thing that is wrong: which entry, in which way, in words."""

    seq: int
    kind: Kind
    words: str


@dataclass(frozen=True)
class Verdict:
    """What a verification read and found."""

    entries: int
    head: str
    anchors: int
    damage: Damage | None

    @property
    def whole(self) -> bool:
        """Whether the books are as they were written."""
        return self.damage is None


@dataclass
class _Sum:
    """What the journal adds up to."""

    balances: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    caps: dict[str, list[int]] = field(default_factory=dict)
    results: dict[tuple[str, int], str] = field(default_factory=dict)
    stopped: dict[str, bool] = field(default_factory=dict)


def verify(books: Books, *, progress: Callable[[int, int], None] | None = None) -> Verdict:
    """Re-read the whole ledger. Reads only; `Ledger.verify` also stops the ledger when damage is found."""
    # First the anchors, then one view of the books: entries signed while we look would seem to be missing.
    anchors = {} if books.anchors is None else {a.seq: a.hash for a in books.anchors.of(books.identity)}
    with books.store.reading() as connection:
        head = connection.execute(select(schema.ledger)).mappings().one()
        total = connection.execute(select(func.count()).select_from(schema.journal)).scalar_one()
        seen, last, damage = _walk(connection, total, anchors, progress)
        if damage is None:
            damage = _tail(head, seen[0], last, anchors)
        if damage is None:
            damage = _added_up(connection, seen[1])
        return Verdict(seen[0], last, len(anchors), damage)


def _walk(
    connection: Connection, total: int, anchors: dict[int, str], progress: Callable[[int, int], None] | None
) -> tuple[tuple[int, _Sum], str, Damage | None]:
    table, posted = schema.journal, schema.postings
    rows = connection.execution_options(yield_per=5000).execute(select(table).order_by(table.c.seq)).mappings()
    lines = iter(
        connection.execution_options(yield_per=5000)
        .execute(select(posted).order_by(posted.c.seq, posted.c.line))
        .mappings()
    )
    waiting = next(lines, None)
    sums, last, count = _Sum(), GENESIS, 0
    for row in rows:
        damage = _entry_damage(row, count, last, anchors)
        if damage is not None:
            return (count, sums), last, damage
        own: list[list[Any]] = []
        while waiting is not None and waiting["seq"] == row["seq"]:
            own.append([waiting[name] for name in ("account", "block", "side", "main", "delta")])
            waiting = next(lines, None)
        try:
            body = json.loads(row["body"])
            if own != body.get("postings", []):
                return (
                    (count, sums),
                    last,
                    Damage(row["seq"], "edited", "its postings are not those it was signed with"),
                )
            _add(sums, row["seq"], row["kind"], body)
        except (ValueError, KeyError, TypeError, AttributeError):
            return (count, sums), last, Damage(row["seq"], "unreadable", "its body cannot be read")
        count, last = count + 1, row["hash"]
        if progress is not None and count % 5000 == 0:
            progress(count, total)
    if waiting is not None:
        return (count, sums), last, Damage(waiting["seq"], "removed", "postings without their entry")
    return (count, sums), last, None


def _entry_damage(row: RowMapping, count: int, last: str, anchors: dict[int, str]) -> Damage | None:
    seq = row["seq"]
    if seq != count + 1:
        return Damage(count + 1, "removed", f"entry {count + 1} is missing; the next one is {seq}")
    honest = hash_of(seq, row["at"], row["kind"], row["body"], row["prev"]) == row["hash"]
    if not honest:
        return Damage(seq, "edited", f"entry {seq} is not what was written")
    if row["prev"] != last:
        return Damage(seq, "reordered", f"entry {seq} does not follow entry {seq - 1}: one of them was exchanged")
    if seq in anchors and anchors[seq] != row["hash"]:
        return Damage(seq, "forked", f"entry {seq} is not the one that was anchored: this is another history")
    return None


def _tail(head: RowMapping, count: int, last: str, anchors: dict[int, str]) -> Damage | None:
    missing = [seq for seq in sorted(anchors) if seq > count]
    if missing or head["head_seq"] > count:
        return Damage(
            count + 1,
            "truncated",
            f"the journal ends at {count}, entries up to {max([*missing, head['head_seq']])} were written",
        )
    if head["head_seq"] != count or head["head_hash"] != last:
        return Damage(count, "totals", "the head is not the last entry")
    return None


def _add(sums: _Sum, seq: int, kind: str, body: dict[str, Any]) -> None:
    for account, block, side, main, delta in body.get("postings", []):
        held, spent = MOVES[side]
        balance = sums.balances.setdefault((account, block), [0, 0, 0, 0])
        for at, by in enumerate((held * main, held * delta, spent * main, spent * delta)):
            balance[at] += by
    if kind in ("open", "allocate", "raise", "move"):
        sums.caps[body["account"]] = body["cap"]
    if kind in ("stop", "resume") and body["account"] is not None:
        sums.stopped[body["account"]] = kind == "stop"
    if kind in _AFTER:
        sums.states[body["receipt"]] = _AFTER[kind]
    elif kind == "commit":
        sums.results[body["receipt"], body["tick"]] = body["digest"]
        if body["last"]:
            sums.states[body["receipt"]] = State.COMMITTED
    elif kind == "deliver" and sums.states[body["receipt"]] == State.COMMITTED:
        sums.states[body["receipt"]] = State.DELIVERED


def _added_up(connection: Connection, sums: _Sum) -> Damage | None:
    seq = connection.execute(select(schema.ledger.c.head_seq)).scalar_one()
    for row in connection.execute(select(schema.balances)).mappings():
        kept = [row["held_main"], row["held_delta"], row["spent_main"], row["spent_delta"]]
        if kept != sums.balances.pop((row["account"], row["block"]), [0, 0, 0, 0]):
            return Damage(
                seq, "totals", f"the balance of account {row['account']}, block {row['block']} does not add up"
            )
    if sums.balances:
        return Damage(seq, "totals", "a balance is missing")
    for row in connection.execute(select(schema.accounts)).mappings():
        if [row["cap_main"], row["cap_delta"]] != sums.caps.pop(row["name"], None):
            return Damage(seq, "totals", f"the cap of {row['name']} is not the one that was granted")
        if sums.stopped.get(row["name"], False) and not row["stopped"]:
            return Damage(seq, "totals", f"the stop of {row['name']} was lifted by nobody")
    if sums.caps:
        return Damage(seq, "totals", f"account {min(sums.caps)} is missing")
    for row in connection.execute(select(schema.releases)).mappings():
        if row["state"] != sums.states.pop(row["receipt"], None):
            return Damage(seq, "totals", f"release {row['receipt']} is not in the state it was left in")
    if sums.states:
        return Damage(seq, "totals", f"release {min(sums.states)} is missing")
    for row in connection.execution_options(yield_per=100).execute(select(schema.results)).mappings():
        if digest_of(bytes(row["body"])) != sums.results.pop((row["receipt"], row["tick"]), None):
            return Damage(seq, "totals", f"the stored result of {row['receipt']} was changed")
    if sums.results:
        return Damage(seq, "totals", "a stored result is missing")
    return None
