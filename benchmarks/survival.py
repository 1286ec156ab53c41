"""What a survival curve costs the engine: a million patients, beside a count over as many cells.

    python benchmarks/survival.py [rows]

The exact bounded tables only, best of three: planning, noise and post-processing do not depend on the rows.
"""

from __future__ import annotations

import sys
import time
from fractions import Fraction

import numpy as np
import polars as pl

from epsilog.core.bounds import Bounds
from epsilog.core.exit import Exit
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend
from epsilog.sources import open_source

KINDS = {"id": "integer", "arm": "text", "days": "integer", "back": "boolean", "place": "integer"}
ARMS = Keys("arm", ("A", "B"))


def seconds(query: Query, frame: pl.DataFrame) -> float:
    """The least of three runs, in seconds of processor time."""
    found = []
    for _ in range(3):
        spec = Spec(
            "survival",
            "1",
            Origin(None, KINDS),  # type: ignore[arg-type]
            Protect(Unit("id")),
            Bounds(rows=1),
            (query,),
            Spend("a", Fraction(1)),
        )
        start = time.process_time()
        with open_source(spec.source, frame=frame) as source:
            ((table,),) = source.bounded(spec.tallies(), spec.protect, spec.bound)
        found.append(time.process_time() - start)
        assert int(table.values.sum()) == len(frame)
    return min(found)


def main(rows: int = 1_000_000) -> None:
    """Print both."""
    rng = np.random.default_rng(1)
    frame = pl.DataFrame(
        {
            "id": np.arange(rows),
            "arm": rng.choice(["A", "B"], rows),
            "days": rng.integers(0, 60, rows),
            "back": rng.random(rows) < 0.3,
            "place": rng.integers(0, 61, rows),
        }
    )
    places = Keys("place", tuple(map(str, range(61))))
    count = seconds(Query("rows", by=(ARMS, places)), frame)
    curve = seconds(Query("survival", by=(ARMS,), exits=Exit.within("days", "back", 30)), frame)
    print(f"{rows:,} patients: a count over 122 cells {count:.2f} s, exits in 122 cells {curve:.2f} s")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
