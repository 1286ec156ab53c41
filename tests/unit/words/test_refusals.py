"""Refusals in the reader's language: every sentence of the catalogue is one that is said, and gaps stay gaps."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from epsilog.cli.screen import in_language
from epsilog.core.number import exact, whole
from epsilog.errors import SpecError
from epsilog.roles.document import parse_document
from epsilog.spec.file import spec_from_text
from epsilog.words import CATALOGUE, placeholders

SOURCE = Path(__file__).parents[3] / "src" / "epsilog"
KEYS = [key for key in CATALOGUE["en"] if key.startswith("refusal.")]
# Said by the operating system, or put together from pieces: these are heard below.
ELSEWHERE = {"refusal.no_such_file_or_directory", "refusal.no_thing", "refusal.answer_line", "refusal.answer_lines"}


def said_in_the_source() -> str:
    """All text the library can say, with a mark in place of every filling."""
    texts = []
    for file in SOURCE.rglob("*.py"):
        if "words" in file.relative_to(SOURCE).parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "\0" for part in node.values)
                texts.append("".join(map(str, parts)))
    return "\n".join(texts) + "\n" + (SOURCE / "words" / "advice.py").read_text(encoding="utf-8")


def test_every_sentence_is_one_that_is_said() -> None:
    said = said_in_the_source()
    for key in KEYS:
        if key in ELSEWHERE:
            continue
        for piece in re.split(r"\{\w+\}", CATALOGUE["en"][key]):
            for part in re.split(r"(?<=[.?:]) (?=Nothing)|(?<=above|least|below| most) |must be ", piece):
                assert part.strip(" .?") in said, (key, part)


def test_every_sentence_is_found_again_with_its_fillings() -> None:
    for key in KEYS:
        gaps = sorted(placeholders(CATALOGUE["en"][key]))
        fillings = {gap: f"«{gap}»" for gap in gaps}
        english = CATALOGUE["en"][key].format(**fillings)
        assert in_language(english, "zh") == CATALOGUE["zh"][key].format(**fillings), key
        assert in_language(english, "en") == english


WHOLE = (
    "release: a\nedition: b\nsource: {{file: a.csv, columns: {{who: text, n: number}}}}\nprotect: {{each: who}}\n"
    "bound: {{rows: 1}}\npublish: [{}]\nspend: {{epsilon: 1, from: clinic}}\n"
)


def refusal(text: str) -> SpecError:
    with pytest.raises(SpecError) as caught:
        spec_from_text(text, "spec.yaml")
    return caught.value


def test_real_refusals_of_a_spec() -> None:
    for text, what, hint in (
        ("release: a\nediton: b\n", "未知的字段 'editon'", "您是否想写 edition？"),
        ("release: a\n", "缺少字段 'edition'", "请加上 `edition: …`"),
        ("- a\n", "此处应为若干字段，却是列表", "请写成 `name: value` 的形式"),
        ("release: ____\n", "草稿中还有问题没有回答", "请把 ____ 换成您的答案；尚未回答的行：1"),
        ("a: ____\nb: ____\n", "草稿中还有问题没有回答", "请把 ____ 换成您的答案；尚未回答的行：1, 2"),
        ("a: 1\na: 2\n", "同一字段写了两次", "第一次在第 1 行"),
        (WHOLE.format("{every: 1d}"), "这一条没有说要发布什么", None),
        (WHOLE.format("{sum: n, between: [2]}"), "请写出两端", None),
        (WHOLE.format("{sum: n, between: [2, 1]}"), "下端必须小于上端", None),
    ):
        error = refusal(text)
        assert in_language(error.what, "zh") == what
        assert hint is None or in_language(error.hint, "zh") == hint


def test_real_refusals_of_numbers() -> None:
    def told(work: object) -> str:
        with pytest.raises(SpecError) as caught:
            work()  # type: ignore[operator]
        return in_language(caught.value.what, "zh")

    assert told(lambda: exact(-1, "x", above=0)) == "必须大于 0，现为 -1"
    assert told(lambda: exact(-1, "x", at_least=0)) == "不得小于 0，现为 -1"
    assert told(lambda: exact(2, "x", below=1)) == "必须小于 1，现为 2"
    assert told(lambda: exact(2, "x", at_most=1)) == "不得大于 1，现为 2"
    assert told(lambda: whole("1.5", "x")) == "必须是整数，现为 '1.5'"
    assert told(lambda: exact("x", "x")) == "'x' 不是数字"
    assert told(lambda: exact(float("inf"), "x")) == "inf 不是有限的数"
    assert told(lambda: parse_document("[1]").flag()) == "此处应为 true 或 false，却是列表"


def test_what_is_not_known_stays_as_it_is() -> None:
    for text in ("", "no catalogue has this", "did you mean", "the field is missing"):
        assert in_language(text, "zh") == text
