"""Uniform words from AES-256 in counter mode, keyed by the operating system."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable
from typing import Final, NoReturn, TypeVar

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext, algorithms, modes
from numpy.typing import NDArray

from epsilog.core.mechanism import RandomWords, WordBits
from epsilog.errors import PrivacyError, SpecError

# A key is thrown away after this many bytes. 2^22 blocks and a few under one key keep counter mode within 2^-84 of
# a truly random function (the PRP/PRF switching bound, 2^44 / 2^129), and an old key cannot replay old noise.
_BYTES_PER_KEY: Final = 1 << 26
_STRIDE: Final = 1 << 20
_ZEROS: Final = memoryview(bytes(_STRIDE))
_WORD: Final[dict[WordBits, np.dtype[np.unsignedinteger]]] = {
    8: np.dtype("u1"),
    16: np.dtype("<u2"),
    32: np.dtype("<u4"),
    64: np.dtype("<u8"),
}

_Drawn = TypeVar("_Drawn")


class _Process:
    """Which process this is. A fork changes it even where the same numbers lie in memory."""

    def __init__(self) -> None:
        self.forks = 0

    def forked(self) -> None:
        self.forks += 1

    @property
    def identity(self) -> tuple[int, int]:
        # The hook sees every fork that Python makes; the process number also those made behind its back.
        return os.getpid(), self.forks


_process: Final = _Process()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_process.forked)


def redrawn_after_fork(draw: Callable[[], _Drawn]) -> _Drawn:
    """Draw, and draw again if the process was forked meanwhile: parent and child never share a result.

    A signal handler may fork between two words of one draw. The child then resumes with words its parent holds
    too; it throws them away here and starts afresh under its own key.
    """
    while True:
        before = _process.identity
        drawn = draw()
        if _process.identity == before:
            return drawn


class _Stream:
    """One key and how much it has produced."""

    def __init__(self, key: bytes, process: tuple[int, int]) -> None:
        self.process = process
        self.used = 0
        self.context: CipherContext = Cipher(algorithms.AES256(key), modes.CTR(bytes(16))).encryptor()


class Randomness:
    """Independent uniform machine words; the generator every release uses. There is no seed to set.

    >>> rng = Randomness()
    >>> rng.words(3, 32).dtype, rng.words(0, 8).size, rng.reproducible
    (dtype('uint32'), 0, False)

    Each thread has a stream of its own, keyed with 256 bits from the operating system and rekeyed every 64 MiB.
    Nothing is buffered: a call encrypts exactly the bytes it hands out, in one step that neither another
    thread nor a signal handler can divide, so no word is handed out twice and no future word lies in memory.
    There is no lock that a fork could leave locked.

    Forks. A child finds that its process is not the one its stream was keyed in, and takes a new key. A fork in
    the middle of a call is noticed before the words are handed out.

    Assumed. AES-256 in counter mode is a pseudo-random function and os.urandom delivers secret uniform keys.
    The guarantees built on it are therefore computational: they hold against every adversary who cannot
    break AES. Restoring a snapshot of a running virtual machine repeats a stream; docs/proofs/noise-randomness.md.

    Checked by: tests/unit/noise/test_randomness.py, tests/unit/noise/test_forks.py.
    """

    def __init__(self) -> None:
        self._thread = threading.local()

    @property
    def reproducible(self) -> bool:
        """Never: nobody can repeat this stream."""
        return False

    def words(self, count: int, bits: WordBits) -> NDArray[np.unsignedinteger]:
        """That many uniform unsigned integers of 8, 16, 32 or 64 bits."""
        return redrawn_after_fork(lambda: fill_words(count, bits, self._context))

    def _context(self, size: int) -> CipherContext:
        stream: _Stream | None = getattr(self._thread, "stream", None)
        process = _process.identity
        if stream is None or stream.process != process or stream.used > _BYTES_PER_KEY:
            # The process was noted before the key was drawn: a child forked in between holds its parent's key, but
            # not under its own name, and so takes another one.
            stream = self._thread.stream = _Stream(os.urandom(32), process)
        stream.used += size
        return stream.context

    def __reduce__(self) -> NoReturn:
        raise PrivacyError("a generator is not pickled or copied: its noise would repeat", hint="make a new one")

    def __repr__(self) -> str:
        return "Randomness()"


class ReproducibleRandomness:
    """The same words for the same seed: for tests only, through `epsilog.testing.seeded`.

    Whoever knows the seed can subtract the noise, so `reproducible` is True and a release drawn with it says so.

    >>> a, b = ReproducibleRandomness(7), ReproducibleRandomness(7)
    >>> bool((a.words(5, 64) == b.words(5, 64)).all()), a.reproducible
    (True, True)
    """

    def __init__(self, seed: int | bytes) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int | bytes):
            raise SpecError("a seed is an integer or bytes", where="seed")
        text = seed if isinstance(seed, bytes) else b"%d" % seed
        kind = b"bytes:" if isinstance(seed, bytes) else b"integer:"
        key = hashlib.sha256(b"epsilog reproducible randomness, " + kind + text).digest()
        self._stream = _Stream(key, _process.identity)
        self._lock = threading.Lock()

    @property
    def reproducible(self) -> bool:
        """Always."""
        return True

    def words(self, count: int, bits: WordBits) -> NDArray[np.unsignedinteger]:
        """The next words of the stream."""
        with self._lock:
            return fill_words(count, bits, lambda size: self._stream.context)

    def __repr__(self) -> str:
        return "ReproducibleRandomness(…)"


def fill_words(count: int, bits: WordBits, context: Callable[[int], CipherContext]) -> NDArray[np.unsignedinteger]:
    """An array of fresh keystream; `context` gives the cipher for so many more bytes."""
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise SpecError("the number of words is a whole number, zero or more", where="count")
    if bits not in _WORD:
        raise SpecError("words have 8, 16, 32 or 64 bits", where="bits")
    words = np.empty(count, dtype=_WORD[bits])
    if count:
        room = words.view(np.uint8).data
        for start in range(0, len(room), _STRIDE):
            part = room[start : start + _STRIDE]
            # Counter mode adds its keystream to the plaintext; added to zeros it is the keystream itself.
            if context(len(part)).update_into(_ZEROS[: len(part)], part) != len(part):
                raise PrivacyError(
                    "the cipher gave fewer bytes than were asked for"
                )  # the rest would not be random
    return words


system: Final[RandomWords] = Randomness()
