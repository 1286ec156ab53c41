"""Binary digits: certified thresholds, every word of eight bits enumerated, ties and tail resolved exactly."""

from __future__ import annotations

import itertools
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.noise.digits import WORD_BITS, digits_of
from epsilog.noise.laplace import laplace_draws
from unit.noise.scripted_words import ScriptedWords

SCALES = [Fraction(1, 3), Fraction(1), Fraction(3, 2), Fraction(3), Fraction(10), Fraction(1000)]
names = pytest.mark.parametrize("scale", SCALES, ids=str)
HIGHEST = 2**64 - 1


def true_digit(scale: Fraction, digit: int) -> mpmath.mpf:
    return 1 / (1 + mpmath.exp(mpmath.mpf(2**digit) * scale.denominator / scale.numerator))


@names
@pytest.mark.parametrize("word_bits", [8, 32, 64])
def test_thresholds_are_the_integer_parts(scale, word_bits):
    digits = digits_of(scale, word_bits)
    with mpmath.workdps(60):
        wanted = [int(mpmath.floor(true_digit(scale, i) * 2**word_bits)) for i in range(digits.count)]
        tail = mpmath.exp(-mpmath.mpf(2**digits.count) * scale.denominator / scale.numerator)
        before = mpmath.exp(-mpmath.mpf(2**digits.count) / 2 * scale.denominator / scale.numerator)
    assert digits.thresholds[: digits.count].tolist() == wanted
    assert tail < mpmath.mpf(2) ** -word_bits, "the tail word must be sure unless it is zero"
    assert digits.count == 0 or before >= mpmath.mpf(2) ** -word_bits, "one digit fewer would not do"
    assert digits.tail == 0


@names
def test_each_word_of_a_digit_decides_as_the_threshold_says(scale):
    """All 256 words at one digit, the others switched off: T ones, a tie, 255 - T zeros; p lies in between."""
    digits = digits_of(scale, 8)
    for digit in range(digits.count):
        words = np.full((256, digits.width), 255)
        words[:, digit] = np.arange(256)
        ones = {}
        for more in (0, HIGHEST):
            rng = ScriptedWords(words.reshape(-1), np.full(256, 255), more=more)
            low, far = digits.draw(256, rng)
            assert not far
            assert set(low.tolist()) <= {0, 2**digit}
            ones[more] = int((low > 0).sum())
            assert rng.extensions == 1, "exactly one of the 256 words is a tie"
        # A tie followed by zeros is a one, followed by ones it is a zero: the truth lies between.
        assert ones[0] == ones[HIGHEST] + 1
        with mpmath.workdps(40):
            assert mpmath.mpf(ones[HIGHEST]) / 256 < true_digit(scale, digit) < mpmath.mpf(ones[0]) / 256


@names
def test_a_tie_is_cut_where_the_true_probability_is(scale):
    """The 64 further bits are compared with the true further bits, to the last one; equality asks again."""
    digits = digits_of(scale, 8)
    for digit in range(digits.count):
        with mpmath.workdps(60):
            exact = int(mpmath.floor(true_digit(scale, digit) * 2**72))
        first, further = exact >> 64, exact & HIGHEST
        words = np.full(digits.width, 255)
        words[digit] = first
        for more, expected in ((further - 1, 1), (further + 1, 0)):
            low, _ = digits.draw(1, ScriptedWords(words, [255], long=[more]))
            assert low[0] >> digit & 1 == expected
        for last, expected in ((0, 1), (HIGHEST, 0)):
            rng = ScriptedWords(words, [255], long=[further, last])
            low, _ = digits.draw(1, rng)
            assert low[0] >> digit & 1 == expected
            assert not rng.long, "equality to 72 bits needs 64 more"


