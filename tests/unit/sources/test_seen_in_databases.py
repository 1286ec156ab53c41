"""Unknown keys of hostile rows: every database sees what the embedded engine sees in a frame of the same rows."""

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
from epsilog.core.unknown import KeySearch, Unknown
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
LOOKS = (
    KeySearch(Unknown("town"), Grid(), DAYS),
    KeySearch(Unknown("ward", longest=3), Grid((Keys("smokes", ("true", "false")),)), DAYS),
    KeySearch(Unknown("smokes"), Grid(), DAYS),
)
UNITS = (Unit("who"), Unit("who", per="1mo"), Unit("row", neighbours="replace"))


@pytest.mark.parametrize("kind", ENGINES)
def test_every_engine_sees_the_same(kind: Kind, places: Places, tmp_path: Path) -> None:
    address = address_of(kind, tmp_path, places)
    fill(kind, address, ROWS, KINDS)
    for unit in UNITS:
        bounds = Bounds() if unit.each == "row" else Bounds(cells=2)
        found = []
        for origin, frame in (
            (Origin(None, KINDS, database=address, table="visits"), None),
            (Origin(None, KINDS), frame_of(ROWS)),
        ):
            with open_source(origin, frame=frame) as source:
                seen = source.seen(LOOKS, Protect(unit, BERLIN), bounds)
            found.append([(dict(one.present()), one.cells) for one in seen])
        assert found[0] == found[1]
        assert all(len(keys) >= 2 for keys, _ in found[0])
