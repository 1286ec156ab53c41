"""The tutorial's code runs as printed, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from epsilog.audit import run_file

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorial-audit.md"
BLOCK = re.compile(r"```(python|yaml)\n(.*?)```", re.DOTALL)


def test_every_block_runs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    python = [text for kind, text in blocks if kind == "python"]
    specs = [text for kind, text in blocks if kind == "yaml"]
    assert (len(python), len(specs)) == (5, 1)
    names: dict[str, object] = {}
    for block in python:
        exec(compile(block, PAGE.name, "exec"), names)
    assert "bob" not in capsys.readouterr().out
    (tmp_path / "mine.py").write_text("\n".join(python[:2]))
    (tmp_path / "spec.yaml").write_text(specs[0])
    assert run_file(tmp_path / "spec.yaml").passed


def test_ten_lines_are_ten_lines() -> None:
    first = BLOCK.findall(PAGE.read_text(encoding="utf-8"))[0][1]
    assert len([line for line in first.splitlines() if line.strip()]) <= 10
