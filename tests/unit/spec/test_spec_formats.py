"""A column's own way of writing dates in a spec: read, written, stored, and refused where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from epsilog import Allowance, Ledger, Terms
from epsilog.errors import PrivacyError, SpecError
from epsilog.plan.planned_question import fix_time_column
from epsilog.spec.file import spec_from_text, to_yaml
from epsilog.spec.record import spec_from_dict

TEXT = """epsilog: 1
release: visits
edition: "1"
source:
  file: visits.csv
  columns:
    who: text
    seen: {kind: timestamp, format: "%m/%d/%Y %I:%M %p"}
protect: {each: who}
bound: {rows: 1}
publish:
  - count: rows
spend: {epsilon: 1, from: clinic}
"""


def test_a_format_is_read_written_and_stored() -> None:
    spec = spec_from_text(TEXT)
    assert spec.source.formats == {"seen": "%m/%d/%Y %I:%M %p"}
    assert spec_from_text(to_yaml(spec)) == spec
    assert spec_from_dict(spec.to_dict()) == spec
    assert spec.to_dict()["source"]["formats"] == {"seen": "%m/%d/%Y %I:%M %p"}


def test_without_a_format_a_request_keeps_its_digest() -> None:
    plain = spec_from_text(TEXT.replace('{kind: timestamp, format: "%m/%d/%Y %I:%M %p"}', "timestamp"))
    long = spec_from_text(TEXT.replace('{kind: timestamp, format: "%m/%d/%Y %I:%M %p"}', "{kind: timestamp}"))
    assert plain == long
    assert "formats" not in plain.to_dict()["source"]
    assert plain.digest != spec_from_text(TEXT).digest


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ("{kind: timestamp, format: '%d/%m'}", "a date needs its year"),
        ("{kind: text, format: '%Y%m%d'}", "this is no date"),
        ("{format: '%Y%m%d'}", "kind"),
        ("{kind: timestamp, form: x}", "form"),
        ("{kind: timestamp, format: 7}", "text"),
    ],
)
def test_a_wrong_format_is_refused_on_its_line(written: str, what: str) -> None:
    text = TEXT.replace('{kind: timestamp, format: "%m/%d/%Y %I:%M %p"}', written)
    with pytest.raises(SpecError, match=what) as refused:
        spec_from_text(text)
    assert ":8" in refused.value.where
    assert "source.columns.seen" in refused.value.where
    assert "format.format" not in refused.value.where


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("MM/DD/YYYY", "%m/%d/%Y"),
        ("mm/dd/yyyy", "%m/%d/%Y"),
        ("DD.MM.YYYY HH:mm", "%d.%m.%Y %H:%M"),
        ("dd/MM/yy hh:mm:ss", "%d/%m/%y %H:%M:%S"),
        ("M/d/yyyy h:mm tt", "%m/%d/%Y %I:%M %p"),
        ("yyyy-MM-ddTHH:mm:ss", "%Y-%m-%dT%H:%M:%S"),
        ("dd-MMM-yyyy", "%d-%b-%Y"),
        ("YYYY年MM月DD日", "%Y年%m月%d日"),
    ],
)
def test_the_spelling_of_other_programs_is_recognised(written: str, meant: str) -> None:
    text = TEXT.replace("%m/%d/%Y %I:%M %p", written)
    with pytest.raises(SpecError, match="codes begin with %") as refused:
        spec_from_text(text, "a.yaml")
    assert refused.value.hint == f'"{meant}"'
    assert refused.value.where == "a.yaml:8, source.columns.seen.format"
    assert spec_from_text(TEXT.replace("%m/%d/%Y %I:%M %p", meant)).source.formats == {"seen": meant}


@pytest.mark.parametrize("written", ["day/month/year", "DD/MM", "", "YYYY YYYY MM DD", "YYYY-MM-DD Z"])
def test_what_is_no_such_spelling_is_refused_as_before(written: str) -> None:
    with pytest.raises(SpecError) as refused:
        spec_from_text(TEXT.replace("%m/%d/%Y %I:%M %p", written), "a.yaml")
    assert "codes begin" not in refused.value.what
    assert "source.columns.seen" in refused.value.where


def test_an_account_fixes_how_its_periods_are_written(tmp_path: Path) -> None:
    """1/2/2026 lies in January or in February: the same rows would be charged to two months."""
    text = TEXT.replace("{each: who}", "{each: who, per: 1mo}").replace(
        "bound:", "during: {time: seen, from: 2026-01-01, to: 2026-12-31}\nbound:"
    )
    american = spec_from_text(text)
    others = [
        spec_from_text(text.replace("%m/%d/%Y %I:%M %p", "%d/%m/%Y %I:%M %p")),
        spec_from_text(text.replace('{kind: timestamp, format: "%m/%d/%Y %I:%M %p"}', "timestamp")),
    ]
    with Ledger.open(tmp_path / "ledger.db", create=True) as books:
        books.open_account("clinic", Terms(american.protect.unit, Allowance.pure(2)), by="Ada")
        fix_time_column(american, books, ("2026-01",))
        fix_time_column(american, books, ("2026-01",))
        for other in others:
            with pytest.raises(PrivacyError, match="written %m/%d/%Y %I:%M %p"):
                fix_time_column(other, books, ("2026-01",))
