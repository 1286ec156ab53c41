"""Real series that lie outside the project, read from the folder that holds their files."""

from __future__ import annotations

import csv
from collections import Counter
from datetime import date

import numpy as np


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
    """Visits at the ages 5 to 24 in ten regions: with these "Sample" errs by 2,960 as the benchmark has it."""
    weeks = Counter()
    for row in csv.DictReader((folder / "ili_outpatient_regions.csv").open()):
        weeks[int(row["YEAR"]), int(row["WEEK"])] += int(row["AGE 5-24"] or 0)
    return np.array([float(weeks[week]) for week in sorted(weeks)][:1250])
