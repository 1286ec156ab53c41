"""Clamps and bins to be found: candidates, ends, and constants that do not depend on what is found."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.measure import contribution
from epsilog.core.unit import Unit
from epsilog.errors import SpecError
from epsilog.kinds.study.ask.question import Question
from epsilog.kinds.study.ask.study import Study
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.cut import cuts_of
from epsilog.roles.sought import REACH, Clamp, EvenBins

RANGES: list[Any] = [
    (0, 10**6),
    (0, 1),
    (-50, 60),
    (80, 220),
    (-1000, 0),
    ("-0.001", 7),
    (5, 10**9),
    (-3, -1),
    (0, 1, 10, 1000),
    (-7, 0, "0.5"),
    ("99.999999999999", 200),
]
NINE: Any = (0, 9)
HALF: Any = ("0.5",)
FIT = Question("goodness_of_fit", "histogram-age", (Fraction(1),) * 3)
CENTRED = ("mean", "variance", "deviation")


def clamp(within: Any, keep: Any = Fraction(98, 100)) -> Clamp:
    return Clamp(within, keep)


@pytest.mark.parametrize("within", RANGES)
def test_candidates_grow_and_hold_the_ends(within: Any) -> None:
    marks = clamp(within).marks
    assert (marks[0], marks[-1]) == (Fraction(within[0]), Fraction(within[-1]))
    assert all(float(one) < float(two) for one, two in pairwise(marks))
    assert len(marks) <= 400
    if len(within) > 2:
        assert marks == tuple(map(Fraction, within))


def test_candidates_are_near_to_every_size() -> None:
    marks = clamp((0, 10**6)).marks
    for size in (2, 70, 999, 30_000, 444_444):
        above = next(mark for mark in marks if mark >= size)
        assert above <= Fraction(13, 10) * size


@pytest.mark.parametrize("within", RANGES)
@pytest.mark.parametrize("kind", ["sum", *CENTRED])
@pytest.mark.parametrize("neighbours", ["add-remove", "replace"])
def test_what_one_unit_may_do_is_the_same_whatever_is_found(within: Any, kind: Any, neighbours: Any) -> None:
    asked = Query(kind, "cost", sought=clamp(within))
    unit, bounds = Unit("who", neighbours=neighbours), Bounds(rows=3)
    planned = [contribution(one, asked.grid(), unit, bounds) for one in asked.measures()]
    assert {one.reach for one in planned} <= {REACH, REACH**2 // 2, 1}
    [cut] = cuts_of(asked)
    places = range(len(cut.marks) - 1)
    few = [at for at in places if at in (0, 1, len(places) // 2, len(places) - 2, len(places) - 1)]
    for found in product(few, repeat=len(cut.shares)):
        settled = Query(kind, "cost", sought=clamp(within).answered(found))
        low, high = settled.ask.between or (Fraction(0), Fraction(0))
        assert asked.ask.between is not None
        assert asked.ask.between[0] <= low < high <= asked.ask.between[1]
        assert settled.to_dict() == asked.to_dict()
        for measure, before in zip(settled.measures(), planned, strict=True):
            after = contribution(measure, settled.grid(), unit, bounds)
            assert after.sensitivity == before.sensitivity
            assert (after.reach, after.rows, after.cells) == (before.reach, before.rows, before.cells)


@pytest.mark.parametrize(
    ("within", "centred", "shares"),
    [
        ((0, 9), True, ["49/50"]),
        ((0, 9), False, ["49/50"]),
        ((-9, 0), True, ["1/50"]),
        ((-9, 0), False, ["1/50"]),
        ((-9, 9), True, ["1/100", "99/100"]),
        ((-9, 9), False, ["1/100", "99/100"]),
        ((1, 9), True, ["1/100", "99/100"]),
        ((1, 9), False, ["49/50"]),
    ],
)
def test_which_ends_are_looked_for(within: Any, centred: bool, shares: list[str]) -> None:
    assert [str(share) for share in clamp(within).shares(centred=centred)] == shares


def test_ends_of_quantiles_that_crossed_are_put_in_order() -> None:
    found = clamp((-9, 9)).answered((40, 3))
    marks = found.marks
    assert found.ends(centred=True) == (marks[3], marks[41])


def test_a_sum_reaches_as_far_on_both_sides_of_zero() -> None:
    declared = clamp((-100, 0, 1, 10, 1000))
    assert declared.answered((1, 2)).ends(centred=False) == (-10, 10)
    assert declared.answered((0, 1)).ends(centred=False) == (-100, 100)
    assert declared.answered((1, 3)).ends(centred=False) == (-100, 1000)


def test_a_missing_value_stays_inside_the_clamp_that_is_found() -> None:
    asked = Query("sum", "cost", sought=clamp((0, 10, 1000)), missing=Fraction(500))
    narrow = asked.ask.sought.answered((0,))  # type: ignore[union-attr]
    [total] = Query("sum", "cost", sought=narrow, missing=Fraction(500)).measures()
    assert total.missing == total.high == REACH  # type: ignore[union-attr]
    with pytest.raises(SpecError, match="outside"):
        Query("sum", "cost", sought=clamp((0, 10)), missing=Fraction(11)).measures()


def test_a_ratio_may_have_two_clamps() -> None:
    ratio = Query("ratio", "cost", sought=clamp((0, 10**6)), per=Sum.unknown("stays", clamp((0, 100))))
    assert [cut.column for cut in cuts_of(ratio)] == ["cost", "stays"]
    half = Query("ratio", "cost", between=(Fraction(0), Fraction(9)), per=Sum.unknown("stays", clamp((0, 100))))
    assert [cut.column for cut in cuts_of(half)] == ["stays"]


def test_bins_always_are_as_many_as_was_said() -> None:
    bins = EvenBins((0, 10), 4, step=1)  # type: ignore[arg-type]
    assert len(bins.marks) == 11
    for found in product(range(10), repeat=3):
        edges = bins.answered(found).edges()
        assert len(edges) == 5
        assert all(one < two for one, two in pairwise(edges))
    assert bins.answered((2, 5, 8)).edges() == (0, 3, 6, 9, 10)
    assert len(EvenBins((0, "0.1"), 10).edges()) == 11  # type: ignore[arg-type]


NO_NUMBERS: list[Any] = [float("nan"), float("inf"), "1e400", "0x1", True, None, "", [1]]


@pytest.mark.parametrize("end", NO_NUMBERS)
def test_ends_that_are_no_numbers_are_refused(end: Any) -> None:
    for make in (lambda: Clamp((0, end)), lambda: EvenBins((0, end), 3)):
        with pytest.raises(SpecError):
            make()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: clamp((0,)), "two ends"),
        (lambda: clamp("0,1"), "two ends"),
        (lambda: clamp((1, 1)), "grow"),
        (lambda: clamp((2, 1)), "grow"),
        (lambda: clamp((0, 5, 3)), "grow"),
        (lambda: clamp((1, 1 + Fraction(1, 10**30))), "grow"),
        (lambda: clamp((10**9, 10**9 + Fraction(1, 100))), "close together"),
        (lambda: clamp((0, Fraction(1, 10**80))), "too large or too fine"),
        # Each candidate can be written; the square of a grain between two of them could not, once it is found.
        (lambda: clamp((Fraction(2**185 + 1, 3**115), 34, 35)), "too large or too fine for grains"),
        (lambda: clamp((0, 10**55)), "too large or too fine for grains"),
        (lambda: clamp((0, 1), keep=1), "keep"),
        (lambda: clamp((0, 1), keep=0), "keep"),
        (lambda: clamp((0, 1), keep=Fraction(1, 5001)), "denominator"),
        (lambda: clamp((0, 1)).answered((10**6,)), "none of the candidates"),
        (lambda: EvenBins((0, 1), 1), "bins"),
        (lambda: EvenBins((0, 1), 101), "bins"),
        (lambda: EvenBins((0, 3), 5, step=1), "possible edges"),  # type: ignore[arg-type]
        (lambda: EvenBins((0, 1000), 5, step=1), "edges are chosen among at most 1,000"),  # type: ignore[arg-type]
        (lambda: EvenBins((0, 1, 2), 2, step=1), "either candidates"),  # type: ignore[arg-type]
        (lambda: EvenBins((0, 9), 3, step=1).answered((1, 99)), "none of the candidates"),  # type: ignore[arg-type]
        (lambda: Query("quantiles", "age", sought=clamp((0, 1)), at=(Fraction(1, 2),)), "declared"),
        (lambda: Query("histogram", "age", sought=clamp((0, 1))), "clamped"),
        (lambda: Query("mean", "age", sought=EvenBins((0, 9), 3)), "histogram"),  # type: ignore[arg-type]
        (lambda: Query("rows", sought=clamp((0, 1))), "clamped"),
        (lambda: Query("mean", "age", sought=(0, 1)), "Clamp or EvenBins"),  # type: ignore[arg-type]
        (lambda: Query("mean", "age", sought=clamp((0, 9)), between=(Fraction(0), Fraction(5))), "also given"),
        (lambda: Query("mean", "age", sought=clamp((0, 9)), grain=Fraction(1)), "grain"),
        (lambda: Query("sum", "age", sought=clamp((0, 9)), error=Fraction(1)), "before the clamp is known"),
        (lambda: Query("mean", "age", sought=clamp((0, 9)), error=Fraction(1)), "before the clamp is known"),
        (lambda: Sum("age", (Fraction(0), Fraction(1)), sought=clamp((0, 9))), "also given"),
        (lambda: Query("histogram", "age", sought=EvenBins(NINE, 3), about="population"), "even in these rows"),
        (
            lambda: Query("histogram", "age", sought=EvenBins(NINE, 3), study=Study(("quantiles",), at=HALF)),
            "even in these rows",
        ),
        (
            lambda: FIT.check({FIT.of: Query("histogram", "age", sought=EvenBins(NINE, 3))}, "publish[1].test"),
            "declared histograms",
        ),
    ],
)
def test_refused_without_a_look(make: Any, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        make()
