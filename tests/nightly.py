"""The long form: nightly tests, a hundred audits of each kind, all mutants; a dated page in docs/nightly/.

python tests/nightly.py
"""

from __future__ import annotations

import datetime
import platform
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STEPS = {
    "Mutants": [str(ROOT / "tests" / "mutants.py")],
    "Mutants of sources": [str(ROOT / "tests" / "mutants_front.py")],
    "Mutants of cells": [str(ROOT / "tests" / "mutants_cells.py")],
    "Mutants of files": [str(ROOT / "tests" / "mutants_files.py")],
    "Mutants on the way to a release": [str(ROOT / "tests" / "mutants_publish.py")],
    "Mutants of what a release says": [str(ROOT / "tests" / "mutants_release.py")],
    "Mutants of calendars and recommendations": [str(ROOT / "tests" / "mutants_calendar.py")],
    "Mutants of choices, quantiles and thresholds": [str(ROOT / "tests" / "mutants_tables.py")],
    "Mutants of variances, ratios and choices of a release": [str(ROOT / "tests" / "mutants_choices.py")],
    "Mutants of unknown keys": [str(ROOT / "tests" / "mutants_unknown.py")],
    "Mutants of clamps and bins that are found": [str(ROOT / "tests" / "mutants_clamp.py")],
    "Mutants of statistics of a release": [str(ROOT / "tests" / "mutants_health.py")],
    "Mutants of bounds that a look finds": [str(ROOT / "tests" / "mutants_look.py")],
    "Mutants of covariances and correlations": [str(ROOT / "tests" / "mutants_pair.py")],
    "Mutants of levels and maps": [str(ROOT / "tests" / "mutants_levels.py")],
    "Mutants of series": [str(ROOT / "tests" / "mutants_series.py")],
    "Mutants of series in a release": [str(ROOT / "tests" / "mutants_as.py")],
    "Mutants of windows": [str(ROOT / "tests" / "mutants_window.py")],
    "Mutants of live series": [str(ROOT / "tests" / "mutants_stream.py")],
    "Mutants of inference and survival": [str(ROOT / "tests" / "mutants_infer.py")],
    "Mutants of the board's page": [str(ROOT / "tests" / "mutants_board.py")],
    "All tests, the long forms included": ["-m", "pytest", "-q", "-n", "2", "-m", "", "-rA"],
}


def main() -> int:
    """Run every step, write the page, fail if any step failed."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    commit = _commit()
    folder = ROOT / "docs" / "nightly"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{today}.md"
    done: dict[str, tuple[bool, list[str]]] = {}
    # Before the first step and after every one: a night that is cut short leaves what it found, and is red.
    target.write_text(page_of(today, commit, done), encoding="utf-8")
    for title, command in STEPS.items():
        sys.stdout.write(f"{title} …\n")
        sys.stdout.flush()
        run = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
        lines = _summary(title, run.stdout)
        if run.returncode != 0:
            lines += [f"    {line}" for line in _clean(run.stderr)[-3:]]
        done[title] = (run.returncode == 0, lines)
        target.write_text(page_of(today, commit, done), encoding="utf-8")
    sys.stdout.write(page_of(today, commit, done) + f"\nwritten to {target.relative_to(ROOT)}\n")
    return 0 if all(passed for passed, _ in done.values()) else 1


def page_of(today: str, commit: str, done: Mapping[str, tuple[bool, list[str]]]) -> str:
    """The page: green only where every group ran and passed; its second line says so."""
    failed = [title for title, (passed, _) in done.items() if not passed]
    missing = [title for title in STEPS if title not in done]
    if failed or missing:
        verdict = f"**RED**: of {len(STEPS)} groups {len(failed)} failed and {len(missing)} did not run."
    else:
        verdict = f"**GREEN**: all {len(STEPS)} groups ran and passed."
    page = [
        f"# Nightly checks, {today}",
        "",
        verdict,
        "",
        f"Python {platform.python_version()}, commit {commit}.",
        "",
    ]
    for title, (passed, lines) in done.items():
        page += [f"## {title}: {'passed' if passed else 'FAILED'}", "", *lines, ""]
    if missing:
        page += ["## Not run", "", *(f"- {title}" for title in missing), ""]
    return "\n".join(page)


def _clean(output: str) -> list[str]:
    return [line.replace(str(ROOT), "…") for line in output.splitlines()]


def _summary(title: str, output: str) -> list[str]:
    lines = _clean(output)
    if title.startswith("Mutants"):
        return lines
    passed = sum(line.startswith("PASSED") for line in lines)
    # Captured output may begin with the same words; a test is named by its path.
    wrong = [line for line in lines if re.match(r"(FAILED|ERROR) (tests|src)/", line)]
    return [f"{passed} passed, {len(wrong)} failed or in error.", *(f"- {line[:200]}" for line in wrong)]


def _commit() -> str:
    run = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return run.stdout.strip() or "unknown"


if __name__ == "__main__":
    sys.exit(main())
