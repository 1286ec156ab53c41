"""Where rows come from: a file, a frame, or a table of a database, with the kinds of its columns."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args
from urllib.parse import parse_qsl, urlsplit

from epsilog.core.address import as_url
from epsilog.core.date_format import date_format
from epsilog.core.number import same_text
from epsilog.errors import SpecError
from epsilog.words.advice import did_you_mean

# A second table that says more about a row: whose person it is, or what a public key means.


LookupKind = Literal["text", "integer", "number", "boolean"]
LOOKUP_KINDS: Final[tuple[LookupKind, ...]] = get_args(LookupKind)


@dataclass(frozen=True)
class Lookup:
    """Columns found by a key, one line for each key: of several, the first in the order of their values.

    on        the column that has the key, in the rows and in the lookup
    columns   what is looked up, and its kinds: text, integer, number or boolean
    file      a CSV or Parquet file, where the rows come from a file or a frame
    table     a table or view of the same database, where they come from one
    public    whether anybody may know the lookup. One that is not belongs to the persons who are protected: it is
              joined on their own column, and all of a person counts as one unit

    >>> Lookup("postal_code", {"region": "text"}, file="regions.csv", public=True).on
    'postal_code'
    """

    on: str
    columns: Mapping[str, LookupKind]
    file: str | None = None
    table: str | None = None
    public: bool = False

    def __post_init__(self) -> None:
        if (self.file is None) == (self.table is None):
            raise SpecError(
                "a file or a table, one of the two",
                where="source.join",
                hint="join: {file: clinics.csv, on: clinic, columns: {region: text}}",
            )
        if not self.columns:
            raise SpecError(
                "name the columns to look up and their kinds",
                where="source.join.columns",
                hint="columns: {region: text}",
            )
        for name, kind in self.columns.items():
            if kind not in LOOKUP_KINDS:
                raise SpecError(
                    f"cannot look up {str(kind)[:40]!r}: text, integer, number or boolean",
                    where=f"source.join.columns.{name[:60]}",
                    hint="columns: {region: text}",
                )
        if type(self.public) is not bool:
            raise SpecError("true or false", where="source.join.public", hint="public: true")

    def to_dict(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "on": self.on,
            "columns": dict(self.columns),
            "file": self.file,
            "table": self.table,
            "public": self.public,
        }


ColumnKind = Literal["text", "integer", "number", "date", "timestamp", "instant", "boolean"]
Encoding = Literal["utf-8", "gb18030"]
Quote = Literal["double", "none"]
COLUMN_KINDS: Final[tuple[ColumnKind, ...]] = get_args(ColumnKind)
TIMES: Final[tuple[ColumnKind, ...]] = ("date", "timestamp", "instant")
SERVERS: Final = ("postgresql://", "postgres://")
_WITHHELD: Final = re.compile(r"postgresql:[0-9a-f]{16}")
# What an address may say after its question mark. A spec is a public text, so nothing here opens a door.
_PARAMETERS: Final = frozenset(
    [
        "host",
        "port",
        "dbname",
        "user",
        "service",
        "sslmode",
        "sslrootcert",
        "connect_timeout",
        "target_session_attrs",
    ]
)


@dataclass(frozen=True)
class Origin:
    """Where the rows come from and what their columns are, declared and never guessed.

    file       a path or a glob, .csv or .parquet; None for a frame handed over in Python
    columns    text, integer, number, date, timestamp (wall clock of the release's zone), instant (with an offset,
               or UTC) or boolean; columns not named are not read
    encoding   of a CSV: utf-8 (with or without a byte-order mark) or gb18030
    database   instead of a file: a DuckDB or SQLite file, or postgresql://host/name, without a password. What is
               stored and published of a server's address is a fingerprint: postgresql: and 16 digits
    table      the table or view in it, `name` or `schema.name`
    join       lookups that add columns to the rows, by a key
    formats    of columns that write dates their own way: {"visited_at": "%m/%d/%Y %H:%M"} (core.date_format)
    quote      of a CSV: `double`, cells may stand in double quotation marks, which end with their line; or `none`

    >>> Origin(None, {"patient_id": "text"}, database="postgresql://ada:secret@clinic/visits", table="visits")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: source.database: holds a password, and a spec is a public text (hint: ...)
    """

    file: str | None
    columns: Mapping[str, ColumnKind]
    encoding: Encoding = "utf-8"
    delimiter: str = ","
    database: str | None = None
    table: str | None = None
    join: tuple[Lookup, ...] = ()
    formats: Mapping[str, str] = field(default_factory=dict)
    quote: Quote = "double"

    def __post_init__(self) -> None:
        if not self.columns:
            raise SpecError(
                "name the columns and their kinds",
                where="source.columns",
                hint="columns: {patient: text, visited_at: timestamp}",
            )
        for name, kind in self.columns.items():
            if kind not in COLUMN_KINDS:
                where = f"source.columns.{name}"
                raise SpecError(
                    f"unknown kind {str(kind)[:40]!r}", where=where, hint=did_you_mean(kind, COLUMN_KINDS)
                )
        if len({same_text(name) for name in self.columns}) != len(self.columns):
            raise SpecError(
                "two columns have names that look alike",
                where="source.columns",
                hint="rename one of them in the data",
            )
        if self.encoding not in ("utf-8", "gb18030"):
            raise SpecError("unknown encoding", where="source.encoding", hint="utf-8 or gb18030")
        if len(self.delimiter) != 1 or not self.delimiter.isascii() or self.delimiter in '"\r\n':
            raise SpecError("a delimiter is one ASCII character", where="source.delimiter", hint='delimiter: ";"')
        if self.quote not in ("double", "none"):
            raise SpecError("double or none", where="source.quote", hint="quote: none")
        if self.database is not None:
            object.__setattr__(self, "database", as_url(self.database, "source.database"))
            self._check_database(self.database)
        elif self.table is not None:
            raise SpecError("a table needs a database", where="source.table", hint="database: visits.duckdb")
        self._check_lookups()
        for name, said in self.formats.items():
            where = f"source.columns.{name[:60]}"
            if self.columns.get(name) not in TIMES:
                raise SpecError(
                    "a format says how dates are written, and this is no date",
                    where=where,
                    hint=f"one of {', '.join(TIMES)}",
                )
            date_format(said, where)

    @property
    def kinds(self) -> Mapping[str, ColumnKind]:
        """Every column a request may name: those of the rows, and those that are looked up."""
        return {**self.columns, **{name: kind for one in self.join for name, kind in one.columns.items()}}

    def of_lookup(self, lookup: Lookup) -> Origin:
        """Where a lookup comes from: beside the rows, with the key before its columns."""
        columns: dict[str, ColumnKind] = {lookup.on: self.columns[lookup.on], **lookup.columns}
        database = None if lookup.table is None else self.database
        quote = self.quote
        return Origin(lookup.file, columns, self.encoding, self.delimiter, database, lookup.table, quote=quote)

    def _check_lookups(self) -> None:
        names = [*self.columns, *(name for one in self.join for name in one.columns)]
        if len({same_text(name) for name in names}) != len(names):
            raise SpecError(
                "a column is there twice, among the rows and the lookups",
                where="source.join.columns",
                hint="leave it out in one of the two",
            )
        for lookup in self.join:
            if lookup.on not in self.columns:
                hint = did_you_mean(lookup.on, list(self.columns))
                raise SpecError("the key is no declared column of the rows", where="source.join.on", hint=hint)
            if self.columns[lookup.on] not in ("text", "integer"):
                raise SpecError(
                    "a key is a text or an integer",
                    where=f"source.columns.{lookup.on[:60]}",
                    hint="declare it as `text` or `integer`",
                )
            if (lookup.table is None) != (self.database is None):
                raise SpecError(
                    "rows and lookup come from one place",
                    where="source.join",
                    hint="a file beside a file or frame; a table of the same database beside a table",
                )
            self.of_lookup(lookup)

    @property
    def is_on_a_server(self) -> bool:
        """Whether the rows are on a PostgreSQL server."""
        return self.database is not None and (self.database.startswith(SERVERS) or self.is_withheld)

    @property
    def is_withheld(self) -> bool:
        """Whether only the fingerprint of an address is known, as in a stored request."""
        return self.database is not None and _WITHHELD.fullmatch(self.database) is not None

    def _check_database(self, address: str) -> None:
        if self.file is not None:
            raise SpecError(
                "a file or a database, one of the two", where="source.database", hint="leave one of them out"
            )
        if self.encoding != "utf-8" or self.delimiter != "," or self.quote != "double":
            raise SpecError(
                "a database has no encoding or delimiter of a file",
                where="source.encoding",
                hint="leave encoding, delimiter and quote out",
            )
        if not address.strip() or not address.isprintable():
            raise SpecError(
                "say visits.duckdb, visits.sqlite or postgresql://host/name",
                where="source.database",
                hint="database: visits.duckdb, table: visits",
            )
        table = "" if self.table is None else self.table
        if not all(table.split(".")) or len(table) > 200 or not table.isprintable() or table.count(".") > 1:
            raise SpecError("say which table: name or schema.name", where="source.table", hint="table: visits")
        if self.is_on_a_server:
            if not self.is_withheld:
                _check_address(address)
        elif "://" in address:
            raise SpecError(
                "an unknown kind of database",
                where="source.database",
                hint="postgresql://host/name, or a DuckDB or SQLite file",
            )

    def to_dict(self) -> dict[str, Any]:
        """As it is stored and published: of a path its last name only, because folders may say more than is meant.

        >>> Origin("/home/ada/oncology/visits.csv", {"patient_id": "text"}).to_dict()["file"]
        'visits.csv'
        """
        stored: dict[str, Any] = {
            "file": None if self.file is None else _last_name(self.file),
            "columns": dict(self.columns),
            "encoding": self.encoding,
            "delimiter": self.delimiter,
        }
        # Only where it is said: requests from before there were databases keep their digests.
        if self.formats:
            stored = {**stored, "formats": dict(self.formats)}
        if self.quote != "double":
            stored = {**stored, "quote": self.quote}
        if self.join:
            names = [{**one.to_dict(), "file": one.file and _last_name(one.file)} for one in self.join]
            stored = {**stored, "join": names}
        if self.database is None:
            return stored
        database = self.database if self.is_withheld else _last_name(self.database)
        if self.is_on_a_server and not self.is_withheld:
            # Where a server stands is nobody's business; that another server is another request is.
            database = f"postgresql:{hashlib.sha256(self.database.encode()).hexdigest()[:16]}"
        return {**stored, "database": database, "table": self.table}


def _last_name(path: str) -> str:
    """A file, a folder or a glob without the folders it lies in."""
    return re.split(r"[/\\]", path.rstrip("/\\"))[-1] or "."


def _check_address(address: str) -> None:
    where = "source.database"
    try:
        parts = urlsplit(address)
        given = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
        secret = parts.password
    except ValueError:
        raise SpecError("not an address", where=where, hint="postgresql://host/name") from None
    if secret or any("password" in name for name, _ in given):
        raise SpecError(
            "holds a password, and a spec is a public text",
            where=where,
            hint="leave it out: PGPASSWORD, ~/.pgpass or a service file has it",
        )
    for name, _ in given:
        if name not in _PARAMETERS:
            raise SpecError(
                f"an address may not say {name[:40]!r}", where=where, hint=did_you_mean(name, sorted(_PARAMETERS))
            )
