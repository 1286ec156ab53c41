"""A table in an SQLite file: opened read-only, streamed once into the private engine, which does the rest.

SQLite has no 128-bit integers, no Unicode forms and a type for every single value. So its rows are read in one
transaction, piece by piece, as the texts a CSV would have, and mean what those mean.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from epsilog.core.origin import Lookup, Origin
from epsilog.errors import SourceError
from epsilog.sources.apart import check_apart
from epsilog.sources.column_names import check_spellings, place_of
from epsilog.sources.engine import Engine, quote_name
from epsilog.sources.identity import LONGEST, bytes_or_none, number_or_none
from epsilog.sources.parts import View, view
from epsilog.sources.physical import SPELLED
from epsilog.sources.private_folder import PrivateFolder

_BATCH: Final = 20_000  # rows
_WEIGHT: Final = 2**26  # bytes: rows that are heavier come in smaller batches


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
                self._names = _column_names(session, self._origin)
        return self._names

    def _opened(self) -> sqlite3.Connection:
        session = sqlite3.connect(f"{self._file.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        session.text_factory = bytes  # a text may be any bytes
        for setting in ("query_only = ON", "trusted_schema = OFF", "temp_store = MEMORY"):
            session.execute(f"PRAGMA {setting}")
        return session

    @contextmanager
    def engine(self, wanted: Sequence[str], memory: str, threads: int | None) -> Iterator[Engine]:
        """An engine that holds the wanted columns, from one transaction."""
        with (
            closing(PrivateFolder()) as folder,
            closing(Engine(folder, (), memory=memory, threads=threads)) as engine,
        ):
            with closing(self._opened()) as session:
                session.execute("BEGIN")  # one look at everything
                self._names = _stream(session, engine, "streamed", self._origin, wanted)
                for at, lookup in enumerate(self._origin.join):
                    origin = self._origin.of_lookup(lookup)
                    check_apart(_tables_behind(session, self._origin), _tables_behind(session, origin), lookup)
                    _stream(session, engine, f"streamed {at}", origin, tuple(origin.columns))
            yield engine

    def views(self, engine: Engine, wanted: Sequence[str]) -> list[View]:
        """One view."""
        return [_make_view(engine, "part 0", self._origin, wanted, "streamed")]

    def lookup_names(self, lookup: Lookup) -> tuple[str, ...]:
        """Those of its table."""
        with closing(self._opened()) as session:
            origin = self._origin.of_lookup(lookup)
            names = _column_names(session, origin)
            check_apart(_tables_behind(session, self._origin), _tables_behind(session, origin), lookup)
            return names

    def look_up(self, engine: Engine, name: str, lookup: Lookup) -> View:
        """A table of the same file, from the same transaction."""
        origin = self._origin.of_lookup(lookup)
        return _make_view(
            engine, name, origin, tuple(origin.columns), f"streamed {self._origin.join.index(lookup)}"
        )

    def check(self, wanted: Sequence[str], person: str | None) -> None:
        """Every column of a file can be read; persons whom it takes for one and we for two are refused."""
        if person is None or person not in wanted:
            return
        assert self._origin.table is not None
        with closing(self._opened()) as session:
            names = _column_names(session, self._origin)
            column = quote_name(names[place_of(names, person)])
            # The collation of a union is that of its first part, also where no row is in it.
            told = f"SELECT {column} AS x FROM main.{quote_name(self._origin.table)} WHERE 0 UNION ALL SELECT 'a'"
            [(alike,)] = session.execute(f"SELECT x = 'A' OR x = 'a ' FROM ({told})").fetchall()
            check_spellings(bool(alike), person)

    def close(self) -> None:
        """Forget what the table looked like."""
        self._names = None


def _column_names(session: sqlite3.Connection, origin: Origin) -> tuple[str, ...]:
    assert origin.table is not None
    found = session.execute(f"PRAGMA main.table_xinfo({quote_name(origin.table)})").fetchall()
    if not found:
        raise SourceError(f"no table or view {origin.table[:80]!r}", where="source.table")
    return tuple(name.decode("utf-8", "replace") for _, name, *_ in found)


def _tables_behind(session: sqlite3.Connection, origin: Origin) -> frozenset[str]:
    """The tables and views that are read for one, by the names they were made with: SQLite asks about each."""
    assert origin.table is not None
    found = set()

    def told(action: int, table: str | None, *_: object) -> int:
        if action == sqlite3.SQLITE_READ and table:
            found.add(table.casefold())
        return sqlite3.SQLITE_OK

    session.set_authorizer(told)
    try:
        session.execute(f"SELECT * FROM main.{quote_name(origin.table)} LIMIT 0")
    finally:
        session.set_authorizer(None)
    return frozenset(found)


def _stream(
    session: sqlite3.Connection, engine: Engine, name: str, origin: Origin, wanted: Sequence[str]
) -> tuple[str, ...]:
    """Copy the wanted columns of a table into the engine as texts."""
    import pyarrow as pa

    assert origin.table is not None
    names = _column_names(session, origin)
    stored = [quote_name(names[place_of(names, column)]) for column in wanted]
    sizes = [f"length(CAST({column} AS BLOB))" for column in stored]
    # What is too long is measured where it lies and never handed over.
    chosen = ", ".join(
        f"CASE WHEN typeof({column}) NOT IN ('text', 'blob') OR {size} <= {LONGEST} THEN {column} END"
        for column, size in zip(stored, sizes, strict=True)
    )
    weight = " + ".join(f"min(coalesce({size}, 0), {LONGEST})" for size in sizes)
    columns = [f"c{at}" for at in range(len(wanted))]
    engine.run(f"CREATE TEMP TABLE {quote_name(name)} ({', '.join(f'{column} VARCHAR' for column in columns)})")
    rows = session.execute(f"SELECT {chosen}, {weight} FROM main.{quote_name(origin.table)}")
    for batch in _batches(rows):
        *found, _ = zip(*batch, strict=True)
        texts = [pa.array(map(csv_text, values), pa.large_string()) for values in found]
        engine.lend("batch", pa.table(texts, names=columns))
        engine.run(f"INSERT INTO {quote_name(name)} SELECT * FROM batch")
    return names


def _batches(rows: Iterable[tuple[Any, ...]]) -> Iterator[list[tuple[Any, ...]]]:
    """Rows whose last column says what they weigh, some at a time."""
    batch: list[tuple[Any, ...]] = []
    weight = 0
    for row in rows:
        batch.append(row)
        weight += row[-1]
        if len(batch) >= _BATCH or weight > _WEIGHT:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch


def _make_view(engine: Engine, name: str, origin: Origin, wanted: Sequence[str], streamed: str) -> View:
    columns = [f"c{at}" for at in range(len(wanted))]
    return view(engine, name, origin, wanted, columns, [SPELLED] * len(columns), quote_name(streamed))


def csv_text(value: Any) -> str | None:
    r"""A value of SQLite as a CSV would have it; its texts come as bytes.

    >>> [csv_text(value) for value in (b"a", 7, 7.0, 2.0**53, 0.1, float("inf"), None, bytes([255]))]
    ['a', '7', '7', '9007199254740992', '0.1', None, None, '\uffffff']
    """
    if value is None or isinstance(value, int):
        return None if value is None else str(value)
    return number_or_none(value) if isinstance(value, float) else bytes_or_none(value)
