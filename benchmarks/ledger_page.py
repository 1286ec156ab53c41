"""The measured parts of docs/benchmarks/ledger.md, written anew from ledger.json; the prose around them stays.

    python benchmarks/ledger_page.py

Whether a goal is kept is worked out from the figures, and each row says when it was measured, how busy the machine
was, and with which version of the books, so that a run of one part does not vouch for the others.
"""

from __future__ import annotations

import json
import re
import statistics
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from epsilog.ledger.schema import SCHEMA_VERSION

Results = Mapping[str, Mapping[str, Any]]
PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks" / "ledger.md"
BUSY = 1.5  # load beyond which a rate says little and a ratio a little less
WRITERS = (
    ("bare inserts", "bare"),
    ("ours, threads", "threads"),
    ("ours, processes", "processes"),
    ("FOR UPDATE", "for update"),
    ("SERIALIZABLE", "serializable"),
    ("textbook", "textbook"),
)


def rounded(rate: float) -> str:
    return f"{rate:,.0f}"


def kept(holds: bool) -> str:
    return "kept" if holds else "**not kept**"


def one_client(results: Results) -> list[list[str]]:
    rows = []
    for name, what in (("SQLite", "debit against a bare insert-and-commit"), ("PostgreSQL", "the same")):
        part = results[f"one client, {name}"]
        debit, bare = statistics.median(part["debit"]), statistics.median(part["bare"])
        said = f"**{part['ratio']:.2f}** (worst of {len(part['debit'])} rounds {part['worst']:.2f}): "
        said += f"{rounded(debit)} against {rounded(bare)} /s"
        rows.append([f"one client, {name}: {what}", "≥ 1/3", said, kept(part["ratio"] >= 1 / 3), _when(part)])
    return rows


def eight_writers(results: Results) -> list[list[str]]:
    part = results["eight writers, PostgreSQL"]
    ratios, rate = part["ratios"], {name: rounded(statistics.median(part[name])) for _, name in WRITERS}
    best = "the same against the best chain per account we could write, FOR UPDATE with batched statements"
    processes = ", ".join(
        f"{ratios[f'processes / {name}']:.1f} ×" for name in ("serializable", "textbook", "for update")
    )
    return [
        [
            "eight threads of one service, 1,000 accounts, PostgreSQL, against the SERIALIZABLE chain per account",
            "≥ 10 ×",
            f"**{ratios['threads / serializable']:.1f} ×**: {rate['threads']} against {rate['serializable']} /s",
            kept(ratios["threads / serializable"] >= 10),
            _when(part),
        ],
        [
            "the same against the textbook's chain per account, FOR UPDATE, one statement after the other",
            "",
            f"{ratios['threads / textbook']:.1f} ×: against {rate['textbook']} /s",
            "",
            "",
        ],
        [best, "", f"{ratios['threads / for update']:.1f} ×: against {rate['for update']} /s", "", ""],
        [
            "eight processes, which share no pages: against SERIALIZABLE, textbook, best",
            "",
            f"{processes}: {rate['processes']} /s",
            "",
            "",
        ],
    ]


def growth(results: Results) -> list[list[str]]:
    found = []
    for name, what in (
        ("SQLite", "the 100,000th debit against the 100th, SQLite"),
        ("PostgreSQL", "the same, PostgreSQL"),
    ):
        part = results[f"growth, {name}"]
        found.append([what, "≤ 1.5 ×", f"**{part['ratio']:.2f}**", kept(part["ratio"] <= 1.5), _when(part)])
    return found


def verifying(results: Results) -> list[list[str]]:
    part = results["verify, SQLite"]
    lengths = {int(length): found for length, found in part["lengths"].items()}
    each = {length: found["cpu"] / length * 1e6 for length, found in lengths.items()}
    most = max(lengths)
    others = ", ".join(f"{each[length]:.0f} µs at {length:,}" for length in sorted(lengths) if length != most)
    seconds, reports = lengths[most]["seconds"], lengths[most]["progress"]
    said = f"{seconds:.0f} s; {each[most]:.0f} µs of CPU per entry, {others}; {reports} reports"
    linear = each[most] <= 1.5 * each[min(lengths)] and reports > 1
    return [[f"verify of {most:,} entries, SQLite", "linear, with progress", said, kept(linear), _when(part)]]


def goals(results: Results) -> str:
    rows = [*one_client(results), *eight_writers(results), *growth(results), *verifying(results)]
    lines = ["| | goal | measured | | when |", "|---|---|---|---|---|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    old = sorted({part.get("books", 0) for part in results.values()} - {SCHEMA_VERSION})
    if old:
        versions = " and ".join(str(version) for version in old)
        now = f"the books are of version {SCHEMA_VERSION} now"
        lines += ["", f"Rows of books of version {versions} wait to be measured again: {now}."]
    return "\n".join(lines)


def writers(results: Results) -> str:
    part = results["eight writers, PostgreSQL"]
    best, bare = statistics.median(part["for update"]), statistics.median(part["bare"])
    ratios, textbook = part["ratios"], statistics.median(part["textbook"])
    serial, locked = (kept(ratios[f"threads / {name}"] >= 10) for name in ("serializable", "for update"))
    text = (
        "Against chains kept correct by SERIALIZABLE transactions, which read balances and retry, the goal is "
        f"{serial}. Against chains whose heads are locked in a sorted order it is {locked}: those reach "
        f"{rounded(textbook)} and {rounded(best)} /s. Ten times the best of them is {rounded(10 * best)} /s, and "
        f"eight processes that do nothing but insert one row and commit reach {rounded(bare)} /s here; ours "
        f"does {ratios['threads / bare']:.2f} of that, with three balances, a hash chain and a receipt."
    )
    lines = ["| round | " + " | ".join(title for title, _ in WRITERS) + " |", "|--:" * (len(WRITERS) + 1) + "|"]
    for number, rates in enumerate(zip(*(part[name] for _, name in WRITERS), strict=True), 1):
        lines.append(f"| {number} | " + " | ".join(map(rounded, rates)) + " |")
    return "\n".join([*textwrap.wrap(text, 140), "", *lines])


def written(text: str, results: Results) -> str:
    """The page with its measured parts in place."""
    for name, part in (("goals", goals(results)), ("writers", writers(results))):
        start, end = f"<!-- measured: {name} -->\n", "\n<!-- end -->"
        found = re.compile(re.escape(start) + ".*?" + re.escape(end), re.DOTALL)
        if len(found.findall(text)) != 1:
            raise SystemExit(f"the page has no place for {name}")
        text = found.sub(lambda _, part=part, start=start, end=end: start + part + end, text)  # type: ignore[misc]
    return text


def _when(part: Mapping[str, Any]) -> str:
    busy = f", load {part['load']:.0f}" if part["load"] > BUSY else ""
    return f"{part['date']}, books {part.get('books', '?')}{busy}"


def write(folder: Path) -> None:
    """Bring the page in this folder up to the results beside it."""
    page = folder / PAGE.name
    results = json.loads((folder / "ledger.json").read_text("utf-8"))
    page.write_text(written(page.read_text("utf-8"), results), "utf-8")


if __name__ == "__main__":
    write(PAGE.parent)
