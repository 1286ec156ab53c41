"""One open page of the journal: everything a single write may do, under the one lock.

A page is written whole or not at all. It reads the head, appends entries with their postings, moves the balances
they add up to, and closes with the new head.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from epsilog.errors import LedgerError, PolicyError
from epsilog.ledger import schema
from epsilog.ledger.cells import Damaged
from epsilog.ledger.chain import canonical, hash_of
from epsilog.ledger.failpoint import reach
from epsilog.ledger.name import no_account
from epsilog.ledger.posting import Posting, empty_balance
from epsilog.ledger.store import Row, Session, list_parameters

Clock = Callable[[], dt.datetime]

# A clock that slews back a little is put right by waiting for it; one that jumps back is a reason to stop.
SLEW: Final = dt.timedelta(seconds=5)
KINDS: Final = frozenset(
    (
        *("begin", "open", "allocate", "raise", "move", "turn", "stop", "resume"),
        *("reserve", "debit", "start", "commit", "deliver", "release", "forfeit", "refund"),
        *("rotate", "restore", "migrate", "calendar", "tick", "close"),
    )
)
_MOMENT: Final = 32  # letters of a time as entries write it
_HEAD: Final = "SELECT * FROM ledger WHERE id = 1"
_TURN: Final = "UPDATE ledger SET head_seq = :seq, head_hash = :hash, last_at = :at WHERE id = 1"
_ENTRY: Final = schema.insertion("journal")
_BALANCE: Final = schema.insertion("balances")
_MOVE: Final = (
    "UPDATE balances SET held_main = held_main + :held_main, held_delta = held_delta + :held_delta,"
    " spent_main = spent_main + :spent_main, spent_delta = spent_delta + :spent_delta"
    " WHERE account = :account AND block = :block"
)


class ClockWentBack(LedgerError):
    """The machine's clock is before the last entry."""


class Page:
    """See the module."""

    def __init__(self, session: Session, clock: Clock | None) -> None:
        self.session = session
        row = session.first(_HEAD if session.is_file else _HEAD + " FOR UPDATE")
        if row is None:
            raise LedgerError("this is not a ledger", where="ledger", hint="see whether it is the file of a ledger")
        if row["schema_version"] != schema.SCHEMA_VERSION:
            raise LedgerError(
                f"the books are of version {row['schema_version']}, this program writes {schema.SCHEMA_VERSION}",
                hint="epsilog ledger migrate",
            )
        if len(row["last_at"]) != _MOMENT:
            raise Damaged("a cell is not of its kind", where="last_at", hint="epsilog ledger verify")
        self.stopped: str | None = row["stopped"]
        self.stop_kind: str | None = row["stop_kind"]
        self.identity: str = row["identity"]
        self.seq: int = row["head_seq"]
        self.hash: str = row["head_hash"]
        self._before = self.seq
        self.last_kind = "nothing"
        # Without a clock the time of the last entry is repeated: for the entry that says the clock went back.
        self.at: str = row["last_at"] if clock is None else next_moment(clock(), row["last_at"])

    def append(self, kind: str, body: Mapping[str, Any], postings: Sequence[Posting] = ()) -> int:
        """Write one entry and what its postings do to the balances."""
        if kind not in KINDS:
            raise LedgerError(f"no entry is called {kind!r}")
        reach(f"before {kind}")
        text = entry_text(body, postings)
        seq = self.seq + 1
        new = hash_of(seq, self.at, kind, text, self.hash)
        row = {"seq": seq, "at": self.at, "kind": kind, "body": text, "prev": self.hash, "hash": new}
        self.session.run(_ENTRY, row)
        for posting in postings:
            if self.session.run(_MOVE, posting.moved()) != 1:
                raise LedgerError("a posting found no balance; nothing was written")
        self.seq, self.hash, self.last_kind = seq, new, kind
        reach(f"after {kind}")
        return seq

    def close(self) -> None:
        """Write the new head."""
        if self.seq != self._before:
            self.session.run(_TURN, {"seq": self.seq, "hash": self.hash, "at": self.at})

    def account(self, name: str) -> Row:
        """An account by name."""
        return self.lineage(name)[-1]

    def lineage(self, name: str) -> list[Row]:
        """The account and all above it, the root first. A parent's name is the beginning of its children's."""
        return lineage_of(self.session, name)

    def by_id(self, account: int) -> Row:
        """An account by number."""
        row = self.session.first("SELECT * FROM accounts WHERE id = :id", {"id": account})
        if row is None:
            raise LedgerError(f"account {account} is missing")
        return row

    def balances(self, accounts: Iterable[Row], blocks: Sequence[str]) -> dict[tuple[int, str], Row]:
        """The balances of these accounts in these blocks; a block seen for the first time begins at nothing."""
        accounts = list(accounts)
        ids, parameters = list_parameters("id", [row["id"] for row in accounts])
        names, more = list_parameters("block", blocks)
        wanted = f"SELECT * FROM balances WHERE account IN {ids} AND block IN {names}"
        found = {(row["account"], row["block"]): row for row in self.session.rows(wanted, {**parameters, **more})}
        for row in accounts:
            for block in blocks:
                if (row["id"], block) not in found:
                    found[row["id"], block] = fresh = empty_balance(row, block)
                    self.session.run(_BALANCE, fresh)
        return found

    def refuse_if_stopped(self, lineage: Iterable[Row]) -> None:
        """A stop anywhere above stops everything below."""
        if self.stopped:
            raise PolicyError(
                f"the whole ledger is stopped: {self.stopped}",
                where="ledger",
                hint="epsilog ledger verify, then resume",
            )
        for row in lineage:
            if row["stopped"]:
                raise PolicyError(
                    f"{row['name']} is stopped: {row['stopped']}",
                    where="account",
                    hint="two people may resume it: epsilog ledger resume",
                )

    def stop_everything(self, why: str, kind: str) -> None:
        """Set the stop of the whole ledger in its locked row; the first reason stays."""
        stop_all(self.session, why, kind)


