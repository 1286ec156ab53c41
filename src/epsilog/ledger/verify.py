"""Verify: read every entry again, add everything up again, and name the first thing that is not as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from epsilog.errors import EpsilogError
from epsilog.ledger.books import DAWN, Books
from epsilog.ledger.cells import UNREADABLE, Damaged
from epsilog.ledger.chain import GENESIS, digest_of, hash_of
from epsilog.ledger.page import KINDS
from epsilog.ledger.posting import empty_balance
from epsilog.ledger.replay import Replay
from epsilog.ledger.replayed_release import Impossible, print_of
from epsilog.ledger.schema import must_be_current
from epsilog.ledger.store import Row, Session

Kind = Literal["edited", "removed", "reordered", "truncated", "forked", "totals", "unreadable"]
Progress = Callable[[int, int], None]
_STEP: Final = 5000


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


def verify(books: Books, *, progress: Progress | None = None) -> Verdict:
    """Re-read the whole ledger. Reads only; `Ledger.verify` also stops the ledger when damage is found."""
    # First the anchors, then one view of the books: entries signed while we look would seem to be missing.
    anchors = anchored_hashes(books)
    with books.store.reading() as session:
        must_be_current(session)
        return verify_in(session, anchors, progress)


def verify_in(session: Session, anchors: dict[int, str], progress: Progress | None = None) -> Verdict:
    """The same inside an open transaction, given the anchored hashes by number of entry."""
    replay, total = Replay(), 0
    last: Row = {"seq": 0, "hash": GENESIS, "at": DAWN}
    damage: Damage | None = None
    try:
        head = session.rows("SELECT * FROM ledger")[0]
        total = session.rows("SELECT COUNT(*) AS n FROM journal")[0]["n"]
        for row in session.stream("SELECT seq, at, kind, body, prev, hash FROM journal ORDER BY seq"):
            if damage is not None:
                continue  # a stream is read to its end, so that its cursor closes
            damage = _entry_damage(row, last, anchors) or _replay(replay, row)
            if damage is None:
                last = row
                if progress is not None and row["seq"] % _STEP == 0:
                    progress(row["seq"], total)
        damage = damage or _end_damage(head, last, anchors, replay) or _sum_damage(session, replay, last["seq"])
    except Damaged as error:
        where = error.where or "a text"
        damage = damage or Damage(last["seq"], "unreadable", f"after entry {last['seq']}: {error.what} ({where})")
    except UNREADABLE:
        damage = damage or Damage(last["seq"], "unreadable", f"the books cannot be read after entry {last['seq']}")
    if progress is not None and damage is None:
        progress(total, total)
    return Verdict(last["seq"], last["hash"], len(anchors), damage)


def anchored_hashes(books: Books) -> dict[int, str]:
    """The hashes that were signed, by number of entry; every signature checked."""
    return {} if books.anchors is None else {anchor.seq: anchor.hash for anchor in books.anchors.of(books.identity)}


def _entry_damage(row: Row, last: Row, anchors: dict[int, str]) -> Damage | None:
    seq, expected = row["seq"], last["seq"] + 1
    if seq != expected:
        return Damage(expected, "removed", f"entry {expected} is missing; the next one is {seq}")
    if type(row["body"]) is not str:
        return Damage(seq, "edited", f"entry {seq} is not what was written")
    if hash_of(seq, row["at"], row["kind"], row["body"], row["prev"]) != row["hash"]:
        return Damage(seq, "edited", f"entry {seq} is not what was written")
    if row["prev"] != last["hash"]:
        return Damage(seq, "reordered", f"entry {seq} does not follow entry {seq - 1}: one of them was exchanged")
    if seq in anchors and anchors[seq] != row["hash"]:
        return Damage(seq, "forked", f"entry {seq} is not the one that was anchored: this is another history")
    return None


def _replay(replay: Replay, row: Row) -> Damage | None:
    if row["kind"] not in KINDS:
        return Damage(row["seq"], "unreadable", f"entry {row['seq']} is of an unknown kind")
    try:
        replay.add(row["seq"], row["kind"], json.loads(row["body"]))
    except Impossible as error:
        return Damage(row["seq"], "edited", f"entry {row['seq']} cannot follow those before it: {error}")
    except (EpsilogError, *UNREADABLE):
        return Damage(row["seq"], "unreadable", f"the body of entry {row['seq']} cannot be read")
    return None


def _end_damage(head: Row, last: Row, anchors: dict[int, str], replay: Replay) -> Damage | None:
    seq = last["seq"]
    missing = [known for known in sorted(anchors) if known > seq]
    if missing or head["head_seq"] > seq:
        until = max([*missing, head["head_seq"]])
        return Damage(seq + 1, "truncated", f"the journal ends at {seq}, entries up to {until} were written")
    if (head["head_seq"], head["head_hash"], head["last_at"]) != (seq, last["hash"], last["at"]):
        return Damage(seq, "totals", "the head is not the last entry")
    if seq and head["identity"] != replay.identity:
        return Damage(seq, "totals", "the books do not bear the name they were made with")
    if replay.stopped and (head["stopped"] is None or head["stop_kind"] is None):
        return Damage(seq, "totals", "the stop of the whole ledger was lifted by nobody")
    return None


def _sum_damage(session: Session, replay: Replay, seq: int) -> Damage | None:
    for words in (_accounts(session, replay), _balances(session, replay), _calendars(session, replay)):
        if words is not None:
            return Damage(seq, "totals", words)
    return _releases(session, replay, seq) or _results(session, replay, seq) or _ticks(session, replay, seq)


def _accounts(session: Session, replay: Replay) -> str | None:
    waiting = dict(replay.accounts)
    for row in session.rows("SELECT * FROM accounts ORDER BY id"):
        if row != waiting.pop(row["id"], None):
            return f"account {row['id']} is not as the journal left it"
    return f"account {min(waiting)} is missing" if waiting else None


def _balances(session: Session, replay: Replay) -> str | None:
    waiting = {(account, block) for account, blocks in replay.balances.items() for block in blocks}
    for row in session.stream("SELECT * FROM balances"):
        account, block = row["account"], row["block"]
        if account not in replay.accounts:
            return f"a balance of account {account}, which nobody opened"
        waiting.discard((account, block))
        expected = replay.balances[account].get(block) or empty_balance(replay.accounts[account], block)
        if row != expected:
            return f"the balance of account {account}, block {block}, does not add up"
    return "a balance is missing" if waiting else None


def _calendars(session: Session, replay: Replay) -> str | None:
    found = {row["account"]: row for row in session.rows("SELECT * FROM calendars")}
    return None if found == replay.calendars else "the approved calendars are not those the journal approved"


def _releases(session: Session, replay: Replay, seq: int) -> Damage | None:
    """Each row as the journal left it; the damage is that of the last entry about its release."""
    waiting, wrong = dict(replay.releases.known), []
    for row in session.stream("SELECT * FROM releases"):
        expected = waiting.pop(row["receipt"], None)
        if expected is None:
            wrong.append((seq, f"release {row['receipt']} is in no entry"))
        elif (
            (row["cost_main"], row["cost_delta"]) != (expected.main, expected.delta)
            or row["state"] != expected.state
            or print_of(row) != expected.print
        ):
            wrong.append((expected.seq, f"release {row['receipt']} is not as the journal left it"))
    wrong += [(missing.seq, f"release {receipt} is missing") for receipt, missing in waiting.items()]
    return _first(wrong)


def _results(session: Session, replay: Replay, seq: int) -> Damage | None:
    """Each stored result has the fingerprint beside it, and that is the one its entry committed."""
    waiting, wrong = dict(replay.releases.results), []
    for row in session.stream("SELECT * FROM results", batch=100):
        expected = waiting.pop((row["receipt"], row["tick"]), None)
        where = f"{row['receipt']}, tick {row['tick']},"
        if expected is None:
            wrong.append((seq, f"the stored result of {where} was never committed"))
        elif type(row["body"]) is str:
            wrong.append((expected.seq, f"the stored result of {where} is a text, and bytes were committed"))
        elif digest_of(bytes(row["body"])) != row["digest"] or row["digest"] != expected.digest:
            wrong.append((expected.seq, f"the stored result of {where} is not the one that was committed"))
        elif row["delivered"] != expected.delivered:
            wrong.append(
                (expected.seq, f"whether the result of {where} was delivered is not as the journal left it")
            )
    wrong += [
        (missing.seq, f"the stored result of {receipt}, tick {tick}, is missing")
        for (receipt, tick), missing in waiting.items()
    ]
    return _first(wrong)


def _ticks(session: Session, replay: Replay, seq: int) -> Damage | None:
    """Each tick in the order of its stream, with the digest it was entered with."""
    return _first(replay.streams.wrong(session.stream("SELECT * FROM ticks ORDER BY receipt, tick"), seq))


def _first(wrong: list[tuple[int, str]]) -> Damage | None:
    return Damage(min(wrong)[0], "totals", min(wrong)[1]) if wrong else None
