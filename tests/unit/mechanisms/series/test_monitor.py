"""Monitors: splits, scales, what they cover, what they say."""

from __future__ import annotations

import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.law import DiscreteLaplace
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.monitor import Monitor, watch_all
from epsilog.noise import Randomness
from epsilog.testing import seeded
from series_patterns import visit

ONE = Fraction(1)


def series(values, unit=None):
    return BoundedSeries(np.array(values, dtype=np.int64).reshape(-1, 1), ONE, unit or visit(1000))


@pytest.mark.parametrize(
    ("alerts", "general", "monotone"), [(1, 5.89, 4.00), (5, 18.95, 10.99), (10, 34.23, 18.95)]
)
def test_comparison_figures(alerts, general, monotone):
    for unit, figure in ((visit(1000, signed=True), general), (visit(1000), monotone)):
        watch = Monitor.split(0, alerts, unit, ONE, alerts=1, answers=0)
        assert watch.comparison_deviation == pytest.approx(figure, abs=6e-3)
        assert watch.charge.pure() == 10**12


def test_scales_and_charge_add_up():
    watch = Monitor(100, 4, visit(9, most=3, neighbours="replace"), ONE, "0.2", "0.5", "0.3")
    assert watch.reach == 6
    assert not watch.monotone
    assert (watch.threshold_scale, watch.query_scale, watch.answer_scale) == (30, 96, 80)
    assert watch.charge.pure() == 10**12
    assert Monitor(100, 4, visit(9, most=3), ONE, "0.2", "0.5", 0).query_scale == 24
    assert not Monitor(100, 4, visit(9, signed=True), ONE, 1, 1, 0).monotone


def test_it_speaks_above_and_is_silent_below():
    watch = Monitor.split(1000, 3, visit(1000), ONE, alerts=2, answers=1)
    said = watch_all(watch, series([0] * 50 + [2000, 0, 2000, 0, 2000, 2000]), Randomness())
    assert [alert.above for alert in said] == [False] * 50 + [True, False, True, False, True]
    assert all(abs(alert.gap - 1000) < 200 and abs(alert.answer - 2000) < 200 for alert in said if alert.above)
    assert all(alert.gap is None and alert.answer is None for alert in said if not alert.above)


def test_after_the_last_alert_it_refuses_and_nothing_is_drawn_twice():
    watch = Monitor.split(0, 1, visit(), ONE, alerts=1, answers=0)
    state = watch.start(seeded(1))
    _, state = watch.step(series([10**6], visit()), state, seeded(2))
    with pytest.raises(PrivacyError, match="alerts"):
        watch.step(series([10**6], visit()), state, seeded(3))
    with pytest.raises(PrivacyError):
        pickle.dumps(state)
    assert repr(state) == "Watch(0 alerts left)"


def test_it_covers_any_number_of_steps_but_not_larger_ones():
    watch = Monitor.split(0, 2, visit(1, most=2), ONE, alerts=1, answers=0)
    state = watch.start(seeded(1))
    watch.step(series([0], visit(10**6, most=2)), state, seeded(2))
    for unit in (visit(1, most=3), visit(1, most=2, signed=True), visit(1, most=1, neighbours="replace")):
        with pytest.raises(SensitivityExceeded):
            watch.step(series([0], unit), state, seeded(2))
    with pytest.raises(SpecError):
        watch.step(BoundedSeries(np.zeros((1, 2), dtype=np.int64), ONE, visit()), state, seeded(2))


WIDE = np.arange(-400, 401)


