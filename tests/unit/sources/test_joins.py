"""What is looked up for a row is the same on every engine, and no row is multiplied by it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bounding_reference import Row, read_boolean, read_integer, read_key, read_number, read_text, reference
from bounding_scenes import frame_of, write_csv
from database_scenes import ENGINES, address_of, fill
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Bins, Grid, Keys
from epsilog.core.measure import Persons, Rows, Total
from epsilog.core.origin import ColumnKind, Lookup, LookupKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SourceError, SpecError
from epsilog.sources import open_source
from ledger_places import Places

KINDS: dict[str, ColumnKind] = {"who": "text", "code": "integer", "x": "number"}
PATIENTS: dict[str, LookupKind] = {"sex": "text", "age": "integer", "smokes": "boolean"}
PLACES: dict[str, LookupKind] = {"region": "text", "height": "number"}
ALL: dict[str, ColumnKind] = {**KINDS, **PATIENTS, **PLACES}
READ: Mapping[str, Any] = {
    "text": read_text,
    "integer": read_integer,
    "number": read_number,
    "boolean": read_boolean,
}


def tables() -> tuple[list[dict[str, str | None]], list[dict[str, str | None]], list[dict[str, str | None]]]:
    """Rows, patients (several lines for some, none for others) and places (keys spelled in several ways)."""
    dice = random.Random(11)

    def chosen(count: int, **values: Sequence[str | None]) -> list[dict[str, str | None]]:
        return [{name: dice.choice(among) for name, among in values.items()} for _ in range(count)]

    people = ["a", "b", "é", "e\u0301", "A", "", None, "nobody", *"klm"]
    rows = chosen(200, who=people, code=["1", "01", "2", "3", "x", None], x=["1", "2.5", "nan", None, "9"])
    patients = chosen(
        60,
        who=people[:-1],
        sex=["f", "m", "F", "", None, "é", "e\u0301"],
        age=["9", "10", "010", "x", None, "-1"],
        smokes=["yes", "0", "maybe", None],
    )
    places = chosen(
        20,
        code=["1", " 1 ", "2", "2.0", "x", None],
        region=["North", "South", "ß", None],
        height=["9", "10", "1e400", "-0.5", None],
    )
    return rows, patients, places


def looked_up(rows: Sequence[Row], lines: Sequence[Row], on: str, kinds: Mapping[str, str]) -> list[Row]:
    """Slowly: of each key the first line in the order of what is read, nothing last; each row once."""

    def order(line: Row) -> list[tuple[bool, Any]]:
        read = [READ[kind](line[name]) for name, kind in kinds.items()]
        return [
            (value is None, 0 if value is None else value.encode() if isinstance(value, str) else value)
            for value in read
        ]

    def found(row: Row) -> Row:
        key = read_key(row[on], KINDS[on])
        mine = [line for line in lines if key is not None and read_key(line[on], KINDS[on]) == key]
        first = min(mine, key=order) if mine else dict.fromkeys(kinds)
        return {**row, **{name: first[name] for name in kinds}}

    return [found(row) for row in rows]


ROWS, PATIENT_LINES, PLACE_LINES = tables()
WIDE = looked_up(looked_up(ROWS, PATIENT_LINES, "who", PATIENTS), PLACE_LINES, "code", PLACES)
REGION, SEX = Keys("region", ("North", "South", "ß")), Keys("sex", ("f", "m", "F", "é"))
TALLIES = (
    Tally(Grid((REGION, SEX)), (Rows(), Persons(), Total.between("age", 0, 100, 1), Rows("x"))),
    Tally(Grid((Keys("smokes", ("true", "false")),)), (Rows(), Total.between("height", -5, 50, "0.5"))),
    Tally(Grid((Bins("age", (0, 5, 20)),)), (Rows("age"),)),  # type: ignore[arg-type]
    Tally(Grid((Keys("code", ("1", "2")),)), (Rows(),)),
)
KEPT = [{name: row[name] for name in ALL} for row in WIDE]


def origin_of(kind: str, folder: Path, places: Places) -> tuple[Origin, Any]:
    columns: dict[str, dict[str, Any]] = {
        "patients": {"who": "text", **PATIENTS},
        "places": {"code": "integer", **PLACES},
    }
    lines = {"patients": PATIENT_LINES, "places": PLACE_LINES}
    if kind in ("csv", "frame"):
        for name, kinds in columns.items():
            write_csv(folder / f"{name}.csv", lines[name], kinds)
        write_csv(folder / "visits.csv", ROWS, KINDS)
        join = (
            Lookup("who", PATIENTS, file="patients.csv"),
            Lookup("code", PLACES, file="places.csv", public=True),
        )
        file = "visits.csv" if kind == "csv" else None
        return Origin(file, KINDS, join=join), None if kind == "csv" else frame_of(ROWS, KINDS)
    address = address_of(kind, folder, places)  # type: ignore[arg-type]
    fill(kind, address, ROWS, KINDS)  # type: ignore[arg-type]
    for name, kinds in columns.items():
        fill(kind, address, lines[name], kinds, name)  # type: ignore[arg-type]
    join = (Lookup("who", PATIENTS, table="patients"), Lookup("code", PLACES, table="places", public=True))
    return Origin(None, KINDS, database=address, table="visits", join=join), None


@pytest.mark.parametrize("kind", ["csv", "frame", *ENGINES])
def test_every_engine_looks_up_the_same(kind: str, places: Places, tmp_path: Path) -> None:
    origin, frame = origin_of(kind, tmp_path, places)
    rows_alone = [Tally(one.grid, tuple(m for m in one.measures if m != Persons())) for one in TALLIES]
    cases: list[tuple[Sequence[Tally], Unit, Bounds]] = [
        (TALLIES, Unit("who"), Bounds(rows=5, cells=2)),
        (TALLIES[:1], Unit("code"), Bounds(cells=2, rows_per_cell=3)),
        (rows_alone, Unit("row"), Bounds()),
        (rows_alone[:1], Unit("row"), Bounds()),
    ]
    for tallies, unit, bounds in cases:
        with open_source(origin, frame=frame, base=tmp_path) as source:
            source.check(tallies, Protect(unit), bounds)
            found = source.bounded(tallies, Protect(unit), bounds)
        expected = reference(WIDE, ALL, tallies, Protect(unit), bounds)
        assert any(any(vector) for tally in expected for vector in tally)
        assert [[np.asarray(one.values).tolist() for one in tally] for tally in found] == expected


def test_one_person_moves_no_more_than_the_bound_however_often_the_lookup_has_them(tmp_path: Path) -> None:
    write_csv(tmp_path / "visits.csv", [{"who": "a", "code": "1", "x": "1"}] * 3, KINDS)
    lines = [{"who": "a", "sex": sex, "age": str(age), "smokes": None} for sex in "fm" for age in range(50)]
    write_csv(tmp_path / "patients.csv", lines, {"who": "text", **PATIENTS})
    origin = Origin("visits.csv", KINDS, join=(Lookup("who", PATIENTS, file="patients.csv"),))
    tally = Tally(Grid((Keys("sex", ("f", "m")),)), (Rows(), Persons(), Total.between("age", 0, 100, 1)))
    with open_source(origin, base=tmp_path) as source:
        [found] = source.bounded([tally], Protect(Unit("who")), Bounds(rows=2))
        assert [one.values.tolist() for one in found] == [[2, 0], [1, 0], [0, 0]]


def test_what_is_missing_in_a_lookup_is_said_before_anything_is_read(places: Places, tmp_path: Path) -> None:
    for kind in ("csv", *ENGINES):
        folder = tmp_path / kind
        folder.mkdir()
        origin, _ = origin_of(kind, folder, places)
        where = {"file": "patients.csv"} if kind == "csv" else {"table": "patients"}
        wrong = Origin(
            origin.file,
            KINDS,
            database=origin.database,
            table=origin.table,
            join=(Lookup("who", {"weight": "number"}, **where),),  # type: ignore[arg-type]
        )
        tally = Tally(Grid(), (Total.between("weight", 0, 1),))
        with pytest.raises(SpecError, match="no column 'weight'"), open_source(wrong, base=folder) as source:
            source.check([tally], Protect(Unit("who")), Bounds(rows=1))
        gone = {"file": "gone.csv"} if kind == "csv" else {"table": "gone"}
        nowhere = replace(wrong, join=(Lookup("who", {"weight": "number"}, **gone),))  # type: ignore[arg-type]
        with (
            pytest.raises(SourceError, match=r"source\.join\.(file|table): no (such file|table or view)"),
            open_source(nowhere, base=folder) as source,
        ):
            source.check([tally], Protect(Unit("who")), Bounds(rows=1))


@pytest.mark.parametrize(
    ("lookups", "complaint"),
    [
        ([Lookup("nobody", {"sex": "text"}, file="p.csv")], "no declared column"),
        ([Lookup("x", {"sex": "text"}, file="p.csv")], "a text or an integer"),
        ([Lookup("who", {"code": "text"}, file="p.csv")], "there twice"),
        (
            [Lookup("who", {"sex": "text"}, file="p.csv"), Lookup("code", {"sex": "text"}, file="q.csv")],
            "there twice",
        ),
        ([Lookup("who", {"sex": "text"}, table="p")], "come from one place"),
    ],
)
def test_lookups_that_are_refused(lookups: list[Lookup], complaint: str) -> None:
    with pytest.raises(SpecError, match=complaint):
        Origin("visits.csv", KINDS, join=tuple(lookups))


def test_a_lookup_says_what_it_is() -> None:
    for given in ({}, {"file": "p.csv", "table": "p"}):
        with pytest.raises(SpecError, match="one of the two"):
            Lookup("who", {"sex": "text"}, **given)  # type: ignore[arg-type]
    with pytest.raises(SpecError, match="cannot look up 'timestamp'"):
        Lookup("who", {"born": "timestamp"}, file="p.csv")  # type: ignore[dict-item]
