"""A night that was cut short is red, so is one with a group that failed; every list of planted bugs has a group."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

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


def test_every_list_of_planted_bugs_is_run() -> None:
    """Those of the ledger run inside the tests: `test_planted_bugs.py`, in its long form."""
    inside = {f"mutants_{name}" for name in ("ledger", "quick", "ticks", "verify", "turning", "types")}
    lists = {path.stem for path in Path(nightly.__file__).parent.glob("mutants*.py")} - inside
    run = {Path(command[0]).stem for command in nightly.STEPS.values()}
    assert lists <= run


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
