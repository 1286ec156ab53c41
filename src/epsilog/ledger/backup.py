"""Backups: every table as lines of text, from one moment, closed by a digest. SQLite and PostgreSQL read each
other's.

The first line says what follows; then one line per row; the last line holds the number of rows and the SHA-256 of
everything before it. A backup holds noisy results, which are public, and no private data; it is as trustworthy as
whoever kept it, so a restore verifies everything, wants every anchor in it, and ends in a stop: money that was
spent after the backup was made is not in it, and only people can say that there was none.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TextIO

from epsilog.errors import LedgerError, SpecError
from epsilog.ledger import pay_postgres, schema
from epsilog.ledger.anchor import Anchors
from epsilog.ledger.books import Books, system_clock
from epsilog.ledger.chain import canonical
from epsilog.ledger.name import person_name
from epsilog.ledger.page import Clock, Page
from epsilog.ledger.store import Row, Session, Store
from epsilog.ledger.terms import Terms
from epsilog.ledger.verify import verify_in

_FORMAT: Final = "epsilog ledger backup"
_VERSION: Final = 1
# Books of version 2 had no calendars, those of version 3 no ticks: they hold what ours without any hold. Up to
# version 4 an account said its currency in its terms alone.
_READABLE: Final = (2, 3, 4, schema.SCHEMA_VERSION)
_WITH_COINS: Final = 5
RESTORED: Final = "restored from a backup: what was spent since then is not in it"


@dataclass(frozen=True)
class Backup:
    """What a backup holds, as its first and last lines say."""

    identity: str
    head_seq: int
    head_hash: str
    rows: int
    digest: str


def write_backup(books: Books, path: Path) -> Backup:
    """Write all tables as they are at one moment. Never overwrites; on disk when this returns."""
    path = Path(path)
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise SpecError(
            f"{path.name!r} exists already", where="backup", hint="a backup is never overwritten"
        ) from None
    try:
        with os.fdopen(descriptor, "w", encoding="ascii", newline="\n") as file, books.store.reading() as session:
            return _write(session, file)
    except BaseException:
        path.unlink(missing_ok=True)  # half a backup is none
        raise


def read_backup(path: Path) -> Backup:
    """Check a backup from its first byte to its last; writes nothing."""
    head: dict[str, Any] = {}
    rows, digest = 0, ""
    for line in _checked_lines(Path(path)):
        if "format" in line:
            head = line
        elif "sha256" in line:
            rows, digest = line["rows"], line["sha256"]
    return Backup(head["identity"], head["head_seq"], head["head_hash"], rows, digest)


def restore(
    path: Path, place: str | Path, *, by: str, anchors: Anchors | None = None, clock: Clock = system_clock
) -> Backup:
    """Write a backup into an empty place and verify it there. Two people must resume it: see `governing.resume`."""
    path, by = Path(path), person_name(by, "by")
    backup = read_backup(path)
    known = {} if anchors is None else {anchor.seq: anchor for anchor in anchors.of(backup.identity)}
    newest = known[max(known)] if known else None
    if newest is not None and newest.seq > backup.head_seq:
        raise LedgerError(
            f"the backup ends at entry {backup.head_seq}, but entry {newest.seq} was anchored {newest.at}",
            where="backup",
            hint="restoring it would spend twice; find a later backup",
        )
    store = Store(place)
    try:
        with store.writing() as session:
            if session.has_table("ledger"):
                raise SpecError(
                    "there is a ledger here already", where="ledger", hint="restore into an empty place"
                )
            schema.create(session)
            pay_postgres.install(session)
            for line in _checked_lines(path):
                if "table" in line:
                    session.run(schema.insertion(line["table"]), _row_from(line["table"], line["row"]))
            session.run(f"UPDATE ledger SET schema_version = {schema.SCHEMA_VERSION}")
            verdict = verify_in(session, {seq: anchor.hash for seq, anchor in known.items()})
            if verdict.damage is not None:
                raise LedgerError(f"the backup is damaged: {verdict.damage.words}", where="backup")
            page = Page(session, clock)
            page.append("restore", {"by": by, "digest": backup.digest, "entries": backup.head_seq})
            session.run("UPDATE ledger SET stopped = NULL, stop_kind = NULL")
            page.stop_everything(RESTORED, "restore")
            page.close()
    finally:
        store.close()
    if anchors is not None:
        books = Books(place, anchors=anchors, clock=clock)
        books.check_anchors(page.seq, page.hash)
        books.close()
    return backup


def _write(session: Session, file: TextIO) -> Backup:
    digest, rows = hashlib.sha256(), 0

    def put(record: dict[str, Any]) -> None:
        text = canonical(record) + "\n"
        digest.update(text.encode())
        file.write(text)

    head = session.rows("SELECT * FROM ledger")[0]
    if head["schema_version"] != schema.SCHEMA_VERSION:
        raise LedgerError("the books are of an older version", hint="epsilog ledger migrate")
    known = {name: head[name] for name in ("identity", "head_seq", "head_hash", "schema_version")}
    put({"format": _FORMAT, "version": _VERSION, **known})
    for table in schema.TABLES:
        for row in session.stream(f"SELECT * FROM {table} ORDER BY 1, 2", batch=500):
            put({"table": table, "row": {name: _text(value) for name, value in row.items()}})
            rows += 1
    file.write(canonical({"rows": rows, "sha256": digest.hexdigest()}) + "\n")
    file.flush()
    os.fsync(file.fileno())
    return Backup(head["identity"], head["head_seq"], head["head_hash"], rows, digest.hexdigest())


def _checked_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a backup in order; an error, at the latest at the end, if anything is not as it was written."""
    digest, rows, closed, first, version = hashlib.sha256(), 0, False, True, schema.SCHEMA_VERSION
    try:
        with path.open("rb") as file:
            for text in file:
                record = json.loads(text)
                if closed or not text.endswith(b"\n") or not isinstance(record, dict):
                    raise ValueError
                if first and (record["format"], record["version"]) != (_FORMAT, _VERSION):
                    raise ValueError
                if first and record["schema_version"] not in _READABLE:
                    raise LedgerError("the backup is of another version of the books", where="backup")
                version = record["schema_version"] if first else version
                if "sha256" in record:
                    if record != {"rows": rows, "sha256": digest.hexdigest()}:
                        raise ValueError
                    closed = True
                elif not first:
                    if set(record) != {"table", "row"} or set(record["row"]) != _columns(record["table"], version):
                        raise ValueError
                    rows += 1
                digest.update(text)
                first = False
                yield record
    except OSError as error:
        raise LedgerError(f"the backup cannot be read ({type(error).__name__})", where="backup") from None
    except (ValueError, KeyError, TypeError):
        raise LedgerError("the backup is not as it was written", where="backup") from None
    if not closed:
        raise LedgerError("the backup has no end", where="backup", hint="it was cut off")


def _text(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _row_from(table: str, row: Row) -> Row:
    def value_of(value: Any) -> Any:
        return base64.b64decode(value["base64"], validate=True) if isinstance(value, dict) else value

    if table == "accounts" and "coin" not in row:
        row = {**row, "coin": Terms.from_text(row["terms"]).allowance.coin}
    return {name: value_of(row[name]) for name in schema.columns(table)}


def _columns(table: str, version: int) -> set[str]:
    """The columns of a table in books of that version."""
    found = set(schema.columns(table))
    return found - {"coin"} if table == "accounts" and version < _WITH_COINS else found
