"""Choices and top keys: what they refuse, what they never say, how good they promise to be."""

from __future__ import annotations

import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

import choosing_laws as laws
from epsilog.accounting.within import exponential_within, flip_within
from epsilog.core.bounded import Bounded, Sensitivity
from epsilog.core.charge import BoundedRange, Pure, charge_from_dict
from epsilog.errors import PrivacyError, SensitivityExceeded, SpecError
from epsilog.mechanisms.tables.choose import Choose
from epsilog.mechanisms.tables.flip import Flip
from epsilog.mechanisms.tables.grouped import GroupTop
from epsilog.mechanisms.tables.scored import Reach, Scored, moved_apart
from epsilog.noise import Randomness, exponential_choice, permute_and_flip
from epsilog.testing import check_charge, seeded

SECRET = 987654321
ONE = Reach.each(1)
BAD_NUMBERS = [0, -1, float("nan"), float("inf"), -0.0, True, "0x1", "1e400", 5e-324, "", None, [], 10**300]


def scored(values, reach=ONE):
    return Scored(tuple(range(len(values))), np.array(values, dtype=np.int64), reach)


def choices(reach=ONE, epsilon=Fraction(1)):
    return [Choose(epsilon, reach), Flip(epsilon, reach)]


def top(number, candidates, epsilon=1, spread=2):
    """The best few of one group."""
    return GroupTop(number, epsilon, spread, Sensitivity.of_cells(2), groups=1, candidates=candidates)


def ranked(mechanism, values):
    table = Bounded(tuple(range(len(values))), np.array(values), Fraction(1), mechanism.covers)
    return mechanism.grains(table, Randomness()).tolist()


@pytest.mark.parametrize("choice", choices(), ids=lambda c: type(c).__name__)
def test_refuses_candidates_that_may_move_further_and_quotes_no_utility(choice):
    wide = scored([SECRET, 0], Reach.each(2))
    with pytest.raises(SensitivityExceeded) as refusal:
        choice(wide, Randomness())
    assert str(SECRET) not in str(refusal.value) + repr(wide) + repr(choice)
    choice(scored([SECRET, 0], Reach.each(2, monotone=True)), Randomness())  # spread 2 is what it covers


@pytest.mark.parametrize("choice", choices(Reach.each(1, monotone=True)), ids=lambda c: type(c).__name__)
def test_a_choice_for_one_way_moves_refuses_moves_in_both_ways(choice):
    with pytest.raises(SensitivityExceeded):
        choice(scored([1, 0], Reach.each(1)), Randomness())


@pytest.mark.parametrize("epsilon", BAD_NUMBERS)
def test_bad_epsilons_are_refused_by_name(epsilon):
    for make in (Choose, Flip, lambda e, _: top(2, 3, e)):
        with pytest.raises(SpecError, match="epsilon"):
            make(epsilon, ONE)


@pytest.mark.parametrize("number", [0, -1, 2.5, float("nan"), True, "x", 11, 2**63])
def test_bad_numbers_of_winners_are_refused(number):
    with pytest.raises(SpecError, match="number"):
        top(number, 10)


@pytest.mark.parametrize("step", [0, -1, 0.5, float("inf"), True, 2**63, "1e400"])
def test_bad_steps_are_refused(step):
    with pytest.raises(SpecError, match="step"):
        Reach.each(step)
    with pytest.raises(SpecError, match="spread"):
        Reach(step)


@pytest.mark.parametrize("monotone", [1, 0, None, "yes", np.True_])
def test_monotone_is_said_plainly_or_not_at_all(monotone):
    with pytest.raises(SpecError, match="monotone"):
        Reach.each(1, monotone=monotone)


@pytest.mark.parametrize(
    ("labels", "utilities"),
    [
        ((), np.array([], dtype=np.int64)),
        (("a",), np.array([1.0])),
        (("a",), np.array([1], dtype=np.int32)),
        (("a",), [1]),
        (("a", "b"), np.array([1])),
        (("a", "a"), np.array([1, 2])),
        ((["a"],), np.array([1])),
        ("ab", np.array([1, 2])),
        (("a",), np.array([[1]])),
    ],
    ids=str,
)
def test_malformed_candidates_are_refused(labels, utilities):
    with pytest.raises(SpecError) as refusal:
        Scored(labels, utilities, ONE)
    assert "2" not in refusal.value.what


def test_a_choice_covers_a_reach_and_nothing_else():
    for covers in (1, None, "Reach(1)"):
        with pytest.raises(SpecError, match="Reach"):
            Choose(1, covers)
        with pytest.raises(SpecError, match="Reach"):
            Scored(("a",), np.array([1]), covers)


