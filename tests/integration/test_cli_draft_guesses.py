"""What a draft proposes from a look: the person by what comes back, dates by how they are written."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from epsilog.publish.draft import draft_from
from epsilog.publish.specfile import spec_from_text
from epsilog.sources.draft import look


def rows(path: Path, dates: list[str], people: int = 40) -> Path:
    lines = [f"v{at},p{at % people},{dates[at % len(dates)]},North" for at in range(120)]
    path.write_text("visit_id,customer,seen,region\n" + "\n".join(lines) + "\n")
    return path


def test_the_person_is_what_comes_back_and_not_the_row(tmp_path: Path) -> None:
    file = rows(tmp_path / "visits.csv", ["2026-01-31"])
    roles = {column.name: column.role for column in look(file).columns}
    assert (roles["customer"], roles["visit_id"]) == ("person", "once")
    text = " ".join(draft_from(file, tmp_path).text.replace("#", " ").split())
    assert "they may name a person: customer" in text
    assert "no value of visit_id comes back" in text


def test_a_table_with_one_row_for_each_person_says_so(tmp_path: Path) -> None:
    file = rows(tmp_path / "people.csv", ["2026-01-31"], people=120)
    roles = {column.name: column.role for column in look(file).columns}
    assert (roles["customer"], roles["visit_id"]) == ("once", "once")


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
    seen = {column.name: column for column in look(file).columns}["seen"]
    assert (seen.kind, seen.ways) == (kind, ways)
    pl.read_csv(file, infer_schema=False).write_parquet(tmp_path / "visits.parquet")
    stored = {column.name: column for column in look(tmp_path / "visits.parquet").columns}["seen"]
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
