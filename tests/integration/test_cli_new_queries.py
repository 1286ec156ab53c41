"""Variances, ratios, quantiles and choices with the commands alone, in both languages."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from epsilog.cli.app import run
from new_query_rows import ENTRIES, rows_in

SPEC = f"""\
release: new
edition: "1"
source:
  file: rows.csv
  columns: {{who: text, region: text, systolic: number, cost: number, stays: integer, illness: text}}
protect: {{each: who}}
bound: {{rows: 2}}
publish:
{ENTRIES}spend: {{epsilon: 5, delta: 1e-6, from: clinic}}
"""


@pytest.mark.parametrize("lang", ["en", pytest.param("zh", marks=pytest.mark.nightly)])
def test_from_a_spec_to_a_verified_folder(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    rows_in(tmp_path, 400)
    (tmp_path / "spec.yaml").write_text(SPEC, encoding="utf-8")

    def done(command: str) -> str:
        capsys.readouterr()
        assert run(command.split()) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    books = "--ledger books.db"
    done(f"ledger open clinic --each who --epsilon 8 --delta 1e-6 --by Ada {books}")
    done(f"check spec.yaml {books} --lang {lang}")
    screen = done(f"plan spec.yaml {books} --lang {lang}")
    assert "100 %" in screen or "100%" in screen, "the parts of the price add up"
    record = json.loads(done(f"plan spec.yaml {books} --json"))
    assert [len(entry["draws"]) for entry in record["entries"]] == [3, 3, 2, 1, 1, 1, 1, 1]
    drawn = [draw["price"] for entry in record["entries"] for draw in entry["draws"] if draw["price"]]
    paid = sum(drawn) + sum(entry["together"]["rho"] for entry in record["entries"] if "together" in entry)
    assert paid == record["price"]["units"]
    shown = done(f"publish spec.yaml --out out {books} --lang {lang}")
    assert "rows_off" in shown or "…" in shown
    done(f"verify out {books} --lang {lang}")
    told = done(f"explain out --lang {lang}")
    for name in ("dearest", "common", "median-cost"):
        assert name in told
    with next((tmp_path / "out" / "tables").glob("4-*.csv")).open(encoding="utf-8-sig", newline="") as file:
        header, *rows = list(csv.reader(file))
    assert header == ["region", "quantile", "value", "raw", "rows_off", "confidence", "about"]
    assert len(rows) == 6
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 8