def chance(transcript, values, line_scale, query_scale, told="alerts"):
    """The exact probability of a transcript at threshold 0: a sum over the threshold's noise.

    A transcript holds None for silence and True, a gap, or a value for an alert, as `told` says.
    """
    line, query = DiscreteLaplace(Fraction(line_scale)), DiscreteLaplace(Fraction(query_scale))
    far = np.arange(-3000, 3001)
    reached = np.concatenate([np.cumsum(query.pmf(far)[::-1])[::-1], [0.0]])  # P(noise >= far[i])

    def at_least(k):
        return reached[np.clip(k + 3000, 0, 6001)]

    total = line.pmf(WIDE)
    for said, value in zip(transcript, values, strict=True):
        if said is None:
            total = total * (1 - at_least(WIDE - value))
        elif told == "alerts":
            total = total * at_least(WIDE - value)
        elif told == "gaps":
            total = total * query.pmf(said + WIDE - value)
        else:  # the compared value itself
            total = total * query.pmf(np.array([said - value])) * (said >= WIDE)
    return float(total.sum())


def worst(transcripts, before, after, *scales, told="alerts"):
    """The largest log-ratio of probabilities, either way."""
    pairs = [(chance(one, before, *scales, told), chance(one, after, *scales, told)) for one in transcripts]
    return max(abs(math.log(p / q)) for p, q in pairs if min(p, q) > 1e-250)


def transcripts(n, c, told):
    """All transcripts of n steps that end with the c-th alert or with the series."""
    marks = [True] if told == "alerts" else [0, 1, 4]
    for said in itertools.product([None, *marks], repeat=n):
        alerts = sum(mark is not None for mark in said)
        if alerts < c or (alerts == c and said[-1] is not None):
            yield said


@pytest.mark.parametrize("told", ["alerts", "gaps"])
@pytest.mark.parametrize("c", [1, 2])
def test_exact_probabilities_of_all_short_transcripts(told, c):
    cases = [(visit(4, signed=True), list(itertools.product((-1, 1), repeat=4)))]
    cases += [(visit(4), [(1, 1, 1, 1), (-1, -1, -1, -1), (1, 0, 1, 1), (0, -1, -1, 0)])]
    for unit, moves in cases:
        watch = Monitor.split(0, c, unit, ONE, alerts=1, answers=0)
        scales = watch.threshold_scale, watch.query_scale
        base = (0, 3, -2, 1)
        for move in moves[: 4 if told == "gaps" else None]:
            moved = tuple(a + b for a, b in zip(base, move, strict=True))
            for n in (1, 4):
                ratio = worst(transcripts(n, c, told), base[:n], moved[:n], *scales, told=told)
                assert ratio <= 1 + 1e-9


def test_published_versions_that_are_not_private_are_far_above_their_claim():
    """The same exact sums, on the forms as printed: every one claims epsilon = 1."""
    n, silent = 60, [None] * 60
    low, high = [0] * n, [1] * n
    # No noise on the values: one threshold noise separates a value below from one above.
    assert chance([None, True], [0, 1], 2, Fraction(1, 1000)) > 0.1
    assert chance([None, True], [1, 0], 2, Fraction(1, 1000)) < 1e-12
    # The noise does not grow with the number of alerts, and there is no limit to them.
    many = [None] * n + [True] * n
    assert worst([many], low + high, high + low, 2, 2) > 5
    # The compared value is told: silence before it bounds the threshold's noise, which is told too.
    assert worst([[*silent, 0]], [*low, 1], [*high, 0], 2, 4, told="values") > 2
    # The correct forms at the same epsilon, on the same data, keep their promise.
    watch = Monitor.split(0, 1, visit(n, signed=True), ONE, alerts=1, answers=0)
    sound = watch.threshold_scale, watch.query_scale
    assert worst([[*silent, 0]], [*low, 1], [*high, 0], *sound, told="gaps") <= 1 + 1e-9


@pytest.mark.parametrize("bad", [0, -1, "x", None, True])
def test_bad_monitors(bad):
    with pytest.raises(SpecError):
        Monitor.split(0, bad, visit(), ONE, alerts=1, answers=0)
    with pytest.raises(SpecError):
        Monitor.split(0, 1, visit(), ONE, alerts=bad, answers=0)
    with pytest.raises(SpecError):
        Monitor(0, 2**20, visit(most=2**40), ONE, "1e-9", "1e-9", 0)
