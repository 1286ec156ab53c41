"""A first line that is somebody's row, and dates that nobody looked at: said before anything is public or paid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epsilog.cli.app import run
from epsilog.sources.draft_dates import is_row
from stream_scenes import books as stream_books
from stream_scenes import series, visits

ROWS = [
    f"P{at % 9:04d},{('Nordkap', 'Suedsee')[at % 2]},2026-03-{1 + at % 28:02d} 08:30,{91 + at}" for at in range(40)
]
PRIVATE = ("P0000", "Nordkap", "2026-03-01", "08:30", "91")
SPEC = """release: visits
edition: "1"
source: {{file: {file}, columns: {{who: text, seen: {seen}, {name}: number}}}}
protect: {{each: who, zone: UTC}}
bound: {{rows: 2}}
during: {{time: seen, from: 2026-03-01, to: 2026-03-31}}
publish:
  - {{count: rows}}
spend: {{epsilon: 0.1, from: clinic}}
"""
DATES = {"en": "Read as dates written 2026-01-31 or 2026-01-31 08:30:00: seen.", "zh": "的写法读作日期：seen。"}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "240")
    for name in ("LEDGER", "ANCHORS", "SIGNING_KEY", "TRUST", "LANG"):
        monkeypatch.delenv(f"EPSILOG_{name}", raising=False)


def heard(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert run(list(words)) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_file_without_a_header_is_refused_and_nothing_of_it_is_said(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("visits.csv").write_text("\n".join(ROWS) + "\n", encoding="utf-8")
    assert run(["init", "--from", "visits.csv", "--lang", lang]) == 2
    caught = capsys.readouterr()
    assert ("the first line looks like a row" if lang == "en" else "第一行看起来是一行数据") in caught.err
    assert "--header" in caught.err
    assert not Path("visits.yaml").exists()
    assert not any(value in caught.out + caught.err for value in PRIVATE)


@pytest.mark.parametrize(
    ("first", "below"),
    [
        ("ann,126", "bob,n/a"),
        ("ann,1.5e3", "bob,high"),
        ("ann,17.02.2026", "bob,soon"),
        ("ann,17-Feb-2026", "bob,soon"),
        ("ann,2026-02-17T08:30:00Z", "bob,soon"),
        ("ann,true", "bob,maybe"),
        ("ann,", "bob,high"),
        ("ann,ann", "bob,high"),
        ("ann,North", "bob,North"),
    ],
)
def test_each_sign_of_a_row_is_enough_and_a_header_can_be_said(
    first: str, below: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.csv").write_text(f"{first}\n{below}\n", encoding="utf-8")
    assert run(["init", "--from", "a.csv", "--json"]) == 2
    error = json.loads(capsys.readouterr().err)["error"]
    assert (error["where"], "looks like a row" in error["what"]) == ("a.csv", True)
    assert run(["init", "--from", "a.csv", "--header", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["columns"][0]["name"] == "ann"


def test_headers_are_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert not is_row(["id", "icd10", "2024-Q1", "24h mean", "收缩压"], [["1", "A00", "3", "4", "120"]])
    assert not is_row(["a", "b"], [["b", "a"], ["c"], []]), "another column may hold the name"
    Path("years.csv").write_text("region,2024,2025\nNorth,1,2\n", encoding="utf-8")
    assert run(["init", "--from", "years.csv", "--header"]) == 0
    assert run(["init", "--header", "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["where"] == "header"


def opened(name: str = "paid", *, seen: str = "timestamp", file: str = "visits.csv") -> None:
    Path("visits.csv").write_text("who,region,seen," + name + "\n" + "\n".join(ROWS) + "\n", encoding="utf-8")
    Path("s.yaml").write_text(SPEC.format(file=file, seen=seen, name=f'"{name}"'), encoding="utf-8")
    given = ["--each", "who", "--zone", "UTC", "--epsilon", "2", "--by", "Ada"]
    assert run(["ledger", "open", "clinic", *given]) == 0


@pytest.mark.parametrize("name", ["126", "2026-02-17 19:30", "17.02.2026"])
def test_check_warns_of_a_name_that_is_a_value_and_does_not_say_it(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    opened(name)
    said = heard(capsys, "check", "s.yaml")
    warning = said.split("A name of a column looks like a value")[1]
    assert warning.startswith(" (source.columns, number 3).")
    assert name not in warning.split("--look")[0]
    assert "source.columns 第 3 个" in heard(capsys, "check", "s.yaml", "--lang", "zh")


def test_check_does_not_warn_of_names(capsys: pytest.CaptureFixture[str]) -> None:
    opened()
    assert "looks like a value" not in heard(capsys, "check", "s.yaml")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_plan_and_publish_say_what_is_a_date_until_somebody_looked(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    opened()
    assert DATES[lang] in heard(capsys, "plan", "s.yaml", "--lang", lang)
    assert heard(capsys, "publish", "s.yaml", "--lang", lang).split("visits", 1)[0].count(DATES[lang]) == 1
    again = heard(capsys, "publish", "s.yaml", "--lang", lang) + heard(capsys, "plan", "s.yaml", "--lang", lang)
    assert DATES[lang] not in again, "it is paid"
    Path("s.yaml").write_text(Path("s.yaml").read_text().replace('edition: "1"', 'edition: "2"'))
    heard(capsys, "check", "s.yaml", "--look")
    said = heard(capsys, "plan", "s.yaml", "--lang", lang) + heard(capsys, "publish", "s.yaml", "--lang", lang)
    assert DATES[lang] not in said
    Path("s.yaml").write_text(Path("s.yaml").read_text().replace('edition: "2"', 'edition: "3"'))
    assert DATES[lang] in heard(capsys, "publish", "s.yaml", "--lang", lang), "the look was by another request"


def test_a_plan_without_books_says_it_and_a_format_or_a_typed_file_does_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("s.yaml").write_text(SPEC.format(file="visits.csv", seen="timestamp", name="paid"), encoding="utf-8")
    assert DATES["en"] in heard(capsys, "plan", "s.yaml")
    warnings = json.loads(heard(capsys, "plan", "s.yaml", "--json"))["warnings"]
    assert warnings[-1] == {"key": "plan.warn.dates", "values": {"columns": "seen"}}
    way = '{kind: timestamp, format: "%Y-%m-%d %H:%M"}'
    for file, seen in (("visits.csv", way), ("visits.parquet", "timestamp")):
        Path("s.yaml").write_text(SPEC.format(file=file, seen=seen, name="paid"), encoding="utf-8")
        assert "plan.warn.dates" not in heard(capsys, "plan", "s.yaml", "--json")


def test_a_stream_says_what_it_takes_before_it_is_paid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from epsilog.spec.file import to_yaml

    visits(tmp_path)
    stream_books(tmp_path / "ledger.db").close()
    Path("visits.yaml").write_text(to_yaml(series()), encoding="utf-8")
    said = heard(capsys, "stream", "run", "visits.yaml", "--ticks", "0")
    assert 0 <= said.index("is read as a date written") < said.index("Opened and paid")
    assert "is read as a date" not in heard(capsys, "stream", "run", "visits.yaml", "--ticks", "0")