def test_private_utilities_stay_where_they_are():
    private = scored([SECRET])
    with pytest.raises(PrivacyError):
        pickle.dumps(private)
    with pytest.raises(ValueError, match="read-only"):
        private.utilities[0] = 1
    mine = np.array([1, 2])
    kept = Scored(("a", "b"), mine, ONE)
    mine[0] = 99
    assert kept.utilities.tolist() == [1, 2]


@pytest.mark.parametrize("choice", [Choose(1, ONE), Flip(1, ONE)], ids=["exponential", "flip"])
def test_the_draw_is_the_samplers_with_the_rate_that_is_charged(choice):
    sampler = exponential_choice if isinstance(choice, Choose) else permute_and_flip
    values = np.array([3, 1, 4, 1, 5])
    for seed in range(50):
        drawn = sampler(values, Fraction(1, 2), rng=seeded(seed))
        assert choice(scored(values), seeded(seed)).label == drawn
    assert choice.rate == Fraction(1, 2)


def test_what_a_seed_drew_says_so():
    for choice in choices():
        assert choice(scored([1, 2]), seeded(1)).reproducible
        assert not choice(scored([1, 2]), Randomness()).reproducible


def test_the_ends_of_64_bits_are_utilities_like_any_other():
    ends = [-(2**63), 2**63 - 1, 0]
    for choice in (Choose(1, ONE), Flip(1, ONE)):
        assert choice(scored(ends), Randomness()).label == 1
    assert ranked(top(3, 3), ends) == [1, 2, 0]
    assert moved_apart(scored([-(2**63), 2**63 - 1]), scored([2**63 - 1, -(2**63)])) == 2 * (2**64 - 1)


def test_charges():
    assert Choose("1/2", ONE).charge == BoundedRange(Fraction(1, 2))
    assert Flip("1/2", ONE).charge == Pure(Fraction(1, 2))
    five = top(5, 9, "1/2")
    assert five.charge.price().rho == 5 * BoundedRange(Fraction(1, 2)).price().rho
    assert charge_from_dict(five.charge.to_dict()) == five.charge
    for choice in (*choices(), five):
        assert check_charge(choice.charge).count == 7


def test_top_names_each_label_once_and_only_so_many():
    assert ranked(top(3, 5, 1000), [5, 900, 30, 70, 1]) == [1, 3, 2]
    assert sorted(ranked(top(5, 5, "1/100"), [0] * 5)) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("miss", [0, 1, -1, float("nan"), True, "1e-19", None])
def test_bad_probabilities_of_missing_are_refused(miss):
    for choice in choices():
        with pytest.raises(SpecError, match="miss"):
            choice.within(3, miss)
    with pytest.raises(SpecError, match="miss"):
        top(1, 3).within(miss)


@pytest.mark.parametrize("candidates", [0, -1, 1.5, True, 2**63])
def test_bad_numbers_of_candidates_are_refused(candidates):
    for choice in choices():
        with pytest.raises(SpecError, match="candidates"):
            choice.within(candidates, "0.05")
    with pytest.raises(SpecError, match="candidates"):
        top(1, candidates)


@pytest.mark.parametrize(("law", "within"), [(laws.exponential, exponential_within), (laws.flip, flip_within)])
@pytest.mark.parametrize("miss", ["0.3", "0.05", "0.001"])
def test_the_promise_holds_for_every_table_and_is_the_best_possible(law, within, miss):
    """All tables of four candidates with the best at zero; one of them meets the promise exactly."""
    rate = Fraction(1)
    t = within(rate, 4, miss)

    def misses(offsets, allowed):
        shares = law(rate, [-offset for offset in offsets])
        return sum(share[1] for offset, share in zip(offsets, shares, strict=True) if offset > allowed)

    tables = itertools.product((0, 1, t, t + 1, t + 2), repeat=3)
    worst = max(misses((0, *others), t) for others in tables)
    assert worst <= Fraction(miss)
    assert t == 0 or misses((0, t, t, t), t - 1) > Fraction(miss)


def test_permute_and_flip_is_never_worse():
    for rate in (Fraction(1, 100), Fraction(1, 3), Fraction(2)):
        for candidates in (1, 2, 10, 10_000_000):
            for miss in ("0.4", "0.05", "1e-9", "1e-18"):
                assert flip_within(rate, candidates, miss) <= exponential_within(rate, candidates, miss)
    assert exponential_within(Fraction(1, 2), 1, "0.01") == flip_within(Fraction(1, 2), 1, "0.01") == 0


def test_the_promise_is_the_formula():
    rate, number, miss = Fraction(1, 10), 1000, 0.05
    t = math.log((number - 1) * (1 - miss) / miss) / float(rate)
    assert exponential_within(rate, number, "0.05") == math.ceil(t) - 1
    assert top(4, 1000, spread=10).within("0.2") == exponential_within(rate, number, "0.05")
