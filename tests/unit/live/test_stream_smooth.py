"""What smoothing a live series is worth, how often its band holds, and what it does where it has nothing to do."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.during import During
from epsilog.live.smooth import Smoother
from epsilog.live.stream import parts_of
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.spec import Spend
from epsilog.roles.tick import Cell
from epsilog.testing import seeded
from stream_kinds import everything
from stream_scenes import series

WEEKS = During("at", "2026-01-05", "2026-02-01")
HOURS = 28 * 24


def hourly(**more):
    """Four weeks of hours with noise of about ±90: what a small budget over a long horizon buys."""
    query = Query("rows", every="1h", during=WEEKS, **more)
    return plan(series(query, spend=Spend("clinic", Fraction(1, 10))))


def published(made, truth, seed):
    """The cells a stream would publish for these exact numbers, by the mechanism of its plan."""
    (part,), rng = parts_of(made), seeded(seed)
    return [part.step(np.array([exact], dtype=np.int64), rng) for exact in truth]


def smoothed(made, rows, smoother=None):
    smoother = smoother or Smoother(made)
    return [smoother.told(cells)[0].smoothed for cells in rows]


def errors(made, truth, seed):
    rows = published(made, truth, seed)
    noisy = np.abs([cells[0].value for cells in rows] - truth).mean()
    return noisy, np.abs([one.value for one in smoothed(made, rows)] - truth).mean()


def daily(at):
    return 900 + 700 * np.sin(2 * np.pi * at / 24)


def wandering(at):
    return 2000 + np.cumsum(np.random.default_rng(5).normal(0, 6, at.size))


def steps(at):
    return np.where((at // 168) % 2 == 0, 300, 1500)


# The words of every draw come from a seed: these figures are the same in every run.
@pytest.mark.parametrize(
    ("shape", "most"), [(wandering, 0.5), (steps, 0.6), (lambda at: 0 * at + 50, 0.2), (daily, 0.5)]
)
def test_it_takes_error_away_where_a_series_is_slow_or_comes_back(shape, most):
    truth = np.round(shape(np.arange(HOURS))).astype(np.int64)
    made = hourly()
    noisy, soft = np.mean([errors(made, truth, seed) for seed in (1, 2)], axis=0)
    assert noisy > 25
    assert soft < most * noisy


def test_the_band_covers_what_wanders_and_would_not_with_another_noise():
    truth = np.round(wandering(np.arange(HOURS))).astype(np.int64)
    made = hourly()
    rows = published(made, truth, 1)

    def covered(smoother):
        found = smoothed(made, rows, smoother)
        return np.mean([one.low <= exact <= one.high for one, exact in zip(found, truth, strict=True)])

    assert 0.93 <= covered(Smoother(made)) < 1
    planted = Smoother(made)
    planted._entries = {name: replace(one, variance=one.variance / 25) for name, one in planted._entries.items()}
    assert covered(planted) < 0.9


def test_it_never_looks_ahead_and_begins_with_the_value():
    made = hourly()
    rows = published(made, [100] * 9, 3)
    first = smoothed(made, rows)
    assert first[0].value == rows[0][0].value
    assert smoothed(made, rows[:5]) == first[:5]
    assert smoothed(made, [*rows[:5], *rows[:4]])[:5] == first[:5]


def test_only_what_has_noise_of_its_own_in_every_tick_is_smoothed():
    spec, _ = everything()
    made = plan(spec)
    smoother = Smoother(made)
    assert smoother.entries == (spec.publish[0].name,)
    rng = seeded(4)
    drawn = []
    for part, query in zip(parts_of(made), spec.publish, strict=True):
        part.start(rng)
        drawn += part.step(np.zeros(2 if query.by else 1, dtype=np.int64), rng)
    told = smoother.told(drawn)
    assert [cell.smoothed is not None for cell in told] == [cell.entry in smoother.entries for cell in drawn]
    assert [replace(cell, smoothed=None) for cell in told] == drawn


def test_as_per_step_and_nothing_said_are_the_same():
    assert len(Smoother(hourly()).entries) == len(Smoother(hourly(shape="per-step")).entries) == 1


def test_numbers_count_as_they_are_written():
    """What a process has just drawn has more digits than what the next one reads."""
    query = Query("rows", every="1h", during=WEEKS)
    made = plan(series(query, spend=Spend("clinic", Fraction(1, 10**9))))

    def after(*values):
        return smoothed(made, [[Cell(query.name, (), value)] for value in values])[-1]

    assert f"{10000000004:.10g}" == f"{10000000000:.10g}"
    assert after(10000000004.0, -1e10) == after(10000000000.0, -1e10)
    assert after(10000000010.0, -1e10) != after(10000000000.0, -1e10)


def test_noise_that_is_nearly_none_and_numbers_at_the_edge():
    query = Query("rows", every="1h", during=WEEKS)
    for epsilon in (Fraction(10**5), Fraction(200), Fraction(1, 10**9)):
        made = plan(series(query, spend=Spend("clinic", epsilon)))
        smoother = Smoother(made)
        for value in (0.0, 2.0**61, -(2.0**61), 1.0, 1.0):
            (cell,) = smoother.told([Cell(query.name, (), value)])
            if smoother.entries:
                assert np.isfinite([cell.smoothed.low, cell.smoothed.value, cell.smoothed.high]).all()
                assert cell.smoothed.low <= cell.smoothed.value <= cell.smoothed.high
            else:
                assert cell.smoothed is None
