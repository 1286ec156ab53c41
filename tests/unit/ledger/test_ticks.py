"""Ticks of streams: in order, without gaps, one value each, and none after a stop or a close."""

from __future__ import annotations

import hashlib

import pytest

from epsilog.errors import LedgerError, PolicyError, PrivacyError, SpecError
from epsilog.ledger import Ledger, Receipt
from ledger_scenes import BOARD, opened, pure, used, whole


def digest(number: object) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def stream_of(ledger: Ledger, key: str = "stream", cost: int = 10) -> Receipt:
    receipt = ledger.debit("clinic", pure(cost), "plan", key=key)
    ledger.commit(receipt, b"the opening record")
    return receipt


def test_ticks_follow_one_another_and_cost_nothing(place: str) -> None:
    with opened(place) as ledger, Ledger.open(place) as other:
        stream = stream_of(ledger)
        assert ledger.last_tick(stream) is None
        for number in range(1, 6):
            (ledger if number % 2 else other).tick(stream, number, digest(number))
            assert other.last_tick(stream.id) == (number, digest(number))
        assert used(ledger) == (0, 10)
        assert [line.body["tick"] for line in ledger.history() if line.kind == "tick"] == [1, 2, 3, 4, 5]
        whole(ledger)


def test_a_repeated_tick_is_the_same_and_another_value_is_refused(place: str) -> None:
    with opened(place) as ledger:
        stream = stream_of(ledger)
        for number in (1, 2, 3):
            ledger.tick(stream, number, digest(number))
        entries = len(ledger.history())
        for number in (3, 1, 2, 3):
            ledger.tick(stream, number, digest(number))
            with pytest.raises(LedgerError, match="another value was entered"):
                ledger.tick(stream, number, digest("fresh noise"))
        for number in (5, 6, 2**62):
            with pytest.raises(LedgerError, match="never entered"):
                ledger.tick(stream, number, digest(number))
        assert len(ledger.history()) == entries, "nothing was written"
        assert ledger.last_tick(stream) == (3, digest(3))
        whole(ledger)


def test_two_streams_count_for_themselves(place: str) -> None:
    with opened(place) as ledger:
        one, two = stream_of(ledger, "one"), stream_of(ledger, "two")
        ledger.tick(one, 1, digest("a"))
        ledger.tick(two, 1, digest("b"))
        ledger.tick(one, 2, digest("c"))
        with pytest.raises(LedgerError, match="another value"):
            ledger.tick(two, 1, digest("a"))
        assert (ledger.last_tick(one), ledger.last_tick(two)) == ((2, digest("c")), (1, digest("b")))
        ledger.close_stream(one)
        ledger.tick(two, 2, digest("d"))
        whole(ledger)


def test_a_closed_stream_takes_no_tick(place: str) -> None:
    with opened(place) as ledger, Ledger.open(place) as other:
        stream, silent = stream_of(ledger), stream_of(ledger, "silent")
        ledger.tick(stream, 1, digest(1))
        assert not other.is_closed(stream)
        for closed in (stream, silent):
            ledger.close_stream(closed)
            entries = len(ledger.history())
            other.close_stream(closed)
            assert len(ledger.history()) == entries, "once is enough"
            assert other.is_closed(closed)
        assert (other.last_tick(stream), other.last_tick(silent)) == ((1, digest(1)), None)
        ledger.tick(stream, 1, digest(1))  # what was sent may be sent again
        for closed, number in ((stream, 2), (stream, 3), (silent, 1), (silent, 2)):
            with pytest.raises(LedgerError, match="the stream is closed"):
                ledger.tick(closed, number, digest(number))
        whole(ledger)


@pytest.mark.parametrize("what", ["clinic", None])
def test_a_stop_stops_streams(place: str, what: str | None) -> None:
    with opened(place) as ledger, Ledger.open(place) as other:
        ledger.allocate("clinic", {"ward": "0.5"}, by="Ada")
        stream = ledger.debit("clinic/ward", pure(10), "plan", key="stream")
        ledger.commit(stream, b"the opening record")
        ledger.tick(stream, 1, digest(1))
        other.stop(what, by="Lin", why="a doubt")
        with pytest.raises(PolicyError, match="stopped: a doubt"):
            ledger.tick(stream, 2, digest(2))
        ledger.tick(stream, 1, digest(1))
        other.resume(what, approvers=BOARD, why="cleared")
        ledger.tick(stream, 2, digest(2))
        other.stop(what, by="Lin", why="another doubt")
        ledger.close_stream(stream)
        assert ledger.is_closed(stream)
        assert ledger.verify().whole


def test_a_stream_that_took_the_whole_cap_goes_on(place: str) -> None:
    """The stop of a full block is about money, and this money is spent."""
    with opened(place, cap=10) as ledger:
        stream = stream_of(ledger, cost=10)
        assert [line.kind for line in ledger.history()][-2:] == ["stop", "commit"]
        ledger.tick(stream, 1, digest(1))
        whole(ledger)


def test_only_an_opened_stream_has_ticks(place: str) -> None:
    with opened(place) as ledger:
        held = ledger.reserve("clinic", pure(1), "plan", key="held")
        started = ledger.debit("clinic", pure(1), "plan", key="started")
        lost = ledger.debit("clinic", pure(1), "plan", key="lost")
        ledger.forfeit(lost, why="failed")
        for receipt in (held, started, lost):
            with pytest.raises(PrivacyError, match="no opening record"):
                ledger.tick(receipt, 1, digest(1))
            with pytest.raises(PrivacyError, match="no opening record"):
                ledger.close_stream(receipt)
            assert ledger.last_tick(receipt) is None
            assert not ledger.is_closed(receipt)
        for receipt in ("nobody's", "", "x" * 10_000):
            with pytest.raises(SpecError):
                ledger.tick(receipt, 1, digest(1))
            with pytest.raises(SpecError):
                ledger.last_tick(receipt)
        delivered = stream_of(ledger, "delivered")
        ledger.deliver(delivered)
        ledger.tick(delivered, 1, digest(1))
        whole(ledger)


@pytest.mark.parametrize(
    "number", [0, -1, 2**62 + 1, True, 1.5, float("nan"), float("inf"), "x", "1e400", None, b"1", -0.0]
)
def test_what_is_no_number(place: str, number: object) -> None:
    with opened(place) as ledger:
        stream = stream_of(ledger)
        with pytest.raises(SpecError, match="number"):
            ledger.tick(stream, number, digest(1))  # type: ignore[arg-type]
        assert ledger.last_tick(stream) is None


@pytest.mark.parametrize(
    "wrong",
    ["", "a" * 63, "a" * 65, "A" * 64, "g" * 64, "a" * 63 + "\n", " " + "a" * 63, "ａ" * 64, b"a" * 64, None, 7],
)
def test_what_is_no_digest(place: str, wrong: object) -> None:
    with opened(place) as ledger:
        stream = stream_of(ledger)
        with pytest.raises(SpecError, match=r"^digest: is no SHA-256"):
            ledger.tick(stream, 1, wrong)  # type: ignore[arg-type]
        assert ledger.last_tick(stream) is None
