"""Uniform integers below n, one 64-bit word each: the draw of devices, whatever language they are written in."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.core.number import whole
from epsilog.noise.derived import draw_once
from epsilog.noise.randomness import system
from epsilog.noise.size import Size, shape_of


def pick_below(n: int, size: Size, rng: RandomWords = system) -> NDArray[np.int64]:
    """Integers from 0 to n - 1, each exactly as likely; n up to 2^32.

    >>> pick_below(1, 3).tolist()
    [0, 0, 0]

    It reads as many words as numbers are asked for, in their order, then more for the rare ones that a word does
    not decide. So two programs that read the same words pick the same numbers (docs/protocol-local.md), and how
    much is read tells nothing of what was picked. `uniform_below` is quicker for large batches.

    Proof: the number is floor(U · n) for a uniform U whose first 64 bits are the word w. U · n lies in
    [w·n, (w+1)·n)/2^64, so it is decided unless w·n mod 2^64 is above 2^64 - n; then further 64 bits are read.
    """
    shape = shape_of(size, rng)
    below = whole(n, "n", at_least=1, at_most=2**32)
    return draw_once(lambda: _picks(below, math.prod(shape), rng).reshape(shape), rng)


def _picks(n: int, number: int, rng: RandomWords) -> NDArray[np.int64]:
    words = rng.words(number, 64).astype(np.uint64)
    half, mask, factor = np.uint64(32), np.uint64(2**32 - 1), np.uint64(n)
    low = (words & mask) * factor  # below 2^64, and so is the next line: (2^32 - 1) n + n
    high = (words >> half) * factor + (low >> half)
    rest = high << half | low & mask
    picked: NDArray[np.int64] = (high >> half).astype(np.int64)
    for at in np.flatnonzero(rest > np.uint64(2**64 - n)).tolist():
        picked[at] = _decide(int(words[at]), n, rng)
    return picked


def _decide(word: int, n: int, rng: RandomWords) -> int:
    bits = 64
    while True:
        word, bits = word << 64 | int(rng.words(1, 64)[0]), bits + 64
        first, last = word * n >> bits, (word + 1) * n - 1 >> bits
        if first == last:
            return first
