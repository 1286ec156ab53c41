"""Who is protected, and what is granted."""

from fractions import Fraction

import pytest

from epsilog.core.price import Budget
from epsilog.core.unit import Unit
from epsilog.errors import SpecError


@pytest.mark.parametrize(
    ("before", "after", "distance"),
    [
        ([], [], 0),
        (["a"], [], 1),
        (["a", "a"], ["a"], 1),
        (["a"], ["b"], 2),
        (["a", "b"], ["b", "a"], 0),
        ("aab", "abb", 2),
    ],
)
def test_distance_under_add_remove(before: list[str], after: list[str], distance: int) -> None:
    unit = Unit("row")
    assert unit.distance(before, after) == distance
    assert unit.distance(after, before) == distance


def test_distance_under_replace() -> None:
    unit = Unit("person", neighbours="replace")
    assert unit.distance(["a", "b"], ["a", "c"]) == 1
    assert unit.distance(["a", "b"], ["d", "c"]) == 2
    with pytest.raises(SpecError):
        unit.distance(["a"], ["a", "b"])


@pytest.mark.parametrize(
    "fields",
    [
        {"each": ""},
        {"each": "  "},
        {"each": None},
        {"each": 3},
        {"each": "p", "neighbours": "swap"},
        {"each": "p", "per": "2mo"},
        {"each": "row", "per": "1mo"},
        {"each": "p", "window": 0},
        {"each": "p", "window": True},
        {"each": "p", "window": 1.5},
    ],
)
def test_unclear_units_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(SpecError):
        Unit(**fields)  # type: ignore[arg-type]


def test_units_are_told_apart() -> None:
    assert Unit("p") != Unit("p", per="1mo") != Unit("p", window=3) != Unit("p", neighbours="replace")
    assert Unit("p", window="3") == Unit("p", window=3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [
        (0, 0),
        (-1, 0),
        (float("nan"), 0),
        (float("inf"), 0),
        (1e-320, 0),
        ("0x1", 0),
        (True, 0),
        (10**7, 0),
        (1, 1),
        (1, 2),
        (1, -0.1),
        (1, float("nan")),
        (1, -0.0),
    ],
)
def test_bad_budgets(epsilon: object, delta: object) -> None:
    with pytest.raises(SpecError):
        Budget(epsilon, delta)  # type: ignore[arg-type]


def test_budgets_are_exact() -> None:
    assert Budget(0.1).epsilon == Fraction(1, 10)
    assert Budget(1, 1e-6) == Budget("1", "1e-6")
    assert not Budget(1, 1e-6).is_pure
