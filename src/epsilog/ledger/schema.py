"""The tables of the books, the same on SQLite and PostgreSQL.

`journal` and `postings` are the truth and only ever grow (triggers refuse anything else). `accounts`, `balances`,
`releases` and the single row of `ledger` are what the truth adds up to, kept so that a debit costs the same however
long the history is; `verify` adds them up again.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine import Connection

SCHEMA_VERSION: Final = 1
metadata: Final = MetaData()

ledger = Table(
    "ledger",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("schema_version", Integer, nullable=False),
    Column("identity", Text, nullable=False),
    Column("head_seq", BigInteger, nullable=False),
    Column("head_hash", Text, nullable=False),
    Column("last_at", Text, nullable=False),
    Column("stopped", Text),
    CheckConstraint("id = 1"),
)

journal = Table(
    "journal",
    metadata,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("prev", Text, nullable=False),
    Column("hash", Text, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False, unique=True),
    Column("skeleton", Text, nullable=False, unique=True),
    Column("lineage", Text, nullable=False),  # ids from the root to this account, joined by "/"
    Column("root", BigInteger, nullable=False),
    Column("parent", BigInteger, ForeignKey("accounts.id")),
    Column("terms", Text, nullable=False),
    Column("period", Text),  # the length of a time block, where the unit lives within one
    Column("cap_main", BigInteger, nullable=False),
    Column("cap_delta", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("stopped", Text),
)

MONEY: Final = ("main", "delta")

balances = Table(
    "balances",
    metadata,
    Column("account", BigInteger, ForeignKey("accounts.id"), nullable=False),
    Column("block", Text, nullable=False),
    *(Column(f"cap_{part}", BigInteger, nullable=False) for part in MONEY),
    *(Column(f"held_{part}", BigInteger, nullable=False) for part in MONEY),
    *(Column(f"spent_{part}", BigInteger, nullable=False) for part in MONEY),
    PrimaryKeyConstraint("account", "block"),
    # The second wall: even a wrong program cannot write a balance above its cap.
    *(
        CheckConstraint(
            f"held_{part} >= 0 AND spent_{part} >= 0 AND held_{part} + spent_{part} <= cap_{part}",
            name=f"never_above_the_cap_{part}",
        )
        for part in MONEY
    ),
)

postings = Table(
    "postings",
    metadata,
    Column("seq", BigInteger, ForeignKey("journal.seq"), nullable=False),
    Column("line", Integer, nullable=False),
    Column("account", BigInteger, nullable=False),
    Column("block", Text, nullable=False),
    Column("side", Text, nullable=False),  # hold, free, spend, refund
    *(Column(part, BigInteger, nullable=False) for part in MONEY),
    PrimaryKeyConstraint("seq", "line"),
    Index("postings_of_an_account", "account", "seq"),
)

releases = Table(
    "releases",
    metadata,
    Column("receipt", Text, primary_key=True),
    Column("root", BigInteger, nullable=False),
    Column("account", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    Column("request", Text, nullable=False),
    Column("charge", Text, nullable=False),
    Column("blocks", Text, nullable=False),
    Column("cost_main", BigInteger, nullable=False),
    Column("cost_delta", BigInteger, nullable=False),
    Column("owner", Text, nullable=False),
    Column("state", Text, nullable=False),
    UniqueConstraint("root", "key"),
    Index("releases_under_way", "state"),
)

results = Table(
    "results",
    metadata,
    Column("receipt", Text, ForeignKey("releases.receipt"), nullable=False),
    Column("tick", BigInteger, nullable=False),
    Column("digest", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("delivered", Integer, nullable=False),
    PrimaryKeyConstraint("receipt", "tick"),
)

_GROWING: Final = ("journal", "postings")


def create(connection: Connection) -> None:
    """Make the tables and the triggers that keep the truth growing only."""
    metadata.create_all(connection)
    if connection.dialect.name == "sqlite":
        for table in _GROWING:
            for verb in ("UPDATE", "DELETE"):
                connection.exec_driver_sql(
                    f"CREATE TRIGGER IF NOT EXISTS {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END"
                )
        return
    connection.exec_driver_sql(
        "CREATE OR REPLACE FUNCTION the_journal_only_grows() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the journal only grows'; END $$"
    )
    for table in _GROWING:
        connection.exec_driver_sql(
            f"CREATE OR REPLACE TRIGGER {table}_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION the_journal_only_grows()"
        )
