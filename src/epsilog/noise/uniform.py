"""Uniform integers below n."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords, WordBits
from epsilog.core.number import whole
from epsilog.noise.randomness import redrawn_after_fork, system
from epsilog.noise.size import Size, shape_of

_CHUNK: Final = 1 << 16


def uniform_below(n: int, size: Size, rng: RandomWords = system) -> NDArray[np.int64]:
    """Integers from 0 to n - 1, each exactly as likely; n up to 2^63.

    >>> uniform_below(1, 3).tolist()
    [0, 0, 0]

    Proof: the last b bits of a uniform word are uniform below 2^b, with 2^(b-1) < n <= 2^b. Keeping only those
    below n leaves each of them equally likely; every second one is kept, on average, or more.
    """
    shape = shape_of(size, rng)
    below = whole(n, "n", at_least=1, at_most=2**63)
    return redrawn_after_fork(lambda: _uniform(below, math.prod(shape), rng).reshape(shape))


def _uniform(n: int, number: int, rng: RandomWords) -> NDArray[np.int64]:
    drawn = np.zeros(number, dtype=np.int64)
    if n == 1:
        return drawn
    bits = (n - 1).bit_length()
    width: WordBits = 8 if bits <= 8 else 16 if bits <= 16 else 32 if bits <= 32 else 64
    share = n / 2**bits
    have = 0
    while have < number:
        wanted = min(_CHUNK, int((number - have) / share * 1.05) + 8)
        words = rng.words(wanted, width)
        words &= words.dtype.type(2**bits - 1)
        kept = words[words <= words.dtype.type(n - 1)][: number - have]
        drawn[have : have + len(kept)] = kept.astype(np.int64)
        have += len(kept)
    return drawn
