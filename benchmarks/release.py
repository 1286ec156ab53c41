"""What a bounded, noisy table costs: ours from request to stored release, SQL without noise, and other libraries.

    python benchmarks/release.py [--rows 10_000_000] [--repeats 3] [--scale-to 100_000_000] [--peers] [--norm]
                                 [--limit 900]

Events of persons with Zipf activity, 720 hours × 50 regions, at most 20 cells a person, a count and a clamped sum.
Every run is a process of its own; systems take turns. Writes docs/benchmarks/release.json and release.png; a part
that is not asked for (`--rows 0` leaves out the main one) stays as it was. Exits with status 1 if a goal is missed.
`--norm` adds persons scaled to a norm, with the same noise, against the textbook SQL, at `--rows` or 10,000,000.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import statistics
import sys
from typing import Any

from peer import ROOT, environment
from release_data import events, persons_of
from release_picture import write_picture
from release_run import Run, System, run

PAGE = ROOT / "docs" / "benchmarks" / "release.json"
RHO = "0.024356"  # what (1, 1e-6) buys under zCDP, rounded down as the library does
MOST_OF_TEXTBOOK, TIMES_OPENDP, MOST_GIGABYTES = 0.6, 4, 1.5
NORM_OF_TEXTBOOK = 0.35
PLAIN = System("plain SQL", "release_sql.py", ("plain",))
CELLS = System("SQL, persons' cells", "release_sql.py", ("cells",))
TEXTBOOK = System("textbook SQL", "release_sql.py", ("textbook",))
OURS = System("Epsilog", "release_epsilog.py", ("publish",))
NORM = System("Epsilog, norm", "release_epsilog.py", ("publish-norm",))
NORM_READING = System("Epsilog, norm, reading only", "release_epsilog.py", ("read-norm",))
READING = System("Epsilog, reading only", "release_epsilog.py", ("read",))
SIZES = (1_000_000, 3_000_000, 10_000_000, 30_000_000, 100_000_000)
# Beyond these sizes a system needs more memory than it is polite to take.
LARGEST = {"textbook SQL": 30_000_000, "OpenDP": 10_000_000}


def opendp() -> System:
    python = environment("opendp-polars-0.16.0", ["opendp[polars]==0.16.0"])
    return System("OpenDP", "release_opendp.py", (RHO,), python)


def other_peers() -> list[System]:
    found = []
    for name, script, arguments, home, packages in (
        ("diffprivlib", "release_diffprivlib.py", (), "diffprivlib-0.6.6-parquet",
         ["diffprivlib==0.6.6", "scikit-learn<1.7", "pyarrow"]),
        ("PipelineDP", "release_pipelinedp.py", ("1", "1e-6"), "pipeline-dp-0.3.1",
         ["pipeline-dp==0.3.1", "python-dp==1.1.5", "pyarrow"]),
        ("Tumult", "release_tumult.py", (RHO,), "tumult-0.21.0", ["tmlt.analytics==0.21.0", "pyspark==3.5.9"]),
    ):  # fmt: skip
        found.append(System(name, script, arguments, environment(home, packages)))
    return found


def told(one: Run) -> Run:
    what = one.failure or f"{one.cpu:8.2f} CPU s  {one.peak:5.2f} GB  {one.wall:7.1f} s wall  load {one.load:.1f}"
    print(f"  {one.rows:>11,} {one.system:24} {what}", flush=True)
    return one


def part(systems: list[System], sizes: list[int], repeats: int, limit: float) -> dict[str, Any]:
    """Runs of every system at every size, in turns."""
    runs = []
    for rows in sizes:
        file = events(rows)
        for system in systems:
            run(system, events(10_000), 10_000, limit)  # not counted: modules are compiled, files are found
        for _ in range(repeats):
            for system in systems:
                if rows <= LARGEST.get(system.name, rows):
                    runs.append(told(run(system, file, rows, limit)))
    return {
        "on": dt.datetime.now(dt.UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "load": [min(one.load for one in runs), max(one.load for one in runs)],
        "persons": {str(rows): persons_of(rows) for rows in sizes},
        "runs": [one.to_dict() for one in runs],
    }


def median(runs: list[dict[str, Any]], system: str, rows: int, field: str) -> float:
    """The middle of the successful runs; infinite where there is none."""
    found = [one for one in runs if one["system"] == system and one["rows"] == rows and not one["failure"]]
    values = [one["answer"]["cpu_after_imports"] if field == "after_imports" else one[field] for one in found]
    return statistics.median(values) if values else float("inf")


def missed(main: dict[str, Any], rows: int) -> list[str]:
    """The goals that were not kept, and answers that are not what they should be."""
    runs = main["runs"]
    ours, textbook, peer = (median(runs, name, rows, "cpu") for name in ("Epsilog", "textbook SQL", "OpenDP"))
    peak = max((one["peak"] for one in runs if one["system"] == "Epsilog"), default=float("inf"))
    print(
        f"Epsilog / textbook SQL {ours / textbook:.2f}, OpenDP / Epsilog {peer / ours:.1f}, at most {peak:.2f} GB"
    )
    complaints = []
    if not ours <= MOST_OF_TEXTBOOK * textbook:
        complaints.append(f"more than {MOST_OF_TEXTBOOK} of the textbook SQL")
    if not peer >= TIMES_OPENDP * ours:
        complaints.append(f"OpenDP takes less than {TIMES_OPENDP} times as much")
    if not peak <= MOST_GIGABYTES:
        complaints.append(f"more than {MOST_GIGABYTES} GB")
    # Whatever the order of a person's cells, the cap keeps the same number of them.
    same = ("Epsilog, reading only", "textbook SQL")
    kept = {one["answer"].get("rows") for one in runs if one["system"] in same}
    if len(kept) != 1 or None in kept:
        complaints.append(f"the cap keeps different numbers of cells: {kept}")
    return complaints


def missed_norm(part: dict[str, Any], rows: int) -> list[str]:
    """Whether scaling is as cheap as it should be: one way to bound against the other."""
    names = ("Epsilog, norm", "Epsilog, norm, reading only", "textbook SQL")
    ours, reading, textbook = (median(part["runs"], name, rows, "cpu") for name in names)
    print(f"whole processes: norm / textbook SQL {ours / textbook:.2f}, its reading {reading / textbook:.2f}")
    bounding, book = (median(part["runs"], name, rows, "after_imports") for name in names[1:])
    print(f"bounding alone, without imports: {bounding:.2f} s, {bounding / book:.2f} of textbook SQL")
    if bounding <= NORM_OF_TEXTBOOK * book:
        return []
    return [f"scaling to a norm takes more than {NORM_OF_TEXTBOOK} of bounding by textbook SQL"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=lambda text: int(text.replace("_", "")), default=10_000_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--scale-to", type=lambda text: int(text.replace("_", "")), default=0)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--norm", action="store_true")
    parser.add_argument("--limit", type=float, default=900.0)
    options = parser.parse_args()
    page: dict[str, Any] = {}
    complaints: list[str] = []
    if options.rows:
        systems = [PLAIN, CELLS, TEXTBOOK, OURS, READING, opendp()]
        page["main"] = {"rows": options.rows, **part(systems, [options.rows], options.repeats, options.limit)}
        complaints = missed(page["main"], options.rows)
    if options.scale_to:
        sizes = [size for size in SIZES if size <= options.scale_to]
        page["scale"] = part([PLAIN, TEXTBOOK, OURS, opendp()], sizes, 1, options.limit)
    if options.peers:
        page["peers"] = part([OURS, opendp(), *other_peers()], [1_000_000], 1, options.limit)
    if options.norm:
        rows = options.rows or 10_000_000
        page["norm"] = {
            "rows": rows,
            **part([TEXTBOOK, NORM, NORM_READING], [rows], options.repeats, options.limit),
        }
        complaints += missed_norm(page["norm"], rows)
    before = json.loads(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    page = before | page
    PAGE.write_text(json.dumps(page, indent=1) + "\n", encoding="utf-8")
    write_picture(page)
    print("written: docs/benchmarks/release.json, docs/benchmarks/release.png")
    for complaint in complaints:
        print(f"goal missed: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
