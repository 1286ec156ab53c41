"""Where the books lie: one file, or a PostgreSQL database. The only file that knows the difference."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from epsilog.errors import LedgerError, SpecError


class Store:
    """A database of books with one writer at a time.

    A write begins by taking the one lock there is (SQLite: the file's write lock; PostgreSQL: the row of `ledger`, which
    `Page` selects for update), so that reading the head, checking every cap and appending to the chain are one step for
    the whole world. Everything a write did is on disk when it returns (synchronous = FULL; synchronous_commit = on), or
    nothing is.
    """

    def __init__(self, place: str | Path, *, wait_seconds: float = 60.0) -> None:
        self.place = str(place)
        self._wait = wait_seconds
        self._pid = os.getpid()
        self._engine = self._connect()

    @property
    def is_file(self) -> bool:
        """Whether this is SQLite."""
        return "://" not in self.place

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction under the one lock."""
        with self._honest(), self._live().connect() as connection:
            with connection.execution_options(epsilog_writes=True).begin():
                yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent view, however long it is read."""
        with self._honest(), self._live().connect() as connection:
            if not self.is_file:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    def _live(self) -> Engine:
        """The engine of this process: a child never talks through its parent's connections."""
        if os.getpid() != self._pid:
            self._engine.dispose(close=False)
            self._engine = self._connect()
            self._pid = os.getpid()
        return self._engine

    def _connect(self) -> Engine:
        return self._connect_file() if self.is_file else self._connect_server()

    def _connect_file(self) -> Engine:
        path = Path(self.place)
        if not path.parent.is_dir():
            raise SpecError(f"the folder of {path.name!r} does not exist", where="ledger")
        if not path.exists():
            try:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            except FileExistsError:
                pass  # another process was first
        engine = create_engine(f"sqlite:///{path}")

        @event.listens_for(engine, "connect")
        def _prepare(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # transactions begin below, not where the driver guesses
            connection.execute(f"PRAGMA busy_timeout = {int(self._wait * 1000)}")
            _write_ahead(connection, self._wait)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            writes = connection.get_execution_options().get("epsilog_writes")
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        return engine

    def _connect_server(self) -> Engine:
        if not self.place.startswith("postgresql://"):
            raise SpecError("a ledger is a file or a postgresql:// address", where="ledger")
        try:
            return create_engine(
                self.place.replace("postgresql://", "postgresql+psycopg://", 1),
                connect_args={"options": f"-c synchronous_commit=on -c lock_timeout={int(self._wait * 1000)}"},
            )
        except ImportError:
            hint = "pip install 'epsilog[postgres]'"
            raise SpecError("PostgreSQL needs one more package", where="ledger", hint=hint) from None

    @contextmanager
    def _honest(self) -> Iterator[None]:
        """Turn a database's words into ours: theirs may quote what was stored."""
        try:
            yield
        except IntegrityError:
            raise LedgerError("a wall of the database refused the entry; nothing was written") from None
        except DBAPIError as error:
            raise LedgerError(
                f"the database did not answer as it should ({type(error.orig).__name__})",
                hint="ask again with the same key: the books know whether it was written",
            ) from None
        except SQLAlchemyError as error:
            raise LedgerError(f"the database could not be used ({type(error).__name__})") from None


def _write_ahead(connection: sqlite3.Connection, wait_seconds: float) -> None:
    """Turn on the write-ahead log. Unlike every other statement this one does not wait for a busy file by itself."""
    deadline = time.monotonic() + wait_seconds
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
