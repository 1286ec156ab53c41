"""The books: opening them, checking them against their anchors, and turning to a new page."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import insert, inspect, select, update

from epsilog.errors import LedgerError, SpecError
from epsilog.ledger import schema
from epsilog.ledger.anchor import Anchor, Anchors
from epsilog.ledger.chain import GENESIS
from epsilog.ledger.failpoint import reach
from epsilog.ledger.page import Clock, ClockWentBack, Page
from epsilog.ledger.store import Store

_DAWN = "0001-01-01T00:00:00.000000+00:00"


def system_clock() -> dt.datetime:
    """Now."""
    return dt.datetime.now(dt.UTC)


class Books:
    """A store, a clock, and anchors kept elsewhere."""

    def __init__(
        self, place: str | Path, *, anchors: Anchors | None, clock: Clock, create: bool, wait_seconds: float = 60.0
    ) -> None:
        self.store = Store(place, wait_seconds=wait_seconds)
        self.clock = clock
        self.anchors = anchors
        try:
            if create:
                self._create()
            self._must_be_a_ledger()
            if anchors is not None:
                self.check_anchors()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self.store.close()

    @property
    def identity(self) -> str:
        """A random word given when the books were made."""
        with self.store.reading() as connection:
            word: str = connection.execute(select(schema.ledger.c.identity)).scalar_one()
            return word

    @property
    def stopped(self) -> str | None:
        """Why everything is stopped, or None."""
        with self.store.reading() as connection:
            why: str | None = connection.execute(select(schema.ledger.c.stopped)).scalar_one()
            return why

    def anchor(self) -> Anchor:
        """Sign the present head now."""
        if self.anchors is None:
            raise SpecError("no anchors were given", where="anchors")
        with self.store.reading() as connection:
            head = connection.execute(select(schema.ledger)).mappings().one()
        return self.anchors.sign(head["head_seq"], head["head_hash"], head["identity"])

    @contextmanager
    def page(self) -> Iterator[Page]:
        """Write one page, whole or not at all; stop everything if the clock went back."""
        try:
            with self.store.writing() as connection:
                page = Page(connection, self.clock)
                yield page
                page.close()
                reach(f"written {page.last_kind}")
        except ClockWentBack:
            self.stop_everything("the clock went back")
            raise
        reach(f"committed {page.last_kind}")
        if self.anchors is not None:
            self.anchors.after(page.seq, page.hash, page.identity)

    def stop_everything(self, why: str) -> None:
        """Set the stop of the whole ledger. Not an entry: it is for moments when entries cannot be trusted."""
        with self.store.writing() as connection:
            connection.execute(update(schema.ledger).where(schema.ledger.c.stopped.is_(None)).values(stopped=why))

    def check_anchors(self) -> None:
        """Compare every anchor with the journal: a restored, copied or cut ledger lacks what it once signed."""
        assert self.anchors is not None
        # Read before the books are: entries signed while we look would seem to be missing.
        anchors = list(self.anchors.of(self.identity))
        with self.store.reading() as connection:
            for anchor in anchors:
                found = connection.execute(
                    select(schema.journal.c.hash).where(schema.journal.c.seq == anchor.seq)
                ).scalar_one_or_none()
                if found == anchor.hash:
                    continue
                what = (
                    "was cut off or restored from an older copy"
                    if found is None
                    else "has taken another turn (a copy?)"
                )
                raise LedgerError(
                    f"the ledger {what}: entry {anchor.seq}, signed {anchor.at}, is not in it",
                    hint="do not spend from it; find the copy that holds the entry",
                )

    def _create(self) -> None:
        with self.store.writing() as connection:
            if not self.store.is_file:
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7315)")  # two creators at once
            if inspect(connection).has_table("ledger"):
                return
            schema.create(connection)
            connection.execute(
                insert(schema.ledger),
                {
                    "id": 1,
                    "schema_version": schema.SCHEMA_VERSION,
                    "identity": secrets.token_hex(16),
                    "head_seq": 0,
                    "head_hash": GENESIS,
                    "last_at": _DAWN,
                    "stopped": None,
                },
            )

    def _must_be_a_ledger(self) -> None:
        with self.store.reading() as connection:
            if not inspect(connection).has_table("ledger"):
                raise LedgerError("there is no ledger here", hint="epsilog ledger open ACCOUNT … makes one")
