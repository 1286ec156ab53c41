"""What holds of every command: it speaks to machines and in both languages, and the help has a place for it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from epsilog.cli.app import COMMANDS, GROUPS, PANELS, STOPPED, application, panel_of, run


def walk(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every command that does something, with the words that call it."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield name, command
        return
    for word, one in inner.items():
        yield from walk(one, f"{name} {word}".strip())


EVERY = dict(walk(typer.main.get_command(application())))


def test_all_commands_are_walked() -> None:
    assert {name.split()[0] for name in EVERY} == {*COMMANDS, *GROUPS}
    assert {"plan", "ledger open", "stream run"} <= set(EVERY)


@pytest.mark.parametrize("name", EVERY)
def test_every_command_speaks_to_machines_and_in_both_languages(name: str) -> None:
    options = {option for parameter in EVERY[name].params for option in parameter.opts}
    assert {"--json", "--lang"} <= options


def test_the_help_lists_every_command_under_its_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    shown = capsys.readouterr().out
    at = {title: shown.index(f"─ {title} ─") for title in PANELS}
    assert sorted(at, key=lambda title: at[title]) == list(PANELS)
    ends = [*sorted(at.values())[1:], len(shown)]
    for name in (*COMMANDS, *GROUPS):
        first = at[panel_of(name)]
        end = min(one for one in ends if one > first)
        assert f"│ {name} " in shown[first:end], name
    assert {name for names in PANELS.values() for name in names} <= {*COMMANDS, *GROUPS}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["convert", "--rho", "0.1", "--epsilon", "1"], "nothing was spent"),
        (["convert", "--rho", "0.1", "--epsilon", "1", "--lang", "zh"], "没有花费"),
        (["ledger", "show"], "epsilog ledger history"),
    ],
)
def test_ctrl_c_says_what_became_of_the_money(words: list[str], said: str, tmp_path: Path) -> None:
    """A real signal to a real process, sent as soon as the command begins its own work."""
    code = (
        "import os, signal, sys\n"
        "from epsilog.cli import app, screen\n"
        "def begin(self, *rest): os.kill(os.getpid(), signal.SIGINT); signal.pause()\n"
        "screen.Screen.__init__ = begin\n"
        "sys.exit(app.run(sys.argv[1:]))\n"
    )
    called = [sys.executable, "-c", code, *words]
    ran = subprocess.run(called, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=120)
    assert ran.returncode == STOPPED, ran.stderr
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr
