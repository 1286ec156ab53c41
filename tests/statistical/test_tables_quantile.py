"""Quantiles: exact shares of the answers, and coverage of their rank intervals. False alarms: below 1e-6 each."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest

import choosing_laws as laws
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.mechanisms.tables.quantile import Quantile
from epsilog.mechanisms.tables.quantiles import Quantiles
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


def test_cuts_are_drawn_with_their_exact_shares():
    """Median first, then each quarter among the rows on its own side."""
    counts = [3, 1, 4]
    law: dict[tuple[int, int, int], float] = {}
    ranks = [0, *accumulate(counts)]

    def edges(low, high):
        """The median edge of the rows between two edges, with its probability at epsilon = 1."""
        utilities = [-abs(2 * (ranks[at] - ranks[low]) - (ranks[high] - ranks[low])) for at in range(low, high + 1)]
        return [(low + at, float(p)) for at, (p, _) in enumerate(laws.exponential(Fraction(1, 2), utilities))]

    for middle, p in edges(0, 3):
        for left, p_left in edges(0, middle):
            for right, p_right in edges(middle, 3):
                law[left, middle, right] = p * p_left * p_right
    assert abs(sum(law.values()) - 1) < 1e-12

    def shares(epsilon):
        mechanism = Quantiles(("1/4", "1/2", "3/4"), range(4), epsilon, 1)
        data = histogram(counts)
        drawn = Counter(tuple(map(int, mechanism(data, system).values)) for _ in range(DRAWS))
        assert set(drawn) <= set(law)
        return [drawn[outcome] for outcome in law]

    assert p_value(shares(1), list(law.values())) > LEVEL
    assert p_value(shares(2), list(law.values())) < LEVEL


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


@pytest.mark.parametrize("counts", CASES.values(), ids=CASES)
def test_the_rank_intervals_of_many_quantiles_are_covered_together(counts):
    shares = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
    mechanism = Quantiles(shares, range(41), "1/4", 1)
    allowed = mechanism.rows_off(MISS) + Fraction(mechanism.levels * max(counts), 2)
    ranks = [0, *accumulate(counts)]
    draws, missed = 400, 0
    for _ in range(draws):
        cuts = mechanism(histogram(counts), system).values
        missed += any(
            abs(ranks[int(cut)] - share * sum(counts)) > allowed for cut, share in zip(cuts, shares, strict=True)
        )
    assert missed <= most_misses(draws, 1 - MISS)


def test_rank_intervals_of_many_quantiles_that_forget_the_noise_are_noticed():
    """The power twin: only the grid's own half bins are allowed for."""
    mechanism = Quantiles(("1/4", "1/2", "3/4"), range(41), "1/20", 1)
    counts, draws = [5] * 40, 500
    missed = 0
    for _ in range(draws):
        cut = mechanism(histogram(counts), system).values[1]
        missed += abs(5 * int(cut) - 100) > mechanism.levels * Fraction(5, 2)
    assert missed > most_misses(draws, 1 - MISS)
