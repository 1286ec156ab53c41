"""Groups and samples chosen on the way face the auditor. False-alarm rate 1e-6 per audit."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from epsilog.audit import audit
from epsilog.core.law import DiscreteLaplace
from epsilog.mechanisms.series.adaptive import Adaptive
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.grouped import Grouped
from epsilog.noise import system
from series_patterns import visit

SURE, ONE = "0.999999", Fraction(1)
BEFORE, AFTER = [2, 2, 2, 2, 2, 2], [2, 4, 4, 4, 2, 2]  # one unit in three steps, two grains in each
UNIT = visit(3, most=2)


class Above:
    """Decides by what it hears: looks again at once above a line, later below it."""

    def told(self, noisy: Any, steps: int) -> int:
        return 1 if noisy[0] > steps else 3


def groups(mechanism: Grouped, data: list[int]) -> Any:
    state, out = mechanism.start(1, 1, Above()), []
    for value in data:
        row = BoundedSeries(np.array([[value]]), ONE, mechanism.covers)
        released, state = mechanism.step(row, state, system)
        out.append(-1000.0 if released is None else float(released[0]))
    return np.array([*out, sum(value for value in out if value != -1000.0)])


def samples(mechanism: Adaptive, data: list[int]) -> Any:
    state, out = mechanism.start(1, Above()), []
    for value in data:
        released, state = mechanism.step(BoundedSeries(np.array([[value]]), ONE, mechanism.covers), state, system)
        out.append(-1000.0 if released is None else float(released[0]))
    return np.array([*out, sum(value for value in out if value != -1000.0)])


def test_groups_stay_within_epsilon() -> None:
    mechanism = Grouped.at_epsilon(UNIT, ONE, 2, longest=3, horizon=6)
    verdict = audit(lambda data: groups(mechanism, data), BEFORE, AFTER, 2.0, samples=1_000, confidence=SURE)
    assert verdict.passed, str(verdict)


def test_samples_stay_within_epsilon() -> None:
    mechanism = Adaptive.at_epsilon(6, 4, UNIT, ONE, 2)
    verdict = audit(lambda data: samples(mechanism, data), BEFORE, AFTER, 2.0, samples=1_000, confidence=SURE)
    assert verdict.passed, str(verdict)


def test_noise_for_one_grain_in_one_step_is_caught() -> None:
    """The power twins: the same code with the scale of a unit that is in one step with one grain."""
    quiet = DiscreteLaplace(Fraction(1, 2))
    wrong = replace(Grouped.at_epsilon(UNIT, ONE, 2, longest=3, horizon=6), law=quiet)
    assert not audit(lambda data: groups(wrong, data), BEFORE, AFTER, 2.0, samples=1_000, confidence=SURE).passed
    sampled = replace(Adaptive.at_epsilon(6, 6, UNIT, ONE, 2), law=quiet)
    assert not audit(lambda data: samples(sampled, data), BEFORE, AFTER, 2.0, samples=1_000, confidence=SURE).passed
