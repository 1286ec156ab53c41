"""Choices on every pair of small score tables: exact ratios never above the claim, near it at worst."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_divergence
import choosing_laws as laws
from epsilog.core.bounded import Sensitivity
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.flip import Flip
from epsilog.mechanisms.tables.grouped import GroupTop
from epsilog.mechanisms.tables.scored import Reach, Scored, moved_apart

TINY = 1e-12
EPSILON = Fraction(1)
# Small differences, where all candidates matter, and large ones, where one takes all: the worst ratios are there.
SCORES = [*laws.tables(3, 2), (40, 0, 0), (0, 40, 38), (40, 40, 0), (60, 1, 0)]
MOVES = {
    "any way": (Reach.each(1), list(itertools.product((-1, 0, 1), repeat=3))),
    "the same way": (
        Reach.each(1, monotone=True),
        [*itertools.product((0, 1), repeat=3), *itertools.product((-1, 0), repeat=3)],
    ),
    "two grains, the same way": (Reach.each(2, monotone=True), list(itertools.product((0, 1, 2), repeat=3))),
}
moves = pytest.mark.parametrize("declared", MOVES)


def pairs(declared):
    for before in SCORES:
        for step in MOVES[declared][1]:
            yield before, tuple(u + d for u, d in zip(before, step, strict=True))


@moves
def test_the_exponential_mechanism_on_every_pair(declared):
    choice = Choose(EPSILON, MOVES[declared][0])
    widest = worst = 0.0
    for before, after in pairs(declared):
        p, q = laws.exponential(choice.rate, before), laws.exponential(choice.rate, after)
        widest = max(widest, laws.loss_range(p, q))
        worst = max(worst, laws.largest_loss(p, q))
    assert worst <= EPSILON + TINY
    assert widest <= EPSILON + TINY
    assert widest >= EPSILON - TINY  # the range is reached
    assert worst >= 0.99 * EPSILON  # and so, nearly, is epsilon itself


@moves
def test_permute_and_flip_on_every_pair(declared):
    choice = Flip(EPSILON, MOVES[declared][0])
    worst = max(
        laws.largest_loss(laws.flip(choice.rate, before), laws.flip(choice.rate, after))
        for before, after in pairs(declared)
    )
    assert 0.99 * EPSILON <= worst <= EPSILON + TINY


@pytest.mark.parametrize("epsilon", [Fraction(1, 4), Fraction(1), Fraction(3)], ids=str)
def test_the_zcdp_price_of_a_choice_covers_every_pair_and_no_tenth_less_would(epsilon):
    choice = Choose(epsilon, Reach.each(1, monotone=True))
    rho = choice.charge.price().rho / 1e12
    # The price is met where the raised candidates weigh one half: equal scores, one of two raised, small epsilon.
    tables = [*SCORES, (0, 0)]
    ratio = 0.0
    for before in tables:
        for step in itertools.product((0, 1), repeat=len(before)):
            after = [u + d for u, d in zip(before, step, strict=True)]
            p, q = (_floats(laws.exponential(choice.rate, scores)) for scores in (before, after))
            for alpha in (1.0001, 1.5, 2.0, 8.0):
                for one, other in ((p, q), (q, p)):
                    ratio = max(ratio, brute_divergence.renyi(one, other, alpha) / alpha / rho)
    assert ratio <= 1 + 1e-6
    if epsilon <= 1:
        assert ratio > 0.9


def test_permute_and_flip_is_not_an_eighth_of_epsilon_squared():
    """Why `Flip` is charged as Pure: a wider range, and more divergence than the other price allows."""
    choice = Flip(EPSILON, Reach.each(1, monotone=True))
    p, q = laws.flip(choice.rate, (0, 0)), laws.flip(choice.rate, (1, 0))
    assert laws.loss_range(p, q) == pytest.approx(1 + math.log(2 - math.exp(-1)), abs=1e-9)
    divergence = brute_divergence.renyi(_floats(q), _floats(p), 1.0001)
    assert divergence > 0.2 > 1 / 8
    assert divergence <= choice.charge.price().rho / 1e12 * 1.0001


@pytest.mark.parametrize("number", [1, 2, 3])
def test_peeling_on_every_pair(number):
    top = GroupTop(number, EPSILON, 1, Sensitivity.of_cells(4), groups=1, candidates=4)
    rho = top.charge.price().rho / 1e12
    allowed = top.charge.pure() / 1e12
    assert (rho, allowed) == (number / 8, number)
    worst, ratio = 0.0, 0.0
    scores = [(0, 0, 0, 0), (2, 1, 0, 0), (3, 3, 0, 1), (60, 40, 20, 0), (60, 60, 0, 0)]
    for before in scores:
        p = laws.peeling(top.rate, before, number)
        for step in itertools.product((0, 1), repeat=4):
            q = laws.peeling(top.rate, [u + d for u, d in zip(before, step, strict=True)], number)
            assert p.keys() == q.keys()
            worst = max(worst, laws.largest_loss(p.values(), q.values()))
            p_law, q_law = ({k: float(low) for k, (low, _) in law.items()} for law in (p, q))
            for alpha in (1.0001, 2.0, 8.0):
                for one, other in ((p_law, q_law), (q_law, p_law)):
                    ratio = max(ratio, brute_divergence.renyi(one, other, alpha) / alpha / rho)
    assert worst <= allowed + TINY
    assert ratio <= 1 + 1e-6
    assert worst > 0.5 * allowed


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6).filter(any))
def test_the_spread_from_norms_is_never_too_small(step):
    """Any integer move within both norms of a table; all the same way where that is said."""
    sensitivity = Sensitivity(sum(map(abs, step)), sum(d * d for d in step))
    moved = max(step) - min(step)
    assert Reach.of(sensitivity).spread >= (moved if len(step) > 1 else 0)
    if min(step) >= 0 or max(step) <= 0:
        assert Reach.of(sensitivity, monotone=True).spread >= moved
        assert Reach.of(sensitivity).spread >= Reach.of(sensitivity, monotone=True).spread
    assert Reach.each(max(map(abs, step))).spread >= moved


def test_the_spread_from_norms_is_reached():
    for step in ((1, 0), (1, -1), (1, 1, -1, -1), (3, 0), (2, -2)):
        sensitivity = Sensitivity(sum(map(abs, step)), sum(d * d for d in step))
        assert Reach.of(sensitivity).spread == max(step) - min(step)


VALUES = st.integers(0, 9)
ROW = st.tuples(VALUES, st.booleans())


@given(st.lists(ROW, max_size=8), ROW)
def test_the_declared_reach_of_users_utilities_holds_on_raw_rows(rows, one):
    """A split of a decision tree, a vote, and a wrong declaration that the same check would catch."""
    labels = tuple(range(1, 10))

    def hits(table):
        """How many rows the split at c sorts right: adding a row never lowers it."""
        return np.array([sum((value >= c) == flag for value, flag in table) for c in labels], dtype=np.int64)

    def margin(table):
        """Hits minus misses: moves by one either way."""
        return 2 * hits(table) - len(table)

    for utility, reach in ((hits, Reach.each(1, monotone=True)), (margin, Reach.each(1))):
        before, after = (Scored(labels, utility(table), reach) for table in (rows, [*rows, one]))
        assert moved_apart(before, after) <= reach.spread


def test_a_reach_declared_too_small_is_noticed_by_the_same_check():
    before, after = np.array([0, 0]), np.array([1, -1])
    reach = Reach.each(1, monotone=True)
    assert moved_apart(Scored(("a", "b"), before, reach), Scored(("a", "b"), after, reach)) > reach.spread


def _floats(law):
    return {at: float(low) for at, (low, _) in enumerate(law)}
