"""Coins and uniform integers: exact shares word by word, ties cut where the probability is."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.noise import bernoulli, system, uniform_below
from epsilog.noise.coins import exponential_coins
from epsilog.noise.comparison import exponential, is_below, logistic, ratio, threshold
from unit.noise.scripted_words import CountingWords, ScriptedWords

HIGHEST = 2**64 - 1


def test_certain_coins():
    assert bernoulli(1, 5).all()
    assert not bernoulli(0, 5).any()
    assert exponential_coins(np.zeros(5), lambda _: Fraction(0), system).all()
    assert not exponential_coins(np.full(5, 1e6), lambda _: Fraction(10**6), system).any()


def test_a_rational_coin_is_cut_at_its_probability():
    third = 2**64 // 3
    # The batch takes the first four words; its two ties then take one more each.
    rng = ScriptedWords(long=[third - 1, third, third + 1, third, third - 1, third + 1])
    assert bernoulli("1/3", 4, rng).tolist() == [True, True, False, False]
    assert rng.extensions == 3


def test_a_dyadic_coin_never_needs_more_bits():
    rng = ScriptedWords(long=[2**63 - 1, 2**63, 2**63 + 1])
    assert bernoulli("1/2", 3, rng).tolist() == [True, False, False]


def test_an_exponential_coin_is_cut_at_its_probability():
    with mpmath.workdps(60):
        cut = int(mpmath.floor(mpmath.exp(-mpmath.mpf(3) / 7) * 2**128))
    first, second = cut >> 64, cut & HIGHEST
    for further, heads in ((-2, True), (2, False)):
        words = ScriptedWords(long=[first, second + further])
        assert exponential_coins(np.array([3 / 7]), lambda _: Fraction(3, 7), words).tolist() == [heads]


def test_coins_with_an_exponent_each_ask_only_in_the_narrow_band():
    gammas = np.linspace(0, 50, 5001)
    asked = []

    def gamma_of(index: int) -> Fraction:
        asked.append(index)
        return Fraction(index, 100)

    exponential_coins(gammas, gamma_of, system)
    assert len(asked) <= 2, "the band has a width of 2^-39: a question among 5001 coins is a chance below 1e-8"
    with mpmath.workdps(60):
        word = int(mpmath.floor(mpmath.exp(-1) * 2**64))
    for offset, expected in ((-1, True), (1, False)):
        asked.clear()
        rng = ScriptedWords(long=[word + offset])
        coins = exponential_coins(np.array([1.0]), lambda _: asked.append(1) or Fraction(1), rng)
        assert coins.tolist() == [expected]
        assert asked == [1]


@pytest.mark.parametrize("law", [ratio(Fraction(5, 7)), exponential(Fraction(2, 3)), logistic(Fraction(9, 4))])
def test_brackets_close_in_and_thresholds_are_their_floor(law):
    wide_low, wide_high = law(400)
    for bits in (1, 8, 31, 64, 200):
        low, high = law(bits)
        assert low <= high <= low + 2
        assert low << (400 - bits) <= wide_high
        assert high << (400 - bits) >= wide_low
        assert threshold(law, bits) == wide_low >> (400 - bits)


def test_a_comparison_goes_on_until_it_is_sure():
    law = ratio(Fraction(1, 3))  # 0.0101… in binary: each further word of 0101… is undecided
    rng = CountingWords(ScriptedWords(long=[HIGHEST // 3] * 5 + [HIGHEST // 3 + 1]))
    assert is_below(HIGHEST // 3, 64, law, rng) is False
    assert rng.extensions == 6


@pytest.mark.parametrize("n", [1, 2, 3, 255, 256, 257, 65537, 2**32, 2**32 + 1, 2**62 + 1, 2**63])
def test_uniform_integers_stay_below_n(n):
    draws = uniform_below(n, 5000)
    assert draws.min() >= 0
    assert int(draws.max()) < n
    assert int(draws.max()) >= n * 0.99 - 1, "5000 draws miss the top hundredth with a probability below 1e-21"


def test_every_word_counts_once_or_is_rejected():
    """All 256 words once: modulo 8 each residue comes 32 times, and those from 5 on are rejected."""
    assert np.bincount(uniform_below(5, 160, OneRequest(np.arange(256)))).tolist() == [32] * 5


class OneRequest:
    """Answers with all 256 words of eight bits, then refuses."""

    reproducible = True

    def __init__(self, words):
        self.left = np.asarray(words, dtype=np.uint8)

    def words(self, count, bits):
        assert bits == 8
        taken, self.left = self.left[:count], self.left[count:]
        assert len(taken), "all 256 words are used up"
        return taken.copy()
