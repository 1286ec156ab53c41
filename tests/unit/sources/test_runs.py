"""Sorting gives the integers of `Norm.scaled`, whichever way rows are numbered, packed, dealt out and cut."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from bounding_reference import reference
from bounding_scenes import BERLIN, KINDS, SEEN, TALLIES, counted, frame_of
from epsilog.core.bounds import Bounds
from epsilog.core.grid import MOST_CELLS, Grid
from epsilog.core.measure import WIDEST, Norm, Persons, Rows, Total
from epsilog.core.source import Tally
from epsilog.core.unit import Protect, Unit
from epsilog.sources import runs, sorting
from epsilog.sources.runs import BITS, Fields, Runs, Wanted, scale_units
from epsilog.sources.sorting import Sorting


def alone(vectors: list[list[int]], norm: Norm) -> None:
    """Many units in one call, each against the definition."""
    units = np.cumsum([0, *(len(vector) for vector in vectors)])[:-1]
    flat = [value for vector in vectors for value in vector]
    wide = max(map(abs, flat)) >= 2**63
    found = scale_units(np.array(flat, dtype=object if wide else np.int64), units, norm).tolist()
    assert found == [value for vector in vectors for value in norm.scaled(vector)]


@pytest.mark.parametrize("most", [1, 2, 100, 447, 500, 44_700, 2**24 + 1, 2**31 - 1, WIDEST])
@pytest.mark.parametrize("cells", [4, 1000, MOST_CELLS])
def test_scaling_is_exact_wherever_a_float_is_in_doubt(most: int, cells: int) -> None:
    norm, dice = Norm(most, cells), random.Random(most * 31 + cells)
    end = norm.furthest
    vectors = [[0], [most], [most + 1], [most, 1], [-most, -most], [end], [-end, 0], [end] * 4, [end + 1, -1]]
    vectors += [[2**63 - 1, -(2**63 - 1)], [0, 0, most * 3, 0]]
    # Lengths that are whole numbers: quotients that are whole, and one beside them.
    vectors += [[100] * many for many in (4, 9, 16, 25, 64, 100)]
    vectors += [[3 * size, -4 * size, beside] for size in (1, 100, most, end // 5) for beside in (0, 1)]
    for _ in range(60):
        high = dice.choice([3, 1000, most, 4 * most, 2**40, end, 2**62])
        vectors.append([dice.randint(-high, high) for _ in range(dice.randint(1, min(cells, 9)))])
    alone(vectors, norm)
    alone([[2**70, -(2**75), 5], *vectors], norm)  # sums beyond 64 bits
    small = [vector for vector in vectors if max(map(abs, vector)) < 2**28]
    alone(small, norm)  # nobody beside them needs more than 64 bits
    alone([[abs(value) for value in vector] for vector in small], norm)


def test_a_guess_is_off_by_far_less_than_what_is_taken_for_near() -> None:
    dice = random.Random(7)
    worst = Fraction(0)
    for _ in range(2000):
        most, size = dice.randint(2**30, WIDEST), dice.randint(1, 2**53)
        square = dice.randint(max(most**2, size**2), 2 ** dice.randint(107, 126))
        guess = float(size) * (most / math.sqrt(float(square)))
        # In units of 2^-64, rounded down: less than the error that is looked for.
        exact = Fraction(math.isqrt((size * most) ** 2 * 2**128 // square), 2**64)
        worst = max(worst, abs(Fraction(guess) - exact))
    assert Fraction(1, 2**30) < worst < Fraction(runs.DOUBT) / 100


def test_numbers_that_do_not_fit_are_not_packed() -> None:
    assert Fields.of(2**40, 2**20, (0, 6), 2**24) == Fields(20, 3, 0)
    assert Fields.of(2**40, 2**20, (0, 7), 2**24) is None
    assert Fields.of(2**20, 2**20, (-(2**53), 2**53), 2**23) == Fields(20, 23, -(2**53), apart=True)
    assert Fields.of(2**20, 2**20, (-(2**53), 2**53), 2**23 + 1) is None
    assert Fields.of(1, 1, None, 0) == Fields(0, 0, 0)
    for units, cells, low in ((2**62, 1, 1), (2**31 + 1, 2**25, (1, 1)), (1, 1, (-5, 5))):
        found = Fields.of(units, cells, low if isinstance(low, tuple) else (0, low), 10**6)
        assert found is None or (units - 1).bit_length() + found.cells + found.values <= BITS


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("reach", [50, 2**53])
def test_sums_of_packed_rows(apart: bool, reach: int) -> None:
    dice = random.Random(reach)
    rows = [(dice.randrange(3), dice.randrange(4), dice.choice([None, -reach, reach, 7])) for _ in range(300)]
    rows += [(2, 1, reach)] * 2000  # one unit over many blocks, and beyond 2^63
    norm = Norm(1000, 4)
    fields = Fields(2, 55, -reach) if not apart else Fields(2, 12, -reach, apart=True)
    wanted = [Wanted("sum", norm, reach), Wanted("present", norm), Wanted("rows", norm), Wanted("persons", norm)]
    found = Runs(fields, wanted, 4)
    codes = [0 if value is None else value + reach + 1 for _, _, value in rows]
    places = np.array([unit * 4 + cell for unit, cell, _ in rows], dtype=np.int64)
    if apart:
        found.add(places, np.array(codes, dtype=np.int64))
    else:
        found.add((places << 55) | np.array(codes, dtype=np.int64))
    expected = []
    for count in (
        lambda values: sum(value or 0 for value in values),
        lambda values: 100 * sum(value is not None for value in values),
        lambda values: 100 * len(values),
        lambda values: 100 * bool(values),
    ):
        cells = [
            [count([x for u, c, x in rows if (u, c) == (unit, cell)]) for cell in range(4)] for unit in range(3)
        ]
        expected.append(np.sum([norm.scaled(vector) for vector in cells], axis=0).tolist())
    assert [answer.tolist() for answer in found.answers] == expected


def rows_of(seed: int) -> list[dict[str, str | None]]:
    dice = random.Random(seed)
    return [
        {
            "who": dice.choice("aaaaabbcdef"),
            "number_of": str(dice.choice([-4, -4, -4, -2, 0, 3, 1000, 2**40])),
            "town": dice.choice(["North", "South", "北京", "elsewhere"]),
            "pressure": dice.choice(["1e300", "-1e300", "5", "-50.3", None, "220", "nan"]),
            "seen": f"2026-{dice.randint(3, 10):02d}-{dice.randint(1, 28):02d} 10:00",
        }
        for _ in range(300)
    ]


def within(units: int, cells: int, values: Any, rows: int, of: Any = Fields.of) -> Fields | None:
    """As for a large table: values have fewer bits than the number of a row, and lie beside the cell."""
    assert rows < 2**24
    return of(units, cells, values, 2**24)  # type: ignore[no-any-return]


MEASURES = (
    Rows(),
    Persons(),
    Rows("pressure"),
    Total.between("pressure", -50, 50),
    Total.between("pressure", 80, 220, missing=100),
)
WAYS = ("apart", "within", "dealt", "cut", "the engine's own")


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often rows were sorted and given up: a way that was not taken proves nothing."""
    taken = {"sorted": 0, "apart": 0, "given up": 0}
    add, answers = Runs.add, Sorting.answers

    def counted_add(self: Any, packed: Any, codes: Any = None) -> None:
        taken["sorted"] += 1
        taken["apart"] += codes is not None
        add(self, packed, codes)

    def counted_answers(self: Any, at: int) -> Any:
        found = answers(self, at)
        taken["given up"] += found is None
        return found

    monkeypatch.setattr(Runs, "add", counted_add)
    monkeypatch.setattr(Sorting, "answers", counted_answers)
    return taken


