"""Requests: what is refused before anything is read, and a digest that changes with anything said."""

import datetime as dt
import json
from dataclasses import replace
from fractions import Fraction

import pytest

from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.core.origin import Origin
from epsilog.core.unit import Protect, Unit
from epsilog.errors import LedgerError, SpecError
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spec, Spend, Tidy
from epsilog.spec.record import spec_from_dict

YEAR = During("visited_at", dt.date(2026, 1, 1), dt.date(2026, 12, 31))
COLUMNS = {"patient_id": "text", "region": "text", "visited_at": "timestamp", "systolic": "number", "born": "date"}
DAILY = Query("rows", by=(Keys("region", ("North", "South")),), every="1d", during=YEAR)
MEAN = Query("mean", "systolic", between=(Fraction(80), Fraction(220)))
SPEC = Spec(
    "flu-by-region",
    "2026-W46",
    Origin("visits.parquet", COLUMNS),
    Protect(Unit("patient_id", per="1mo"), "Asia/Shanghai"),
    Bounds(rows=4, cells=4),
    (DAILY, MEAN),
    Spend("clinic/2026", Fraction(1, 2), Fraction(1, 10**6)),
)


def test_one_declared_stretch_of_days_holds_for_every_entry():
    assert [query.during for query in SPEC.publish] == [YEAR, YEAR]


def test_a_stored_request_is_read_back_the_same():
    stored = json.loads(json.dumps(SPEC.to_dict(), sort_keys=True))
    assert spec_from_dict(stored) == SPEC
    assert spec_from_dict(stored).digest == SPEC.digest


OTHER = [
    replace(SPEC, release="x"),
    replace(SPEC, edition="2026-W47"),
    replace(SPEC, source=Origin("other.parquet", COLUMNS)),
    replace(SPEC, source=replace(SPEC.source, encoding="gb18030")),
    replace(SPEC, source=replace(SPEC.source, delimiter=";")),
    replace(SPEC, protect=Protect(Unit("patient_id", per="1mo"), "UTC")),
    replace(SPEC, protect=Protect(Unit("patient_id"), "Asia/Shanghai")),
    replace(SPEC, protect=Protect(Unit("patient_id", per="1mo", neighbours="replace"), "Asia/Shanghai")),
    replace(SPEC, bound=Bounds(rows=4, cells=3)),
    replace(SPEC, publish=(DAILY,)),
    replace(SPEC, publish=(MEAN, DAILY)),
    replace(SPEC, publish=(DAILY, MEAN.asking(between=(Fraction(80), Fraction(221))))),
    replace(SPEC, publish=(DAILY, MEAN.asking(grain=Fraction(1)))),
    replace(SPEC, publish=(DAILY, MEAN.asking(missing=Fraction(120)))),
    replace(SPEC, publish=(DAILY, replace(MEAN, weight=Fraction(2)))),
    replace(SPEC, publish=(DAILY, replace(MEAN, error=Fraction(2)))),
    replace(SPEC, publish=(DAILY, replace(MEAN, mechanism="laplace"))),
    replace(SPEC, publish=(replace(DAILY, by=(Keys("region", ("South", "North")),)), MEAN)),
    replace(SPEC, spend=Spend("clinic/2027", Fraction(1, 2), Fraction(1, 10**6))),
    replace(SPEC, spend=Spend("clinic/2026", Fraction(1, 3), Fraction(1, 10**6))),
    replace(SPEC, confidence=Fraction(9, 10)),
    replace(SPEC, tidy=Tidy(whole=True)),
    replace(SPEC, tidy=Tidy(totals=True)),
]


def test_every_word_of_a_request_is_in_its_digest():
    digests = {spec.digest for spec in OTHER}
    assert len(digests | {SPEC.digest}) == len(OTHER) + 1


@pytest.mark.parametrize("other", OTHER)
def test_every_request_survives_storage(other):
    assert spec_from_dict(json.loads(json.dumps(other.to_dict()))) == other


