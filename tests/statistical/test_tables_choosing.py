"""Labels drawn by choices and rankings against their exact shares. False alarms: below 1e-6 each."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import choosing_laws as laws
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.flip import Flip
from epsilog.mechanisms.tables.scored import Reach, Scored
from epsilog.mechanisms.tables.top import Top
from epsilog.noise import system
from statistical.goodness_of_fit import LEVEL, p_value

DRAWS = 5_000
UTILITIES = (4, 1, 3, 3, 0)
LABELS = ("d", "a", "c", "b", "e")
SPREAD = Reach(3)


def counts(mechanism, outcomes):
    data = Scored(LABELS, np.array(UTILITIES), SPREAD)
    drawn = Counter(getattr(answer, "label", None) or answer.labels for answer in _draws(mechanism, data))
    assert set(drawn) <= set(outcomes)
    return [drawn[outcome] for outcome in outcomes]


def _draws(mechanism, data):
    return (mechanism(data, system) for _ in range(DRAWS))


@pytest.mark.parametrize(("kind", "law"), [(Choose, laws.exponential), (Flip, laws.flip)])
def test_labels_are_drawn_with_their_exact_shares(kind, law):
    exact = [float(low) for low, _ in law(Fraction(2, 3), UTILITIES)]
    assert p_value(counts(kind(2, SPREAD), LABELS), exact) > LEVEL
    # The power twin: half as much again spent than said.
    assert p_value(counts(kind(3, SPREAD), LABELS), exact) < LEVEL


def test_rankings_are_drawn_with_their_exact_shares():
    law = laws.peeling(Fraction(2, 3), UTILITIES, 2)
    outcomes = [tuple(LABELS[at] for at in ranking) for ranking in law]
    exact = [float(low) for low, _ in law.values()]
    assert p_value(counts(Top(2, 2, SPREAD), outcomes), exact) > LEVEL
    assert p_value(counts(Top(2, 3, SPREAD), outcomes), exact) < LEVEL


def test_equal_candidates_are_drawn_equally_often_wherever_they_stand():
    data = Scored(tuple(range(6)), np.full(6, 5), SPREAD)
    first = Counter(Top(2, 1, SPREAD)(data, system).labels[1] for _ in range(DRAWS))
    assert p_value([first[at] for at in range(6)], [1 / 6] * 6) > LEVEL
    uneven = [0.3, *[0.7 / 5] * 5]
    assert p_value([first[at] for at in range(6)], uneven) < LEVEL
