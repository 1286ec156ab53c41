"""What each query costs from request to stored release, beside the plain SQL that protects nobody.

    python benchmarks/queries.py [--rows 10_000_000] [--repeats 1] [--server-rows 1_000_000] [--limit 300]

The events of benchmarks/release.py over 50 regions, one query at a time, each in a process of its own; plain SQL
and ours take turns. The first part reads a Parquet file in the embedded engine, the second a table of a PostgreSQL
server that is started from its wheel (`--server-rows 0` leaves it out); of a server, its own CPU time is counted
too. Writes docs/benchmarks/queries.json, .md and .png. A ratio says how much more CPU time protection takes.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from typing import TYPE_CHECKING, Any

from peer import ROOT
from release_data import events, persons_of
from release_run import Run, System, run

if TYPE_CHECKING:
    from queries_server import Server

PAGE = ROOT / "docs" / "benchmarks" / "queries.json"
QUERIES = (
    "count rows", "count persons", "sum", "mean", "variance", "correlation", "median", "three quantiles",
    "histogram", "top 5", "unknown keys", "hierarchy", "every hour",
)  # fmt: skip
SYSTEMS = (("plain SQL", "query_sql.py"), ("Epsilog", "query_epsilog.py"))


def measured(source: str, rows: int, repeats: int, limit: float, server: Server | None) -> list[dict[str, Any]]:
    """Every query by both, in turns."""
    runs = []
    for name in QUERIES:
        for _ in range(repeats):
            for system, script in SYSTEMS:
                before = server.cpu() if server is not None else 0.0
                one = run(System(system, script, (name,)), source, rows, limit)
                if server is not None:
                    one.cpu = round(one.cpu + server.cpu() - before, 3)
                runs.append({"query": name, **told(name, one).to_dict()})
    return runs


def told(name: str, one: Run) -> Run:
    what = one.failure or f"{one.cpu:8.2f} CPU s  {one.peak:5.2f} GB  load {one.load:.1f}"
    print(f"  {one.rows:>11,} {name:16} {one.system:10} {what}", flush=True)
    return one


def part(source: str, rows: int, repeats: int, limit: float, server: Server | None = None) -> dict[str, Any]:
    runs = measured(source, rows, repeats, limit, server)
    return {
        "rows": rows,
        "persons": persons_of(rows),
        "repeats": repeats,
        "on": dt.datetime.now(dt.UTC).date().isoformat(),
        "load": [min(one["load"] for one in runs), max(one["load"] for one in runs)],
        "runs": runs,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=lambda text: int(text.replace("_", "")), default=10_000_000)
    parser.add_argument("--server-rows", type=lambda text: int(text.replace("_", "")), default=1_000_000)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--limit", type=float, default=300.0)
    options = parser.parse_args()
    page: dict[str, Any] = {}
    if options.rows:
        few = run(System("Epsilog", "query_epsilog.py", ("count rows",)), events(1000), 1000, options.limit)
        page["few"] = {"rows": 1000, "cpu": few.cpu}
        page["file"] = part(str(events(options.rows)), options.rows, options.repeats, options.limit)
    if options.server_rows:
        from queries_server import Server

        with Server(events(options.server_rows)) as server:
            page["server"] = part(server.address, options.server_rows, options.repeats, options.limit, server)
            page["server"]["version"] = server.version
    before = json.loads(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else {}
    page = before | page
    PAGE.write_text(json.dumps(page, indent=1) + "\n", encoding="utf-8")
    # What draws takes memory, and a process that is started begins with as much as its parent has.
    from queries_page import write_page
    from queries_picture import write_picture

    write_picture(page)
    write_page(page)
    print("written: docs/benchmarks/queries.json, queries.md, queries.png")
    runs = [one for name in ("file", "server") for one in page.get(name, {}).get("runs", ())]
    failed = [f"{one['query']}, {one['system']}" for one in runs if one["failure"]]
    for name in failed:
        print(f"failed: {name}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
