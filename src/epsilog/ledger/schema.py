"""The tables of the books, the same on SQLite and PostgreSQL.

`journal` is the truth: it only ever grows (triggers refuse anything else), and each entry carries its postings in
its body, under its hash. `accounts`, `balances`, `releases` and the single row of `ledger` are what the journal
adds up to, kept so that a debit costs the same however long the history is; `verify` adds them up again. So are
`calendars`, the approved plans that an account pays for nothing but, of which most accounts have none, and `ticks`,
the fingerprints of what a stream sent, of which most releases have none. `results` holds the noisy results whose
fingerprints the journal knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from epsilog.errors import LedgerError
from epsilog.ledger.cells import learn
from epsilog.ledger.store import Session

SCHEMA_VERSION: Final = 5

# Name, type and constraints of every column; BYTES becomes BLOB or BYTEA.
TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "ledger": (
        "id INTEGER PRIMARY KEY",
        "schema_version INTEGER NOT NULL",
        "identity TEXT NOT NULL",
        "head_seq BIGINT NOT NULL",
        "head_hash TEXT NOT NULL",
        "last_at TEXT NOT NULL",
        "stopped TEXT",
        "stop_kind TEXT",  # person, clock, damage, restore: what must happen before it is lifted
        "CHECK (id = 1)",
    ),
    "journal": (
        "seq BIGINT PRIMARY KEY",
        "at TEXT NOT NULL",
        "kind TEXT NOT NULL",
        "body TEXT NOT NULL",
        "prev TEXT NOT NULL",
        "hash TEXT NOT NULL",
    ),
    "accounts": (
        "id BIGINT PRIMARY KEY",  # the number of the entry that opened it
        "name TEXT NOT NULL UNIQUE",
        "skeleton TEXT NOT NULL UNIQUE",
        "lineage TEXT NOT NULL",  # ids from the root to this account, joined by "/"
        "root BIGINT NOT NULL",
        "parent BIGINT REFERENCES accounts (id)",
        "terms TEXT NOT NULL",
        "period TEXT",  # the length of a time block, where the unit lives within one
        "coin TEXT NOT NULL",  # the currency its tree counts in now, as its terms say
        "cap_main BIGINT NOT NULL",
        "cap_delta BIGINT NOT NULL",
        "divided INTEGER NOT NULL",
        "failures INTEGER NOT NULL",
        "stopped TEXT",
    ),
    "balances": (
        "account BIGINT NOT NULL REFERENCES accounts (id)",
        "block TEXT NOT NULL",
        "cap_main BIGINT NOT NULL",
        "cap_delta BIGINT NOT NULL",
        "held_main BIGINT NOT NULL",
        "held_delta BIGINT NOT NULL",
        "spent_main BIGINT NOT NULL",
        "spent_delta BIGINT NOT NULL",
        "stopped TEXT",
        "PRIMARY KEY (account, block)",
        # The second wall: even a wrong program cannot write a balance above its cap.
        "CONSTRAINT never_above_the_cap_main"
        " CHECK (held_main >= 0 AND spent_main >= 0 AND held_main + spent_main <= cap_main)",
        "CONSTRAINT never_above_the_cap_delta"
        " CHECK (held_delta >= 0 AND spent_delta >= 0 AND held_delta + spent_delta <= cap_delta)",
    ),
    "releases": (
        "receipt TEXT PRIMARY KEY",
        "root BIGINT NOT NULL",
        "account BIGINT NOT NULL",
        "key TEXT NOT NULL",
        "request TEXT NOT NULL",
        "charge TEXT NOT NULL",
        "blocks TEXT NOT NULL",
        "cost_main BIGINT NOT NULL",
        "cost_delta BIGINT NOT NULL",
        "owner TEXT NOT NULL",
        "state TEXT NOT NULL",
        "UNIQUE (root, key)",
    ),
    "results": (
        "receipt TEXT NOT NULL REFERENCES releases (receipt)",
        "tick BIGINT NOT NULL",
        "digest TEXT NOT NULL",
        "body BYTES NOT NULL",
        "delivered INTEGER NOT NULL",
        "PRIMARY KEY (receipt, tick)",
    ),
    "calendars": (
        "account BIGINT PRIMARY KEY REFERENCES accounts (id)",
        "seq BIGINT NOT NULL",  # the entry that approved it
        "digest TEXT NOT NULL",
        "body TEXT NOT NULL",
    ),
    "ticks": (
        "receipt TEXT NOT NULL REFERENCES releases (receipt)",
        "tick BIGINT NOT NULL",  # 1, 2, 3 …
        "digest TEXT NOT NULL",  # of a tick; empty in the row after the last one, which closes the stream
        "PRIMARY KEY (receipt, tick)",
    ),
}
learn(TABLES)
# What nobody may change or remove.
_ONLY_GROW: Final = ("journal", "ticks")
_NOT_COLUMNS: Final = ("CHECK", "CONSTRAINT", "PRIMARY", "UNIQUE")
STILL_OPEN: Final = (
    "CREATE INDEX releases_still_open ON releases (state) WHERE state IN ('RESERVED', 'STARTED')"  # for recover
)


def columns(table: str) -> tuple[str, ...]:
    """The names of a table's columns, in order."""
    return tuple(line.split()[0] for line in TABLES[table] if line.split()[0] not in _NOT_COLUMNS)


