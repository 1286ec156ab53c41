"""From PostgreSQL's physical types to the few forms the room reads, as SQL that no stored value can break.

PostgreSQL has no TRY_CAST, so every cast here is behind a CASE that has looked first. The meaning of a text is that
of reading.py, word for word; the same rows give the same integers here and in DuckDB.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from epsilog.core.origin import ColumnKind
from epsilog.errors import SpecError
from epsilog.sources.date_sql import must_be_written, usual_in_postgres
from epsilog.sources.identity import BYTES, LONGEST, MENDED
from epsilog.sources.physical import Form, Physical
from epsilog.sources.reading import FALSE, INTEGER, NUMBER, TRUE

_TEXTS: Final = frozenset({"text", "varchar", "bpchar", "name", "citext", "uuid", "enum"})
_WHOLE: Final = frozenset({"int2", "int4", "int8"})
_FLOATS: Final = frozenset({"float4", "float8"})
READABLE: Final = _TEXTS | _WHOLE | _FLOATS | {"numeric", "bool", "date", "timestamp", "timestamptz"}
_MOMENTS: Final = frozenset({"date", "timestamp", "timestamptz"})
_TIMES: Final = frozenset({"date", "timestamp", "instant"})
_BLANKS: Final = "E' \\t\\n\\r\\x0b\\f'"
_DAY: Final = 86_400_000_000
# Above the largest binary64 number by half a step, and half the smallest one: from here on numbers round to
# infinity and to 0, which PostgreSQL calls errors.
_INFINITE: Final = 2**1024 - 2**970
_VANISHING: Final = Fraction(1, 2**1075)
_MOMENT: Final = (
    r"^([0-9]{4})(?:-([0-9]{1,2})-|/([0-9]{1,2})/)([0-9]{1,2})"
    r"(?:[T ]([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(?:\.([0-9]+))?)?"
    r"(?: ?(Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?))?)?$"
)


def physical(column: str, stored: str, kind: ColumnKind, name: str = "", said: str | None = None) -> Physical:
    """How to read a quoted column that is stored as one of PostgreSQL's types; `said`: its way of writing dates.

    >>> physical('"n"', "int4", "number")
    Physical(sql='CAST("n" AS double precision)', form='number')
    >>> physical('"n"', "tsvector", "text", "n")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: source.columns.n: cannot read what PostgreSQL stores as tsvector (hint: ...)
    """
    if stored not in READABLE:
        raise SpecError(
            f"cannot read what PostgreSQL stores as {stored[:40]}",
            where=f"source.columns.{name[:60]}",
            hint="a view may cast it to text",
        )
    if kind in _TIMES:
        if said is not None:
            must_be_written(stored in _MOMENTS, name)
            usual = usual_in_postgres(_text(column, stored), said)
            return Physical(_moment(usual, kind), "utc" if kind == "instant" else "either")
        return _time(column, stored, kind)
    if kind == "text":
        return Physical(_text(column, stored), "text")
    if kind == "integer":
        return Physical(_integer(column, stored), "integer")
    if kind == "number":
        return Physical(_number(column, stored), "number")
    return Physical(column if stored == "bool" else _boolean(_text(column, stored)), "boolean")


def parses_text(stored: str, kind: ColumnKind) -> bool:
    """Whether reading takes so long that it should be done once only."""
    return stored in _TEXTS and kind != "text"


def _text(column: str, stored: str) -> str:
    if stored in _TEXTS:
        # In the collation C two texts are equal if their bytes are: others hold `a` and `A` for one person.
        plain = f"replace(CAST({column} AS text) COLLATE \"C\", '{BYTES}', '{MENDED}')"
        spelled = f'{plain} COLLATE "C"'
        return f"CASE WHEN octet_length(CAST({column} AS text)) <= {LONGEST} THEN {spelled} END"
    plain = f'CAST({column} AS text) COLLATE "C"'
    if stored in _FLOATS:
        whole = f"abs({column}) < {2**63} AND {column} = floor({column})"
        finite = f"abs({column}) < 'Infinity'"
        as_whole = f'CAST(CAST({column} AS bigint) AS text) COLLATE "C"'
        return f"CASE WHEN {whole} THEN {as_whole} WHEN {finite} THEN {plain} END"
    if stored == "numeric":
        # 7.0 and 7.00 are equal numbers, and one person.
        return f'CASE WHEN {_finite(column)} THEN CAST(trim_scale({column}) AS text) COLLATE "C" END'
    if stored in ("date", "timestamp", "timestamptz"):
        return f"CASE WHEN {_in_calendar(column)} THEN {plain} END"
    return plain


def _finite(column: str) -> str:
    # NaN is the largest number here.
    return f"{column} < 'Infinity' AND {column} > '-Infinity'"


def _in_calendar(column: str) -> str:
    return f"{column} >= '0001-01-01' AND {column} < '10000-01-01'"


def _integer(column: str, stored: str) -> str:
    if stored in _WHOLE:
        return f"CAST({column} AS bigint)"
    if stored in _FLOATS:
        return f"CASE WHEN abs({column}) < {2**63} AND {column} = floor({column}) THEN CAST({column} AS bigint) END"
    if stored == "numeric":
        # Its text must be digits with nothing but zeros after the point.
        within = f"{column} >= {-(2**63)} AND {column} < {2**63}"
        return f"CASE WHEN {within} AND {column} = trunc({column}) THEN CAST({column} AS bigint) END"
    return (
        "(SELECT CASE WHEN length(d) < 19 OR (length(d) = 19 AND d <= CASE WHEN minus "
        "THEN '9223372036854775808' ELSE '9223372036854775807' END) "
        "THEN CAST(CASE WHEN minus THEN '-' ELSE '' END || CASE WHEN d = '' THEN '0' ELSE d END AS bigint) END "
        "FROM (SELECT t LIKE '-%' AS minus, ltrim(split_part(ltrim(t, '+-'), '.', 1), '0') COLLATE \"C\" AS d "
        f"FROM (SELECT btrim({_text(column, stored)}, {_BLANKS}) AS t OFFSET 0) AS bare "
        f"WHERE t ~ '^({INTEGER})$' OFFSET 0) AS parts)"
    )


def _number(column: str, stored: str) -> str:
    if stored in _WHOLE | _FLOATS:
        return f"CAST({column} AS double precision)"
    if stored == "numeric":
        small = _decimal(_VANISHING)
        return (
            f"CASE WHEN abs({column}) <= {small} THEN CAST(0 AS double precision) "
            f"WHEN abs({column}) < {_INFINITE} THEN CAST({column} AS double precision) END"
        )
    # A text is 0.digits times ten to the power `place`. Far from the ends of binary64 the cast succeeds.
    most, least = str(_INFINITE), _digits(_VANISHING)
    return (
        "(SELECT CASE WHEN digits = '' THEN CAST(0 AS double precision) "
        "WHEN length(power) > 9 THEN CASE WHEN down THEN CAST(0 AS double precision) END "
        "ELSE (SELECT CASE WHEN place > 309 THEN NULL WHEN place < -323 THEN CAST(0 AS double precision) "
        f"WHEN place = 309 AND rpad(digits, 309, '0') >= '{most}' THEN NULL "
        f"WHEN place = -323 AND rtrim(digits, '0') <= '{least}' THEN CAST(0 AS double precision) "
        "ELSE CAST(t AS double precision) END FROM (SELECT ahead - zeros + "
        "CASE WHEN down THEN -1 ELSE 1 END * CAST('0' || power AS integer) AS place OFFSET 0) AS placed) END "
        "FROM (SELECT t, length(m[1]) AS ahead, ltrim(m[1] || m[2], '0') COLLATE \"C\" AS digits, "
        "length(m[1] || m[2]) - length(ltrim(m[1] || m[2], '0')) AS zeros, "
        "coalesce(m[3] = '-', false) AS down, ltrim(coalesce(m[4], ''), '0') AS power "
        r"FROM (SELECT t, regexp_match(t, '^[+-]?([0-9]*)\.?([0-9]*)(?:[eE]([+-]?)([0-9]+))?$') AS m "
        f"FROM (SELECT btrim({_text(column, stored)}, {_BLANKS}) AS t OFFSET 0) AS bare "
        f"WHERE t ~ '^({NUMBER})$' OFFSET 0) AS matched OFFSET 0) AS parts)"
    )


def _boolean(text: str) -> str:
    bare = f"lower(btrim({text}, {_BLANKS}))"
    true, false = (", ".join(f"'{word}'" for word in words) for words in (TRUE, FALSE))
    return f"CASE WHEN {bare} IN ({true}) THEN true WHEN {bare} IN ({false}) THEN false END"


def _time(column: str, stored: str, kind: ColumnKind) -> Physical:
    naive: Form = "utc" if kind == "instant" else "wall"
    if stored == "date":
        days = f"CAST({column} - DATE '1970-01-01' AS bigint) * {_DAY}"
        return Physical(f"CASE WHEN {_in_calendar(column)} THEN {days} END", naive)
    if stored in ("timestamp", "timestamptz"):
        # The epoch is `numeric`, so no microsecond is lost.
        moment = f"CAST(extract(epoch FROM {column}) * 1000000 AS bigint)"
        form = "utc" if stored == "timestamptz" else naive
        return Physical(f"CASE WHEN {_in_calendar(column)} THEN {moment} END", form)
    return Physical(_moment(_text(column, stored), kind), "utc" if kind == "instant" else "either")


def _moment(text: str, kind: ColumnKind) -> str:
    """Microseconds of a written moment: UTC, or twice the wall clock's, or twice UTC's and one more."""
    said = "utc" if kind == "instant" else "2 * utc + CASE WHEN m[9] IS NULL THEN 0 ELSE 1 END"
    length = (
        "CASE WHEN month = 2 THEN CASE WHEN year % 4 = 0 AND (year % 100 <> 0 OR year % 400 = 0) THEN 29 "
        "ELSE 28 END WHEN month IN (4, 6, 9, 11) THEN 30 ELSE 31 END"
    )
    east = (
        "CASE WHEN m[9] IS NULL OR m[9] = 'Z' THEN 0 ELSE CASE WHEN m[9] LIKE '-%' THEN -1 ELSE 1 END * "
        "(CAST(substr(m[9], 2, 2) AS bigint) * 60 + "
        "CAST('0' || substr(replace(m[9], ':', ''), 4, 2) AS bigint)) * 60000000 END"
    )
    clock = (
        "CAST(coalesce(m[5], '0') AS bigint) * 3600000000 + CAST(coalesce(m[6], '0') AS bigint) * 60000000 + "
        "CAST(coalesce(m[7], '0') AS bigint) * 1000000 + CAST(rpad(coalesce(m[8], '0'), 6, '0') AS bigint)"
    )
    return (
        f"(SELECT {said} FROM (SELECT m, CASE WHEN year > 0 AND month BETWEEN 1 AND 12 AND day BETWEEN 1 AND "
        f"{length} THEN CAST(make_date(year, month, day) - DATE '1970-01-01' AS bigint) * {_DAY} + {clock} "
        f"- {east} END AS utc "
        "FROM (SELECT m, CAST(m[1] AS integer) AS year, CAST(coalesce(m[2], m[3]) AS integer) AS month, "
        "CAST(m[4] AS integer) AS day FROM "
        f"(SELECT regexp_match(btrim({text}, {_BLANKS}), '{_MOMENT}') AS m OFFSET 0) AS matched OFFSET 0) AS parts "
        "OFFSET 0) AS read)"
    )


def _digits(number: Fraction) -> str:
    """The significant decimal digits of a fraction whose denominator is a power of two."""
    power = number.denominator.bit_length() - 1
    return str(number.numerator * 5**power).rstrip("0")


def _decimal(number: Fraction) -> str:
    power = number.denominator.bit_length() - 1
    return f"0.{number.numerator * 5**power:0>{power}}"
