"""What grows with a stream, written down as it changes: a log beside the state. A tick costs what it brings.

Counters of units and places of files grow with everybody who ever came. The state of a tick is written whole; of
these it holds only how far the log is and how it ends. The order of a tick is

    what changed, behind the log, on disk  →  the state, which names the new end of the log  →  …

so a process that is killed leaves a state and a log that is at least as long as the state says. What stands behind
that end is of a tick nobody has seen, and is cut off when the next one is written.

A record is encrypted with AES-256-GCM under a key of its own, bound to its stream, its part of the log, its place
there, its tick and the record before it. The state vouches for the length and for the last record, hence for all.

The log is begun anew when it has twice the size it began with: the next part gets everything once more, some of it
with every tick, and the part before goes when all of it is there.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from epsilog.errors import PrivacyError
from epsilog.live.vault import CHANGES, Vault, erase, put
from epsilog.mechanisms.series.checkpoint_fields import pack, unpack
from epsilog.sources.feed import Feed

MAGIC: Final = b"EPSILOG STREAM CHANGES 1\n"
_HEAD: Final = struct.Struct("<QQ")  # the tick, and how many bytes follow
_NONCE, _TAG = 12, 16
_ROOM: Final = 1 << 20  # bytes a part of the log may have before it is worth beginning another
_SLICE: Final = 512  # units and files carried with a tick
_EVERYTHING: Final = 2**62


@dataclass(frozen=True)
class Segment:
    """A part of the log as far as it counts.

    number   1, 2, 3, …
    size     bytes
    whole    bytes it had when everything was in it; 0 while something is only in the part before
    last     how its last record ends
    """

    number: int
    size: int = 0
    whole: int = 0
    last: bytes = b""


class ChangeLog:
    """The log of one stream. Private."""

    def __init__(self, vault: Vault, stream: str) -> None:
        self._vault, self._stream = vault, stream
        self._key: bytes | None = None
        self._segments: tuple[Segment, ...] = ()

    def __repr__(self) -> str:
        return "ChangeLog(private)"

    @property
    def mark(self) -> str:
        """How far the log is and how it ends, for the state."""
        return json.dumps([[one.number, one.size, one.whole, one.last.hex()] for one in self._segments])

    def write_down(self, feed: Feed, tick: int) -> str:
        """What changed in a feed, behind what is there: on disk when this returns. Gives the mark for the state."""
        if len(self._segments) == 1 and self._segments[0].size > 2 * self._segments[0].whole + _ROOM:
            self._segments = (*self._segments, Segment(self._segments[-1].number + 1))
            feed.carry()
        if not self._segments:
            self._segments = (Segment(1),)
        *before, last = self._segments
        # All at once where no part before has what is left.
        if changes := feed.changes(_SLICE if before else _EVERYTHING):
            sealed = self._sealed(last, tick, pack("changes", changes))
            put(self._path(last), last.size, sealed)
            last = replace(last, size=last.size + len(sealed), last=sealed[-_TAG:])
        if not feed.is_carrying and (before or not last.whole):
            before, last = [], replace(last, whole=last.size)
        self._segments = (*before, last)
        return self.mark

    def take_up(self, feed: Feed, mark: str | None) -> None:
        """Hand a feed every record up to where a state says that the log ends; what no state names is destroyed.

        A state of an earlier release has no mark and the feed has everything: the next tick begins the log with it.
        """
        if mark is None:
            feed.carry()
            return
        found = _segments(mark)
        for at, segment in enumerate(found):
            if at:
                feed.carry()  # what the records of this part have was carried
            for record in self._records(segment):
                feed.take(record)
        self._segments = found
        self.sweep()

    def sweep(self) -> None:
        """Destroy parts that no state needs any more; only after the state that does without them is on disk."""
        known = {self._path(one) for one in self._segments}
        for path in self._vault.folder.glob(f"{CHANGES}.*"):
            if path not in known:
                erase(path)

    def _records(self, segment: Segment) -> Iterator[dict[str, Any]]:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            raw = self._path(segment).read_bytes()[: segment.size] if segment.size else b""
        except OSError:
            raise _changed_error() from None
        so_far, key = replace(segment, size=0, last=b""), AESGCM(self._secret)
        while so_far.size < len(raw):
            try:
                start = so_far.size + _HEAD.size
                tick, length = _HEAD.unpack(raw[so_far.size : start])
                sealed = raw[start : start + length]
                nonce, content = sealed[:_NONCE], sealed[_NONCE:]
                if len(sealed) != length:
                    raise ValueError
                record: dict[str, Any] = unpack(key.decrypt(nonce, content, self._bound(so_far, tick)), "changes")
            except (InvalidTag, ValueError, struct.error):
                raise _changed_error() from None
            yield record
            so_far = replace(so_far, size=start + length, last=sealed[-_TAG:])
        if (so_far.size, so_far.last) != (segment.size, segment.last):
            raise _changed_error()

    def _sealed(self, segment: Segment, tick: int, content: bytes) -> bytes:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(_NONCE)
        sealed = AESGCM(self._secret).encrypt(nonce, content, self._bound(segment, tick))
        return _HEAD.pack(tick, _NONCE + len(sealed)) + nonce + sealed

    def _bound(self, segment: Segment, tick: int) -> bytes:
        """What a record is bound to: stream, part, place, tick, and the record before it."""
        place = struct.pack("<QQQ", segment.number, segment.size, tick)
        return MAGIC + place + segment.last.rjust(_TAG, b"\0") + self._stream.encode()

    @property
    def _secret(self) -> bytes:
        if self._key is None:
            self._key = self._vault.secret("changes")
        return self._key

    def _path(self, segment: Segment) -> Path:
        return self._vault.folder / f"{CHANGES}.{segment.number}"


def _segments(mark: str) -> tuple[Segment, ...]:
    try:
        return tuple(
            Segment(number, size, whole, bytes.fromhex(last)) for number, size, whole, last in json.loads(mark)
        )
    except (ValueError, TypeError):
        raise _changed_error() from None


def _changed_error() -> PrivacyError:
    return PrivacyError(
        "the log beside the state is not the one the state was written with: cut, changed, or put back",
        where="state",
        hint="put the private folder back as it was left; nothing is drawn twice",
    )
