"""Alerts on a city's taxi rides with five known anomalies: what epsilon costs in precision, recall and delay.

    python benchmarks/series_alerts.py FILE [repetitions]

FILE is the half-hourly taxi series of a public benchmark for anomalies (timestamp,value), which lies outside the
project. One detector for all, fixed before it was tried: each half-hour against the median of the same half-hour in
the six weeks before, added up over a day, in robust deviations of its own past; above five it alerts, and is then
silent for a day. It reads what is published: the exact series, or the noisy one.
"""

from __future__ import annotations

import csv
import datetime as dt
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np

from epsilog.accounting.zcdp import rho_of
from epsilog.core.participation import Participation
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.independent import Independent
from epsilog.mechanisms.series.window import Window
from epsilog.noise import system

DAY, WEEK, BEFORE, ABOVE = 48, 336, 6, 5.0
WINDOWS = (  # marathon, Thanksgiving, Christmas, New Year, snow storm: the benchmark's own windows
    ("2014-10-30 15:30", "2014-11-03 22:30"),
    ("2014-11-25 12:00", "2014-11-29 19:00"),
    ("2014-12-23 11:30", "2014-12-27 18:30"),
    ("2014-12-29 21:30", "2015-01-03 04:30"),
    ("2015-01-24 20:30", "2015-01-29 03:30"),
)
UNITS = {
    "one ride": Participation(1, 1, 1, signed=False, neighbours="add-remove"),
    "a person, 200 rides": Participation(200, 1, 1, signed=False, neighbours="add-remove"),
}


def read(path):
    rows = list(csv.DictReader(path.open()))
    times = [dt.datetime.fromisoformat(row["timestamp"]) for row in rows]
    return times, np.array([int(row["value"]) for row in rows], dtype=np.int64)


def alerts(series):
    """Steps at which the detector speaks."""
    first = BEFORE * WEEK
    expected = np.array([np.median(series[t - WEEK * BEFORE : t : WEEK]) for t in range(first, len(series))])
    off, whole = np.cumsum(series[first:] - expected), np.cumsum(expected)
    score = (off[DAY:] - off[:-DAY]) / np.maximum(1.0, whole[DAY:] - whole[:-DAY])
    found, silent = [], 0
    for t in range(2 * WEEK, len(score)):
        past = score[max(0, t - BEFORE * WEEK) : t - DAY]
        usual = 1.4826 * np.median(np.abs(past - np.median(past)))
        if t >= silent and abs(score[t] - np.median(past)) > ABOVE * usual:
            found.append(first + DAY + t)
            silent = t + DAY
    return found


def judged(found, times):
    """Precision, recall, and hours from the start of a window to its first alert."""
    spans = [tuple(dt.datetime.fromisoformat(end) for end in window) for window in WINDOWS]
    inside = [[times[at] for at in found if low <= times[at] <= high] for low, high in spans]
    hits = sum(len(one) for one in inside)
    delays = [(one[0] - low).total_seconds() / 3600 for one, (low, _) in zip(inside, spans, strict=True) if one]
    recall = sum(bool(one) for one in inside) / len(spans)
    return hits / len(found) if found else 1.0, recall, float(np.median(delays)) if delays else float("nan")


def row(unit, epsilon, runs):
    shown = []
    for at, digits in ((0, 2), (1, 2), (2, 0)):
        values = np.array([run[at] for run in runs], dtype=float)
        values = values[np.isfinite(values)]
        error = values.std(ddof=1) / len(values) ** 0.5 if len(values) > 1 else 0.0
        mean = f"{values.mean():.{digits}f}" if len(values) else "–"
        shown.append(f"{mean} ± {error:.{max(2, digits)}f}" if len(runs) > 1 else mean)
    return f"| {unit} | {epsilon} | {shown[0]} | {shown[1]} | {shown[2]} |"


def table(path, repetitions):
    times, exact = read(path)
    lines = ["| protected | epsilon | precision | recall | delay, hours |", "|---|---|---|---|---|"]
    lines.append(row("nothing", "–", [judged(alerts(exact.astype(float)), times)]))
    for name, unit in UNITS.items():
        for epsilon in ("1", "0.1", "0.01", "0.001"):
            mechanism = Factorised.at_rho(Independent(Window(1)), unit, Fraction(1), rho_of(epsilon, "1e-6"))
            runs = []
            for _ in range(repetitions):
                noisy = mechanism(BoundedSeries(exact[:, None], Fraction(1), unit), system).values[:, 0]
                runs.append(judged(alerts(noisy), times))
            lines.append(row(name, epsilon, runs))
            print(lines[-1], flush=True)
    return lines


def main():
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    print("\n".join(table(Path(sys.argv[1]), repetitions)))


if __name__ == "__main__":
    main()
