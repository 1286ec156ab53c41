"""One stream in the hands of several processes: each tick has one value, whoever is killed meanwhile."""

from __future__ import annotations

import hashlib
import random
import signal
import time
from functools import partial

import pytest

from epsilog.errors import LedgerError, PolicyError
from epsilog.ledger import Ledger, Receipt
from ledger_places import Places
from ledger_processes import Child, Send, together
from ledger_scenes import BOARD, opened, pure, whole


def _value(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _stream(place: str) -> Receipt:
    with opened(place) as ledger:
        receipt = ledger.debit("clinic", pure(10), "plan", key="stream")
        ledger.commit(receipt, b"the opening record")
        return receipt


def _entered(ledger: Ledger) -> list[tuple[int, str]]:
    return [(line.body["tick"], line.body["digest"]) for line in ledger.history() if line.kind == "tick"]


def _rival(place: str, stream: Receipt, me: int, ticks: int, send: Send) -> None:
    """Draw a value of its own for each tick and try to be the one who enters it."""
    with Ledger.open(place) as ledger:
        while (number := (ledger.last_tick(stream) or (0, ""))[0] + 1) <= ticks:
            try:
                ledger.tick(stream, number, _value(me, number))
                send(("sent", number, _value(me, number)))
            except LedgerError as lost:
                send(("lost", number, str(lost)))


@pytest.mark.parametrize("ticks", [12, pytest.param(300, marks=pytest.mark.nightly)])
def test_rivals_never_send_two_values_for_one_tick(place: str, ticks: int) -> None:
    stream = _stream(place)
    sent = [
        message
        for messages in together([partial(_rival, place, stream, me, ticks) for me in range(4)])
        for message in messages
    ]
    assert {message[0] for message in sent} <= {"sent", "lost"}, sent
    values = {message[1]: message[2] for message in sent if message[0] == "sent"}
    assert len(values) == sum(message[0] == "sent" for message in sent) == ticks, "one value each, all of them sent"
    assert all("another value was entered" in message[2] for message in sent if message[0] == "lost")
    with Ledger.open(place) as ledger:
        assert _entered(ledger) == sorted(values.items())
        whole(ledger)


def _twin(place: str, stream: Receipt, ticks: int, send: Send) -> None:
    with Ledger.open(place) as ledger:
        for number in range(1, ticks + 1):
            ledger.tick(stream, number, _value(number))
            send(("sent", number))


def test_twins_with_the_same_state_enter_each_tick_once(place: str) -> None:
    stream = _stream(place)
    for messages in together([partial(_twin, place, stream, 10) for _ in range(3)]):
        assert messages == [("sent", number) for number in range(1, 11)]
    with Ledger.open(place) as ledger:
        assert _entered(ledger) == [(number, _value(number)) for number in range(1, 11)]
        whole(ledger)


def _life(place: str, stream: Receipt, seed: int, send: Send) -> None:
    """A stream as it should be run: draw, keep (the parent is the disk), enter, send."""
    rng = random.Random(seed)
    with Ledger.open(place) as ledger:
        while True:
            number = (ledger.last_tick(stream) or (0, ""))[0] + 1
            value = _value(seed, rng.random())
            send(("kept", number, value))
            ledger.tick(stream, number, value)
            send(("sent", number, value))


@pytest.mark.parametrize("kind", ["file", "server"])
@pytest.mark.parametrize("lives", [6, pytest.param(150, marks=pytest.mark.nightly)])
def test_killed_at_random_moments_and_gone_on(places: Places, kind: str, lives: int) -> None:
    place = places.file() if kind == "file" else places.server()
    stream = _stream(place)
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    rng = random.Random(seed)
    sent: dict[int, str] = {}
    for life in range(lives):
        child = Child(partial(_life, place, stream, seed + life))
        first = child.next()
        time.sleep(rng.uniform(0, 0.06))  # not a wait for anything: the moment is meant to be arbitrary
        messages = [first, *child.kill()]
        for what, number, value in messages:
            if what == "sent":
                assert sent.setdefault(number, value) == value
        kept_number, kept = next((n, value) for what, n, value in reversed(messages) if what == "kept")
        with Ledger.open(place) as ledger:
            # What was kept is one ahead of the books, or the last tick in them.
            last = ledger.last_tick(stream)
            assert last == (kept_number, kept) or (last or (0, ""))[0] == kept_number - 1
            ledger.tick(stream, kept_number, kept)
            assert sent.setdefault(kept_number, kept) == kept
            whole(ledger)
    with Ledger.open(place) as ledger:
        assert _entered(ledger) == sorted(sent.items())
        assert len(sent) >= lives


def test_a_stop_comes_between_two_ticks_and_a_close_is_final(place: str) -> None:
    """Another process stops the account while ticks are entered: those before it are in, none after."""
    stream = _stream(place)

    def work(send: Send) -> None:
        with Ledger.open(place) as ledger:
            number = 1
            try:
                while True:
                    ledger.tick(stream, number, _value(number))
                    send(("sent", number))
                    number += 1
            except PolicyError:
                send(("stopped", number))
            signal.pause()

    child = Child(work)
    assert child.next() == ("sent", 1)
    with Ledger.open(place) as ledger:
        ledger.stop("clinic", by="Lin", why="a doubt")
        last = ledger.last_tick(stream)
        while (message := child.next())[0] == "sent":
            pass
        assert last == ledger.last_tick(stream) == (message[1] - 1, _value(message[1] - 1))
        child.kill()
        ledger.resume("clinic", approvers=BOARD, why="cleared")
        ledger.close_stream(stream)
        with pytest.raises(LedgerError, match="closed"):
            ledger.tick(stream, message[1], _value(message[1]))
        whole(ledger)
