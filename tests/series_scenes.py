"""Small series ready for a test: rows with days and wards in a file, accounts of both currencies, a request."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from epsilog.accounting.allowance import Allowance
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.ledger import Ledger, Terms
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend

DAYS = 60
FIRST = dt.date(2026, 1, 1)
STRETCH = During("at", FIRST, FIRST + dt.timedelta(days=DAYS - 1))
WARDS = ("a", "b", "c")
PERSON = Unit("id")
ENDS = (Fraction(0), Fraction(100))
COLUMNS = {"id": "text", "at": "date", "ward": "text", "paid": "number"}


def visits(folder: Path, *, people: int = 400, seed: int = 3) -> np.ndarray:
    """A file of visits, two of each person; returns how many there are of each ward on each day."""
    rng = np.random.default_rng(seed)
    lines, counts = ["id,at,ward,paid"], np.zeros((len(WARDS), DAYS), dtype=np.int64)
    for person in range(people):
        for day in rng.choice(DAYS, 2, replace=False):
            ward = int(rng.integers(len(WARDS)))
            counts[ward, day] += 1
            lines.append(
                f"p{person},{FIRST + dt.timedelta(days=int(day))},{WARDS[ward]},{int(rng.integers(0, 130))}"
            )
    (folder / "visits.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return counts


def series(shape: object, kind: str = "rows", *, by: bool = False, **given: Any) -> Query:
    """One entry."""
    keys = (Keys("ward", WARDS),) if by else ()
    words: dict[str, Any] = {"by": keys, "every": "1d", "shape": shape, **given}
    if kind == "sum":
        return Query("sum", "paid", between=ENDS, **words)
    return Query(kind, **words)  # type: ignore[arg-type]


def request(*entries: Query, edition: str = "1", delta: Fraction = Fraction(1, 10**6), **changed: Any) -> Spec:
    """A release of series for epsilon 1."""
    words: dict[str, Any] = {
        "release": "visits",
        "edition": edition,
        "source": Origin("visits.csv", COLUMNS),
        "protect": Protect(PERSON),
        "bound": Bounds(rows=2),
        "publish": entries,
        "spend": Spend("clinic" if delta else "pure", Fraction(1), delta),
        "during": STRETCH,
    }
    return Spec(**{**words, **changed})


def books(place: str, unit: Unit = PERSON) -> Ledger:
    """A ledger with an account in each currency."""
    ledger = Ledger.open(place, create=True)
    tight = Allowance.approximate(Fraction(50), Fraction(1, 10**6))
    ledger.open_account("clinic", Terms(unit, tight), by="Ada")
    ledger.open_account("pure", Terms(unit, Allowance.pure(Fraction(50))), by="Ada")
    return ledger
