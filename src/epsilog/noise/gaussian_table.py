"""The discrete Gaussian by inversion of a certified cumulative table, for standard deviations up to thousands."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords, WordBits
from epsilog.core.price import exp_minus

LARGEST_VARIANCE: Final = 2**22  # a table of 19 standard deviations: 40 000 thresholds at the most

_CHUNK: Final = 1 << 14
_GUIDE_BITS: Final = 16
# The guide leaves large draws undecided more often than small ones. In a long batch that is lost in the crowd; in
# a short one the time would tell more, so there every draw is searched for.
_FEW: Final = 1024
_UNSURE: Final = np.iinfo(np.int16).min
_HOPELESS: Final = 4096


@dataclass(frozen=True)
class GaussianTable:
    """Cumulative probabilities of 0, 1, -1, 2, -2, … as certified words, and a guide by leading bits.

    Let C_j be the probability of the first j + 1 integers in that order and T_j = floor(C_j · 2^word_bits). A
    uniform U picks the first j with U < C_j. Its leading word decides unless it equals some T_j; the last
    threshold is the largest word, so the tail beyond the table is such a tie as well. Ties get more bits
    (docs/proofs/noise-gaussian.md).
    """

    sigma_squared: Fraction
    word_bits: WordBits
    thresholds: NDArray[np.unsignedinteger] = field(repr=False, compare=False)
    guide: NDArray[np.int16] = field(repr=False, compare=False)

    def draw(self, number: int, rng: RandomWords) -> NDArray[np.int64]:
        """That many draws."""
        drawn = np.empty(number, dtype=np.int64)
        shift = self.word_bits - len(self.guide).bit_length() + 1
        for start in range(0, number, _CHUNK):
            part = drawn[start : start + _CHUNK]
            words = rng.words(len(part), self.word_bits)
            if len(part) < _FEW:
                part[:] = self._searched(words, rng)
                continue
            found = self.guide.take((words >> shift).astype(np.intp, copy=False), mode="clip")
            part[:] = found
            unsure = np.flatnonzero(found == _UNSURE)
            if len(unsure):
                part[unsure] = self._searched(words[unsure], rng)
        return drawn

    def _searched(self, words: NDArray[np.unsignedinteger], rng: RandomWords) -> NDArray[np.int64]:
        order = np.searchsorted(self.thresholds, words, side="left")
        for at in np.flatnonzero(self.thresholds[order] == words).tolist():
            order[at] = self._extended(int(words[at]), int(order[at]), rng)
        return _with_sign(order)

    def _extended(self, word: int, first: int, rng: RandomWords) -> int:
        """The place of U, known to be at or after `first`, once enough bits of U are drawn."""
        bits = int(self.word_bits)
        while True:
            word, bits = word << 64 | int(rng.words(1, 64)[0]), bits + 64
            low, high = cumulative(self.sigma_squared, bits)
            place = first
            while word >= high[place]:
                place += 1
            if word < low[place]:
                return place


@lru_cache(maxsize=4)
def cumulative(sigma_squared: Fraction, bits: int) -> tuple[list[int], list[int]]:
    """Brackets low_j <= C_j · 2^bits <= high_j, far enough for the last low_j to reach 2^bits - 1.

    >>> low, high = cumulative(Fraction(1), 64)
    >>> low[0] / 2**64, high[0] - low[0]
    (0.3989422782668617, 1)

    Proof. With r = exp(-1/(2 σ²)) the weight of k is t_k = r^(k²), and t_(k+1) = t_k · s_k where s_k = r^(2k+1) and
    s_(k+1) = s_k · r². Every pair carries a lower and an upper end, floored and raised, so each pair brackets its
    number. The s_k fall, so the weights after K sum to at most t_(K+1)/(1 - s_(K+1)). That bound, on both sides of
    zero, is added to the upper end of the normaliser only. A_j/Z grows with A_j and falls with Z.
    """
    work = bits + 128
    one = 1 << work
    low_r, high_r = exp_minus(1 / (2 * sigma_squared), work)
    low_square, high_square = low_r * low_r >> work, -(-high_r * high_r >> work)
    low_step, high_step, low_term, high_term = low_r, high_r, low_r, high_r
    low_sum = high_sum = one
    low_sums, high_sums = [one], [one]
    negligible = 1 << 64
    while True:
        for _ in range(2):
            low_sum, high_sum = low_sum + low_term, high_sum + high_term
            low_sums.append(low_sum)
            high_sums.append(high_sum)
        low_step, high_step = low_step * low_square >> work, -(-high_step * high_square >> work)
        low_term, high_term = low_term * low_step >> work, -(-high_term * high_step >> work)
        # high_step bounds the ratio of the first weight left out to the one before it, so all later ratios too.
        rest = -(-(high_term << work) // (one - high_step))
        if rest <= negligible:
            break
    high_whole = high_sum + 2 * rest
    low = [(part << bits) // high_whole for part in low_sums]
    high = [min(-(-(part << bits) // low_sum), 1 << bits) for part in high_sums]
    return low, high


@lru_cache(maxsize=32)
def gaussian_table(sigma_squared: Fraction, word_bits: WordBits = 64) -> GaussianTable | None:
    """The certified table of a variance, or None where the rejection sampler has to serve.

    That is where the table would be too long, or if some threshold sat so close to a whole number that 4096 bits
    could not tell on which side (no such variance is known).

    >>> table = gaussian_table(Fraction(1))
    >>> table and (len(table.thresholds), float(table.thresholds[0]) / 2**64)
    (19, 0.3989422782668617)
    """
    if sigma_squared > LARGEST_VARIANCE:
        return None
    extra = 64
    while extra <= _HOPELESS:
        low, high = cumulative(sigma_squared, word_bits + extra)
        full = (1 << word_bits) - 1
        certified: list[int] = []
        for below, above in zip(low, high, strict=True):
            # C_j < 1, so the integer part of C_j · 2^word_bits is at most `full`, even where `above` is larger.
            if below >> extra != min(above >> extra, full):
                break
            certified.append(below >> extra)
            if certified[-1] == full:
                thresholds = np.array(certified, dtype=f"<u{word_bits // 8}")
                thresholds.setflags(write=False)
                return GaussianTable(sigma_squared, word_bits, thresholds, _guide(thresholds, word_bits))
        extra *= 4
    return None


def _guide(thresholds: NDArray[np.unsignedinteger], word_bits: WordBits) -> NDArray[np.int16]:
    """The draw for each value of the leading bits, or `_UNSURE` where a threshold shares those bits."""
    bits = min(_GUIDE_BITS, word_bits)
    leading = np.arange(1 << bits, dtype=thresholds.dtype)
    leading <<= word_bits - bits
    order = np.searchsorted(thresholds, leading, side="left")
    guide = _with_sign(order).astype(np.int16)
    guide[thresholds >> (word_bits - bits)] = _UNSURE
    guide.setflags(write=False)
    return guide


def _with_sign(order: NDArray[np.intp]) -> NDArray[np.int64]:
    """0, 1, 2, 3, 4, … → 0, 1, -1, 2, -2, …"""
    return np.where(order % 2, 1, -1) * ((order + 1) // 2)
