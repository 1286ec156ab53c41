"""A quantile: exact shares of the answers, and coverage of its rank interval. False alarms: below 1e-6 each."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import choosing_laws as laws
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.mechanisms.tables.quantile import Quantile
from epsilog.noise import system
from statistical.coverage import most_misses
from statistical.goodness_of_fit import LEVEL, p_value

DRAWS = 4_000
MISS = Fraction(1, 10)


def histogram(counts):
    return Bounded(tuple(range(len(counts))), np.array(counts, dtype=np.int64), Fraction(1), Sensitivity(1, 1))


def distance(counts, share, at) -> Fraction:
    """How far the wanted rank is from bin `at`, in rows; from the definition."""
    below = sum(counts[:at])
    wanted = share * sum(counts)
    return max(Fraction(0), below - wanted, wanted - below - counts[at])


@pytest.mark.parametrize("share", [Fraction(1, 2), Fraction(1, 5)], ids=str)
def test_bins_are_drawn_with_their_exact_shares(share):
    counts = [3, 1, 2, 6, 4]
    weight = max(share, 1 - share)
    # epsilon/(2·max(q, 1-q)) per row, in fifths or halves of a row so that exponents are whole
    per_part = Fraction(1) / (2 * weight) / share.denominator
    utilities = [-int(distance(counts, share, at) * share.denominator) for at in range(5)]
    exact = [float(low) for low, _ in laws.exponential(per_part, utilities)]

    def shares(epsilon):
        mechanism, data = Quantile(share, range(6), epsilon, 1), histogram(counts)
        drawn = Counter(int(mechanism(data, system).low) for _ in range(DRAWS))
        return [drawn[at] for at in range(5)]

    assert p_value(shares(1), exact) > LEVEL
    assert p_value(shares(2), exact) < LEVEL


CASES = {
    "spread": [5] * 40,
    "one value": [0] * 20 + [400] + [0] * 19,
    "two heaps": [150] + [0] * 38 + [150],
    "empty": [0] * 40,
    "few rows": [1, 0, 0, 2, 0, 0, 1, *[0] * 33],
}


@pytest.mark.parametrize("counts", CASES.values(), ids=CASES)
@pytest.mark.parametrize("share", [Fraction(1, 2), Fraction(9, 10)], ids=str)
def test_the_rank_interval_of_one_quantile_is_covered(counts, share):
    mechanism = Quantile(share, range(41), "1/4", 1)
    allowed = mechanism.rows_off(MISS)
    draws = 1_000
    answers = (int(mechanism(histogram(counts), system).low) for _ in range(draws))
    assert sum(distance(counts, share, at) > allowed for at in answers) <= most_misses(draws, 1 - MISS)


def test_a_rank_interval_a_third_too_short_is_noticed():
    """The power twin, on the worst table: one bin is right, all others are as wrong as is still counted."""
    share, bins = Fraction(1, 2), 40
    mechanism = Quantile(share, range(bins + 1), "1/4", 1)
    short = mechanism.rows_off(MISS) * 2 / 3
    heavy = 2 * (int(short) + 1)
    counts = [0] * 20 + [heavy] + [0] * 19
    draws = 1_000
    answers = (int(mechanism(histogram(counts), system).low) for _ in range(draws))
    assert sum(distance(counts, share, at) > short for at in answers) > most_misses(draws, 1 - MISS)
