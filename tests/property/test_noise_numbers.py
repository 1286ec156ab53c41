"""Certified numbers of the samplers, for parameters nobody chose by hand."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from epsilog.core.price import exp_minus
from epsilog.noise import LIMIT, discrete_gaussian, discrete_laplace, saturating_add
from epsilog.noise.comparison import exponential, is_below, logistic, ratio, threshold
from epsilog.noise.digits import digits_of
from epsilog.noise.exponentials import ERROR, RELATIVE_ERROR, exp_minus_floats
from epsilog.noise.gaussian_table import cumulative
from epsilog.noise.saturation import saturate
from unit.noise.scripted_words import ScriptedWords

rationals = st.builds(Fraction, st.integers(1, 10**12), st.integers(1, 10**9))
words = st.integers(0, 2**64 - 1)
int64 = st.integers(-(2**63), 2**63 - 1)


@given(st.floats(0, 60, allow_nan=False))
def test_floating_exponentials_stay_within_their_error(x):
    low, high = exp_minus(Fraction(x), 200)
    value = Fraction(float(exp_minus_floats(np.array([x]))[0]))
    assert Fraction(low, 2**200) - Fraction(ERROR) <= value <= Fraction(high, 2**200) + Fraction(ERROR)


@given(st.floats(0, 45, allow_nan=False))
def test_floating_exponentials_are_close_for_their_own_size(x):
    low, high = exp_minus(Fraction(x), 300)
    value = Fraction(float(exp_minus_floats(np.array([x]))[0])) * 2**300
    assert low * (1 - Fraction(RELATIVE_ERROR)) <= value <= high * (1 + Fraction(RELATIVE_ERROR))


@given(st.floats(0, 1.7e308, allow_nan=False))
def test_floating_exponentials_are_probabilities(x):
    assert 0 <= exp_minus_floats(np.array([x]))[0] <= 1


def test_the_error_is_not_claimed_too_generously():
    """Over a fine grid the worst error comes within a factor of eight of the claim: the proof is not vacuous."""
    grid = np.linspace(0, 0.3, 2001)
    with mpmath.workdps(30):
        pairs = zip(exp_minus_floats(grid).tolist(), grid.tolist(), strict=True)
        worst = max(abs(mpmath.mpf(value) - mpmath.exp(-mpmath.mpf(x))) for value, x in pairs)
    assert ERROR / 8 < worst <= ERROR


@given(rationals, st.sampled_from([8, 32, 64]))
@settings(deadline=None)
def test_digit_thresholds_are_floors(scale, bits):
    digit = digits_of(scale, bits).count // 2
    with mpmath.workdps(120):
        p = 1 / (1 + mpmath.exp(mpmath.mpf(2**digit) * scale.denominator / scale.numerator))
        assert threshold(logistic(2**digit / scale), bits) == int(mpmath.floor(p * 2**bits))


@given(st.builds(Fraction, st.integers(1, 2000), st.integers(1, 50)), st.integers(60, 200))
@settings(max_examples=40, deadline=None)
def test_cumulative_brackets_hold(variance, bits):
    low, high = cumulative(variance, bits)
    assert all(a <= b <= a + 2 for a, b in zip(low, high, strict=True))
    assert low == sorted(low)
    assert low[-1] == 2**bits - 1
    assert high[-1] == 2**bits
    with mpmath.workdps(90):
        x = mpmath.mpf(variance.denominator) / (2 * variance.numerator)
        whole = mpmath.jtheta(3, 0, mpmath.exp(-x))
        first = 2**bits / whole
        assert low[0] <= first * (1 + mpmath.mpf(10) ** -80)
        assert high[0] >= first * (1 - mpmath.mpf(10) ** -80)


@given(st.fractions(0, 1), words, st.lists(words, min_size=3, max_size=3))
def test_a_rational_comparison_is_the_comparison_of_numbers(p, word, more):
    """The words spell a number to 256 bits; unless it agrees with p that far, the answer is the plain one."""
    digits = word << 192 | more[0] << 128 | more[1] << 64 | more[2]
    if digits <= p * 2**256 < digits + 1:
        return
    answer = is_below(word, 64, ratio(p), ScriptedWords(long=more))
    assert answer == (Fraction(digits, 2**256) < p)


@given(st.fractions(0, 40), words)
def test_an_exponential_comparison_is_the_comparison_of_numbers(x, word):
    low, high = exp_minus(x, 300)
    more = 2**63
    digits = word << 64 | more
    answer = is_below(word, 64, exponential(x), ScriptedWords(long=[more], more=more))
    if digits + 1 <= low >> 172:
        assert answer
    if digits > high >> 172:
        assert not answer


@given(st.lists(st.tuples(int64, st.integers(-(2**80), 2**80)), max_size=20))
def test_sums_saturate_like_unbounded_integers(pairs):
    exact = np.array([x for x, _ in pairs], dtype=np.int64)
    noise = np.array([saturate(z) for _, z in pairs], dtype=np.int64)

    def clip(value: int) -> int:
        return max(-LIMIT, min(LIMIT, value))

    assert saturating_add(exact, noise).tolist() == [clip(clip(x) + z) for x, z in pairs]


@given(st.builds(Fraction, st.integers(1, 10**30), st.integers(1, 10**12)), st.integers(0, 50))
@settings(max_examples=60, deadline=None)
def test_every_parameter_in_range_is_drawn(parameter, size):
    assert discrete_laplace(parameter, size).shape == (size,)
    assert discrete_gaussian(min(parameter, Fraction(1000)), size).shape == (size,)
    assert discrete_gaussian(parameter + 2**23, size).shape == (size,)
