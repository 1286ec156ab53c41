"""The coverage table as a page and a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from epsilog.accounting.pictures import canvas as look
from statistical.coverage import Case, most_misses


def write_page(rows: Sequence[tuple[Case, int, int]], folder: Path) -> None:
    lines = [
        "# How often ranges hold the bounded answer",
        "",
        "Every range a table shows is computed from the exact law of its noise. Here each kind of range is",
        "drawn again and again with the samplers a release uses, around a fixed exact answer, and the misses are",
        "counted: `pytest -m nightly tests/statistical/test_ranges.py` writes this page. The stated confidence is",
        "a lower bound; noise on whole numbers jumps, so narrow laws cover more than asked for, and ranges of",
        "means end at the clamps, so small cells and means at the ends of the scale cover more. “At least” is the",
        "lowest coverage that would still pass: an honest range falls below it once in a million runs.",
        "",
        "![coverage](coverage.png)",
        "",
        "| range | stated | covered | at least | draws |",
        "|---|---:|---:|---:|---:|",
    ]
    for case, missed, draws in rows:
        least = 1 - most_misses(draws, case.confidence) / draws
        stated, covered = f"{float(case.confidence):.0%}", f"{1 - missed / draws:.3%}"
        lines.append(f"| {case.name} | {stated} | {covered} | {least:.3%} | {draws:,} |")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "coverage.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    look.save(_picture(rows), folder / "coverage", ("png",))


def _picture(rows: Sequence[tuple[Case, int, int]]):  # type: ignore[no-untyped-def]
    levels = sorted({case.confidence for case, _, _ in rows})
    names = list(dict.fromkeys(case.name for case, _, _ in rows))
    figure, (ax,) = look.canvas(10.5, 1.6 + 0.24 * len(names))
    colours = dict(zip(levels, (look.AMBER, look.BLUE, look.GREEN), strict=True))
    for level in levels:
        mine = {case.name: 1 - missed / draws for case, missed, draws in rows if case.confidence == level}
        ax.axvline(float(level), color=colours[level], linewidth=1.2, linestyle="--", alpha=0.7)
        places = [names.index(name) for name in mine]
        ax.plot(
            list(mine.values()), places, "o", color=colours[level], markersize=5, label=f"stated {float(level):.0%}"
        )
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", labelsize=9)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_xticks([0.8, 0.85, 0.9, 0.95, 0.99], ["80%", "85%", "90%", "95%", "99%"])
    look.axes_names(ax, "covered (each dashed line is what was stated)", "")
    figure.legend(loc="outside lower center", frameon=False, ncols=3)
    look.title(figure, "Ranges cover at least as often as they say")
    return look.finish(figure, "en")
