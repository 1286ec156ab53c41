"""A second table that says more about a row: whose person it is, or what a public key means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from epsilog.errors import SpecError

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
