"""docs/choosing-bounds.md prints what it says, and its claims about bounds are true."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from epsilog.plan.planner import margin, plan
from epsilog.roles.plan import Plan
from epsilog.spec.file import spec_from_text

PAGE = (Path(__file__).parents[2] / "docs" / "choosing-bounds.md").read_text(encoding="utf-8")


def block(language: str, number: int = 0) -> str:
    found = re.findall(rf"^ *```{language}\n(.*?)^ *```", PAGE, re.DOTALL | re.MULTILINE)
    return dedent(found[number])


def test_the_table_is_what_the_program_prints(capsys: pytest.CaptureFixture[str]) -> None:
    scope: dict[str, object] = {}
    exec(compile(block("python"), "choosing-bounds.md", "exec"), scope)
    assert capsys.readouterr().out == block("text")
    visits = scope["visits"]
    assert isinstance(visits, list)
    assert round(sum(visits) / 4, -2) == 8_100
    assert 1.6 <= sum(visits) / len(visits) < 1.65
    exec(compile(block("python", 1), "choosing-bounds.md", "exec"), scope)
    assert capsys.readouterr().out == block("text", 1)
    # What the plan chose from the report is not far from the best of the page's own table, which looked.
    chosen = scope["chosen"]
    assert isinstance(chosen, Plan)
    assert 16 < (chosen.spec.bound.rows or 0) < 32
    assert "plan.choose.same" in {reason.key for reason in chosen.reasons}


def test_asking_how_busy_people_are_is_cheap_and_exact_enough() -> None:
    made = plan(spec_from_text(block("yaml")))
    rows, persons = (margin(made, at) for at in (0, 1))
    # Both at their worst at once: the page says that the average is then known to within 0.3.
    most, least = (32_475 + rows) / (20_000 - persons), (32_475 - rows) / (20_000 + persons)
    assert most < 1.62 + 0.3
    assert least > 1.62 - 0.3


def test_the_three_bounds_do_what_the_page_says() -> None:
    spec = """
release: visits
edition: 2026
source: {file: visits.csv, columns: {patient_id: text, visited_at: date}}
protect: {each: patient_id}
bound: BOUND
during: {time: visited_at, from: 2026-01-01, to: 2026-12-31}
publish: [{count: rows, every: 1d}]
spend: {epsilon: 0.5, delta: 1e-6, from: clinic/2026}
"""
    bounds = ("{rows: 365}", "{rows: 24, cells: 12}", "{rows: 24, cells: 12, rows_per_cell: 2}")
    wide, cells, both = (margin(plan(spec_from_text(spec.replace("BOUND", bound))), 0) for bound in bounds)
    assert both < cells / 3 < wide / 3
