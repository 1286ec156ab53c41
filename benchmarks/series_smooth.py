"""How far smoothed private series are from the truth, on real series that lie outside the project.

    python benchmarks/series_smooth.py FOLDER [repetitions]

FOLDER holds fast_flu.csv, cdnow.txt, ili_outpatient_regions.csv. Noise is continuous numpy noise of the law's
variance: this measures post-processing, it releases nothing. Every figure has its standard error beside it.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from datetime import date
from pathlib import Path

import numpy as np

from epsilog.accounting import gaussian
from epsilog.postprocess.smooth import Structure, smooth, smooth_best
from epsilog.postprocess.smooth_online import Bank


def flu(folder):
    rows = list(csv.reader((folder / "fast_flu.csv").open()))
    return np.array([float(row[0]) for row in rows[1:]])


def cdnow(folder):
    days = Counter()
    for line in (folder / "cdnow.txt").read_text().splitlines():
        parts = line.split()
        if len(parts) >= 4 and parts[1].isdigit():
            days[parts[1]] += 1
    first, last = (date(int(d[:4]), int(d[4:6]), int(d[6:])) for d in (min(days), max(days)))
    count = (last - first).days + 1
    every = [date.fromordinal(first.toordinal() + k).strftime("%Y%m%d") for k in range(count)]
    return np.array([float(days[day]) for day in every])


def outpatient(folder):
    weeks = Counter()
    for row in csv.DictReader((folder / "ili_outpatient_regions.csv").open()):
        weeks[int(row["YEAR"]), int(row["WEEK"])] += int(row["ILITOTAL"])
    return np.array([float(weeks[week]) for week in sorted(weeks)][:1250])


def measured(name, truth, deviation, draw, method, repetitions, rng):
    errors = [
        np.abs(method(truth + draw(rng, len(truth)), deviation**2) - truth).mean() for _ in range(repetitions)
    ]
    spread = np.std(errors, ddof=1) / np.sqrt(len(errors))
    print(f"{name:60s} {np.mean(errors):9.2f} ± {spread:.2f}", flush=True)


def online(noisy, variance):
    bank = Bank(1)
    return np.array([bank.step(np.array([value]), variance)[0] for value in noisy])


def run(folder, repetitions):
    rng = np.random.default_rng(20)
    ways = {
        "as it is": lambda noisy, variance: noisy,
        "level": lambda noisy, variance: smooth(noisy, variance, Structure()).values,
    }
    for label, truth, seasons in (("flu", flu(folder), ()), ("cdnow", cdnow(folder), (7,))):
        for epsilon in (1, 0.1) if label == "flu" else (1,):
            deviation = float(gaussian.sigma_of(epsilon, "1e-6")) * np.sqrt(len(truth))

            def normal(generator, size, deviation=deviation):
                return generator.normal(0, deviation, size)

            chosen = dict(ways)
            chosen["best structure"] = lambda noisy, variance, s=seasons: smooth_best(noisy, variance, s).values
            for way, method in chosen.items():
                few = repetitions if way != "best structure" else max(3, repetitions // 10)
                name = f"{label}, person in all {len(truth)} steps, epsilon {epsilon}, {way}"
                measured(name, truth, deviation, normal, method, few, rng)
    stream = outpatient(folder)
    for width in (40, 120):
        scale = float(width)

        def laplace(generator, size, scale=scale):
            return generator.laplace(0, scale, size)

        for way, method in (("as it is", ways["as it is"]), ("bank", online)):
            name = f"outpatient, windows of {width}, epsilon 1, uniform, {way}"
            measured(name, stream, scale * np.sqrt(2), laplace, method, repetitions, rng)


def main():
    run(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 60)


if __name__ == "__main__":
    main()
