"""Requests as files: the issue's own spelling, text that stays text, and complaints that point."""

from __future__ import annotations

import datetime as dt
import os
import re
from fractions import Fraction
from pathlib import Path

import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.roles.candidates import Sum
from epsilog.spec.file import read_spec, spec_from_text, to_yaml
from spec_samples import EVERYTHING

ISSUE = """\
release: flu-by-region
edition: 2026-W46
source: {file: visits.parquet, columns: {patient_id: text, region: text, visited_at: timestamp, systolic: number}}
protect: {each: patient_id, per: 1mo, zone: Asia/Shanghai}      # must match the account
bound: {rows: 4, cells: 4}
publish:
  - {count: rows, by: {region: [North, South, East, West]}, every: 1d, time: visited_at, from: 2026-01-01, \
to: 2026-12-31}
  - {mean: systolic, between: [80, 220]}
spend: {epsilon: 0.5, delta: 1e-6, from: clinic/2026}
"""


def test_the_spelling_to_start_from() -> None:
    spec = spec_from_text(ISSUE)
    assert spec.release == "flu-by-region"
    assert spec.protect.unit == Unit("patient_id", per="1mo")
    assert spec.protect.zone == "Asia/Shanghai"
    assert spec.bound == Bounds(rows=4, cells=4)
    year = During("visited_at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
    assert [query.during for query in spec.publish] == [year, year]
    assert spec.publish[0].by == (Keys("region", ("North", "South", "East", "West")),)
    assert spec.publish[1].ask.between == (80, 220)
    assert (spec.spend.epsilon, spec.spend.delta) == (Fraction(1, 2), Fraction(1, 10**6))
    assert spec_from_text(to_yaml(spec)) == spec


def test_every_field() -> None:
    spec = spec_from_text(EVERYTHING)
    rows, persons, total, mean, ages, pressures = spec.publish[:6]
    assert spec.source.encoding == "gb18030"
    assert spec.source.delimiter == ";"
    assert rows.during == During("visited_at", dt.date(2026, 2, 1), dt.date(2026, 2, 28)), "days of its own"
    assert persons.during == spec.during
    assert rows.by[0].keys == ("North", "South", "01067", "no", "null")
    assert [query.mechanism for query in spec.publish[:3]] == ["gaussian", "auto", "gaussian"]
    assert (persons.error, persons.relative) == (5, False)
    assert (mean.error, mean.relative, mean.expect) == (Fraction(1, 50), True, 130)
    assert (total.name, total.ask.grain, total.ask.missing) == ("pressure", Fraction(1, 2), 120)
    assert ages.ask.edges == tuple(Fraction(10 * step) for step in range(13))
    assert pressures.ask.edges == (80, 120, 140, 220)
    assert (spec.confidence, spec.tidy.whole, spec.tidy.totals) == (Fraction(9, 10), True, False)
    assert spec_from_text(to_yaml(spec)) == spec


def test_numbers_of_several_parts_and_choices() -> None:
    variance, deviation, ratio, median, ages, top, common, dearest = spec_from_text(EVERYTHING).publish[6:]
    assert [query.kind for query in (variance, deviation, ratio)] == ["variance", "deviation", "ratio"]
    assert ratio.ask.per == Sum("年龄", (Fraction(0), Fraction(120)), Fraction(1), Fraction(40))
    assert (median.kind, median.ask.at, median.error) == ("quantiles", (Fraction(1, 2),), 50)
    assert (ages.ask.at, ages.ask.values()) == ((Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)), (0, 1, 121))
    assert (top.ask.among, top.ask.k, top.ask.best) == (("North", "South", "01067"), 2, "persons")
    assert (common.kind, common.ask.k, common.ask.best) == ("top", 1, "rows")
    assert (dearest.kind, dearest.ask.k, dearest.ask.best) == (
        "top",
        1,
        Sum("systolic", (Fraction(0), Fraction(300))),
    )
    chosen = (median, ages, top, common, dearest)
    assert {query.mechanism for query in chosen} == {"auto"}, "`mechanism: gaussian` is about noise"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("per: {sum: 年龄,", "per: {sum: systolic,", "two different columns"),
        ("per: {sum: 年龄, between: [0, 120]", "per: {sum: 年龄, between: [-1, 120]", "never below 0"),
        ("per: {sum: 年龄, between: [0, 120], grain: 1, missing: 40}", "per: {sum: 年龄}", "'between' is missing"),
        (", per: {sum: 年龄, between: [0, 120], grain: 1, missing: 40}", "", "a ratio says `per`"),
        ("at: [0.25, 1/2, 0.9]", "at: [0.5, 0.25]", "growing shares"),
        ("at: [0.25, 1/2, 0.9]", "at: [0, 0.5]", "above 0"),
        ("at: [0.25, 1/2, 0.9]", "at: [0.00001]", "denominator"),
        (", at: [0.25, 1/2, 0.9]", "", "quantiles say `at`"),
        ("error: 50}", "error: 50, at: [0.5]}", "a median is at 0.5"),
        ("error: 50}", "error: 50, missing: 80}", "has no rank"),
        ("error: 50}", "error: 50, mechanism: laplace}", "no noise of its own"),
        ("grain: 1, at: [0.25", "grain: 0.1, at: [0.25", "1,000"),
        ("k: 2, best", "k: 4, best", "at most 3"),
        ("k: 2, best: persons", "best: persons", "says `among` and `k`"),
        ("best: persons}", "best: money}", "unknown value"),
        ("{most_common: region,", "{most_common: region, k: 2,", "chooses one"),
        (", best: {sum: systolic, between: [0, 300]}", "", "what the best has most of"),
        ("{most_common: region,", "{most_common: systolic,", "cannot be a key"),
        ("{variance: systolic, between: [80, 220],", "{variance: systolic,", "need `between"),
        ("{variance: systolic,", "{variance: systolic, at: [0.5],", "other queries do not"),
        ("between: [80, 220], missing: 100}", "between: [0, 1e9], grain: 1}", "2^36"),
    ],
)  # fmt: skip
def test_what_they_refuse(old: str, new: str, what: str) -> None:
    assert EVERYTHING.count(old) == 1
    with pytest.raises(SpecError, match=re.escape(what)) as refused:
        spec_from_text(EVERYTHING.replace(old, new))
    assert "spec" in str(refused.value) or refused.value.where


