"""Windows of periods face the auditor, at the noise a plan chose for them. False-alarm rate 1e-6 per audit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import series_scenes as scenes
from epsilog.audit import audit
from epsilog.core.bounds import Bounds
from epsilog.core.law import DiscreteLaplace
from epsilog.core.unit import Protect, Unit
from epsilog.noise import discrete_laplace, saturating_add, system
from epsilog.plan.planner import plan
from epsilog.registry.asks import Query
from epsilog.roles.planned import Draw

SURE, EPSILON = "0.999999", 1.0
# One row a day in each of three days that follow each other, and none on the first of them: come and gone.
DAILY = ([4, 4, 5, 9], [5, 5, 4, 9])
TOTAL = ([22], [25])


def noise_of(entry: Query, window: int | None) -> DiscreteLaplace:
    spec = scenes.request(
        entry, protect=Protect(Unit("id", per="1d", window=window)), bound=Bounds(rows=1), delta=Fraction(0)
    )
    (draw,) = plan(spec).draws
    assert isinstance(draw, Draw)
    assert isinstance(draw.noise.law, DiscreteLaplace)
    return draw.noise.law


def audited(law: DiscreteLaplace, before: list[int], after: list[int]) -> Any:
    def many(data: list[int], size: int) -> Any:
        rows = np.tile(np.array(data, dtype=np.int64), (size, 1))
        noisy = saturating_add(rows, discrete_laplace(law.scale, rows.shape, system))
        # The attacker's best question: how much nearer to one table than to the other.
        return np.abs(noisy - np.array(before)).sum(axis=1) - np.abs(noisy - np.array(after)).sum(axis=1)

    return audit(many, before, after, EPSILON, samples=20_000, confidence=SURE)


@pytest.mark.parametrize(
    ("entry", "data"), [(scenes.series(None), DAILY), (Query("rows"), TOTAL)], ids=["days", "one cell"]
)
def test_a_window_costs_what_it_says(entry: Query, data: tuple[list[int], list[int]]) -> None:
    verdict = audited(noise_of(entry, 3), *data)
    assert verdict.passed, str(verdict)
    assert verdict.epsilon > 0.6, "it does not look"


@pytest.mark.parametrize(
    ("entry", "data"), [(scenes.series(None), DAILY), (Query("rows"), TOTAL)], ids=["days", "one cell"]
)
def test_noise_for_one_day_is_caught(entry: Query, data: tuple[list[int], list[int]]) -> None:
    """The power twin: the noise of a person within one day."""
    assert not audited(noise_of(entry, None), *data).passed
