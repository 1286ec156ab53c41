"""One secret radius through the command: plan, publish, explain and verify, in both languages and for machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import series_scenes as scenes
from epsilog.cli.app import run

SPEC = """\
epsilog: 1
release: visits
edition: "1"
source: {file: visits.csv, columns: {id: text, at: date, ward: text, paid: number}}
protect: {each: id}
bound: {rows: 60, rows_per_cell: 1}
during: {time: at, from: 2026-01-01, to: 2026-03-01}
publish:
  - {count: rows, every: 1d, as: per-step, name: daily}
  - {count: rows, every: 1d, as: {per-step: {radius: {group: auto, moves: 4}}}, name: grouped}
spend: {epsilon: 8, from: pure}
"""


def test_it_goes_through_every_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    scenes.visits(tmp_path, people=100)
    Path("spec.yaml").write_text(SPEC, encoding="utf-8")
    scenes.books(str(tmp_path / "ledger.db")).close()
    for lang, words in (("en", "one radius"), ("zh", "秘密半径")):
        assert run(["plan", "spec.yaml", "--all", "--lang", lang]) == 0
        assert words in capsys.readouterr().out
    assert run(["plan", "spec.yaml", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    drawn = [draw for entry in said["entries"] for draw in entry["draws"]]
    assert [draw["draws_with_one_radius"] for draw in drawn] == [60, -(-60 // drawn[1]["group"])]
    assert run(["check", "spec.yaml"]) == 0
    assert run(["publish", "spec.yaml", "--out", "out"]) == 0
    assert run(["verify", "out"]) == 0
    capsys.readouterr()
    for lang, words in (("en", "secret radius"), ("zh", "秘密半径")):
        assert run(["explain", "out", "--lang", lang]) == 0
        assert words in capsys.readouterr().out
