"""Typed tables of every engine against the slow reference, and with and without the unit that weighs most."""

from __future__ import annotations

import datetime as dt
import random
import sqlite3
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import duckdb
import numpy as np
import psycopg
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bounding_reference import read_wall, reference
from bounding_scenes import counted
from database_scenes import answered
from epsilog.core.bounds import Bounds
from epsilog.core.clock import tick_of
from epsilog.core.during import During
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Beyond, Measure, Persons, Rows, Squares, Total, contribution
from epsilog.core.origin import ColumnKind
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from ledger_places import Places

Id = Literal["bigint", "numeric", "double precision", "text", "char(6)"]
Engine = Literal["parquet", "duckdb", "sqlite", "postgres"]
KINDS: dict[str, ColumnKind] = {"who": "text", "town": "text", "seen": "timestamp", "x": "number"}
SPRING = During("seen", dt.date(2026, 3, 1), dt.date(2026, 5, 31))
TOWNS = Keys("town", ("N", "S", "E", "W", "é"))
MEASURES: tuple[Measure, ...] = (
    Rows(),
    Rows("x"),
    Persons(),
    Total.between("x", 0, 100, 1),
    Total.between("x", -50, 50, "0.3", missing=50),
    Total.between("x", 0, 100, 1, centred=True),
    Squares.of_values(Total.between("x", 0, 100, 1, centred=True)),
    Beyond.of_values(Total.between("x", 0, 99, 1, centred=True), "over"),
    Beyond.of_values(Total.between("x", 7, 100, "0.3", missing=50, centred=True), "under"),
)
TALLIES = (
    Tally(Grid((TOWNS,)), MEASURES, SPRING),
    Tally(Grid((TOWNS, SPRING.ticks("1mo"))), MEASURES, SPRING),
)
BOUNDS = (
    Bounds(rows=1),
    Bounds(rows=5, cells=2),
    Bounds(cells=3, rows_per_cell=2),
    Bounds(rows=6, cells=4, rows_per_cell=2),
)
UNITS = (Unit("who"), Unit("who", per="1mo"), Unit("who", neighbours="replace"))
XS = (0.0, -0.0, 7.5, 100.0, 1e300, -1e300, 5e-324, float("nan"), float("inf"), 49.5, None)
FAR = 2**62  # microseconds after 1970, which no calendar reaches


class Visit(NamedTuple):
    """A row before anybody stored it; `spelling` chooses among the ways to store the same person."""

    person: int | None
    spelling: int
    town: str | None
    seen: dt.datetime | Literal["far"] | None
    x: float | None


def drawn(dice: random.Random) -> list[Visit]:
    rows = []
    for person in range(4):
        towns = dice.sample(["N", "S", "E", "W", "é", "e\u0301", "n", "N ", "", None], dice.randint(1, 10))
        for _ in range(dice.choice([1, 3, 30])):
            moment = dt.datetime(2026, dice.randint(2, 6), dice.randint(1, 28), 23, 59, 59, 999_999)
            seen: Any = dice.choice([moment] * 9 + ["far", None])
            rows.append(Visit(person, dice.randrange(3), dice.choice(towns), seen, dice.choice(XS)))
    rows += [Visit(None, 0, "N", dt.datetime(2026, 4, 1), 1.0)] * 2
    dice.shuffle(rows)
    return rows


def name_of(person: int | None, spelling: int, kind: Id) -> tuple[Any, str | None]:
    """How a person is stored, and the one text everybody must read."""
    if person is None:
        return None, None
    if kind == "bigint":
        return person, str(person)
    if kind == "numeric":
        return Decimal(f"{person}{('', '.0', '.00')[spelling]}"), str(person)
    if kind == "double precision":
        return (-0.0 if person == 0 and spelling else float(person)), str(person)
    if kind == "text":
        return (f"é{person}", f"e\u0301{person}", f"é{person}")[spelling], f"é{person}"
    return f"p{person}", f"p{person}"


def texts(rows: Sequence[Visit], kind: Id) -> list[dict[str, str | None]]:
    return [
        {
            "who": name_of(row.person, row.spelling, kind)[1],
            "town": row.town,
            "seen": None if row.seen in (None, "far") else str(row.seen),
            "x": None if row.x is None else repr(row.x),
        }
        for row in rows
    ]


def arrow(rows: Sequence[Visit], kind: Id) -> pa.Table:
    types = {"bigint": pa.int64(), "numeric": pa.decimal128(12, 2), "double precision": pa.float64()}
    micros = [_micros(row.seen) for row in rows]
    return pa.table(
        {
            "who": pa.array(
                [name_of(row.person, row.spelling, kind)[0] for row in rows], types.get(kind, pa.string())
            ),
            "town": pa.array([row.town for row in rows], pa.string()).dictionary_encode(),
            "seen": pa.array(micros, pa.int64()).view(pa.timestamp("us")),
            "x": pa.array([row.x for row in rows], pa.float64()),
        }
    )


