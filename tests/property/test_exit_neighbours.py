"""On raw worst-case neighbours an exit histogram moves as far as it is charged for, and no further."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import polars as pl
import pytest

from bounding_scenes import counted
from epsilog.core.bounds import Bounds
from epsilog.core.exit import Exit
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Rows, contribution
from epsilog.core.origin import ColumnKind
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit

KINDS: dict[str, ColumnKind] = {
    "world": "text",
    "who": "text",
    "arm": "text",
    "days": "number",
    "status": "text",
}
ENDS = tuple(map(Fraction, (1, 10, 30)))
DECLARED = Exit("days", "status", ENDS, ("relapse", "death"), ("alive",))
OPEN = Exit("days", "status", ENDS, ("relapse", "death"), ())
ARMS = ("A", "B")
TIMES = ("0", "-0.0", "1", "1.0000001", "10", "30", "30.5", "1e300", "-1", "nan", None)
CODES = ("relapse", "death", "alive", "unheard of", None)
EVERYTHING = list(product(ARMS, TIMES, CODES))
PATTERNS: dict[str, list[tuple[str, str | None, str | None]]] = {
    "nothing": [],
    "every arm, time and code": EVERYTHING * 2,
    "forty times the same event": [("A", "10", "death")] * 40,
    "one event": [("A", "10", "death")],
    "lost": [("B", "1", "alive")],
    "still followed": [("B", "31", "relapse")],
    "in two arms": [("A", "1", "relapse"), ("B", "1", "relapse")],
    "dies and is lost": [("A", "1", "death"), ("A", "30", "alive")],
    "lost at the horizon": [("B", "30", "alive")],
    "lost just before it": [("B", "29.9999", "alive")],
    "dies at the horizon": [("B", "30", "death")],
    "before the start": [("A", "-1", "death")],
    "no code": [("A", "1", None)],
    "no such arm": [("C", "1", "death")],
}


def vectors(unit: Unit, bounds: Bounds, axis: Exit) -> dict[str, np.ndarray]:
    """The exact table of every pattern, with somebody else in it."""
    rows = []
    for at, pattern in enumerate(PATTERNS.values()):
        rows.append((f"w{at}", f"w{at} other", "A", "10", "death"))
        rows += [(f"w{at}", f"w{at} one", *row) for row in pattern]
    frame = pl.DataFrame(rows, schema=dict.fromkeys(KINDS, pl.String), orient="row")
    worlds = Keys("world", tuple(f"w{at}" for at in range(len(PATTERNS))))
    tally = Tally(Grid((worlds, Keys("arm", ARMS), axis)), (Rows(),))
    ((found,),) = counted(frame, (tally,), Protect(unit), bounds, KINDS)
    shaped = np.array(found, dtype=np.int64).reshape(len(PATTERNS), -1)
    return dict(zip(PATTERNS, shaped, strict=True))


@pytest.mark.parametrize("axis", [DECLARED, OPEN], ids=["declared", "all others"])
@pytest.mark.parametrize("bounds", [Bounds(rows=1), Bounds(rows=3), Bounds(cells=2, rows_per_cell=2)], ids=str)
@pytest.mark.parametrize("which", ["add-remove", "replace"])
def test_one_person_moves_an_exit_histogram_as_far_as_stated(axis: Exit, bounds: Bounds, which: str) -> None:
    unit = Unit("who", neighbours=which)  # type: ignore[arg-type]
    found = vectors(unit, bounds, axis)
    stated = contribution(Rows(), Grid((Keys("arm", ARMS), axis)), unit, bounds).sensitivity
    before = ["nothing"] if which == "add-remove" else list(found)
    moves = [found[one] - found[other] for one in found for other in before]
    far, wide = max(int(np.abs(move).sum()) for move in moves), max(int((move**2).sum()) for move in moves)
    assert far <= stated.l1
    assert wide <= stated.l2_squared
    if which == "add-remove" or bounds.rows == 1:  # not all pairs of persons are among the patterns
        assert far == stated.l1, "the stated distance is reached, so a tighter one would be wrong"


def test_a_person_is_in_one_place_only_under_one_row() -> None:
    found = vectors(Unit("who"), Bounds(rows=1), DECLARED)
    moved = {name: int((table - found["nothing"]).sum()) for name, table in found.items()}
    inside = {
        "one event",
        "lost",
        "still followed",
        "in two arms",
        "dies and is lost",
        "lost at the horizon",
        "lost just before it",
        "dies at the horizon",
        "forty times the same event",
    }
    assert {name for name, number in moved.items() if number == 1} == inside | {"every arm, time and code"}
    assert {name for name, number in moved.items() if number == 0} == set(PATTERNS) - inside - {
        "every arm, time and code"
    }


def test_places_follow_from_time_and_code() -> None:
    found = vectors(Unit("who"), Bounds(rows=1), DECLARED)
    labels = list(Grid((Keys("arm", ARMS), DECLARED)).keys())

    def place(name: str) -> tuple[str, ...]:
        return labels[int(np.flatnonzero(found[name] - found["nothing"])[0])]

    assert place("one event") == ("A", "death (1, 10]")
    assert place("lost") == ("B", "censored (0, 1]")
    assert place("still followed") == ("B", "followed beyond 30")
    assert place("lost at the horizon") == ("B", "followed beyond 30"), "nothing of the follow-up is missing"
    assert place("lost just before it") == ("B", "censored (10, 30]")
    assert place("dies at the horizon") == ("B", "death (10, 30]")
