"""Which kind of database an address means; a file says it itself, in its first bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from epsilog.core.origin import Origin
from epsilog.errors import SourceError, SpecError
from epsilog.sources.parts import Parts

_SQLITE: Final = b"SQLite format 3\0"
_DUCKDB: Final = b"DUCK"  # after eight bytes of a checksum


def database_parts(origin: Origin, base: Path | None) -> Parts:
    """The table of a server, or of a database file; nothing is read but the first bytes of a file."""
    assert origin.database is not None
    if origin.is_withheld:
        raise SourceError(
            "the address of the server is not stored with a request",
            where="source.database",
            hint="postgresql://host/name",
        )
    if origin.is_on_a_server:
        from epsilog.sources.postgres_server import PostgresParts

        return PostgresParts(origin)
    path = Path(origin.database).expanduser()
    path = (path if path.is_absolute() else (base or Path.cwd()) / path).resolve()
    if not path.is_file():
        hint = "a relative path begins at the folder of the spec"
        raise SourceError(f"no such file: {origin.database[:200]}", where="source.database", hint=hint)
    with path.open("rb") as file:
        beginning = file.read(16)
    if beginning == _SQLITE:
        from epsilog.sources.sqlite_file import SqliteParts

        return SqliteParts(origin, path)
    if beginning[8:12] == _DUCKDB:
        from epsilog.sources.duckdb_file import DuckFileParts

        return DuckFileParts(origin, path)
    raise SpecError(
        "neither a DuckDB nor an SQLite database",
        where="source.database",
        hint="for CSV and Parquet say `file`; for a server postgresql://host/name",
    )
