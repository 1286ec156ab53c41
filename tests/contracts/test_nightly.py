"""A night that was cut short is red, so is one with a group that failed; every list of planted bugs has a group."""

from __future__ import annotations

import dataclasses
import importlib
import re
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import mutants
import mutants_ledger
import nightly

PAGES = Path(__file__).parents[2] / "docs" / "nightly"


def test_a_page_is_green_only_where_every_group_ran_and_passed() -> None:
    whole = dict.fromkeys(nightly.STEPS, (True, ["fine"]))
    assert "**GREEN**" in nightly.page_of("2026-01-01", "abc", whole)
    for title in nightly.STEPS:
        failed = nightly.page_of("2026-01-01", "abc", {**whole, title: (False, [])})
        assert "**RED**: of" in failed
        assert "1 failed and 0 did not run" in failed
        cut = nightly.page_of("2026-01-01", "abc", {one: done for one, done in whole.items() if one != title})
        assert "0 failed and 1 did not run" in cut
        assert f"- {title}" in cut
    assert f"{len(nightly.STEPS)} did not run" in nightly.page_of("2026-01-01", "abc", {})


def test_every_page_says_what_it_is() -> None:
    pages = sorted(PAGES.glob("20*.md"))
    assert pages
    for page in pages:
        text = page.read_text("utf-8")
        green = not re.search(r"^## (Not run|.*: FAILED)", text, re.MULTILINE)
        assert ("**GREEN**" if green else "**RED**") in text, page.name


def test_only_what_passed_is_kept_when_groups_run_again() -> None:
    """Each with the commit it ran on; what failed or did not run is not taken for done."""
    first, second, third, *_ = nightly.STEPS
    night = {first: (True, ["fine", "", "2 of 2 caught"]), second: (False, ["SURVIVED"])}
    kept = nightly.passed_before(nightly.page_of("2026-01-01", "abc1234", night))
    assert kept == {first: (True, ["Ran on commit abc1234.", "", "fine", "", "2 of 2 caught"])}
    again = nightly.page_of("2026-01-01", "def5678", {**kept, third: (True, ["fine"])})
    assert nightly.passed_before(again)[first] == kept[first]
    assert nightly.passed_before(again)[third][1][0] == "Ran on commit def5678."


def test_the_groups_stand_in_their_order_whichever_ended_first() -> None:
    backwards = dict.fromkeys(reversed(nightly.STEPS), (True, ["fine"]))
    text = nightly.page_of("2026-01-01", "abc", backwards)
    assert re.findall(r"^## (.*): passed$", text, re.MULTILINE) == list(nightly.STEPS)


def test_lists_run_beside_each_other_and_the_tests_after_them(tmp_path: Path) -> None:
    """Each list waits for the other to begin: one after the other they would both fail, and be said to."""
    meet = (
        "import sys, time, pathlib\n"
        "here, other = map(pathlib.Path, sys.argv[1:])\n"
        "here.touch()\n"
        "end = time.monotonic() + 60\n"
        "while not other.exists() and time.monotonic() < end: time.sleep(0.01)\n"
        "print('met' if other.exists() else 'alone')\n"
        "sys.exit(not other.exists())\n"
    )
    (tmp_path / "meet.py").write_text(meet, "utf-8")
    (tmp_path / "fall.py").write_text("import sys; sys.exit('it fell')", "utf-8")
    a, b = str(tmp_path / "a"), str(tmp_path / "b")
    after = f"import pathlib, sys; sys.exit(not (pathlib.Path({a!r}).exists() and pathlib.Path({b!r}).exists()))"
    steps = {
        "All tests": ["-c", after],
        "Mutants of a": [str(tmp_path / "meet.py"), a, b],
        "Mutants of b": [str(tmp_path / "meet.py"), b, a],
        "Mutants of c": [str(tmp_path / "fall.py")],
    }
    found = list(nightly.every_step(steps, 2))
    assert found[-1][0] == "All tests"
    assert {title: passed for title, passed, _ in found} == {title: title != "Mutants of c" for title in steps}
    assert ["    it fell"] in [lines for *_, lines in found]
    assert [lines for *_, lines in found].count(["met"]) == 2


def test_every_file_of_tests_is_run() -> None:
    """By exactly one group, so that no test is forgotten when a folder or a file is added."""
    root = PAGES.parents[1]
    asked = [root / folder for folders in nightly.FOLDERS.values() for folder in folders]
    assert all(one.exists() for one in asked)
    assert len(asked) == len(set(asked))
    written = set((root / "tests").rglob("test_*.py"))
    assert len(written) > 200
    assert not [path for path in written if path not in asked and not any(one in path.parents for one in asked)]
    inner = [root / folder for folder in nightly._ELSEWHERE if "/" in folder]
    assert inner == [folder for folder in asked if any(other in folder.parents for other in asked)]


def test_every_list_of_planted_bugs_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a group of the night that runs this very list, or inside the tests, as all of the ledger's are."""
    tests = Path(nightly.__file__).parent
    listed = {mutant.name for mutant in runpy.run_path(str(tests / "contracts" / "test_planted_bugs.py"))["ALL"]}
    inside = runpy.run_path(str(tests / "integration" / "ledger" / "test_planted_bugs.py"))["MUTANTS"]
    of_the_ledger = {dataclasses.astuple(mutant) for mutant in inside}
    alone = {Path(command[0]) for command in nightly.STEPS.values()}
    for path in sorted(tests.glob("mutants*.py")):
        planted = _planted_in(path)
        assert planted, path.name
        if path in alone:
            assert {name for name, *_ in planted} <= listed, path.name
            assert _run_by(path, monkeypatch) == planted, path.name
        else:
            assert planted <= of_the_ledger, path.name


def _planted_in(path: Path) -> set[tuple[str, ...]]:
    """Every bug in a list of this module, whatever the list is called."""
    lists = [
        found for found in vars(importlib.import_module(path.stem)).values() if isinstance(found, list | tuple)
    ]
    bugs = [
        dataclasses.astuple(bug) if isinstance(bug, mutants_ledger.Mutant) else bug for one in lists for bug in one
    ]
    return {tuple(bug) for bug in bugs if isinstance(bug, tuple)}


def _run_by(path: Path, monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, ...]]:
    """The bugs that the file plants when it is run as a program."""
    if path.stem == "mutants":
        return {tuple(bug) for bug in mutants.MUTANTS}
    given: list[mutants.Mutant] = []

    def main(_wanted: list[str], bugs: list[mutants.Mutant] | None = None) -> int:
        given.extend(mutants.MUTANTS if bugs is None else bugs)
        return 0

    with monkeypatch.context() as patch:
        patch.setattr(mutants, "MUTANTS", list(mutants.MUTANTS))
        patch.setattr(mutants, "main", main)
        with pytest.raises(SystemExit):
            runpy.run_path(str(path), run_name="__main__")
    return {tuple(bug) for bug in given}


def test_control_c_is_heard_where_the_parent_ignores_it() -> None:
    """As in `make test &` or under nohup. Without the conftest the child would inherit that it is ignored."""
    code = "import signal; assert signal.getsignal(signal.SIGINT) is signal.{}"
    for before, then in (("", "SIG_IGN"), ("import conftest; ", "default_int_handler")):
        run = subprocess.run(
            [sys.executable, "-c", before + code.format(then)],
            cwd=Path(nightly.__file__).parent,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
