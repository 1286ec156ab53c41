"""A small clinic whose diagnoses nobody has listed, for tests of unknown keys."""

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
from epsilog.core.measure import contribution
from epsilog.core.origin import Origin
from epsilog.core.source import Progress, Tally
from epsilog.core.unit import Protect
from epsilog.core.unknown import KeySearch, Seen, keys_of_one
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend

ALONE = "wolf-fever-of-one-person"
FORMULA = "=cmd|'/c calc'!A1"
PAGE = "<script>alert(1)</script>"
CONTROL = "beep\x1b[2J"
COLUMNS: dict[str, Any] = {"who": "text", "what": "text", "town": "text", "age": "number"}
EVENTS = Fraction(1, 10**7)


def request(*entries: Query, bound: Bounds = Bounds(cells=2, rows_per_cell=1), **changes: Any) -> Spec:
    given: dict[str, Any] = {
        "release": "diagnoses",
        "edition": "1",
        "source": Origin(None, COLUMNS),
        "protect": Protect(Unit("who")),
        "bound": bound,
        "publish": entries or (Query("persons", by={"what": "unknown"}),),  # type: ignore[arg-type]
        "spend": Spend("clinic", Fraction(2), events=EVENTS),
    }
    return Spec(**{**given, **changes})


def clinic(*, rare: bool = True) -> pl.DataFrame:
    """Hundreds with common diagnoses, some of them written by somebody who means harm, and one person alone."""
    crowds = {"flu": 600, "cold": 500, FORMULA: 400, PAGE: 400, CONTROL: 400}
    rows = [(f"{at}-{what}", what, "North", 40.0) for what, crowd in crowds.items() for at in range(crowd)]
    rows += [("loner", ALONE, "North", 40.0)] if rare else []
    return pl.DataFrame(rows, schema=["who", "what", "town", "age"], orient="row")


def books(folder: Path, allowance: Allowance | None = None, unit: Unit = Unit("who")) -> Ledger:
    ledger = Ledger.open(folder / "ledger.db", create=True)
    kept = allowance if allowance is not None else Allowance.approximate(20, 1e-6, for_events=5e-7)
    ledger.open_account("clinic", Terms(unit, kept), by="Ada")
    return ledger


class Counted:
    """A source of given numbers: so many units have each key, and each has one row with it."""

    def __init__(self, counts: dict[str, int]) -> None:
        self.counts = counts

    def seen(
        self, looks: Sequence[KeySearch], protect: Protect, bounds: Bounds, *, progress: Progress | None = None
    ) -> list[Seen]:
        numbers = np.array(list(self.counts.values()), dtype=np.int64)
        return [Seen(tuple(self.counts), numbers, keys_of_one(protect.unit, bounds)) for _ in looks]

    def bounded(
        self, tallies: Sequence[Tally], protect: Protect, bounds: Bounds, *, progress: Progress | None = None
    ) -> list[tuple[Bounded, ...]]:
        answers = []
        for tally in tallies:
            keys = tuple(tally.grid.keys())
            values = np.array([self.counts.get(key[0], 0) for key in keys], dtype=np.int64)
            [measure] = tally.measures
            reach = contribution(measure, tally.grid, protect.unit, bounds).sensitivity
            answers.append((Bounded(keys, values, Fraction(1), reach),))
        return answers
