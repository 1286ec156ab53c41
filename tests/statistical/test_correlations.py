"""Ranges of correlations hold as often as they say, whatever the values; shorter ones would not.

False alarms: 1e-6 each. One table at a time is the truth, and 4,000 releases of it are drawn.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace
from epsilog.core.measure import Total
from epsilog.core.pair import Paired
from epsilog.kinds.mean.plan import formed_margin, formed_range, part_margins
from epsilog.postprocess.pairs import STEPS, correlation_range
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.range_rules import NEWEST
from epsilog.testing import seeded
from statistical.coverage import most_misses, noise

DRAWS = 4_000
SURE = Fraction(95, 100)
ENDS, OTHER = (Fraction(0), Fraction(100)), (Fraction(0), Fraction(50))
QUERY = Query("correlation", "x", between=ENDS, grain=Fraction(1), per=Sum("y", OTHER, Fraction(1)))
PARTS = [part for part in QUERY.measures() if isinstance(part, Paired)]
Vector = np.ndarray


def people(kind: str, rows: int, r: float) -> tuple[Vector, Vector]:
    """Both columns, on the grain and clamped, from their middles; the same every time."""
    random = np.random.default_rng(7)
    z = random.standard_normal((2, rows))
    other = r * z[0] + np.sqrt(1 - r * r) * z[1]
    if kind == "skewed":
        x, y = 100 * np.exp(z[0] - 2.5), 50 * np.exp(other - 2.5)
    elif kind == "rare":  # one in fifty at the far end, the others at the near one
        x = 100.0 * (random.random(rows) < 0.02)
        y = np.where(random.random(rows) < abs(r), x / 2, 50.0 * (random.random(rows) < 0.02))
    else:
        x, y = 50 + 15 * z[0], 25 + 7 * other
    return np.clip(np.round(x), 0, 100).astype(np.int64) - 50, np.clip(np.round(y), 0, 50).astype(np.int64) - 25


def laws_of(law: str, epsilon: float) -> list[DiscreteLaplace | DiscreteGaussian]:
    scales = [Fraction(int(6 * part.reach / epsilon) + 1) for part in PARTS]
    return [DiscreteLaplace(scale) if law == "laplace" else DiscreteGaussian(scale**2) for scale in scales]


def told(kind: str, rows: int, r: float, law: str, epsilon: float) -> tuple[float, list[Vector]]:
    x, y = people(kind, rows, r)
    squares = [part.centre for part in PARTS[3:5]]
    exact = [x.sum(), y.sum(), (x * y).sum(), (x * x - squares[0]).sum(), (y * y - squares[1]).sum(), rows]
    rng = seeded(11)
    noisy = [int(number) + noise(own, DRAWS, rng) for number, own in zip(exact, laws_of(law, epsilon), strict=True)]
    return float(np.corrcoef(x, y)[0, 1]), noisy


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
@pytest.mark.parametrize("kind", ["even", "skewed", "rare"])
@pytest.mark.parametrize("r", [-0.99, 0.0, 0.5, 1.0])
def test_correlations_are_covered(law: str, kind: str, r: float) -> None:
    for rows, epsilon in ((300, 3.0), (5_000, 1.0)):
        truth, noisy = told(kind, rows, r, law, epsilon)
        found = formed_range(QUERY, laws_of(law, epsilon), noisy, SURE, NEWEST.__getitem__)
        missed = (truth * STEPS < found.low - 1e-6) | (truth * STEPS > found.high + 1e-6)
        assert missed.sum() <= most_misses(DRAWS, SURE)


@pytest.mark.parametrize("law", ["laplace", "gaussian"])
def test_correlations_a_third_too_short_are_caught_and_boxes_were_twice_as_wide(law: str) -> None:
    truth, noisy = told("even", 5_000, 0.5, law, 1.0)
    laws = laws_of(law, 1.0)
    found = formed_range(QUERY, laws, noisy, SURE, NEWEST.__getitem__)
    value, low, high = (end / STEPS for end in (found.value, found.low, found.high))
    low, high = value - (value - low) * 2 / 3, value + (high - value) * 2 / 3
    assert ((truth < low) | (truth > high)).sum() > most_misses(DRAWS, SURE)
    few = [vector[:50] for vector in noisy]
    squares = [part for part in PARTS[3:5] if isinstance(part, Total)]
    box = correlation_range(few, PARTS[0], PARTS[1], squares, part_margins(laws, SURE))
    assert (found.high - found.low)[:50].mean() < 0.55 * (box.high - box.low).mean()


def test_planned_margins_of_covariances_hold() -> None:
    query = Query("covariance", "x", between=ENDS, grain=Fraction(1), per=Sum("y", OTHER, Fraction(1)))
    for law in ("laplace", "gaussian"):
        for kind, r in (("even", 0.5), ("skewed", -0.99), ("rare", 1.0)):
            x, y = people(kind, 5_000, r)
            truth, noisy = float(np.cov(x, y, bias=True)[0, 1]), told(kind, 5_000, r, law, 1.0)[1]
            s, t, p, c = (noisy[at].astype(np.float64) for at in (0, 1, 2, 5))
            laws = [laws_of(law, 1.0)[at] for at in (0, 1, 2, 5)]
            off = np.abs(p / c - s * t / c**2 - truth)
            margin = formed_margin(query, laws, SURE, 5_000)
            assert (off > margin).sum() <= most_misses(DRAWS, SURE)
            # Not idle: with means at the far ends, a third of it would not do.
            if kind == "rare":
                assert (off > margin / 3).sum() > most_misses(DRAWS, SURE)
