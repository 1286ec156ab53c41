"""One open page of the journal: everything a single write may do, under the one lock.

A page is written whole or not at all. It reads the head, appends entries with their postings, moves the balances they
add up to, and closes with the new head.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, bindparam, insert, select, update

from epsilog.errors import LedgerError, PolicyError, SpecError
from epsilog.ledger import schema
from epsilog.ledger.chain import canonical, hash_of
from epsilog.ledger.failpoint import reach
from epsilog.ledger.posting import Posting, Side, empty_balance

Clock = Callable[[], dt.datetime]

# A clock that slews back a little is put right by waiting for it; one that jumps back is a reason to stop.
SLEW: Final = dt.timedelta(seconds=5)
# What each side does to (held, spent).
MOVES: Final[Mapping[Side, tuple[int, int]]] = {
    "hold": (1, 0),
    "free": (-1, 0),
    "spend": (-1, 1),
    "refund": (0, -1),
}


class ClockWentBack(LedgerError):
    """The machine's clock is before the last entry."""


class Page:
    """See the module."""

    def __init__(self, connection: Connection, clock: Clock) -> None:
        self.connection = connection
        row = connection.execute(select(schema.ledger).with_for_update()).mappings().one_or_none()
        if row is None:
            raise LedgerError("this is not a ledger")
        if row["schema_version"] != schema.SCHEMA_VERSION:
            raise LedgerError(
                f"the books are of version {row['schema_version']}, this program writes {schema.SCHEMA_VERSION}",
                hint="epsilog ledger migrate",
            )
        self.stopped: str | None = row["stopped"]
        self._seq: int = row["head_seq"]
        self._hash: str = row["head_hash"]
        self.identity: str = row["identity"]
        self.at = _next_moment(clock(), row["last_at"])
        self.last_kind = "nothing"

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self._seq

    @property
    def hash(self) -> str:
        """The hash of the last entry."""
        return self._hash

    def append(self, kind: str, body: Mapping[str, Any], postings: Sequence[Posting] = ()) -> int:
        """Write one entry, its postings, and what they do to the balances."""
        reach(f"before {kind}")
        lines = [[p.account, p.block, p.side, p.amount.main, p.amount.delta] for p in postings]
        text = canonical({**body, "postings": lines} if lines else body)
        seq = self._seq + 1
        new = hash_of(seq, self.at, kind, text, self._hash)
        self.connection.execute(
            insert(schema.journal),
            {"seq": seq, "at": self.at, "kind": kind, "body": text, "prev": self._hash, "hash": new},
        )
        if postings:
            self.connection.execute(
                insert(schema.postings),
                [
                    {
                        "seq": seq,
                        "line": line,
                        "account": p.account,
                        "block": p.block,
                        "side": p.side,
                        **{part: getattr(p.amount, part) for part in schema.MONEY},
                    }
                    for line, p in enumerate(postings)
                ],
            )
            self.connection.execute(_MOVE, [_moved(p) for p in postings])
        self._seq, self._hash = seq, new
        self.last_kind = kind
        reach(f"after {kind}")
        return seq

    def close(self) -> None:
        """Write the new head."""
        self.connection.execute(
            update(schema.ledger).values(head_seq=self._seq, head_hash=self._hash, last_at=self.at)
        )

    def account(self, name: str) -> RowMapping:
        """An account by name."""
        row = (
            self.connection.execute(select(schema.accounts).where(schema.accounts.c.name == name))
            .mappings()
            .first()
        )
        if row is None:
            raise SpecError(f"no account {name!r}", where="account", hint="epsilog ledger show")
        return row

    def lineage(self, account: RowMapping) -> list[RowMapping]:
        """The account and all above it, the root first."""
        ids = [int(part) for part in account["lineage"].split("/")]
        if len(ids) == 1:
            return [account]
        rows = self.connection.execute(select(schema.accounts).where(schema.accounts.c.id.in_(ids))).mappings()
        return sorted(rows, key=lambda row: ids.index(row["id"]))

    def balances(self, accounts: Iterable[RowMapping], blocks: Sequence[str]) -> dict[tuple[int, str], RowMapping]:
        """The balances of these accounts in these blocks; a block seen for the first time begins at nothing."""
        accounts = list(accounts)
        table = schema.balances
        wanted = select(table).where(
            table.c.account.in_([row["id"] for row in accounts]), table.c.block.in_(list(blocks))
        )
        found = {(row["account"], row["block"]): row for row in self.connection.execute(wanted).mappings()}
        fresh = [
            empty_balance(row, block) for row in accounts for block in blocks if (row["id"], block) not in found
        ]
        if fresh:
            self.connection.execute(insert(table), fresh)
            found = {(row["account"], row["block"]): row for row in self.connection.execute(wanted).mappings()}
        return found

    def refuse_if_stopped(self, lineage: Iterable[RowMapping]) -> None:
        """A stop anywhere above stops everything below."""
        if self.stopped:
            raise PolicyError(
                f"the whole ledger is stopped: {self.stopped}", hint="epsilog ledger verify, then resume"
            )
        for row in lineage:
            if row["stopped"]:
                raise PolicyError(
                    f"{row['name']} is stopped: {row['stopped']}",
                    hint="two people may resume it: epsilog ledger resume",
                )


def _next_moment(now: dt.datetime, last: str) -> str:
    text = now.astimezone(dt.UTC).isoformat(timespec="microseconds")
    if text >= last:
        return text
    if dt.datetime.fromisoformat(last) - now <= SLEW:
        return last
    raise ClockWentBack("the clock went back", hint="set it right, then verify and resume")


_MOVE: Final = (
    update(schema.balances)
    .where(schema.balances.c.account == bindparam("b_account"), schema.balances.c.block == bindparam("b_block"))
    .values(
        {f"held_{part}": schema.balances.c[f"held_{part}"] + bindparam(f"held_{part}_by") for part in schema.MONEY}
        | {
            f"spent_{part}": schema.balances.c[f"spent_{part}"] + bindparam(f"spent_{part}_by")
            for part in schema.MONEY
        }
    )
)


def _moved(posting: Posting) -> dict[str, Any]:
    held, spent = MOVES[posting.side]
    moved: dict[str, Any] = {"b_account": posting.account, "b_block": posting.block}
    for part in schema.MONEY:
        amount = getattr(posting.amount, part)
        moved[f"held_{part}_by"] = held * amount
        moved[f"spent_{part}_by"] = spent * amount
    return moved
