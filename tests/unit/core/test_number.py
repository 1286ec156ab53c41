"""Numbers: what is read, what is refused, and that whatever is read can be written and read again."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.number import ceiling, exact, spell_number, whole
from epsilog.errors import SpecError


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (0.1, Fraction(1, 10)),
        (np.float64(0.1), Fraction(1, 10)),
        (1e-6, Fraction(1, 10**6)),
        ("1/3", Fraction(1, 3)),
        (" 2.5e-7 ", Fraction(1, 4 * 10**6)),
        (Decimal("0.30"), Fraction(3, 10)),
        (np.int64(7), Fraction(7)),
        (np.uint64(2**63), Fraction(2**63)),
        (Fraction(2, 6), Fraction(1, 3)),
        (2**63, Fraction(2**63)),
        (0, Fraction(0)),
        ("+4", Fraction(4)),
    ],
)
def test_plain_numbers_are_read_exactly(given: object, read: Fraction) -> None:
    assert exact(given, "x") == read


BAD = [
    math.nan,
    math.inf,
    -math.inf,
    -0.0,
    1e-320,
    5e-324,
    1e-200,
    1e300,
    True,
    False,
    np.bool_(True),
    None,
    [],
    {},
    (),
    b"1",
    1j,
    object(),
    np.array([1.0]),
    np.array(1.0),
    "",
    " ",
    "nan",
    "inf",
    "-0",
    "-0.0",
    "0x1",
    "1e400",
    "1e-400",
    "1_000",
    "1,5",
    "1 000",
    "½",
    "１",
    "٣",
    "𝟏",
    "1/0",
    "1//2",
    "1/2/3",
    "1/-2",
    ".5",
    "5.",
    "1e",
    "e5",
    "--1",
    "1\n",
    "\t1",
    "1\u200b",
    "9" * 121,
    "1/" + "9" * 121,
    Decimal("NaN"),
    Decimal("sNaN"),
    Decimal("Infinity"),
    Decimal("-0"),
    Decimal("1e-500"),
    Decimal("1e999999"),
    Decimal("1." + "1" * 200),
    10**130,
    -(10**130),
    Fraction(1, 3**400),
    Fraction(7**20000, 7**20000 - 1),
    10**20000,
]


@pytest.mark.parametrize("given", BAD, ids=lambda value: type(value).__name__)
def test_whatever_could_hide_a_mistake_is_refused_with_its_field(given: object) -> None:
    with pytest.raises(SpecError) as caught:
        exact(given, "spend.epsilon")
    assert caught.value.where == "spend.epsilon"
    assert len(str(caught.value)) < 300
    with pytest.raises(SpecError):
        whole(given, "spend.rows")


@pytest.mark.parametrize(
    ("given", "bounds"), [(0, {"above": 0}), (-1, {"at_least": 0}), (1, {"below": 1}), (2, {"at_most": 1})]
)
def test_bounds_are_kept(given: int, bounds: dict[str, int]) -> None:
    with pytest.raises(SpecError, match="must be"):
        exact(given, "x", **bounds)


def test_bounds_include_or_exclude_their_ends() -> None:
    assert exact(1, "x", at_least=1, at_most=1) == 1
    with pytest.raises(SpecError):
        exact(1, "x", above=1)
    with pytest.raises(SpecError):
        exact(1, "x", below=1)


def test_whole_numbers() -> None:
    assert whole(2.0, "n") == 2
    assert whole("1e3", "n") == 1000
    for bad in (2.5, "1/3", -1, 2**62 + 1, "2.000000000000000000001"):
        with pytest.raises(SpecError):
            whole(bad, "n")


def test_the_longest_numbers_read_back() -> None:
    for number in (
        Fraction(10**119 + 1, 10**119 + 2),
        Fraction(10**120 - 1),
        Fraction(1, 10**119),
        exact("1e-100", "x"),
    ):
        assert exact(spell_number(exact(number, "x")), "x") == number


def test_ceiling() -> None:
    assert [ceiling(Fraction(n, 2)) for n in (-3, -2, -1, 0, 1, 2, 3)] == [-1, -1, 0, 0, 1, 1, 2]
