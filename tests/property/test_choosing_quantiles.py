"""A quantile on every pair of small histograms: exact laws, ratios and ranges."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import choosing_laws as laws
from epsilog.mechanisms.tables.quantile import Quantile
from epsilog.mechanisms.tables.ranks import FULLEST, bin_distances, limit_counts

TINY = 1e-12
SHARES = [Fraction(1, 2), Fraction(1, 3), Fraction(9, 10), Fraction(1, 40)]
shares = pytest.mark.parametrize("share", SHARES, ids=str)


def steps_from(table: tuple[int, ...], rows: int):
    """Every table within L1 = rows of this one."""
    for step in itertools.product(range(-rows, rows + 1), repeat=len(table)):
        other = tuple(h + d for h, d in zip(table, step, strict=True))
        if 0 < sum(map(abs, step)) <= rows and min(other) >= 0:
            yield other


def neighbours(cells: int, most: int, rows: int):
    """All pairs of tables with counts up to `most` and at most `rows` between them in L1."""
    return ((table, other) for table in laws.tables(cells, most) for other in steps_from(table, rows))


@given(st.lists(st.integers(0, 6), min_size=1, max_size=6), st.fractions(min_value="1/50", max_value="49/50"))
def test_distances_are_distances_of_ranks(counts, share):
    share = share.limit_denominator(50)
    table = np.array(counts, dtype=np.int64)
    wanted = share * sum(counts)
    ranks = [0, *itertools.accumulate(counts)]
    bins = [max(Fraction(0), low - wanted, wanted - high) for low, high in itertools.pairwise(ranks)]
    assert [Fraction(d, share.denominator) for d in bin_distances(table, share).tolist()] == bins
    assert min(bins) == 0


@pytest.mark.parametrize("rows", [1, 2])
@shares
def test_one_quantile_on_every_pair(share, rows):
    """L1 = 1 is one row under add/remove; L1 = 2 is two rows, or one row under replace."""
    choice = Quantile(share, (0, 1, 2, 3), Fraction(1), rows)
    widest = 0.0
    for before, after in neighbours(3, 3, rows):
        p, q = (
            laws.exponential(choice.rate, (-bin_distances(np.array(table), share)).tolist())
            for table in (before, after)
        )
        assert laws.largest_loss(p, q) <= 1 + TINY
        widest = max(widest, laws.loss_range(p, q))
    assert 0.5 <= widest <= 1 + TINY


@shares
def test_the_range_is_reached_in_the_worst_pair_of_the_proof(share):
    """One row on the heavier side of the target, beyond a bin on its side: it falls by w, one across rises by w."""
    many = 2 * share.denominator
    table, row = np.array([1, 1, many, many]), np.array([1, 0, 0, 0])
    if 2 * share > 1:
        table, row = table[::-1], row[::-1]
    p, q = (
        laws.exponential(Quantile(share, range(5), 1, 1).rate, (-bin_distances(counts, share)).tolist())
        for counts in (table, table + row)
    )
    assert 1 - TINY <= laws.loss_range(p, q) <= 1 + TINY


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=8), st.data())
def test_any_table_is_held_without_moving_further_apart(counts, data):
    table = np.array(counts, dtype=np.int64)
    at = data.draw(st.integers(0, len(counts) - 1))
    step = data.draw(st.integers(-3, 3).filter(lambda d: -(2**63) <= counts[at] + d < 2**63))
    other = table.copy()
    other[at] += step
    assert int(np.abs(limit_counts(table) - limit_counts(other)).sum()) <= abs(step)
    assert 0 <= limit_counts(table).min() <= limit_counts(table).max() <= FULLEST


def test_nothing_overflows_at_the_most_bins_and_the_finest_share():
    counts = np.full(1000, FULLEST, dtype=np.int64)
    for share in (Fraction(1, 10_000), Fraction(9_999, 10_000), Fraction(4_999, 10_000)):
        n, a, b = 1000 * FULLEST, share.numerator, share.denominator
        assert bin_distances(counts, share).tolist() == [
            max(
                0,
                (b - a) * k * FULLEST - a * (n - k * FULLEST),
                a * (n - (k + 1) * FULLEST) - (b - a) * (k + 1) * FULLEST,
            )
            for k in range(1000)
        ]
