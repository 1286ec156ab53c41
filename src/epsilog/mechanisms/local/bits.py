"""Bits of many reports, packed eight to a byte: drawn, and counted position by position."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords
from epsilog.noise.coins import bernoulli

_BLOCK = 1 << 16  # words of 64 bits that are added up at once: they stay in the cache


def one_hot_bits(
    ones: NDArray[np.int64], width: int, p: Fraction, q: Fraction, rng: RandomWords
) -> NDArray[np.bool_]:
    """For each number a row of `width` coins: p at that place, q at all others.

    All coins of q are tossed first and those of p after them, whatever the numbers: what is read tells nothing.
    """
    bits = bernoulli(q, (len(ones), width), rng)
    bits[np.arange(len(ones)), ones] = bernoulli(p, len(ones), rng)
    return bits


def column_counts(packed: NDArray[np.uint8], width: int) -> NDArray[np.int64]:
    """How many rows have each of the first `width` bits set; the highest bit of the first byte is bit 0.

    >>> column_counts(np.array([[0b10100000], [0b11000000]], dtype=np.uint8), 3).tolist()
    [2, 1, 1]

    Rows are added up as planes of binary digits: three rows of weight w become one of weight w, their exclusive or,
    and one of weight 2w, their majority. Every step loses a third of the rows and no count; what is left, two rows
    of each weight at most, is unpacked.
    """
    words = -(-packed.shape[1] // 8)
    counts = np.zeros(words * 64, dtype=np.int64)
    step = max(1, _BLOCK // words)
    rows = np.zeros((min(step, len(packed)), words * 8), dtype=np.uint8)
    for start in range(0, len(packed), step):
        part = packed[start : start + step]
        rows[: len(part), : packed.shape[1]] = part
        _add_planes(rows[: len(part)].view(np.uint64), counts)
    return counts[:width]


def _add_planes(level: NDArray[np.uint64], counts: NDArray[np.int64]) -> None:
    weight = 1
    while len(level):
        carried = []
        while len(level) > 2:
            third = len(level) // 3
            a, b, c = level[:third], level[third : 2 * third], level[2 * third : 3 * third]
            either = a ^ b
            carried.append(a & b | c & either)
            either ^= c
            level = np.concatenate((either, level[3 * third :])) if len(level) > 3 * third else either
        for row in level:
            counts += weight * np.unpackbits(row.view(np.uint8)).astype(np.int64)
        level = np.concatenate(carried) if carried else level[:0]
        weight *= 2


def padding_is_zero(packed: NDArray[np.uint8], width: int) -> NDArray[np.bool_]:
    """Which rows leave the bits behind the last one at zero, as every honest device does."""
    spare = -width % 8
    clean: NDArray[np.bool_] = packed[:, -1] & np.uint8((1 << spare) - 1) == 0
    return clean
