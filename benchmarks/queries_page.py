"""The page of the query benchmark."""

from __future__ import annotations

from typing import Any

from noise_page import machine
from peer import ROOT
from queries_picture import middle, names_of

PAGE = ROOT / "docs" / "benchmarks" / "queries.md"
HEAD = """# Each query: CPU seconds from the request to the stored release, beside plain SQL

Written by `python benchmarks/queries.py`; raw figures of every run are in `queries.json`. {machine}.

The events of [release.md](release.md) (50 a person on average, the busiest writes 8 % of all) over 50
regions. Ours: `publish` of the library with its imports, spec, plan, a new ledger, reading, bounding (at most
40 rows of a person, 20 cells, 2 rows in a cell), noise or choice, storing, delivering. *Plain SQL* is what an
analyst would type: no bound, no noise, nobody protected. So a ratio is the price of protection, not of a
rival. Every run is a process of its own, and the two take turns; a ratio compares runs of the same minute.

![CPU seconds of each query](queries.png)
"""
FILE = """
## {rows} rows in a Parquet file, embedded engine

{persons} persons; {on}; median of {repeats}; the machine's load was {low} to {high} on its cores while this
ran. CPU time is not wall time, but a busy machine also has cold caches: read the ratios, not the seconds.
"""
SERVER = """
## {rows} rows in a table of {version}

Counted on the server, from the wheel, with its own settings. CPU seconds are those of the client and of every
process of the server together; {persons} persons; {on}; median of {repeats}; load {low} to {high}.
"""
TAIL = """
What the queries are: counts, sums, means and variances of amounts clamped to 0…100; the *correlation* of amounts
with the number of the person, six sums in one draw; median and three
quantiles among 101 values; a histogram of 20 bins in each region; the 5 regions with most rows; *unknown
keys* finds the regions by a paid threshold and counts persons; *hierarchy* has regions in five sides in a
country, three levels of noise and the least-squares fit; *every hour* has 36,000 cells.

Why the ratios are what they are. About {floor:.1f} CPU seconds of ours do not depend on the rows (measured
with 1,000 of them): imports, building the SQL, plan, books. The rest is that a person has to be known: plain
SQL counts rows of a region and forgets them, a bound needs the rows of each person together. Where plain SQL
needs persons too (*count persons*) we take a few times as much, where it only counts, most. Plain SQL without
a bound has no sensitivity, so no noise could protect anybody in it; the fair rival with a bound is the
textbook SQL of [release.md](release.md). Single runs on a busy machine differ by a fifth and more: a ratio
of 8 is not better than one of 10. The first query of a server also warms its caches.
"""


def write_page(page: dict[str, Any]) -> None:
    text = HEAD.format(machine=machine())
    for name, words in (("file", FILE), ("server", SERVER)):
        if name in page:
            text += _part(page[name], words)
    few = page.get("few", {"cpu": float("nan")})
    PAGE.write_text(text + TAIL.format(floor=few["cpu"]), encoding="utf-8")


def _part(part: dict[str, Any], words: str) -> str:
    said = {name: part[name] for name in ("on", "repeats")} | {"version": part.get("version", "")}
    said |= {"rows": f"{part['rows']:,}", "persons": f"{part['persons']:,}"}
    said |= {"low": f"{part['load'][0]:.1f}", "high": f"{part['load'][1]:.1f}"}
    lines = [
        "",
        "| query | plain SQL, CPU s | Epsilog, CPU s | ratio | Epsilog, peak GB |",
        "|---|--:|--:|--:|--:|",
    ]
    for name in names_of(part):
        plain, ours = middle(part, name, "plain SQL"), middle(part, name, "Epsilog")
        peak = middle(part, name, "Epsilog", "peak")
        if plain is None or ours is None:
            lines.append(f"| {name} | {_seconds(plain)} | {_seconds(ours)} | | |")
            continue
        lines.append(f"| {name} | {plain:.2f} | {ours:.2f} | {ours / plain:.1f} | {peak:.2f} |")
    return words.format(**said) + "\n".join(lines) + "\n"


def _seconds(value: float | None) -> str:
    return "no result" if value is None else f"{value:.2f}"
