"""Hostile columns, tables to count over them, and ways to hand the same rows to a source."""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from bounding_reference import Row
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.exit import Exit
from epsilog.core.grid import Bins, Grid, Keys
from epsilog.core.measure import Beyond, Persons, Rows, Squares, Total
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.sources import DuckSource

BERLIN = "Europe/Berlin"
KINDS: Mapping[str, ColumnKind] = {
    "who": "text",
    "number_of": "integer",
    "town": "text",
    "ward": "integer",
    "smokes": "boolean",
    "seen": "timestamp",
    "sent": "instant",
    "born": "date",
    "pressure": "number",
    "visits": "integer",
}
NAMES = [
    "a",
    "b",
    "A",
    "a ",
    "é",
    "e\u0301",
    "007",
    "7",
    "",
    None,
    "\u200b",
    "a\x00b",
    "=1+1",
    "مر",
    "a#24315",
    "𝒳" * 40,
]
WHOLE = ["1", "01", "+1", "1.0", " 1 ", "2", "9223372036854775807", "9223372036854775808", "-9223372036854775808"]
WHOLE += ["-0", "0", "x", "", None, "1e3", "1.5", "1_0", "0x1", "１", "99999999999999999999999999", "-"]
TOWNS = ["North", "South", "Çeşme", "C\u0327es\u0327me", "north", "North ", "", None, "elsewhere", "北京"]
FLAGS = ["true", "FALSE", "Yes", "n", "1", "0", " t ", "maybe", "", None, "2"]
NUMBERS = ["0", "-0.0", "nan", "inf", "-Infinity", "1e400", "-1e400", "1e308", "-1e308", "5e-324", "1e-400"]
NUMBERS += ["9007199254740993", "9223372036854775808", "12.345", "0.005", "-3", "99.995", "100", "1_0", "0x1"]
NUMBERS += [
    "",
    None,
    "abc",
    "  7 ",
    "7.",
    ".5",
    "+5",
    "80",
    "220",
    "150.004999999",
    "1" * 400,
    "1,5",
    "NULL",
    "50",
    "１",
]
MOMENTS = [
    "2026-03-29 02:30:00",  # a wall-clock hour Berlin did not have
    "2026-03-29T00:59:59.999999Z",
    "2026-03-29T01:00:00Z",
    "2026-10-25T00:30:00Z",  # the first and the second 02:30 of one night
    "2026-10-25T01:30:00+00:00",
    "2026-10-25 02:30",
    "2026-10-25T03:30:00 +02",
    "2026-03-28",
    "2026/3/28 23:59:59.9999999",
    "2026-3-1 0:00",
    "2026-02-28 23:59:59.999999",
    "2026-10-31T23:59:59-0330",
    "2026-10-31 22:59:59.5Z",
    "2026-10-31 23:00:00Z",
    "2026-04-01",
    "2026-05-17 12:00",
    "2026-09-30T22:30:00Z",
    " 2026-06-15 08:15 ",
    "2026-06-15-08:00",
    "2026-06-31",
    "2026-06-15 24:00",
    "2026-06-15 23:59:60",
    "2026-06-15 10:00:00+25:00",
    "0001-01-01",
    "0000-01-01",
    "9999-12-31 23:59:59.999999",
    "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00",
    "infinity",
    "epoch",
    "20260615",
    "２０２６-06-15",
    "",
    None,
]
VALUES: Mapping[str, Sequence[str | None]] = {
    "who": NAMES,
    "number_of": WHOLE,
    "town": TOWNS,
    "ward": WHOLE,
    "smokes": FLAGS,
    "seen": MOMENTS,
    "sent": MOMENTS,
    "born": MOMENTS,
    "pressure": NUMBERS,
    "visits": WHOLE,
}

