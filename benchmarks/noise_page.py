"""The page of the noise benchmark."""

from __future__ import annotations

import datetime
import os
import platform
from dataclasses import dataclass
from pathlib import Path

PAGES = Path(__file__).resolve().parent.parent / "docs" / "benchmarks"


@dataclass(frozen=True)
class Results:
    """Median draws per CPU second by (library, law, scale), their range, and correlations likewise."""

    rates: dict[tuple[str, str, int], float]
    spread: dict[tuple[str, str, int], tuple[float, float]]
    timing: dict[tuple[str, str, int], float]
    versions: dict[str, str]
    repeats: int
    seconds: float
    calls: int

    def ratio(self, law: str, scale: int) -> float:
        """How many times as fast as OpenDP ours is: medians of one interleaved run."""
        return self.rates["Epsilog", law, scale] / self.rates["OpenDP", law, scale]

    def libraries(self) -> list[str]:
        return list(self.versions)

    def cases(self) -> list[tuple[str, int]]:
        return list(dict.fromkeys((law, scale) for _, law, scale in self.rates))


def machine() -> str:
    """The machine, without names: processor, cores, memory, Python."""
    model = platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cores = os.cpu_count()
    return f"{model}, {cores} cores, {memory:.0f} GiB, {platform.system()}, Python {platform.python_version()}"


def per_second(rate: float) -> str:
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} M"
    return f"{rate / 1e3:.0f} k" if rate >= 1e4 else f"{rate / 1e3:.1f} k"


ABOUT = """
Each figure is the median of {repeats} repetitions of {seconds} CPU seconds. The libraries take turns within every
repetition, so that a busy machine slows all of them; each runs in a process of its own, the peers in environments
of their own. Tables and caches are warm. Lowest and highest repetition:
"""

COMPARED = """
What is compared:

- **Epsilog**: `discrete_laplace`, `discrete_gaussian`, a million draws per call, on AES-256-CTR.
- **OpenDP**: `make_laplace`, `make_gaussian` over `vector_domain(atom_domain(T=int))`, 20 000 zeros per call; the
  time includes handing the list over and back.
- **diffprivlib**: `Geometric`, `GaussianDiscrete`, one draw per call as it offers no batches.
- **numpy**: `laplace`, `normal`, rounded. Not private (floating-point support, predictable generator); shown as the
  speed one might give up safety for. Our Gaussian can be faster because looking up a table costs less than
  numpy's transformation and rounding; our Laplace needs a random word for each binary digit.

## Time against size

Whoever can time single draws learns about their size if large draws are slow. Spearman's correlation between
|noise| and the time of one call, {calls} calls one by one (0 is best; without any correlation 95 % of such runs
stay within ±{chance:.3f}):
"""

CLOSING = """
A batch of our Laplace draws does the same work whatever it draws, up to ties and tails rarer than one in 2^32. The
Gaussian's table is searched, which takes large draws a little longer than small ones; above a standard deviation of
2048 it works in rounds whose number depends on coins. All of this is a property of batches, not a
shield for single numbers: releases should not be timed one by one at all.
"""


def write_page(results: Results, goal: int) -> None:
    libraries, cases = results.libraries(), results.cases()
    versions = ", ".join(f"{name.partition(',')[0]} {version}" for name, version in results.versions.items())
    lowest = min(results.ratio(*case) for case in cases)
    lines = [
        "# Exact integer noise: draws per CPU second",
        "",
        f"Measured on {datetime.date.today():%d %B %Y} by `python benchmarks/noise.py`. {machine()}.",
        f"Versions: {versions}.",
        "",
        f"Goal: at least {goal} times OpenDP's vectorised integer draws. Lowest ratio here: **{lowest:.0f}**.",
        "",
        *heading("law", "scale or σ", *libraries, "Epsilog / OpenDP"),
    ]
    for law, scale in cases:
        cells = [per_second(results.rates[name, law, scale]) for name in libraries]
        lines.append(row(f"discrete {law.capitalize()}", scale, *cells, f"{results.ratio(law, scale):,.0f} ×"))
    lines += ["", "![draws per CPU second](noise.png)"]
    lines += [ABOUT.format(repeats=results.repeats, seconds=results.seconds)]
    lines += heading("law", "scale or σ", *libraries)
    for law, scale in cases:
        ranges = [results.spread[name, law, scale] for name in libraries]
        cells = [f"{per_second(low)} – {per_second(high)}" for low, high in ranges]
        lines.append(row(f"discrete {law.capitalize()}", scale, *cells))
    lines.append(COMPARED.format(calls=results.calls, chance=1.96 / results.calls**0.5))
    timed = list(dict.fromkeys(name for name, _, _ in results.timing))
    lines += heading("law", "scale or σ", *timed)
    for law, scale in dict.fromkeys((law, scale) for _, law, scale in results.timing):
        cells = [f"{results.timing[name, law, scale]:+.3f}" for name in timed]
        lines.append(row(f"discrete {law.capitalize()}", scale, *cells))
    lines.append(CLOSING)
    PAGES.mkdir(parents=True, exist_ok=True)
    (PAGES / "noise.md").write_text("\n".join(lines), encoding="utf-8")


def heading(first: str, *others: str) -> list[str]:
    return [row(first, *others), "|---|" + "--:|" * len(others)]


def row(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"
