"""`epsilog reproduce`: both languages, machines, the user's own file, and files meant to break it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from epsilog.classic.reproduction import Settings, reproduce
from epsilog.classic.transactions import read_log
from epsilog.cli.app import run

ROWS = [
    f"2012-06-{day:02d} {hour:02d}:15,{10 + (7 * day + hour) % 13}.50,u{(day * hour) % 9}"
    for day in range(1, 4)
    for hour in range(24)
]
HEAD = "when,paid,who"


def written(folder: Path, rows: list[str], head: str = HEAD, name: str = "sales.csv") -> Path:
    path = folder / name
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return path


def call(*words: object) -> int:
    return run(["reproduce", *(str(word) for word in words)])


def test_the_invented_log_in_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "复现"
    assert call("sampling-kalman", "--steps", 60, "--out", out, "--lang", "zh") == 0
    shown = capsys.readouterr().out
    assert "不具备隐私保护" in shown
    assert "24,104" in shown
    page = (out / "index.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 6
    assert 'lang="zh-Hans"' in page
    assert len((out / "transactions.csv").read_text(encoding="utf-8").splitlines()) == 24_105
    assert sorted(path.name for path in out.glob("*.png")) == [
        "attack.png", "figure-3.png", "figure-4.png", "figure-5.png", "figure-6.png", "successor.png"
    ]  # fmt: skip


def test_a_file_of_ones_own_for_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, ROWS)
    columns = ("--time", "when", "--amount", "paid", "--user", "who", "--most", 30)
    assert call("sampling-kalman", "--data", path, *columns, "--out", tmp_path / "o", "--json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert found["private"] is False
    assert (found["transactions"], found["series"], found["steps"]) == (72, "amounts", 72)
    assert found["attack"]["interval_found"] == 6
    assert found["attack"]["read_exactly"] == pytest.approx(60 / 72)
    assert found["attack"]["audited_epsilon_at_least"] > 4.5
    assert [(one["series"], one["protects"]) for one in found["contest"]] == [
        ("amounts", "transaction"), ("counts", "transaction"), *[("counts", "customer")] * 3, ("counts", "every")
    ]  # fmt: skip
    assert [one["steps_of_one_unit"] for one in found["contest"]] == [1, 1, 1, 5, 50, 72]
    assert [one["groups_of"] for one in found["contest"]] == [1, 1, 1, 1, 12, 12]
    assert not (tmp_path / "o" / "transactions.csv").exists()


def test_counts_where_no_amount_is_named(tmp_path: Path) -> None:
    log = read_log(written(tmp_path, [*ROWS, ROWS[0], ROWS[0]]), "when")
    found = reproduce(log, Settings(repetitions=2, most=5), customers=False)
    assert (found.what, len(found.series)) == ("counts", 72)
    assert [(one.what, one.whom) for one in found.rounds] == [("counts", "transaction")]
    assert found.attack.interval == 6


SECRET = "7777.77"


@pytest.mark.parametrize(
    ("rows", "head", "says"),
    [
        ([], HEAD, "no rows"),
        (ROWS[:5], HEAD, "at least 24 steps"),
        ([*ROWS, f"2012-06-04,{SECRET}x,u1"], HEAD, "line 74 has no amount"),
        ([*ROWS, "2012-06-04,nan,u1"], HEAD, "line 74 has no amount"),
        ([*ROWS, "2012-06-04,inf,u1"], HEAD, "line 74 has no amount"),
        ([*ROWS, "2012-06-04,-5,u1"], HEAD, "line 74 has no amount"),
        ([*ROWS, "2012-06-04,1e400,u1"], HEAD, "line 74 has no amount"),
        ([*ROWS, "2012-06-04"], HEAD, "line 74 has no amount"),
        ([*ROWS, f"{SECRET},5,u1"], HEAD, "line 74 has no time"),
        ([*ROWS, "2012-06-04T00:00:00+08:00,5,u1"], HEAD, "some times have a zone"),
        ([row.split(",")[0] + ",5,u" for row in ROWS], HEAD, "not all the same"),
        (ROWS, "when,Paid,who", "not one column of the file"),
        (ROWS, "when,paid,paid", "not one column of the file"),
        ([*ROWS, "2312-06-04,5,u1"], HEAD, "periods"),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str], rows, head, says) -> None:
    path = written(tmp_path, rows, head)
    columns = ("--time", "when", "--amount", "paid")
    assert call("sampling-kalman", "--data", path, *columns, "--out", tmp_path / "o") in (2, 5)
    shown = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert says in shown
    assert SECRET not in shown


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("fast",), 2, "is not a mechanism here"),
        (("sampling-kalman", "--epsilon", "0"), 2, "--epsilon"),
        (("sampling-kalman", "--epsilon", "nan"), 2, "--epsilon"),
        (("sampling-kalman", "--interval", "0"), 2, "--interval"),
        (("sampling-kalman", "--steps", "3"), 2, "--steps"),
        (("sampling-kalman", "--every", "1m"), 2, "--every"),
        (("sampling-kalman", "--most", "-1"), 2, "--most"),
        (("sampling-kalman", "--time", "when"), 2, "--data"),
        (("sampling-kalman", "--data", "nowhere.csv"), 2, "--time"),
        (("sampling-kalman", "--data", "nowhere.csv", "--time", "t"), 5, "no such file"),
    ],
)
def test_requests_that_cannot_be_read(words, code, says, capsys, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(*words) == code
    assert says in " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert list(tmp_path.iterdir()) == []


def test_bytes_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sales.csv"
    path.write_bytes(b"when,paid\n\xff\xfe\x00,1\n")
    assert call("sampling-kalman", "--data", path, "--time", "when") == 5
    assert "cannot be read as a CSV" in " ".join(capsys.readouterr().err.split())
    path.write_bytes(b'when,paid\n"2012-06-01,1\n')
    assert call("sampling-kalman", "--data", path, "--time", "when") == 5
