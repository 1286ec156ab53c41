"""What `make test` takes: CPU seconds of its tests, the ratio to the goal, and the ten dearest files.

    python benchmarks/suite.py

Runs the tests of the day as `make test` does, two workers, and adds up user and system seconds of all its processes
that were waited for. Database servers that a test leaves to themselves are not in it. The files are ranked by the
seconds on the clock that pytest reports, because a busy machine changes them all alike. Exits with status 1 if the
goal is missed or a test fails.
"""

from __future__ import annotations

import collections
import re
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOAL = 1_200
COMMAND = [
    *(sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", "not nightly"),
    *("--durations", "0", "--durations-min", "0.05"),
]
LINE = re.compile(r"^\s*([\d.]+)s (?:setup|call|teardown)\s+(\S+?)::")


def main() -> int:
    """Run the tests and say what they took."""
    run = subprocess.run(COMMAND, cwd=ROOT, capture_output=True, text=True, check=False)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime
    files: collections.Counter[str] = collections.Counter()
    for line in run.stdout.splitlines():
        if found := LINE.match(line):
            files[found[2]] += float(found[1])  # type: ignore[assignment]
    lines = run.stdout.rstrip().splitlines()
    said = [
        lines[-1] if lines else "no tests ran",
        f"{seconds:,.0f} CPU s, {seconds / GOAL:.2f} of the goal of {GOAL:,}",
    ]
    said += [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    said += [f"{clock:8.1f} s  {name}" for name, clock in files.most_common(10)]
    sys.stdout.write("\n".join(said) + "\n")
    return int(run.returncode != 0 or seconds > GOAL)


if __name__ == "__main__":
    sys.exit(main())
