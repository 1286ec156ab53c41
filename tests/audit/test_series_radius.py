"""One radius faces the auditor: the best attack, the lattice, and planted bugs. False alarms: 1e-6 each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from epsilog.audit import audit
from epsilog.audit.families import HalfLines, Lattice
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.radius import OneRadius
from epsilog.noise import ball_draws, secret_radius, system
from series_patterns import visit

SURE, ONE, STEPS = "0.999999", Fraction(1), 6
QUIET, ALWAYS = [0] * STEPS, [1] * STEPS  # one unit in every step


def seen(answers: Any) -> Any:
    """What is released, and the largest with the least: a series is likelier the nearer its largest is to zero."""
    return np.column_stack([answers, answers.max(axis=1) + answers.min(axis=1)])


def published(mechanism: OneRadius, data: list[int], size: int) -> Any:
    series = BoundedSeries(np.array(data, dtype=np.int64)[:, None], ONE, mechanism.covers)
    return seen(np.array([mechanism.drawn(series, system)[:, 0] for _ in range(size)]))


def test_one_radius_stays_within_epsilon_and_nearly_reaches_it() -> None:
    mechanism = OneRadius.at_epsilon(STEPS, 1, 1, visit(STEPS), ONE, 1)
    verdict = audit(
        lambda data, size: published(mechanism, data, size),
        QUIET,
        ALWAYS,
        mechanism.charge,
        samples=4_000,
        confidence=SURE,
        families=[HalfLines(), Lattice()],
    )
    assert verdict.passed, str(verdict)
    assert verdict.epsilon > 0.5, "the attack is not looking"


def test_groups_of_several_cells_stay_within_epsilon() -> None:
    mechanism = OneRadius.at_epsilon(STEPS, 3, 2, visit(STEPS), ONE, 1)

    def publish(data: list[int], size: int) -> Any:
        table = np.column_stack([data, np.zeros(STEPS)]).astype(np.int64)
        series = BoundedSeries(table, ONE, mechanism.covers)
        rows = np.array([mechanism.drawn(series, system) for _ in range(size)])
        sums = np.abs(rows).sum(axis=2).max(axis=1) - np.abs(rows - [3, 0]).sum(axis=2).max(axis=1)
        return np.column_stack([rows.reshape(size, -1), sums])

    verdict = audit(
        publish, QUIET, ALWAYS, mechanism.charge, samples=1_500, confidence=SURE, families=[HalfLines(), Lattice()]
    )
    assert verdict.passed, str(verdict)


def test_more_draws_than_the_radius_is_for_are_caught() -> None:
    """The power twin: a radius for one step, used for six."""

    def leak(data: list[int], size: int) -> Any:
        rows = [ball_draws(secret_radius(1, 1, 1, system), 1, STEPS, system)[:, 0] for _ in range(size)]
        return seen(np.array(rows) + np.array(data))

    verdict = audit(leak, QUIET, ALWAYS, 1.0, samples=1_000, confidence=SURE, families=[HalfLines()])
    assert not verdict.passed


def test_a_radius_of_half_the_scale_is_caught() -> None:
    """Another twin: noise for half of what one unit does."""
    wrong = OneRadius(STEPS, 1, 1, visit(STEPS), ONE, Fraction(1, 3))
    verdict = audit(
        lambda data, size: published(wrong, data, size),
        QUIET,
        ALWAYS,
        1.0,
        samples=1_000,
        confidence=SURE,
        families=[HalfLines()],
    )
    assert not verdict.passed
