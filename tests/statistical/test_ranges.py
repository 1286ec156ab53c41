"""Every kind of range covers as often as it says. False alarms: 1e-6 each; 10 % too short is caught."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from epsilog.testing import seeded
from statistical.coverage import Case, cases, most_misses

DRAWS = 60_000
CASES = cases()
ROOT = Path(__file__).parents[2]
names = [case.name for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=names)
def test_ranges_cover_as_often_as_they_say(case: Case) -> None:
    missed, draws = case.misses(DRAWS, seeded(1))
    assert missed <= most_misses(draws, case.confidence)


@pytest.mark.parametrize("case", [case for case in CASES if case.sharp], ids=lambda case: case.name)
def test_ranges_ten_per_cent_too_short_are_caught(case: Case) -> None:
    """The power twin: the same draws, each range pulled in by a tenth."""
    missed, draws = case.misses(DRAWS, seeded(1), Fraction(9, 10))
    assert missed > most_misses(draws, case.confidence)


def test_every_kind_has_sharp_cases() -> None:
    sharp = {case.name.split()[0].rstrip(",") for case in CASES if case.sharp}
    assert sharp == {"number", "total", "mean"}
    assert len(names) == len(set(names)) == 42


@pytest.mark.nightly
@pytest.mark.timeout(3600)  # a busy machine takes a while
def test_the_coverage_table() -> None:
    """Four hundred thousand draws for each case at three confidences, written down with a picture."""
    from statistical.coverage_page import write_page

    rows = []
    for case in cases((Fraction(80, 100), Fraction(95, 100), Fraction(99, 100))):
        missed, draws = case.misses(400_000, seeded(7))
        rows.append((case, missed, draws))
    write_page(rows, ROOT / "docs" / "benchmarks")
    wrong = [case.name for case, missed, draws in rows if missed > most_misses(draws, case.confidence)]
    assert wrong == []
