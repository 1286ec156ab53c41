"""Derived randomness: a vector for other languages, labels that cannot be confused, nothing that can be copied."""

from __future__ import annotations

import copy
import hashlib
import hmac
import pickle

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from epsilog.errors import PrivacyError, SpecError
from epsilog.noise import DerivedRandomness, bernoulli

SECRET = bytes(range(32))


def test_a_vector() -> None:
    """The same words by the definition alone, and as numbers that other programs can be checked with."""
    parts = (b"epsilog derived randomness 1", b"memo", b"7")
    text = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    key = hmac.new(SECRET, text, hashlib.sha256).digest()
    stream = Cipher(algorithms.AES256(key), modes.CTR(bytes(16))).encryptor().update(bytes(32))
    words = DerivedRandomness(SECRET, b"memo", b"7").words(4, 64)
    assert words.tolist() == np.frombuffer(stream, dtype="<u8").tolist()
    assert words.tolist() == [17853092182864127341, 17015387437278294865, 8243971198013651359, 923835277783165110]


def test_labels_are_never_confused() -> None:
    labels = [(), (b"",), (b"a",), (b"a", b""), (b"", b"a"), (b"ab",), (b"a", b"b"), (b"a\0", b"b")]
    firsts = {int(DerivedRandomness(SECRET, *label).words(1, 64)[0]) for label in labels}
    firsts |= {int(DerivedRandomness(bytes(32), *label).words(1, 64)[0]) for label in labels}
    assert len(firsts) == 2 * len(labels)


def test_words_go_on_where_they_were() -> None:
    one, two = DerivedRandomness(SECRET, b"x"), DerivedRandomness(SECRET, b"x")
    assert [*one.words(3, 64), *one.words(2, 64)] == two.words(5, 64).tolist()


def test_coins_are_fair_over_labels() -> None:
    """20,000 labels, one coin each: 6.5 deviations are 0.023; the twin is one label's coin, over and over."""
    coins = [bool(bernoulli("1/2", 1, DerivedRandomness(SECRET, b"%d" % at))[0]) for at in range(20_000)]
    assert abs(np.mean(coins) - 0.5) < 0.023
    assert len({bool(bernoulli("1/2", 1, DerivedRandomness(SECRET, b"1"))[0]) for _ in range(50)}) == 1


def test_it_shows_nothing_and_is_not_copied() -> None:
    rng = DerivedRandomness(SECRET, b"label")
    assert repr(rng) == "DerivedRandomness(…)"
    assert not rng.reproducible
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(PrivacyError):
            copied(rng)
    for secret in (b"", bytes(31), bytes(33), "x" * 32, None):
        with pytest.raises(SpecError) as refusal:
            DerivedRandomness(secret, b"label")
        assert refusal.value.what == "a secret is 32 bytes"
