"""The plain ways people write a query in Python: read where they mean one thing, refused with a hint where not."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.number import exact
from epsilog.errors import SpecError
from epsilog.registry.asks import Query
from epsilog.roles.document import parse_document

NORTH: Any = Keys("region", ("North", "South"))
YEAR = During("at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))


def test_days_may_be_text() -> None:
    first: Any = "2026-01-01"
    last: Any = "2026-12-31"
    assert During("at", first, last) == YEAR
    assert During("at", first, last).to_dict() == YEAR.to_dict()
    assert During("at", first, YEAR.last).ticks("1mo").size == 12


@pytest.mark.parametrize(
    "day",
    ["2026-1-1", "01.01.2026", "2026-02-30", "2026-W01-1", "", "20260101", "2026-01-01T00:00", 20260101, None, 1.5,
     dt.datetime(2026, 1, 1), True],
)  # fmt: skip
def test_what_is_no_day_is_refused_with_a_hint(day: Any) -> None:
    with pytest.raises(SpecError, match="is not a day") as caught:
        During("at", day, YEAR.last)
    assert caught.value.where == "from"
    assert "2026-01-31" in caught.value.hint
    with pytest.raises(SpecError, match="is not a day"):
        During("at", YEAR.first, day)


def test_keys_may_be_said_in_four_ways() -> None:
    wanted = Query("rows", by=(NORTH,))
    ways: list[Any] = [NORTH, [NORTH], {"region": ["North", "South"]}, {"region": ("North", "South")}]
    for by in ways:
        query = Query("rows", by=by)
        assert query == wanted
        assert query.to_dict() == wanted.to_dict()
        assert hash(query) == hash(wanted)
    two: Any = {"sex": ["f", "m"], "region": ["North", "South"]}
    assert [axis.column for axis in Query("rows", by=two).by] == ["sex", "region"]
    empty: Any = {}
    assert Query("rows", by=empty) == Query("rows")


@pytest.mark.parametrize(
    "by",
    ["region", ["region"], ("region", ["North"]), {"region": "North"}, {"region": 3}, {"region": {"North"}},
     {1: ["North"]}, {"region": [1, 2]}, {"region": [None]}, {"region": []}, None, 7, {"region": ["N", "N"]}],
)  # fmt: skip
def test_keys_that_may_mean_two_things_are_refused(by: Any) -> None:
    with pytest.raises(SpecError) as caught:
        Query("rows", by=by)
    assert caught.value.where.startswith("by")


def test_a_text_is_not_a_list_of_letters() -> None:
    word: Any = "North"
    with pytest.raises(SpecError, match="keys are texts"):
        Keys("region", word)


@pytest.mark.parametrize(("text", "meant"), [("0,5", "0.5"), ("-1,25", "-1.25"), ("1,5e-6", "1.5e-6")])
def test_a_number_with_a_comma_is_told_about_the_point(text: str, meant: str) -> None:
    with pytest.raises(SpecError, match="is not a number") as caught:
        exact(text, "epsilon")
    assert caught.value.hint == f"with a point: {meant}"
    for other in ("1,000,000", "0,", ",5", "a,b"):
        with pytest.raises(SpecError) as caught:
            exact(other, "epsilon")
        assert "with a point" not in caught.value.hint


def test_a_comma_inside_braces_is_told_about_too() -> None:
    node = parse_document("spend: {epsilon: 0,5, from: clinic}", "spec.yaml").mapping("spend")["spend"]
    with pytest.raises(SpecError, match="unknown field '5'") as caught:
        node.mapping("epsilon", "delta", "from")
    assert caught.value.hint == "a number has a point, not a comma: 0.5"
    node = parse_document("spend: {epsilom: 5}", "spec.yaml").mapping("spend")["spend"]
    with pytest.raises(SpecError) as caught:
        node.mapping("epsilon")
    assert caught.value.hint == "did you mean epsilon?"


def test_a_word_that_says_a_field_refuses_another_value_of_it() -> None:
    ends = (Fraction(0), Fraction(10))
    with pytest.raises(SpecError, match="`median` says it already"):
        Query("median", "age", between=ends, at=(Fraction(1, 4),))
    with pytest.raises(SpecError, match="`most_common` says it already"):
        Query("most_common", "what", among=("flu", "cold", "mumps"), k=3)


def test_a_mean_without_squares_is_never_about_the_population() -> None:
    plain = Query("mean", "age", between=(Fraction(0), Fraction(10)))
    assert replace(plain, weight=Fraction(2)).kind == "mean"
    with pytest.raises(SpecError, match="about a population only counts"):
        replace(plain, about="population")
