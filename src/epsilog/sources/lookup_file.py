"""A lookup from a file, lent to the engine that reads the rows."""

from __future__ import annotations

from pathlib import Path

from epsilog.core.lookup import Lookup
from epsilog.core.origin import Origin
from epsilog.core.text import same_text
from epsilog.errors import SpecError
from epsilog.sources.apart import check_apart
from epsilog.sources.engine import AMPLE, MEMORY, Engine, quoted
from epsilog.sources.failure import care_for
from epsilog.sources.parts import FileParts, View
from epsilog.sources.place import Identity


def lookup_names(origin: Origin, base: Path | None, lookup: Lookup, rows: frozenset[Identity]) -> tuple[str, ...]:
    """The names a lookup has; no row is read. `rows` are the files it must be apart from."""
    parts = FileParts(origin, base)
    check_apart(rows, parts.told_apart(), lookup)
    if not parts.is_uniform():
        raise SpecError("the files of a lookup have the same columns", where="source.file")
    names = parts.columns()
    if {same_text(name) for name in origin.columns} <= {same_text(name) for name in names}:
        parts.check(tuple(origin.columns))
    return names


def lend_lookup(
    engine: Engine, name: str, origin: Origin, base: Path | None, lookup: Lookup, rows: frozenset[Identity]
) -> View:
    """Read a lookup in an engine of its own, which may see its files only, and lend it to another."""
    parts, wanted = FileParts(origin, base), tuple(origin.columns)

    def read(memory: str, threads: int | None) -> View:
        with parts.engine(wanted, memory, threads) as inner:
            check_apart(rows, parts.identities, lookup)
            [(view, forms)] = parts.views(inner, wanted)
            engine.lend(name, inner.arrow(f"SELECT * FROM {quoted(view)}"))
        return name, forms

    memory: str = MEMORY
    threads: int | None = None
    for _ in range(2):
        try:
            return read(memory, threads)
        except Exception as error:
            care = care_for(error)
            if care is None:
                raise
        parts.careful = parts.careful or care == "texts"
        memory, threads = AMPLE, 1
    return read(memory, threads)
