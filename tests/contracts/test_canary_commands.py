"""Leak canaries through the command line: what a terminal shows and a run leaves behind. See test_canary.py."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from canary_cage import Cage, rows
from canary_scenes import (
    HOSTILE,
    UNREADABLE,
    asking,
    csv_text,
    ledger_in,
    silent,
    with_values,
    write_csv,
)
from publish_scenes import watch


@pytest.fixture
def cage(tmp_path: Path) -> Cage:
    return Cage(tmp_path)


def command(cage: Cage, *words: str) -> int:
    """Run a command in this process; everything it shows is searched."""
    from epsilog.cli.app import run

    status: int = cage.run(lambda: run([*words]))
    return status


def written_spec(cage: Cage, file: str, edition: str = "1") -> str:
    from epsilog.spec.file import to_yaml

    path = cage.data / f"{edition}.yaml"
    path.write_text(to_yaml(asking(file, edition)), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("json", [(), ("--json",)], ids=["tables", "json"])
def test_commands_that_succeed(cage: Cage, json: tuple[str, ...]) -> None:
    spec = written_spec(cage, write_csv(cage))
    ledger_in(cage).close()
    books_at = ("--ledger", str(cage.left / "ledger.db"))
    out = str(cage.left / "release")
    for words in (
        ("check", spec, *books_at),
        ("plan", spec, *books_at),
        ("publish", spec, *books_at, "--out", out),
        ("publish", spec, *books_at, "--out", out, "--lang", "zh"),
        ("explain", out),
        ("verify", out),
        ("board", out, *books_at, "--out", str(cage.left / "board")),
        ("ledger", "history", *books_at),
        ("ledger", "verify", *books_at),
    ):
        assert command(cage, *words, *json) == 0, words
        silent(cage)


@pytest.mark.parametrize("what", UNREADABLE)
def test_commands_on_files_that_cannot_be_read(cage: Cage, what: str) -> None:
    spec = written_spec(cage, UNREADABLE[what](cage))
    ledger_in(cage).close()
    books_at = ("--ledger", str(cage.left / "ledger.db"))
    for words in (
        ("check", spec),
        ("publish", spec, "--out", str(cage.left / "release")),
        ("publish", spec, "--json"),
    ):
        status = command(cage, *words, *books_at)
        assert status in ((0, 2, 3, 5) if words[0] == "check" else (2, 3, 5))
        silent(cage)


@pytest.mark.parametrize("how", HOSTILE)
def test_commands_on_rows_meant_to_break_them(cage: Cage, how: str) -> None:
    spec = written_spec(cage, write_csv(cage, HOSTILE[how](csv_text(rows()))))
    ledger_in(cage).close()
    books_at = ("--ledger", str(cage.left / "ledger.db"))
    assert command(cage, "publish", spec, *books_at, "--out", str(cage.left / "release")) == 0
    silent(cage)


def test_a_command_whose_engine_quotes_everything(cage: Cage, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = written_spec(cage, write_csv(cage))
    ledger_in(cage).close()
    watch(monkeypatch, with_values)
    for more in ((), ("--json",), ("--lang", "zh")):
        books_at = ("--ledger", str(cage.left / "ledger.db"), "--out", str(cage.left / "release"))
        assert command(cage, "publish", spec, *books_at, *more) in (3, 5)
        silent(cage)


def test_a_command_in_a_process_of_its_own(cage: Cage) -> None:
    """The same from outside, where output is what a terminal would show and a crash would print a traceback."""
    spec = written_spec(cage, UNREADABLE["a Parquet written over"](cage))
    ledger_in(cage).close()
    environment = {**os.environ, "TMPDIR": str(cage.left / "tmp"), "PYTHONWARNINGS": "default"}
    words = ["publish", spec, "--ledger", str(cage.left / "ledger.db"), "--out", str(cage.left / "release")]
    ran = subprocess.run(
        [sys.executable, "-m", "epsilog.cli", *words], env=environment, capture_output=True, check=False
    )
    assert ran.returncode == 5, ran.stderr
    cage.hear("output", ran.stdout + ran.stderr)
    cage.hear_files()
    silent(cage)
