"""What `make test` takes: CPU seconds of its tests, the ratio to the goal, and the dearest files.

    python benchmarks/suite.py             all tests of the day
    python benchmarks/suite.py PATH ...    these files or folders only, in one process: what a change saves

Runs the tests of the day as `make test` does, two workers, and adds up user and system seconds of all its
processes that were waited for. Database servers that a test leaves to themselves are not in it. What a file took is
the same sum, taken around each of its tests in the worker that ran it, with its fixtures; collecting and importing
are in the whole only. Exits with status 1 if the goal is missed or a test fails.
"""

from __future__ import annotations

import collections
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GOAL = 1_200
SHOWN = 10
COSTS = "EPSILOG_SUITE_COSTS"
COMMAND = [sys.executable, "-m", "pytest", "-p", "suite", "-m", "not nightly"]
WORKERS = ["-n", "2", "--dist", "worksteal"]


def main() -> int:
    """Run the tests and say what they took."""
    paths = sys.argv[1:]
    with tempfile.TemporaryDirectory() as costs:
        places = (str(Path(__file__).parent), os.environ.get("PYTHONPATH", ""))
        path = os.pathsep.join(place for place in places if place)
        run = subprocess.run(
            [*COMMAND, *(paths or WORKERS)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, COSTS: costs, "PYTHONPATH": path},
        )
        used = _used(resource.RUSAGE_CHILDREN)
        files = _by_file(Path(costs))
    lines = run.stdout.rstrip().splitlines()
    said = [
        lines[-1] if lines else "no tests ran",
        f"{used:,.0f} CPU s, {used / GOAL:.2f} of the goal of {GOAL:,}",
        f"{sum(files.values()):,.0f} CPU s of them in {len(files):,} files",
    ]
    said += [line for line in lines if line.startswith(("FAILED ", "ERROR "))]
    said += [f"{cost:8.1f} s  {name}" for name, cost in files.most_common(SHOWN)]
    sys.stdout.write("\n".join(said) + "\n")
    return int(run.returncode != 0 or used > GOAL)


def _by_file(costs: Path) -> collections.Counter[str]:
    """The CPU seconds of each file, from what the workers wrote."""
    files: collections.Counter[str] = collections.Counter()
    for page in sorted(costs.glob("*.txt")):
        for line in page.read_text(encoding="utf-8").splitlines():
            cost, _, test = line.partition(" ")
            files[test.partition("::")[0]] += float(cost)  # type: ignore[assignment]
    return files


def _used(*of: int) -> float:
    """User and system seconds."""
    found = [resource.getrusage(who) for who in of]
    return sum(use.ru_utime + use.ru_stime for use in found)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what one test took, with its fixtures and the processes it waited for."""
    before = _used(resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    result = yield
    cost = _used(resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN) - before
    if folder := os.environ.get(COSTS):
        with (Path(folder) / f"{os.getpid()}.txt").open("a", encoding="utf-8") as page:
            page.write(f"{cost:.4f} {item.nodeid}\n")
    return result  # type: ignore[return-value]


if __name__ == "__main__":
    sys.exit(main())
