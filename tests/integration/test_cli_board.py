"""`epsilog board` as its users meet it: before a release, after it, from a folder, in two languages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epsilog.cli.app import run

SPEC = """\
release: visits
edition: "1"
source: {file: visits.csv, columns: {patient_id: text, region: text, systolic: number}}
protect: {each: patient_id}
bound: {rows: 2}
publish:
  - {count: rows, by: {region: [North, South]}}
spend: {epsilon: 0.5, from: clinic/2026}
"""
OPEN = "ledger open clinic/2026 --each patient_id --epsilon 4 --by Ada"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A spec with its rows; no ledger yet."""
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    rows = "".join(f"CANARY{at % 40:03d},{('North', 'South')[at % 2]},{100 + at}\n" for at in range(80))
    (tmp_path / "visits.csv").write_text("patient_id,region,systolic\n" + rows, encoding="utf-8")
    (tmp_path / "visits.yaml").write_text(SPEC, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(command: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    capsys.readouterr()
    assert run([*command.split(), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert isinstance(document, dict)
    return document


def test_from_a_plan_to_a_filed_release(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = told("board visits.yaml", capsys)
    assert (first["from"], first["verified"]) == ("plan", None)
    page = (here / "board" / "board.en.html").read_text("utf-8")
    assert "There is no account to compare with yet" in page
    assert run(OPEN.split()) == 0
    told("board visits.yaml", capsys)
    page = (here / "board" / "board.en.html").read_text("utf-8")
    assert "this release takes 12.5" in page
    assert "there is room for 8 more of them" in page
    assert run(["publish", "visits.yaml", "--out", "folder", "--json"]) == 0
    filed = told("board visits.yaml", capsys)
    assert filed["from"] == "ledger"
    page = (here / "board" / "board.en.html").read_text("utf-8")
    assert "there is room for 7 more of them" in page
    checked = told("board folder --lang zh", capsys)
    assert (checked["from"], checked["verified"]) == ("folder", True)
    page = (here / "board" / "board.zh.html").read_text("utf-8")
    assert "ε 不是泄露的概率" in page
    assert "账本中有此收据" in page
    for path in (here / "board").iterdir():
        assert "CANARY" not in path.read_text("utf-8")
    capsys.readouterr()
    assert run(["board", "folder"]) == 0
    assert "board.en.html" in capsys.readouterr().out.replace("\n", "")
    assert run(["verify", "folder", "--ledger", "ledger.db"]) == 0
    before = sorted(path.name for path in (here / "folder").rglob("*"))
    for out in ("folder", "folder/pages", "folder/../folder/x"):
        assert run(["board", "folder", "--out", out]) == 2
    assert sorted(path.name for path in (here / "folder").rglob("*")) == before
    (here / "folder" / "card.json").write_text("{}", encoding="utf-8")
    assert run(["board", "folder", "--out", "other"]) == 2
    assert not (here / "other").exists()


@pytest.mark.parametrize(
    "words", ["board nowhere.yaml", "board .", "board visits.csv", "board visits.yaml --lang xx"]
)
def test_what_is_no_release_is_refused(words: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words.split()) in (2, 6)
    assert "Traceback" not in capsys.readouterr().err
    assert not (here / "board").exists()
