"""From DuckDB's physical types to the few forms the room reads; raw SQL, because types are DuckDB's own.

A declared kind says what a column means; what it is stored as may differ, and no stored value may break a cast.
Every expression here is total: what cannot be said in the wanted form is NULL or its text, never an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from epsilog.core.origin import ColumnKind
from epsilog.errors import SpecError
from epsilog.sources.date_sql import must_be_written, usual_in_duckdb
from epsilog.sources.engine import literal
from epsilog.sources.identity import BYTES, LONGEST, MENDED

# A moment is microseconds since 1970 of the wall clock or of UTC; `either` is twice that, and one more for UTC.
Form = Literal["text", "integer", "number", "boolean", "wall", "utc", "either"]

TYPES: Final[Mapping[Form, str]] = {
    "text": "string",
    "integer": "int64",
    "number": "float64",
    "boolean": "boolean",
    "wall": "int64",
    "utc": "int64",
    "either": "int64",
}
_WHOLE: Final = frozenset({"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"})
_FLOATS: Final = frozenset({"FLOAT", "DOUBLE"})
_WALLS: Final = frozenset({"DATE", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS"})
_STEPS: Final = frozenset({"TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS"})
_OTHERS: Final = frozenset(
    {"VARCHAR", "BLOB", "BOOLEAN", "UUID", "JSON", "UBIGINT", "HUGEINT", "UHUGEINT", "BIGNUM"}
)
_LONG: Final = frozenset({"JSON", "BIGNUM"})  # of any length
_MOMENTS: Final = frozenset({"TIMESTAMP_NS", "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS"})
SPELLED: Final = "SPELLED"  # texts in the spelling of `identity` already, as Python wrote them
READABLE: Final = {SPELLED} | _WHOLE | _FLOATS | _WALLS | _MOMENTS | _OTHERS | {'"NULL"'}
_TIMES: Final = frozenset({"date", "timestamp", "instant"})
_FIRST, _LAST = -62_135_596_800_000_000, 253_402_300_799_999_999  # the years 1 to 9999, in microseconds


class Physical(NamedTuple):
    """An SQL expression and the form its values have."""

    sql: str
    form: Form


def physical(column: str, stored: str, kind: ColumnKind, name: str = "", said: str | None = None) -> Physical:
    """How to read a quoted column that is stored as one of DuckDB's types; `said`: its own way of writing dates.

    >>> physical('"n"', "INTEGER", "number")
    Physical(sql='CAST("n" AS DOUBLE)', form='number')
    >>> physical('"n"', "TIMESTAMP[]", "text", "n")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: source.columns.n: cannot read what is stored as TIMESTAMP[] (hint: ...)
    """
    if not (stored in READABLE or (stored.startswith(("DECIMAL(", "ENUM(")) and stored.endswith(")"))):
        # A time of day that no day has, a far moment inside a list: one such value stops the whole engine, whatever
        # is wrapped around it. So these types are refused, whoever is in the data.
        raise SpecError(
            # Of an enumeration the type lists the values.
            f"cannot read what is stored as {re.sub(r'[(].*[)]', '(…)', stored, flags=re.DOTALL)[:40]}",
            where=f"source.columns.{name[:60]}",
            hint="store it as text, a number or a timestamp",
        )
    if kind in _TIMES:
        if said is not None:
            must_be_written(stored in _WALLS | _MOMENTS, name)
            return Physical(usual_in_duckdb(_text(column, stored), said), "text")
        return _time(column, stored, kind)
    if kind == "boolean" and stored == "BOOLEAN":
        return Physical(column, "boolean")
    if kind == "integer" and stored in _WHOLE:
        return Physical(f"CAST({column} AS BIGINT)", "integer")
    if kind == "integer" and stored in _FLOATS:
        return Physical(_if_whole(column, 2**63, f"CAST({column} AS BIGINT)"), "integer")
    if kind == "number" and stored in _WHOLE | _FLOATS:
        return Physical(f"CAST({column} AS DOUBLE)", "number")
    return Physical(_text(column, stored), "text")


def _if_whole(column: str, below: int | None, then: str, otherwise: str = "NULL") -> str:
    # DuckDB counts NaN as the largest number, so the comparison also drops NaN; a CASE is not evaluated early.
    near = f"isfinite({column})" if below is None else f"abs({column}) < {below}.0"
    return f"CASE WHEN {near} AND {column} = floor({column}) THEN {then} ELSE {otherwise} END"


def _if_short(text: str, size: str) -> str:
    return f"CASE WHEN {size} <= {LONGEST} THEN {_without_mark(text)} END"


def _without_mark(text: str) -> str:
    mark, instead = literal(BYTES), literal(MENDED)
    return f"CASE WHEN contains({text}, {mark}) THEN replace({text}, {mark}, {instead}) ELSE {text} END"


def _text(column: str, stored: str) -> str:
    if stored == SPELLED:
        return column
    if stored == "VARCHAR":
        return _if_short(column, f"strlen({column})")
    if stored in _FLOATS:
        # A frame with gaps stores whole numbers as floats: 7.0 is the code 7. Each has all its digits.
        spelled = f"CASE WHEN isfinite({column}) THEN CAST({column} AS VARCHAR) END"
        far = _if_whole(column, None, f"CAST(CAST({column} AS BIGNUM) AS VARCHAR)", spelled)
        return _if_whole(column, 2**63, f"CAST(CAST({column} AS BIGINT) AS VARCHAR)", far)
    if stored == "BLOB":
        # Bytes that are a text are that text. Others are spelled by their digits after a mark that no text keeps.
        digits = f"{literal(BYTES)} || lower(hex({column}))"
        read = f"coalesce({_without_mark(f'TRY(decode({column}))')}, {digits})"
        return f"CASE WHEN octet_length({column}) <= {LONGEST} THEN {read} END"
    if stored.startswith("DECIMAL(") and not stored.endswith(",0)"):
        # 7.00 is the code 7 here too: files may keep the same person with more places and with fewer.
        return f"rtrim(rtrim(CAST({column} AS VARCHAR), '0'), '.')"
    if stored in _STEPS:
        # Not even TRY_CAST survives moments no calendar reaches, and CASE does not keep it from them: the engine
        # spells every entry of a dictionary, wanted or not. So it is shown the nearest it can spell.
        micros = f"epoch_us(TRY_CAST({column} AS TIMESTAMP))"
        nearest = f"make_timestamp(greatest(least({micros}, {_LAST}), {_FIRST}))"
        return f"CASE WHEN {micros} BETWEEN {_FIRST} AND {_LAST} THEN CAST({nearest} AS VARCHAR) END"
    plain = f"TRY_CAST({column} AS VARCHAR)"
    return _if_short(plain, f"strlen({plain})") if stored in _LONG or stored.startswith("ENUM(") else plain


def _time(column: str, stored: str, kind: ColumnKind) -> Physical:
    if stored == "TIMESTAMP WITH TIME ZONE":
        return Physical(f"epoch_us({column})", "utc")
    naive: Form = "utc" if kind == "instant" else "wall"
    if stored in _WALLS:
        return Physical(f"epoch_us(TRY_CAST({column} AS TIMESTAMP))", naive)
    if stored == "TIMESTAMP_NS":
        # The engine's own cast rounds, so that the last nanosecond of a day would fall into the next one.
        nanos = f"epoch_ns({column})"
        floor = f"({nanos} - ({nanos} % 1000 + 1000) % 1000) // 1000"
        return Physical(f"CASE WHEN {nanos} > -9223372036854775000 THEN {floor} END", naive)
    return Physical(_text(column, stored), "text")
