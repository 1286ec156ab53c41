"""Geometric integers drawn as independent binary digits."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords, WordBits
from epsilog.noise.comparison import coin, exponential, is_below, logistic, threshold

WORD_BITS: Final[WordBits] = 32
_WORDS_PER_CHUNK: Final = 1 << 16  # 256 KiB of words: the working set of a chunk stays in the second-level cache
_WIDEST: Final = 62


@dataclass(frozen=True)
class Digits:
    """The law P(G >= k) = exp(-k / scale), as thresholds for the binary digits of G.

    With `count` digits, G = low + 2^count · H: digit i of low is one with probability 1/(1 + exp(2^i / scale)),
    H is geometric with scale / 2^count, and all of them are independent (docs/proofs/noise-laplace.md). A digit
    is one word compared with a certified threshold; a word equal to its threshold is undecided and gets more
    bits. H is almost always zero: one word says so unless that word is undecided too.
    """

    scale: Fraction
    word_bits: WordBits
    count: int
    thresholds: NDArray[np.unsignedinteger] = field(repr=False, compare=False)
    tail: int

    @property
    def width(self) -> int:
        """Words per number: the digits, padded to whole bytes."""
        return -(-self.count // 8) * 8

    @property
    def per_chunk(self) -> int:
        """How many numbers fill one chunk."""
        return len(self.thresholds) // self.width if self.width else _WORDS_PER_CHUNK // 8

    def draw(self, number: int, rng: RandomWords) -> tuple[NDArray[np.unsignedinteger], dict[int, int]]:
        """Low parts of that many numbers (at most one chunk), and H where it is not zero."""
        return self._packed(self._bits(number, rng), number), self._far(number, rng)

    def draw_unbounded(self, number: int, rng: RandomWords) -> list[int]:
        """That many numbers as Python integers, for scales whose digits outgrow a machine word."""
        bits = np.packbits(self._bits(number, rng), bitorder="little").tobytes()
        size = self.width // 8
        drawn = [int.from_bytes(bits[size * at : size * (at + 1)], "little") for at in range(number)]
        for at, high in self._far(number, rng).items():
            drawn[at] += high << self.count
        return drawn

    def _bits(self, number: int, rng: RandomWords) -> NDArray[np.bool_]:
        size = number * self.width
        words = rng.words(size, self.word_bits)
        limits = self.thresholds[:size]
        bits = words < limits
        undecided = words == limits
        if undecided.any():
            for at in np.flatnonzero(undecided).tolist():
                digit = at % self.width
                if digit < self.count:  # beyond lies padding: its threshold is zero, its bit stays zero
                    law = logistic(2**digit / self.scale)
                    bits[at] = is_below(int(words[at]), self.word_bits, law, rng)
        return bits

    def _packed(self, bits: NDArray[np.bool_], number: int) -> NDArray[np.unsignedinteger]:
        size = self.width // 8
        if size == 0:
            return np.zeros(number, dtype=np.uint8)
        packed = np.packbits(bits, bitorder="little")
        room = 1 << (size - 1).bit_length()
        if room != size:
            padded = np.zeros((number, room), dtype=np.uint8)
            padded[:, :size] = packed.reshape(number, size)
            packed = padded.reshape(-1)
        return packed.view(np.dtype(f"<u{room}"))

    def _far(self, number: int, rng: RandomWords) -> dict[int, int]:
        words = rng.words(number, self.word_bits)
        far = {}
        near = words > self.tail
        if not near.all():
            law = exponential(2**self.count / self.scale)
            for at in np.flatnonzero(~near).tolist():
                if is_below(int(words[at]), self.word_bits, law, rng):
                    far[at] = 1
                    while coin(law, rng):
                        far[at] += 1
        return far


@lru_cache(maxsize=64)
def digits_of(scale: Fraction, word_bits: WordBits = WORD_BITS, count: int | None = None) -> Digits:
    """Certified thresholds for a scale; the number of digits is the least that makes H > 0 rarer than 2^-word_bits.

    >>> digits_of(Fraction(1)).count, digits_of(Fraction(1000)).count, digits_of(Fraction(1, 1000)).count
    (5, 15, 0)
    """
    if count is None:
        count = 0
        while threshold(exponential(2**count / scale), word_bits):
            count += 1
    width = -(-count // 8) * 8
    row = np.zeros(width, dtype=f"<u{word_bits // 8}")
    row[:count] = [threshold(logistic(2**digit / scale), word_bits) for digit in range(count)]
    # An even number of rows, so that a chunk splits into two halves for a difference of two numbers.
    rows = max(2, _WORDS_PER_CHUNK // width // 2 * 2) if width else 0
    tiled = np.tile(row, rows)
    tiled.setflags(write=False)
    return Digits(scale, word_bits, count, tiled, threshold(exponential(2**count / scale), word_bits))


def fits_a_machine_word(digits: Digits) -> bool:
    """Whether low parts and their differences stay below 2^62."""
    return digits.count <= _WIDEST
