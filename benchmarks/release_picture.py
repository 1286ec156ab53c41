"""The picture of the release benchmark: CPU seconds and memory of one size, and how both grow with the rows."""

from __future__ import annotations

import statistics
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullFormatter

from peer import ROOT

PICTURE = ROOT / "docs" / "benchmarks" / "release.png"
COLOURS = {
    "plain SQL": "#c4c4c4",
    "SQL, persons' cells": "#a5a5a5",
    "Epsilog, reading only": "#7fb8a2",
    "Epsilog": "#0b6e4f",
    "textbook SQL": "#6b6b6b",
    "OpenDP": "#c8553d",
}
NOTES = {
    "plain SQL": "protects nobody",
    "SQL, persons' cells": "no limit on cells",
    "Epsilog, reading only": "before noise",
    "Epsilog": "plan, ledger, noise and all",
    "textbook SQL": "row_number(), no noise",
    "OpenDP": "with Polars, noise included",
}


def middle(runs: list[dict[str, Any]], system: str, field: str, rows: int) -> float | None:
    values = [one[field] for one in runs if one["system"] == system and one["rows"] == rows and not one["failure"]]
    return statistics.median(values) if values else None


def short(number: float) -> str:
    return f"{number / 1e6:g} M"


def write_picture(page: dict[str, Any]) -> None:
    parts = [name for name in ("main", "scale") if name in page]
    if not parts:
        return
    figure = plt.figure(figsize=(11.5, 4.6))
    grid = figure.add_gridspec(1, 3, width_ratios=(1.55, 1, 1) if len(parts) == 2 else (1, 0.01, 0.01))
    if "main" in page:
        draw_bars(figure.add_subplot(grid[0]), page["main"])
    if "scale" in page:
        draw_growth(figure.add_subplot(grid[1]), page["scale"], "cpu", "CPU seconds")
        draw_growth(figure.add_subplot(grid[2]), page["scale"], "peak", "peak memory, GB")
    figure.suptitle(
        "A count and a sum, 720 hours × 50 regions, at most 20 cells a person", x=0.012, ha="left", fontsize=13.5
    )
    figure.tight_layout(rect=(0, 0, 1, 0.97), w_pad=2.2)
    figure.savefig(PICTURE, dpi=160)
    plt.close(figure)


def draw_bars(panel: Axes, main: dict[str, Any]) -> None:
    """One bar of CPU seconds per system, its memory and what it is beside it."""
    found = {name: middle(main["runs"], name, "cpu", main["rows"]) for name in COLOURS}
    shown = [name for name, cpu in found.items() if cpu is not None]
    longest = max(cpu for cpu in found.values() if cpu is not None)
    for row, name in enumerate(shown):
        cpu, peak = found[name], middle(main["runs"], name, "peak", main["rows"])
        assert cpu is not None
        panel.barh(row, cpu, height=0.62, color=COLOURS[name])
        panel.text(cpu + longest * 0.015, row - 0.02, f"{cpu:.1f} s, {peak:.1f} GB", va="center", fontsize=9.5)
    labels = [f"{name}\n{NOTES[name]}" for name in shown]
    panel.set_yticks(range(len(shown)), labels, fontsize=8.5)
    panel.set_ylim(len(shown) - 0.5, -0.5)
    panel.set_xlim(0, longest * 1.28)
    panel.set_title(f"CPU seconds, {short(main['rows'])} rows", loc="left", fontsize=11)
    panel.tick_params(axis="y", length=0)
    panel.grid(axis="x", color="#eeeeee")
    panel.set_axisbelow(True)
    panel.spines[["top", "right", "left"]].set_visible(False)


def draw_growth(panel: Axes, scale: dict[str, Any], field: str, title: str) -> None:
    """One line per system on logarithmic axes; a grey one shows what linear is."""
    sizes = sorted({one["rows"] for one in scale["runs"]})
    for name in ("plain SQL", "Epsilog", "textbook SQL", "OpenDP"):
        values = [(rows, middle(scale["runs"], name, field, rows)) for rows in sizes]
        known = [(rows, value) for rows, value in values if value is not None]
        if not known:
            continue
        panel.plot(*zip(*known, strict=True), marker="o", markersize=4, color=COLOURS[name])
        above = name in ("OpenDP", "textbook SQL")  # their lines end in the middle of the picture
        panel.annotate(
            name,
            known[-1],
            (3, 5) if above else (5, 0),
            textcoords="offset points",
            ha="right" if above else "left",
            va="bottom" if above else "center",
            fontsize=8.5,
            color=COLOURS[name],
        )
    ours = [(rows, middle(scale["runs"], "Epsilog", field, rows)) for rows in sizes]
    last = [(rows, value) for rows, value in ours if value is not None]
    if last and field == "cpu":
        (end, value) = last[-1]
        panel.plot([sizes[0], end], [value * sizes[0] / end, value], color="#cccccc", linestyle=":", zorder=0)
        panel.annotate("linear", (sizes[0], value * sizes[0] / end), (2, -11), textcoords="offset points",
                       fontsize=8, color="#999999")  # fmt: skip
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xticks(sizes)
    panel.set_xlim(sizes[0] * 0.8, sizes[-1] * 4)
    panel.xaxis.set_major_formatter(FuncFormatter(lambda rows, _: f"{rows / 1e6:g}"))
    panel.xaxis.set_minor_formatter(NullFormatter())
    panel.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    low, high = panel.get_ylim()
    panel.set_ylim(low, high * 1.25)
    panel.set_title(title, loc="left", fontsize=11)
    panel.set_xlabel("million rows")
    panel.grid(color="#eeeeee")
    panel.set_axisbelow(True)
    panel.spines[["top", "right"]].set_visible(False)
