"""`epsilog plan --diff` and `--exit-code`: what changed since a published release; and what a killed one left."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from epsilog.cli.app import run

ROWS = "who,region,at\n" + "".join(f"p{at % 40},{'NS'[at % 2]},2026-01-{1 + at % 28:02d}\n" for at in range(200))
SPEC = """\
release: visits
edition: "1"
source: {file: v.csv, columns: {who: text, region: text, at: date}}
protect: {each: who}
bound: {rows: 4}
during: {time: at, from: 2026-01-01, to: 2026-01-31}
publish:
  - {name: visits, count: rows, by: {region: [N, S]}}
  - {name: persons, count: persons}
spend: {epsilon: 0.5, delta: 1e-6, from: clinic}
"""
FOUND = SPEC.replace("{rows: 4}", "{cells: 2, rows_per_cell: 2}").replace("[N, S]}}", "unknown}}")
FOUND = FOUND.replace("delta: 1e-6", "delta: 1e-6, events: 1e-7")
LOOKED = SPEC.replace("{rows: 4}", "{choose: {units: 40, rows: 5}}")


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("v.csv").write_text(ROWS, encoding="utf-8")
    opened = "ledger open clinic --each who --epsilon 5 --delta 1e-6 --events 5e-7 --by Ada"
    assert run(opened.split()) == 0
    return tmp_path


def changed(capsys: pytest.CaptureFixture[str], text: str, since: str, code: int) -> list[dict[str, str | None]]:
    Path("s.yaml").write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert run(["plan", "s.yaml", "--diff", since, "--exit-code", "--json"]) == code
    found = json.loads(capsys.readouterr().out)["changes"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("text", [SPEC, FOUND, LOOKED])
@pytest.mark.parametrize("since", ["1", "out"])
def test_a_new_edition_alone_is_no_change(text: str, since: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("s.yaml").write_text(text, encoding="utf-8")
    assert run(["publish", "s.yaml", "--out", "out"]) == 0
    assert changed(capsys, text, since, 0) == []
    assert changed(capsys, text.replace('"1"', '"2"'), since, 0) == []
    assert run(["plan", "s.yaml", "--diff", since]) == 0
    assert "Nothing but the edition" in capsys.readouterr().out


def test_what_changed_is_named_with_both_values(capsys: pytest.CaptureFixture[str]) -> None:
    Path("s.yaml").write_text(SPEC, encoding="utf-8")
    assert run(["publish", "s.yaml", "--out", "out"]) == 0
    other = SPEC.replace('"1"', '"2"').replace("epsilon: 0.5", "epsilon: 1").replace("rows: 4", "rows: 2")
    for since in ("1", "out"):
        found = {(one["what"], one["where"]): one for one in changed(capsys, other, since, 10)}
        assert (found["request", "bound.rows"]["before"], found["request", "bound.rows"]["now"]) == ("4", "2")
        assert found["price", "epsilon"]["now"] == "1 (delta = 1e-6)"
        assert {"visits", "persons"} == {where for what, where in found if what == "error"}
        assert not any(where == "edition" for _, where in found)
    assert run(["plan", "s.yaml", "--diff", "1"]) == 0, "without --exit-code a change is no failure"
    shown = capsys.readouterr().out
    assert "What changed since visits, edition 1" in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert run(["plan", "s.yaml", "--diff", "1", "--lang", "zh"]) == 0
    assert "与 visits 第 1 期相比" in capsys.readouterr().out


def test_an_entry_more_or_less_is_a_change(capsys: pytest.CaptureFixture[str]) -> None:
    Path("s.yaml").write_text(SPEC, encoding="utf-8")
    assert run(["publish", "s.yaml"]) == 0
    fewer = SPEC.replace("  - {name: persons, count: persons}\n", "")
    found = changed(capsys, fewer, "1", 10)
    assert {"where": "publish[persons].kind", "before": "persons", "now": None, "what": "request"} in found


def test_what_it_cannot_compare_with(capsys: pytest.CaptureFixture[str]) -> None:
    Path("s.yaml").write_text(SPEC, encoding="utf-8")
    Path("empty").mkdir()
    for words in (["--diff", "1"], ["--diff", "empty"], ["--exit-code"]):
        assert run(["plan", "s.yaml", *words]) == 2, "an error is no change: 2 to 6 stay what they are"


def test_a_plan_says_that_a_killed_release_took_its_price(capsys: pytest.CaptureFixture[str]) -> None:
    Path("s.yaml").write_text(SPEC, encoding="utf-8")
    assert run(["plan", "s.yaml"]) == 0
    assert "price of this edition is spent" not in " ".join(capsys.readouterr().out.split())
    code = (
        "import os\n"
        "import epsilog.publish.pipeline as pipeline\n"
        "pipeline.read_bounded = lambda *words: os.kill(os.getpid(), 9)\n"
        "from epsilog.cli.app import run\n"
        "run(['publish', 's.yaml'])\n"
    )
    killed = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, timeout=120)
    assert killed.returncode == -9
    for command, status in ((["plan", "s.yaml"], 0), (["publish", "s.yaml"], 3), (["plan", "s.yaml"], 0)):
        capsys.readouterr()
        assert run(command) == status
        out = capsys.readouterr()
        said = " ".join((out.out + out.err).replace("│", "").split())
        assert ("The price of this edition is spent" in said) is (command[0] == "plan")
        assert "new edition" in said
    assert run(["plan", "s.yaml", "--lang", "zh"]) == 0
    assert "这一期的费用已经花掉" in capsys.readouterr().out
