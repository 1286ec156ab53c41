"""The long form: nightly tests, a hundred audits of each kind, all mutants; a dated page in docs/nightly/.

    python tests/nightly.py            all groups
    python tests/nightly.py --again    those that failed or did not run on the newest page, after a mending or a
                                       night that was cut short: today's page keeps the others and says on which
                                       commit each ran

The lists of planted bugs run beside each other, as many as there are cores; then all tests, folder by folder, on
all cores.
"""

from __future__ import annotations

import datetime
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
RAN_ON = "Ran on commit"
STEPS = {
    "Mutants": [str(ROOT / "tests" / "mutants.py")],
    "Mutants of sources": [str(ROOT / "tests" / "mutants_front.py")],
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
    "Mutants of local reports and devices": [str(ROOT / "tests" / "mutants_local.py")],
    "Mutants of series in a release": [str(ROOT / "tests" / "mutants_as.py")],
    "Mutants of windows": [str(ROOT / "tests" / "mutants_window.py")],
    "Mutants of live series": [str(ROOT / "tests" / "mutants_stream.py")],
    "Mutants of inference and survival": [str(ROOT / "tests" / "mutants_infer.py")],
    "Mutants of the board's page": [str(ROOT / "tests" / "mutants_board.py")],
}
# A kind may have a list of its own: tests/mutants_<kind>.py.
_KINDS = sorted(path.parent.name for path in (ROOT / "src" / "epsilog" / "kinds").glob("*/__init__.py"))
_LISTS = {kind: ROOT / "tests" / f"mutants_{kind}.py" for kind in _KINDS}
STEPS |= {f"Mutants of {kind}": [str(path)] for kind, path in _LISTS.items() if path.exists()}


def _one_by_one(what: str, folder: str) -> dict[str, tuple[str, ...]]:
    """A group for each file of a folder whose long forms take hours together."""
    files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("test_*.py"))
    return {f"{what}, {Path(file).stem.removeprefix('test_').replace('_', ' ')}": (file,) for file in files}


# All tests, with their long forms, in pieces: a night that is cut short keeps those that are done.
FOLDERS = {
    "contracts, units and examples": ("tests/contracts", "tests/unit", "src"),
    "the ledger in one piece": ("tests/integration/ledger",),
    "releases in one piece": ("tests/integration/publish",),
    "commands in one piece": ("tests/integration",),
    **_one_by_one("audits", "tests/audit"),
    **_one_by_one("properties", "tests/property"),
    **_one_by_one("statistics", "tests/statistical"),
}
# A long form may take longer than the ten minutes after which a test of the day counts as hanging.
_PYTEST = ("-m", "pytest", "-q", "-n", str(CORES), "--dist", "worksteal", "-m", "", "-rA", "--timeout", "3600")
_ELSEWHERE = ("--ignore", "tests/integration/ledger", "--ignore", "tests/integration/publish")
STEPS |= {
    f"Tests of {what}": [*_PYTEST, *folders, *(_ELSEWHERE if folders == ("tests/integration",) else ())]
    for what, folders in FOLDERS.items()
}


def main() -> int:
    """Run every step, write the page, fail if any step failed."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    commit = _commit()
    folder = ROOT / "docs" / "nightly"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{today}.md"
    done: dict[str, tuple[bool, list[str]]] = {}
    if sys.argv[1:] == ["--again"]:
        done = passed_before(max(folder.glob("20*.md")).read_text(encoding="utf-8"))
    # Before the first step and after every one: a night that is cut short leaves what it found, and is red.
    target.write_text(page_of(today, commit, done), encoding="utf-8")
    left = {title: command for title, command in STEPS.items() if title not in done}
    for title, passed, lines in every_step(left, CORES):
        done[title] = (passed, lines)
        target.write_text(page_of(today, commit, done), encoding="utf-8")
    sys.stdout.write(page_of(today, commit, done) + f"\nwritten to {target.relative_to(ROOT)}\n")
    return 0 if set(done) == set(STEPS) and all(passed for passed, _ in done.values()) else 1


def passed_before(page: str) -> dict[str, tuple[bool, list[str]]]:
    """The groups of a page that passed, each with the commit it ran on."""
    commit = re.search(r"^Python .*, commit (\w+)\.$", page, re.MULTILINE)
    found = {}
    for part in page.split("\n## ")[1:]:
        heading, _, text = part.partition("\n")
        title, _, verdict = heading.rpartition(": ")
        lines = text.strip("\n").split("\n")
        if title in STEPS and verdict == "passed" and commit is not None:
            ran = [] if lines[0].startswith(RAN_ON) else [f"{RAN_ON} {commit[1]}.", ""]
            found[title] = (True, [*ran, *lines])
    return found


def every_step(steps: Mapping[str, Sequence[str]], cores: int) -> Iterator[tuple[str, bool, list[str]]]:
    """What each step found, as it ends: first the lists of planted bugs, `cores` at a time, then the others.

    The others come alone, one after the other: the tests take all cores themselves.
    """
    # The longest lists first, so that no core waits long for the last one.
    lists = sorted((title for title in steps if _plants(title)), key=lambda title: -_length(steps[title]))
    for together, at_once in ((lists, cores), ([title for title in steps if not _plants(title)], 1)):
        pool = ThreadPoolExecutor(at_once)
        try:
            running = [pool.submit(_step, title, steps[title]) for title in together]
            for ended in as_completed(running):
                yield ended.result()
        finally:  # who stops the night does not wait for lists that have not begun
            pool.shutdown(cancel_futures=True)


def _plants(title: str) -> bool:
    return title.startswith("Mutants")


def _length(command: Sequence[str]) -> int:
    return Path(command[0]).stat().st_size


def _step(title: str, command: Sequence[str]) -> tuple[str, bool, list[str]]:
    began = time.monotonic()
    _say(f"{title} …")
    run = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    lines = _summary(title, run.stdout)
    if run.returncode != 0:
        lines += [f"    {line}" for line in _clean(run.stderr)[-3:]]
    verdict = "passed" if run.returncode == 0 else "FAILED"
    _say(f"{title}: {verdict} after {(time.monotonic() - began) / 60:.1f} minutes")
    return title, run.returncode == 0, lines


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


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
    for title in (one for one in STEPS if one in done):  # in their order, whichever ended first
        passed, lines = done[title]
        page += [f"## {title}: {'passed' if passed else 'FAILED'}", "", *lines, ""]
    if missing:
        page += ["## Not run", "", *(f"- {title}" for title in missing), ""]
    return "\n".join(page)


def _clean(output: str) -> list[str]:
    return [line.replace(str(ROOT), "…") for line in output.splitlines()]


def _summary(title: str, output: str) -> list[str]:
    lines = _clean(output)
    if _plants(title):
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
