"""A table in an SQLite file: opened read-only, streamed once into the private engine, which does the rest.

SQLite has no 128-bit integers, no Unicode forms and a type for every single value. So its rows are read in one
transaction, piece by piece, as the texts a CSV would have, and mean what those mean.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from epsilog.core.spec import Origin
from epsilog.errors import SourceError
from epsilog.sources.column_names import place_of
from epsilog.sources.engine import Engine, quoted
from epsilog.sources.parts import View, view
from epsilog.sources.private_folder import PrivateFolder

_BATCH: Final = 20_000
_EXACT: Final = 2**53


class SqliteParts:
    """One table or view of a file."""

    def __init__(self, origin: Origin, file: Path) -> None:
        assert origin.table is not None
        self._origin = origin
        self._file = file
        self._names: tuple[str, ...] | None = None

    def columns(self) -> tuple[str, ...]:
        """Its names."""
        if self._names is None:
            with closing(self._opened()) as session:
                self._names = self._looked(session)
        return self._names

    def _opened(self) -> sqlite3.Connection:
        session = sqlite3.connect(f"{self._file.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        session.text_factory = lambda raw: raw.decode("utf-8", "replace")
        for setting in ("query_only = ON", "trusted_schema = OFF", "temp_store = MEMORY"):
            session.execute(f"PRAGMA {setting}")
        return session

    def _looked(self, session: sqlite3.Connection) -> tuple[str, ...]:
        assert self._origin.table is not None
        names = tuple(
            name
            for _, name, *_ in session.execute(f"PRAGMA main.table_xinfo({quoted(self._origin.table)})").fetchall()
        )
        if not names:
            raise SourceError(f"no table or view {self._origin.table[:80]!r}", where="source.table")
        return names

    @contextmanager
    def engine(self, wanted: Sequence[str], memory: str, threads: int | None) -> Iterator[Engine]:
        """An engine that holds the wanted columns, from one transaction."""
        folder = PrivateFolder()
        try:
            engine = Engine(folder, (), memory=memory, threads=threads)
            try:
                with closing(self._opened()) as session:
                    self._stream(session, engine, wanted)
                yield engine
            finally:
                engine.close()
        finally:
            folder.close()

    def _stream(self, session: sqlite3.Connection, engine: Engine, wanted: Sequence[str]) -> None:
        import pyarrow as pa

        session.execute("BEGIN")
        self._names = names = self._looked(session)
        chosen = ", ".join(quoted(names[place_of(names, column)]) for column in wanted)
        columns = [f"c{at}" for at in range(len(wanted))]
        engine.run(f"CREATE TEMP TABLE streamed ({', '.join(f'{name} VARCHAR' for name in columns)})")
        assert self._origin.table is not None
        rows = session.execute(f"SELECT {chosen} FROM main.{quoted(self._origin.table)}")
        while batch := rows.fetchmany(_BATCH):
            texts = [pa.array(map(written, values), pa.string()) for values in zip(*batch, strict=True)]
            engine.lend("batch", pa.table(texts, names=columns))
            engine.run("INSERT INTO streamed SELECT * FROM batch")

    def views(self, engine: Engine, wanted: Sequence[str]) -> list[View]:
        """One view."""
        columns = [f"c{at}" for at in range(len(wanted))]
        return [view(engine, "part 0", self._origin, wanted, columns, ["VARCHAR"] * len(columns), "streamed")]

    def check(self, wanted: Sequence[str]) -> None:
        """Every column of a file can be read."""

    def close(self) -> None:
        """Forget what the table looked like."""
        self._names = None


def written(value: Any) -> str | None:
    r"""A value of SQLite as a CSV would have it.

    >>> [written(value) for value in ("a", 7, 7.0, 0.1, float("inf"), None, b"a", bytes([255]))]
    ['a', '7', '7', '0.1', None, None, 'a', '\\xff']
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return str(int(value)) if value == math.floor(value) and abs(value) < _EXACT else repr(value)
    # Bytes that are no text are spelled with backslashes, and so is a text that has one: each id has its own.
    try:
        text = bytes(value).decode("utf-8")
    except UnicodeDecodeError:
        text = "\\"
    return text if "\\" not in text else "".join(f"\\x{byte:02x}" for byte in bytes(value))
