"""The stated sensitivity is the largest over every contribution the bounds allow, by brute force."""

from fractions import Fraction
from itertools import product

import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.grid import Grid, Keys
from epsilog.core.measure import Persons, Rows, Total, contribution, usual_grain
from epsilog.core.unit import Unit
from epsilog.errors import SpecError

PERSON = Unit("p")


def grid_of(cells):
    return Grid((Keys("k", tuple(str(n) for n in range(cells))),)) if cells > 1 else Grid()


def allowed(cells, bounds):
    """Every vector of rows per cell that one unit may keep."""
    per_cell = min(bound for bound in (bounds.rows_per_cell, bounds.rows) if bound is not None)
    most_cells = min(bound for bound in (bounds.cells, bounds.rows, cells) if bound is not None)
    for vector in product(range(per_cell + 1), repeat=cells):
        if sum(value > 0 for value in vector) <= most_cells and (bounds.rows is None or sum(vector) <= bounds.rows):
            yield vector


CASES = [
    (cells, Bounds(rows, most_cells, per_cell))
    for cells in (1, 2, 3, 4)
    for rows in (None, 1, 2, 3, 5)
    for most_cells in (None, 1, 2, 9)
    for per_cell in (None, 1, 2, 3)
    if (rows is not None or per_cell is not None) and (rows is not None or most_cells is not None or cells == 1)
]


@pytest.mark.parametrize(("cells", "bounds"), CASES)
def test_counts_reach_exactly_the_stated_norms(cells, bounds):
    stated = contribution(Rows(), grid_of(cells), PERSON, bounds).sensitivity
    vectors = list(allowed(cells, bounds))
    assert max(sum(vector) for vector in vectors) == stated.l1
    assert max(sum(value**2 for value in vector) for vector in vectors) == stated.l2_squared


@pytest.mark.parametrize(("cells", "bounds"), [case for case in CASES if case[0] <= 3])
def test_under_replace_differences_stay_within_the_stated_norms(cells, bounds):
    replace = Unit("p", neighbours="replace")
    stated = contribution(Rows(), grid_of(cells), replace, bounds).sensitivity
    vectors = list(allowed(cells, bounds))
    moves = [[a - b for a, b in zip(left, right, strict=True)] for left in vectors for right in vectors]
    assert max(sum(abs(value) for value in move) for move in moves) <= stated.l1
    assert max(sum(value**2 for value in move) for move in moves) <= stated.l2_squared


@pytest.mark.parametrize(("low", "high"), [(0, 3), (-2, 3), (-3, -1), (1, 4)])
@pytest.mark.parametrize("unit", [PERSON, Unit("p", neighbours="replace")])
def test_sums_stay_within_the_stated_norms_and_reach_them_under_add_remove(low, high, unit):
    total = Total("v", low, high, Fraction(1))
    bounds = Bounds(rows=2, cells=2)
    stated = contribution(total, grid_of(2), unit, bounds).sensitivity
    one_unit = set()
    for rows in allowed(2, bounds):
        ends = [range(count * min(low, 0), count * max(high, 0) + 1) for count in rows]
        one_unit.update(product(*ends))
    nothing = [(0, 0)] if unit.neighbours == "add-remove" else one_unit
    moves = [[a - b for a, b in zip(left, right, strict=True)] for left in one_unit for right in nothing]
    l1, squared = max(sum(map(abs, move)) for move in moves), max(sum(v * v for v in move) for move in moves)
    assert l1 <= stated.l1
    assert squared <= stated.l2_squared
    if unit is PERSON:
        assert (l1, squared) == (stated.l1, stated.l2_squared)


def test_persons_count_once_per_cell():
    assert contribution(Persons(), grid_of(9), PERSON, Bounds(cells=4)).sensitivity.l2_squared == 4
    assert contribution(Persons(), Grid(), PERSON, Bounds()).sensitivity.l1 == 1
    assert contribution(Persons(), grid_of(9), PERSON, Bounds(rows=3)).sensitivity.l1 == 3


def test_twenty_cells_a_month_are_twenty_cells_of_each_unit():
    """Soundness 3: with person-months the unit is the person within the month; two months are two units."""
    monthly = contribution(Persons(), grid_of(40), Unit("p", per="1mo"), Bounds(cells=20))
    assert monthly.sensitivity.l1 == 20
    assert contribution(Persons(), grid_of(40), PERSON, Bounds(cells=40)).sensitivity.l1 == 40


@pytest.mark.parametrize(
    ("measure", "unit", "bounds", "says"),
    [
        (Rows(), PERSON, Bounds(), "how many rows"),
        (Rows(), PERSON, Bounds(cells=2), "how many rows"),
        (Rows(), PERSON, Bounds(rows_per_cell=2), "how many cells"),
        (Persons(), PERSON, Bounds(), "how many cells"),
        (Persons(), Unit("row"), Bounds(), "does not know persons"),
        (Rows(), Unit("row"), Bounds(rows=1), "protects single rows"),
        (Rows(), Unit("p", window=3), Bounds(rows=1), "window"),
    ],
)
def test_what_has_no_bound_is_refused(measure, unit, bounds, says):
    with pytest.raises(SpecError, match=says):
        contribution(measure, grid_of(4), unit, bounds)


@pytest.mark.parametrize("width", [Fraction(140), Fraction(1), Fraction(1, 3), Fraction(9_999), Fraction(10_000)])
def test_the_usual_grain_is_the_largest_power_of_ten_that_is_fine_enough(width):
    grain = usual_grain(width)
    assert width / grain >= 10_000 > width / (10 * grain)


def test_ends_in_grains_contain_the_ends():
    total = Total.between("v", "-1/3", "2/3", grain="0.1")
    assert (total.low, total.high) == (-4, 7)
    centred = Total.between("v", 80, 220, centred=True)
    assert (centred.centre, centred.reach, centred.over) == (15_000, 7_000, "scale")


@pytest.mark.parametrize("ends", [(1, 1), (2, 1), (float("nan"), 1), (0, float("inf")), (True, 2), (0, 2**80)])
def test_impossible_ends_are_refused(ends):
    with pytest.raises(SpecError):
        Total.between("v", *ends, grain=1)