def types(table: str) -> tuple[tuple[str, str], ...]:
    """The names of a table's columns with their types."""
    return tuple(
        (line.split()[0], line.split()[1].lower()) for line in TABLES[table] if line.split()[0] in columns(table)
    )


def insertion(table: str) -> str:
    """The statement that inserts one row, its parameters named like the columns.

    >>> insertion("results").partition(" VALUES ")[2]
    '(:receipt, :tick, :digest, :body, :delivered)'
    """
    names = columns(table)
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join(':' + name for name in names)})"


def create(session: Session) -> None:
    """Make the tables, and the triggers that keep the journal growing only."""
    for table in TABLES:
        create_table(session, table)
    session.run(STILL_OPEN)
    guard(session)


def create_table(session: Session, table: str) -> None:
    """Make one table."""
    text = ", ".join(TABLES[table]).replace(" BYTES ", " BLOB " if session.is_file else " BYTEA ")
    if not session.is_file:
        # In the order of bytes, as SQLite has it: only then is a common beginning a range of the index.
        text = text.replace("key TEXT NOT NULL", 'key TEXT COLLATE "C" NOT NULL')
    # Room for new versions of the rows that change with every page, so that no index needs touching.
    roomy = " WITH (fillfactor = 50)" if not session.is_file and table in ("ledger", "balances") else ""
    session.run(f"CREATE TABLE {table} ({text}){roomy}")


def must_be_current(session: Session) -> None:
    """Refuse to read books of another version: their rows mean something else, or lack something."""
    head = session.first("SELECT schema_version FROM ledger")
    version = None if head is None else head["schema_version"]
    if version != SCHEMA_VERSION:
        raise LedgerError(
            f"the books are of version {version}, this program reads {SCHEMA_VERSION}",
            hint="epsilog ledger migrate",
        )


def guard(session: Session) -> None:
    """The triggers: the journal and its ticks are never changed by anybody who merely made a mistake."""
    if session.is_file:
        for table, verb in product(_ONLY_GROW, ("UPDATE", "DELETE")):
            session.run(
                f"CREATE TRIGGER IF NOT EXISTS {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, 'the table {table} only grows'); END"
            )
        return
    session.run(
        "CREATE OR REPLACE FUNCTION the_journal_only_grows() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the table % only grows', TG_TABLE_NAME; END $$"
    )
    for table in _ONLY_GROW:
        session.run(
            f"CREATE OR REPLACE TRIGGER {table}_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION the_journal_only_grows()"
        )
