"""Costs whose largest nobody knows, for tests of clamps and bins that are found."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from epsilog import Allowance, Ledger, Terms, Unit
from epsilog.core.bounded import Bounded
from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid
from epsilog.core.measure import Measure, Rows, Squares, Total, contribution
from epsilog.core.origin import Origin
from epsilog.core.source import Progress, Tally
from epsilog.core.unit import Protect
from epsilog.registry.asks import Query
from epsilog.roles.sought import Clamp
from epsilog.roles.spec import Spec, Spend

COLUMNS: dict[str, Any] = {"who": "text", "town": "text", "cost": "number", "stays": "integer"}
COSTS = Clamp((0, 1_000_000))  # type: ignore[arg-type]


def request(*entries: Query, bound: Bounds = Bounds(rows=1), **changes: Any) -> Spec:
    given: dict[str, Any] = {
        "release": "costs",
        "edition": "1",
        "source": Origin(None, COLUMNS),
        "protect": Protect(Unit("who")),
        "bound": bound,
        "publish": entries or (Query("mean", "cost", sought=COSTS),),
        "spend": Spend("clinic", Fraction(1)),
    }
    return Spec(**{**given, **changes})


def clinic(people: int = 4_000, seed: int = 1) -> pl.DataFrame:
    """Most costs are some hundreds, a few are very large."""
    random = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "who": [f"p{at}" for at in range(people)],
            "town": random.choice(["North", "South", "elsewhere"], people),
            "cost": np.round(np.exp(random.normal(6, 1, people)), 2),
            "stays": random.integers(1, 9, people),
        }
    )


def books(folder: Path, allowance: Allowance | None = None, unit: Unit = Unit("who")) -> Ledger:
    ledger = Ledger.open(folder / "ledger.db", create=True)
    kept = allowance if allowance is not None else Allowance.approximate(20, 1e-6, for_events=5e-7)
    ledger.open_account("clinic", Terms(unit, kept), by="Ada")
    return ledger


class Listed:
    """A source of given values, one row to a unit, bounded by hand: an oracle for whatever a plan asks."""

    def __init__(self, values: Sequence[float]) -> None:
        self.values = [Fraction(value) for value in values]
        self.known: dict[tuple[Measure, Grid], list[int]] = {}

    def bounded(
        self, tallies: Sequence[Tally], protect: Protect, bounds: Bounds, *, progress: Progress | None = None
    ) -> list[tuple[Bounded, ...]]:
        found = []
        for tally in tallies:
            answers = []
            for measure in tally.measures:
                if (measure, tally.grid) not in self.known:
                    self.known[measure, tally.grid] = self._counted(measure, tally)
                counted = self.known[measure, tally.grid]
                stated = contribution(measure, tally.grid, protect.unit, bounds)
                keys = tuple(tally.grid.keys())
                answers.append(Bounded(keys, np.array(counted, dtype=np.int64), stated.grain, stated.sensitivity))
            found.append(tuple(answers))
        return found

    def _counted(self, measure: Measure, tally: Tally) -> list[int]:
        [axis] = tally.grid.axes or (None,)
        if axis is not None:
            inner = axis.edges[1:-1]  # type: ignore[union-attr]
            places = [sum(value >= edge for edge in inner) for value in self.values]
            return [places.count(at) for at in range(axis.size)]
        if isinstance(measure, Rows):
            return [len(self.values)]
        assert isinstance(measure, Total)
        return [sum(weight(value, measure) for value in self.values)]


def weight(value: Fraction, measure: Total) -> int:
    """What one value counts as: the nearest grain, clamped, from the centre."""
    if isinstance(measure, Squares):
        assert measure.of is not None
        return weight(value, measure.of) ** 2 - measure.centre
    nearest = (value / measure.grain + Fraction(1, 2)).__floor__()
    return min(max(nearest, measure.low), measure.high) - measure.centre
