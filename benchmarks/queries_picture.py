"""The picture of the query benchmark: CPU seconds of each query, ours beside plain SQL, on both engines."""

from __future__ import annotations

import statistics
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from peer import ROOT

PICTURE = ROOT / "docs" / "benchmarks" / "queries.png"
COLOURS = {"plain SQL": "#c4c4c4", "Epsilog": "#0b6e4f"}
TITLES = {"file": "Parquet file, embedded engine", "server": "table of a PostgreSQL server"}


def middle(part: dict[str, Any], query: str, system: str, field: str = "cpu") -> float | None:
    """The middle of the runs that gave an answer."""
    values = [
        one[field]
        for one in part["runs"]
        if one["query"] == query and one["system"] == system and not one["failure"]
    ]
    return statistics.median(values) if values else None


def names_of(part: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(one["query"] for one in part["runs"]))


def write_picture(page: dict[str, Any]) -> None:
    parts = [name for name in TITLES if name in page]
    figure, axes = plt.subplots(1, len(parts), figsize=(5.9 * len(parts), 5.2), squeeze=False)
    for ax, name in zip(axes[0], parts, strict=True):
        _draw(ax, page[name], f"{page[name]['rows'] / 1e6:g} M rows, {TITLES[name]}")
    axes[0][0].legend(frameon=False, fontsize=9, loc="lower right")
    figure.suptitle("One query over 50 regions: CPU seconds of the whole process", x=0.012, ha="left", fontsize=13)
    figure.tight_layout(rect=(0, 0, 1, 0.97))
    figure.savefig(PICTURE, dpi=150)


def _draw(ax: Axes, part: dict[str, Any], title: str) -> None:
    names = names_of(part)
    for row, name in enumerate(names):
        plain, ours = (middle(part, name, system) for system in COLOURS)
        for at, (system, value) in enumerate((("plain SQL", plain), ("Epsilog", ours))):
            if value is not None:
                ax.barh(row + 0.38 * at - 0.19, value, 0.36, color=COLOURS[system], label=None if row else system)
        if plain and ours:
            ax.text(max(plain, ours), row, f"  ×{ours / plain:.1f}", va="center", fontsize=9, color="#333333")
    ax.set_yticks(range(len(names)), names, fontsize=9)
    ax.invert_yaxis()
    ax.margins(x=0.14)
    ax.set_xlabel("CPU seconds", fontsize=9)
    ax.set_title(title, fontsize=10, loc="left")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
