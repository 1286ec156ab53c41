"""What a draft proposes from a look: the person by what comes back, dates by how they are written."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from epsilog.cli.app import run
from epsilog.publish.draft import draft_from
from epsilog.sources.draft import sample_file
from epsilog.spec.file import spec_from_text


def rows(path: Path, dates: list[str], people: int = 40) -> Path:
    lines = [f"v{at},p{at % people},{dates[at % len(dates)]},North" for at in range(120)]
    path.write_text("visit_id,customer,seen,region\n" + "\n".join(lines) + "\n")
    return path


def test_the_person_is_what_comes_back_and_not_the_row(tmp_path: Path) -> None:
    file = rows(tmp_path / "visits.csv", ["2026-01-31"])
    roles = {column.name: column.role for column in sample_file(file).columns}
    assert (roles["customer"], roles["visit_id"]) == ("person", "once")
    text = " ".join(draft_from(file, tmp_path).text.replace("#", " ").split())
    assert "they may name a person: customer" in text
    assert (
        "every value of visit_id occurs once. If visit_id names people, one row each, write each: visit_id" in text
    )


def test_a_table_with_one_row_for_each_person_says_so(tmp_path: Path) -> None:
    file = rows(tmp_path / "people.csv", ["2026-01-31"], people=120)
    roles = {column.name: column.role for column in sample_file(file).columns}
    assert (roles["customer"], roles["visit_id"]) == ("once", "once")
    text = " ".join(draft_from(file, tmp_path).text.replace("#", " ").split())
    assert "none was found" not in text
    assert "No column was found whose values repeat" in text
    assert "every value of these occurs once: visit_id, customer. If one of them names people" in text


def test_the_screen_does_not_say_of_people_with_one_row_that_they_are_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "people.csv").write_text("patient_id,sex\n" + "".join(f"p{at},f\n" for at in range(50)))
    for lang, words in (("en", "if it names people, write each: patient_id"), ("zh", "请写 each: patient_id")):
        capsys.readouterr()
        assert run(["init", "--from", "people.csv", "--out", f"{lang}.yaml", "--lang", lang]) == 0
        assert words in " ".join(capsys.readouterr().out.split())
    assert "not a person," not in (tmp_path / "en.yaml").read_text().replace("\n", " ")


MIXED = {
    "two ways": ["1/31/2026", "31.01.2026"],
    "with the usual way": ["1/31/2026", "2026-02-28"],
    "day and month change places": ["31/1/2026", "1/31/2026"],
    "the other way comes late": ["1/31/2026"] * 70 + ["31-Jan-2026"] * 50,
}


@pytest.mark.parametrize("name", list(MIXED))
def test_dates_in_several_ways_are_text_and_are_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    file = rows(tmp_path / "visits.csv", MIXED[name])
    seen = {column.name: column for column in sample_file(file).columns}["seen"]
    assert (seen.kind, seen.unfit) == ("text", "dates")
    pl.read_csv(file, infer_schema=False).write_parquet(tmp_path / "visits.parquet")
    assert {column.name: column for column in sample_file(tmp_path / "visits.parquet").columns}["seen"] == seen
    assert run(["init", "--from", "visits.csv", "--out", "s.yaml"]) == 0
    assert "looks like dates written in several ways" in " ".join(capsys.readouterr().out.split())
    text = (tmp_path / "s.yaml").read_text()
    assert "dates that are written in several ways" in " ".join(text.replace("#", " ").split())
    assert not any(date in text for date in MIXED[name])


def test_texts_are_not_called_dates(tmp_path: Path) -> None:
    for values in (["North", "South"], ["1/31/2026", "North", "South"], ["v1.2.3", "10.4.1"]):
        seen = {column.name: column for column in sample_file(rows(tmp_path / "visits.csv", values)).columns}[
            "seen"
        ]
        assert seen.unfit == "none"


@pytest.mark.parametrize(
    ("dates", "words"),
    [(["1/31/2026"], "may be the time; written %m/%d/%Y"), (["1/2/2026"], "written %m/%d/%Y or %d/%m/%Y?")],
)
def test_the_screen_shows_the_proposed_format(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    dates: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    rows(tmp_path / "visits.csv", dates)
    assert run(["init", "--from", "visits.csv"]) == 0
    assert words in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_event_level_is_always_said_aloud(tmp_path: Path, lang: str) -> None:
    text = draft_from(rows(tmp_path / "visits.csv", ["2026-01-31"]), tmp_path, None, lang).text  # type: ignore[arg-type]
    assert ("EVENT LEVEL" if lang == "en" else "事件级保护") in text


@pytest.mark.parametrize(
    ("dates", "kind", "ways"),
    [
        (["1/31/2026", "2/1/2026"], "date", ("%m/%d/%Y",)),
        (["31/1/2026 14:05", "1/2/2026 7:00"], "timestamp", ("%d/%m/%Y %H:%M",)),
        (["1/31/2026 2:05 PM"], "timestamp", ("%m/%d/%Y %I:%M %p",)),
        (["31.01.2026"], "date", ("%d.%m.%Y",)),
        (["20260131"], "date", ("%Y%m%d",)),
        (["31-Jan-2026"], "date", ("%d-%b-%Y",)),
        (["2026年1月31日"], "date", ("%Y年%m月%d日",)),
        (["1/2/2026", "3/4/2026"], "date", ("%m/%d/%Y", "%d/%m/%Y")),
        (["2026-01-31"], "date", ()),
        (["North", "South"], "text", ()),
    ],
)
def test_the_way_dates_are_written_is_proposed(
    tmp_path: Path, dates: list[str], kind: str, ways: tuple[str, ...]
) -> None:
    file = rows(tmp_path / "visits.csv", dates)
    seen = {column.name: column for column in sample_file(file).columns}["seen"]
    assert (seen.kind, seen.ways) == (kind, ways)
    pl.read_csv(file, infer_schema=False).write_parquet(tmp_path / "visits.parquet")
    stored = {column.name: column for column in sample_file(tmp_path / "visits.parquet").columns}["seen"]
    assert stored.ways == ways
    text = draft_from(file, tmp_path).text
    if len(ways) == 1:
        assert f'seen: {{kind: {kind}, format: "{ways[0]}"}}' in text
    assert ("seen: {kind: date, format: ____}" in text) == (len(ways) == 2)
    for value in dates:
        assert value not in text


def test_a_draft_with_a_format_is_a_spec_once_it_is_answered(tmp_path: Path) -> None:
    text = draft_from(rows(tmp_path / "visits.csv", ["1/31/2026"]), tmp_path).text
    answers = iter(["e1", "customer", "UTC", "3", "2026-01-01", "2026-12-31", "North", "1", "clinic"])
    lines = []
    for line in text.splitlines():
        while "____" in line and not line.lstrip().startswith("#"):
            line = line.replace("____", next(answers), 1)
        lines.append(line)
    spec = spec_from_text("\n".join(lines))
    assert spec.source.formats == {"seen": "%m/%d/%Y"}
    assert spec.protect.unit.each == "customer"