@pytest.mark.parametrize("unit", [Unit("who"), Unit("number_of"), Unit("who", per="1mo")], ids=str)
def test_every_way_as_the_reference_has_it(
    unit: Unit, ways: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_of(11)
    measures = tuple(one for one in MEASURES if unit.per is None or not isinstance(one, Persons))
    tallies = [Tally(Grid((TALLIES[0].grid.axes[0], SEEN.ticks("1mo"))), measures, SEEN)]
    protect, bounds = Protect(unit, BERLIN), Bounds(norm=Fraction(17, 10))
    expected = reference(rows, KINDS, tallies, protect, bounds)
    for way in WAYS:
        before = dict(ways)
        with monkeypatch.context() as change:
            if way == "dealt":
                change.setattr(sorting, "MOST_ROWS", 150)
            elif way == "cut":
                change.setattr(runs, "BLOCK", 2)
            elif way == "within":
                change.setattr(Fields, "of", within)
            elif way == "the engine's own":
                change.setattr(sorting, "MOST_ROWS", 1)
            assert counted(frame_of(rows), tallies, protect, bounds) == expected, way
        looks = ways["sorted"] - before["sorted"]
        assert {"dealt": looks > 3, "the engine's own": looks == 0}.get(way, looks == 3), (way, looks)
        assert ways["given up"] - before["given up"] == (way == "the engine's own")
        assert (ways["apart"] > before["apart"]) == (way not in ("within", "the engine's own"))


def test_a_far_id_outside_the_table_stops_nothing(ways: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sorting, "MOST_ROWS", 4)
    rows: list[dict[str, str | None]] = [
        {"number_of": str(number), "town": town, "seen": "2026-05-05", "pressure": "50"}
        for number in range(-6, 0)
        for town in ("North", "nowhere")
    ]
    rows.append({"number_of": str(2**63 - 1), "town": "nowhere", "seen": "2026-05-05"})
    tally = Tally(Grid((TALLIES[0].grid.axes[0],)), MEASURES, SEEN)
    others = Tally(Grid((SEEN.ticks("1mo"),)), (Rows(),), SEEN)
    protect, bounds = Protect(Unit("number_of"), BERLIN), Bounds(norm=Fraction(2))
    expected = reference(rows, KINDS, [tally, others], protect, bounds)
    assert counted(frame_of(rows), [tally, others], protect, bounds) == expected
    assert ways["sorted"] > 3


def test_ids_far_apart_are_numbered_in_a_table(ways: dict[str, int]) -> None:
    rows = [
        {"number_of": str(number), "town": "North", "seen": "2026-05-05", "pressure": "50"}
        for number in (-(2**63), 2**63 - 1, 0, 0, 0, 5)
    ]
    tally = Tally(Grid((TALLIES[0].grid.axes[0],)), MEASURES, SEEN)
    protect, bounds = Protect(Unit("number_of"), BERLIN), Bounds(norm=Fraction(2))
    assert counted(frame_of(rows), [tally], protect, bounds) == reference(rows, KINDS, [tally], protect, bounds)
    assert ways["sorted"] > 0
