"""A session on a PostgreSQL server: private rows stay there, in temporary tables that end with the session.

What is the user's is read in one read-only transaction with one snapshot (REPEATABLE READ), in a single statement;
every later step sees temporary tables only. Names are looked up in pg_catalog and among the temporary tables, so
that nobody's function or operator of the same name is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from epsilog.errors import SourceError
from epsilog.sources.engine import quote_name

_READ: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_OURS: Final = "SET search_path TO pg_catalog, pg_temp"
_BATCH: Final = 50_000
_SETTINGS: Final[Mapping[str, str]] = {
    "TimeZone": "UTC",
    "DateStyle": "ISO, YMD",
    "extra_float_digits": "1",
    "standard_conforming_strings": "on",
    "client_encoding": "UTF8",
    "lc_numeric": "C",
    "default_transaction_read_only": "off",  # ours say it themselves, where the user's tables are read
}


def connect(address: str) -> Any:
    """A session at an address. Passwords come from the environment, a password file or a service."""
    try:
        import psycopg
    except ImportError:
        raise SourceError(
            "PostgreSQL needs the package psycopg", where="source.database", hint="pip install 'epsilog[postgres]'"
        ) from None
    try:
        session = psycopg.connect(address, autocommit=True, application_name="epsilog")
    except psycopg.Error:
        session = None
    if session is None:  # raised outside the handler: an exception remembers the one it was raised under
        raise SourceError(
            "the file, frame or database could not be opened [S1]; its own words are withheld",
            where="source.database",
            hint="check host, port and name of the database, that it is running, and that the role may log in",
        )
    # The server's remarks may quote what it works on, and nobody has asked for them.
    session.add_notice_handler(lambda diagnostic: None)
    session.execute(_OURS)
    for name, value in _SETTINGS.items():
        session.execute("SELECT set_config(%s, %s, false)", (name, value))
    return session


@contextmanager
def named_by_the_role(session: Any) -> Iterator[None]:
    """Names of tables mean what the role and the database say they mean; everything else has to say its schema."""
    session.execute("RESET search_path")
    try:
        yield
    finally:
        session.execute(_OURS)


class PostgresEngine:
    """One session as an engine; closing it drops everything that was kept."""

    in_process: Final = False  # rows stay on the server

    def __init__(self, session: Any) -> None:
        self.session = session
        self._settled = False

    def run(self, sql: str) -> None:
        """Run a statement."""
        self.session.execute(sql)

    def keep(self, name: str, expression: Any) -> None:
        """Compute an Ibis expression once and keep the rows under a name."""
        from epsilog.sources.postgres_sql import sql_of

        sql, table = sql_of(expression), quote_name(name)
        if self._settled:
            self.run(f"CREATE TEMPORARY TABLE {table} AS {sql}")
        else:
            # A read-only transaction makes no table, but fills a temporary one.
            self.run(f"CREATE TEMPORARY TABLE {table} AS {sql} WITH NO DATA")
            with self._reading():
                self.run(f"INSERT INTO pg_temp.{table} {sql}")
        self.run(f"ANALYZE pg_temp.{table}")

    def keep_lists(self, name: str, columns: Mapping[str, Sequence[object]], kinds: Mapping[str, str]) -> None:
        """Keep public lists of the same length as a table."""
        # No text of PostgreSQL holds a NUL, so no row can have a key with one.
        rows = [row for row in zip(*columns.values(), strict=True) if not any("\0" in str(value) for value in row)]
        lists = [list(values) for values in zip(*rows, strict=True)] or [[] for _ in columns]
        unnested = ", ".join(f"unnest(%s::{kinds[column]}[]) AS {quote_name(column)}" for column in columns)
        self.session.execute(f"CREATE TEMPORARY TABLE {quote_name(name)} AS SELECT {unnested}", lists)

    def forget(self, *names: str) -> None:
        """Drop what was kept."""
        for name in names:
            self.run(f"DROP TABLE IF EXISTS pg_temp.{quote_name(name)}")

    def integers(self, expression: Any) -> Mapping[str, NDArray[np.int64]]:
        """The columns of an Ibis expression, every one of them whole numbers, fetched piece by piece."""
        from epsilog.sources.postgres_sql import sql_of

        names = expression.columns
        casts = ", ".join(f"CAST({quote_name(name)} AS BIGINT)" for name in names)
        pieces: list[NDArray[np.int64]] = [np.zeros((0, len(names)), dtype=np.int64)]
        with self._reading(), self.session.cursor(name="answers") as answers:
            answers.execute(f"SELECT {casts} FROM ({sql_of(expression)}) AS answers")
            while rows := answers.fetchmany(_BATCH):
                pieces.append(np.array(rows, dtype=np.int64))
        found = np.concatenate(pieces)
        return {name: found[:, at] for at, name in enumerate(names)}

    def texts(self, expression: Any) -> Sequence[tuple[str, int]]:
        """The two columns of an Ibis expression, a text and a whole number, fetched piece by piece."""
        from epsilog.sources.postgres_sql import sql_of

        found: list[tuple[str, int]] = []
        with self._reading(), self.session.cursor(name="texts") as texts:
            texts.execute(sql_of(expression))
            while rows := texts.fetchmany(_BATCH):
                found += rows
        return found

    def lock(self) -> None:
        """Nothing to lock: the server's settings are its own."""

    def settle(self) -> None:
        """Everything is read: from here on the engine sees temporary tables only."""
        self._settled = True

    @contextmanager
    def _reading(self) -> Iterator[None]:
        self.run(_READ)
        try:
            yield
        except BaseException:
            self.session.rollback()
            raise
        self.run("COMMIT")

    def close(self) -> None:
        """Drop everything that was kept, and end the session: a pooler might keep it for somebody else."""
        with suppress(Exception):  # a session that is gone already has nothing left to drop
            self.session.execute("DISCARD ALL")
        self.session.close()
