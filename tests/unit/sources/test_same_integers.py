"""The same rows give the same integers, however they are stored, ordered, divided or worked on."""

from __future__ import annotations

import datetime as dt
import itertools
import random
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bounding_reference import reference
from bounding_scenes import BERLIN, BOUNDS, KINDS, SEEN, TALLIES, VALUES, counted, frame_of, write_csv
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Persons, Rows, Total
from epsilog.core.origin import ColumnKind
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.errors import SpecError

PROTECT = Protect(Unit("who", per="1mo"), BERLIN)
SOME = (TALLIES[0], TALLIES[5])


def hostile_rows(count: int = 400, seed: int = 1) -> list[dict[str, str | None]]:
    """Every hostile value, and one person with a great many rows inside the tables."""
    dice = random.Random(seed)
    rows = [{name: dice.choice(values) for name, values in VALUES.items()} for _ in range(count // 2)]
    for row in rows:  # what CSV cannot carry: it ends the line in some dialects
        row["who"] = (row["who"] or "").replace("\x00", "?") or None
    for _ in range(count // 2):
        usual = {name: dice.choice(values) for name, values in VALUES.items()}
        usual |= {"who": "everything", "town": dice.choice(["North", "北京"]), "smokes": "yes"}
        usual["seen"] = f"2026-{dice.randint(3, 5):02d}-{dice.randint(1, 30):02d} 12:00"
        rows.append(usual)
    return rows


ROWS = hostile_rows()
EXPECTED = reference(ROWS, KINDS, SOME, PROTECT, BOUNDS[2])


@pytest.mark.parametrize("form", ["utf-8", "utf-8-sig", "parquet", "arrow", "pandas", "lazy", "objects"])
def test_texts_in_every_form(form: str, tmp_path: Path) -> None:
    frame, data = frame_of(ROWS), None
    if form.startswith("utf-8"):
        write_csv(tmp_path / "rows.csv", ROWS, encoding=form)
        data = tmp_path / "rows.csv"
    elif form == "parquet":
        frame.write_parquet(tmp_path / "rows.parquet", row_group_size=37)
        data = tmp_path / "rows.parquet"
    made: Any = {
        "arrow": frame.to_arrow,
        "pandas": lambda: pd.DataFrame(frame.to_dict(as_series=False)),
        "lazy": frame.lazy,
    }
    if form == "objects":
        data = pd.DataFrame(frame.to_dict(as_series=False), dtype=object)
    assert counted(made[form]() if data is None else data, SOME, PROTECT, BOUNDS[2]) == EXPECTED


def test_gb18030_is_transcoded(tmp_path: Path) -> None:
    rows = [
        {**row, "who": (row["who"] or "").encode("gb18030", "replace").decode("gb18030") or None} for row in ROWS
    ]
    write_csv(tmp_path / "rows.csv", rows, encoding="gb18030")
    expected = reference(rows, KINDS, SOME, PROTECT, BOUNDS[2])
    assert counted(tmp_path / "rows.csv", SOME, PROTECT, BOUNDS[2], encoding="gb18030") == expected


def test_order_parts_and_threads_do_not_matter(tmp_path: Path) -> None:
    shuffled = list(ROWS)
    random.Random(5).shuffle(shuffled)
    sizes = [0, 1, 8, 90, len(shuffled)]
    for at, (start, end) in enumerate(itertools.pairwise(sizes)):
        kinds = dict(sorted(KINDS.items(), reverse=bool(at % 2)))  # the order of columns differs from file to file
        write_csv(tmp_path / f"part [{at}].csv", shuffled[start:end], kinds)
        frame_of(shuffled[start:end], kinds).write_parquet(tmp_path / f"part-{at}.parquet", row_group_size=7)
    assert counted(tmp_path / "*.csv", SOME, PROTECT, BOUNDS[2], threads=1) == EXPECTED
    assert counted(tmp_path / "*.parquet", SOME, PROTECT, BOUNDS[2], threads=3) == EXPECTED


def test_one_tally_alone_or_among_others() -> None:
    for at, tally in enumerate(SOME):
        assert counted(frame_of(ROWS), [tally], PROTECT, BOUNDS[2]) == [EXPECTED[at]]


def test_every_unit_by_itself_adds_up_to_all_of_them() -> None:
    rows = [row for row in ROWS if row["who"] in ("everything", "a", "b", "007")]
    tally = Tally(SOME[0].grid, tuple(m for m in SOME[0].measures if not isinstance(m, Persons)), SEEN)
    protect, bounds = Protect(Unit("who"), BERLIN), BOUNDS[5]
    together = counted(frame_of(rows), [tally], protect, bounds)[0]
    alone = [
        counted(frame_of([row for row in rows if row["who"] == who]), [tally], protect, bounds)[0]
        for who in ("everything", "a", "b", "007")
    ]
    for part, vector in enumerate(together):
        assert vector == [sum(cells) for cells in zip(*(one[part] for one in alone), strict=True)]


TYPED: dict[str, ColumnKind] = {
    "id": "integer",
    "code": "text",
    "when": "timestamp",
    "at": "instant",
    "x": "number",
    "ok": "boolean",
}
PLACE = (Keys("code", ("7", "007", "x")), Keys("ok", ("true", "false")))


def typed_rows() -> list[dict[str, Any]]:
    """Values with types of their own, gaps among them."""
    dice = random.Random(3)
    zone = dt.timezone(dt.timedelta(hours=8))
    return [
        {
            "id": dice.choice([1, 2, 2, 2, 3, None, 2**40]),
            "code": dice.choice(["7", "007", "x", "y", None]),
            "when": dice.choice([None, dt.datetime(2026, 3, 1), dt.datetime(2026, 4, 1, 23, 59, 59, 999_999)]),
            "at": dice.choice(
                [None, dt.datetime(2026, 4, 1, 6, 30, tzinfo=zone), dt.datetime(2026, 4, 30, 3, tzinfo=zone)]
            ),
            "x": dice.choice([1.25, -0.0, float("nan"), float("inf"), 1e300, None, 99.995]),
            "ok": dice.choice([True, False, None]),
        }
        for _ in range(200)
    ]


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/St_Johns"])
def test_typed_columns_mean_what_their_texts_mean(zone: str, tmp_path: Path) -> None:
    rows = typed_rows()
    frame = pl.DataFrame(rows, schema_overrides={"at": pl.Datetime("us", "UTC"), "when": pl.Datetime("us")})
    texts = [
        {
            name: None if value is None else str(value).lower() if name == "ok" else str(value)
            for name, value in row.items()
        }
        for row in rows
    ]
    days = SEEN.__class__("at", dt.date(2026, 4, 1), dt.date(2026, 4, 30))
    measures = (Rows(), Persons(), Rows("x"), Total.between("x", 0, 100))
    tallies = (Tally(Grid((*PLACE, days.ticks("1d"))), measures, days),)
    days = SEEN.__class__("when", dt.date(2026, 1, 1), dt.date(2026, 4, 1))
    tallies += (Tally(Grid((Keys("code", ("7", "007")), days.ticks("1h"))), measures, days),)
    protect, bounds = Protect(Unit("id"), zone), BOUNDS[5]
    expected = reference(texts, TYPED, tallies, protect, bounds)
    assert any(any(vector) for answers in expected for vector in answers)
    frame.write_parquet(tmp_path / "rows.parquet")
    pandas = pd.DataFrame(rows)
    assert pandas["id"].dtype == "float64"  # gaps make floats of integers
    nanos = frame.with_columns(pl.col("when").cast(pl.Datetime("ns")) + pl.duration(nanoseconds=999))
    arrow = frame.to_arrow().set_column(4, "x", pa.array([row["x"] for row in rows], pa.float64()))
    for form in (tmp_path / "rows.parquet", frame, pandas, nanos, arrow):
        assert counted(form, tallies, protect, bounds, TYPED) == expected, type(form)


def test_types_that_differ_from_their_kind_are_read_as_their_text() -> None:
    frame = pl.DataFrame(
        {
            "id": [1.0, 1.5, 2.0, float("nan")],
            "code": [7, 7, 8, 7],
            "when": [dt.date(2026, 4, 1)] * 4,
            "at": ["2026-04-01 00:00:00"] * 4,
            "x": ["1", "2", "x", "3"],
            "ok": ["true"] * 4,
        }
    )
    tally = Tally(
        Grid(PLACE),
        (Rows(), Total.between("x", 0, 10)),
        SEEN.__class__("when", dt.date(2026, 4, 1), dt.date(2026, 4, 1)),
    )
    answers = counted(frame, [tally], Protect(Unit("id")), BOUNDS[6], TYPED)
    assert answers == [[[1, 0, 0, 0, 0, 0], [1000, 0, 0, 0, 0, 0]]]
    lists = pl.DataFrame(
        {"id": [[1]], "code": ["7"], "when": ["2026-04-01"], "at": [None], "x": [{"a": 1}], "ok": [True]}
    )
    with pytest.raises(SpecError, match="stored as struct"):  # their texts would not survive every value
        counted(lists, [tally], Protect(Unit("code")), BOUNDS[6], TYPED)
