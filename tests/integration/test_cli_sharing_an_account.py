"""`ledger allocate` says what its numbers mean, and `ledger open` notices a second budget on the same people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epsilog.cli.app import run

OPEN = "ledger open {name} --each {each} --epsilon 2 --delta 1e-6 --by Ada"


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")


def said(capsys: pytest.CaptureFixture[str], command: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run(command.split()) == code
    out = capsys.readouterr()
    return " ".join((out.out + out.err).split())


def test_a_second_account_on_the_same_column_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "A second budget?" not in said(capsys, OPEN.format(name="clinic", each="patient"))
    assert "A second budget?" not in said(capsys, OPEN.format(name="sensors", each="row"))
    assert "A second budget?" not in said(capsys, OPEN.format(name="meters", each="row")), "rows are not people"
    words = said(capsys, OPEN.format(name="ward", each="Patient"))
    assert "A second budget? clinic in this ledger already protects each Patient." in words
    assert "epsilog ledger allocate clinic" in words
    assert "又一份预算" in said(capsys, OPEN.format(name="lab", each="patient") + " --lang zh")
    found = json.loads(said(capsys, OPEN.format(name="last", each="patient") + " --json"))
    assert found["same_persons"] == ["clinic", "ward", "lab"]


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ("a=0.4 b=0.3 --reserve 0.2", ("a part of the whole cap", "40 % 100 %", "reserve 30 %")),
        (
            "a=120 b=60 --rule proportional --reserve 0.1",
            ("numbers of planned queries", "60 % 100 %", "reserve 10 %"),
        ),
    ],
)
def test_every_number_of_a_division_is_explained(
    shares: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, OPEN.format(name="clinic", each="patient"))
    shown = said(capsys, f"ledger allocate clinic {shares} --by Ada")
    for one in (*words, "share of clinic", "left of it", "Two people may move it"):
        assert one in shown
    said(capsys, "ledger debit clinic/a pure:epsilon=0.1 --key one")
    assert "clinic" in said(capsys, "ledger show")


def test_a_delta_for_events_comes_with_two_people_and_a_larger_delta(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, OPEN.format(name="clinic", each="patient"))
    agreed = "--events 5e-7 --approver Ada --approver Grace --why keys"
    said(capsys, f"ledger raise clinic --epsilon 2 --delta 1e-6 {agreed}", 2)
    assert "1.5e-6" in said(capsys, f"ledger raise clinic --epsilon 2 --delta 1.5e-6 {agreed}")
