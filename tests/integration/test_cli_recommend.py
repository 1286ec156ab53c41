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


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        ("median:age --between 0,120 --grain 1 --often 3 --error 50", "50"),
        ("quantiles:age --between 0,120 --grain 1 --at 0.25,0.75 --epsilon 1", "quantiles-age"),
        ("top:diagnosis --among flu,cold,mumps --k 2 --epsilon 0.5", "top-2-diagnosis"),
        ("most_common:diagnosis --among flu,cold --best persons --error 20", "20"),
        ("histogram:age --between 0,100 --bins 10 --error 30", "histogram-age"),
        ("histogram:age --edges 0,18,65,120 --error 30", "histogram-age"),
        ("deviation:age --between 0,100 --expect 5000 --epsilon 1", "deviation-age"),
        ("ratio:cost --between 0,5000 --per stays --per-between 0,10 --epsilon 1", "stays"),
    ],
)
def test_every_query_has_a_screen(
    words: str,
    seen: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["recommend", *words.split(), "--who", "id"]
    assert run([*asked, "--out", "spec.yaml"]) == 0
    out = capsys.readouterr().out
    assert seen in out
    assert "None" not in out
    poor = ["--epsilon", "0.0001", "--lang", "zh"] if "--error" in words else ["--error", "1e-9", "--lang", "zh"]
    assert run([*asked, *poor]) in ((3,) if "--error" in words else (2, 3))
    assert "None" not in capsys.readouterr().out
    assert run(["plan", "spec.yaml"]) == 0


def test_an_account_that_nobody_has_opened(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [*ASK.split()[:-1], "nobody", "--error", "20"]
    assert run(asked) == 0
    assert "has no account nobody" in capsys.readouterr().out
    assert run([*asked, "--out", "-"]) == 0
    assert capsys.readouterr().out.startswith("epsilog: 1")
    rich = [*asked, "--account-epsilon", "2", "--account-delta", "1e-6"]
    assert run([*rich, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["spec"]["spend"]["from"] == "nobody"
    assert run(OPEN.replace("clinic", "nobody").split()) == 0  # the same account, opened: the same answer
    capsys.readouterr()
    assert run([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["spec"] == record["spec"]
    assert run([*asked, "--account-epsilon", "0.1"]) == 3


def test_bad_words(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more, said in (
        (["--error", "0,5"], "error"),
        (["--error", "20", "--by", "sex"], "column=key"),
        (["--error", "20", "--every", "weekly"], "unknown step"),
        (["--error", "20", "--from", "1.1.2026"], "is not a day"),
        (["--error", "20", "--from", "2026-02-30"], "is not a day"),
        (["--error", "20", "--between", "80"], "two ends"),
        (["--error", "20", "--account-delta", "1e-6"], "its epsilon"),
        (["--error", "20", "--bins", "3"], "--between with --bins"),
        (["--error", "20", "--per", "stays"], "--per-between"),
        (["--error", "20", "--at", "0.5,x"], "at"),
        (["--error", "20", "--k", "2"], "a count has no column"),
        (["--error", "20", "--out", "no/such/folder/spec.yaml"], "cannot be written"),
        ([], "say how exact"),
    ):
        assert run([*ASK.split(), *more, "--json"]) == 2, more
        assert said in capsys.readouterr().err, more
