"""`epsilog ledger history` of streams: thousands of ticks are one line, and nothing of them is lost to machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epsilog.cli.app import run
from epsilog.ledger import Ledger
from ledger_scenes import BOARD, opened, pure

TICKS = 60


@pytest.fixture
def books(tmp_path: Path) -> Path:
    """Two streams that tick in turns, with a stop in between; the second is closed at the end."""
    path = tmp_path / "books.db"
    with opened(str(path)) as ledger:
        streams = [ledger.debit("clinic", pure(10), "plan", key=key) for key in ("heart rates", "beds")]
        for stream in streams:
            ledger.commit(stream, b"the opening record")
        for number in range(1, TICKS + 1):
            for stream in streams:
                ledger.tick(stream, number, f"{number:064x}")
            if number == 7:
                ledger.stop("clinic", by="Lin", why="a doubt")
                ledger.resume("clinic", approvers=BOARD, why="cleared")
        ledger.close_stream(streams[1])
    return path


def test_the_ticks_of_a_stream_are_one_line(books: Path) -> None:
    with Ledger.open(books) as ledger:
        every, folded = ledger.history(), ledger.history(fold=True)
        assert [line for line in folded if line.kind != "tick"] == [line for line in every if line.kind != "tick"]
        ticks = [line for line in folded if line.kind == "tick"]
        assert [(line.seq, line.body["tick"]) for line in ticks] == [
            (line.seq, TICKS) for line in every if line.body.get("tick") == TICKS
        ]
        assert [line.since for line in ticks] == [line for line in every if line.body.get("tick") == 1]
        assert [line.seq for line in folded] == sorted(line.seq for line in folded)
        for last in (1, 2, 3, 5, 100):
            assert ledger.history(last=last, fold=True) == folded[-last:], (
                "cut after folding, and still since the first"
            )
            assert ledger.history(last=last) == every[-last:]
        assert ledger.history("clinic", fold=True) == folded[1:]
        assert str(ticks[0]).endswith(f"tick  1 to {TICKS}")
        assert str(every[-1]).endswith("close")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_screen_shows_one_row_with_account_and_key(
    books: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    assert run(["ledger", "history", "--ledger", str(books), "--last", "3", "--lang", lang]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if "clinic" in line]
    assert len(rows) == 3
    for row, (key, first) in zip(rows, (("heart rates", 7), ("beds", 8)), strict=False):
        assert f"{key} · 1 … {TICKS}" in row
        assert f"{first} … " in row
    assert "beds" in rows[2]


def test_a_machine_gets_every_tick(books: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ledger", "history", "--ledger", str(books), "--last", "0", "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)["entries"]
    ticks = [entry for entry in entries if entry["kind"] == "tick"]
    assert [entry["body"]["tick"] for entry in ticks] == [n for n in range(1, TICKS + 1) for _ in range(2)]
    assert {entry["account"] for entry in ticks} == {"clinic"}
    assert run(["ledger", "history", "--ledger", str(books), "--last", "1", "--json"]) == 0
    (last,) = json.loads(capsys.readouterr().out)["entries"]
    assert (last["kind"], last["account"]) == ("close", "clinic"), "its payment is not in view"


def test_the_picture_does_not_mind_ticks(books: Path, tmp_path: Path) -> None:
    assert run(["ledger", "history", "--ledger", str(books), "--picture", str(tmp_path / "p")]) == 0
    assert (tmp_path / "p" / "spending.png").exists()
