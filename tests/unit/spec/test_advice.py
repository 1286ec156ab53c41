"""Every refusal of a request says where its cause was written and what to write instead."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import epsilog
from epsilog.errors import SpecError
from epsilog.roles.document import read_document
from epsilog.spec.file import spec_from_text

SPEC = """\
release: visits
edition: "2026"
source:
  file: visits.csv
  columns: {patient_id: text, region: text, visited_at: timestamp, systolic: number, age: integer, died: boolean}
protect: {each: patient_id, zone: Asia/Shanghai}
bound: {rows: 6, cells: 6}
during: {time: visited_at, from: 2026-01-01, to: 2026-12-31}
publish:
  - {count: rows, by: {region: [North, South]}, every: 1mo}
  - {mean: systolic, between: [80, 220], expect: 20000}
spend: {epsilon: 1, delta: 1e-8, from: clinic/2026}
"""


def refused(old: str, new: str) -> SpecError:
    assert old in SPEC
    with pytest.raises(SpecError) as caught:
        spec_from_text(SPEC.replace(old, new, 1), "s.yaml")
    return caught.value


@pytest.mark.parametrize("number", [".nan", ".inf", "-.inf", "-0.0", "1e400", "''", "x", "", "[1]", "{}", "true"])
@pytest.mark.parametrize(
    ("field", "where"),
    [
        ("epsilon: 1", "s.yaml:12, spend.epsilon"),
        ("delta: 1e-8", "s.yaml:12, spend.delta"),
        ("rows: 6", "s.yaml:7, bound.rows"),
        ("expect: 20000", "s.yaml:11, publish[1].expect"),
    ],
)
def test_what_is_no_number(field: str, where: str, number: str) -> None:
    error = refused(field, f"{field.partition(':')[0]}: {number}")
    assert error.where == where
    assert error.hint


@pytest.mark.parametrize(
    ("old", "new", "where", "hint"),
    [
        ("between: [80, 220]", "between: [220, 80]", "s.yaml:11, publish[1].between", "[low, high]"),
        ("between: [80, 220]", "between: 220", "s.yaml:11, publish[1].between", "[a, b]"),
        ("epsilon: 1", "epsilon: -1", "s.yaml:12, spend.epsilon", "such as 0.5"),
        ("epsilon: 1", "epsilon: 1e7", "s.yaml:12, spend.epsilon", "such as 0.5"),
        ("delta: 1e-8", "delta: 1", "s.yaml:12, spend.delta", "1e-8"),
        ("rows: 6", "rows: 0", "s.yaml:7, bound.rows", "rows of one unit"),
        ("rows: 6", "rows: 2.5", "s.yaml:7, bound.rows", "without a fraction"),
        ("expect: 20000", "expect: 9223372036854775808", "s.yaml:11, publish[1].expect", "guess"),
        ("by: {region: [North, South]}", "by: {}", "s.yaml:10, publish[0].by", "leave `by` out"),
        ("by: {region: [North, South]}", "by: null", "s.yaml:10, publish[0].by", "leave `by` out"),
        ("by: {region: [North, South]}", "by: region", "s.yaml:10, publish[0].by", "{region:"),
        ("by: {region: [North, South]}", "by: {region: []}", "s.yaml:10, publish[0].by.region", "[North"),
        ("by: {region:", "by: {regoin:", "s.yaml:5, source.columns", "did you mean region?"),
        ("mean: systolic", "mean: sistolic", "s.yaml:5, source.columns", "did you mean systolic?"),
        ("time: visited_at", "time: visted_at", "s.yaml:5, source.columns", "did you mean visited_at?"),
        ("each: patient_id", "each: patientid", "s.yaml:5, source.columns", "did you mean patient_id?"),
        (
            "mean: systolic,",
            "covariance: systolic, with: {column: agee, between: [0, 9]},",
            "s.yaml:5",
            "mean age?",
        ),
        ("mean: systolic,", "ratio: systolic, per: {sum: agee, between: [0, 9]},", "s.yaml:5", "mean age?"),
        ("  file: visits.csv", "\tfile: visits.csv", "s.yaml:4", "spaces, not tabs"),
        ("release: visits", 'release: "visits', "s.yaml:2", "line 1 opens a quote"),
        ("file: visits.csv", "file: 'visits.csv", "s.yaml:13", "line 4 opens a quote"),
        ("Asia/Shanghai}", "Asia/Shanghai", "s.yaml:7", "line 6 opens { … }"),
        ("[North, South]", "[North, South", "s.yaml:10", "line 10 opens [ … ]"),
        ("  file: visits", "    file: visits", "s.yaml:5", "the same column"),
        ("release: visits", "release: visits: now", "s.yaml:1", "in quotes"),
        ("release: visits", "release visits", "s.yaml:2", "line 1 has no colon"),
        ("edition: ", "edition:", "s.yaml:3", "a colon and a space"),
        ("release: visits", "release: @visits", "s.yaml:1", "begins with @"),
        ("count: rows", "count: *", "s.yaml:10", "begins with *"),
    ],
)
def test_a_slip_of_the_pen(old: str, new: str, where: str, hint: str) -> None:
    error = refused(old, new)
    assert error.where.startswith(where)
    assert hint in error.hint


def test_a_folder_is_called_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (".", str(tmp_path)):
        with pytest.raises(SpecError) as caught:
            read_document(name)
        assert caught.value.what == "a folder, not a file"
        assert caught.value.where
        assert "visits.yaml" in caught.value.hint


# No request leads to these: they guard what a plan or a look hands over.
INTERNAL = {"plan", "values", "keys", "counts", "sensitivity", "l1", "l2_squared", "charges", "fresh", "where"}
INTERNAL |= {"what was found is none of the candidates", "another number of ends was found than looked for"}
INTERNAL |= {"the vectors of such an entry are drawn one by one"}


def test_no_refusal_of_a_request_is_without_advice() -> None:
    root = Path(epsilog.__file__).parent
    found = 0
    asking = [
        *(root / "kinds").glob("*/ask/*.py"),
        *(root / "kinds").glob("*/ask.py"),
        *(root / "first").glob("*/*.py"),
    ]
    for path in [*asking, *(one for room in ("core", "roles", "spec") for one in (root / room).glob("*.py"))]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            given = {keyword.arg: ast.unparse(keyword.value).strip("'\"") for keyword in node.keywords}
            found += called in ("SpecError", "refuse")
            if called == "refuse":
                assert len(node.args) == 2, f"{path.name}:{node.lineno} has no hint"
            elif called == "SpecError" and "hint" not in given:
                said = {given.get("where", "where"), ast.unparse(node.args[0]).strip("'\"")}
                assert said & INTERNAL, f"{path.name}:{node.lineno} has no hint"
    assert found > 300, "the walk has seen the refusals"
