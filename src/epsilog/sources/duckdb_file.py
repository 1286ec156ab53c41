"""A table in a DuckDB database file, attached read-only to the locked engine."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from epsilog.core.number import same_text
from epsilog.core.origin import Lookup, Origin
from epsilog.errors import SourceError
from epsilog.sources.apart import check_apart
from epsilog.sources.column_names import check_spellings, place_of
from epsilog.sources.engine import Engine, literal, quote_name
from epsilog.sources.identity import LONGEST
from epsilog.sources.parts import View, check_types, view
from epsilog.sources.private_folder import PrivateFolder

_ALIAS: Final = "the user's"


class DuckFileParts:
    """One table or view of a database file."""

    def __init__(self, origin: Origin, file: Path) -> None:
        assert origin.table is not None
        self._origin = origin
        self._file = file
        self._types: dict[str, str] | None = None

    def columns(self) -> tuple[str, ...]:
        """Its names."""
        if self._types is None:
            with self._attached("64MB", 1) as engine:
                self._types = _column_types(engine, self._origin)
        return tuple(self._types)

    @contextmanager
    def _attached(self, memory: str, threads: int | None) -> Iterator[Engine]:
        files = self._file, Path(f"{self._file}.wal")  # beside the file lies what was written to it last
        with (
            closing(PrivateFolder()) as folder,
            closing(Engine(folder, files, memory=memory, threads=threads, locked=False)) as engine,
        ):
            engine.run(f"ATTACH {literal(str(self._file))} AS {quote_name(_ALIAS)} (TYPE DUCKDB, READ_ONLY)")
            engine.shut()
            yield engine

    @contextmanager
    def engine(self, wanted: Sequence[str], memory: str, threads: int | None) -> Iterator[Engine]:
        """An engine that sees the file; the table is looked at again, because it may have changed."""
        del wanted
        with self._attached(memory, threads) as engine:
            self._types = _column_types(engine, self._origin)
            yield engine

    def views(self, engine: Engine, wanted: Sequence[str]) -> list[View]:
        """One view."""
        return [_make_view(engine, "part 0", self._origin, wanted)]

    def lookup_names(self, lookup: Lookup) -> tuple[str, ...]:
        """Those of its table."""
        origin = self._origin.of_lookup(lookup)
        with self._attached("64MB", 1) as engine:
            types = _column_types(engine, origin)
            check_apart(_tables_behind(engine, self._origin), _tables_behind(engine, origin), lookup)
        if {same_text(name) for name in origin.columns} <= {same_text(name) for name in types}:
            check_types(types, origin, tuple(origin.columns))
        return tuple(types)

    def look_up(self, engine: Engine, name: str, lookup: Lookup) -> View:
        """A table of the same file."""
        origin = self._origin.of_lookup(lookup)
        check_apart(_tables_behind(engine, self._origin), _tables_behind(engine, origin), lookup)
        return _make_view(engine, name, origin, tuple(origin.columns))

    def check(self, wanted: Sequence[str], person: str | None) -> None:
        """Refuse columns whose types cannot be read, and persons whom the file takes for one and we for two."""
        with self._attached("64MB", 1) as engine:
            types = _column_types(engine, self._origin)
            check_types(types, self._origin, wanted)
            if person is not None and person in wanted:
                name = list(types)[place_of(list(types), person)]
                if types[name] == "VARCHAR":
                    told = (
                        f"SELECT {quote_name(name)} AS x FROM {_scan(self._origin)} WHERE false UNION ALL "
                        f"SELECT 'a'"
                    )
                    check_spellings(engine.rows(f"SELECT x = 'A' OR x = 'á' FROM ({told})")[0][0], person)

    def close(self) -> None:
        """Forget what the table looked like."""
        self._types = None


def _scan(origin: Origin) -> str:
    assert origin.table is not None
    return ".".join(quote_name(part) for part in (_ALIAS, *origin.table.split(".")))


def _column_types(engine: Engine, origin: Origin) -> dict[str, str]:
    """The names and types of a table."""
    assert origin.table is not None
    *schema, table = origin.table.split(".")
    wanted = {"catalog": _ALIAS, "schema": schema[0] if schema else "main", "name": table}
    said = " AND ".join(f"table_{what} = {literal(name)}" for what, name in wanted.items())
    if not engine.rows(f"SELECT 1 FROM information_schema.tables WHERE {said}"):
        raise SourceError(f"no table or view {origin.table[:80]!r}", where="source.table")
    return engine.schema(f"SELECT * FROM {_scan(origin)}")


def _tables_behind(engine: Engine, origin: Origin) -> frozenset[str]:
    """The tables that are read for a table or view, by their full names: as the engine plans it, before it looks at
    what is in them."""
    engine.run("SET explain_output = 'all'")
    [plan] = [
        text
        for stage, text in engine.rows(f"EXPLAIN (FORMAT json) SELECT * FROM {_scan(origin)}")
        if stage == "logical_plan"
    ]
    found, steps = set(), list(json.loads(plan))
    for step in steps:  # grows while it is walked
        steps += step.get("children", [])
        if "Table" in step.get("extra_info", {}):
            found.add(step["extra_info"]["Table"])
    return frozenset(found)


def _make_view(engine: Engine, name: str, origin: Origin, wanted: Sequence[str]) -> View:
    types = _column_types(engine, origin)
    names = [list(types)[place_of(list(types), column)] for column in wanted]
    stored = [types[one] for one in names]
    # A column may have a collation that holds `a` and `A` for one; bytes have none.
    bare = [_bare(quote_name(one), kind) for one, kind in zip(names, stored, strict=True)]
    return view(engine, name, origin, wanted, bare, stored, _scan(origin))


def _bare(column: str, stored: str) -> str:
    if stored != "VARCHAR":
        return column
    return f"(CASE WHEN strlen({column}) <= {LONGEST} THEN decode(encode({column})) END)"
