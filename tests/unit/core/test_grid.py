"""Cells are public, complete and numbered in one order."""

from fractions import Fraction

import pytest

from epsilog.core.grid import Bins, Grid, Keys, Ticks
from epsilog.errors import SpecError


def test_cells_are_numbered_as_their_keys_come():
    grid = Grid(
        (Keys("a", ("x", "y")), Ticks("t", "1y", 2024, 2026), Bins("v", (Fraction(0), Fraction(1), Fraction(3))))
    )
    keys = list(grid.keys())
    assert len(keys) == grid.size == 12
    labels = [axis.labels() for axis in grid.axes]
    for number, key in enumerate(keys):
        parts = [labels[at].index(part) for at, part in enumerate(key)]
        assert number == sum(part * stride for part, stride in zip(parts, grid.strides, strict=True))


def test_no_axis_is_one_cell():
    assert Grid().size == 1
    assert list(Grid().keys()) == [()]


@pytest.mark.parametrize(
    "make",
    [
        lambda: Keys("a", ()),
        lambda: Keys("a", ("é", "e\u0301")),
        lambda: Keys("a", ("x", "x")),
        lambda: Ticks("t", "1y", 5, 4),
        lambda: Ticks("t", "2y", 4, 5),
        lambda: Bins("v", (Fraction(1),)),
        lambda: Bins("v", (Fraction(1), Fraction(1))),
        lambda: Bins("v", (Fraction(2), Fraction(1))),
        lambda: Bins("v", (Fraction(1), 1 + Fraction(1, 10**30))),
        lambda: Bins("v", tuple(Fraction(edge) for edge in range(1002))),
        lambda: Grid((Keys("a", ("x",)), Keys("a", ("y",)))),
        lambda: Grid((Ticks("t", "1h", 0, 10_000_000), Keys("a", ("x", "y", "z")))),
    ],
)
def test_what_is_no_grid_is_refused(make):
    with pytest.raises(SpecError):
        make()


def test_case_and_spaces_make_different_keys():
    assert Keys("a", ("x", "X", "x ")).size == 3
