"""The few sentences at the top of a report: what they say follows from the tables, and from nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from epsilog.plan.planner import plan
from epsilog.roles.page import Page
from epsilog.roles.spec import Spec
from epsilog.show.card import Card
from epsilog.show.explain import Telling
from epsilog.show.report import findings_part
from epsilog.show.result import Result
from epsilog.spec.file import spec_from_text
from release_scenes import SOFTWARE, stored

SPEC = """release: report
edition: 2026-Q3
source:
  file: c.csv
  columns: {id: text, sick: text, jab: text, arm: text, days: integer, back: boolean}
protect: {each: id}
bound: {rows: 1}
publish:
  - {table: {sick: [yes, no], jab: [yes, no]}, show: [difference, odds_ratio], name: jabs}
  - {survival: {time: days, event: back, horizon: 9d, bins: 3, by: {arm: [A, B]}}, name: followed}
  - test: {independence: jabs}
spend: {epsilon: 2, from: hospital}
"""
EXITS = [30, 30, 30, 0, 0, 0, 910, 31, 30, 29, 0, 0, 0, 910]


def said(folder: Path, jabs: list[int], lang: str) -> str:
    spec: Spec = spec_from_text(SPEC, "s.yaml")
    made = plan(spec)
    vectors = tuple(np.array(cells, dtype=np.int64) for cells in (jabs, EXITS))
    ledger, release = stored(Result(made, vectors, "2026-11-17T08:00:00+00:00", SOFTWARE, False), folder)
    ledger.close()
    told = Telling(Card.of(release), lang)  # type: ignore[arg-type]
    page = Page(lang, "", "")
    findings_part(page, told, release.derived)
    return "\n".join(page.parts)


@pytest.mark.parametrize(
    ("lang", "lower", "none"), [("en", "lower with", "Probably not"), ("zh", "低 ", "大概不是")]
)
def test_a_clear_difference_is_said_with_its_side(tmp_path: Path, lang: str, lower: str, none: str) -> None:
    """10 of 1,000 with the jab, 300 of 1,000 without it; the arms do not differ."""
    text = said(tmp_path, [10, 300, 990, 700], lang)
    assert lower in text
    assert "29.0" in text
    assert text.count(none) == 1, "of two tests one is clear"
    assert "9.0" in text, "back by the horizon, in per cent"


def test_no_difference_is_no_finding(tmp_path: Path) -> None:
    text = said(tmp_path, [100, 101, 900, 899], "en")
    assert "no clear difference" in text
    assert "Probably not" not in text
    assert text.count("Cannot tell") == 2
