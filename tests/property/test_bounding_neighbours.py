"""On raw worst-case neighbours the exact answers move as far as `contribution` says, and no further.

Many small worlds are counted in one reading: each is a key of its own on an extra axis, with persons of its own.
In a world the unit that comes, goes or is replaced has one of the patterns below; the others are nobody, somebody
in the same cells, or (for persons within a month) the same person in another month.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Literal

import numpy as np
import polars as pl
import pytest

from bounding_scenes import counted
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Bins, Grid, Keys
from epsilog.core.measure import Beyond, Measure, Persons, Rows, Squares, Total, contribution
from epsilog.core.origin import ColumnKind
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit

TOWNS = tuple(f"town {i}" for i in range(10))
KINDS: dict[str, ColumnKind] = {"world": "text", "who": "text", "town": "text", "seen": "timestamp", "x": "number"}
YEAR = During("seen", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
MEASURES: dict[str, Measure] = {
    "rows": Rows(),
    "rows of a column": Rows("x"),
    "persons": Persons(),
    "sum above zero": Total.between("x", 80, 220),
    "sum around zero": Total.between("x", -50, 50),
    "sum with gaps filled": Total.between("x", -50, 50, missing=50),
    "sum that is lopsided": Total.between("x", -20, 50),
    "sum below zero": Total.between("x", -220, -80),
    "mean": Total.between("x", 0, 300, centred=True),
    "squares": Squares.of_values(Total.between("x", -50, 150, centred=True)),
    "squares with gaps filled": Squares.of_values(Total.between("x", -50, 150, missing=50, centred=True)),
    "rows above a clamp": Beyond.of_values(Total.between("x", -50, 219, centred=True), "over"),
    "rows below a clamp": Beyond.of_values(Total.between("x", -219, 50, missing=7, centred=True), "under"),
    "histogram": Rows("x"),
}
# Where the ends differ in size and so cannot both be reached in one cell, the stated square is generous.
LOOSE_SQUARES = {"sum that is lopsided", "sum below zero"}
ALL = (
    Bounds(rows=1),
    Bounds(rows=4),
    Bounds(rows=3, cells=2),
    Bounds(cells=2, rows_per_cell=2),
    Bounds(cells=4, rows_per_cell=1),
    Bounds(rows=5, cells=4, rows_per_cell=2),
    Bounds(rows=5, rows_per_cell=2),
)
PEOPLE = {"person": Unit("who"), "person per month": Unit("who", per="1mo")}
Pattern = list[tuple[int, str | None]]  # (town, value) of each row of the unit
Which = Literal["add-remove", "replace"]


def patterns(bounds: Bounds) -> dict[str, Pattern]:
    """What one unit may have done: at, over and far over every limit; at, beyond and far beyond the clamp."""
    cells = min(bound for bound in (bounds.cells, bounds.rows, 5) if bound is not None)
    deep = bounds.rows_per_cell or bounds.rows or 1
    rows = bounds.rows or cells * deep
    found: dict[str, Pattern] = {"nothing": []}
    for value in ("220", "-220", "50", "-50", "0", "300", "1e300", "-1e300", "nan", None):
        for first in (0, 5):
            at = f"{value} from town {first}"
            found[f"one row, {at}"] = [(first, value)]
            found[f"one cell, at the limit, {at}"] = [(first, value)] * rows
            found[f"one cell, over the limit, {at}"] = [(first, value)] * (rows + 1)
            found[f"cells at the limit, {at}"] = [(first + cell, value) for cell in range(cells)] * deep
            found[f"cells at the limit, full, {at}"] = [(first + cell, value) for cell in range(cells)] * (deep + 2)
            found[f"rows spread, {at}"] = [(first + row % cells, value) for row in range(rows)]
        found[f"everything, {value}"] = [(town, value) for town in range(10)] * (rows + 3)
    found["both ends"] = [(0, "1e9"), (0, "-1e9"), (1, "1e9"), (1, None)] * rows
    found["one end, then gaps"] = [(0, "220")] + [(0, None)] * (3 * rows)
    return found


def single_rows() -> dict[str, Pattern]:
    values = ("220", "-220", "50", "-50", "0", "300", "1e300", "-1e300", "nan", None)
    return {"nothing": []} | {f"{value} in town {town}": [(town, value)] for value in values for town in (0, 5)}


@lru_cache(maxsize=1)
def worlds(unit: Unit, bounds: Bounds) -> dict[tuple[str, str], dict[str, Any]]:
    """Exact answers by others and pattern: one vector per measure."""
    chosen = single_rows() if unit.each == "row" else patterns(bounds)
    others: dict[str, list[tuple[str, int, str, str]]] = {
        "nobody": [],
        "somebody": [("other", 0, "1e300", "2026-05-05"), ("third", 5, "-1e300", "2026-05-06")],
    }
    if unit.per is not None:
        # One row, within every bound: persons of different worlds have different names and so different orders.
        others["the same person in June"] = [("one", 0, "220", "2026-06-06")]
    names = {pair: f"w{at}" for at, pair in enumerate(product(others, chosen))}
    rows = []
    for (other, pattern), world in names.items():
        rows += [(world, f"{world} {who}", TOWNS[town], when, x) for who, town, x, when in others[other]]
        rows += [(world, f"{world} one", TOWNS[town], "2026-05-31 23:59", x) for town, x in chosen[pattern]]
    frame = pl.DataFrame(rows, schema=dict.fromkeys(KINDS, pl.String), orient="row")
    axes = (Keys("world", tuple(names.values())), Keys("town", TOWNS))
    halves = Bins("x", tuple(map(Fraction, (-300, 0, 300))))
    plain = {
        name: measure
        for name, measure in MEASURES.items()
        if name != "histogram" and not (unit.each == "row" and name == "persons")
    }
    tallies = (
        Tally(Grid(axes), tuple(plain.values()), YEAR),
        Tally(Grid((*axes, halves)), (MEASURES["histogram"],), YEAR),
    )
    first, second = counted(frame, tallies, Protect(unit, "Asia/Shanghai"), bounds, KINDS)
    vectors = {**dict(zip(plain, first, strict=True)), "histogram": second[0]}
    shaped = {name: np.array(vector, dtype=np.int64).reshape(len(names), -1) for name, vector in vectors.items()}
    return {pair: {name: shaped[name][at] for name in shaped} for at, pair in enumerate(names)}


def moves(answers: dict[tuple[str, str], dict[str, Any]], measure: str, how: Which) -> list[tuple[int, int]]:
    """(L1, L2²) between neighbouring worlds."""
    found = []
    for other in {other for other, _ in answers}:
        one = {pattern: vector[measure] for (same, pattern), vector in answers.items() if same == other}
        after = np.stack([vector for pattern, vector in one.items() if pattern != "nothing"])
        before = one["nothing"][None] if how == "add-remove" else after
        step = after[:, None, :] - before[None, :, :]
        found += zip(np.abs(step).sum(axis=2).ravel().tolist(), (step**2).sum(axis=2).ravel().tolist(), strict=True)
    return found


def fullest(answers: dict[tuple[str, str], dict[str, Any]], measure: str) -> int:
    """The furthest one cell moves when the unit comes or goes: what choices among cells rest on."""
    found = 0
    for (other, _), vector in answers.items():
        found = max(found, int(np.abs(vector[measure] - answers[other, "nothing"][measure]).max()))
    return found


def stated(measure: str, unit: Unit, bounds: Bounds, how: Which) -> Any:
    return contributed(measure, unit, bounds, how).sensitivity


def contributed(measure: str, unit: Unit, bounds: Bounds, how: Which) -> Any:
    axes = (Keys("town", TOWNS),)
    halves = Bins("x", tuple(map(Fraction, (-300, 0, 300))))
    grid = Grid((*axes, halves)) if measure == "histogram" else Grid(axes)
    side = Unit(unit.each, per=unit.per, neighbours=how)
    return contribution(MEASURES[measure], grid, side, bounds)


def check(unit: Unit, bounds: Bounds, how: Which) -> None:
    answers = worlds(unit, bounds)
    for measure in next(iter(answers.values())):
        seen, most = moves(answers, measure, how), stated(measure, unit, bounds, how)
        assert len(seen) > 20
        moved = contributed(measure, unit, bounds, how)
        assert fullest(answers, measure) <= moved.rows_per_cell * moved.reach, f"{measure} under {bounds}: one cell"
        furthest, square = max(l1 for l1, _ in seen), max(l2 for _, l2 in seen)
        assert furthest <= most.l1, f"{measure} under {bounds}, {how}: moved by {furthest}, stated {most.l1}"
        assert square <= most.l2_squared, f"{measure} under {bounds}, {how}: {square}, stated {most.l2_squared}"
        assert furthest == most.l1, f"{measure} under {bounds}, {how}: at most {furthest}, stated {most.l1}"
        if not (how == "replace" and measure in LOOSE_SQUARES):
            assert square == most.l2_squared, f"{measure} under {bounds}, {how}: {square} of {most.l2_squared}"


@pytest.mark.parametrize("bounds", ALL, ids=str)
@pytest.mark.parametrize("unit", PEOPLE.values(), ids=list(PEOPLE))
def test_one_unit_moves_the_answers_exactly_as_far_as_stated(unit: Unit, bounds: Bounds) -> None:
    for how in ("add-remove", "replace"):
        check(unit, bounds, how)


def test_one_row_moves_the_answers_exactly_as_far_as_stated() -> None:
    for how in ("add-remove", "replace"):
        check(Unit("row"), Bounds(), how)


def with_a_bug(change: Callable[[Any], Any]) -> bool:
    """Whether the check notices answers that were changed on their way."""
    unit, bounds = PEOPLE["person"], ALL[3]
    real = worlds(unit, bounds)
    try:
        worlds.cache_clear()
        wrong = {pair: {name: change(vector) for name, vector in answers.items()} for pair, answers in real.items()}
        measure = "rows"
        seen, most = moves(wrong, measure, "add-remove"), stated(measure, unit, bounds, "add-remove")
        return max(l1 for l1, _ in seen) != most.l1 or max(l2 for _, l2 in seen) != most.l2_squared
    finally:
        worlds.cache_clear()


def test_the_check_has_teeth() -> None:
    assert not with_a_bug(lambda vector: vector)
    assert with_a_bug(lambda vector: 2 * vector), "a doubled sensitivity"
    assert with_a_bug(lambda vector: vector // 2), "a stated bound nobody can reach"
