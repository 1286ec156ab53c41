"""Forks: a child never repeats its parent's words, whenever the fork happens."""

from __future__ import annotations

import itertools
import os
import sys
import threading
import warnings

import numpy as np
import pytest

from epsilog.noise import (
    Randomness,
    bernoulli,
    discrete_gaussian,
    discrete_laplace,
    exponential_choice,
    geometric,
    permute_and_flip,
    randomness,
    uniform_below,
)
from epsilog.noise.derived import DerivedRandomness
from epsilog.noise.pick import pick_below
from epsilog.noise.randomness import ReproducibleRandomness, redrawn_after_fork

pytestmark = pytest.mark.usefixtures("forking")


@pytest.fixture
def forking():
    assert hasattr(os, "fork"), "these tests need a system that can fork"
    with warnings.catch_warnings():
        # Newer Pythons warn that forking beside threads is risky. That risk is what is tested here.
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def in_child(draw) -> bytes:
    """What `draw` returns in a forked child, sent home through a pipe."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.write(writer, draw())
            status = 0
        finally:
            os._exit(status)
    return collect(reader, writer, child)


def collect(reader: int, writer: int, child: int) -> bytes:
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        sent = pipe.read()
    _, status = os.waitpid(child, 0)
    assert status == 0, "the child failed"
    return sent


def test_children_and_parent_all_differ():
    rng = Randomness()
    rng.words(1, 8)
    streams = [in_child(lambda: rng.words(4, 64).tobytes()) for _ in range(20)]
    streams.append(rng.words(4, 64).tobytes())
    assert all(len(stream) == 32 for stream in streams)
    assert len(set(streams)) == 21


def test_grandchildren_differ_too():
    rng = Randomness()
    rng.words(1, 8)

    def child() -> bytes:
        own = rng.words(4, 64).tobytes()
        return own + in_child(lambda: rng.words(4, 64).tobytes())

    first, second = in_child(child), in_child(child)
    parts = {first[:32], first[32:], second[:32], second[32:], rng.words(4, 64).tobytes()}
    assert len(parts) == 5


def test_a_seeded_stream_does_repeat_so_the_test_above_can_fail():
    rng = ReproducibleRandomness(3)
    assert in_child(lambda: rng.words(4, 64).tobytes()) == rng.words(4, 64).tobytes()


def test_the_parent_keeps_its_stream_after_a_fork(monkeypatch):
    rng = Randomness()
    rng.words(1, 8)
    in_child(lambda: b"-")
    monkeypatch.setattr(randomness.os, "urandom", None)  # a new key would need it
    assert rng.words(1, 64).size == 1


def test_a_fork_behind_pythons_back_is_noticed_by_the_process_number(monkeypatch):
    rng = Randomness()
    rng.words(1, 8)
    before = rng._thread.stream
    number = os.getpid() + 1
    monkeypatch.setattr(randomness.os, "getpid", lambda: number)
    rng.words(1, 8)
    assert rng._thread.stream is not before


def test_a_fork_is_noticed_even_if_the_child_has_its_parents_number(monkeypatch):
    """In a new process namespace both may be number one: there the hook has to notice by itself."""
    monkeypatch.setattr(randomness.os, "getpid", lambda: 1)
    rng = Randomness()
    rng.words(1, 8)
    assert in_child(lambda: rng.words(4, 64).tobytes()) != rng.words(4, 64).tobytes()


def test_forks_while_other_threads_are_drawing():
    """No lock can be left behind locked: each child draws at once, and draws something else."""
    rng = Randomness()
    stop = threading.Event()

    def draw() -> None:
        while not stop.is_set():
            rng.words(1000, 64)
            discrete_laplace(3, 100, rng)

    threads = [threading.Thread(target=draw) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        streams = [
            in_child(lambda: rng.words(4, 64).tobytes() + discrete_gaussian(10**12, 4, rng).tobytes())
            for _ in range(10)
        ]
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert len({stream[:32] for stream in streams}) == 10
    assert len({stream[32:] for stream in streams}) == 10


class ForksOnce(Randomness):
    """Forks in the middle of a request, as a signal handler might: parent and child hold the same cipher state."""

    def __init__(self):
        super().__init__()
        self.reader, self.writer = os.pipe()
        self.child = None

    def _context(self, size):
        context = super()._context(size)
        if self.child is None:
            self.child = os.fork()
        return context


def both(rng: ForksOnce, draw) -> tuple[bytes, bytes]:
    """What one interrupted call returns in the parent and in the child."""
    own = draw()
    if rng.child == 0:
        os.write(rng.writer, own)
        os._exit(0)
    return own, collect(rng.reader, rng.writer, rng.child)


def test_a_fork_in_the_middle_of_a_request_is_noticed_before_words_are_handed_out():
    rng = ForksOnce()
    parent, child = both(rng, lambda: rng.words(4, 64).tobytes())
    assert len(parent) == len(child) == 32
    assert parent != child


def test_a_fork_between_the_key_and_its_first_use_does_not_share_the_key(monkeypatch):
    """A signal handler may fork when the key is drawn and its stream not yet made: the child must not adopt it."""
    rng = Randomness()
    reader, writer = os.pipe()
    urandom = os.urandom
    children = []

    def key(size: int) -> bytes:
        drawn = urandom(size)
        if not children:
            children.append(os.fork())
        return drawn

    monkeypatch.setattr(randomness.os, "urandom", key)
    own = b"".join(rng.words(4, 64).tobytes() for _ in range(3))
    if children[0] == 0:
        os.write(writer, own)
        os._exit(0)
    other = collect(reader, writer, children[0])
    assert len(own) == len(other) == 96
    assert not set(np.frombuffer(own, np.uint64)) & set(np.frombuffer(other, np.uint64))


class ForksBetweenWords:
    """Forks after a request was answered, in the middle of a sampler."""

    reproducible = False

    def __init__(self):
        self.inner = Randomness()
        self.reader, self.writer = os.pipe()
        self.child = None
        self.calls = 0

    def words(self, count, bits):
        self.calls += 1
        words = self.inner.words(count, bits)
        if self.child is None:
            self.child = os.fork()
        return words


@pytest.mark.parametrize(
    "sampler", [lambda rng: discrete_laplace(10**9, 9, rng), lambda rng: discrete_gaussian(10**6, 9, rng)]
)
def test_a_fork_in_the_middle_of_a_sampler_does_not_share_noise(sampler):
    rng = ForksBetweenWords()
    parent, child = both(rng, lambda: sampler(rng).tobytes())
    assert len(parent) == len(child) == 72
    same = np.frombuffer(parent, np.int64) == np.frombuffer(child, np.int64)
    assert same.sum() < 4, "by chance four of nine agree with a probability below 1e-11"


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng: discrete_laplace(10, 5, rng),
        lambda rng: discrete_gaussian(10, 5, rng),
        lambda rng: geometric(10, 5, rng),
        lambda rng: bernoulli("1/3", 5, rng),
        lambda rng: uniform_below(8, 5, rng),
        lambda rng: exponential_choice([1, 1, 1, 1], rng=rng),
        lambda rng: permute_and_flip([1, 1, 1, 1], rng=rng),
    ],
    ids=["laplace", "gaussian", "geometric", "coins", "uniform", "choice", "flip"],
)
def test_every_sampler_starts_again_in_a_child(draw):
    """The child asks for all its words anew: as many as the whole draw needs, not just those that were missing."""
    rng = ForksBetweenWords()
    draw(rng)
    if rng.child == 0:
        os.write(rng.writer, b"%d" % rng.calls)
        os._exit(0)
    assert int(collect(rng.reader, rng.writer, rng.child)) == 2 * rng.calls


def test_a_quiet_draw_is_made_once():
    calls = []
    assert redrawn_after_fork(lambda: calls.append(1) or "drawn") == "drawn"
    assert calls == [1]


def forked_at(step: int, rng: Randomness) -> tuple[list[bytes], list[bytes]] | None:
    """Three requests in the parent and in a child forked at that bytecode of the first one; None beyond its end."""
    reader, writer = os.pipe()
    seen, children = [], []

    def trace(frame, event, _):
        if frame.f_code.co_filename != randomness.__file__:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        seen.append(event)
        if len(seen) == step:
            sys.settrace(None)
            children.append(os.fork())
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        own = [rng.words(4, 64).tobytes()]
    finally:
        sys.settrace(before)
    own += [rng.words(4, 64).tobytes() for _ in range(2)]
    if not children:
        os.close(reader)
        os.close(writer)
        return None
    if children[0] == 0:
        os.write(writer, b"".join(own))
        os._exit(0)
    sent = collect(reader, writer, children[0])
    assert len(sent) == 96
    return own, [sent[:32], sent[32:64], sent[64:]]


@pytest.mark.nightly
@pytest.mark.parametrize("due", [False, True], ids=["a new stream", "a stream due for a new key"])
def test_a_fork_at_any_bytecode_of_a_request_shares_no_stream(due):
    """Only a finished request can be copied: words already on their way out, and none that come after."""
    shared = []
    for step in itertools.count(1):
        rng = Randomness()
        if due:
            rng.words(1, 8)
            rng._thread.stream.used = 1 << 40
        result = forked_at(step, rng)
        if result is None:
            break
        own, other = result
        assert not {*own[1:]} & {*other}, f"bytecode {step}"
        assert not {*own} & {*other[1:]}, f"bytecode {step}"
        shared.append(own[0] == other[0])
    assert len(shared) > 100, "the tracing must have worked"
    assert shared == sorted(shared), "once the last check is passed, and not before"
    assert 0 < sum(shared) < 20


@pytest.mark.parametrize("draw", [lambda rng: pick_below(1000, 20, rng), lambda rng: bernoulli("1/3", 200, rng)])
def test_a_fork_within_a_draw_of_derived_words_changes_nothing(draw):
    """One label gives the same bytes in parent and child, whenever the process is forked."""
    secret, reader, writer = bytes(32), *os.pipe()
    parent, children = os.getpid(), []

    class Forking(DerivedRandomness):
        def words(self, count, bits):
            found = super().words(count, bits)
            if not children:
                children.append(os.fork())
            return found

    try:
        drawn = draw(Forking(secret, b"x")).tobytes()
        if os.getpid() != parent:
            os.write(writer, drawn)
    finally:
        if os.getpid() != parent:
            os._exit(0)
    assert collect(reader, writer, children[0]) == drawn == draw(DerivedRandomness(secret, b"x")).tobytes()
