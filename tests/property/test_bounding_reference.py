"""The engine computes, on hostile tables, exactly what the slow reference computes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bounding_reference import reference
from bounding_scenes import BERLIN, BOUNDS, KINDS, TALLIES, UNITS, VALUES, counted, for_rows, frame_of
from epsilog.core.bounds import Bounds
from epsilog.core.unit import Protect

QUIET = [
    HealthCheck.too_slow,
    HealthCheck.data_too_large,
    HealthCheck.large_base_example,
    HealthCheck.filter_too_much,
]

# Two tallies to a reading, the first one often: it has every kind of measure.
PAIRS = st.tuples(st.sampled_from((*TALLIES[:1], *TALLIES)), st.sampled_from(TALLIES[1:]))


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, str | None]]:
    """Any mixture of hostile values, rows repeated, often many rows of one person."""
    seed = draw(st.randoms(use_true_random=False))
    usual = draw(st.booleans())
    rows = []
    for _ in range(draw(st.integers(0, 40))):
        row = {name: seed.choice(values) for name, values in VALUES.items()}
        if usual:  # most rows inside the tables, so that bounds are what is tested
            row |= {
                "who": seed.choice("aab"),
                "number_of": seed.choice("112"),
                "town": seed.choice(["North", "South"]),
            }
            row["seen"] = f"2026-{seed.randint(3, 10):02d}-{seed.randint(1, 30):02d} 10:00"
            row["sent"] = row["seen"] + "Z"
        rows += [row] * seed.choice([1, 1, 1, 2, 5])
    seed.shuffle(rows)
    return rows


def compare(rows: list[dict[str, str | None]], unit: Any, bounds: Bounds, chosen: Any) -> None:
    protect = Protect(unit, BERLIN)
    tallies = for_rows(chosen) if unit.each == "row" else chosen
    bounds = Bounds() if unit.each == "row" else bounds
    assert counted(frame_of(rows), tallies, protect, bounds) == reference(rows, KINDS, tallies, protect, bounds)


@pytest.mark.parametrize("unit", UNITS, ids=str)
@settings(max_examples=2, deadline=None, suppress_health_check=QUIET, derandomize=True)
@given(rows=tables(), bounds=st.sampled_from(BOUNDS), chosen=PAIRS)
def test_the_engine_agrees_with_the_reference(unit: Any, rows: Any, bounds: Bounds, chosen: Any) -> None:
    compare(rows, unit, bounds, chosen)


@pytest.mark.nightly
@pytest.mark.timeout(3600)  # the engine withholds what stops it, so running out of time would look like its failure
@pytest.mark.parametrize("unit", UNITS, ids=str)
@settings(max_examples=300, deadline=None, suppress_health_check=QUIET)
@given(rows=tables(), bounds=st.sampled_from(BOUNDS), chosen=PAIRS)
def test_the_engine_agrees_with_the_reference_at_length(unit: Any, rows: Any, bounds: Bounds, chosen: Any) -> None:
    compare(rows, unit, bounds, chosen)
