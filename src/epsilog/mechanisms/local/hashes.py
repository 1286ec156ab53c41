"""Public hash functions that devices and servers share: strongly universal, from 24 bytes or from a label.

`cell = ((a·x_high + b·x_low + c mod 2^64) >> 32) · cells >> 32` for a 64-bit key x and three 64-bit seeds. Over
uniform seeds the 32 bits in the middle are uniform and pairwise independent (vector multiply-shift), so two keys
share a cell with probability 1/cells, exactly where cells is a power of two and within 2^-32 elsewhere. Privacy
never rests on this: a report's law is proved for every fixed seed.
"""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Final

import numpy as np
from numpy.typing import NDArray

SEED_BYTES: Final = 24
_HALF: Final = np.uint64(32)
_LOW: Final = np.uint64(2**32 - 1)

Seeds = NDArray[np.uint64]  # three columns
Keys = NDArray[np.uint64]


def cells_of(seeds: Seeds, keys: Keys, cells: int) -> NDArray[np.int64]:
    """The cell of each key under its seed; rows of seeds and keys are broadcast against each other."""
    mixed = seeds[..., 0] * (keys >> _HALF) + seeds[..., 1] * (keys & _LOW) + seeds[..., 2]
    found: NDArray[np.int64] = ((mixed >> _HALF) * np.uint64(cells) >> _HALF).astype(np.int64)
    return found


def key_of_word(word: str) -> int:
    """A word as a 64-bit key: the first 8 bytes of the SHA-256 of its letters in normalisation form C.

    >>> key_of_word("e\\u0301") == key_of_word("é"), key_of_word("a") == key_of_word("A")
    (True, False)
    """
    text = unicodedata.normalize("NFC", word).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


def public_seeds(label: bytes, number: int) -> Seeds:
    """So many seeds that everybody who knows the label can compute.

    >>> public_seeds(b"browsers", 2).shape
    (2, 3)
    """
    stream = b"".join(
        hashlib.sha256(b"epsilog public hashes 1" + label + at.to_bytes(4, "big")).digest()[:SEED_BYTES]
        for at in range(number)
    )
    return seeds_from(np.frombuffer(stream, dtype=np.uint8).reshape(number, SEED_BYTES))


def seeds_from(rows: NDArray[np.uint8]) -> Seeds:
    """24 bytes as three numbers, highest byte first."""
    return np.ascontiguousarray(rows).view(">u8").astype(np.uint64).reshape(len(rows), 3)


def seed_bytes(seeds: Seeds) -> NDArray[np.uint8]:
    """Three numbers as 24 bytes."""
    return seeds.astype(">u8").view(np.uint8).reshape(len(seeds), SEED_BYTES)
