"""The screen after publishing: the first tables of the spec, whatever they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epsilog.cli.app import run
from epsilog.cli.publish import _preview
from epsilog.cli.screen import Screen

SPEC = """\
release: first
edition: "1"
source: {file: rows.csv, columns: {who: text, region: text, age: number}}
protect: {each: who}
bound: {rows: 1}
publish:
  - {top: region, among: [North, South], k: 2}
  - {quantiles: age, between: [0, 100], at: [0.25, 0.75]}
  - {count: rows, by: {region: [North, South]}}
spend: {epsilon: 1, from: clinic}
"""


def test_choices_among_the_first_tables_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spec.yaml").write_text(SPEC)
    Path("rows.csv").write_text("who,region,age\n" + "".join(f"p{at},North,{at}\n" for at in range(50)))
    account = ["--each", "who", "--epsilon", "2", "--by", "Ada", "--ledger", "books.db"]
    assert run(["ledger", "open", "clinic", *account]) == 0
    assert run(["publish", "spec.yaml", "--out", "out", "--ledger", "books.db"]) == 0, capsys.readouterr().err
    shown = capsys.readouterr().out
    assert "behind" in shown
    assert "rows_off" in shown
    assert run(["publish", "spec.yaml", "--out", "out", "--ledger", "books.db", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["repeated"] is True
    assert run(["explain", "out"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "key is not a declared one" in told
    assert "have no rank" in told
    assert "nearest bin" not in told
    assert run(["ledger", "open", "clinic", *account[:-1], "other.db"]) == 0
    assert run(["verify", "out", "--ledger", "other.db"]) == 6
    told = capsys.readouterr().out
    assert "UNKNOWN" in told
    assert "BROKEN" not in told
    next(Path("out/tables").glob("3-*.csv")).write_text("changed")
    assert run(["verify", "out", "--ledger", "other.db"]) == 6
    assert "BROKEN" in capsys.readouterr().out, "a changed file is worse than a stranger's ledger"
    assert run(["map", str(next(Path("out/tables").glob("1-*.csv")))]) != 0
    assert "a choice" in capsys.readouterr().err


def test_the_first_tables_are_the_first_of_the_spec(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for name in ("1-a", "10-b", "11-c", "2-d", "3-e"):
        files.append(tmp_path / f"{name}.csv")
        files[-1].write_text("region,value,low,high,confidence\nNorth,1,0,2,0.95\n")
    _preview(Screen("publish", "en", False), files)
    shown = capsys.readouterr().out
    assert shown.index("1-a") < shown.index("2-d") < shown.index("3-e")
    assert "10-b" not in shown
