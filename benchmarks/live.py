"""What a live tick costs, in CPU time and bytes written: after many persons, after many ticks, with many cells.

    python benchmarks/live.py

A tick is `Stream.step`: read what came, draw, write the log and the state, enter it in the ledger, publish. Every
figure is the median over ticks of the CPU time of this process (waiting for the disk is not in it) and the bytes of
log and state a tick writes. Writes docs/benchmarks/live.json and the table of live.md.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.ledger import Ledger, Terms
from epsilog.live.look import Place
from epsilog.live.stream import Stream, open_stream
from epsilog.pay.stream_request import StreamRequest
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.roles.stream_rules import Rules

START = dt.datetime(2026, 1, 5)
LATER = START.replace(tzinfo=dt.UTC).timestamp() + 400 * 86_400  # every tick has closed by then
DAYS = During("at", START.date(), START.date() + dt.timedelta(days=29))
OUT = Path(__file__).parents[1] / "docs" / "benchmarks"


@contextmanager
def stream_of(folder: Path, cells: int, shape: str | None) -> Iterator[Stream]:
    """A month of hours of an invented input; keys k0, k1, …"""
    (folder / "rows.csv").write_text("who,key,at\n", encoding="utf-8")
    keys = tuple(f"k{at}" for at in range(cells))
    spec = Spec(
        release="rows",
        edition="one",
        source=Origin("rows.csv", {"who": "text", "key": "text", "at": "timestamp"}),
        protect=Protect(Unit("who")),
        bound=Bounds(rows=3),
        publish=(Query("rows", by=(Keys("key", keys),), every="1h", during=DAYS, shape=shape),),
        spend=Spend("clinic", Fraction(1), Fraction(1, 10**6)),
    )
    place = Place(folder / "live", base=folder, seconds=lambda: LATER)
    with Ledger.open(folder / "books.db", create=True) as ledger:
        ledger.open_account("clinic", Terms(Unit("who"), Allowance.approximate(5, "1e-6")), by="Ada")
        with open_stream(StreamRequest(spec, Rules()), ledger, place) as stream:
            yield stream


def rows(folder: Path, people: range, tick: int, cells: int) -> None:
    """One row of each of these persons, in this tick."""
    moment = START + dt.timedelta(hours=tick)
    with (folder / "rows.csv").open("a", encoding="utf-8") as file:
        file.writelines(f"p{who},k{who % cells},{moment:%Y-%m-%d %H:%M}\n" for who in people)


def step(stream: Stream, folder: Path) -> tuple[float, int]:
    """CPU milliseconds and bytes written by one tick."""
    private = folder / "live.private"
    before = sum(path.stat().st_size for path in private.glob("changes.*"))
    start = time.process_time()
    stream.step()
    spent = time.process_time() - start
    grown = sum(path.stat().st_size for path in private.glob("changes.*")) - before
    return 1000 * spent, max(0, grown) + (private / "state").stat().st_size


def after_persons(people: int, ticks: int = 40) -> dict[str, Any]:
    """Ticks of 100 rows, 20 of them of new persons, after so many persons have come."""
    with tempfile.TemporaryDirectory() as name, stream_of(folder := Path(name), 10, None) as stream:
        rows(folder, range(people), 0, 10)
        stream.step()
        found = []
        for tick in range(1, ticks + 1):
            rows(folder, range(people + 20 * tick, people + 20 * tick + 20), tick, 10)
            rows(folder, range(80 * tick % people, min(people, 80 * tick % people + 80)), tick, 10)
            found.append(step(stream, folder))
    return told(found) | {"persons": people}


def after_ticks(cells: int, shape: str | None, ticks: int = 480, look: int = 20) -> dict[str, Any]:
    """The first ticks and the last of many, few rows in each."""
    with tempfile.TemporaryDirectory() as name, stream_of(folder := Path(name), cells, shape) as stream:
        found = []
        for tick in range(ticks):
            rows(folder, range(20 * tick, 20 * tick + 20), tick, cells)
            found.append(step(stream, folder))
        strategy = getattr(stream.opening.plan.draws[0], "strategy", "every tick by itself")
    return {
        "cells": cells,
        "strategy": strategy,
        "ticks": ticks,
        "first": told(found[1 : look + 1]),
        "last": told(found[-look:]),
    }


def told(found: list[tuple[float, int]]) -> dict[str, Any]:
    """Medians, and the most."""
    spent, written = [one for one, _ in found], [size for _, size in found]
    return {
        "ms": round(statistics.median(spent), 2),
        "ms_most": round(max(spent), 2),
        "kb": round(statistics.median(written) / 1000, 1),
    }


def page(record: dict[str, Any]) -> str:
    """The measured part of live.md."""
    lines = [
        f"Measured on {record['day']}, Python {record['python']}, {record['machine']}, load {record['load']}.",
        "",
    ]
    lines += ["| persons who came before | CPU ms a tick | most | kB written a tick |", "|---:|---:|---:|---:|"]
    lines += [f"| {one['persons']:,} | {one['ms']} | {one['ms_most']} | {one['kb']} |" for one in record["persons"]]
    lines += [
        "",
        "| cells | strategy | first ticks, ms | last of all, ms | kB a tick, first and last | ticks a CPU second |",
    ]
    lines += ["|---:|---|---:|---:|---:|---:|"]
    for one in record["ticks"]:
        first, last = one["first"], one["last"]
        lines.append(
            f"| {one['cells']:,} | {one['strategy']} | {first['ms']} | {last['ms']} ({one['ticks']} ticks) "
            f"| {first['kb']}, {last['kb']} | {1000 / last['ms']:.0f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure everything, write the record and the page."""
    record: dict[str, Any] = {
        "day": dt.date.today().isoformat(),
        "python": platform.python_version(),
        "machine": f"{os.cpu_count()} cores",
        "load": round(os.getloadavg()[0], 1),
        "persons": [after_persons(people) for people in (1_000, 10_000, 100_000)],
        "ticks": [
            after_ticks(1_000, "running"),
            after_ticks(1_000, None),
            after_ticks(10_000, "running", 60),
            after_ticks(10_000, None, 60),
        ],
    }
    (OUT / "live.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    told_before = (OUT / "live.md").read_text(encoding="utf-8").split("<!-- measured -->\n")[0]
    (OUT / "live.md").write_text(f"{told_before}<!-- measured -->\n{page(record)}", encoding="utf-8")
    sys.stdout.write(page(record))
    return 0


if __name__ == "__main__":
    sys.exit(main())
