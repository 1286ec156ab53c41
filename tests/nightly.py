"""The long form: nightly tests, a hundred audits of each kind, all mutants; a dated page in docs/nightly/.

python tests/nightly.py
"""

from __future__ import annotations

import datetime
import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STEPS = {
    "Mutants": [str(ROOT / "tests" / "mutants.py")],
    "Mutants of sources": [str(ROOT / "tests" / "mutants_front.py")],
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
    page = [
        f"# Nightly checks, {today}",
        "",
        f"Python {platform.python_version()}, commit {_commit()}.",
        "",
    ]
    folder = ROOT / "docs" / "nightly"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{today}.md"
    failed = 0
    for number, (title, command) in enumerate(STEPS.items(), 1):
        sys.stdout.write(f"{title} …\n")
        sys.stdout.flush()
        run = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
        failed += run.returncode != 0
        page += [
            f"## {title}: {'passed' if run.returncode == 0 else 'FAILED'}",
            "",
            *_summary(title, run.stdout),
            *(f"    {line}" for line in _clean(run.stderr)[-3:] if run.returncode != 0),
            "",
        ]
        # After every step: a night that is cut short leaves what it found, and says what it did not get to.
        missing = list(STEPS)[number:]
        rest = ["## Not run", "", *(f"- {title}" for title in missing), ""] if missing else []
        target.write_text("\n".join([*page, *rest]), encoding="utf-8")
    sys.stdout.write("\n".join(page) + f"\nwritten to {target.relative_to(ROOT)}\n")
    return 1 if failed else 0


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
