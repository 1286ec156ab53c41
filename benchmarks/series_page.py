"""The page of the series benchmarks: closed forms, throughput, alerts.

    python benchmarks/series_page.py [FOLDER] [--repetitions N] [--out docs/benchmarks]

FOLDER holds the taxi series that lies outside the project (`series_alerts` says which); without it only what needs
no data is measured. Writes series.md and series.png. Real series are on a page of their own (`series_real`).
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import time
from fractions import Fraction
from pathlib import Path

import numpy as np

import series
import series_alerts
import series_oracle
from epsilog.mechanisms.series.banded import Banded
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.buffered import Buffered
from epsilog.mechanisms.series.factorised import Factorised
from epsilog.mechanisms.series.square_root import SquareRoot
from epsilog.mechanisms.series.strategy import multiplier_error
from epsilog.mechanisms.series.tree import BinaryTree
from epsilog.mechanisms.series.window import Window
from epsilog.noise import system

CELLS, STEPS, LONG = 10_000, 200, 2**20


def throughput():
    """Cell-steps per second of CPU of one stream over many cells, and of one batch of a million steps."""
    once = series.unit()
    stream = Factorised.at_rho(Buffered.fitted(2**16, normalised=False), once, Fraction(1), rho="0.02")
    state, row = stream.start(CELLS), np.full((1, CELLS), 5, dtype=np.int64)
    began = time.process_time()
    for _ in range(STEPS):
        _, state = stream.step(BoundedSeries(row, Fraction(1), once), state, system)
    rate = CELLS * STEPS / (time.process_time() - began)
    batch = Factorised.at_rho(Window(365), once, Fraction(1), rho="0.02")
    table = np.full((LONG, 1), 5, dtype=np.int64)
    began = time.process_time()
    batch(BoundedSeries(table, Fraction(1), once), system)
    return rate, time.process_time() - began


def picture(path):
    """Errors of the strategies against the horizon."""
    from epsilog.accounting.pictures import canvas as look

    figure, (ax,) = look.canvas(8.2, 5.0)
    once, steps = series.unit(), [2**k for k in range(3, 13)]
    for name, make, colour, style in (
        ("binary tree", BinaryTree, look.RED, "-"),
        ("each step by itself", lambda n: Banded(n, (1,)), look.AMBER, "--"),
        ("buffered, 4 to 6 numbers of memory", lambda n: Buffered.fitted(n, normalised=True), look.GREEN, "-"),
        ("square root, normalised", lambda n: SquareRoot(n, normalised=True), look.BLUE, "--"),
    ):
        errors = [multiplier_error(make(n), once, n)[1] for n in steps]
        ax.plot(steps, errors, color=colour, linestyle=style, linewidth=2.2, label=name)
    least = [float((1 / (2 * np.sin((2 * np.arange(n) + 1) * np.pi / (4 * n + 2)))).mean()) for n in steps]
    ax.plot(steps, least, color=look.QUIET, linestyle=":", linewidth=1.8, label="no matrix goes below")
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set_yticks([2, 5, 10, 20, 50], [str(value) for value in (2, 5, 10, 20, 50)])
    ax.yaxis.set_minor_formatter(lambda value, _: "")
    look.axes_names(ax, "Steps", "Root mean square error, per unit of noise")
    look.title(figure, "Running totals: error against the number of steps")
    look.legend(ax, loc="upper left")
    look.finish(figure, "en")
    path.write_bytes(look.png(figure))


def main():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("folder", nargs="?", type=Path)
    asked.add_argument("--repetitions", type=int, default=100)
    asked.add_argument("--out", type=Path, default=Path("docs/benchmarks"))
    given = asked.parse_args()
    load = os.getloadavg()[0]
    rate, batch = throughput()
    page = [
        "# Series",
        "",
        f"`python benchmarks/series_page.py FOLDER --repetitions {given.repetitions}`, {dt.date.today()}, "
        f"Python {platform.python_version()}, load {load:.1f} on {os.cpu_count()} cores when it began.",
        "",
        "## Errors in closed form",
        "",
        "Integer strategies with their exact norms, beside the figures of real matrices they are meant to reach.",
        "Standard error per unit of noise multiplier (Gaussian), or at epsilon 1 (pure). Nothing is drawn.",
        "",
        *series.rows(),
        "",
        "![Errors against the horizon](series.png)",
        "",
        *(series_oracle.lines() if series_oracle.OUT.exists() else ()),
        "## Throughput",
        "",
        f"A buffered stream over {CELLS:,} cells: {rate / 1e6:.2f} million cell-steps per second of CPU, noise",
        f"included; its memory does not grow with the steps. A window of 365 over one batch of {LONG:,} steps: "
        f"{batch:.1f} s.",
        "",
    ]
    page += ["Errors on real series, smoothed and not, are on [a page of their own](series-real.md).", ""]
    if given.folder is not None:
        page += [
            "## Alerts on a city's taxi rides",
            "",
            "Half-hours of 215 days, five known anomalies. One detector, fixed before it was tried, reads what is",
            "published: the exact series, or one with noise at (epsilon, 1e-6). Delay counts from the start of a",
            "window of the benchmark, which opens two days before its event.",
            "",
            *series_alerts.table(given.folder / "nab_nyc_taxi.csv", max(2, given.repetitions // 10)),
            "",
        ]
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "series.md").write_text("\n".join(page), "utf-8")
    picture(given.out / "series.png")
    print(f"wrote {given.out / 'series.md'}")


if __name__ == "__main__":
    main()