SEEN = During("seen", dt.date(2026, 3, 1), dt.date(2026, 10, 31))
SENT = During("sent", dt.date(2026, 3, 28), dt.date(2026, 10, 31))
BORN = During("born", dt.date(2026, 3, 15), dt.date(2026, 6, 20))
TOWN = Keys("town", ("North", "South", "Çeşme", "北京", "nobody"))
SUMS = (
    Rows(),
    Persons(),
    Rows("pressure"),
    Total.between("pressure", 80, 220),
    Total.between("pressure", 0, 200, centred=True),
    Total.between("pressure", -50, 50, "0.3", missing=7),
    Squares.of_values(Total.between("pressure", 0, 200, centred=True)),
    Squares.of_values(Total.between("pressure", -50, 50, "0.3", missing=7, centred=True)),
    Beyond.of_values(Total.between("pressure", 0, 200, centred=True), "over"),
    Beyond.of_values(Total.between("pressure", -50, 50, "0.3", missing=7, centred=True), "under"),
)
TALLIES = (
    Tally(Grid((TOWN, SEEN.ticks("1w"))), SUMS, SEEN),
    Tally(Grid((Keys("ward", ("0", "1", "2")), SENT.ticks("1h"))), (Rows(), Persons()), SENT),
    Tally(
        Grid(
            (SENT.ticks("1mo"), Bins("pressure", tuple(map(Fraction, (0, 50, 80, 120, 220))))),
        ),
        (Rows("pressure"),),
        SENT,
    ),
    Tally(Grid((Keys("smokes", ("true", "false")),)), (Rows("visits"), Total.between("visits", 0, 10, 1)), BORN),
    Tally(Grid((BORN.ticks("1q"),)), (Persons(), Rows()), BORN),
    Tally(
        Grid((TOWN, Keys("smokes", ("yes", "no")), SEEN.ticks("1d"))),
        (Rows(), Total.between("visits", -5, 5)),
        SEEN,
    ),
    Tally(Grid(), (Rows(),), SENT),
    Tally(
        Grid((Keys("ward", ("0", "1", "2")), Exit("pressure", "smokes", tuple(map(Fraction, (50, 80, 120, 220)))))),
        (Rows(),),
        SEEN,
    ),
    Tally(Grid((Exit("visits", "town", (Fraction(1), Fraction(2)), ("North", "Çeşme"), ()),)), (Rows(),), SENT),
)
BOUNDS = (
    Bounds(rows=1),
    Bounds(rows=4),
    Bounds(rows=3, cells=2),
    Bounds(cells=1, rows_per_cell=2),
    Bounds(cells=3, rows_per_cell=1),
    Bounds(rows=5, cells=4, rows_per_cell=2),
    Bounds(cells=1_000, rows_per_cell=1_000),
)
UNITS = (
    Unit("who"),
    Unit("number_of"),
    Unit("who", per="1mo"),
    Unit("who", per="1d"),
    Unit("number_of", per="1w", neighbours="replace"),
    Unit("who", per="1q"),
    Unit("row"),
)


def for_rows(tallies: Sequence[Tally]) -> tuple[Tally, ...]:
    """The same tallies without persons, for units that know none."""
    kept = ((tally, tuple(m for m in tally.measures if not isinstance(m, Persons))) for tally in tallies)
    return tuple(Tally(tally.grid, measures, tally.during) for tally, measures in kept if measures)


def frame_of(rows: Sequence[Row], kinds: Mapping[str, str] = KINDS) -> pl.DataFrame:
    """The rows as a frame of texts."""
    return pl.DataFrame(
        {name: [row.get(name) for row in rows] for name in kinds}, schema=dict.fromkeys(kinds, pl.String)
    )


def write_csv(path: Path, rows: Sequence[Row], kinds: Mapping[str, str] = KINDS, encoding: str = "utf-8") -> None:
    """The rows as a CSV file."""
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.writer(file)
        writer.writerow(kinds)
        writer.writerows([["" if row.get(name) is None else row[name] for name in kinds] for row in rows])


def counted(
    data: Any,
    tallies: Sequence[Tally],
    protect: Protect,
    bounds: Bounds,
    kinds: Mapping[str, ColumnKind] = KINDS,
    encoding: Any = "utf-8",
    **options: Any,
) -> list[list[list[int]]]:
    """The exact answers of the real engine over a frame, or over files when a path is given."""
    is_path = isinstance(data, str | Path)
    origin = Origin(str(data) if is_path else None, kinds, encoding)
    with DuckSource(origin, frame=None if is_path else data, **options) as source:
        answers = source.bounded(tallies, protect, bounds)
    return [[np.asarray(one.values).tolist() for one in tally] for tally in answers]
