"""A look at a file for whoever drafts a request: names of columns and guesses of what they are. Not for releases.

A release reads declared columns and guesses nothing. A draft looks at the first rows, which is why everything that
comes of it has to be said and checked. Values never leave this module: no range, no list of keys, no count, and how
many values are of another kind than the rest in three words only, one more for numbers with a decimal comma and one
for dates that are written in several ways.
"""

from __future__ import annotations

import codecs
import csv
import datetime as dt
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from epsilog.core.origin import ColumnKind
from epsilog.errors import SourceError, SpecError
from epsilog.sources.draft_dates import are_mixed, is_row, ways_of
from epsilog.sources.no_core_dumps import no_core_dumps

Role = Literal["person", "once", "time", "key", "amount", "other"]
Unfit = Literal["none", "few", "some", "comma", "dates"]
Encoding = Literal["utf-8", "gb18030"]

SAMPLE: Final = 2_000  # rows
_HEAD: Final = 1 << 20  # bytes
_MOST_KEYS: Final = 60
_DELIMITERS: Final = (",", ";", "\t", "|")
# A kind is guessed if nine of ten values are of it; "few" are at most two in a hundred.
_ENOUGH: Final = (9, 10)
_FEW: Final = (1, 50)
_CODE: Final = re.compile(r"0[0-9]+")
_INTEGER: Final = re.compile(r"[+-]?(0|[1-9][0-9]{0,18})")
_NUMBER: Final = re.compile(r"[+-]?(0|[1-9][0-9]*)?(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")
_COMMA: Final = re.compile(r"[+-]?[0-9]+,[0-9]+")
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?\s*(Z|[+-]\d\d:?\d\d)?")
_NAMES_A_PERSON: Final = re.compile(
    r"(^|[_\W])(id|uid|uuid|guid|ssn|mrn|nhs|patient|person|user|customer|member|client|subject|household|imei|phone)"
    r"([_\W]|$)|(Id|ID)$|编号|号码|身份证|病历|病案|患者|病人|用户|客户|会员|手机|卡号|证号|学号|工号"
)
_NAMES_A_CODE: Final = re.compile(
    r"(?i)(^|[_\W])(code|zip|zipcode|postcode|postal|plz|icd\d*|atc|drg|fips|nace|naics|isbn|gtin|ean)([_\W]|$)"
    r"|邮编|邮政编码|编码|代码|区划"
)


@dataclass(frozen=True)
class Column:
    """One column as it looks: a guess of its kind, and of what it is good for.

    unfit    whether values that were looked at are not of that kind: none, few (two in a hundred at most) or some;
             comma: they are texts that look like numbers with a decimal comma, which are not read as numbers
             dates: they are texts that look like dates written in several ways, and no one way fits nearly all
    ways     formats of dates that are not written as 2026-01-31; two where the look does not tell which is meant

    The role `person` has values that come back in several rows; `once` is named as a person may be, and has a new
    value in every row that was looked at: it names rows, unless a person has one row only.
    """

    name: str
    kind: ColumnKind
    role: Role
    unfit: Unfit = "none"
    ways: tuple[str, ...] = ()


@dataclass(frozen=True)
class FileSample:
    """What a look at a file found."""

    columns: tuple[Column, ...]
    encoding: Encoding = "utf-8"
    delimiter: str = ","
    rows: int = 0  # looked at, at most SAMPLE


def sample_file(path: Path, encoding: str | None = None, *, header: bool = False) -> FileSample:
    """Look at the first rows of a .csv or .parquet file; `header`: the first line is one, odd as it looks."""
    if encoding is not None and encoding not in ("utf-8", "gb18030"):
        raise SpecError(f"unknown encoding {encoding[:40]!r}", where="encoding", hint="utf-8 or gb18030")
    if not path.is_file():
        raise SpecError("there is no such file", where=path.name, hint="check the path")
    _must_be_no_database(path)
    try:
        with no_core_dumps():
            return _parquet(path) if path.suffix.lower() in (".parquet", ".pq") else _csv(path, encoding, header)
    except (OSError, csv.Error, ValueError):
        # What an engine says may quote the file.
        raise SourceError("the file cannot be read", where=path.name, hint="a .csv or .parquet file") from None


