"""Both stages of a found clamp: databases count between candidates what the private engine counts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from database_scenes import ENGINES, Kind, address_of, answered, fill
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.sought import Clamp, EvenBins
from epsilog.roles.spec import Spec, Spend
from epsilog.sources import open_source
from ledger_places import Places

KINDS: dict[str, Any] = {"who": "text", "town": "text", "seen": "date", "cost": "number", "stays": "integer"}
TOWNS: Any = {"town": ["North", "South"]}
MARKS: Any = (-8, 0, Fraction(1, 3), 10)
# At candidates, beside them, beyond binary64 once they are grains, too small for it, and no numbers.
COSTS = (
    "-8",
    "-7.999",
    "0",
    "-0.0",
    "5e-324",
    "-5e-324",
    "0.3333333333333333",
    "0.33333333333333337",
    "9.99",
    "10",
)
COSTS += ("1e300", "-1.7976931348623157e308", "nan", "inf", "-inf", "1e999", "", "x", None)  # type: ignore[assignment]
ROWS: list[dict[str, str | None]] = [
    {
        "who": ("a", "b", "c", None)[at % 4],
        "town": ("North", "South", "elsewhere", None)[at // 4 % 4],
        "seen": f"2026-0{1 + at % 3}-15",
        "cost": COSTS[at % len(COSTS)],
        "stays": ("1", "0", "-3", "9223372036854775807", None)[at % 5],
    }
    for at in range(240)
]


def request(unit: Unit, bound: Bounds) -> Spec:
    days = During("seen", "2026-01-01", "2026-02-28")  # type: ignore[arg-type]
    entries = (
        Query("variance", "cost", sought=Clamp(MARKS), by=TOWNS),
        Query("ratio", "cost", sought=Clamp(MARKS), per=Sum.unknown("stays", Clamp((0, 1, 100)))),  # type: ignore[arg-type]
        Query("histogram", "cost", sought=EvenBins(MARKS, 2), by=TOWNS),
    )
    spend = Spend("clinic", Fraction(1), Fraction(1, 10**6))
    return Spec("costs", "1", Origin(None, KINDS), Protect(unit), bound, entries, spend, during=days)


def compare(kind: Kind, places: Places, tmp_path: Path, unit: Unit, bound: Bounds) -> None:
    address = address_of(kind, tmp_path, places)
    fill(kind, address, ROWS, KINDS)
    made = plan(request(unit, bound))
    found = made.answered([[1, 2][: len(cut.shares)] for cut in made.spec.cuts()]).spec
    tallies = [*(cut.tally() for cut in found.cuts()), *found.tallies()]
    with open_source(found.source, frame=pl.DataFrame(ROWS, schema=dict.fromkeys(KINDS, pl.String))) as source:
        known = source.bounded(tallies, found.protect, found.bound)
    wanted = [[one.values.tolist() for one in tally] for tally in known]
    assert answered(address, tallies, found.protect, found.bound, KINDS) == wanted
    assert all(any(any(vector) for vector in tally) for tally in wanted)


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
def test_a_database_counts_between_candidates_and_under_what_was_found(
    kind: Kind, places: Places, tmp_path: Path
) -> None:
    compare(kind, places, tmp_path, Unit("who", per="1mo"), Bounds(cells=2, rows_per_cell=2))


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ENGINES)
@pytest.mark.parametrize(
    ("unit", "bound"),
    [
        (Unit("who"), Bounds(rows=3)),
        (Unit("who", per="1mo", neighbours="replace"), Bounds(rows=5, rows_per_cell=2)),
        (Unit("row"), Bounds()),
    ],
    ids=["persons", "persons within months", "rows"],
)
def test_a_database_counts_the_same_for_every_unit(
    kind: Kind, places: Places, tmp_path: Path, unit: Unit, bound: Bounds
) -> None:
    compare(kind, places, tmp_path, unit, bound)