def stop_all(session: Session, why: str, kind: str) -> None:
    """See `Page.stop_everything`."""
    session.run(
        "UPDATE ledger SET stopped = :why, stop_kind = :kind WHERE stopped IS NULL", {"why": why, "kind": kind}
    )


def lineage_of(session: Session, name: str) -> list[Row]:
    """See `Page.lineage`."""
    names, parameters = list_parameters("name", names_above(name))
    rows = session.rows(f"SELECT * FROM accounts WHERE name IN {names}", parameters)
    rows.sort(key=lambda row: len(row["name"]))
    if not rows or rows[-1]["name"] != name:
        raise no_account(name, [str(row["name"]) for row in session.rows("SELECT name FROM accounts")])
    if rows[-1]["lineage"] != "/".join(str(row["id"]) for row in rows):
        raise LedgerError(f"the accounts above {name} are not those it was opened under")
    return rows


def names_above(name: str) -> list[str]:
    """The names an account's lineage may have, its own last.

    >>> names_above("clinic/2026/oncology")
    ['clinic', 'clinic/2026', 'clinic/2026/oncology']
    """
    parts = name.split("/")
    return ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]


def entry_text(body: Mapping[str, Any], postings: Sequence[Posting]) -> str:
    """The body of an entry as it is hashed."""
    return canonical({**body, "postings": [p.written() for p in postings]} if postings else body)


def moment(now: dt.datetime) -> str:
    """A time as entries write it; the order of the texts is the order of the times."""
    return now.astimezone(dt.UTC).isoformat(timespec="microseconds")


def next_moment(now: dt.datetime, last: str) -> str:
    """The time of an entry written now, never before the last one's."""
    text = moment(now)
    if text >= last:
        return text
    if dt.datetime.fromisoformat(last) - now <= SLEW:
        return last
    raise ClockWentBack("the clock went back", hint="set it right, then verify and resume")
