"""The events of the release benchmark: persons of Zipf activity, hours of a month, regions; made once."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

DATA = Path(__file__).resolve().parent.parent / ".peers" / "events"
ROWS_PER_PERSON = 50
HOURS, REGIONS = 720, 50
FIRST = dt.date(2026, 9, 1)
LAST = FIRST + dt.timedelta(days=HOURS // 24 - 1)
LOW, HIGH = 0, 100
_ROW_GROUP = 1_000_000
SCHEMA = pa.schema(
    [
        ("person", pa.int64()),
        ("region", pa.string()),
        ("moment", pa.timestamp("us")),
        ("amount", pa.float64()),
        ("cell", pa.int32()),
    ]
)


def region_names() -> tuple[str, ...]:
    return tuple(f"region {number:02d}" for number in range(REGIONS))


def persons_of(rows: int) -> int:
    """200 k persons at 10 M rows; more rows come from more persons, not from busier ones."""
    return max(1, rows // ROWS_PER_PERSON)


def events(rows: int) -> Path:
    """The file of so many events, made if it is not there yet.

    Person k of n writes a share of the rows that falls as 1/k; hours and regions are uniform. A few amounts lie
    beyond the ends of the clamp. `cell` is the number of the cell, for systems that need it ready made.
    """
    path = DATA / f"events-{rows}.parquet"
    if path.exists():
        return path
    DATA.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(20260901)
    persons = persons_of(rows)
    reach = np.cumsum(1 / np.arange(1, persons + 1))
    names = random.permutation(persons).astype(np.int64)  # the busiest person is not number 0
    words = pa.array(region_names())
    start = np.datetime64(FIRST, "us")
    unfinished = path.with_suffix(".unfinished")
    with pq.ParquetWriter(unfinished, SCHEMA, compression="zstd") as writer:
        for done in range(0, rows, _ROW_GROUP):
            size = min(_ROW_GROUP, rows - done)
            person = names[np.searchsorted(reach, random.random(size) * reach[-1], side="right")]
            region = random.integers(0, REGIONS, size, dtype=np.int32)
            second = random.integers(0, HOURS * 3600, size, dtype=np.int64)
            amount = random.gamma(2.0, 20.0, size)
            cell = (region * HOURS + second // 3600).astype(np.int32)
            columns = [
                pa.array(person),
                pa.DictionaryArray.from_arrays(pa.array(region), words).cast(pa.string()),
                pa.array(start + second.astype("timedelta64[s]")),
                pa.array(amount),
                pa.array(cell),
            ]
            writer.write_table(pa.table(columns, schema=SCHEMA))
    unfinished.rename(path)
    return path