@pytest.mark.parametrize("scale", [Fraction(2), Fraction(3), Fraction(7, 2)], ids=str)
def test_all_words_of_two_digits_and_a_tail_give_the_law(scale):
    """65 536 pairs of words: the exact share of each outcome brackets its true probability, ratios included."""
    digits = digits_of(scale, 8, 2)
    pairs = np.array(list(itertools.product(range(256), repeat=2)))
    shares = {}
    for more in (0, HIGHEST):
        counts = np.zeros(4, dtype=int)
        for part in np.split(pairs, 8):
            words = np.full((len(part), digits.width), 255)
            words[:, :2] = part
            low, far = digits.draw(len(part), ScriptedWords(words.reshape(-1), np.full(len(part), 255), more=more))
            assert not far
            counts += np.bincount(low, minlength=4)
        assert counts.sum() == 65536
        shares[more] = counts
    first, second = (int(t) for t in digits.thresholds[:2])
    # Decided pairs only, then those that a tie may add: what the digits' independence says, exactly.
    sure = np.outer([255 - second, second], [255 - first, first]).reshape(-1)
    most = np.outer([256 - second, second + 1], [256 - first, first + 1]).reshape(-1)
    assert shares[0].tolist() == np.outer([255 - second, second + 1], [255 - first, first + 1]).reshape(-1).tolist()
    assert shares[HIGHEST].tolist() == np.outer([256 - second, second], [256 - first, first]).reshape(-1).tolist()
    with mpmath.workdps(40):
        q = mpmath.exp(-mpmath.mpf(scale.denominator) / scale.numerator)
        below_four = [q**g * (1 - q) / (1 - q**4) for g in range(4)]
        for g in range(4):
            assert sure[g] < below_four[g] * 65536 < most[g]
        for g in range(3):
            ratio = below_four[g] / below_four[g + 1]
            assert abs(ratio - 1 / q) < 1e-30
            assert mpmath.mpf(int(sure[g])) / int(most[g + 1]) < 1 / q < mpmath.mpf(int(most[g])) / int(sure[g + 1])


@pytest.mark.parametrize("scale", SCALES, ids=str)
def test_neighbouring_outputs_differ_by_the_promised_factor(scale):
    """The law built from digit probabilities, carried to 40 digits: P(k)/P(k+1) is exp(1/scale) for all k >= 0."""
    count = 4
    with mpmath.workdps(50):
        tail = mpmath.exp(-mpmath.mpf(2**count) * scale.denominator / scale.numerator)
        low = [mpmath.mpf(1)]
        for digit in range(count):
            p = true_digit(scale, digit)
            low = [w * (1 - p) for w in low] + [w * p for w in low]
        geometric = [low[g % 16] * (1 - tail) * tail ** (g // 16) for g in range(64)]
        promised = mpmath.exp(mpmath.mpf(scale.denominator) / scale.numerator)
        for g in range(63):
            assert abs(geometric[g] / geometric[g + 1] / promised - 1) < mpmath.mpf(10) ** -40
        # Z = G1 - G2: P(k) = sum over g of P(g + k) P(g) = P(G = k) · sum of q^g P(g), the same ratio again.
        difference = [sum(geometric[g + k] * geometric[g] for g in range(48)) for k in range(16)]
        for k in range(15):
            assert abs(difference[k] / difference[k + 1] / promised - 1) < mpmath.mpf(10) ** -40


def test_all_tail_words_decide_as_the_tail_probability_says():
    scale, count = Fraction(3), 2
    digits = digits_of(scale, 8, count)
    off = np.full(256 * digits.width, 255)
    ends = {}
    for more in (0, HIGHEST):
        # The words below the threshold are far at once and stop at the next question; the tie is asked first.
        script = ScriptedWords(off, np.arange(256), long=[HIGHEST] * digits.tail + [more], more=HIGHEST)
        low, far = digits.draw(256, script)
        assert not low.any()
        assert set(far.values()) <= {1}
        ends[more] = len(far)
    assert ends[0] == ends[HIGHEST] + 1 == digits.tail + 1
    with mpmath.workdps(40):
        assert mpmath.mpf(ends[HIGHEST]) / 256 < mpmath.exp(-mpmath.mpf(4) / 3) < mpmath.mpf(ends[0]) / 256


def test_the_tail_adds_whole_blocks_beyond_the_digits():
    digits = digits_of(Fraction(3), 8, 2)
    low_words = [255] * (2 * digits.width)
    # Number 0 is far by three blocks: its tail word says yes, then yes, yes, no.
    rng = ScriptedWords(low_words, [0, 255], long=[0, 0, HIGHEST])
    draws, beyond = laplace_draws(digits, 1, rng)
    assert draws.tolist() == [12]
    assert beyond == {0: 12}


def test_production_words_have_32_bits_and_ties_are_as_rare():
    assert WORD_BITS == 32
    assert digits_of(Fraction(1)).word_bits == 32


@pytest.mark.parametrize("scale", [Fraction(1, 10**12), Fraction(1, 100)], ids=str)
def test_a_tiny_scale_needs_no_digits(scale):
    digits = digits_of(scale)
    assert (digits.count, digits.width) == (0, 0)
    low, far = digits.draw(3, ScriptedWords([], [7, 1, 2**32 - 1]))
    assert low.tolist() == [0, 0, 0]
    assert far == {}
    # Even a tail word of zeros is only undecided; exp(-100) and all smaller numbers are far below 2^-96.
    rng = ScriptedWords([], [0], long=[1])
    assert digits.draw(1, rng)[1] == {}
    assert rng.extensions == 1
