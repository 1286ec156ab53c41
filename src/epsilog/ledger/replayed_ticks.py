"""Streams as the journal tells them: every tick once, in order, after its opening and before its close."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from epsilog.ledger.receipt import State
from epsilog.ledger.replayed_release import Impossible
from epsilog.ledger.store import Row

_SIZE: Final = 32  # bytes of a SHA-256


@dataclass(slots=True)
class Stream:
    """The ticks of a stream, as small as they can be kept: there may be millions. `closed` is an entry's number."""

    digests: bytearray = field(default_factory=bytearray)
    seqs: array[int] = field(default_factory=lambda: array("q"))
    closed: int = 0

    def digest(self, tick: int) -> str:
        """The digest of a tick, as it is written."""
        return self.digests[(tick - 1) * _SIZE : tick * _SIZE].hex()


@dataclass
class Streams:
    """All streams so far, by receipt."""

    known: dict[str, Stream] = field(default_factory=dict)

    def take(self, seq: int, kind: str, body: Mapping[str, Any], state: str) -> None:
        """A tick or a close, of a release in this state."""
        if state not in (State.COMMITTED, State.DELIVERED):
            raise Impossible(f"a {kind} after {state}")
        stream = self.known.setdefault(body["receipt"], Stream())
        if stream.closed:
            raise Impossible(f"a {kind} of a stream that was closed")
        entered = len(stream.seqs)
        if kind == "close":
            if body["ticks"] != entered:
                raise Impossible(f"it closes after another tick than {entered}, the last one")
            stream.closed = seq
            return
        number, digest = body["tick"], body["digest"]
        if type(number) is not int or number < 1:
            raise Impossible("a tick is no tick")
        if number <= entered:
            raise Impossible(f"tick {number} for the second time")
        if number > entered + 1:
            raise Impossible(f"tick {entered + 1} is missing before it")
        value = bytes.fromhex(digest)
        if len(value) != _SIZE or value.hex() != digest:
            raise Impossible("the digest of a tick is none")
        stream.digests += value
        stream.seqs.append(seq)

    def wrong(self, rows: Iterable[Row], seq: int) -> list[tuple[int, str]]:
        """What is not as the journal left it among the rows of `ticks`, in their order: entry and words."""
        seen: dict[str, int] = dict.fromkeys(self.known, 0)
        found: list[tuple[int, str]] = []
        for row in rows:
            receipt, tick = row["receipt"], row["tick"]
            stream, where = self.known.get(receipt), f"tick {tick} of {receipt}"
            if stream is None or type(tick) is not int or not seen[receipt] < tick <= _rows(stream):
                found.append((seq, f"{where} is in no entry"))
                continue
            found += _missing(stream, receipt, range(seen[receipt] + 1, tick))
            seen[receipt] = tick
            if row["digest"] != stream.digest(tick):  # nothing, after the last one
                found.append((_entry(stream, tick), f"{where} is not the one that was entered"))
        for receipt, last in seen.items():
            stream = self.known[receipt]
            found += _missing(stream, receipt, range(last + 1, _rows(stream) + 1))
        return found


def _rows(stream: Stream) -> int:
    """How many rows it has: one for each tick, and one that closes it."""
    return len(stream.seqs) + bool(stream.closed)


def _entry(stream: Stream, tick: int) -> int:
    return stream.seqs[tick - 1] if tick <= len(stream.seqs) else stream.closed


def _missing(stream: Stream, receipt: str, ticks: Iterable[int]) -> list[tuple[int, str]]:
    """The first of these ticks: if it is gone, that is enough to know."""
    first = next(iter(ticks), None)
    return [] if first is None else [(_entry(stream, first), f"tick {first} of {receipt} is missing")]
