"""docs/ledger.md: its commands run as printed, from top to bottom, each with the exit status it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from epsilog.cli.app import run

GUIDE = Path(__file__).parents[2] / "docs" / "ledger.md"
PAGE = GUIDE.with_name("decisions") / "0005-ledger.md"
VARIABLES = ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_commands_run_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in VARIABLES:
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)

    def epsilog(words: str) -> int:
        program, *arguments = shlex.split(words)
        assert program == "epsilog"
        return run(arguments)

    told: dict[str, str] = {}
    count = 0
    for line in "".join(blocks("bash")).splitlines():
        command, _, remark = line.partition("    # exit ")
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            if value.startswith("$("):
                capsys.readouterr()
                assert epsilog(value[2:-1]) == 0
                value = capsys.readouterr().out.strip()
                assert re.fullmatch(r"[\w-]{43}", value), "a public key is one word"
            monkeypatch.setenv(name, value)
        elif command.startswith("unset "):
            monkeypatch.delenv(command.removeprefix("unset "))
        else:
            assert epsilog(command) == int(remark or 0), command + capsys.readouterr().err
            told[command] = capsys.readouterr().out
            count += 1
    assert count >= 24
    assert "".join(blocks("bash")).count("# exit") == 3, "refusals are shown too"
    assert any("nothing was spent again" in out for out in told.values())
    assert (tmp_path / "pictures" / "spending.png").exists()
    assert "anchors found" in told["epsilog ledger verify"]


def test_the_python_runs_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = blocks("python")
    scope: dict[str, object] = {}
    exec(compile(code, "ledger.md", "exec"), scope)
    assert scope["table"] == b"the noisy table"
    first, scope = scope["receipt"], {}
    again = code.replace("    ledger.open_account", "    0 and ledger.open_account").replace(", create=True", "")
    exec(compile(again, "ledger.md", "exec"), scope)
    assert scope["receipt"].repeated  # type: ignore[attr-defined]
    assert scope["receipt"].id == first.id  # type: ignore[attr-defined]


def test_the_roles_are_those_that_are_tested() -> None:
    (sql,) = blocks("sql")
    tested = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0].splitlines()
    assert set(sql.splitlines()) <= set(tested)
    assert [line for line in tested if line.startswith("GRANT")] == [
        line for line in sql.splitlines() if line.startswith("GRANT")
    ]
