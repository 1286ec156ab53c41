"""Smoothed columns of a table: what their band says of itself, by which version, and without noise."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.during import During
from epsilog.core.grid import Keys
from epsilog.live.smooth import Smoother
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.smooth_columns import EVERY_TICK, HOLDS, ON_AVERAGE, SMOOTHED, hours_of_week
from epsilog.roles.spec import Spend
from epsilog.roles.tick import MODEL_BASED, Cell
from epsilog.show.explain import smoothed_exact
from epsilog.show.result import tables_of
from release_scenes import result_of
from stream_scenes import series

SPRING = During("at", "2026-03-02", "2026-04-26")


def made(epsilon="0.1", every="1d", **more):
    return plan(
        series(
            Query("rows", every=every, during=SPRING, shape="per-step", **more),
            spend=Spend("clinic", Fraction(epsilon)),
        )
    )


def table(plan, seed=1):
    (found,) = tables_of(result_of(plan, seed))
    return found


def test_the_table_says_what_kind_of_confidence_the_band_has():
    found = table(made())
    assert found.names[-6:] == (*SMOOTHED, HOLDS, "confidence", "about")
    assert set(found.column(HOLDS).texts()) == {ON_AVERAGE}
    low, middle, high = (found.figures(name).floats() for name in ("smoothed_low", "smoothed", "smoothed_high"))
    assert (low <= middle).all()
    assert (middle <= high).all()
    assert (high - low).mean() < (found.figures("high").floats() - found.figures("low").floats()).mean()


def test_a_plan_of_the_first_version_is_rendered_as_it_was():
    now = made()
    then = replace(now, rules=())
    assert HOLDS not in table(then).names
    assert table(then).figures("smoothed_low").steps.tolist() != table(now).figures("smoothed_low").steps.tolist()
    assert [Smoother(one).band(Smoother(one).entries[0]) for one in (now, then)] == [ON_AVERAGE, MODEL_BASED]


@pytest.mark.parametrize("name", [HOLDS, "smoothed"])
def test_a_key_of_the_same_name_is_marked(name):
    wards = made(by=(Keys("town", ("a", "b")),))
    assert table(wards).names[0] == "town"
    query = replace(wards.spec.publish[0], by=(Keys(name, ("a", "b")),))
    source = replace(wards.spec.source, columns={**wards.spec.source.columns, name: "text"})
    clash = plan(replace(wards.spec, publish=(query,), source=source))
    found = table(clash)
    assert found.names[0] == f"{name} (key)"
    assert len(set(found.names)) == len(found.names)
    then = table(replace(clash, rules=()))
    assert then.names[0] == (name if name == HOLDS else f"{name} (key)"), "as releases of that day have it"


def test_noise_finer_than_the_numbers_leaves_the_raw_range():
    fine = made("40")
    found = table(fine)
    assert set(found.column(HOLDS).texts()) == {EVERY_TICK}
    for ours, theirs in (("smoothed", "value"), ("smoothed_low", "low"), ("smoothed_high", "high")):
        np.testing.assert_array_equal(found.figures(ours).floats(), found.figures(theirs).floats())
    (query,) = fine.spec.publish
    smoother = Smoother(fine)
    (cell,) = smoother.told([Cell(query.name, (), 7.0, 6.0, 8.0)])
    assert (cell.smoothed.value, cell.smoothed.low, cell.smoothed.high, cell.smoothed.band) == (7, 6, 8, EVERY_TICK)


def test_hours_know_the_weekend():
    found = table(made("0.1", "1h"))
    assert set(found.column(HOLDS).texts()) == {ON_AVERAGE}
    first = SPRING.ticks("1h").first  # a Monday
    assert hours_of_week(first)[[0, 119, 120, 167]].tolist() == [0, 23, 24, 47]


@pytest.mark.parametrize(("lang", "said"), [("en", "on average over the series"), ("zh", "就整个序列平均而言成立")])
def test_words_say_what_the_band_promises(lang, said):
    now = made()
    assert said in smoothed_exact(now, 0, lang)
    assert said not in smoothed_exact(replace(now, rules=()), 0, lang)
    assert said not in smoothed_exact(made("40"), 0, lang)
