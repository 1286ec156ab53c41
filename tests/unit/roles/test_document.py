"""The strict reader: what it reads, what it refuses, and where it points."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest

from epsilog.errors import SpecError
from epsilog.roles.document import DEEPEST, LARGEST, MOST_VALUES, Node, parse_document, read_document

PLAN = """\
# a comment
title: 门诊量
code: 01067
answer: no
yes: true
nothing:
charges:
  - kind: laplace
    scale: 0.1
  - kind: gaussian
    rows: 3
"""


def test_reads_text_as_written_and_remembers_lines() -> None:
    root = parse_document(PLAN, "plan.yaml").mapping()
    assert root["title"].text() == "门诊量"
    assert root["code"].text() == "01067"
    assert root["answer"].text() == "no"
    assert root["yes"].flag() is True
    assert root["nothing"].value is None
    scale = root["charges"].items()[0].mapping()["scale"]
    assert scale.number() == Fraction(1, 10)
    assert (scale.line, scale.field) == (9, "charges[0].scale")
    assert root["charges"].items()[1].mapping()["rows"].whole() == 3


def test_json_and_yaml_read_alike() -> None:
    text = '{\n\t"charges": [\n\t\t{"kind": "laplace", "scale": 0.1, "ok": true, "none": null}\n\t]\n}'
    node = parse_document(text, "plan.json", as_json=True)
    again = parse_document("charges:\n- kind: laplace\n  scale: 0.1\n  ok: true\n  none: null\n")
    assert node.plain() == again.plain()
    assert node.mapping()["charges"].items()[0].mapping()["scale"].where == "plan.json:3, charges[0].scale"


BOMB = 'a: &a ["x","x"]\nb: &b [*a,*a]\nc: [*b,*b]\n'


@pytest.mark.parametrize(
    ("text", "says", "where"),
    [
        (BOMB, "anchors", "f.yaml:1, a"),
        ("a: *x", "anchors", "f.yaml:1, a"),
        ("a: 1\nb: !!python/object/apply:os.system ['true']", "tags", "f.yaml:2, b"),
        ("!!map {a: 1}", "tags", "f.yaml:1"),
        ("a: ! 1", "tags", "f.yaml:1, a"),
        ("%YAML 1.1\n---\na: 1", "directives", "f.yaml:1"),
        ("a: 1\n---\nb: 1", "one document", "f.yaml:2"),
        ("a:\n  b: 1\n  b: 2", "twice", "f.yaml:3, a.b"),
        ("<<: {a: 1}", "merge keys", "f.yaml:1"),
        ("a: .nan", "finite", "f.yaml:1, a"),
        ("a: -.INF", "finite", "f.yaml:1, a"),
        ("a: NaN", "finite", "f.yaml:1, a"),
        ("? [1, 2]\n: 3", "plain text", "f.yaml:1"),
        ("a: [1", "YAML", "f.yaml:2"),
        ("a: \x00", "YAML", "f.yaml"),
        ("a: \ud800", "surrogate", "f.yaml"),
        ('a: "\\e[2J"', "control", "f.yaml:1, a"),
        ('"\\x9b": 1', "control", "f.yaml:1"),
        ("a: x\u202ey", "control", "f.yaml:1, a"),
        ("", "empty", "f.yaml:1"),
        ("# nothing", "empty", "f.yaml:1"),
        ("[" * (DEEPEST + 2) + "]" * (DEEPEST + 2), "deeper", "f.yaml:1"),
        ("- 1\n" * (MOST_VALUES + 1), "more than", f"f.yaml:{MOST_VALUES}"),
        ("#" * (LARGEST + 1), "larger", "f.yaml"),
        ("#" + "汉" * (LARGEST // 2), "larger", "f.yaml"),
    ],
)
def test_hostile_yaml_is_refused_with_its_place(text: str, says: str, where: str) -> None:
    with pytest.raises(SpecError, match=says) as caught:
        parse_document(text, "f.yaml")
    assert caught.value.where == where


@pytest.mark.parametrize(
    ("text", "says", "where"),
    [
        ('{"a": NaN}', "finite", "f.json:1, a"),
        ("[1,\n-Infinity]", "finite", "f.json:2, [1]"),
        ('{"a": 1,\n"a": 2}', "twice", "f.json:2, a"),
        ('{"a": 1,}', "JSON", "f.json:1"),
        ("[1,]", "JSON", "f.json:1, [1]"),
        ("[1] x", "after the end", "f.json:1"),
        ("01", "after the end", "f.json:1"),
        ('{"a" 1}', "expected ':'", "f.json:1"),
        ('["a\nb"]', "control character", "f.json:1"),
        ('["a', "unterminated", "f.json:1"),
        ('["\\ud800 \\x"]', "escape", "f.json:1"),
        ('["\\ud800"]', "surrogate", "f.json:1"),
        ('{"a": "\\u001b[2J"}', "control", "f.json:1, a"),
        ('{"\\u0007": 1}', "control", "f.json:1"),
        ("[" * 5000, "deeper", "f.json:1"),
        ("// hello\n[1]", "JSON", "f.json:1"),
        ("", "empty", "f.json:1"),
    ],
)
def test_hostile_json_is_refused_with_its_place(text: str, says: str, where: str) -> None:
    with pytest.raises(SpecError, match=says) as caught:
        parse_document(text, "f.json", as_json=True)
    assert caught.value.where == where


def test_unknown_and_missing_fields_are_named() -> None:
    node = parse_document("scal: 1\n", "f.yaml")
    with pytest.raises(SpecError) as caught:
        node.mapping("scale", "kind")
    assert (caught.value.where, caught.value.hint) == ("f.yaml:1, scal", "did you mean scale?")
    with pytest.raises(SpecError, match="'kind' is missing"):
        node.mapping(required=["kind"])


@pytest.mark.parametrize("read", [Node.number, Node.whole, Node.flag, Node.items, Node.mapping])
def test_the_wrong_kind_of_value_is_refused(read: object) -> None:
    node = parse_document("a: hello", "f.yaml").mapping()["a"]
    with pytest.raises(SpecError) as caught:
        read(node)  # type: ignore[operator]
    assert caught.value.where == "f.yaml:1, a"


@pytest.mark.parametrize("written", ["true", "[1]", "{b: 1}", "~", "1e400", "0x1", "'nan'", "1_000", "-1"])
def test_what_is_not_a_number_is_refused(written: str) -> None:
    node = parse_document(f"a: {written}", "f.yaml").mapping()["a"]
    with pytest.raises(SpecError) as caught:
        node.number(at_least=0)
    assert caught.value.where == "f.yaml:1, a"


def test_data_gives_numbers_back() -> None:
    node = parse_document('[1, -2.5, "3", true, null, {"a": 1e3}]', as_json=True)
    assert node.data() == [1, -2.5, "3", True, None, {"a": 1000.0}]
    assert type(node.data()[0]) is int
    assert parse_document("[1, 01, x, '2']").data() == [1, "01", "x", "2"]
    for huge in ("[1e400]", f"[{2**63}]"):
        with pytest.raises(SpecError):
            parse_document(huge, as_json=True).data()


def test_choice_suggests() -> None:
    node = parse_document("a: gausian").mapping()["a"]
    with pytest.raises(SpecError) as caught:
        node.choice(["laplace", "gaussian"])
    assert caught.value.hint == "did you mean gaussian?"


def test_files(tmp_path: Path) -> None:
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert read_document(tmp_path / "bom.yaml").plain() == {"a": "1"}
    (tmp_path / "plan.JSON").write_text('{"a": 1}')
    assert read_document(tmp_path / "plan.JSON").plain() == {"a": "1"}
    (tmp_path / "latin.yaml").write_bytes(b"a: 1\nb: \xe9\n")
    with pytest.raises(SpecError, match="UTF-8") as caught:
        read_document(tmp_path / "latin.yaml")
    assert caught.value.where == "latin.yaml:2"
    (tmp_path / "huge.yaml").write_bytes(b"\xe6" * (LARGEST + 5))
    with pytest.raises(SpecError, match="larger"):
        read_document(tmp_path / "huge.yaml")
    os.mkfifo(tmp_path / "pipe")
    for name in ("absent.yaml", "", "pipe", "nul\0.yaml"):
        with pytest.raises(SpecError):
            read_document(tmp_path / name)


@pytest.mark.parametrize("text", ["a:\n\tb: 1\n", "a:\n  b: 1\n \tc: 2\n"])
def test_tabs_are_called_by_their_name(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_document(text, "plan.yaml")
    assert caught.value.hint == "use spaces, not tabs"


def test_other_slips_are_not_blamed_on_tabs_or_quotes() -> None:
    with pytest.raises(SpecError) as caught:
        parse_document("a: [1,\t2\nb: 3", "plan.yaml")
    assert caught.value.hint == "line 1 opens [ … ]: is it closed, with a comma between its parts?"
    with pytest.raises(SpecError) as caught:
        parse_document('{"a": what}', "before", as_json=True)
    assert caught.value.hint == "check commas, brackets and quotes before this line"


@pytest.mark.parametrize("text", ["'a'", "['a']", "{'a': 1}", "{\"a\": 'b'}", "[“a”]"])
def test_json_text_stands_in_double_quotes(text: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_document(text, "before", as_json=True)
    assert "double quotes" in caught.value.hint
