"""A unit's vector scaled to a norm: the engine against the slow reference, and the stated norm on worst neighbours.

Many small worlds are counted in one reading, as in test_bounding_neighbours.py.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Literal

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bounding_reference import reference
from bounding_scenes import BERLIN, KINDS, SEEN, TALLIES, UNITS, VALUES, counted, frame_of
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Bins, Grid, Keys
from epsilog.core.measure import Beyond, Measure, Norm, Persons, Rows, Squares, Total, contribution
from epsilog.core.origin import ColumnKind
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.sources.runs import Fields
from epsilog.sources.sorting import Sorting

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
PEOPLE = tuple(unit for unit in UNITS if unit.each != "row")
NORMS = ("0.2", "0.5", 1, "1.7", 2, 5, 1000)


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, str | None]]:
    """Hostile values; rows of a few persons, repeated, so that some are far longer than others."""
    dice = draw(st.randoms(use_true_random=False))
    rows = []
    for _ in range(draw(st.integers(0, 40))):
        row = {name: dice.choice(values) for name, values in VALUES.items()}
        if dice.random() < 0.7:
            row |= {
                "who": dice.choice("aab"),
                "number_of": dice.choice("112"),
                "town": dice.choice(["North", "South"]),
            }
            row["seen"] = f"2026-{dice.randint(3, 10):02d}-{dice.randint(1, 30):02d} 10:00"
            row["sent"] = row["seen"] + "Z"
        rows += [row] * dice.choice([1, 1, 2, 5, 20])
    dice.shuffle(rows)
    return rows


def with_a_norm(tally: Tally, unit: Unit) -> Tally:
    """The same table of what can be scaled (a tail has one grain to a row: less than that is no norm)."""
    kept = (
        measure
        for measure in tally.measures
        if not (isinstance(measure, Squares | Beyond) or (isinstance(measure, Total) and measure.over == "scale"))
        and not (isinstance(measure, Persons) and unit.per is not None)
    )
    return Tally(tally.grid, tuple(kept), tally.during)


def compare(rows: Any, unit: Unit, norm: Any, chosen: Any) -> None:
    tallies = tuple(with_a_norm(tally, unit) for tally in chosen)
    protect, bounds = Protect(unit, BERLIN), Bounds(norm=norm)
    assert counted(frame_of(rows), tallies, protect, bounds) == reference(rows, KINDS, tallies, protect, bounds)


PAIRS = st.tuples(st.just(TALLIES[0]), st.sampled_from(TALLIES[1:]))


@pytest.mark.parametrize("unit", PEOPLE, ids=str)
@settings(max_examples=1, deadline=None, suppress_health_check=QUIET, derandomize=True)
@given(rows=tables(), norm=st.sampled_from(NORMS), chosen=PAIRS)
def test_the_engine_agrees_with_the_reference(unit: Unit, rows: Any, norm: Any, chosen: Any) -> None:
    compare(rows, unit, norm, chosen)


@pytest.mark.nightly
@pytest.mark.parametrize("unit", PEOPLE, ids=str)
@settings(max_examples=200, deadline=None, suppress_health_check=QUIET)
@given(rows=tables(), norm=st.sampled_from(NORMS), chosen=PAIRS)
def test_the_engine_agrees_with_the_reference_at_length(unit: Unit, rows: Any, norm: Any, chosen: Any) -> None:
    compare(rows, unit, norm, chosen)


@given(
    values=st.lists(st.one_of(st.integers(-(2**70), 2**70), st.integers(-3000, 3000)), min_size=1, max_size=30),
    most=st.integers(1, 2**31),
)
@settings(max_examples=100, deadline=None)
def test_a_scaled_vector_is_within_its_norm_and_as_long_as_whole_numbers_allow(
    values: list[int], most: int
) -> None:
    norm = Norm(most, len(values))
    found = norm.scaled(values)
    square = sum(size * size for size in found)
    assert square <= most**2
    clamped = [min(max(value, -norm.furthest), norm.furthest) for value in values]
    length = sum(value * value for value in clamped)
    if length <= most**2:
        assert found == values
    for value, size in zip(clamped, found, strict=True):
        assert size * value >= 0
        # One grain more, in any entry, would be longer than the exact vector scaled.
        assert (abs(size) + 1) ** 2 * max(length, most**2) > value**2 * most**2


# Worst neighbours.

TOWNS = tuple(f"town {i}" for i in range(4))
COLUMNS: dict[str, ColumnKind] = {
    "world": "text",
    "who": "text",
    "town": "text",
    "seen": "timestamp",
    "x": "number",
}
YEAR = During("seen", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
HALVES = Bins("x", tuple(map(Fraction, (-300, 0, 300))))
MEASURES: dict[str, Measure] = {
    "rows": Rows(),
    "rows of a column": Rows("x"),
    "persons": Persons(),
    "sum above zero": Total.between("x", 80, 220),
    "sum around zero": Total.between("x", -50, 50),
    "sum with gaps filled": Total.between("x", -50, 50, missing=50),
    "sum that is lopsided": Total.between("x", -20, 50),
    "sum below zero": Total.between("x", -220, -80),
    "histogram": Rows("x"),
}
Which = Literal["add-remove", "replace"]
Pattern = list[tuple[int, str | None]]


def patterns(norm: Fraction) -> dict[str, Pattern]:
    """What one unit may have done: in one cell, evenly, unevenly; about as long as the norm, and far longer."""
    about = max(1, round(norm))
    found: dict[str, Pattern] = {"nothing": []}
    for value in ("220", "-220", "50", "-80", "0", "1e300", "-1e300", "nan", None):
        for town in (0, 2):
            at = f"{value} from town {town}"
            for many in (1, about, about + 1, 40 * about):
                found[f"{many} rows in one cell, {at}"] = [(town, value)] * many
            found[f"two cells, {at}"] = [(town, value), (town + 1, value)] * about
            found[f"three and four, {at}"] = [(town, value)] * 30 + [(town + 1, value)] * 40
        found[f"everywhere, {value}"] = [(cell, value) for cell in range(4)] * (7 * about)
    found["both ends"] = [(0, "1e9"), (1, "-1e9")] * (9 * about)
    found["ends that cancel"] = [(0, "1e9"), (0, "-1e9"), (1, None)] * (9 * about)
    found["one giant, many dwarfs"] = [(0, "220")] * 90 + [(cell, "1") for cell in (1, 2, 3)]
    return found


@contextmanager
def taken(way: str) -> Iterator[None]:
    """The ways of section 2b: values apart from cells, beside them as in a large table, or no sorting at all."""
    with pytest.MonkeyPatch.context() as change:
        if way == "beside":
            of = Fields.of
            change.setattr(Fields, "of", lambda units, cells, values, rows: of(units, cells, values, 2**24))
        elif way == "in the engine":
            change.setattr(Sorting, "answers", lambda self, at: None)
        yield


@lru_cache(maxsize=1)
def worlds(unit: Unit, norm: Fraction, way: str = "apart") -> dict[tuple[str, str], dict[str, Any]]:
    others: dict[str, list[tuple[str, int, str, str]]] = {
        "nobody": [],
        "somebody": [("other", 0, "1e300", "2026-05-05"), ("third", 2, "-1e300", "2026-05-06")],
    }
    if unit.per is not None:
        others["the same person in June"] = [("one", 0, "220", "2026-06-06")] * 9
    chosen = patterns(norm)
    names = {pair: f"w{at}" for at, pair in enumerate(product(others, chosen))}
    rows = []
    for (other, pattern), world in names.items():
        rows += [(world, f"{world} {who}", TOWNS[town], when, x) for who, town, x, when in others[other]]
        rows += [(world, f"{world} one", TOWNS[town], "2026-05-31 23:59", x) for town, x in chosen[pattern]]
    frame = pl.DataFrame(rows, schema=dict.fromkeys(COLUMNS, pl.String), orient="row")
    axes = (Keys("world", tuple(names.values())), Keys("town", TOWNS))
    plain = {name: one for name, one in MEASURES.items() if name != "histogram"}
    if unit.per is not None:
        del plain["persons"]
    tallies = (
        Tally(Grid(axes), tuple(plain.values()), YEAR),
        Tally(Grid((*axes, HALVES)), (MEASURES["histogram"],), YEAR),
    )
    with taken(way):
        first, second = counted(frame, tallies, Protect(unit, "Asia/Shanghai"), Bounds(norm=norm), COLUMNS)
    vectors = {**dict(zip(plain, first, strict=True)), "histogram": second[0]}
    shaped = {name: np.array(vector, dtype=np.int64).reshape(len(names), -1) for name, vector in vectors.items()}
    return {pair: {name: shaped[name][at] for name in shaped} for at, pair in enumerate(names)}


def moves(answers: Any, measure: str, how: Which, factor: Fraction = Fraction(1)) -> tuple[int, int]:
    """The largest L1 and L2² between neighbouring worlds."""
    far, square = 0, 0
    for other in {other for other, _ in answers}:
        one = {pattern: vector[measure] for (same, pattern), vector in answers.items() if same == other}
        after = np.stack([vector for pattern, vector in one.items() if pattern != "nothing"])
        before = one["nothing"][None] if how == "add-remove" else after
        step = (after[:, None, :] - before[None, :, :]) * factor.numerator // factor.denominator
        far = max(far, int(np.abs(step).sum(axis=2).max()))
        square = max(square, int((step**2).sum(axis=2).max()))
    return far, square


def stated(measure: str, unit: Unit, norm: Fraction, how: Which) -> Any:
    grid = Grid((Keys("town", TOWNS), HALVES)) if measure == "histogram" else Grid((Keys("town", TOWNS),))
    side = Unit(unit.each, per=unit.per, neighbours=how)
    return contribution(MEASURES[measure], grid, side, Bounds(norm=norm)).sensitivity


# A person is one grain-hundred in each of four cells, so no norm above 2 is reached.
@pytest.mark.parametrize("norm", [Fraction(1), Fraction(8, 5), Fraction(5)], ids=str)
@pytest.mark.parametrize(
    ("unit", "way"),
    [(Unit("who"), "beside"), (Unit("who"), "in the engine"), (Unit("who", per="1mo"), "apart")],
    ids=str,
)
def test_one_unit_moves_the_answers_as_far_as_the_norm_and_no_further(unit: Unit, way: str, norm: Fraction) -> None:
    answers = worlds(unit, norm, way)
    hows: tuple[Which, ...] = ("add-remove", "replace")
    for measure, how in product(next(iter(answers.values())), hows):
        (far, square), most = moves(answers, measure, how), stated(measure, unit, norm, how)
        assert far <= most.l1, f"{measure}, {how}: moved by {far}, stated {most.l1}"
        assert square <= most.l2_squared, f"{measure}, {how}: {square}, stated {most.l2_squared}"
        if measure == "persons" and norm > 1:
            continue
        if measure == "sum below zero" and how == "replace":
            # Both have one sign, so only half of what the larger formula states can be reached.
            assert 2 * square == most.l2_squared
            continue
        assert square == most.l2_squared, f"{measure}, {how}: {square} of {most.l2_squared}"


def test_the_check_has_teeth() -> None:
    norm, unit = Fraction(5), Unit("who")
    answers = worlds(unit, norm)
    most = stated("rows", unit, norm, "add-remove").l2_squared
    assert moves(answers, "rows", "add-remove")[1] == most
    assert moves(answers, "rows", "add-remove", Fraction(501, 500))[1] > most, "a grain too long"
    assert moves(answers, "rows", "add-remove", Fraction(499, 500))[1] < most, "a grain too short"


def test_others_have_no_say_in_what_is_left_of_a_unit() -> None:
    one = [{"who": "a", "town": town, "seen": "2026-05-05"} for town in ("North", "North", "South")] * 5
    two = [{"who": "b", "town": town, "seen": "2026-05-05"} for town in ("South", "北京")] * 20
    tally = Tally(Grid((TALLIES[0].grid.axes[0],)), (Rows(), Persons()), SEEN)

    def answers(rows: Any) -> Any:
        return np.array(counted(frame_of(rows), [tally], Protect(Unit("who"), BERLIN), Bounds(norm=3))[0])

    assert (answers(one + two) == answers(one) + answers(two)).all()
    assert answers(one)[0].tolist() == [268, 134, 0, 0, 0]