@pytest.mark.parametrize(
    "key",
    ["01067", "yes", "no", "null", "NULL", "~", "true", "2026-01-01", "1e5", "0x1F", "=cmd()", "0", "-0", "北"],
)
def test_keys_stay_the_text_that_was_written(key: str) -> None:
    spec = spec_from_text(ISSUE.replace("[North,", f"[{key},"))
    assert spec.publish[0].by[0].keys[0] == key
    assert f"[{key}," in to_yaml(spec) or f'["{key}",' in to_yaml(spec)
    assert spec_from_text(to_yaml(spec)) == spec


# (what is exchanged, for what, where it is said, what is said, what is advised)
COMPLAINTS = [
    ("edition: 2026-W46", "editon: 2026-W46", "2, editon", "unknown field", "did you mean edition?"),
    ("edition: 2026-W46\n", "", "1", "'edition' is missing", ""),
    ("release: flu-by-region", "release: ''", "1, release", "1 to 80", ""),
    ("release: flu-by-region", "release: " + "x" * 81, "1, release", "1 to 80", ""),
    ("systolic: number}", "systolic: float}", "3, source.columns.systolic", "float", "did you mean number?"),
    ("systolic: number}", "systolic: numbre}", "3, source.columns.systolic", "numbre", "did you mean number?"),
    ("systolic: number}", "systolic: text}", "3, source.columns.systolic", "not a number", ""),
    ("visited_at: timestamp", "visited_at: text", "3, source.columns.visited_at", "not a date", ""),
    ("{file: visits.parquet, ", "{file: ' ', ", "3, source.file", "say a path", ""),
    ("{file: visits.parquet, ", "{encoding: gbk, ", "3, source.encoding", "gbk", "did you mean gb18030?"),
    ("{file: visits.parquet, ", "{delimiter: '||', ", "3, source.delimiter", "one ASCII", ""),
    ("each: patient_id", "each: patient", "3, source.columns", "'patient' is not declared", "patient_id"),
    ("each: patient_id", "each: row", "4, protect.per", "a row has no period", ""),
    ("per: 1mo", "per: monthly", "4, protect.per", "monthly", "did you mean 1mo?"),
    ("per: 1mo, ", "neighbours: swap, ", "4, protect.neighbours", "swap", "add-remove"),
    ("Asia/Shanghai", "Asia/Shanghigh", "4, protect.zone", "not a time zone", "Asia/Shanghai"),
    ("{rows: 4, cells: 4}", "{rows: 0}", "5, bound.rows", "at least 1", ""),
    ("{rows: 4, cells: 4}", "{rows: true}", "5, bound.rows", "truth value", ""),
    ("{rows: 4, cells: 4}", "{rows: 4.5}", "5, bound.rows", "whole number", ""),
    ("bound: {rows: 4, cells: 4}\n", "", "6, bound.rows", "how many rows", "bound: {rows: 4}"),
    ("count: rows", "count: patients", "7, publish[0].count", "patients", "rows, persons"),
    ("count: rows", "cuont: rows", "7, publish[0].cuont", "unknown field", "did you mean count?"),
    ("count: rows, ", "", "7, publish[0]", "does not say what to publish", "one of count"),
    ("count: rows, ", "count: rows, sum: systolic, ", "7, publish[0]", "count and sum", "one of count"),
    ("{region: [North", "{regoin: [North", "3, source.columns", "'regoin' is not declared", "region"),
    ("[North, South", "[North, North", "7, publish[0].by.region", "written twice", ""),
    ("[North, South", "[North, [South]", "7, publish[0].by.region[1]", "expected text, found a list", ""),
    ("[North, South, East, West]", "[]", "7, publish[0].by.region", "at least one key", ""),
    ("every: 1d", "every: 2d", "7, publish[0].every", "2d", "1d"),
    ("from: 2026-01-01", "from: 01.01.2026", "7, publish[0].from", "not a day", "2026-01-31"),
    ("from: 2026-01-01", "from: 2026-02-30", "7, publish[0].from", "not a day", ""),
    ("from: 2026-01-01", "from: 2027-01-01", "7, publish[0].to", "ends before it begins", ""),
    ("from: 2026-01-01", "from: 0001-01-01", "7, publish[0].from", "1900 to 2200", ""),
    (", to: 2026-12-31", "", "7, publish[0]", "'to' is missing", "2026-12-31"),
    ("between: [80, 220]", "between: [220, 80]", "8, publish[1].between", "below the upper", ""),
    ("between: [80, 220]", "between: [80, 80]", "8, publish[1].between", "below the upper", ""),
    ("between: [80, 220]", "between: [80]", "8, publish[1].between", "two ends", ""),
    ("between: [80, 220]", "between: [80, .nan]", "8, publish[1].between[1]", "not a finite", ""),
    ("between: [80, 220]", "between: [80, 1e400]", "8, publish[1].between[1]", "sensible size", ""),
    (", between: [80, 220]", "", "8, publish[1].between", "need `between", "without looking at the data"),
    ("between: [80, 220]", "between: [80, 220], missing: 300", "8, publish[1].missing", "at most 220", ""),
    ("between: [80, 220]", "between: [80, 220], error: 2%", "8, publish[1].error", "needs `expect`", "expect"),
    ("between: [80, 220]", "between: [80, 220], bins: 3", "8, publish[1].bins", "histogram", ""),
    (
        "mean: systolic, between: [80, 220]",
        "histogram: systolic",
        "8, publish[1]",
        "`bins`, or `edges`",
        "bins: 10",
    ),
    (
        "mean: systolic, ",
        "histogram: systolic, edges: [1, 2], ",
        "8, publish[1].between",
        "leave `between` out",
        "",
    ),
    ("mean: systolic, ", "histogram: systolic, bins: 0, ", "8, publish[1].bins", "at least 1", ""),
    ("epsilon: 0.5", "epsilon: 0", "9, spend.epsilon", "above 0", ""),
    ("epsilon: 0.5", "epsilon: -1", "9, spend.epsilon", "above 0", ""),
    ("epsilon: 0.5", "epsilon: .inf", "9, spend.epsilon", "not a finite", ""),
    ("epsilon: 0.5", "epsilon: 0x1", "9, spend.epsilon", "not a number", ""),
    ("epsilon: 0.5", "epsilon: 1e-320", "9, spend.epsilon", "sensible size", ""),
    ("epsilon: 0.5", "epsilon: 1e308", "9, spend.epsilon", "sensible size", ""),
    ("delta: 1e-6", "delta: 1", "9, spend.delta", "below 1", ""),
    ("delta: 1e-6", "delta: -0.0", "9, spend.delta", "minus zero", ""),
    (", from: clinic/2026", "", "9, spend", "'from' is missing", ""),
    ("release: flu", "epsilog: 2\nrelease: flu", "1, epsilog", "unknown version", "epsilog: 1"),
    ("release: flu", "confidence: 1\nrelease: flu", "1, confidence", "below 1", ""),
    ("release: flu", "tidy: {whole: maybe}\nrelease: flu", "1, tidy.whole", "true or false", ""),
    ("release: flu", "mechanism: laplce\nrelease: flu", "1, mechanism", "laplce", "did you mean laplace?"),
    ("release: flu", "? [a]\n: b\nrelease: flu", "1", "plain text", ""),
    ("release: flu", "x: &a 1\nrelease: flu", "1, x", "anchors", ""),
    ("release: flu", "release: a\nrelease: flu", "2, release", "written twice", ""),
]


