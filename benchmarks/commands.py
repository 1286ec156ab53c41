"""How long the commands take, as ratios to `python -c "import numpy"` measured in the same run.

    python benchmarks/commands.py [--repeats 7] [--page]

CPU seconds, user and system, of a process each; the least of the repeats, taken in turns, because whatever else a
machine does only adds to it. `--page` writes docs/benchmarks/commands.md. Exits with status 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks" / "commands.md"
ROWS = 5_000
SPEC = """\
release: visits
edition: "{edition}"
source:
  file: visits.csv
  columns: {{patient: text, region: text, visited: date, systolic: number}}
protect: {{each: patient}}
bound: {{rows: 4, cells: 4}}
during: {{time: visited, from: 2026-01-01, to: 2026-01-31}}
publish:
  - {{count: rows, by: {{region: [North, South, East, West]}}, every: 1d}}
  - {{mean: systolic, between: [80, 220]}}
spend: {{epsilon: 0.1, delta: 1e-7, from: clinic}}
"""
# What a command may take, in imports of numpy.
GOALS = {
    "--help": 3,
    "ledger show": 3,
    "plan": 5,
    "explain": 5,
    "verify": 5,
    "check": 7,
    "publish": 14,
    "publish, stored already": 5,
    "publish, stored already, to a new folder": 14,  # its pictures are drawn
}


def scene(folder: Path) -> None:
    """Rows, an account and a first release."""
    dice = random.Random(7)
    lines = ["patient,region,visited,systolic"]
    for _ in range(ROWS):
        region = dice.choice(("North", "South", "East", "West"))
        day = dt.date(2026, 1, 1) + dt.timedelta(days=dice.randrange(31))
        lines.append(f"p{dice.randrange(1700):05d},{region},{day},{dice.gauss(130, 18):.1f}")
    (folder / "visits.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ask(folder, "first")
    opening = (
        "ledger",
        "open",
        "clinic",
        "--each",
        "patient",
        "--epsilon",
        "100",
        "--delta",
        "1e-6",
        "--by",
        "Ada",
    )
    for command in (opening, ("publish", "first.yaml", "--out", "first")):
        done = subprocess.run(
            [*EPSILOG, *command], cwd=folder, capture_output=True, text=True, check=False, env=KEPT
        )
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: {done.stdout}{done.stderr}")


def ask(folder: Path, edition: str) -> None:
    (folder / f"{edition}.yaml").write_text(SPEC.format(edition=edition), encoding="utf-8")


EPSILOG = (str(Path(sys.executable).parent / "epsilog"),)


# Compiled modules are kept, as they are wherever a program is installed.
KEPT = {name: said for name, said in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def seconds(command: list[str], folder: Path) -> float:
    """CPU seconds of one process, which must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, env=KEPT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(repeats: int) -> tuple[float, dict[str, float]]:
    """What an import of numpy takes, and every command."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        scene(folder)
        found: dict[str, list[float]] = {}
        for turn in range(repeats + 1):  # the first turn warms the disk and is left out
            ask(folder, f"e{turn}")
            commands = {
                "numpy": [sys.executable, "-c", "import numpy"],
                "--help": [*EPSILOG, "--help"],
                "ledger show": [*EPSILOG, "ledger", "show"],
                "plan": [*EPSILOG, "plan", "first.yaml"],
                "explain": [*EPSILOG, "explain", "first"],
                "verify": [*EPSILOG, "verify", "first"],
                "check": [*EPSILOG, "check", f"e{turn}.yaml"],
                "publish": [*EPSILOG, "publish", f"e{turn}.yaml", "--out", f"out{turn}"],
                "publish, stored already": [*EPSILOG, "publish", f"e{turn}.yaml", "--out", f"out{turn}"],
                "publish, stored already, to a new folder": [
                    *(*EPSILOG, "publish", f"e{turn}.yaml", "--out", f"again{turn}"),
                ],
            }
            for name, command in commands.items():
                took = seconds(command, folder)
                if turn:
                    found.setdefault(name, []).append(took)
        least = {name: min(took) for name, took in found.items()}
        return least.pop("numpy"), least


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--repeats", type=int, default=7)
    reader.add_argument("--page", action="store_true")
    asked = reader.parse_args()
    numpy, least = measure(asked.repeats)
    lines = ["| command | CPU s | imports of numpy | goal | |", "|---|--:|--:|--:|---|"]
    missed = []
    for name, took in least.items():
        ratio = took / numpy
        missed += [name] if ratio > GOALS[name] else []
        kept = "missed" if ratio > GOALS[name] else "kept"
        lines.append(f"| `{name}` | {took:.2f} | {ratio:.1f} | ≤ {GOALS[name]} | {kept} |")
    table = "\n".join(lines)
    sys.stdout.write(f"{table}\nimport numpy: {numpy:.3f} CPU s\n")
    if asked.page:
        today = dt.datetime.now(dt.UTC).date()
        PAGE.write_text(
            f"# Commands: how long they take\n\nMeasured on {today:%d %B %Y} by `python benchmarks/commands.py "
            f"--page`: a file of {ROWS:,} rows, two tables, an account in a file. CPU seconds, the least of "
            f'{asked.repeats}; the ratio is to `python -c "import numpy"` in the same run ({numpy:.3f} CPU s). '
            f"The machine was that busy: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n\n"
            f"{table}\n",
            encoding="utf-8",
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
