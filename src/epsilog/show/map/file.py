"""Maps of tables that were published before: read from their CSV, drawn again as often as anybody likes."""

from __future__ import annotations

import csv
import io
import math
from fractions import Fraction
from pathlib import Path
from typing import Final, NoReturn

import numpy as np

from epsilog.core.number import exact
from epsilog.errors import EpsilogError, SpecError
from epsilog.registry.shows import SHOWS
from epsilog.show.map.draw import Counts

MOST_BYTES: Final = 50 * 2**20
_NEEDED: Final = ("value", "low", "confidence")


def read_counts(path: Path) -> Counts:
    """The cells of a published table with one column of keys; of a hierarchy the finest level."""
    name, rows = Path(path).name, _rows(path)
    header, body = rows[0], rows[1:]
    if missing := [column for column in _NEEDED if column not in header]:
        chosen = "value" in header and any(off in header for shown in SHOWS.values() for off in shown.distances)
        hint = "a map shows counts with ranges; a choice (quantiles, top) has none"
        _refuse(name, f"has no column {missing[0]!r}", hint if chosen else "a CSV that epsilog publish wrote")
    ours = min(header.index(column) for column in ("row", "level", "value") if column in header)
    if "level" in header:
        finest = body[0][header.index("level")]
        body = [row for row in body if row[header.index("level")] == finest]
        if finest not in header[:ours]:
            _refuse(name, "has levels whose keys cannot be found")
        place = header.index(finest)
    else:
        body = [row for row in body if "row" not in header or row[header.index("row")] == "cell"]
        place = 0
        if ours != 1:
            _refuse(name, f"has {ours} columns of keys: a map needs one number for each place")
    keys = tuple(_unquote(row[place]) for row in body)
    if len(set(keys)) != len(keys):
        _refuse(name, "has several numbers for one place", "a table with one column of keys")
    numbers = {
        one: np.array([_number(row[header.index(one)], name) for row in body])
        for one in ("value", "low", "fit", "fit_low")
        if one in header
    }
    value, low = numbers["value"], numbers["low"]
    if "fit_low" in numbers and "fit" in numbers and (value == numbers["fit"]).all():
        low = numbers["fit_low"]  # the value is the fit of a hierarchy, which has a range of its own
    try:
        sure = exact(body[0][header.index("confidence")], "confidence", above=0, below=1)
    except EpsilogError:
        _refuse(name, "does not say how sure its ranges are")
    return Counts(keys, value, low, sure)


def read_population(path: Path) -> tuple[tuple[str, Fraction], ...]:
    """Public numbers from a CSV of two columns: a key and its number, under any heading."""
    name, rows = Path(path).name, _rows(path)
    found = []
    for at, row in enumerate(rows[1:], start=2):
        if len(row) < 2:
            _refuse(f"{name}:{at}", "needs a key and a number")
        try:
            found.append((_unquote(row[0]), exact(row[1].strip(), "population", at_least=0)))
        except EpsilogError as error:
            _refuse(f"{name}:{at}", error.what)
    return tuple(found)


def _rows(path: Path) -> list[list[str]]:
    name = Path(path).name
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            _refuse(name, f"is larger than {MOST_BYTES // 2**20} MiB")
        rows = list(csv.reader(io.StringIO(Path(path).read_bytes().decode("utf-8-sig"), newline="")))
    except OSError as error:
        _refuse(name, f"cannot be read ({type(error).__name__})")
    except (ValueError, csv.Error):
        _refuse(name, "is not a CSV in UTF-8")
    if len(rows) < 2 or any(len(row) != len(rows[0]) for row in rows):
        _refuse(name, "has no rows, or rows of unequal lengths")
    return rows


def _unquote(text: str) -> str:
    """A key as it was before it was made safe for spreadsheets."""
    return text.removeprefix("'")


def _number(text: str, name: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        _refuse(name, "holds something that is not a number")
    return found


def _refuse(where: str, what: str, hint: str = "") -> NoReturn:
    raise SpecError(what, where=where, hint=hint)
