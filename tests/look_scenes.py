"""Visits of people who come once or often, for tests of bounds that a paid look finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import polars as pl

from epsilog.core.bounds import Bounds, BoundSearch, Crowd
from epsilog.core.during import During
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend

COLUMNS: dict[str, Any] = {"who": "text", "town": "text", "seen": "date", "cost": "number"}
TOWNS = ("North", "South", "East")
DAYS = During("seen", "2026-01-01", "2026-02-28")  # type: ignore[arg-type]
Row = tuple[str | None, str | None, str | None, float | None]
COUNT = Query("rows", by={"town": list(TOWNS)})  # type: ignore[arg-type]


def request(
    *entries: Query, unit: Unit = Unit("who"), glance: BoundSearch = BoundSearch(8), **changes: Any
) -> Spec:
    given: dict[str, Any] = {
        "release": "visits",
        "edition": "1",
        "source": Origin(None, COLUMNS),
        "protect": Protect(unit),
        "bound": Bounds(choose=glance),
        "publish": entries or (COUNT,),
        "spend": Spend("clinic", Fraction(1), Fraction(1, 10**6)),
        "during": DAYS,
    }
    return Spec(**{**given, **changes})


def frame(rows: Sequence[Row]) -> pl.DataFrame:
    names, kinds = list(COLUMNS), (pl.String, pl.String, pl.String, pl.Float64)
    columns = [[row[at] for row in rows] for at in range(4)]
    return pl.DataFrame(
        {
            name: pl.Series(name, column, dtype=kind)
            for name, column, kind in zip(names, columns, kinds, strict=True)
        }
    )


def people(numbers: Sequence[tuple[int, int]], day: str = "2026-01-05") -> list[Row]:
    """One person for each pair: so many rows, spread over so many towns."""
    return [
        (f"p{at}", TOWNS[row % towns], day, 10.0) for at, (rows, towns) in enumerate(numbers) for row in range(rows)
    ]


def counted(crowd: Crowd, rows: Sequence[Row], unit: Unit) -> list[int]:
    """What the source should say, by hand: a row counts if it has a person, a day and, by town, a known one."""
    towns = bool(crowd.grid.axes)
    inside = [row for row in rows if row[0] and row[2] is not None and "2026-01-01" <= row[2] <= "2026-02-28"]
    inside = [row for row in inside if row[1] in TOWNS] if towns else inside
    units = {(row[0], row[2][:7] if unit.per and row[2] else "") for row in inside}
    found: Counter[int] = Counter()
    for who, month in units:
        own = [row for row in inside if row[0] == who and (row[2] or "").startswith(month)]
        found[crowd.place(len(own), len({row[1] for row in own}) if towns else 1)] += 1
    return [found[at] for at in range(crowd.size)]
