"""Local reports: how fast a server counts them and a device makes them, and n times the variance of every protocol.

    python benchmarks/local.py [--reports 1000000] [--no-peer]

Writes docs/benchmarks/local.md. Exits with status 1 where counting at 1,024 values is below a million reports a CPU
second for subset selection or hashing, below 50 million for Hadamard response, a report takes more than 5 ms, a
variance is more than 5 % off its closed form, or a device loads in more than 1.5 times what numpy takes.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from epsilog.mechanisms.local.count_mean import CountMean
from epsilog.mechanisms.local.generalized_response import GeneralizedResponse
from epsilog.mechanisms.local.hadamard import HadamardResponse
from epsilog.mechanisms.local.hadamard_sketch import HadamardSketch
from epsilog.mechanisms.local.lasting import Lasting
from epsilog.mechanisms.local.lasting_hashing import LastingHashing
from epsilog.mechanisms.local.lasting_response import LastingResponse
from epsilog.mechanisms.local.lasting_unary import LastingUnary
from epsilog.mechanisms.local.linear_hashing import LinearHashing
from epsilog.mechanisms.local.local_hashing import LocalHashing
from epsilog.mechanisms.local.one_bit_hadamard import OneBitHadamard
from epsilog.mechanisms.local.oracle import Oracle
from epsilog.mechanisms.local.subset_selection import SubsetSelection
from epsilog.mechanisms.local.unary import Unary
from epsilog.postprocess.local.shares import variance_of
from peer import Worker, environment

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks" / "local.md"
SIZES = (1024, 65_536)
LEAST = {
    SubsetSelection: 1e6,
    LinearHashing: 1e6,
    LocalHashing: 1e6,
    HadamardResponse: 50e6,
}  # reports a CPU second
FORMS = {(SubsetSelection, 1024): 3.6736, (SubsetSelection, 16): 3.1107, (LastingResponse, 100): 34.11}
PARTS = 20_000


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def protocols(size: int) -> list[Oracle]:
    kinds = (
        SubsetSelection,
        Unary,
        LinearHashing,
        LocalHashing,
        HadamardResponse,
        OneBitHadamard,
        GeneralizedResponse,
    )
    return [kind(size, 1) for kind in kinds]


def counting(ask: Oracle, wanted: int) -> tuple[float, int]:
    """Reports a CPU second; a block of real reports is repeated until there are enough, large ones are cut."""
    number = wanted
    if isinstance(ask, LocalHashing):
        number = max(1000, wanted * 1024 // ask.size // 4)
    elif ask.length > 1000:
        number = wanted // 50
    values = np.random.default_rng().integers(0, ask.size, min(number, PARTS if ask.length < 1000 else 2000))
    block = ask.reports(values)
    rows = np.tile(block, (-(-number // len(block)), 1))[:number]
    return number / min(cpu(lambda: ask.support(rows)) for _ in range(3)), number


def one_report(ask: Oracle) -> float:
    """Milliseconds of CPU for one report, after the first."""
    ask.report(1)
    return cpu(lambda: [ask.report(1) for _ in range(50)]) / 50 * 1e3


def measured_variance(ask: Oracle | Lasting, runs: int, devices: int) -> float:
    total = seen = 0.0
    for _ in range(runs):
        values = np.zeros(devices, dtype=np.int64)
        if isinstance(ask, Lasting):
            choices = ask.choose(devices)
            reports = ask.reports(choices, ask.remember(choices, values))
        else:
            reports = ask.reports(values)
        found = (ask.support(reports) / devices - float(ask.q)) / float(ask.p - ask.q)
        total += float((found[1:] ** 2).sum())
        seen += ask.size - 1
    return total / seen * devices


def loading() -> float:
    """CPU of `import epsilog.device.device` over that of `import numpy`, medians of pairs."""
    env = {name: said for name, said in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def spent(module: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", f"import {module}"], check=True, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    spent("epsilog.device.device")
    return statistics.median(spent("epsilog.device.device") / spent("numpy") for _ in range(15))


def device_report() -> float:
    """Milliseconds of CPU for a device's report with everything it writes: 4 choices, two rounds."""
    import datetime as dt

    sys.path.insert(0, str(ROOT / "tests"))
    from device_scenes import campaign, enrolled

    text = campaign(every="1h", first="2026-01-01", periods=52)
    with tempfile.TemporaryDirectory() as folder:
        device = enrolled(Path(folder), text)
        moments = [dt.datetime(2026, 1, 1, tzinfo=dt.UTC) + dt.timedelta(hours=at) for at in range(50)]
        return cpu(lambda: [device.report(text, "Safari", now) for now in moments]) / 50 * 1e3


