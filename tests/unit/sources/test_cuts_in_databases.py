"""Histograms between candidates, of hostile rows: every database counts what the embedded engine does."""

from __future__ import annotations

from pathlib import Path

import pytest

from bounding_scenes import BERLIN, KINDS, VALUES, frame_of
from database_scenes import ENGINES, Kind, address_of, fill, without_nul
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Grid, Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.roles.cut import Cut
from epsilog.roles.sought import Clamp
from epsilog.sources import open_source
from ledger_places import Places

ROWS = without_nul(
    [
        {name: values[(at * step) % len(values)] for step, (name, values) in enumerate(VALUES.items(), start=1)}
        | {"who": f"person {at % 7}", "seen": f"2026-0{3 + at % 2}-05 12:00"}
        for at in range(160)
    ]
)
DAYS = During("seen", "2026-03-01", "2026-04-30")  # type: ignore[arg-type]
SMOKES = Grid((Keys("smokes", ("true", "false")),))
MARKS = Clamp((-100, 100)).marks[::7]  # type: ignore[arg-type]
CUTS = [Cut(column, MARKS, (), beside, DAYS) for column in ("pressure", "visits") for beside in (Grid(), SMOKES)]


@pytest.mark.parametrize("kind", ENGINES)
def test_every_engine_counts_the_same_between_candidates(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)
    fill(kind, address, ROWS, KINDS)
    for unit in (Unit("who"), Unit("row", neighbours="replace")):
        bounds = Bounds() if unit.each == "row" else Bounds(rows=4, cells=3)
        found = []
        for origin, frame in (
            (Origin(None, KINDS, database=address, table="visits"), None),
            (Origin(None, KINDS), frame_of(ROWS)),
        ):
            with open_source(origin, frame=frame) as source:
                tables = source.bounded([cut.tally() for cut in CUTS], Protect(unit, BERLIN), bounds)
            found.append([one.values.tolist() for [one] in tables])
        assert found[0] == found[1]
        everywhere, smokers = found[0][:2]
        assert sum(everywhere) >= sum(smokers) > 0
        assert everywhere != smokers
