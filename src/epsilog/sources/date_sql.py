"""A column's own way of writing dates as SQL: texts that match become the usual spelling, others are missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from epsilog.core.date_format import Piece, date_format
from epsilog.errors import SpecError
from epsilog.sources.engine import literal
from epsilog.sources.reading import BLANKS

_BLANKS: Final = "E' \\t\\n\\r\\x0b\\f'"


def must_be_written(moment: bool, name: str) -> None:
    """Refuse a format for a column that stores moments, not texts."""
    if moment:
        raise SpecError(
            "this column stores moments, not texts", where=f"source.columns.{name[:60]}", hint="leave `format` out"
        )


def usual_in_duckdb(text: str, said: str) -> str:
    """The usual spelling of a text of DuckDB.

    >>> usual_in_duckdb("c0", "%Y%m")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: format: a date needs its day (hint: ...)
    """
    found = date_format(said)
    bare, whole = f"trim({text}, {literal(BLANKS)})", literal(f"^(?:{found.pattern})$")
    told = _spell_sql(found.pieces, lambda number: f"regexp_extract({bare}, {whole}, {number})")
    return f"CASE WHEN regexp_matches({bare}, {whole}) THEN {told} END"


def usual_in_postgres(text: str, said: str) -> str:
    """The usual spelling of a text of PostgreSQL."""
    found = date_format(said)
    told = _spell_sql(found.pieces, lambda number: f"g[{number}]")
    match = f"regexp_match(btrim({text}, {_BLANKS}), {literal(f'^(?:{found.pattern})$')})"
    return f"(SELECT CASE WHEN g IS NOT NULL THEN {told} END FROM (SELECT {match} AS g OFFSET 0) AS matched)"


def _spell_sql(pieces: tuple[str | Piece, ...], group: Callable[[int], str]) -> str:
    return " || ".join(literal(one) if isinstance(one, str) else _holds(one, group) for one in pieces)


def _holds(piece: Piece, group: Callable[[int], str]) -> str:
    held = " || ".join(group(number) for number in piece.groups)
    return held if piece.means is None else _meaning(held, piece.means)


def _meaning(held: str, means: Mapping[str, str]) -> str:
    cases = " ".join(f"WHEN {literal(name)} THEN {literal(text)}" for name, text in means.items())
    return f"CASE lower(replace({held}, '.', '')) {cases} END"
