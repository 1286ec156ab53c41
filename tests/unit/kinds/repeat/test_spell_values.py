"""What `value` of a series told in spells is: the level read off all that was told, not the last noisy mean."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.core.during import During
from epsilog.core.unit import Unit
from epsilog.kinds.repeat.plan import FINE, SpellDraw
from epsilog.kinds.repeat.show import spell_columns
from epsilog.live.stream import parts_of
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.plan import Plan
from epsilog.roles.range_rules import FIRST
from epsilog.roles.shape import PerStep
from epsilog.roles.spec import Spend
from epsilog.testing import seeded
from stream_scenes import PATIENT, series

NEW, SURE = 2, Fraction(95, 100)
LEVEL, WIDTH = 400, 40


def planned(said: object = "spells") -> Plan:
    query = Query("rows", every="1d", during=During("at", "2026-01-01", "2026-06-30"), shape=PerStep(said))  # type: ignore[arg-type]
    spec = series(query, spend=Spend("clinic", Fraction(1)))
    unit = Unit(PATIENT.each, per="1d", window=WIDTH)
    return plan(replace(spec, protect=replace(spec.protect, unit=unit)))


def draw_of(made: Plan) -> SpellDraw:
    (draw,) = made.draws
    assert isinstance(draw, SpellDraw)
    return draw


def told_tick_by_tick(draw: SpellDraw, seed: int = 1) -> np.ndarray:
    """What a run that has learned nothing yet says of a level that stands: every tick at a w-th of epsilon."""
    rng = np.random.default_rng(seed)
    table = np.zeros((draw.cells + 2, draw.ticks), dtype=np.int64)
    table[0], table[1] = 1, FINE // draw.width
    table[2:] = LEVEL + np.round(rng.laplace(0, float(draw.reach * draw.width), (draw.cells, draw.ticks)))
    return table.reshape(-1)


def columns(draw: SpellDraw, values: np.ndarray, version: int) -> dict[str, Any]:
    return {one.name: one for one in spell_columns(draw, values, SURE, version)}


def test_early_values_are_the_smoothed_ones() -> None:
    draw = draw_of(planned())
    values = told_tick_by_tick(draw)
    ours, before = (columns(draw, values, version) for version in (NEW, FIRST))
    early = slice(5, WIDTH)
    off, poor = (np.abs(one["value"].floats()[early] - LEVEL).mean() for one in (ours, before))
    assert poor > 25  # the noise of a tick at a fortieth of epsilon is 40 on average
    assert off < 0.6 * poor


def test_a_value_is_the_level_held_within_the_range_of_the_last_mean() -> None:
    draw = draw_of(planned())
    values = told_tick_by_tick(draw).reshape(draw.cells + 2, draw.ticks)
    values[2:, 30:] += 10_000  # a jump that the filters follow late, and the range at once
    ours = columns(draw, values.reshape(-1), NEW)
    value, low, high, level = (ours[name].steps for name in ("value", "low", "high", "smoothed"))
    assert (low <= value).all()
    assert (value <= high).all()
    assert (value == np.clip(level, low, high)).all()
    assert (value[30:] > 10 * 9_000).all()


def test_ranges_and_what_was_told_are_those_of_every_version() -> None:
    draw = draw_of(planned())
    values = told_tick_by_tick(draw)
    ours, before = (columns(draw, values, version) for version in (NEW, FIRST))
    assert [*ours, "smoothed_low", "smoothed_high"] == list(before)
    for name in ("low", "high", "told_sum", "told_ticks", "told_share", "smoothed"):
        assert (ours[name].steps == before[name].steps).all()
    assert (before["value"].steps == 10 * values.reshape(draw.cells + 2, draw.ticks)[2]).all()


@pytest.mark.parametrize("version", [FIRST, NEW])
def test_live_values_are_those_of_a_release_by_the_rule_of_their_day(version: int) -> None:
    made = planned()
    rules = tuple(one for one in made.rules if one[0] != "spells" or version == NEW)
    made = replace(made, rules=rules)
    draw, (part,), rng = draw_of(made), parts_of(made), seeded(4)
    found, table = [], np.zeros((3, draw.ticks), dtype=np.int64)
    for tick in range(60):
        if tick == 33:  # taken up by another process
            raw, (part,) = part.save(), parts_of(made)
            part.resume(raw)
        (cell,) = part.step(np.array([LEVEL]), rng)
        found.append(cell.value)
        if cell.fresh == "yes":
            last = part._state.last  # type: ignore[attr-defined]
            table[:, tick] = (last.added, last.amount, int(last.grains[0]))
    value = columns(draw, table.reshape(-1), version)["value"]
    told = [None if none else one for none, one in zip(value.blank, value.floats().tolist(), strict=True)]
    assert found == pytest.approx([one if one is not None else None for one in told[:60]], abs=0.1 + 1e-9)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_plans_of_before_are_told_as_they_were(lang: str) -> None:
    from epsilog.live.words import fresh_lines

    made = planned()
    old = replace(made, rules=tuple(one for one in made.rules if one[0] != "spells"))
    assert made.rule("spells") == NEW
    assert old.rule("spells") == FIRST
    assert fresh_lines(made, lang) != fresh_lines(old, lang)  # type: ignore[arg-type]