def _must_be_no_database(path: Path) -> None:
    """A database has tables, and which one is meant is for its owner to say: nothing of it is looked at."""
    try:
        with path.open("rb") as file:
            beginning = file.read(16)
    except OSError:
        return  # said below, in the words for any file
    if beginning.startswith(b"SQLite format 3") or beginning[8:12] == b"DUCK":
        raise SpecError(
            "this is a database, and a draft is made from a file of rows",
            where=path.name,
            hint=f"epsilog init without --from, then write source: {{database: {path.name}, table: …, columns: …}}",
        )


def _csv(path: Path, asked: str | None, is_header: bool) -> FileSample:
    with path.open("rb") as file:
        raw = file.read(_HEAD)
    text, encoding = _decode(raw, path.name, asked)
    if len(raw) == _HEAD:
        text = text.rpartition("\n")[0]  # the last line is cut in the middle
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count) if any(mark in first for mark in _DELIMITERS) else ","
    header: list[str] | None = None
    rows: list[Sequence[str]] = []
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        if header is None:
            header = row
        elif len(rows) < SAMPLE:
            rows.append(row)
        else:
            break
    if not header or not any(name.strip() for name in header):
        raise SpecError("the file has no header", where=path.name, hint="the first line names the columns")
    if not is_header and is_row(header, rows):  # a name is published: somebody's values must not become names
        raise SpecError(
            "the first line looks like a row, not like names of columns",
            where=path.name,
            hint="add a first line with names; if it does name the columns: --header",
        )
    columns = [
        _column(name, [row[at] if at < len(row) else "" for row in rows])
        for at, name in enumerate(header)
        if name.strip()
    ]
    return FileSample(tuple(_distinct(columns)), encoding, delimiter, len(rows))


def _decode(raw: bytes, name: str, asked: str | None) -> tuple[str, Encoding]:
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise SpecError("this is UTF-16", where=name, hint="save it as UTF-8")
    choices: tuple[Encoding, ...] = ("utf-8", "gb18030")
    for encoding in choices:
        if asked in (None, encoding):
            decoder = codecs.getincrementaldecoder(encoding)("strict")
            try:
                return decoder.decode(raw, final=len(raw) < _HEAD).removeprefix("\ufeff"), encoding
            except UnicodeDecodeError:
                continue
    raise SpecError(
        "neither UTF-8 nor GB18030" if asked is None else f"not {asked}",
        where=name,
        hint="save it as UTF-8" if asked is None else "leave --encoding out to try both",
    )


def _parquet(path: Path) -> FileSample:
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    try:
        file = parquet.ParquetFile(path)
        batch = next(file.iter_batches(batch_size=SAMPLE), None)
        fields = list(file.schema_arrow)
        found = [
            _column_of(arrow, field, [] if batch is None else batch.column(at).to_pylist())
            for at, field in enumerate(fields)
        ]
        return FileSample(tuple(_distinct(found)), rows=0 if batch is None else batch.num_rows)
    except (arrow.ArrowException, NotImplementedError):
        raise SourceError("the file cannot be read", where=path.name, hint="a .csv or .parquet file") from None


def _column_of(arrow: Any, field: Any, values: list[object]) -> Column:
    types, kind = arrow.types, field.type
    if types.is_boolean(kind):
        return Column(field.name, "boolean", "key")
    if types.is_timestamp(kind):
        return Column(field.name, "timestamp" if kind.tz is None else "instant", "time")
    if types.is_date(kind):
        return Column(field.name, "date", "time")
    texts = ["" if value is None else str(value) for value in values]
    if types.is_integer(kind):
        return Column(field.name, "integer", _role(field.name, "integer", texts))
    if types.is_floating(kind) or types.is_decimal(kind):
        return Column(field.name, "number", "amount")
    said = [text.strip() for text in texts if text.strip()]
    found = None if _NAMES_A_PERSON.search(field.name) or not _is_text(types, kind) else ways_of(said)
    if found is not None:
        return Column(field.name, found[0], "time", _unfit(said, found[2]), found[1])
    unfit: Unfit = "dates" if _is_text(types, kind) and _are_mixed(field.name, said) else "none"
    return Column(field.name, "text", _role(field.name, "text", texts), unfit)


