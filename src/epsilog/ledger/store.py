"""Where the books lie: one file, or a PostgreSQL database.

A write begins by taking the one lock there is, so that reading the head, checking every cap and appending to the
chain are one step for the whole world, and no two writers can wait for each other. SQLite: the write lock of the
file. PostgreSQL: an advisory lock and the row of `ledger`.

Everything a write did is on disk when it returns, or nothing is. SQLite: synchronous = FULL. PostgreSQL: the page
is committed without waiting for the disk, which frees the lock; then a second, waited-for commit follows, and the
log is written in order, so that it takes the page with it. Several writers wait for the disk together in this way,
and nobody hears of a page, not even of an older one that was only read again, before it is on disk.
"""

from __future__ import annotations

import ctypes
import os
import re
import sqlite3
import threading
import time
import weakref
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from epsilog.core.address import as_url, is_server
from epsilog.errors import LedgerError, SpecError
from epsilog.ledger import forking
from epsilog.ledger.cells import check_row, no_text

Row = dict[str, Any]
_LOCK: Final = 7315_2026
TAKE_THE_LOCK: Final = f"SELECT set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock({_LOCK})"
TO_DISK: Final = "SELECT pg_logical_emit_message(true, 'epsilog', '')"
# Needs a megabyte for a moment. Most servers' C library learns from it to keep two at hand for this connection; if
# not, it gives memory back and asks for it again with every page (docs/benchmarks/ledger.md, "Memory").
_ROOM_TO_WORK: Final = b"SELECT length(repeat('x', 1048576))"


_JUNK: Final = "see whether it is the file of a ledger; if it was one, it is damaged: epsilog ledger restore BACKUP"


class NoLedger(LedgerError):
    """Nothing is wrong with the books: there are none."""


class ReadOnly(LedgerError):
    """Nothing is wrong with the books: they can only be read here."""


class AnswerLost(LedgerError):
    """The connection broke: whether the page was written is not known. The same key finds out."""


class Journey(NamedTuple):
    """A statement that is prepared once per connection under a name."""

    name: bytes
    sql: bytes


