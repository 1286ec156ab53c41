"""A table on a PostgreSQL server: whether it can answer is found out before anything is spent, without a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any, Final

from epsilog.core.number import same_text
from epsilog.core.origin import Lookup, Origin
from epsilog.errors import SourceError, SpecError
from epsilog.sources.apart import check_apart
from epsilog.sources.column_names import check_spellings, place_of
from epsilog.sources.engine import quote_name
from epsilog.sources.physical import Form, Physical
from epsilog.sources.postgres_engine import PostgresEngine, connect, named_by_the_role
from epsilog.sources.postgres_types import parses_text, physical

OLDEST: Final = 140_000  # before it, extract() gave microseconds as floating-point numbers
_FACTS: Final = (
    "SELECT current_setting('server_version_num')::int, current_setting('server_encoding'), pg_is_in_recovery(), "
    "has_database_privilege(current_database(), 'TEMPORARY')"
)
# A domain is read as what it is made of, however deep.
_COLUMNS: Final = """
WITH RECURSIVE kinds AS (
  SELECT a.attnum, a.attname, a.attcollation, a.atttypid AS type FROM pg_catalog.pg_attribute AS a
  WHERE a.attrelid = %(table)s::oid AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT kinds.attnum, kinds.attname, kinds.attcollation, t.typbasetype
  FROM kinds JOIN pg_catalog.pg_type AS t ON t.oid = kinds.type WHERE t.typtype = 'd'
)
SELECT kinds.attname, CASE WHEN t.typtype = 'e' THEN 'enum' ELSE t.typname END,
  t.typnamespace = 'pg_catalog'::regnamespace OR t.typtype = 'e' OR t.typname = 'citext',
  has_column_privilege(%(table)s::oid, kinds.attnum, 'SELECT'),
  t.typname = 'citext' OR NOT coalesce(c.collisdeterministic, true)
FROM kinds JOIN pg_catalog.pg_type AS t ON t.oid = kinds.type
LEFT JOIN pg_catalog.pg_collation AS c ON c.oid = kinds.attcollation WHERE t.typtype <> 'd' ORDER BY kinds.attnum
"""
_TABLE: Final = (
    "SELECT c.oid::bigint, n.nspname, c.relname FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n "
    "ON n.oid = c.relnamespace WHERE c.oid = %s::oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f')"
)
# What a view reads, and the parts a table is divided into, however deep.
_BEHIND: Final = """
WITH RECURSIVE behind (number) AS (
  SELECT %(table)s::oid
  UNION
  SELECT found.number FROM behind, LATERAL (
    SELECT d.refobjid AS number FROM pg_catalog.pg_rewrite AS r JOIN pg_catalog.pg_depend AS d
    ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid
    AND d.refclassid = 'pg_catalog.pg_class'::regclass
    WHERE r.ev_class = behind.number AND r.ev_type = '1'
    UNION ALL
    SELECT i.inhrelid FROM pg_catalog.pg_inherits AS i WHERE i.inhparent = behind.number
  ) AS found
)
SELECT behind.number::bigint FROM behind
"""
_MEANT: Final = (
    "SELECT CAST(CAST(pg_catalog.to_regclass(CAST(%s AS pg_catalog.text)) AS pg_catalog.oid) AS pg_catalog.int8)"
)


@dataclass(frozen=True)
class Stored:
    """A table's full name, the physical types of its columns, and those that take two spellings for one."""

    name: str
    types: Mapping[str, str]
    alike: frozenset[str] = frozenset()
    behind: frozenset[int] = frozenset()  # the numbers of all tables and views that are read for it


class PostgresParts:
    """One table or view of a database."""

    def __init__(self, origin: Origin) -> None:
        assert origin.database is not None
        self._origin = origin
        self._address = origin.database
        self._found: Stored | None = None
        self._lookups: list[Stored] = []

    def columns(self) -> tuple[str, ...]:
        """Its names."""
        return tuple(self._stored().types)

    def _stored(self) -> Stored:
        if self._found is None:
            with closing(connect(self._address)) as session:
                _able(session)
                self._found = _table(session, self._origin)
        return self._found

    @contextmanager
    def engine(self, wanted: Sequence[str], memory: str, threads: int | None) -> Iterator[PostgresEngine]:
        """A session; the tables are looked at again, because they may have changed."""
        del wanted, memory, threads  # the server has its own
        engine = PostgresEngine(connect(self._address))
        try:
            self._found = _table(engine.session, self._origin)
            self._lookups = [_table(engine.session, self._origin.of_lookup(lookup)) for lookup in self._origin.join]
            for lookup, stored in zip(self._origin.join, self._lookups, strict=True):
                check_apart(self._found.behind, stored.behind, lookup)
            yield engine
        finally:
            engine.close()

    def views(self, engine: PostgresEngine, wanted: Sequence[str]) -> list[tuple[str, tuple[Form, ...]]]:
        """One temporary view."""
        return [_make_view(engine, "part 0", self._stored(), self._origin, wanted)]

    def lookup_names(self, lookup: Lookup) -> tuple[str, ...]:
        """Those of its table."""
        origin = self._origin.of_lookup(lookup)
        with closing(connect(self._address)) as session:
            stored = _table(session, origin)
            check_apart(_table(session, self._origin).behind, stored.behind, lookup)
        if {same_text(name) for name in origin.columns} <= {same_text(name) for name in stored.types}:
            _read(stored, origin, tuple(origin.columns))
        return tuple(stored.types)

    def look_up(self, engine: PostgresEngine, name: str, lookup: Lookup) -> tuple[str, tuple[Form, ...]]:
        """A table of the same database, in the same statement and so in the same snapshot."""
        origin = self._origin.of_lookup(lookup)
        return _make_view(
            engine, name, self._lookups[self._origin.join.index(lookup)], origin, tuple(origin.columns)
        )

    def check(self, wanted: Sequence[str], person: str | None) -> None:
        """Refuse columns whose types cannot be read, and persons whom the server takes for one and we for two."""
        stored = self._stored()
        _read(stored, self._origin, wanted)
        if person is not None and person in wanted:
            names = list(stored.types)
            check_spellings(names[place_of(names, person)] in stored.alike, person)

    def close(self) -> None:
        """Forget what the table looked like."""
        self._found = None


