"""The Gaussian table: certified words, every 8-bit word enumerated, ties cut where the law says; and rejection."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.noise import gaussian as gaussian_rejection
from epsilog.noise import system
from epsilog.noise.gaussian import gaussian_draws, rejection_draws
from epsilog.noise.gaussian_table import LARGEST_VARIANCE, cumulative, gaussian_table
from statistical.exact_laws import gaussian
from unit.noise.scripted_words import CountingWords, ScriptedWords

VARIANCES = [Fraction(1, 10**12), Fraction(1, 10), Fraction(1, 4), Fraction(1), Fraction(7, 3), Fraction(30)]
names = pytest.mark.parametrize("variance", VARIANCES, ids=str)
HIGHEST = 2**64 - 1


def in_order(places: int):
    return [0] + [sign * k for k in range(1, places) for sign in (1, -1)]


def true_sums(variance: Fraction, places: int) -> list[mpmath.mpf]:
    total, sums = mpmath.mpf(0), []
    for k in in_order(places)[:places]:
        total += gaussian(k, variance)
        sums.append(total)
    return sums


@names
@pytest.mark.parametrize("word_bits", [8, 16, 64])
def test_thresholds_are_the_integer_parts(variance, word_bits):
    table = gaussian_table(variance, word_bits)
    with mpmath.workdps(60):
        sums = true_sums(variance, len(table.thresholds))
        wanted = [min(int(mpmath.floor(c * 2**word_bits)), 2**word_bits - 1) for c in sums]
    assert table.thresholds.tolist() == wanted
    assert wanted[-1] == 2**word_bits - 1, "the tail beyond the table is a tie with the largest word"
    assert len(wanted) == 1 or wanted[-2] < wanted[-1], "and the table is no longer than that"


@pytest.mark.parametrize("variance", [Fraction(10**4), Fraction(10**6)], ids=str)
def test_long_tables_are_certified_too(variance):
    table = gaussian_table(variance)
    with mpmath.workdps(40):
        for place in (0, 1, 100, 777, len(table.thresholds) // 2):
            share = sum((gaussian(k, variance) for k in in_order(place + 1)[: place + 1]), mpmath.mpf(0))
            assert int(table.thresholds[place]) == int(mpmath.floor(share * 2**64))
    steps = np.diff(table.thresholds.astype(object))
    assert (steps >= 0).all()
    assert (steps[1::2] <= steps[:-1:2][: len(steps[1::2])] + 1).all(), "a number and its negative weigh the same"


@names
def test_brackets_are_tight_and_hold(variance):
    low, high = cumulative(variance, 100)
    assert max(b - a for a, b in zip(low, high, strict=True)) <= 2
    with mpmath.workdps(60):
        for place, share in enumerate(true_sums(variance, min(len(low), 12))):
            assert low[place] <= share * 2**100 * (1 + mpmath.mpf(10) ** -38)
            assert high[place] >= share * 2**100 * (1 - mpmath.mpf(10) ** -38)


@pytest.mark.parametrize("variance", VARIANCES[2:], ids=str)
def test_all_words_of_eight_bits_give_the_law(variance):
    """Each word decides alone or is a tie with a threshold; the shares bracket the true probabilities."""
    table = gaussian_table(variance, 8)
    ties = set(table.thresholds.tolist())
    sure: dict[int, int] = {}
    for word in range(256):
        rng = ScriptedWords([word], more=0)
        drawn = int(table.draw(1, rng)[0])
        assert (rng.extensions > 0) == (word in ties)
        if word not in ties:
            sure[drawn] = sure.get(drawn, 0) + 1
    with mpmath.workdps(40):
        for k in range(-6, 7):
            share = gaussian(k, variance) * 256
            # A number's interval has a tie at each end, and no other word in common with its neighbours.
            assert sure.get(k, 0) < share < sure.get(k, 0) + 2
    for k in range(1, 7):
        assert abs(sure.get(k, 0) - sure.get(-k, 0)) <= 1


@pytest.mark.parametrize("variance", VARIANCES[2:], ids=str)
def test_a_tie_is_cut_where_the_true_probability_is(variance):
    table = gaussian_table(variance, 8)
    order = in_order(40)
    with mpmath.workdps(60):
        sums = true_sums(variance, 8)
        exact = [int(mpmath.floor(c * 2**72)) for c in sums]
    for place, cut in enumerate(exact):
        before = ScriptedWords([cut >> 64], long=[(cut & HIGHEST) - 1])
        after = ScriptedWords([cut >> 64], long=[(cut & HIGHEST) + 1])
        assert table.draw(1, before).tolist() == [order[place]]
        assert table.draw(1, after).tolist() == [order[place + 1]]
        again = ScriptedWords([cut >> 64], long=[cut & HIGHEST, 0])
        assert table.draw(1, again).tolist() == [order[place]]
        assert not again.long, "equality to 72 bits needs 64 more"


def test_the_tail_has_no_end():
    """The largest word, followed by more ones, walks further out with every bit."""
    table = gaussian_table(Fraction(1), 8)
    reached = [
        abs(int(table.draw(1, ScriptedWords([255], long=[HIGHEST] * more + [HIGHEST - 2**40]))[0]))
        for more in range(3)
    ]
    assert reached == sorted(set(reached))
    with mpmath.workdps(60):
        for more, k in enumerate(reached):
            # P(|Z| >= k) must be about the 2^-(8 + 64 more + 24) that these bits spell.
            outside = 2 * sum(gaussian(j, Fraction(1)) for j in range(k, k + 10))
            beyond = outside - 2 * gaussian(k, Fraction(1))
            assert beyond < mpmath.mpf(2) ** -(8 + 64 * more + 23) < 2 * outside


def test_the_tail_is_a_tie_for_real_words_too():
    table = gaussian_table(Fraction(1))
    rng = ScriptedWords(long=[HIGHEST, 0])
    assert abs(int(table.draw(1, rng)[0])) >= 9
    assert rng.extensions == 2


def test_above_the_largest_table_rejection_serves():
    assert gaussian_table(Fraction(LARGEST_VARIANCE)) is not None
    assert gaussian_table(Fraction(LARGEST_VARIANCE) + 1) is None
    assert gaussian_draws(Fraction(LARGEST_VARIANCE) + 1, 100, system).shape == (100,)


def test_the_guide_agrees_with_a_search_of_the_whole_table():
    table = gaussian_table(Fraction(10**4))
    rng = np.random.default_rng(5)
    words = rng.integers(0, 2**64, 20_000, dtype=np.uint64)
    words = np.concatenate([words, table.thresholds[:-1] + np.uint64(1), table.thresholds[1:] - np.uint64(1)])
    words = words[~np.isin(words, table.thresholds)]
    order = np.searchsorted(table.thresholds, words, side="left")
    wanted = np.array(in_order(len(table.thresholds)))[order]
    assert table.draw(len(words), ScriptedWords(long=words.tolist())).tolist() == wanted.tolist()


def test_undecided_acceptances_are_settled_exactly(monkeypatch):
    """With the band of certainty closed every coin is settled by whole numbers; the law must not change."""
    from epsilog.noise import coins
    from statistical.goodness_of_fit import LEVEL, p_value

    monkeypatch.setattr(coins, "_BAND", 2.0)
    calls = []
    gamma = gaussian_rejection._gamma
    monkeypatch.setattr(gaussian_rejection, "_gamma", lambda *a: calls.append(1) or gamma(*a))
    variance = Fraction(9)
    draws = rejection_draws(variance, 3000, system)
    assert len(calls) > 3000
    share = [float(gaussian(k, variance)) for k in range(-12, 13)]
    seen = np.bincount(np.clip(draws, -13, 13) + 13, minlength=27)
    rest = (1 - sum(share)) / 2
    assert p_value(seen, [rest, *share, rest]) > LEVEL


def test_proposals_from_the_far_tail_are_decided_by_their_exact_value(monkeypatch):
    """Few digits of 8 bits make far proposals frequent; the law must not change. False alarms: below 1e-6."""
    from epsilog.noise.digits import digits_of
    from statistical.goodness_of_fit import LEVEL, p_value

    monkeypatch.setattr(gaussian_rejection, "digits_of", lambda scale: digits_of(scale, 8, 1))
    variance = Fraction(9)
    rng = CountingWords(system)
    draws = rejection_draws(variance, 20_000, rng)
    assert rng.extensions > 10_000, "far proposals must occur"
    share = [float(gaussian(k, variance)) for k in range(-12, 13)]
    rest = (1 - sum(share)) / 2
    seen = np.bincount(np.clip(draws, -13, 13) + 13, minlength=27)
    assert p_value(seen, [rest, *share, rest]) > LEVEL


@pytest.mark.parametrize(
    "variance",
    [
        Fraction(1, 100),
        Fraction(9),
        Fraction(10**9, 7),
        Fraction(10**24),
        Fraction(10**60 + 1, 10**27 + 3),
        Fraction(10**34),
    ],
    ids=lambda v: f"{float(v):g}",
)
def test_acceptance_exponents_are_as_close_as_the_coins_were_promised(variance, monkeypatch):
    """`exponential_coins` relies on exponentials within 2^-42; the proof finds 2^-50."""
    sigma = float(variance) ** 0.5
    far = [min(2**62, int(sigma * step / 40)) + odd for step in range(400) for odd in (0, 1)]
    proposals = np.array([0, 1, 2**53 - 1, 2**53 + 1, 2**62 - 1, 2**62, -(2**62), *far])
    asked = []

    def coins(gammas, gamma_of, rng):
        asked.append((gammas.copy(), [gamma_of(at) for at in range(len(gammas))]))
        return np.ones(len(gammas), dtype=bool)

    monkeypatch.setattr(gaussian_rejection, "laplace_draws", lambda *_: (proposals.copy(), {}))
    monkeypatch.setattr(gaussian_rejection, "exponential_coins", coins)
    rejection_draws(variance, 5, system)
    (approximate, exact) = asked[0]
    t = math.isqrt(math.floor(variance)) + 1
    assert exact == [(abs(y) - variance / t) ** 2 / (2 * variance) for y in proposals.tolist()]
    with mpmath.workdps(60):
        for g, gamma in zip(approximate.tolist(), exact, strict=True):
            true = mpmath.exp(-mpmath.mpf(gamma.numerator) / gamma.denominator)
            assert abs(mpmath.exp(-mpmath.mpf(g)) - true) < mpmath.mpf(2) ** -50
