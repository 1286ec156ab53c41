"""`epsilog new` and the questions of `init`: on a real terminal, from a file, stopped, answered badly."""

from __future__ import annotations

import csv
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from epsilog.cli.app import run
from epsilog.spec.file import read_spec

ANSWERS = {
    "person": "patient_id",
    "zone": "Asia/Shanghai",
    "from": "2026-01-01",
    "to": "2026-12-31",
    "rows": "80000",
    "average": "2.6",
    "keys": {"region": ["North", "South"]},
    "between": {"systolic": ["80", "220"]},
    "epsilon": "1",
    "account": "clinic/2026",
    "total": "2",
    "by": "Ada",
}
OF_ACCOUNT = ("total", "by")
# In the order in which they are asked: what cannot be used, then what can ("" takes the proposal).
ASKED = (
    ("person", ["nobody", "a, b", ""]),
    ("period", ["2w", ""]),
    ("time", ["region", "visited_at"]),
    ("zone", ["Mars", ""]),
    ("from", ["", "1 May", "2026-02-30", "2026-01-01"]),
    ("to", ["2025-12-31", "2026-12-31"]),
    ("rows", ["many", "0", "-3", "nan", "80000"]),
    ("average", ["\x1b[A", "2.6"]),
    ("bound", ["0", "1.5", "x" * 300, ""]),
    ("keys.region", ["North, North", "North, South"]),
    ("keys.ward", [""]),
    ("between", ["80", "220, 80", "80，220"]),
    ("epsilon", ["0", "1e9999999", ""]),
    ("account", ["a//b", "clinic/2026"]),
    ("edition", ["e" * 81, ""]),
    ("every", ["fortnight", ""]),
    ("total", ["0.5", "2"]),
    ("by", ["", "Ada"]),
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)
    with Path("visits.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["patient_id", "region", "ward", "visited_at", "systolic"])
        for at in range(900):
            place = ("Nordkap", "Suedsee")[at % 2]
            day = f"2026-03-{1 + at % 28:02d} 08:30:00"
            table.writerow([f"CANARY{at % 350:04d}", place, ("xylem", "phloem")[at % 3 % 2], day, 91 + at % 97])


def answers_file(**other: object) -> str:
    kept = {name: answer for name, answer in {**ANSWERS, **other}.items() if answer is not None}
    Path("answers.yaml").write_text(yaml.safe_dump(kept, allow_unicode=True), encoding="utf-8")
    return "answers.yaml"


def written() -> set[str]:
    return {path.name for path in Path().iterdir()} - {"visits.csv", "answers.yaml"}


def at_a_terminal(words: list[str], answers: list[str], stop: int | None = None) -> tuple[int, str]:
    """Run a command on a terminal, answering as it asks; with `stop`, Ctrl-C comes instead of that answer."""
    master, slave = pty.openpty()
    command = [sys.executable, "-c", "from epsilog.cli import main; main()", *words]
    with subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True) as process:
        os.close(slave)
        heard, given, end, pressed = b"", 0, time.monotonic() + 120, float("inf")
        while time.monotonic() < end:
            if time.monotonic() - pressed > 10:  # as people do: a signal between two lines may be lost once
                process.send_signal(signal.SIGINT)
                pressed = time.monotonic()
            if select.select([master], [], [], 0.2)[0]:
                try:
                    piece = os.read(master, 65536)
                except OSError:  # the other side is gone
                    break
                if not piece:
                    break
                heard += piece
            if heard.endswith(b"\n> ") and heard.count(b"\n> ") == given + 1:
                if given == stop:
                    process.send_signal(signal.SIGINT)
                    pressed, stop = time.monotonic(), None
                    given += 1
                elif given < len(answers):
                    os.write(master, answers[given].encode() + b"\n")
                    given += 1
        code = process.wait(timeout=60)
    os.close(master)
    return code, heard.decode(errors="replace")


def test_answers_from_a_file_make_a_spec_that_publishes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", "--from", "visits.csv", "--answers", answers_file()]) == 0
    told, text = capsys.readouterr().out, Path("visits.yaml").read_text(encoding="utf-8")
    assert "LOOK AT PRIVATE DATA" in told
    assert "LOOK AT PRIVATE DATA" in text.splitlines()[1]
    assert "somebody with 13 rows in the whole table counts with 8" in " ".join(told.split())
    spec = read_spec("visits.yaml")
    assert (spec.bound.rows, spec.bound.rows_per_cell) == (8, 3)
    assert [query.name for query in spec.publish] == ["count-rows-by-region-every-1mo", "mean-systolic"]
    assert spec.spend.delta == pytest.approx(1e-8)
    for value in ("CANARY", "Nordkap", "Suedsee", "2026-03", "xylem", "187"):
        assert value not in told + text


def test_the_same_from_python_says_the_errors_and_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", "--from", "visits.csv", "--answers", answers_file(), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["questions"] == []
    assert 60 < record["errors"]["count-rows-by-region-every-1mo"] < 70
    assert (
        run(["init", "--from", "visits.csv", "--answers", answers_file(), "--lang", "zh", "--out", "z.yaml"]) == 0
    )
    told = capsys.readouterr().out
    assert "只计入其中 8 行" in told
    assert "私有数据" in Path("z.yaml").read_text(encoding="utf-8")
    assert read_spec("z.yaml") == read_spec("visits.yaml")


