"""Spells chosen on the way face the auditor. False-alarm rate 1e-6 per audit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from epsilog.audit import audit
from epsilog.core.series_method import Spell
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.spells import Spells
from epsilog.noise import system
from series_patterns import visit

SURE, ONE, W = "0.999999", Fraction(1), 3
BEFORE, AFTER = [2, 2, 2, 2], [2, 4, 4, 4]  # a window of three steps, two grains in each
UNIT = visit(W, most=2, span=W)


class Above:
    """Decides by what it hears: looks again at once above a line; below it rests, or adds up."""

    def __init__(self, parts: int = 3) -> None:
        self.parts = parts

    def told(self, noisy: Any, variance: float, steps: int, added: int) -> Spell:
        if noisy[0] > 3 * added:
            return Spell(1, 1, self.parts)
        return Spell(3, 1, 1) if added == 1 else Spell(3, 3, 1)


def publish(stream: Spells, unit: Any, data: list[int]) -> Any:
    state, out = stream.start(1, Spell(1, 1, stream.width), Above(stream.width)), []
    for value in data:
        released, state = stream.step(BoundedSeries(np.array([[value]]), ONE, unit), state, system)
        out.append(-1000.0 if released is None else float(released[0]))
    return np.array([*out, sum(value for value in out if value != -1000.0)])


def test_spells_stay_within_epsilon() -> None:
    stream = Spells(W, UNIT, ONE, Fraction(2))
    verdict = audit(lambda data: publish(stream, UNIT, data), BEFORE, AFTER, 2.0, samples=2_000, confidence=SURE)
    assert verdict.passed, str(verdict)


def test_a_budget_for_every_step_instead_of_every_window_is_caught() -> None:
    """The power twin: windows of one step, though three may change."""
    alone = visit(1, most=2, span=1)
    stream = Spells(1, alone, ONE, Fraction(2))
    verdict = audit(lambda data: publish(stream, alone, data), BEFORE, AFTER, 2.0, samples=2_000, confidence=SURE)
    assert not verdict.passed
