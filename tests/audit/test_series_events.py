"""Streams protected window by window face the auditor. False-alarm rate 1e-6 per audit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from epsilog.audit import audit
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.events import Events
from epsilog.noise import system
from series_patterns import visit

SURE, W = "0.999999", 3
BEFORE, AFTER = [0, 4, 4, 4, 4, 0], [0, 5, 3, 5, 4, 0]


def publish(stream: Events, data: list[int], cells: int = 1) -> Any:
    """The stream stepped through; cells are copies of the same row."""
    state, out = stream.start(cells), []
    for value in data:
        row = BoundedSeries(np.full((1, cells), value, dtype=np.int64), Fraction(1), stream.covers)
        values, state = stream.step(row, state, system)
        out.append(values)
    return np.array(out).T


@pytest.mark.parametrize("rule", ["uniform", "sample"])
def test_fixed_plans_stay_within_epsilon(rule: Any) -> None:
    """Nothing is decided by data, so the cells of one stream are independent copies."""
    stream = Events(rule, W, visit(W, span=W), Fraction(1), Fraction(2))

    def many(data: list[int], size: int) -> Any:
        return publish(stream, data, size)

    verdict = audit(many, BEFORE, AFTER, 2.0, samples=20_000, confidence=SURE)
    assert verdict.passed, str(verdict)


@pytest.mark.parametrize("rule", ["distribution", "absorption"])
def test_plans_that_look_stay_within_epsilon(rule: Any) -> None:
    stream = Events(rule, W, visit(W, span=W), Fraction(1), Fraction(2))
    verdict = audit(lambda data: publish(stream, data)[0], BEFORE, AFTER, 2.0, samples=1_000, confidence=SURE)
    assert verdict.passed, str(verdict)


def test_a_stream_that_forgets_to_divide_by_the_window_is_caught() -> None:
    """The power twin: epsilon at every step, though three steps may change."""
    stream = Events("uniform", 1, visit(1, span=1), Fraction(1), Fraction(2))

    def overspent(data: list[int], size: int) -> Any:
        return publish(stream, data, size)

    assert not audit(overspent, BEFORE, AFTER, 2.0, samples=20_000, confidence=SURE).passed