def test_the_order_of_axes_is_part_of_the_request():
    two = (Keys("region", ("North",)), Keys("patient_id", ("a",)))
    left = replace(SPEC, publish=(replace(DAILY, by=two, name="x"),))
    right = replace(SPEC, publish=(replace(DAILY, by=two[::-1], name="x"),))
    assert left.digest != right.digest


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"release": " "}, "say a name"),
        ({"edition": "x" * 81}, "say a name"),
        ({"publish": ()}, "nothing to publish"),
        ({"publish": (DAILY, DAILY)}, "same name"),
        ({"publish": (Query("rows"),), "during": None}, "which days"),
        ({"publish": (Query("mean", "heart", between=(Fraction(0), Fraction(1))),)}, "not declared"),
        ({"publish": (Query("sum", "region", between=(Fraction(0), Fraction(1)), during=YEAR),)}, "not a number"),
        ({"publish": (Query("rows", by=(Keys("systolic", ("1",)),), during=YEAR),)}, "cannot be a key"),
        ({"publish": (Query("rows", during=replace(YEAR, time="region")),)}, "not a date"),
        ({"publish": (Query("rows", every="1h", during=replace(YEAR, time="born")),)}, "no hours"),
        ({"bound": Bounds()}, "how many rows"),
        ({"protect": Protect(Unit("row"))}, "protects single rows"),
        ({"protect": Protect(Unit("nobody", per="1mo"))}, "not declared"),
        ({"confidence": Fraction(1)}, "below 1"),
    ],
)
def test_what_cannot_be_meant_is_refused(change, says):
    with pytest.raises(SpecError, match=says):
        replace(SPEC, **change)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Query("median"),
        lambda: Query("rows", "systolic"),
        lambda: Query("mean"),
        lambda: Query("mean", "systolic"),
        lambda: Query("rows", between=(Fraction(0), Fraction(1))),
        lambda: Query("histogram", "systolic"),
        lambda: Query("rows", grain=Fraction(1)),
        lambda: Query("rows", every="1s"),
        lambda: Query("rows", mechanism="snapping"),
        lambda: Query("rows", weight=Fraction(0)),
        lambda: Query("rows", error=Fraction(-1)),
        lambda: Query("rows", relative=True),
        lambda: During("t", dt.date(2026, 2, 1), dt.date(2026, 1, 1)),
        lambda: During("t", dt.date(1, 1, 1), dt.date(2026, 1, 1)),
        lambda: Origin("x.csv", {}),
        lambda: Origin("x.csv", {"a": "float"}),
        lambda: Origin("x.csv", {"é": "text", "e\u0301": "text"}),
        lambda: Origin("x.csv", {"a": "text"}, encoding="latin-1"),
        lambda: Origin("x.csv", {"a": "text"}, delimiter=";;"),
        lambda: Spend("a", Fraction(0)),
        lambda: Spend("a", Fraction(1), Fraction(1)),
    ],
)
def test_malformed_parts_are_refused(make):
    with pytest.raises(SpecError):
        make()


def test_a_damaged_stored_request_is_not_trusted():
    good = SPEC.to_dict()
    for damaged in (
        None,
        [],
        {},
        good | {"version": 2},
        good | {"version": True},
        good | {"extra": 1},
        good | {"bound": {"rows": "4", "cells": 4, "rows_per_cell": None}},
        good | {"confidence": "0.95"},
        good | {"publish": "all"},
        good | {"publish": [good["publish"][0] | {"kind": "median"}]},
    ):
        with pytest.raises(LedgerError):
            spec_from_dict(damaged)


def test_a_month_of_days_crosses_no_month_and_a_whole_year_does():
    assert not SPEC.crosses_blocks(SPEC.publish[0])
    assert SPEC.crosses_blocks(SPEC.publish[1])


def test_one_column_says_when_for_persons_within_a_period():
    by_birth = Query("rows", during=replace(YEAR, time="born"), name="by birth")
    with pytest.raises(SpecError, match="one column"):
        replace(SPEC, publish=(DAILY, by_birth))
    assert replace(SPEC, publish=(DAILY, by_birth), protect=Protect(Unit("patient_id"), "Asia/Shanghai"))
