"""Long work on a real terminal: the step, how much of it, and the time that is left; silence elsewhere."""

from __future__ import annotations

import io
import os
import pty
import time

import pytest

from epsilog.cli.progress import show_progress
from epsilog.cli.screen import Screen


@pytest.mark.parametrize(("lang", "left"), [("en", "left:"), ("zh", "剩余")])
def test_somebody_who_watches_sees_the_time_left(lang: str, left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")
    with os.fdopen(slave, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr("sys.stderr", terminal)
        with show_progress(Screen("publish", lang, False), lambda step: f"<{step}>") as report:
            for done in range(1, 4):
                report("read", done, 4)
                time.sleep(0.15)
            report("draw", 0, 0)
            time.sleep(0.15)
        terminal.flush()
        shown = os.read(master, 100_000).decode("utf-8", "replace")
    os.close(master)
    assert "<read>" in shown
    assert "<draw>" in shown
    assert "75 %" in shown
    assert left in shown


@pytest.mark.parametrize("as_json", [True, False])
def test_nobody_watches(as_json: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = io.StringIO()
    monkeypatch.setattr("sys.stderr", quiet)
    with show_progress(Screen("publish", "en", as_json), str) as report:
        report("read", 1, 2)
    assert quiet.getvalue() == ""