def _is_text(types: Any, kind: Any) -> bool:
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _column(name: str, values: Sequence[str]) -> Column:
    said = [value.strip() for value in values if value.strip()]
    kind, fitting = _kind(said)
    ways: tuple[str, ...] = ()
    if kind in ("text", "integer") and not _NAMES_A_PERSON.search(name) and (found := ways_of(said)) is not None:
        kind, ways, fitting = found
    if len(fitting) < len(said) and _NAMES_A_PERSON.search(name):
        kind, fitting = "text", said  # an id of another kind would be no id, and its rows would be left out
    unfit = _unfit(said, fitting)
    if kind == "text" and not _NAMES_A_PERSON.search(name):
        commas = [value for value in said if _COMMA.fullmatch(value)]
        whole = [value for value in said if _INTEGER.fullmatch(value)]
        unfit = "comma" if commas and _nearly_all(commas + whole, said) else unfit
        unfit = "dates" if _are_mixed(name, said) else unfit
    return Column(name, kind, _role(name, kind, fitting), unfit, ways)


def _are_mixed(name: str, said: Sequence[str]) -> bool:
    """Whether these are dates in several ways; what names a person is none."""
    usual = {found[0] for found in map(_MOMENT.fullmatch, said) if found is not None and _is_day(found[1])}
    return not _NAMES_A_PERSON.search(name) and are_mixed(said, usual)


def _unfit(said: Sequence[str], fitting: Sequence[str]) -> Unfit:
    left = len(said) - len(fitting)
    return "none" if not left else "few" if left * _FEW[1] <= len(said) * _FEW[0] else "some"


def _kind(said: Sequence[str]) -> tuple[ColumnKind, Sequence[str]]:
    """The kind that nearly all values have, and those that have it."""
    truths = [value for value in said if value.lower() in ("true", "false")]
    if _nearly_all(truths, said):
        return "boolean", truths
    numbers = [value for value in said if _NUMBER.fullmatch(value)]
    # A leading zero means that the others are codes as well: such a column stays text.
    if _nearly_all(numbers, said) and not any(_CODE.fullmatch(value) for value in said):
        whole = [value for value in numbers if _INTEGER.fullmatch(value)]
        return ("integer" if len(whole) == len(numbers) else "number"), numbers
    moments = [found for found in map(_MOMENT.fullmatch, said) if found is not None and _is_day(found[1])]
    if _nearly_all(moments, said):
        fitting = [found[0] for found in moments]
        if all(found[2] is None for found in moments):
            return "date", fitting
        return ("instant" if any(found[5] for found in moments) else "timestamp"), fitting
    return "text", said


def _nearly_all(fitting: Sequence[object], said: Sequence[str]) -> bool:
    return bool(said) and len(fitting) * _ENOUGH[1] >= len(said) * _ENOUGH[0]


def _is_day(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _role(name: str, kind: ColumnKind, said: Sequence[str]) -> Role:
    if kind in ("date", "timestamp", "instant"):
        return "time"
    if kind == "boolean":
        return "key"
    if kind == "number":
        return "amount"
    different = len(set(said))
    if _NAMES_A_PERSON.search(name):
        return "person" if different < len(said) else "once"
    if _NAMES_A_CODE.search(name):  # digits that name something: nobody wants the mean of a postal code
        return "key" if 0 < different <= _MOST_KEYS and different * 2 <= len(said) else "other"
    if 0 < different <= _MOST_KEYS and (kind == "text" or different <= 12) and different * 2 <= len(said):
        return "key"
    if kind == "text" and different > _MOST_KEYS and different * 3 <= len(said) * 2:
        return "person"  # many values, and they come back: by what repeats, whatever it is called
    return "amount" if kind == "integer" else "other"


def _distinct(columns: Iterable[Column]) -> list[Column]:
    """The first of columns that share a name; the others cannot be told apart."""
    found: dict[str, Column] = {}
    for column in columns:
        found.setdefault(column.name, column)
    return list(found.values())
