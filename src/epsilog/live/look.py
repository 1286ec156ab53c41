"""What anybody may know of a stream: how far it is, what it published, and that the books vouch for it. Public.

Nothing here opens the private folder.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, Self

from epsilog.core.ledger import Receipt, State
from epsilog.errors import SpecError
from epsilog.ledger import Ledger
from epsilog.live.clock import Seconds, StreamClock
from epsilog.live.smooth import Smoother
from epsilog.live.values import Values, ValuesChanged, digest_after, digest_of_opening
from epsilog.live.vault import Vault
from epsilog.pay.opening import Opening, opening_of, stored_opening
from epsilog.pay.stream_request import StreamRequest
from epsilog.roles.tick import Tick

VALUES: Final = "values.csv"
Stage = Literal["running", "over", "closed"]


@dataclass(frozen=True)
class Place:
    """Where a stream lives: a public folder, and beside it a private one.

    base      the folder that relative file names start from
    key       the file of the key; beside the state unless said
    before    the public folder of the stream that this one continues, when it is opened
    seconds   the real clock, in seconds since 1970
    """

    folder: Path
    base: Path | None = None
    key: Path | None = None
    seconds: Seconds = time.time
    before: Path | None = None

    @property
    def vault(self) -> Vault:
        """The private folder."""
        return Vault(self.folder.with_name(self.folder.name + ".private"), self.key)


@dataclass(frozen=True)
class Before:
    """How far the stream is that another one continues."""

    key: str
    done: int
    total: int
    is_closed: bool

    @classmethod
    def of(cls, opening: Opening, account: str, ledger: Ledger) -> Self | None:
        """From the books; None where nothing is continued."""
        if not opening.carries or opening.continues is None:
            return None
        receipt = ledger.find(account, opening.continues)
        if receipt is None:
            return None
        total = stored_opening(ledger, account, opening.continues).ticks.size
        last = ledger.last_tick(receipt)
        return cls(receipt.key, 0 if last is None else last[0], total, ledger.is_closed(receipt))


@dataclass(frozen=True, eq=False)
class LiveView:
    """A stream as the books and its public folder show it."""

    request: StreamRequest
    opening: Opening
    receipt: Receipt
    place: Place
    last: tuple[int, str] | None
    is_closed: bool
    before: Before | None = None

    @classmethod
    def of(cls, request: StreamRequest, ledger: Ledger, place: Place) -> Self:
        """Look at a stream that was opened."""
        receipt = ledger.find(request.spend.account, request.key)
        if receipt is None or receipt.state not in (State.COMMITTED, State.DELIVERED):
            raise SpecError(
                "no stream of this spec and these rules was opened",
                where="spec",
                hint="epsilog stream run SPEC opens it; the rules are those it was opened with",
            )
        opening = opening_of(request, ledger, receipt)
        last, is_closed = ledger.last_tick(receipt), ledger.is_closed(receipt)
        return cls(request, opening, receipt, place, last, is_closed, Before.of(opening, receipt.account, ledger))

    def again(self, ledger: Ledger) -> Self:
        """The same stream as it stands now; its record is not read a second time."""
        last, is_closed = ledger.last_tick(self.receipt), ledger.is_closed(self.receipt)
        before = None if self.before is None else Before.of(self.opening, self.receipt.account, ledger)
        return replace(self, last=last, is_closed=is_closed, before=before)

    @property
    def done(self) -> int:
        """How many ticks are published."""
        return 0 if self.last is None else self.last[0]

    @property
    def clock(self) -> StreamClock:
        """Its clock."""
        zone = self.request.spec.protect.zone
        return StreamClock(self.opening.ticks, zone, self.opening.rules, self.opening.since, self.place.seconds)

    @property
    def stage(self) -> Stage:
        """Whether it goes on."""
        if self.is_closed:
            return "closed"
        return "over" if self.done >= self.opening.ticks.size else "running"

    def published(self) -> list[Tick]:
        """Every tick of values.csv, its digests checked against the books."""
        return verified_ticks(values_of(self.place.folder, self.opening), self.opening, self.last)

    def to_dict(self) -> dict[str, Any]:
        """For machines."""
        size = self.opening.ticks.size
        record: dict[str, Any] = {
            "key": self.receipt.key,
            "account": self.receipt.account,
            "receipt": self.receipt.id,
            "opened": self.opening.opened,
            "stage": self.stage,
            "ticks": size,
            "published": self.done,
            "first": self.opening.label(1),
            "last": self.opening.label(size),
            "rules": self.opening.rules.to_dict(),
            "reproducible": self.opening.reproducible,
            "continues": self.opening.continues,
            "carries": list(self.opening.carries),
            "stdin": self.opening.stdin,
        }
        if self.done:
            record["latest"] = self.opening.label(self.done)
        if self.stage == "running":
            record["next"] = {
                "tick": self.opening.label(self.done + 1),
                "closes": self.clock.closes(self.done).isoformat() + "Z",
                "in_seconds": round(self.clock.until(self.done), 1),
            }
        return record


def values_of(folder: Path, opening: Opening) -> Values:
    """values.csv of a stream, as its opening record says that it is written."""
    words, continued = opening.version > 1, bool(opening.carries)
    return Values(folder / VALUES, opening.plan.spec, words=words, continued=continued)


def verified_ticks(values: Values, opening: Opening, last: tuple[int, str] | None) -> list[Tick]:
    """The published ticks, if the digest of the last of them is the one in the books; then smoothed, from them."""
    smoother = Smoother(opening.plan)
    return [replace(tick, cells=smoother.told(tick.cells)) for tick in confirmed_ticks(values, opening, last)]


def confirmed_ticks(values: Values, opening: Opening, last: tuple[int, str] | None) -> list[Tick]:
    """The published ticks as they were published, if the digest of the last of them is the one in the books."""
    if last is not None and not values.path.exists():
        raise SpecError(
            "the published values are not in this folder",
            where=str(values.path.parent),
            hint="--out names the public folder of the stream; if it is this one, put values.csv back",
        )
    digest, found = digest_of_opening(opening.to_bytes()), []
    for number, label, cells, lines in values.read():
        digest = digest_after(digest, lines)
        found.append(Tick(number, label, tuple(cells)))
    if (len(found), digest) != (last or (0, digest)):
        raise ValuesChanged(
            "the published values are not those that the ledger confirms",
            where=VALUES,
            hint="put the file back as it was published",
        )
    return found
