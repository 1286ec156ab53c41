"""What holds of every command: it speaks to machines and in both languages, and the help has a place for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer

from epsilog.cli.app import COMMANDS, GROUPS, PANELS, application, panel_of, run


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