def _read(stored: Stored, origin: Origin, wanted: Sequence[str]) -> list[Physical]:
    names = list(stored.types)
    found = [names[place_of(names, column)] for column in wanted]
    return [
        physical(quote_name(name), stored.types[name], origin.columns[column], column, origin.formats.get(column))
        for name, column in zip(found, wanted, strict=True)
    ]


def _make_view(
    engine: PostgresEngine, name: str, stored: Stored, origin: Origin, wanted: Sequence[str]
) -> tuple[str, tuple[Form, ...]]:
    read = _read(stored, origin, wanted)
    chosen = ", ".join(f"{one.sql} AS c{at}" for at, one in enumerate(read))
    # OFFSET 0: what is read from a text is computed once, and not wherever it is mentioned.
    names = list(stored.types)
    slow = any(parses_text(stored.types[names[place_of(names, one)]], origin.columns[one]) for one in wanted)
    fence = " OFFSET 0" if slow else ""
    engine.run(f"CREATE TEMPORARY VIEW {quote_name(name)} AS SELECT {chosen} FROM {stored.name}{fence}")
    return name, tuple(one.form for one in read)


def _able(session: Any) -> None:
    """Refuse a server that cannot compute what other engines compute, with a way out."""
    version, encoding, copy, temporary = session.execute(_FACTS).fetchone()
    refusals = (
        (version < OLDEST, "the server is older than PostgreSQL 14", "use a newer server, or export to Parquet"),
        (
            encoding != "UTF8",
            "the database is not encoded in UTF8",
            "export to Parquet, or copy into a UTF8 database",
        ),
        (copy, "a standby server makes no temporary tables", "use the primary server, or export to Parquet"),
        (not temporary, "this role may make no temporary tables", "GRANT TEMPORARY ON DATABASE … TO …"),
    )
    for holds, what, hint in refusals:
        if holds:
            raise SourceError(what, where="source.database", hint=hint)
    import psycopg

    try:
        session.execute("SELECT md5('')")
    except psycopg.Error:
        refused = True
    else:
        refused = False
    if refused:
        raise SourceError(
            "the server refuses md5, which orders cells here", where="source.database", hint="export to Parquet"
        )


def _table(session: Any, origin: Origin) -> Stored:
    assert origin.table is not None
    spelled = ".".join(quote_name(part) for part in origin.table.split("."))
    # What a bare name means is the role's to say; what `=` means is not: anybody may have made one in `public`.
    with named_by_the_role(session):
        [meant] = session.execute(_MEANT, (spelled,)).fetchone()
    found = None if meant is None else session.execute(_TABLE, (meant,)).fetchone()
    if found is None:
        raise SourceError(
            f"no table or view {origin.table[:80]!r}", where="source.table", hint="schema.table, spelled exactly"
        )
    number, schema, table = found
    columns = session.execute(_COLUMNS, {"table": number}).fetchall()
    # A type of somebody's own may bear a known name and be something else.
    types = {name: kind if known else f"{kind} (a type of its own)" for name, kind, known, *_ in columns}
    readable = {same_text(name) for name, _, _, allowed, _ in columns if allowed}
    for name in origin.columns:
        if same_text(name) in {same_text(one) for one in types} and same_text(name) not in readable:
            raise SpecError(f"this role may not read the column {name[:60]!r}", where="source.columns")
    alike = frozenset(name for name, *_, several in columns if several)
    behind = frozenset(one for (one,) in session.execute(_BEHIND, {"table": number}).fetchall())
    return Stored(f"{quote_name(schema)}.{quote_name(table)}", types, alike, behind)
