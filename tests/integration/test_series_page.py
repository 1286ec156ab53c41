"""docs/series.md: its request is planned, its program prints what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from epsilog.kinds.alert.plan import AlertDraw
from epsilog.kinds.series.plan.planned import SeriesDraw
from epsilog.plan.planner import plan
from epsilog.roles.planned import Draw
from epsilog.roles.smoothed import is_smoothed
from epsilog.spec.file import spec_from_text

PAGE = (Path(__file__).parents[2] / "docs" / "series.md").read_text(encoding="utf-8")


def block(language: str, at: int = 0) -> str:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[at]


def test_the_request_is_planned_as_the_page_says() -> None:
    spec = spec_from_text(block("yaml"))
    made = plan(spec)
    assert [type(draw) for draw in made.draws] == [SeriesDraw, SeriesDraw, AlertDraw, Draw]
    assert is_smoothed(spec.publish[3], spec.tidy)
    assert any(reason.key == "plan.why.alert.ticks" for reason in made.reasons)


def test_requests_with_a_method_are_planned() -> None:
    drawn = [draw for draw in plan(spec_from_text(block("yaml", 1))).draws if isinstance(draw, SeriesDraw)]
    assert [draw.strategy for draw in drawn] == ["cosine", "haar"]


def test_the_program_prints_what_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block("python"), "series.md", "exec"), {})
    assert capsys.readouterr().out == block("text")
