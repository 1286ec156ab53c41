"""Secret radii, points of a ball and the law of one number, against exact sums. False alarms: below 1e-6 each."""

from __future__ import annotations

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.accounting.radius_law import SecretRadius
from epsilog.core.radius import points
from epsilog.mechanisms.series.bounded_series import BoundedSeries
from epsilog.mechanisms.series.radius import OneRadius
from epsilog.noise import ball_draws, secret_radius, system
from series_patterns import visit
from statistical.goodness_of_fit import LEVEL, p_value

CASES = [
    pytest.param(1, 1, Fraction(5), marks=pytest.mark.nightly),
    (12, 1, Fraction(1)),
    (3, 4, Fraction(3, 2)),
]
RADII = 8_000


def law_of(draws: int, cells: int, scale: Fraction, last: int) -> list[float]:
    """The probabilities of 0 … last, and of everything beyond."""
    with mpmath.workdps(40):
        rate = mpmath.mpf(scale.denominator) / scale.numerator
        weights = [mpmath.mpf(points(cells, r)) ** draws * mpmath.exp(-r * rate) for r in range(6 * last)]
        total = mpmath.fsum(weights)
        head = [float(weight / total) for weight in weights[: last + 1]]
    return [*head, 1 - sum(head)]


def fit(drawn: list[int], draws: int, cells: int, scale: Fraction) -> float:
    last = 4 * int(draws * cells * scale) + 20
    counts = np.bincount(np.minimum(drawn, last + 1), minlength=last + 2)
    return p_value(counts, law_of(draws, cells, scale, last))


@pytest.mark.parametrize(("draws", "cells", "scale"), CASES)
def test_the_radius_follows_its_law(draws: int, cells: int, scale: Fraction) -> None:
    drawn = [secret_radius(draws, cells, scale, system) for _ in range(RADII)]
    assert fit(drawn, draws, cells, scale) > LEVEL


@pytest.mark.parametrize(("draws", "cells", "scale"), CASES)
def test_a_radius_for_another_scale_is_caught(draws: int, cells: int, scale: Fraction) -> None:
    """The power twin: ten per cent too small."""
    drawn = [secret_radius(draws, cells, scale * Fraction(9, 10), system) for _ in range(RADII)]
    assert fit(drawn, draws, cells, scale) < LEVEL


@pytest.mark.parametrize(("radius", "cells"), [(7, 1), (3, 2), (2, 3)])
def test_every_point_of_a_ball_is_as_likely(radius: int, cells: int) -> None:
    inside = [
        point
        for point in itertools.product(range(-radius, radius + 1), repeat=cells)
        if sum(map(abs, point)) <= radius
    ]
    place = {point: at for at, point in enumerate(inside)}
    drawn = [place[tuple(row)] for row in ball_draws(radius, cells, 20_000, system).tolist()]
    counts = np.bincount(drawn, minlength=len(inside))
    assert p_value(counts, [1 / len(inside)] * len(inside)) > LEVEL
    counts[0] += len(drawn) // 50  # the twin: one point in fifty draws more often
    assert p_value(counts, [1 / len(inside)] * len(inside)) < LEVEL


def test_the_law_of_one_number_is_that_of_what_is_released() -> None:
    """One number of each release, so that draws are independent; the margin is the law's own."""
    steps, scale = 6, Fraction(2)
    mechanism = OneRadius(steps, 2, 1, visit(steps), Fraction(1), scale)
    series = BoundedSeries(np.zeros((steps, 1), dtype=np.int64), Fraction(1), visit(steps))
    drawn = np.array([int(mechanism.drawn(series, system)[1, 0]) for _ in range(RADII)])
    law = mechanism.law
    assert law == SecretRadius(3, 1, scale)
    edges = np.arange(-40, 41)
    chances = law.pmf(edges)
    counts = np.array([int((drawn == k).sum()) for k in edges] + [int((np.abs(drawn) > 40).sum())])
    assert p_value(counts, [*chances.tolist(), 1 - float(chances.sum())]) > LEVEL
    wide = drawn + np.sign(drawn) * (np.arange(RADII) % 4 == 0)  # the twin: a quarter one further out
    counts = np.array([int((wide == k).sum()) for k in edges] + [int((np.abs(wide) > 40).sum())])
    assert p_value(counts, [*chances.tolist(), 1 - float(chances.sum())]) < LEVEL
