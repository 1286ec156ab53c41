"""Engines that hold private rows. Nothing leaves them but bounded integers.

`open_source` opens CSV and Parquet files, frames of Polars, pandas and Arrow, and tables of PostgreSQL, DuckDB and
SQLite. Engines are imported when a source is used, not before.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from epsilog.core.origin import Origin
    from epsilog.sources.duck import DuckSource, load

__all__ = ["DuckSource", "count_files", "load", "open_source"]


def __getattr__(name: str) -> Any:
    # Looked up late: who counts files or reads the first line of one need not wait for an engine.
    if name not in ("DuckSource", "load"):
        raise AttributeError(name)
    from epsilog.sources import duck

    return getattr(duck, name)


def count_files(origin: Origin, base: Path | None = None) -> tuple[int, int] | None:
    """How many files an origin means, and under how many names they were found; None where it is no file."""
    if origin.file is None:
        return None
    from epsilog.sources.place import files_of

    found = files_of(origin.file, base)
    return len(found.files), found.names


def open_source(origin: Origin, *, frame: object | None = None, base: Path | None = None) -> DuckSource:
    """Open the rows a spec names, or a frame; headers and schemas are looked at, rows are not.

    >>> from epsilog.core.origin import Origin
    >>> open_source(Origin("nowhere.csv", {"who": "text"}))
    Traceback (most recent call last):
        ...
    epsilog.errors.SourceError: source.file: no such file: nowhere.csv (hint: ...)
    """
    from epsilog.sources.duck import DuckSource

    return DuckSource(origin, frame=frame, base=base)
