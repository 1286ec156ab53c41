"""Thresholds: shares of what is shown, and why its counts get no range. False alarms: below 1e-6 each."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from epsilog.core.law import DiscreteGaussian, DiscreteLaplace, Noise
from epsilog.core.unknown import Seen
from epsilog.mechanisms.tables.threshold import Threshold
from epsilog.noise import system
from statistical.coverage import most_misses
from statistical.goodness_of_fit import LEVEL, p_value

LAWS = [DiscreteLaplace(Fraction(3)), DiscreteGaussian(Fraction(16))]
laws = pytest.mark.parametrize("law", LAWS, ids=str)
KEYS = tuple(f"{at:06}" for at in range(200_000))
CONFIDENCE = Fraction(95, 100)


def shown(mechanism: Threshold, count: int) -> np.ndarray:
    """Counts that are shown among many keys with the same true count."""
    table = Seen(KEYS, np.full(len(KEYS), count), 1)
    return mechanism(table, system).counts


@laws
def test_what_is_shown_has_its_exact_law(law):
    mechanism = Threshold(law, 1, 15)
    noise = np.arange(3, 14)
    shares = law.pmf(noise)
    exact = [1 - shares.sum() - law.beyond(13) / 2, *shares, law.beyond(13) / 2]

    def counts(true_count: int) -> np.ndarray:
        found = shown(mechanism, true_count)
        bins = np.bincount(np.minimum(found - 14, 12), minlength=13)
        bins[0] = len(KEYS) - len(found)
        return bins

    assert p_value(counts(12), exact) > LEVEL
    assert p_value(counts(13), exact) < LEVEL


@laws
def test_a_key_of_one_unit_shows_as_rarely_as_delta_says(law):
    mechanism = Threshold.for_delta(law, 1, "1e-3")
    found = len(shown(mechanism, 1))
    most = most_misses(len(KEYS), 1 - mechanism.delta)
    assert found <= most
    lower = Threshold(law, 1, mechanism.threshold - 2)
    assert len(shown(lower, 1)) > most  # the power twin: two below is noticed


@laws
def test_the_usual_range_is_not_covered_near_the_threshold(law):
    """Why the counts that passed are never published: a count far enough below is never inside when it shows."""
    mechanism = Threshold(law, 1, 15)
    margin = int(Noise(law, Fraction(1)).margin(CONFIDENCE))
    for count in (15 - margin - 1, 15 - margin + 1):
        found = shown(mechanism, count)
        covered = int((np.abs(found - count) <= margin).sum())
        assert len(found) - covered > most_misses(len(found), CONFIDENCE)
        if count + margin < 15:
            assert covered == 0
