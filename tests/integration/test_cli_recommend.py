"""`epsilog recommend`: a question, a spec, a release."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epsilog.cli.app import run

ASK = "recommend rows --by region=North,South --every 1w --time visited_at --from 2026-01-01 --to 2026-01-31"
ASK += " --who patient_id --often 4 --file visits.csv --account clinic"
OPEN = "ledger open clinic --each patient_id --epsilon 2 --delta 1e-6 --by Ada"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("EPSILOG_LEDGER", raising=False)
    rows = "".join(f"CANARY{n},North,2026-01-{n % 28 + 1:02d} 10:00:00\n" for n in range(100))
    (tmp_path / "visits.csv").write_text("patient_id,region,visited_at\n" + rows, encoding="utf-8")
    assert run(OPEN.split()) == 0
    return tmp_path


def test_from_a_question_to_a_release(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*ASK.split(), "--error", "20", "--out", "spec.yaml"]) == 0
    assert "CANARY" not in capsys.readouterr().out
    assert run(["check", "spec.yaml"]) == 0
    assert run(["publish", "spec.yaml"]) == 0
    assert run([*ASK.split(), "--error", "20", "--out", "spec.yaml"]) == 2  # nothing is overwritten
    capsys.readouterr()
    assert run([*ASK.split(), "--error", "20", "--out", "-"]) == 0
    assert capsys.readouterr().out == (desk / "spec.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_refusal_says_what_could_be_had(desk: Path, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*ASK.split(), "--error", "5%", "--expect", "60", "--epsilon", "0.1"]
    assert run([*words, "--lang", lang, "--out", "spec.yaml"]) == 3
    assert "±3" in capsys.readouterr().out
    assert not (desk / "spec.yaml").exists()
    assert run([*words, "--json"]) == 3
    record = json.loads(capsys.readouterr().out)
    assert (record["schema"], record["fits"], record["spec"]) == ("epsilog.recommend/1", False, None)
    assert record["options"]


def test_bad_words(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more, said in (
        (["--error", "0,5"], "error"),
        (["--error", "20", "--by", "sex"], "column=key"),
        (["--error", "20", "--every", "weekly"], "unknown step"),
        (["--error", "20", "--from", "1.1.2026"], "is not a day"),
        (["--error", "20", "--from", "2026-02-30"], "is not a day"),
        (["--error", "20", "--between", "80"], "two ends"),
        (["--error", "20", "--account", "nobody"], "no account"),
        (["--error", "20", "--out", "no/such/folder/spec.yaml"], "cannot be written"),
        ([], "say how exact"),
    ):
        assert run([*ASK.split(), *more, "--json"]) == 2, more
        assert said in capsys.readouterr().err, more
