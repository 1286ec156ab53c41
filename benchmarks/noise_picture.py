"""The picture of the noise benchmark: one dot per library, on a logarithmic scale."""

from __future__ import annotations

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, NullFormatter

from noise_page import PAGES, Results, per_second

COLOURS = {"Epsilog": "#0b6e4f", "OpenDP": "#c8553d", "diffprivlib": "#7b6d8d"}
UNSAFE = "#9a9a9a"
TITLES = {"laplace": "discrete Laplace", "gaussian": "discrete Gaussian"}


def write_picture(results: Results) -> None:
    laws = list(dict.fromkeys(law for law, _ in results.cases()))
    figure, panels = plt.subplots(1, len(laws), figsize=(11, 4.3))
    for panel, law in zip(panels, laws, strict=True):
        scales = [scale for case, scale in results.cases() if case == law]
        for row, scale in enumerate(scales):
            compare(panel, results, law, scale, row)
        panel.set_title(TITLES[law], loc="left", fontsize=12)
        panel.set_xscale("log")
        panel.set_xlim(2e2, 9e8)
        panel.set_xticks([10**power for power in range(3, 9)])
        panel.xaxis.set_major_formatter(
            FuncFormatter(lambda rate, _: f"{rate / 1e6:g} M" if rate >= 1e6 else f"{rate / 1e3:g} k")
        )
        panel.xaxis.set_minor_formatter(NullFormatter())
        panel.set_yticks(
            range(len(scales)), [f"{'scale' if law == 'laplace' else 'σ ='} {scale}" for scale in scales]
        )
        panel.set_ylim(len(scales) - 0.5, -0.55)
        panel.tick_params(axis="y", length=0)
        panel.grid(axis="x", color="#eeeeee")
        panel.set_axisbelow(True)
        panel.spines[["top", "right", "left"]].set_visible(False)
        panel.set_xlabel("draws per CPU second (logarithmic)")
    handles, labels = panels[0].get_legend_handles_labels()
    unique = dict(zip(labels, handles, strict=True))
    figure.suptitle("Exact integer noise: speed, and how many times OpenDP's", x=0.012, ha="left", fontsize=13.5)
    figure.legend(
        unique.values(),
        unique.keys(),
        loc="upper left",
        bbox_to_anchor=(0.0, 0.93),
        ncols=len(unique),
        frameon=False,
    )
    figure.tight_layout(rect=(0, 0, 1, 0.93), w_pad=3)
    figure.savefig(PAGES / "noise.png", dpi=160)
    plt.close(figure)


def compare(panel: Axes, results: Results, law: str, scale: int, row: int) -> None:
    """One row: a dot per library, a bar from OpenDP to ours with the ratio above it."""
    ours, theirs = results.rates["Epsilog", law, scale], results.rates["OpenDP", law, scale]
    panel.plot([theirs, ours], [row, row], color="#dddddd", linewidth=5, solid_capstyle="round", zorder=1)
    ratio = f"{results.ratio(law, scale):,.0f} ×"
    panel.text((ours * theirs) ** 0.5, row - 0.09, ratio, ha="center", va="bottom", fontsize=12, color="#333333")
    for name in results.libraries():
        colour = COLOURS.get(name, UNSAFE)
        style = (
            {"color": colour, "zorder": 2 if name == "diffprivlib" else 3}
            if name in COLOURS
            else {"color": "white", "edgecolor": colour, "zorder": 4}
        )
        size = 95 if name in COLOURS else 45
        panel.scatter(results.rates[name, law, scale], row, s=size, linewidth=1.6, label=name, **style)
    panel.annotate(per_second(ours), (ours, row), (0, -17), textcoords="offset points", ha="center", fontsize=9)
    panel.annotate(per_second(theirs), (theirs, row), (0, -17), textcoords="offset points", ha="center", fontsize=9)
