"""The generator: uniform to the last byte, one stream per thread, never pickled, rekeyed, no seed."""

from __future__ import annotations

import copy
import inspect
import os
import pickle
import sys
import threading

import numpy as np
import pytest

from epsilog.errors import PrivacyError, SpecError
from epsilog.noise import Randomness, discrete_gaussian, discrete_laplace, randomness, system
from epsilog.noise.randomness import ReproducibleRandomness
from statistical.goodness_of_fit import LEVEL, p_value

MEBIBYTE = 1 << 20


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_words_have_the_size_asked_for(bits):
    words = Randomness().words(1000, bits)
    assert words.dtype == np.dtype(f"u{bits // 8}")
    assert words.shape == (1000,)
    assert words.flags.writeable
    assert words.flags.owndata


def test_every_byte_of_a_long_request_is_uniform():
    """Each mebibyte and the odd end by itself, so that no stretch can stay unfilled. False alarms: below 1e-6."""
    data = Randomness().words(3 * MEBIBYTE + 60_001, 8)
    for start in range(0, len(data), MEBIBYTE):
        part = data[start : start + MEBIBYTE]
        assert p_value(np.bincount(part, minlength=256), [1 / 256] * 256) > LEVEL
    holed = data[:MEBIBYTE].copy()
    holed[:20_000] = 0
    assert p_value(np.bincount(holed, minlength=256), [1 / 256] * 256) < LEVEL


def test_requests_continue_the_stream_and_never_repeat_it():
    rng = Randomness()
    seen = np.concatenate([rng.words(size, 64) for size in (1, 2, 3, 1000, 5, 200_000)])
    assert len(np.unique(seen)) == len(seen)


def test_no_block_is_handed_to_two_threads():
    rng = Randomness()
    start = threading.Barrier(8)
    found: list[np.ndarray] = []

    def draw() -> None:
        start.wait()
        found.extend(rng.words(2 * size, 64) for size in (1, 7, 1000) * 20)

    threads = [threading.Thread(target=draw) for _ in range(8)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert len(found) == 8 * 60
    blocks = np.concatenate(found).reshape(-1, 2)
    assert len(np.unique(blocks, axis=0)) == len(blocks) == 8 * 20 * 1008


def test_a_key_is_replaced_after_its_share(monkeypatch):
    keys = []
    urandom = os.urandom
    monkeypatch.setattr(randomness.os, "urandom", lambda size: keys.append(size) or urandom(size))
    monkeypatch.setattr(randomness, "_BYTES_PER_KEY", 2 * MEBIBYTE)
    rng = Randomness()
    words = rng.words(10 * MEBIBYTE, 8)
    assert set(keys) == {32}
    assert 3 <= len(keys) <= 5
    assert len(np.unique(words.view(np.uint64))) == len(words) // 8


def test_words_the_cipher_did_not_fill_are_never_handed_out():
    """Memory that nobody filled is not random: a cipher that stops early must not pass for noise."""

    class Idle:
        def update_into(self, data, room):
            return len(data) - 1

    rng = ReproducibleRandomness(1)
    rng._stream.context = Idle()
    with pytest.raises(PrivacyError, match="fewer bytes"):
        rng.words(4, 64)


def test_two_generators_share_nothing():
    assert not (Randomness().words(100, 64) == Randomness().words(100, 64)).any()


@pytest.mark.parametrize("move", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_generator_is_not_copied(move):
    with pytest.raises(PrivacyError, match="its noise would repeat"):
        move(Randomness())


def test_there_is_no_seed_to_set():
    assert list(inspect.signature(Randomness).parameters) == []
    with pytest.raises(TypeError):
        Randomness(7)
    assert not Randomness().reproducible
    assert isinstance(system, Randomness)


@pytest.mark.parametrize("make", [Randomness, lambda: ReproducibleRandomness(1)])
@pytest.mark.parametrize(("count", "bits"), [(-1, 8), (True, 8), (1.0, 8), ("1", 8), (1, 7), (1, 128), (1, 0)])
def test_odd_requests_are_refused(make, count, bits):
    with pytest.raises(SpecError):
        make().words(count, bits)


def test_a_seed_repeats_everything_and_says_so():
    first, second = ReproducibleRandomness(42), ReproducibleRandomness(42)
    assert first.reproducible
    for draw in (discrete_laplace, discrete_gaussian):
        assert (draw(10, 5000, first) == draw(10, 5000, second)).all()
    assert (first.words(9, 16) == second.words(9, 16)).all()


def test_seeds_differ_and_a_number_is_not_its_spelling():
    streams = [ReproducibleRandomness(seed).words(4, 64).tobytes() for seed in (0, 1, -1, b"0", b"1", b"", 2**100)]
    assert len(set(streams)) == len(streams)


def test_a_seeded_stream_is_the_same_on_every_machine():
    """A golden value: whoever changes the derivation breaks recorded test runs."""
    assert ReproducibleRandomness(7).words(2, 64).tolist() == GOLDEN


GOLDEN = [2204367771490193295, 13099915622885662683]


@pytest.mark.parametrize("seed", [None, 1.5, True, "seed", [1]])
def test_odd_seeds_are_refused(seed):
    with pytest.raises(SpecError, match="seed"):
        ReproducibleRandomness(seed)
