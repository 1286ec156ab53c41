"""How many exact draws per CPU second, against OpenDP, diffprivlib and numpy's unsafe floats; one run, interleaved.

    python benchmarks/noise.py [--repeats 7] [--seconds 0.3] [--calls 4000]

Writes docs/benchmarks/noise.md and noise.png. Exits with status 1 unless every draw we compare is at least
50 times as fast as OpenDP's.
"""

from __future__ import annotations

import argparse
import statistics
import sys

from scipy.stats import spearmanr

from noise_page import Results, write_page
from noise_picture import write_picture
from peer import Worker, environment

GOAL = 50
LAWS = ("laplace", "gaussian")
SCALES = (1, 10, 1000)


def workers() -> dict[str, Worker]:
    opendp = environment("opendp-0.16.0", ["opendp==0.16.0"])
    diffprivlib = environment("diffprivlib-0.6.6", ["diffprivlib==0.6.6", "scikit-learn<1.7"])
    return {
        "Epsilog": Worker("epsilog_draws.py", "epsilog"),
        "OpenDP": Worker("opendp_draws.py", python=opendp),
        "diffprivlib": Worker("diffprivlib_draws.py", python=diffprivlib),
        "numpy, rounded (unsafe)": Worker("epsilog_draws.py", "numpy"),
    }


def measured(repeats: int, seconds: float, calls: int) -> Results:
    running = workers()
    samples: dict[tuple[str, str, int], list[float]] = {}
    for repeat in range(repeats):
        for law in LAWS:
            for scale in SCALES:
                for name, worker in running.items():
                    answer = worker.ask("rate", law, scale, seconds)
                    rate = answer["draws"] / answer["cpu_seconds"]
                    samples.setdefault((name, law, scale), []).append(rate)
        print(f"  repetition {repeat + 1} of {repeats}", flush=True)
    timing = {}
    for law in LAWS:
        for scale in (10, 1000):
            for name in ("Epsilog", "OpenDP"):
                answer = running[name].ask("single", law, scale, calls)
                timing[name, law, scale] = float(spearmanr(answer["sizes"], answer["nanoseconds"]).statistic)
                print(f"  time against size, {law} {scale}, {name}: {timing[name, law, scale]:+.3f}", flush=True)
    versions = {name: worker.version for name, worker in running.items()}
    for worker in running.values():
        worker.close()
    rates = {key: statistics.median(values) for key, values in samples.items()}
    spread = {key: (min(values), max(values)) for key, values in samples.items()}
    return Results(rates, spread, timing, versions, repeats, seconds, calls)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--calls", type=int, default=4000)
    options = parser.parse_args()
    results = measured(options.repeats, options.seconds, options.calls)
    write_page(results, GOAL)
    write_picture(results)
    slow = []
    for law in LAWS:
        for scale in SCALES:
            ours, ratio = results.rates["Epsilog", law, scale], results.ratio(law, scale)
            print(f"{law:9} {scale:5}: {ours / 1e6:7.1f} M/s, {ratio:6.0f} x OpenDP")
            if ratio < GOAL:
                slow.append((law, scale))
    print("written: docs/benchmarks/noise.md, docs/benchmarks/noise.png")
    if slow:
        print(f"below the goal of {GOAL} x: {slow}", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
