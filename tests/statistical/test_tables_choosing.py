"""Labels drawn by choices and rankings against their exact shares. False alarms: below 1e-6 each."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import choosing_laws as laws
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.flip import Flip
from epsilog.mechanisms.tables.grouped import GroupTop
from epsilog.mechanisms.tables.scored import Reach, Scored
from epsilog.noise import system
from statistical.goodness_of_fit import LEVEL, p_value

DRAWS = 5_000
UTILITIES = (4, 1, 3, 3, 0)
LABELS = ("d", "a", "c", "b", "e")
SPREAD = Reach(3)


def counts(mechanism, outcomes):
    data = Scored(LABELS, np.array(UTILITIES), SPREAD)
    drawn = Counter(mechanism(data, system).label for _ in range(DRAWS))
    assert set(drawn) <= set(outcomes)
    return [drawn[outcome] for outcome in outcomes]


def rankings(epsilon, utilities):
    """The numbers of the two best of one group, best first, as often as they are drawn."""
    cells = len(utilities)
    pair = GroupTop(2, epsilon, 3, Sensitivity.of_cells(3), groups=1, candidates=cells)
    table = Bounded(tuple(range(cells)), np.array(utilities), Fraction(1), pair.covers)
    return Counter(tuple(pair.grains(table, system).tolist()) for _ in range(DRAWS))


@pytest.mark.parametrize(("kind", "law"), [(Choose, laws.exponential), (Flip, laws.flip)])
def test_labels_are_drawn_with_their_exact_shares(kind, law):
    exact = [float(low) for low, _ in law(Fraction(2, 3), UTILITIES)]
    assert p_value(counts(kind(2, SPREAD), LABELS), exact) > LEVEL
    # The power twin: half as much again spent than said.
    assert p_value(counts(kind(3, SPREAD), LABELS), exact) < LEVEL


def test_rankings_are_drawn_with_their_exact_shares():
    law = laws.peeling(Fraction(2, 3), UTILITIES, 2)
    exact = [float(low) for low, _ in law.values()]
    for epsilon, fits in ((2, True), (3, False)):
        drawn = rankings(epsilon, UTILITIES)
        assert set(drawn) <= set(law)
        assert (p_value([drawn[ranking] for ranking in law], exact) > LEVEL) is fits


def test_equal_candidates_are_drawn_equally_often_wherever_they_stand():
    second: Counter[int] = Counter()
    for (_, at), times in rankings(1, [5] * 6).items():
        second[at] += times
    assert p_value([second[at] for at in range(6)], [1 / 6] * 6) > LEVEL
    uneven = [0.3, *[0.7 / 5] * 5]
    assert p_value([second[at] for at in range(6)], uneven) < LEVEL