class Session:
    """One open transaction. Statements are written with ``:name`` parameters, whichever database reads them."""

    def __init__(self, connection: Any, is_file: bool) -> None:
        self.connection = connection
        self.is_file = is_file

    def run(self, sql: str, parameters: Mapping[str, Any] | None = None) -> int:
        """Do something; how many rows it touched."""
        count: int = self._execute(sql, parameters).rowcount
        return count

    def many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Do the same thing with several rows."""
        if self.is_file:
            self.connection.executemany(sql, rows)
        else:
            with self.connection.cursor() as cursor:
                cursor.executemany(translate_sql(sql), rows)

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        """All rows of a question."""
        with readable():
            found: list[Row] = self._execute(sql, parameters).fetchall()
        return found

    def first(self, sql: str, parameters: Mapping[str, Any] | None = None) -> Row | None:
        """The first row, if any."""
        with readable():
            found: Row | None = self._execute(sql, parameters).fetchone()
        return found

    def stream(self, sql: str, batch: int = 5000) -> Iterator[Row]:
        """All rows, a batch at a time, however many there are."""
        if self.is_file:
            with readable():
                yield from self.connection.execute(sql)
            return
        with self.connection.cursor(name="epsilog_stream") as cursor:
            cursor.itersize = batch
            yield from cursor.execute(translate_sql(sql))

    def has_table(self, name: str) -> bool:
        """Whether there is a table of that name."""
        if self.is_file:
            return self.first("SELECT 1 AS found FROM sqlite_master WHERE name = :name", {"name": name}) is not None
        row = self.first("SELECT to_regclass(:name) AS found", {"name": name})
        return row is not None and row["found"] is not None

    def _execute(self, sql: str, parameters: Mapping[str, Any] | None) -> Any:
        if self.is_file:
            return self.connection.execute(sql, parameters or {})
        return self.connection.execute(translate_sql(sql), parameters or None)


class Store:
    """A database of books with one writer at a time. Safe among threads, and in a child process after a fork."""

    def __init__(self, place: str | Path, *, wait_seconds: float = 60.0) -> None:
        # A file is the same file wherever the process goes.
        self.place = as_url(str(place)) if is_server(place) else str(Path(place).absolute())
        # Links are followed once: a link that is turned elsewhere leads to another file, which is refused.
        self._real = os.path.realpath(self.place) if self.is_file else ""
        self._wait = int(wait_seconds * 1000)
        self._guard = threading.Lock()
        self._idle: list[Any] = []
        self._prepared: weakref.WeakSet[Any] = weakref.WeakSet()
        self._number: tuple[int, int] | None = None  # of the file, on its disk
        self.read_only = False  # a file that this user cannot write, or not beside it
        self._pid = os.getpid()
        self._driver: Any = sqlite3 if self.is_file else _postgres(self.place)
        if self.is_file:
            forking.remember(self)
        with self.connect():
            pass  # a wrong address is said now, not with the first debit

    @property
    def is_file(self) -> bool:
        """Whether this is SQLite."""
        return "://" not in self.place

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction under the one lock, on disk when this ends without an error."""
        with self.connect() as connection:
            if self.read_only:
                raise ReadOnly(
                    "the ledger can only be read here",
                    hint="show, history and verify work; to spend, open it where it can be written",
                )
            if self.is_file:
                connection.execute("BEGIN IMMEDIATE")
            else:
                with connection.pipeline():
                    connection.execute("BEGIN")
                    connection.execute(TAKE_THE_LOCK)
            pid = os.getpid()
            yield Session(connection, self.is_file)
            must_not_be_a_child(pid)
            if self.is_file:
                connection.execute("COMMIT")
            else:
                with self._outcome_unknown(), connection.pipeline():
                    connection.execute("COMMIT")
                    connection.execute(TO_DISK)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One consistent view, however long it is read. Nobody waits for it."""
        with self.connect() as connection:
            connection.execute("BEGIN" if self.is_file else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            pid = os.getpid()
            yield Session(connection, self.is_file)
            must_not_be_a_child(pid)
            connection.execute("COMMIT")

    def in_one_journey(self, journey: Journey, arguments: Sequence[str]) -> list[str] | None:
        """PostgreSQL: call a function that takes the lock, commit, and wait for the disk, in one message.

        Spoken through the driver's lower floor, where binding costs less than executing. The two statements are
        transactions of their own: the server ends one at each sync. Returns the row the function answered with.
        """
        with self.connect() as connection:
            link = connection.pgconn
            if connection not in self._prepared and not self._prepare(connection, journey):
                return None
            link.enter_pipeline_mode()
            link.send_query_prepared(journey.name, [argument.encode() for argument in arguments])
            link.pipeline_sync()
            link.send_query_prepared(b"epsilog_to_disk", None)
            link.pipeline_sync()
            results = connection.wait(self._answers(link, 2))
            link.exit_pipeline_mode()
            answer, on_disk = results
            self._must_be_fine(answer)
            with self._outcome_unknown():
                self._must_be_fine(on_disk)
            if not answer.ntuples:
                return None
            return [(answer.get_value(0, column) or b"").decode() for column in range(answer.nfields)]

    def _prepare(self, connection: Any, journey: Journey) -> bool:
        """Whether the function is there; books made by an older program lack it until they are migrated."""
        try:
            for name, sql in (journey, Journey(b"epsilog_to_disk", TO_DISK.encode())):
                self._must_be_fine(connection.pgconn.prepare(name, sql))
        except self._driver.errors.UndefinedFunction:
            return False
        self._must_be_fine(connection.pgconn.exec_(_ROOM_TO_WORK))
        self._prepared.add(connection)
        return True

    def _answers(self, link: Any, syncs: int) -> Generator[Any, Any, list[Any]]:
        """Everything the server answers up to so many syncs; the driver waits wherever this yields."""
        pq, waiting = self._driver.pq, self._driver.waiting
        while link.flush():
            if (yield waiting.Wait.RW) & waiting.Ready.R:
                link.consume_input()
        found: list[Any] = []
        while syncs:
            while link.is_busy():
                yield waiting.Wait.R
                link.consume_input()
            result = link.get_result()
            if result is not None and result.status == pq.ExecStatus.PIPELINE_SYNC:
                syncs -= 1
            elif result is not None:
                found.append(result)
            elif link.status != pq.ConnStatus.OK:
                raise self._driver.OperationalError("the connection is lost")
        return found

    def _must_be_fine(self, result: Any) -> None:
        status = self._driver.pq.ExecStatus
        if result.status not in (status.COMMAND_OK, status.TUPLES_OK):
            error = self._driver.errors.error_from_result(result)
            # Without a code it is not the server who speaks: there is none at the other end.
            raise error if error.sqlstate else self._driver.OperationalError("the connection is lost")

    @contextmanager
    def connect(self) -> Iterator[Any]:
        """A connection of this process; after any error it is thrown away, which undoes an open transaction."""
        with self._honest(), forking.using(self._real) if self.is_file else nullcontext():
            connection, pid = self._take(), os.getpid()
            try:
                yield connection
            except BaseException:
                if os.getpid() != pid:
                    _keep_for_ever(connection)
                    raise
                broken = not self.is_file and connection.broken
                with suppress(self._driver.Error):
                    if self.is_file:
                        connection.rollback()  # the error may hold a statement, and that the file and its lock
                    connection.close()
                if broken:
                    self.let_go()  # after a restart of the server the others lead nowhere either
                raise
            with self._guard:
                self._idle.append(connection)

    def close(self) -> None:
        """Let go of all idle connections."""
        self._forget_parents()
        with forking.using(self._real) if self.is_file and self._idle else nullcontext():
            self.let_go()

    def let_go(self) -> None:
        """The same, for whoever is about to fork."""
        with self._guard:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> Any:
        self._forget_parents()
        if self.is_file:
            self._must_be_the_same_file()
        with self._guard:
            if self._idle:
                return self._idle.pop()
        return self._connect_file() if self.is_file else self._connect_server()

    def _must_be_the_same_file(self) -> None:
        """An open connection would go on writing to a file that has no name any more."""
        if self._number is not None and self._number != _number_of(self.place):
            raise LedgerError(
                "the file of the books was taken away or exchanged", hint="look for it, or open it again"
            )

    def _forget_parents(self) -> None:
        """A child neither uses nor closes what it inherited: closing would speak in its parent's name."""
        if os.getpid() == self._pid:
            return
        for connection in self._idle:
            _keep_for_ever(connection)
        self._idle, self._guard, self._pid = [], threading.Lock(), os.getpid()

    def _connect_file(self) -> Any:
        path = Path(self.place).absolute()  # never ":memory:" nor "file:…", which SQLite reads in its own way
        if not path.parent.is_dir():
            raise SpecError(f"the folder of {path.name!r} does not exist", where="ledger")
        if not path.exists():
            try:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            except FileExistsError:
                pass  # another process was first
            except OSError as error:
                raise SpecError(f"{path.name!r} cannot be made ({type(error).__name__})", where="ledger") from None
        self.read_only = not _is_writable(path)
        if self.read_only:
            return self._connect_to_read(path)
        connection = sqlite3.connect(
            path, timeout=self._wait / 1000, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        connection.row_factory = _name_columns
        mode = _write_ahead(connection, self._wait / 1000)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if mode != {"journal_mode": "wal"}:
            connection.close()
            raise LedgerError("the file cannot be kept safe here", hint="a ledger needs a local disk")
        self._number = self._number or _number_of(self.place)
        return connection

    def _connect_to_read(self, path: Path) -> Any:
        """The file as it lies there: somebody else's, a copy for an auditor, or on a medium that is sealed."""
        # While somebody writes there is a log beside the file, and SQLite keeps to it. Without one the file is
        # whole and taken as it is: reading it otherwise would want to write a log first.
        log = Path(f"{self._real}-wal").exists()
        address = f"{path.as_uri()}?{'mode=ro' if log else 'immutable=1'}"
        connection = sqlite3.connect(
            address, timeout=self._wait / 1000, isolation_level=None, check_same_thread=False, uri=True
        )
        connection.row_factory = _name_columns
        self._number = self._number or _number_of(self.place)
        return connection

    def _connect_server(self) -> Any:
        # With a stricter isolation the view would be older than the lock, and every waiting writer would fail.
        options = (
            f"-c synchronous_commit=on -c lock_timeout={self._wait}"
            r" -c default_transaction_isolation=read\ committed"
        )
        connection = self._driver.connect(
            self.place,
            autocommit=True,
            row_factory=self._driver.rows.dict_row,
            options=options,
            client_encoding="UTF8",  # whatever the environment says: a key has one spelling on either way
            prepare_threshold=1,
        )
        if connection.execute("SHOW fsync").fetchone() != {"fsync": "on"}:
            connection.close()
            raise LedgerError("this server may lose what was written when it loses power", hint="set fsync = on")
        return connection

    @contextmanager
    def _outcome_unknown(self) -> Iterator[None]:
        """While the page is committed, or waits for the disk: whatever fails now, it may have been written."""
        try:
            yield
        except self._driver.Error as error:
            raise _lost_error(type(error).__name__) from None

    @contextmanager
    def _honest(self) -> Iterator[None]:
        """Turn a database's words into ours: theirs may quote what was stored."""
        driver = self._driver
        try:
            yield
        except driver.IntegrityError:
            raise LedgerError("a wall of the database refused the entry; nothing was written") from None
        except driver.OperationalError as error:
            if (damage := no_text(error)) is not None:
                raise damage from None
            name = type(error).__name__
            if not self.is_file and name in ("LockNotAvailable", "DiskFull", "OutOfMemory", "QueryCanceled"):
                raise LedgerError(f"the database stopped working ({name}); nothing was written") from None
            raise _lost_error(getattr(error, "sqlite_errorname", name)) from None
        except driver.Error as error:
            # Of a file that is no database, or no longer one, SQLite says no more than this.
            junk = self.is_file and type(error) is driver.DatabaseError
            raise LedgerError(
                f"the database could not be used ({type(error).__name__})",
                where="ledger" if junk else "",
                hint=_JUNK if junk else "",
            ) from None


@contextmanager
def readable() -> Iterator[None]:
    """Whatever cannot be read as text is damage, said where it is met."""
    try:
        yield
    except sqlite3.OperationalError as error:
        damage = no_text(error)
        if damage is None:
            raise
        raise damage from None


def _lost_error(name: str) -> AnswerLost:
    return AnswerLost(
        f"the database did not answer as it should ({name})",
        hint="ask again with the same key: the books know whether it was written",
    )


def _number_of(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _is_writable(path: Path) -> bool:
    """Whether this user may write the file, and the log that SQLite keeps beside it."""
    known = os.access in os.supports_effective_ids
    real = Path(os.path.realpath(path))
    return all(os.access(one, os.W_OK, effective_ids=known) for one in (real, real.parent))


def _keep_for_ever(connection: Any) -> None:
    """So that not even the end of a child closes what is its parent's."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


def must_not_be_a_child(pid: int) -> None:
    """Refuse to go on in a child with what its parent began."""
    if os.getpid() != pid:
        raise LedgerError("this process was forked in the middle of a page, which is its parent's to finish")


def _write_ahead(connection: sqlite3.Connection, wait_seconds: float) -> Row:
    """Turn on the write-ahead log. Unlike every other statement this one does not wait for a busy file."""
    deadline = time.monotonic() + wait_seconds
    while True:
        try:
            mode: Row = connection.execute("PRAGMA journal_mode = WAL").fetchone()
            return mode
        except sqlite3.Error as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                connection.close()
                raise
            time.sleep(0.01)


@lru_cache(maxsize=1024)
def translate_sql(sql: str) -> str:
    """A statement as PostgreSQL's driver wants it.

    >>> translate_sql("SELECT a FROM t WHERE b = :b")
    'SELECT a FROM t WHERE b = %(b)s'
    """
    return re.sub(r"(?<!:):([a-z_][a-z_0-9]*)", r"%(\1)s", sql)


def list_parameters(name: str, values: Sequence[Any]) -> tuple[str, Row]:
    """A list of parameters for IN.

    >>> list_parameters("id", [7, 9])
    ('(:id_0, :id_1)', {'id_0': 7, 'id_1': 9})
    """
    parameters = {f"{name}_{number}": value for number, value in enumerate(values)}
    return "(" + ", ".join(f":{key}" for key in parameters) + ")", parameters


def _name_columns(cursor: sqlite3.Cursor, row: tuple[Any, ...]) -> Row:
    return check_row({column[0]: value for column, value in zip(cursor.description, row, strict=True)})


def _postgres(place: str) -> Any:
    if not place.startswith("postgresql://"):
        raise SpecError("a ledger is a file or a postgresql:// address", where="ledger")
    try:
        import psycopg
    except ImportError:
        hint = "pip install 'epsilog[postgres]'"
        raise SpecError("PostgreSQL needs one more package", where="ledger", hint=hint) from None
    return psycopg
