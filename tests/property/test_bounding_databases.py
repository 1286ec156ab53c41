"""Databases compute, on hostile tables, exactly what the slow reference computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bounding_reference import reference
from bounding_scenes import BERLIN, BOUNDS, KINDS, TALLIES, UNITS, VALUES, for_rows
from database_scenes import ENGINES, Kind, address_of, answered, fill, without_nul
from epsilog.core.bounds import Bounds
from epsilog.core.unit import Protect
from ledger_places import Places

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, str | None]]:
    """Any mixture of hostile values, rows repeated, often many rows of one person."""
    seed = draw(st.randoms(use_true_random=False))
    usual = draw(st.booleans())
    rows: list[dict[str, str | None]] = []
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
    return without_nul(rows)


def compare(kind: Kind, address: str, rows: Any, unit: Any, bounds: Bounds) -> None:
    fill(kind, address, rows, KINDS)
    protect = Protect(unit, BERLIN)
    tallies = for_rows(TALLIES) if unit.each == "row" else TALLIES
    bounds = Bounds() if unit.each == "row" else bounds
    assert answered(address, tallies, protect, bounds) == reference(rows, KINDS, tallies, protect, bounds)


@pytest.mark.parametrize("kind", ENGINES)
def test_a_database_agrees_with_the_reference(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)

    @settings(max_examples=2, deadline=None, suppress_health_check=QUIET, derandomize=True, database=None)
    @given(rows=tables(), unit=st.sampled_from(UNITS), bounds=st.sampled_from(BOUNDS))
    def examples(rows: Any, unit: Any, bounds: Bounds) -> None:
        compare(kind, address, rows, unit, bounds)

    examples()


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ENGINES)
def test_a_database_agrees_with_the_reference_at_length(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)

    @settings(max_examples=200, deadline=None, suppress_health_check=QUIET, database=None)
    @given(rows=tables(), unit=st.sampled_from(UNITS), bounds=st.sampled_from(BOUNDS))
    def examples(rows: Any, unit: Any, bounds: Bounds) -> None:
        compare(kind, address, rows, unit, bounds)

    examples()