def peer_rate() -> tuple[float, str]:
    packages = [
        "pure-ldp==1.2.0",
        "xxhash<4",
        "numpy<2",
        "scipy",
        "scikit-learn<1.7",
        "statsmodels",
        "bitstring",
        "bitarray",
    ]
    worker = Worker("pure_ldp_counts.py", python=environment("pure-ldp-1.2.0", packages))
    rate = float(worker.ask("rate", 1024, 2000)["rate"])
    worker.close()
    return rate, worker.version


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reports", type=int, default=1_000_000)
    parser.add_argument("--no-peer", action="store_true")
    options = parser.parse_args()
    lines, wrong = ["# Local reports", ""], []
    lines += [
        "Made by `python benchmarks/local.py` on one core; CPU time, best of three. Reports are at epsilon 1.",
        "",
        "## Counting, million reports a CPU second; one report, milliseconds",
        "",
        "| protocol | bytes | 1,024 values | 65,536 values | one report (1,024) |",
        "|---|--:|--:|--:|--:|",
    ]
    for small, large in zip(*(protocols(size) for size in SIZES), strict=True):
        rate, _ = counting(small, options.reports)
        slow, number = counting(large, options.reports)
        took = one_report(small)
        name, cut = type(small).__name__, f"{slow / 1e6:,.3f} ({number:,} counted)"
        lines.append(f"| {name} | {small.length} | {rate / 1e6:,.2f} | {cut} | {took:.2f} |")
        print(lines[-1], flush=True)
        wrong += [f"{type(small).__name__} counts too slowly"] if rate < LEAST.get(type(small), 0) else []
        wrong += [f"{type(small).__name__} draws too slowly"] if took > 5 else []
    if not options.no_peer:
        rate, version = peer_rate()
        ours = counting(LocalHashing(1024, 1), options.reports)[0]
        lines += [
            "",
            f"pure-ldp {version} counts its optimal local hashing at {rate:,.0f} a second in the same run: "
            f"ours, the same protocol, is {ours / rate:,.0f} times as fast.",
        ]
        print(lines[-1], flush=True)
    ratio, took = loading(), device_report()
    lines += [
        "",
        "## A device",
        "",
        f"`import epsilog.device.device` takes {ratio:.2f} times the CPU of `import numpy` (median of 15 pairs). "
        f"A report with lock, state, mark and their syncs takes {took:.1f} ms of CPU.",
        "",
        "## n times the variance of a value that nobody has",
        "",
        "| protocol | values | measured | closed form | |",
        "|---|--:|--:|--:|--:|",
    ]
    wrong += [f"a device loads {ratio:.2f} times as long as numpy"] if ratio > 1.5 else []
    wrong += ["a device's report takes too long"] if took > 5 else []
    asks: list[tuple[Oracle | Lasting, int, int]] = [
        (kind(size, 1), runs, devices)
        for kind in (SubsetSelection, Unary, LinearHashing, LocalHashing, HadamardResponse, OneBitHadamard)
        for size, runs, devices in ((1024, 60, 1000), (16, 3000, 200))
    ]
    asks += [(GeneralizedResponse(size, 1), 3000, 500) for size in (16, 64)]
    asks += [(LastingResponse(100, 1, 2), 2000, 1000), (LastingResponse(16, 1, 2), 3000, 300)]
    asks += [(kind(64, 1, 2), 500, 500) for kind in (LastingUnary, LastingHashing)]
    for ask, runs, devices in asks:
        form = variance_of(0.0, 1, ask.p, ask.q)
        stated = FORMS.get((type(ask), ask.size), form)
        found = measured_variance(ask, runs, devices)
        lines.append(
            f"| {type(ask).__name__} | {ask.size:,} | {found:.4f} | {form:.4f} | {found / form - 1:+.1%} |"
        )
        print(lines[-1], flush=True)
        if abs(found / form - 1) > 0.05 or abs(form / stated - 1) > 1e-3:
            wrong.append(f"the variance of {type(ask).__name__} at {ask.size}")
    lines += ["", "Sketches (1,024 functions, 1,024 cells, ε 4): reports a CPU second", ""]
    for sketch in (CountMean(1024, 4), HadamardSketch(1024, 4)):
        rate, _ = counting(sketch, 200_000)
        lines.append(f"- {type(sketch).__name__}: {rate / 1e6:.2f} million, {sketch.length} bytes a report")
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}")
    for what in wrong:
        print(f"MISSED: {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
