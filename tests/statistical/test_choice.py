"""Choices and coins against exact probabilities. False alarms: below 1e-6 each."""

from __future__ import annotations

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.noise import bernoulli, exponential_choice, permute_and_flip, system, uniform_below
from epsilog.noise.candidates import candidates
from epsilog.noise.choice import draw_candidate
from epsilog.noise.coins import exponential_coins
from statistical.goodness_of_fit import LEVEL, p_value

DRAWS = 8_000
SCORES = [[0, 0], [0, 1, 2], [0, -1, Fraction(1, 2), 2], [3, 3, 0, -1, 2]]
names = pytest.mark.parametrize("scores", SCORES, ids=str)
WRONG = Fraction(150, 100)


def heads(scores, rate=1) -> list[mpmath.mpf]:
    best = max(scores)
    exponents = [Fraction(rate) * (Fraction(s) - best) for s in scores]
    return [mpmath.exp(mpmath.mpf(e.numerator) / e.denominator) for e in exponents]


def exponential_shares(scores) -> list[float]:
    weights = heads(scores)
    return [float(w / sum(weights)) for w in weights]


def flip_shares(scores) -> list[float]:
    """Permute-and-flip as it is defined: every order, walked until a coin shows heads."""
    coins = heads(scores)
    shares = [mpmath.mpf(0)] * len(scores)
    orders = list(itertools.permutations(range(len(scores))))
    for order in orders:
        reached = mpmath.mpf(1)
        for index in order:
            shares[index] += reached * coins[index] / len(orders)
            reached *= 1 - coins[index]
    return [float(share) for share in shares]


def counts(draw, cells: int) -> np.ndarray:
    return np.bincount([draw() for _ in range(DRAWS)], minlength=cells)


@names
@pytest.mark.parametrize(
    ("choose", "shares"),
    [(exponential_choice, exponential_shares), (permute_and_flip, flip_shares)],
    ids=["exponential", "flip"],
)
def test_shares_are_exact(choose, shares, scores):
    exact = shares(scores)
    assert abs(sum(exact) - 1) < 1e-12
    assert p_value(counts(lambda: choose(scores), len(scores)), exact) > LEVEL
    if len(set(scores)) > 1:
        assert p_value(counts(lambda: choose(scores, rate=WRONG), len(scores)), exact) < LEVEL


def test_the_two_mechanisms_can_be_told_apart():
    scores = [2, 0, 0, 0, 0]
    assert p_value(counts(lambda: permute_and_flip(scores), 5), exponential_shares(scores)) < LEVEL


def test_undecided_words_do_not_change_the_shares():
    """8-bit words leave most draws among ten candidates to the exact comparison."""
    scores = list(range(10))
    read = candidates(scores, "1/5")
    exact = exponential_shares([Fraction(s, 5) for s in scores])
    assert p_value(counts(lambda: draw_candidate(read, system, 8), 10), exact) > LEVEL
    wrong = candidates(scores, "2/5")
    assert p_value(counts(lambda: draw_candidate(wrong, system, 8), 10), exact) < LEVEL


@pytest.mark.parametrize("p", [Fraction(1, 3), Fraction(1, 1000), Fraction(999, 1000)], ids=str)
def test_rational_coins(p):
    def fit(coins) -> float:
        return p_value([int(coins.sum()), int((~coins).sum())], [float(p), float(1 - p)])

    size = 2_000_000
    assert fit(bernoulli(p, size)) > LEVEL
    wrong = p * Fraction(1, 2) if p < Fraction(1, 2) else 1 - (1 - p) * Fraction(1, 2)
    assert fit(bernoulli(wrong, size)) < LEVEL


@pytest.mark.parametrize("gamma", [Fraction(1, 100), Fraction(1), Fraction(5)], ids=str)
def test_exponential_coins(gamma):
    p = float(mpmath.exp(-mpmath.mpf(gamma.numerator) / gamma.denominator))

    def fit(gamma: Fraction) -> float:
        coins = exponential_coins(np.full(2_000_000, float(gamma)), lambda _: gamma, system)
        return p_value([int(coins.sum()), int((~coins).sum())], [p, 1 - p])

    assert fit(gamma) > LEVEL
    assert fit(gamma * Fraction(110, 100)) < LEVEL


@pytest.mark.parametrize("n", [3, 100, 257])
def test_uniform_integers(n):
    draws = uniform_below(n, 400_000)
    assert p_value(np.bincount(draws, minlength=n), [1 / n] * n) > LEVEL
    folded = np.where(np.arange(len(draws)) % 20 == 0, draws // 2, draws)  # one in twenty falls into the lower half
    assert p_value(np.bincount(folded, minlength=n), [1 / n] * n) < LEVEL
