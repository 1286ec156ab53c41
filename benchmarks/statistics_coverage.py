"""Whether stated coverage and size are real: tables for docs/benchmarks/statistics.md.

    make statistics                                                          every part
    python benchmarks/statistics_coverage.py [--draws 20000] [--only PART …]     the same, or some of it

(A file named statistics.py here would hide Python's own module of that name from every benchmark.)

Parts: proportions, means, contrasts, tests, strata, survival, inside, peers, speed, engine. Each is measured anew
and kept in statistics.json; the page is written from whatever that file holds, so a part can be measured again by
itself.
"""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats
from scipy.optimize import brentq

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(Path(__file__).parent)]

from epsilog.core.law import DiscreteLaplace  # noqa: E402
from epsilog.postprocess.infer.contrast import contrast  # noqa: E402
from epsilog.postprocess.infer.estimate import PublicTotal  # noqa: E402
from epsilog.postprocess.infer.proportion import proportion  # noqa: E402
from epsilog.postprocess.infer.two_cells import proportion_of_cells  # noqa: E402
from epsilog.postprocess.life.band import simultaneous  # noqa: E402
from epsilog.postprocess.life.curve import kaplan_meier, log_log  # noqa: E402
from epsilog.postprocess.life.exits import isotonic  # noqa: E402
from statistical.infer import test_contrast_coverage as contrasts  # noqa: E402
from statistical.infer import test_mean_coverage as means  # noqa: E402
from statistical.infer.simulated import misses, noise  # noqa: E402
from statistical.infer.test_proportion_coverage import smallest  # noqa: E402
from statistical.life import test_survival_coverage as lives  # noqa: E402
from statistical.life.scenes import FALLING, RARE, cohorts, truth  # noqa: E402
from statistics_engine import engine_cost  # noqa: E402
from statistics_inside import measured_inside  # noqa: E402
from statistics_page import write_page  # noqa: E402
from statistics_peers import PEERS, stated  # noqa: E402
from statistics_pressure import pressure_coverage  # noqa: E402
from statistics_strata import measured_net  # noqa: E402
from statistics_tests import measured_sizes  # noqa: E402

Rows = list[dict[str, Any]]


def proportions(draws: int) -> Rows:
    """Worked out, not simulated."""
    rows = []
    for n in (50, 100, 200, 500):
        for epsilon in ("0.1", "0.5", "1", "2"):
            law = DiscreteLaplace(1 / Fraction(epsilon))
            row: dict[str, Any] = {"n": n, "epsilon": epsilon}
            for method in ("exact", "wilson", "credible"):
                row[method] = smallest(n, law, method)
            rows.append(row)
    return rows


def mean_coverage(draws: int) -> Rows:
    means.DRAWS = draws
    means.samples.cache_clear()
    rows = [{"case": name, "coverage": 1 - means.missed(*case) / draws} for name, case in means.CASES.items()]
    for name, (n, p, law) in means.CELLS.items():
        found = proportion_of_cells(*means.cells(n, p, law), law)
        rows.append({"case": f"two noisy cells, {name}", "coverage": 1 - misses(found, p) / draws})
    return rows + pressure_coverage(draws)


def contrast_coverage(draws: int) -> Rows:
    contrasts.DRAWS = min(draws, 5000)
    rows = []
    for n, p, m, q, scale, *_ in contrasts.SCENES:
        row: dict[str, Any] = {"n": n, "risk": p, "against": q, "epsilon": 1 / scale}
        for kind in ("difference", "relative risk", "odds ratio"):
            found = contrast(*contrasts.groups(n, p, m, q, scale), DiscreteLaplace(scale), kind, simulations=499)
            row[kind] = 1 - misses(found, contrasts.truth(kind, p, q)) / contrasts.DRAWS
        rows.append(row)
    return rows