def _micros(moment: Any) -> int | None:
    if moment is None or moment == "far":
        return FAR if moment else None
    return int((moment - dt.datetime(1970, 1, 1)) // dt.timedelta(microseconds=1))


def found(
    engine: Engine, rows: Sequence[Visit], kind: Id, place: Path | str, protect: Protect, bounds: Bounds
) -> Any:
    """The exact answers of an engine over these rows, stored with types."""
    if engine == "postgres":
        _into_postgres(str(place), rows, kind)
        return answered(str(place), TALLIES, protect, bounds, KINDS, "typed_visits")
    file = Path(place) / f"rows.{engine}"
    file.unlink(missing_ok=True)
    if engine == "sqlite":
        _into_sqlite(file, rows, kind)
    elif engine == "parquet":
        pq.write_table(arrow(rows, kind), file)
        return counted(file, TALLIES, protect, bounds, KINDS)
    else:
        with duckdb.connect(str(file)) as session:
            session.register("given", arrow(rows, kind))
            session.execute("CREATE TABLE typed_visits AS SELECT * FROM given")
    return answered(str(file), TALLIES, protect, bounds, KINDS, "typed_visits")


def _into_postgres(address: str, rows: Sequence[Visit], kind: Id) -> None:
    with psycopg.connect(address) as session:
        session.execute("DROP TABLE IF EXISTS typed_visits")
        session.execute(f"CREATE TABLE typed_visits (who {kind}, town varchar(9), seen timestamp, x float8)")
        values = [
            (
                name_of(row.person, row.spelling, kind)[0],
                row.town,
                "infinity" if row.seen == "far" else row.seen and str(row.seen),
                row.x,
            )
            for row in rows
        ]
        session.cursor().executemany("INSERT INTO typed_visits VALUES (%s, %s, %s::text::timestamp, %s)", values)


def _into_sqlite(file: Path, rows: Sequence[Visit], kind: Id) -> None:
    session = sqlite3.connect(file)
    session.execute("CREATE TABLE typed_visits (who, town, seen, x)")
    for row in rows:
        stored, _ = name_of(row.person, row.spelling, kind)
        stored = (int(stored) if row.spelling else float(stored)) if isinstance(stored, Decimal) else stored
        seen = None if row.seen is None else str(row.seen)
        session.execute("INSERT INTO typed_visits VALUES (?, ?, ?, ?)", (stored, row.town, seen, row.x))
    session.commit()
    session.close()


def without(rows: Sequence[Visit], unit: Unit) -> list[Visit]:
    """The rows without the unit that has most of them."""

    def whose(row: Visit) -> Any:
        wall = None if unit.per is None else read_wall(str(row.seen), "timestamp", "UTC")
        return row.person, None if wall is None else tick_of(wall, "1mo")

    units = [whose(row) for row in rows if row.person is not None]
    most = max(units, key=units.count)
    return [row for row in rows if whose(row) != most]


def compare(engine: Engine, place: Path | str, seed: int) -> None:
    dice = random.Random(seed)
    kind: Id = dice.choice(get_args(Id))
    unit, bounds = dice.choice(UNITS), dice.choice(BOUNDS)
    protect, rows = Protect(unit), drawn(dice)
    answers = []
    for chosen in (rows, without(rows, unit)):
        answers.append(found(engine, chosen, kind, place, protect, bounds))
        assert answers[-1] == reference(texts(chosen, kind), KINDS, TALLIES, protect, bounds)
    for at, tally in enumerate(TALLIES):
        for part, measure in enumerate(tally.measures):
            step = np.array(answers[0][at][part], dtype=object) - np.array(answers[1][at][part], dtype=object)
            one = contribution(measure, tally.grid, Unit("who", per=unit.per), bounds).sensitivity
            assert sum(abs(step)) <= one.l1
            assert sum(step**2) <= one.l2_squared


def place_of(engine: Engine, places: Places, folder: Path) -> Path | str:
    return places.server() if engine == "postgres" else folder


@pytest.mark.parametrize("engine", get_args(Engine))
def test_typed_tables_agree_and_a_unit_moves_them_no_further(
    engine: Engine, places: Places, tmp_path: Path
) -> None:
    place = place_of(engine, places, tmp_path)
    for seed in (1, 2, 5):
        compare(engine, place, seed)


@pytest.mark.nightly
@pytest.mark.parametrize("engine", get_args(Engine))
def test_typed_tables_agree_at_length(engine: Engine, places: Places, tmp_path: Path) -> None:
    place = place_of(engine, places, tmp_path)
    for seed in range(100, 200):
        compare(engine, place, seed)
