"""The books: opening them, checking them against their anchors, and turning to a new page."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from epsilog.core.address import is_server
from epsilog.core.charge import Charge
from epsilog.errors import LedgerError, SpecError
from epsilog.ledger import pay_postgres, schema
from epsilog.ledger.anchor import Anchor, Anchors
from epsilog.ledger.bill import Tag
from epsilog.ledger.cells import UNREADABLE, Damaged
from epsilog.ledger.chain import GENESIS
from epsilog.ledger.failpoint import reach
from epsilog.ledger.page import KINDS, Clock, ClockWentBack, Page, stop_all
from epsilog.ledger.pay_batch import Together
from epsilog.ledger.store import NoLedger, ReadOnly, Row, Session, Store

DAWN: Final = "0001-01-01T00:00:00.000000+00:00"
THE_LEDGER: Final = "the ledger"


def system_clock() -> dt.datetime:
    """Now."""
    return dt.datetime.now(dt.UTC)


class Books:
    """A store, a clock, and anchors kept elsewhere."""

    def __init__(
        self,
        place: str | Path,
        *,
        anchors: Anchors | None = None,
        clock: Clock = system_clock,
        create: bool = False,
        wait_seconds: float = 60.0,
    ) -> None:
        if not is_server(place) and not create and not Path(place).exists():
            raise NoLedger("there is no ledger here", hint="open it with create")
        self.store = Store(place, wait_seconds=wait_seconds)
        self.clock = clock
        self.anchors = anchors
        self.lineages: dict[str, list[Row]] = {}  # both: see `pay_fast`
        self.tags: dict[tuple[str, Charge, tuple[str, ...], bool], Tag] = {}
        self.together = Together()
        try:
            if create:
                with self.store.writing() as session:
                    if not session.has_table("ledger"):
                        begin(session, secrets.token_hex(16))
                        page = Page(session, clock)
                        page.append("begin", {"identity": page.identity})
                        page.close()
            head = self.head()
            self.identity: str = head["identity"]
            self.is_current = head["schema_version"] == schema.SCHEMA_VERSION
            if self.is_current:
                self._look_at_the_end(head)
        except BaseException:
            self.store.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()

    def head(self) -> Row:
        """The single row of `ledger`."""
        with self.reading() as session:
            if not session.has_table("ledger"):
                raise NoLedger("there is no ledger here", hint="open it with create")
            row = session.first("SELECT * FROM ledger")
            if row is None:
                raise LedgerError(
                    "this is not a ledger", where="ledger", hint="see whether it is the file of a ledger"
                )
            return row

    @contextmanager
    def page(self) -> Iterator[Page]:
        """Write one page, whole or not at all; stop everything if the clock went back."""
        try:
            with self.store.writing() as session:
                page = Page(session, self.clock)
                yield page
                page.close()
                reach(f"written {page.last_kind}")
        except ClockWentBack:
            self._stop_for_the_clock()
            raise
        except (Damaged, *UNREADABLE) as error:
            self._stop_if_damaged(error)
            raise
        reach(f"committed {page.last_kind}")
        self.check_anchors(page.seq, page.hash)  # also when nothing was written: an earlier anchor may have failed

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One consistent view; stop everything if what is read is damaged."""
        try:
            with self.store.reading() as session:
                yield session
        except (Damaged, *UNREADABLE) as error:
            self._stop_if_damaged(error)
            raise

    def _stop_if_damaged(self, error: Exception) -> None:
        """A cell of another type is damage. Of anything else that cannot be read, `verify` says whether it is."""
        if isinstance(error, Damaged):
            with suppress(LedgerError):  # one who may only read cannot stop it; the error is said all the same
                self.stop_everything(f"damage: {error.what}")
            return
        from epsilog.ledger.verify import verify

        damage = verify(self).damage
        if damage is not None:
            with suppress(LedgerError):
                self.stop_everything(f"damage at entry {damage.seq}: {damage.kind}")
            raise LedgerError(damage.words, hint="epsilog ledger verify") from None

    def check_anchors(self, seq: int, head: str) -> None:
        """After a page: have it anchored, and stop if the anchors know another history."""
        if self.anchors is not None:
            self.anchors.after(self.identity, seq, head, self.confirm)

    def anchor(self) -> Anchor:
        """Sign the present head now."""
        if self.anchors is None:
            raise SpecError("no anchors were given", where="anchors")
        with self.store.writing() as session:  # not merely read: what is signed must be on disk
            page = Page(session, None)
        return self.anchors.sign(self.identity, page.seq, page.hash, self.confirm)

    def stop_everything(self, why: str, kind: str = "damage") -> None:
        """Set the stop of the whole ledger. Not an entry: it is for moments when entries cannot be trusted."""
        with self.store.writing() as session:
            stop_all(session, why, kind)  # without a look at the row, which may be what is damaged

    def confirm(self, anchor: Anchor) -> None:
        """Find an anchor in the journal; a restored, copied or cut ledger lacks what it once signed."""
        with self.store.reading() as session:
            row = session.first("SELECT hash FROM journal WHERE seq = :seq", {"seq": anchor.seq})
        if row is not None and row["hash"] == anchor.hash:
            return
        what = "was cut off or restored from an older copy" if row is None else "has taken another turn (a copy?)"
        with suppress(ReadOnly):
            self.stop_everything(f"it {what}: entry {anchor.seq} that was anchored is not in it")
        raise LedgerError(
            f"the ledger {what}: entry {anchor.seq}, signed {anchor.at}, is not in it",
            hint="do not spend from it; find the copy that holds the entry",
        )

    def _look_at_the_end(self, head: Row) -> None:
        """What can be seen at a glance when opening: the last entry is the head, and of a kind we know."""
        try:
            with self.store.reading() as session:
                head = session.first("SELECT * FROM ledger") or head
                last = session.first("SELECT seq, kind, hash FROM journal ORDER BY seq DESC LIMIT 1")
        except Damaged as error:
            self._stop_if_damaged(error)  # and open, so that `verify` can say what happened
            return
        end = (0, "open", GENESIS) if last is None else (last["seq"], last["kind"], last["hash"])
        with suppress(ReadOnly):  # where nothing can be written, nothing can be spent either
            if (end[0], end[2]) != (head["head_seq"], head["head_hash"]):
                # Stopped but open: nothing can be spent, and `verify` can say what happened to which entry.
                self.stop_everything("the head is not the last entry")
            elif end[1] not in KINDS:
                self.stop_everything("an entry of an unknown kind: a newer program may have written it")
        newest = None if self.anchors is None else self.anchors.newest(self.identity)
        if newest is not None:
            self.confirm(newest)

    def _stop_for_the_clock(self) -> None:
        with self.store.writing() as session:
            page = Page(session, None)
            if page.stopped is None:
                why = "the clock went back"
                page.append("stop", {"account": None, "by": THE_LEDGER, "why": why})
                page.stop_everything(why, "clock")
                page.close()


def begin(session: Session, identity: str) -> None:
    """Make empty books."""
    schema.create(session)
    pay_postgres.install(session)
    session.run(
        schema.insertion("ledger"),
        {
            "id": 1,
            "schema_version": schema.SCHEMA_VERSION,
            "identity": identity,
            "head_seq": 0,
            "head_hash": GENESIS,
            "last_at": DAWN,
            "stopped": None,
            "stop_kind": None,
        },
    )