def test_sizes(draws: int) -> Rows:
    return measured_sizes(min(draws, 10_000), min(draws // 5, 3000))


def strata_sizes(draws: int) -> Rows:
    return measured_net(min(draws // 5, 3000))


def survival_coverage(draws: int) -> Rows:
    true, runs = truth(FALLING), min(draws // 5, 4000)
    rows: Rows = []
    for people, epsilon in lives.SCENES:
        law = DiscreteLaplace(1 / Fraction(epsilon))
        held, short, whole = np.zeros(30), np.zeros(30), []
        for at, exits in enumerate(cohorts(people, FALLING, law, runs, 11)):
            curve = kaplan_meier(exits)
            held += (curve.low <= true) & (true <= curve.high)
            low, high = log_log(curve.value, exits.tidy, 0.0, 1.959964, 0.05)
            short += (low <= true) & (true <= high)
            if at < runs // 4:
                band = simultaneous(exits, simulations=199)
                whole.append(bool(((band.low <= true) & (true <= band.high)).all()))
        days = [2, 9, 19, 29]
        row = {"people": people, "epsilon": epsilon, "points": (held[days] / runs).tolist()}
        rows.append({**row, "greenwood": (short[days] / runs).tolist(), "band": float(np.mean(whole))})
    for name, (hazard, people, epsilon) in RARE.items():
        law, true, whole = DiscreteLaplace(1 / Fraction(epsilon)), truth(hazard), []
        held = np.zeros(30)
        for at, exits in enumerate(cohorts(people, hazard, law, runs, 12)):
            curve = kaplan_meier(exits)
            held += (curve.low <= true) & (true <= curve.high)
            if at < runs // 4:
                band = simultaneous(exits, simulations=199)
                whole.append(bool(((band.low <= true) & (true <= band.high)).all()))
        row = {"rare": name, "people": people, "epsilon": epsilon, "points": (held[[2, 9, 19, 29]] / runs).tolist()}
        rows.append({**row, "least": float(held.min() / runs), "band": float(np.mean(whole))})
    lung = lives.LUNG
    cells = np.concatenate([lung["events"][0], lung["censored"], [lung["followed"]]])
    rows.append({"data": "lung, 228 people, 30 bins", "joint": lives.mean_error(cells, lung["survival"], 1, 400)})
    cohort = cohorts(9105, FALLING * 0.6, DiscreteLaplace(Fraction(1, 900)), 1, 8, lost=0.0)[0]
    cells = np.concatenate([cohort.events[0], cohort.censored, [cohort.followed]])
    exact = kaplan_meier(cohort).value
    joint = lives.mean_error(cells, exact, 1, 400)
    # The textbook recipe on the same people: m cumulative counts, each with noise of scale m, made to rise.
    split = np.cumsum(cohort.events[0]) + noise(DiscreteLaplace(30), 30 * 400, 3).reshape(400, 30)
    curves = 1 - np.clip(isotonic(split.astype(float)) / 9105, 0, 1)
    error = float(np.abs(curves - exact).max(axis=1).mean())
    rows.append({"data": "generated, 9105 people, 30 days", "joint": joint, "recipe": error})
    return rows


def inside_coverage(draws: int) -> Rows:
    return measured_inside(min(draws // 20, 2000))


def peers(draws: int) -> Rows:
    """The same question, a population's proportion, of the interval each peer states for its own noisy count."""
    rows: Rows = []
    for n, p, scale in ((200, 0.05, 10), (200, 0.3, 1), (1000, 0.01, 2), (5000, 0.2, 1)):
        law = DiscreteLaplace(scale)
        counts = np.random.default_rng([2611190, n, scale]).binomial(n, p, min(draws, 10_000))
        row: dict[str, Any] = {"n": n, "p": p, "epsilon": 1 / scale, "versions": {}}
        for peer in PEERS:
            found = stated(ROOT, peer, counts, 1 / scale)
            if isinstance(found, str):
                row[peer] = found
                continue
            row["versions"][peer] = found.version
            row[peer] = float(((found.low <= n * p) & (n * p <= found.high)).mean())
        ours = proportion(counts + noise(law, len(counts), 2611191), PublicTotal(n, "replace"), law)
        row["ours"] = 1 - misses(ours, p) / len(ours)
        rows.append(row)
    return rows


def speed(draws: int) -> Rows:
    rng = np.random.default_rng(0)
    n = rng.integers(20, 5000, 10_000)
    z = rng.binomial(n, rng.uniform(0, 1, 10_000))
    rows = []
    for scale in (1, 10):
        law = DiscreteLaplace(scale)
        start = time.process_time()
        proportion(z, PublicTotal(n, "replace"), law)
        ours = time.process_time() - start
        start = time.process_time()
        for cell in range(20):
            one_by_one(int(z[cell]), int(n[cell]), law)
        plain = (time.process_time() - start) * 10_000 / 20
        rows.append({"epsilon": 1 / scale, "cells": 10_000, "cpu seconds": ours, "one by one": plain})
    return rows


def one_by_one(z: int, n: int, law: DiscreteLaplace) -> tuple[float, float]:
    """The textbook way: scipy's binomial and brentq, a cell at a time."""
    x = np.arange(n + 1)
    rate = float(1 / law.scale)
    step = np.abs(z - x) + np.where(x < z, 0, 1)
    tail = np.exp(-rate * step) / (1 + np.exp(-rate))
    weight = np.where(x < z, tail, 1 - tail)
    other = np.exp(-rate * (np.abs(x - z) + np.where(x > z, 0, 1))) / (1 + np.exp(-rate))
    below = np.where(x > z, other, 1 - other)
    ends = []
    for share in (weight, below):

        def off(p: float, share: Any = share) -> float:
            return float(stats.binom.pmf(x, n, p) @ share) - 0.025

        ends.append(brentq(off, 0, 1, xtol=1e-9) if off(0.0) * off(1.0) < 0 else float("nan"))
    return ends[0], ends[1]


PARTS: dict[str, Callable[[int], Rows]] = {
    "proportions": proportions,
    "means": mean_coverage,
    "contrasts": contrast_coverage,
    "tests": test_sizes,
    "strata": strata_sizes,
    "survival": survival_coverage,
    "inside": inside_coverage,
    "peers": peers,
    "speed": speed,
    "engine": engine_cost,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=20_000)
    parser.add_argument("--only", nargs="*", choices=sorted(PARTS), default=sorted(PARTS))
    options = parser.parse_args()
    target = ROOT / "docs" / "benchmarks" / "statistics.json"
    found: dict[str, Any] = {}
    for name in [part for part in PARTS if part in options.only]:
        print(f"{name} …", flush=True)
        rows = PARTS[name](options.draws)
        # Read again now: another part may have been measured meanwhile.
        found = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
        found[name] = rows
        found.setdefault("draws", {})[name] = options.draws
        found.setdefault("dates", {})[name] = datetime.datetime.now(datetime.UTC).date().isoformat()
        found["made"] = {
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "python": platform.python_version(),
            "numpy": np.__version__,
        }
        target.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    write_page(found, target.with_suffix(".md"))


if __name__ == "__main__":
    main()
