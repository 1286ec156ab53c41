"""Migrations: books of an older version become books of this one, in place, in one transaction, with an entry.

Version 4 knew one currency for the life of an account. Version 3 knew no ticks of streams. Version 2 knew no
approved calendars, and on PostgreSQL its keys had the order of the database, not that of bytes.
Version 1 kept every posting twice, in the body of its entry and in a table `postings`; it knew neither divided
accounts nor stops of single blocks nor why the whole ledger was stopped; since version 2 postings are in the
journal alone. Entries are never rewritten: the chain goes on.
"""

from __future__ import annotations

import json
from pathlib import Path

from epsilog.core.address import is_server
from epsilog.errors import LedgerError
from epsilog.ledger import pay_postgres, schema
from epsilog.ledger.books import system_clock
from epsilog.ledger.chain import canonical, digest_of
from epsilog.ledger.name import person_name
from epsilog.ledger.page import Clock, Page
from epsilog.ledger.store import NoLedger, Session, Store
from epsilog.ledger.terms import Terms
from epsilog.ledger.verify import verify_in


def migrate(place: str | Path, *, by: str, clock: Clock = system_clock) -> tuple[int, int]:
    """Bring the books to this version; (from, to). Whole or not at all, and only if they verify afterwards."""
    by = person_name(by, "by")
    if not is_server(place) and not Path(place).exists():
        raise NoLedger("there is no ledger here")
    store = Store(place)
    try:
        with store.writing() as session:
            if not session.has_table("ledger"):
                raise NoLedger("there is no ledger here")
            head = session.rows("SELECT * FROM ledger")[0]
            version = head["schema_version"]
            if version == schema.SCHEMA_VERSION:
                pay_postgres.install(session)  # a newer program may bring a newer function for the same tables
                return version, version
            if version not in (1, 2, 3, 4):
                raise LedgerError(f"version {version} is newer than this program", hint="use a newer one")
            was = {"postings": [], "postings_digest": _from_1(session)} if version == 1 else {}
            if version < 3:
                _from_2(session)
            if version < 4:
                _from_3(session)
            _from_4(session)
            page = Page(session, clock)
            body = {"from": version, "to": schema.SCHEMA_VERSION, "identity": page.identity}
            page.append("migrate", {**body, **was, "by": by})
            page.close()
            verdict = verify_in(session, {})
            if verdict.damage is not None:
                raise LedgerError(
                    f"the books do not verify, so they were left as they are: {verdict.damage.words}",
                    hint="find out what happened to them first",
                )
    finally:
        store.close()
    return version, schema.SCHEMA_VERSION


def _from_1(session: Session) -> str:
    """Make the tables of version 1 into those of version 2; a digest of the postings table that goes."""
    lines: dict[int, list[list[object]]] = {}
    for row in session.rows("SELECT * FROM postings ORDER BY seq, line"):
        posting = [row[name] for name in ("account", "block", "side", "main", "delta")]
        lines.setdefault(row["seq"], []).append(posting)
    digest = digest_of(canonical({str(seq): posted for seq, posted in lines.items()}).encode())
    for row in session.rows("SELECT seq, body FROM journal ORDER BY seq"):
        if json.loads(row["body"]).get("postings", []) != lines.pop(row["seq"], []):
            raise LedgerError(f"the postings of entry {row['seq']} are not those it was written with")
    if lines:
        raise LedgerError("postings without their entry")
    for statement in (
        "DROP TABLE postings",
        "DROP INDEX releases_under_way",
        schema.STILL_OPEN,
        "ALTER TABLE ledger ADD COLUMN stop_kind TEXT",
        "UPDATE ledger SET stop_kind = 'person' WHERE stopped IS NOT NULL",
        "ALTER TABLE accounts ADD COLUMN divided INTEGER NOT NULL DEFAULT 0",
        "UPDATE accounts SET divided = 1 WHERE id IN (SELECT parent FROM accounts)",
        "ALTER TABLE balances ADD COLUMN stopped TEXT",
    ):
        session.run(statement)
    return digest


def _from_2(session: Session) -> None:
    """Make the tables of version 2 into those of version 3."""
    schema.create_table(session, "calendars")
    if not session.is_file:
        session.run('ALTER TABLE releases ALTER COLUMN key TYPE TEXT COLLATE "C"')


def _from_3(session: Session) -> None:
    """Make the tables of version 3 into those of version 4."""
    schema.create_table(session, "ticks")
    schema.guard(session)


def _from_4(session: Session) -> None:
    """Make the tables of version 4 into those of version 5: each account says its currency in a column."""
    session.run("ALTER TABLE accounts ADD COLUMN coin TEXT NOT NULL DEFAULT ''")
    if not session.is_file:
        session.run("ALTER TABLE accounts ALTER COLUMN coin DROP DEFAULT")
    for row in session.rows("SELECT id, terms FROM accounts"):
        values = {"coin": Terms.from_text(row["terms"]).allowance.coin, "id": row["id"]}
        session.run("UPDATE accounts SET coin = :coin WHERE id = :id", values)
    session.run(f"UPDATE ledger SET schema_version = {schema.SCHEMA_VERSION}")
    pay_postgres.install(session)
