"""White box: the truth table of the handbook, recomputed."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import audit.zoo as zoo
from audit.sparse import above_threshold
from epsilog.audit import exact
from epsilog.errors import SpecError


def curve(before: list[int], after: list[int], *, stop: int | None, **noise: float) -> float:
    sides = [above_threshold(q, stop_after=stop, **noise) for q in (before, after)]  # type: ignore[arg-type]
    assert all(abs(math.fsum(side.values()) - 1) < 1e-12 for side in sides)
    return exact.epsilon_of(*sides)


def test_svt1() -> None:
    found = curve(*zoo.CROSS, stop=1, threshold=0.5, threshold_scale=20, query_scale=40)
    assert found == pytest.approx(0.0878, abs=5e-5)


def test_svt4() -> None:
    found = curve(zoo.ONES, zoo.HALVES, stop=1, threshold=1, threshold_scale=40, query_scale=1 / 0.075)
    assert found == pytest.approx(0.1725, abs=5e-5)


def test_svt5() -> None:
    assert curve(zoo.ONES, zoo.HALVES, stop=None, threshold=1, threshold_scale=20, query_scale=0) == math.inf


def test_svt6() -> None:
    sides = [
        above_threshold(q, stop_after=None, threshold=1, threshold_scale=20, query_scale=20) for q in zoo.CROSS
    ]
    assert exact.epsilon_of(*sides) == pytest.approx(0.4145, abs=5e-5)
    event = (1,) * 5 + (0,) * 5
    assert sides[0][event] == pytest.approx(4.4e-4, abs=5e-6)


def test_truncated_geometric() -> None:
    pmfs = [zoo.truncated_geometric_pmf(count) for count in range(6)]
    worst = max(exact.epsilon_of(a, b) for a, b in itertools.pairwise(pmfs))
    assert worst == pytest.approx(0.1178, abs=5e-5)
    right = [zoo.truncated_geometric_pmf(count, k=5) for count in range(6)]
    assert max(exact.epsilon_of(a, b) for a, b in itertools.pairwise(right)) < 0.1


def test_epsilon_and_delta_are_inverse() -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        p, q = rng.dirichlet(np.ones(6), 2)
        for delta in (0.0, 0.01, 0.2):
            epsilon = exact.epsilon_of(p, q, delta)
            assert exact.delta_of(p, q, epsilon) <= delta + 1e-12
            if epsilon > 1e-3:
                assert exact.delta_of(p, q, epsilon - 1e-3) > delta


def test_brute_force_over_all_events() -> None:
    """epsilon at delta is the largest ln((P(S) - delta)/Q(S)) over every event S, not only prefixes."""
    rng = np.random.default_rng(5)
    p, q = rng.dirichlet(np.ones(8), 2)
    delta = 0.03
    best = 0.0
    for a, b in ((p, q), (q, p)):
        for chosen in itertools.product((False, True), repeat=8):
            inside = np.array(chosen)
            if a[inside].sum() > delta:
                best = max(best, math.log((a[inside].sum() - delta) / b[inside].sum()))
    assert exact.epsilon_of(p, q, delta) == pytest.approx(best, abs=1e-12)


def test_impossible_outcomes() -> None:
    assert exact.epsilon_of({"a": 1.0}, {"b": 1.0}) == math.inf
    assert exact.epsilon_of({"a": 0.5, "b": 0.5}, {"b": 1.0}, 0.5) == pytest.approx(math.log(2) * 0, abs=1e-12)


@pytest.mark.parametrize("bad", [[0.5, 0.6], [1.5, -0.5], [math.nan, 1.0], [], [[1.0]]])
def test_what_is_no_probability_is_refused(bad: list[float]) -> None:
    with pytest.raises(SpecError):
        exact.epsilon_of(bad, bad)
