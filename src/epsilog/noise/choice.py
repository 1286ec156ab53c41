"""Choosing one of many by private scores: the exponential mechanism's draw, and permute-and-flip."""

from __future__ import annotations

import math

import numpy as np

from epsilog.core.mechanism import RandomWords, WordBits
from epsilog.core.number import Number
from epsilog.noise.candidates import Candidates, Scores, candidates
from epsilog.noise.coins import exponential_coins
from epsilog.noise.exponentials import exp_minus_floats
from epsilog.noise.randomness import redrawn_after_fork, system
from epsilog.noise.size import shape_of
from epsilog.noise.uniform import uniform_below


def exponential_choice(scores: Scores, rate: Number = 1, *, rng: RandomWords = system) -> int:
    """An index drawn with probability exactly proportional to exp(rate · score).

    >>> exponential_choice([0, 0, 5000])         # the others have odds of one in e^5000
    2
    >>> import numpy as np
    >>> 0 <= exponential_choice(np.arange(1000), rate="1/100") < 1000
    True

    Scores are private: errors speak of shapes and types only, never of a score. Integer arrays are fast (a million
    candidates take some tens of milliseconds); other sequences are read number by number.

    Proof: docs/proofs/noise-choice.md. A uniform U picks the first index j with U · S < A_j, where A_j sums the
    weights up to j and S sums them all. Certified brackets of both decide; where they cannot, more bits of U are
    drawn and the sums are bracketed more tightly. Only differences from the best score enter: nothing overflows.

    Charge: none of its own. With sensitivity Δ of the scores, rate = ε/(2Δ) gives ε-DP (rate = ε/Δ if all scores
    can only move the same way).

    Checked by: tests/statistical/test_choice.py, tests/unit/noise/test_choice.py.

    References: McSherry and Talwar 2007.
    """
    shape_of(1, rng)
    read = candidates(scores, rate)
    return redrawn_after_fork(lambda: draw_candidate(read, rng))


def permute_and_flip(scores: Scores, rate: Number = 1, *, rng: RandomWords = system) -> int:
    """An index drawn by permute-and-flip: never worse than the exponential mechanism at the same price.

    >>> permute_and_flip([0, 0, 5000])
    2

    The mechanism visits the candidates in random order and stops at the first whose coin, of probability
    exp(rate · (score - best)), shows heads.

    Proof. The coins do not depend on the order, so all may be flipped first; the first heads in a uniformly
    random order is then uniform among the heads. That is what the code does: exact coins for all, then one of
    the heads by `uniform_below`. The best candidate's coin always shows heads, so there is one.

    Scores are private: errors speak of shapes and types only. The time depends on the number of heads only
    through the last draw.

    Charge: none of its own; rate = ε/(2Δ) gives ε-DP as for the exponential mechanism.

    References: McKenna and Sheldon 2020.
    """
    shape_of(1, rng)
    read = candidates(scores, rate)

    def draw() -> int:
        heads = np.flatnonzero(exponential_coins(read.gammas(), read.gamma_of, rng))
        return int(heads[uniform_below(len(heads), 1, rng)[0]])

    return redrawn_after_fork(draw)


def draw_candidate(read: Candidates, rng: RandomWords, word_bits: WordBits = 64) -> int:
    """The draw itself; a short word makes the exact comparison frequent, for tests."""
    number = len(read)
    weights = exp_minus_floats(read.gammas())
    # As fine as 64 bits allow: the integers add up to less than 2^62.
    scale = 61 - math.frexp(float(weights.sum()))[1]
    sums = np.cumsum((weights * 2.0**scale).astype(np.int64))
    whole = int(sums[-1])
    # Every sum misses its true value by less: rounding down by one each, the exponentials by 2^-43 of their sum.
    slack = 2 * number + (whole >> 42) + 1
    word = int(rng.words(1, word_bits)[0])
    index = min(int(np.searchsorted(sums, word * whole >> word_bits, side="right")), number - 1)
    not_later = index == number - 1 or (word + 1) * (whole + slack) <= int(sums[index]) - slack << word_bits
    not_earlier = index == 0 or word * (whole - slack) >= int(sums[index - 1]) + slack << word_bits
    if not_later and not_earlier:
        return index
    return _settle_tie(read, word, int(word_bits), rng)


def _settle_tie(read: Candidates, word: int, bits: int, rng: RandomWords) -> int:
    """The first index with U · S < A, by bisection with as many bits of U as it takes."""
    number = len(read)
    while True:
        word, bits = word << 64 | int(rng.words(1, 64)[0]), bits + 64
        low, high = read.sums(bits + number.bit_length() + 8)
        first, last = 0, number - 1
        while first < last:
            middle = (first + last) // 2
            if (word + 1) * high[-1] <= low[middle] << bits:
                last = middle
            elif word * low[-1] >= high[middle] << bits:
                first = middle + 1
            else:
                break
        else:
            return first
