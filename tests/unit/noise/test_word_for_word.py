"""A second, slow implementation of each sampler reads the same words and must return the same numbers.

It follows the proofs and not the code: one uniform number U per question, compared with a probability that mpmath
knows to 100 digits. Short words make ties and tails frequent. The streams are seeded: nothing here is left to
chance.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from fractions import Fraction

import mpmath
import numpy as np
import pytest

from epsilog.noise import gaussian as gaussian_rejection
from epsilog.noise.candidates import candidates
from epsilog.noise.choice import draw_candidate
from epsilog.noise.coins import exponential_coins
from epsilog.noise.digits import digits_of
from epsilog.noise.gaussian import rejection_draws
from epsilog.noise.gaussian_table import gaussian_table
from epsilog.noise.laplace import _geometric_draws, laplace_draws
from epsilog.noise.randomness import ReproducibleRandomness
from epsilog.noise.saturation import saturate
from unit.noise.scripted_words import ScriptedWords

HIGHEST = 2**64 - 1


@pytest.fixture(autouse=True)
def hundred_digits():
    with mpmath.workdps(100):
        yield


def real(x: Fraction) -> mpmath.mpf:
    return mpmath.mpf(x.numerator) / x.denominator


def below(word: int, bits: int, p: mpmath.mpf, rng) -> bool:
    """Whether U < p, with further words of U as long as its known bits are also those of p."""
    while True:
        known = int(mpmath.floor(p * mpmath.mpf(2) ** bits))
        if word != known:
            return word < known
        word, bits = word << 64 | int(rng.words(1, 64)[0]), bits + 64


def slow_geometric(scale: Fraction, bits: int, count: int, number: int, rng) -> list[int]:
    width = -(-count // 8) * 8
    words = rng.words(number * width, bits).reshape(number, width).tolist()
    ones = [1 / (1 + mpmath.exp(real(2**digit / scale))) for digit in range(count)]
    drawn = [sum(below(row[i], bits, ones[i], rng) << i for i in range(count)) for row in words]
    more = mpmath.exp(-real(2**count / scale))
    for at, word in enumerate(rng.words(number, bits).tolist()):
        while below(word, bits if drawn[at] >> count == 0 else 64, more, rng):
            drawn[at] += 1 << count
            word = int(rng.words(1, 64)[0])
    return drawn


def slow_laplace(scale: Fraction, bits: int, count: int, number: int, rng) -> list[int]:
    halves = slow_geometric(scale, bits, count, 2 * number, rng)
    return [halves[at] - halves[number + at] for at in range(number)]


def in_step(first, second) -> bool:
    """Both have used the same words so far: what follows is the same."""
    return first.words(2, 64).tolist() == second.words(2, 64).tolist()


@pytest.mark.parametrize("bits", [8, 16, 32])
@pytest.mark.parametrize("count", [0, 1, 3, 8, 9, 16, 17, 24, 25, 33, 41, 49, 57, 62, 63, 65, 90])
def test_digits_of_every_number_of_bytes(bits, count):
    # About one number in e is far; the others use all their digits.
    scale = Fraction(2**count) + Fraction(1, 3)
    digits = digits_of(scale, bits, count)
    fast, slow = ReproducibleRandomness(count), ReproducibleRandomness(count)
    draws, beyond = laplace_draws(digits, 40, fast)
    wanted = slow_laplace(scale, bits, count, 40, slow)
    assert draws.tolist() == [saturate(z) for z in wanted]
    assert len(beyond) >= 10
    assert all(wanted[at] == z for at, z in beyond.items())
    assert all(abs(wanted[at]) < 2**62 for at in range(40) if at not in beyond)
    assert _geometric_draws(digits, 40, fast).tolist() == [
        saturate(g) for g in slow_geometric(scale, bits, count, 40, slow)
    ]
    assert in_step(fast, slow)


def test_chunks_follow_one_another():
    digits = digits_of(Fraction(3), 8, 2)
    fast, slow = ReproducibleRandomness(1), ReproducibleRandomness(1)
    half, whole = digits.per_chunk // 2, digits.per_chunk
    draws, beyond = laplace_draws(digits, half + 50, fast)
    wanted = slow_laplace(Fraction(3), 8, 2, half, slow) + slow_laplace(Fraction(3), 8, 2, 50, slow)
    assert draws.tolist() == wanted
    assert {at: wanted[at] for at in beyond} == beyond
    assert max(beyond) >= half
    wanted = slow_geometric(Fraction(3), 8, 2, whole, slow) + slow_geometric(Fraction(3), 8, 2, 50, slow)
    assert _geometric_draws(digits, whole + 50, fast).tolist() == wanted


def slow_table(variance: Fraction, bits: int, number: int, rng) -> list[int]:
    """U picks the first place with U < C; a word that agrees with some C to all its bits asks for more of U."""
    reach = int(22 * math.sqrt(variance)) + 12
    weights = [mpmath.exp(-real(k * k / (2 * variance))) for k in range(reach)]
    whole = weights[0] + 2 * mpmath.fsum(weights[1:])
    order = [0, *(sign * k for k in range(1, reach) for sign in (1, -1))]
    sums, total = [], mpmath.mpf(0)
    for k in order:
        total += weights[abs(k)] / whole
        sums.append(total)

    def place(word: int, known: int) -> int | None:
        first = bisect_right(sums, mpmath.mpf(word) / mpmath.mpf(2) ** known)
        return first if mpmath.mpf(word + 1) / mpmath.mpf(2) ** known <= sums[first] else None

    drawn: list[int] = []
    while len(drawn) < number:
        words = rng.words(min(1 << 14, number - len(drawn)), bits).tolist()
        known = {word: place(word, bits) for word in set(words)}
        found = [known[word] for word in words]
        for at, word in enumerate(words):
            length = bits
            while found[at] is None:
                word, length = word << 64 | int(rng.words(1, 64)[0]), length + 64
                found[at] = place(word, length)
        drawn.extend(order[at] for at in found)
    return drawn


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("variance", [Fraction(1, 100), Fraction(1, 4), Fraction(1), Fraction(20)], ids=str)
def test_the_table_by_search_by_guide_and_over_chunks(variance, bits):
    table = gaussian_table(variance, bits)
    for number in (900, (1 << 14) + 1500):
        fast, slow = ReproducibleRandomness(number), ReproducibleRandomness(number)
        assert table.draw(number, fast).tolist() == slow_table(variance, bits, number, slow)
        assert in_step(fast, slow)


@pytest.mark.parametrize("variance", [Fraction(1, 4), Fraction(100), Fraction(12345, 7), Fraction(2**22)], ids=str)
def test_no_value_of_the_leading_bits_is_guided_wrongly(variance):
    """All 65 536 of them: the first and the last word that starts so, searched among plain integers."""
    table = gaussian_table(variance)
    thresholds = np.array(table.thresholds.tolist(), dtype=object)
    leading = np.arange(1 << 16).astype(object)
    first, last = leading << 48, (leading << 48) + (2**48 - 1)
    lowest = np.searchsorted(thresholds, first, side="left")
    tied = np.searchsorted(thresholds, last, side="right") > lowest
    unsure = table.guide == np.iinfo(np.int16).min
    assert tied.any()
    assert (unsure == tied).all()
    wanted = np.where(lowest % 2, 1, -1) * ((lowest + 1) // 2)
    assert (table.guide[~tied] == wanted[~tied]).all()
    assert abs(wanted).max() < 2**15, "a guide of 16 bits holds every number of the table"


@pytest.mark.parametrize("variance", [Fraction(9), Fraction(10**9, 7), Fraction(10**24), Fraction(10**34)], ids=str)
@pytest.mark.parametrize("bits", [8, 32])
def test_rejection_keeps_what_exact_coins_keep(variance, bits, monkeypatch):
    count = None if bits == 32 else digits_of(Fraction(math.isqrt(int(variance)) + 1)).count - 4
    monkeypatch.setattr(gaussian_rejection, "digits_of", lambda scale: digits_of(scale, bits, count))
    t = math.isqrt(int(variance)) + 1
    digits = digits_of(Fraction(t), bits, count)
    fast, slow = ReproducibleRandomness(9), ReproducibleRandomness(9)
    draws = rejection_draws(variance, 300, fast).tolist()
    wanted: list[int] = []
    while len(wanted) < 300:
        number = (300 - len(wanted)) * 3 // 2 + 8
        proposals, beyond = laplace_draws(digits, number, slow)
        words = slow.words(number, 64).tolist()
        kept = [
            (y, below(word, 64, mpmath.exp(-real((abs(y) - variance / t) ** 2 / (2 * variance))), slow))
            for y, word in zip(proposals.tolist(), words, strict=True)
        ]
        for at, y in beyond.items():
            p = mpmath.exp(-real((abs(y) - variance / t) ** 2 / (2 * variance)))
            kept[at] = y, below(int(slow.words(1, 64)[0]), 64, p, slow)
        wanted.extend([saturate(y) for y, keep in kept if keep][: 300 - len(wanted)])
    assert draws == wanted
    assert in_step(fast, slow)


def test_each_coin_of_a_long_batch_asks_for_its_own_exponent():
    """Words on the edge of each coin, beyond the first chunk of 2^15 too: one below is heads, one above tails."""
    number = (1 << 15) + 40
    exponents = [Fraction(at % 97 + 1, 13) for at in range(number)]
    cuts = {x: int(mpmath.floor(mpmath.exp(-real(x)) * 2**64)) for x in set(exponents)}
    steps = [1 - 2 * (at % 2) for at in range(number)]
    words = [cuts[x] + step for x, step in zip(exponents, steps, strict=True)]
    coins = exponential_coins(
        np.array([float(x) for x in exponents]), lambda at: exponents[at], ScriptedWords(long=words)
    )
    assert coins.tolist() == [step < 0 for step in steps]


@pytest.mark.parametrize(
    ("scores", "rate"),
    [
        ([0, 1, -2, Fraction(1, 2)], 1),
        (list(range(-10, 10)), "1/7"),
        (np.array([-(2**63), 2**63 - 1, 0, 2**63 - 2, 2**63 - 1]), "1/2"),
        ([0, -40, -45, -46, -3000, 0], 1),
    ],
    ids=["few", "many", "extreme", "steep"],
)
def test_a_choice_is_cut_exactly_however_near_the_edge(scores, rate):
    """128 bits of U on either side of every edge, from within the fast path's slack to far outside it."""
    read = candidates(scores, rate)
    weights = [mpmath.exp(-real(Fraction(read.gamma_of(at)))) for at in range(len(read))]
    sums = [mpmath.fsum(weights[: at + 1]) for at in range(len(read))]
    exact_path = fast_path = 0
    for edge in sums:
        cut = int(mpmath.floor(edge / sums[-1] * 2**128))
        for step in (5, 2**64, 2**84, 2**86, 2**88, 2**90, 2**100, 2**110):
            for word in (cut - step, cut + step):
                if not 0 <= word < 2**128:
                    continue
                rng = ScriptedWords(long=[word >> 64, word & HIGHEST], more=2**63)
                index = bisect_right(sums, mpmath.mpf(word) / 2**128 * sums[-1])
                assert draw_candidate(read, rng) == index
                exact_path += rng.extensions > 1
                fast_path += rng.extensions == 1
    assert exact_path > 10
    assert fast_path > 10