@pytest.mark.parametrize(("old", "new", "where", "what", "hint"), COMPLAINTS)
def test_complaints_point(old: str, new: str, where: str, what: str, hint: str) -> None:
    assert old in ISSUE
    with pytest.raises(SpecError) as caught:
        spec_from_text(ISSUE.replace(old, new), "spec.yaml")
    error = caught.value
    assert error.where == f"spec.yaml:{where}"
    assert what in error.what
    assert hint in error.hint


def test_an_open_question_is_refused_with_all_its_lines() -> None:
    text = (
        ISSUE.replace("[80, 220]", "[____, ____]")
        .replace("{region: [North", "{region: [____")
        .replace("0.5", "____")
    )
    with pytest.raises(SpecError, match="not answered yet") as caught:
        spec_from_text(text, "draft.yaml")
    assert caught.value.where == "draft.yaml:7, publish[0].by.region[0]"
    assert caught.value.hint.endswith("not answered yet: lines 7, 8, 9")
    with pytest.raises(SpecError, match="not answered yet"):
        spec_from_text(ISSUE.replace("region: [North", "____: [North"), "draft.yaml")


def test_files_of_either_kind(tmp_path: Path) -> None:
    import json

    from epsilog.roles.document import parse_document

    yaml, as_json, marked = tmp_path / "a.yaml", tmp_path / "a.json", tmp_path / "bom.yaml"
    yaml.write_text(ISSUE, encoding="utf-8")
    marked.write_text(ISSUE, encoding="utf-8-sig")
    as_json.write_text(json.dumps(parse_document(ISSUE).plain()), encoding="utf-8")
    assert read_spec(yaml) == read_spec(as_json) == read_spec(marked)
    for name, content, what in (
        ("empty.yaml", b"", "empty"),
        ("gb.yaml", "release: 区".encode("gb18030"), "not UTF-8"),
        ("list.yaml", b"- a", "expected fields"),
        ("text.yaml", b"hello", "expected fields"),
        ("large.yaml", b"#" * (1 << 20) + b"\na: 1", "larger"),
        ("deep.json", b"[" * 40 + b"]" * 40, "deeper"),
        ("nan.json", b'{"release": NaN}', "finite"),
        ("twice.json", b'{"release": 1, "release": 2}', "twice"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(SpecError, match=what) as caught:
            read_spec(tmp_path / name)
        assert caught.value.where.startswith(name)
    with pytest.raises(SpecError, match="no such file"):
        read_spec(tmp_path / "absent.yaml")
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(SpecError, match="not a regular file"):
        read_spec(tmp_path / "pipe.yaml")


def test_what_cannot_be_written_is_refused() -> None:
    from dataclasses import replace

    spec = spec_from_text(ISSUE)
    for edition in ("bell\x07", "turned\u202e", "____"):
        with pytest.raises(SpecError):
            to_yaml(replace(spec, edition=edition))
    assert spec_from_text(to_yaml(replace(spec, edition="a\tb: #c"))).edition == "a\tb: #c"


def test_a_spec_without_a_file_is_for_frames() -> None:
    spec = spec_from_text(ISSUE.replace("file: visits.parquet, ", ""))
    assert spec.source.file is None
    assert spec_from_text(to_yaml(spec)) == spec


def test_who_is_protected_is_read_to_the_letter() -> None:
    """What is read and forgotten here would be a weaker promise than the one that was written."""
    replaced = spec_from_text(ISSUE.replace("per: 1mo", "per: 1mo, neighbours: replace"))
    assert replaced.protect.unit == Unit("patient_id", per="1mo", neighbours="replace")
    assert spec_from_text(to_yaml(replaced)) == replaced
    said = spec_from_text(ISSUE.replace("per: 1mo", "per: 1mo, neighbours: add-remove"))
    assert said == spec_from_text(ISSUE)
    with pytest.raises(SpecError, match="unknown value"):
        spec_from_text(ISSUE.replace("per: 1mo", "per: 1mo, neighbours: swap"))
