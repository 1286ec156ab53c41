"""The asked-for mechanism and its successor on an invented log and on two real ones, as pictures and numbers.

    python benchmarks/asked_for.py FOLDER

FOLDER holds cdnow.txt and online_retail_invoices.csv; either may be missing. Writes docs/asked-for/NAME-*.png and
docs/asked-for/numbers.json, and prints the table of docs/asked-for.md.
"""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path

import numpy as np

from epsilog.accounting.pictures import save
from epsilog.classic import pictures
from epsilog.classic.reproduction import Settings, reproduce
from epsilog.classic.transactions import GENERATED_MOST, Log, invent_log, read_log

OUT = Path(__file__).parents[1] / "docs" / "asked-for"
DRAW = {
    "figure-3": pictures.variance_picture,
    "figure-4": pictures.information_picture,
    "figure-5": pictures.times_picture,
    "figure-6": pictures.usefulness_picture,
    "attack": pictures.attack_picture,
    "successor": pictures.contest_picture,
}


def cdnow(path):
    rows = [line.split() for line in path.read_text().splitlines()[1:] if line.strip()]
    rows.sort(key=lambda row: row[1])
    times = [datetime.strptime(row[1], "%Y%m%d") for row in rows]
    return Log(times, np.array([float(row[3]) for row in rows]), [row[0] for row in rows])


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("nowhere")
    logs = {"generated": (invent_log(), Settings(most=GENERATED_MOST, repetitions=20))}
    if (folder / "cdnow.txt").exists():
        logs["cdnow"] = (cdnow(folder / "cdnow.txt"), Settings(most=200, every="1d", repetitions=20))
    if (folder / "online_retail_invoices.csv").exists():
        retail = read_log(folder / "online_retail_invoices.csv", "t", "amt", "cust")
        logs["online-retail"] = (retail, Settings(most=1_000, every="1h", repetitions=20))
    OUT.mkdir(exist_ok=True)
    numbers = {}
    for name, (log, settings) in logs.items():
        found = reproduce(log, settings)
        numbers[name] = found.to_dict()
        for picture, draw in DRAW.items():
            if name != "generated" and picture == "figure-5":
                continue  # how long it takes does not depend on the log
            save(draw(found), OUT / f"{name}-{picture}", ["png"])
        for one in found.rounds:
            for price, errors in (("pure", one.result.laplace), ("δ = 1e-6", one.result.gaussian)):
                cells = [f"{errors[way][0]:.3g} ± {errors[way][1]:.1g}" for way in ("repaired", "online", "batch")]
                head = f"| {name} | {one.what}, {one.whom} in {one.scene.times} | {price}"
                more = f"{one.result.flat:.3g} | {one.result.published[0]:.3g}"
                each = f" (each step: {errors['each'][0]:.3g})" if "each" in errors else ""
                print(f"{head} | {' | '.join(cells)}{each} | {more} |", flush=True)
    (OUT / "numbers.json").write_text(json.dumps(numbers, indent=1, allow_nan=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
