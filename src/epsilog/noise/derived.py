"""Words that a secret and a label give: the same again for the same two, nothing to whoever lacks the secret."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords, WordBits
from epsilog.errors import PrivacyError, SpecError
from epsilog.noise.randomness import fill_words, redrawn_after_fork

_Drawn = TypeVar("_Drawn")

SECRET_BYTES: Final = 32
_DOMAIN: Final = b"epsilog derived randomness 1"


def draw_once(draw: Callable[[], _Drawn], rng: RandomWords) -> _Drawn:
    """Draw, again if the process was forked meanwhile; not so from derived words, the same in every process.

    A second draw would go on later in their row, and parent and child would give different bytes for one label.
    """
    return draw() if isinstance(rng, DerivedRandomness) else redrawn_after_fork(draw)


class DerivedRandomness:
    """Uniform words for one label, out of a device's secret: permanent randomness that is stored nowhere.

    >>> secret = bytes(range(32))
    >>> one, again = DerivedRandomness(secret, b"round", b"1"), DerivedRandomness(secret, b"round", b"1")
    >>> bool((one.words(4, 64) == again.words(4, 64)).all())
    True
    >>> bool((one.words(4, 64) == DerivedRandomness(secret, b"roun", b"d1").words(4, 64)).any())
    False

    The key is HMAC-SHA256(secret, domain and parts, each behind its length in four bytes); the words are AES-256 in
    counter mode from zero, little-endian. docs/protocol-local.md has vectors.

    Assumed. HMAC-SHA256 and AES-256 are pseudo-random functions and the secret is 256 uniform bits that only the
    device knows: then different labels give independent uniform words to everybody else. Whoever has the secret can
    repeat every word, so it never leaves the device.

    Checked by: tests/unit/noise/test_derived.py.
    """

    def __init__(self, secret: bytes, *label: bytes) -> None:
        if not isinstance(secret, bytes) or len(secret) != SECRET_BYTES:
            raise SpecError("a secret is 32 bytes", where="secret")
        text = b"".join(len(part).to_bytes(4, "big") + part for part in (_DOMAIN, *label))
        key = hmac.new(secret, text, hashlib.sha256).digest()
        self._context = Cipher(algorithms.AES256(key), modes.CTR(bytes(16))).encryptor()

    @property
    def reproducible(self) -> bool:
        """Not by anybody who may read what is drawn with it."""
        return False

    def words(self, count: int, bits: WordBits) -> NDArray[np.unsignedinteger]:
        """The next words of this label."""
        return fill_words(count, bits, lambda size: self._context)

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("derived randomness is not pickled", hint="derive it again")

    def __repr__(self) -> str:
        return "DerivedRandomness(…)"
