"""The table of planners: every kind is in it, and a stored record finds who wrote it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import epsilog.kinds
from epsilog.core.bounds import Bounds
from epsilog.core.exit import Exit
from epsilog.errors import LedgerError, SpecError
from epsilog.plan.planner import margin, plan
from epsilog.registry.asks import Query
from epsilog.registry.plans import PLANS, planner_for, planner_of, pull_of, read_planned
from epsilog.roles.budget import vectors_of
from epsilog.roles.plan import Plan, kind_of
from plan_specs import PRESSURE, REGIONS, YEAR, request
from stream_kinds import one_radius, repeated, running, watch
from stream_scenes import series


def plans() -> Iterator[Plan]:
    """One entry of every kind, and of the ways to plan a series."""
    yield plan(request(Query("rows", by=(REGIONS,))))
    yield plan(request(Query("mean", "systolic", between=PRESSURE)))
    yield plan(request(Query("top", "region", among=REGIONS.keys, k=2)))
    life = Exit("income", "region", (Fraction(15), Fraction(30)), causes=("North",), censored=("South",))
    yield plan(request(Query("survival", exits=life)))
    yield plan(series(watch()))
    for make in (repeated, running, one_radius):
        yield plan(make()[0])
    daily = Query("rows", every="1d", during=YEAR, shape="per-step")
    yield plan(request(daily, bound=Bounds(rows=365, rows_per_cell=1)))


def test_every_kind_has_a_planner() -> None:
    folders = {path.parent.name for path in Path(next(iter(epsilog.kinds.__path__))).glob("*/__init__.py")}
    assert folders == set(PLANS)
    planned = {kind_of(query) for made in plans() for query in made.spec.publish}
    assert planned == set(PLANS)


def test_a_stored_record_finds_who_wrote_it() -> None:
    seen = 0
    for made in plans():
        for drawn in made.draws:
            assert read_planned(made.spec, drawn.to_dict()) == drawn
            seen += 1
    assert seen >= 12


def test_what_is_offered_for_another_kind_is_told_by_who_offered_it() -> None:
    *_, made = plans()
    (draw,) = made.draws
    assert kind_of(made.spec.publish[0]) == "cells"
    assert draw.kind == "series"
    assert planner_of(made, 0) is PLANS["series"]
    assert planner_for(made.spec.publish[0]) is PLANS["cells"]
    assert read_planned(made.spec, draw.to_dict()) == draw


def test_a_record_of_another_kind_is_refused() -> None:
    alert, top = plan(series(watch())), plan(request(Query("top", "region", among=REGIONS.keys, k=2)))
    for spec, record in ((top.spec, alert.draws[0].to_dict()), (alert.spec, top.draws[0].to_dict())):
        with pytest.raises((LedgerError, KeyError)):
            read_planned(spec, record)


def test_a_margin_at_the_same_price_is_the_margin() -> None:
    for made in plans():
        coin = "pure" if made.share.coin == "pure" else "zcdp"
        for at in range(len(made.spec.publish)):
            again = planner_of(made, at).margin_at(made, at, Fraction(1), coin)
            # Curves are drawn without steps of a table, and at a price of whole units.
            assert again == pytest.approx(margin(made, at), rel=0.02)


def test_weights_count_and_nothing_else_of_an_entry_without_a_kind() -> None:
    one, two = (
        vectors_of(request(Query("rows", by=(REGIONS,), weight=Fraction(weight), name="rows"))) for weight in (1, 3)
    )
    for coin in ("pure", "zcdp"):
        assert pull_of(two[0], coin) == 3 * pull_of(one[0], coin)  # type: ignore[arg-type]


def test_a_kind_without_errors_says_so() -> None:
    vectors = vectors_of(series(watch()))
    with pytest.raises(SpecError, match="no noise is known"):
        PLANS["alert"].within(series(watch()), vectors, "pure")