@pytest.mark.parametrize(
    ("rows", "every", "much"), [("80000", "1mo", False), ("3000000", "1d", False), ("900", None, True)]
)
def test_the_period_is_the_shortest_that_is_useful(
    rows: str, every: str | None, much: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    file = answers_file(rows=rows, between=None)
    assert run(["init", "--from", "visits.csv", "--answers", file]) == 0
    assert read_spec("visits.yaml").publish[0].every == every
    assert ("more than a tenth" in " ".join(capsys.readouterr().out.split())) == much


def test_a_look_and_a_person_within_a_period(capsys: pytest.CaptureFixture[str]) -> None:
    file = answers_file(bound="look", between=None, period="1mo", every="none")
    assert run(["new", "visits.csv", "--answers", file, "--publish", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["published"], record["opened"]) == (True, True)
    assert (Path(record["folder"]) / "report.html").exists()
    spec = read_spec("visits.yaml")
    assert spec.protect.unit.per == "1mo"
    assert spec.bound.choose is not None


@pytest.mark.parametrize("name", ["person", "from", "to", "rows", "average", "epsilon", *OF_ACCOUNT])
def test_a_file_that_does_not_say_what_must_be_said_is_refused(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["new", "visits.csv", "--answers", answers_file(**{name: None}), "--publish"]) == 2
    told = capsys.readouterr().err
    assert "this question has no answer" in told
    assert f"`{name}: …`" in told
    assert written() == set()


BAD = [
    *((name.partition(".")[0], bad) for name, given in ASKED for bad in given[:-1] if bad and name != "between"),
    ("keys", {"colour": ["red"]}),
    ("keys", ["North"]),
    ("between", {"ward": ["1", "2"]}),
    ("between", {"systolic": ["80"]}),
    ("person", {"a": "b"}),
    ("weather", "fine"),
]


@pytest.mark.parametrize(("name", "bad"), BAD, ids=lambda value: str(value)[:20])
def test_a_bad_answer_in_a_file_is_refused_where_it_stands(
    name: str, bad: object, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"region": bad.split(", ")} if name == "keys" and isinstance(bad, str) else bad
    assert run(["new", "visits.csv", "--answers", answers_file(**{name: given}), "--publish", "--json"]) == 2
    error = json.loads(capsys.readouterr().err)["error"]
    assert error["where"].startswith("answers.yaml:")
    assert error["hint"]
    assert written() == set()


def test_an_answer_that_nobody_asks_for_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    file = answers_file(bound="look")
    assert run(["init", "--from", "visits.csv", "--answers", file]) == 2  # a mean beside a bound that is found
    assert "nobody asks this question here" in capsys.readouterr().err
    assert written() == set()


def test_an_account_that_is_there_pays_for_the_next_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "visits.csv", "--answers", answers_file(), "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["opened"], first["published"], first["folder"]) == (True, False, None)
    file = answers_file(edition="next")
    assert run(["new", "visits.csv", "--answers", file, "--out", "next.yaml", "--publish", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["opened"], again["published"]) == (False, True)
    assert run(["new", "visits.csv", "--answers", file, "--out", "next.yaml"]) == 2
    assert "exists already" in capsys.readouterr().err


def test_an_account_that_cannot_be_opened_leaves_no_spec(capsys: pytest.CaptureFixture[str]) -> None:
    Path("ledger.db").write_text("no ledger")
    assert run(["new", "visits.csv", "--answers", answers_file()]) == 6
    assert "Traceback" not in capsys.readouterr().err
    assert written() == {"ledger.db"}


def test_without_a_terminal_and_answers_there_is_a_draft_or_a_refusal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "visits.csv"]) == 2
    assert "nobody is here to answer" in capsys.readouterr().err
    assert run(["init", "--answers", answers_file()]) == 2
    assert "belongs to --from" in capsys.readouterr().err
    assert run(["init", "--from", "visits.csv"]) == 0
    assert "each: ____" in Path("visits.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_walk_at_a_terminal_survives_bad_answers_and_ends_with_a_report(lang: str) -> None:
    answers = [answer for _, given in ASKED for answer in given]
    code, told = at_a_terminal(["new", "visits.csv", "--lang", lang], [*answers, "perhaps", "yes"])
    assert code == 0, told[-3000:]
    assert "Traceback" not in told
    assert told.count("\n> ") == len(answers) + 2  # what could not be used was asked again, and nothing else
    assert read_spec("visits.yaml").bound.rows == 8
    assert Path("visits-2026/report.html").exists()
    assert ("您" in told) == (lang == "zh")
    for value in ("CANARY", "Nordkap", "xylem"):
        assert value not in told


@pytest.mark.parametrize("at", [0, 7, 13, 17])
def test_ctrl_c_at_a_question_leaves_nothing(at: int) -> None:
    code, told = at_a_terminal(["new", "visits.csv"], [given[-1] for _, given in ASKED], stop=at)
    assert code == 130
    assert "Nothing was written, and nothing was spent." in told
    assert "Traceback" not in told
    assert written() == set()


def test_ctrl_c_at_the_last_question_says_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = at_a_terminal(["new", "visits.csv"], [given[-1] for _, given in ASKED], stop=len(ASKED))
    assert code == 130
    assert "nothing was spent" in told.replace("\r\n", " ")
    assert "ledger.db" in written()
    assert not Path("visits-2026").exists()
    assert run(["ledger", "show", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["accounts"][0]["releases"] == 0
    assert run(["publish", "visits.yaml"]) == 0
