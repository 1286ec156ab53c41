"""Which file is which, and how far each was read: a file is one file whatever it is called, and is not read twice.

A row that is read twice counts twice, and where a unit is a row nothing else would notice. So places belong to
files, not to names: a file is known by its device and its number there together with what was read of it (how it
begins, and how the part that was read ends), or, where it has another number now, by what was read of it alone. No
place is ever dropped: not when its file is gone, not when a name or a number is used again.

What is decided about a file is decided about an open handle, and the same handle is read and remembered
(docs/proofs/streams.md, section 1).
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from epsilog.errors import SourceError

_KNOWN_BY: Final = 4096  # bytes of a beginning, and of an end
_NUMBERS: Final = 2**63 - 1
_UNKNOWN: Final = -1  # the device and the end of a place that an earlier release wrote down
_COLUMNS: Final = 7
_NOT_THERE: Final = (errno.ENOENT, errno.ELOOP, errno.ENXIO)
Named = Sequence[tuple[str, Path]]
Number = tuple[int, int]


@dataclass(eq=False)
class Place:
    """How far one file was read.

    offset      bytes
    skipping    whether the line there is being skipped because it is too long
    number      its device and its number there, when it was seen last
    length      how many of its first bytes `beginning` is a digest of
    ending      a digest of the last bytes before `offset`
    names       what it was called when it was seen last, unless another file has the name by now
    header      the names in its first line, where that was read by this process
    """

    offset: int = 0
    skipping: bool = False
    number: Number = (_UNKNOWN, 0)
    length: int = 0
    beginning: int = 0
    ending: int = _UNKNOWN
    names: tuple[str, ...] = ()
    header: list[str] | None = field(default=None, repr=False)

    def is_in(self, file: BinaryIO) -> bool:
        """Whether a file begins with what was read here, as far as that can be told."""
        size = _size(file)
        if size < self.offset or _digest(file, 0, self.length) != self.beginning:
            return False
        if self.ending == _UNKNOWN:
            return self.skipping or os.pread(file.fileno(), 1, max(0, self.offset - 1)) == b"\n"
        start = max(0, self.offset - _KNOWN_BY)
        return _digest(file, start, self.offset - start) == self.ending


@dataclass
class Found:
    """A file that is there now: its names, one of its paths, and its place; None where it is new."""

    names: list[str]
    path: Path
    number: Number
    size: int
    place: Place | None = None


class Places:
    """The places of all files that were ever read. Private."""

    def __init__(self) -> None:
        self._kept: dict[int, Place] = {}
        self._next = 0
        self._at: dict[int, int] = {}  # the number a place is kept under, by its identity
        self._numbers: dict[Number, list[Place]] = {}
        self._beginnings: dict[int, dict[int, list[Place]]] = {}
        self._names: dict[str, Place] = {}
        self._changed: set[int] = set()
        self._left: dict[int, None] = {}  # still to be carried
        self._taken: dict[int, Number] = {}

    def __repr__(self) -> str:
        return f"Places({len(self._kept)} private files)"

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, files: Named) -> list[Found]:
        """The files there are now, each once and with its place, in the order of their names.

        By number first, all of them; then by what was read, where nobody else has the place; what is left is new,
        or stands where another file stood that is gone: refused.
        """
        once: dict[Number, Found] = {}
        taken: dict[int, Number] = {}
        for name, path in files:
            with open_file(path) as file:
                if file is None:
                    continue
                number = number_of(file)
                if number in once:
                    once[number].names.append(name)
                    continue
                known = self._by_number(file, number, taken)
                once[number] = Found([name], path, number, _size(file), known)
                if known is not None:
                    taken[id(known)] = number
        while self._put_back(once, taken):  # what one file lets go of may be another one's
            pass
        for found in once.values():
            if found.place is None:
                self._refuse_a_changeling(found, taken)
        for found in once.values():
            if found.place is not None:
                self._call(found.place, found.names)
        self._taken = taken
        return list(once.values())

    def _put_back(self, once: dict[Number, Found], taken: dict[int, Number]) -> bool:
        """Give files that were put back under another number their places; whether a place became free by it."""
        is_free = False
        for number, found in list(once.items()):
            with open_file(found.path) as file:
                if file is None or number_of(file) != number:
                    del once[number]  # turned over meanwhile: it is looked at again next time
                    continue
                better = self._by_content(file, found.place, number, taken)
                if better is not None:
                    if found.place is not None:
                        del taken[id(found.place)]
                        is_free = True
                    found.place = better
                    taken[id(better)] = number
        return is_free

    def is_still(self, found: Found, file: BinaryIO) -> bool:
        """Whether an open file is the one that was found last, by everything it was found by."""
        if number_of(file) != found.number:
            return False
        known = self._by_number(file, found.number, self._taken)
        known = self._by_content(file, known, found.number, self._taken) or known
        return known is found.place

    def remember(self, found: Found, file: BinaryIO) -> None:
        """Note what a file is known by, as far as it was read: from the handle it was read by."""
        place = found.place
        if place is None or not place.offset:
            return
        self._taken[id(place)] = found.number
        if id(place) in self._at:
            self._numbers[place.number].remove(place)
            self._beginnings[place.length][place.beginning].remove(place)
        start = max(0, place.offset - _KNOWN_BY)
        place.number = number_of(file)
        place.length = min(place.offset, _KNOWN_BY)
        place.beginning = _digest(file, 0, place.length)
        place.ending = _digest(file, start, place.offset - start)
        self._keep(place)
        self._call(place, found.names)

    def _keep(self, place: Place) -> None:
        if id(place) not in self._at:
            self._at[id(place)], self._kept[self._next] = self._next, place
            self._next += 1
        self._changed.add(self._at[id(place)])
        self._numbers.setdefault(place.number, []).append(place)
        self._beginnings.setdefault(place.length, {}).setdefault(place.beginning, []).append(place)

    def _call(self, place: Place, names: Sequence[str]) -> None:
        """A file's names of now: they are its own, and no other file's any more."""
        if place.names == tuple(names) or id(place) not in self._at:
            return
        for name in place.names:
            if self._names.get(name) is place:
                del self._names[name]
        for name in names:
            before = self._names.get(name)
            if before is not None and before is not place:
                before.names = tuple(one for one in before.names if one != name)
                self._changed.add(self._at[id(before)])
            self._names[name] = place
        place.names = tuple(names)
        self._changed.add(self._at[id(place)])

    def _by_number(self, file: BinaryIO, number: Number, taken: Mapping[int, Number]) -> Place | None:
        """The place of a file of this number that begins with what was read; of several the furthest."""
        known = [*self._numbers.get(number, ()), *self._numbers.get((_UNKNOWN, number[1]), ())]
        own = [one for one in known if taken.get(id(one), number) == number and one.is_in(file)]
        return max(own, key=lambda one: one.offset, default=None)

    def _by_content(
        self, file: BinaryIO, known: Place | None, number: Number, taken: Mapping[int, Number]
    ) -> Place | None:
        """A place that nobody else has, was read further, and that this file begins with: it was put back."""
        least, size = (0 if known is None else known.offset), _size(file)
        if size <= least:
            return None
        head, better = os.pread(file.fileno(), _KNOWN_BY, 0), None
        for length, beginnings in self._beginnings.items():
            if min(least, _KNOWN_BY) <= length <= len(head):
                for one in beginnings.get(_short(head[:length]), ()):
                    if one.offset > least and taken.get(id(one), number) == number and one.is_in(file):
                        least, better = one.offset, one
        return better

    def _refuse_a_changeling(self, found: Found, taken: Mapping[int, Number]) -> None:
        """Refuse a file that stands where another one stood, if that one is not here under another name."""
        for name in found.names:
            before = self._names.get(name)
            if before is None or id(before) in taken:
                continue
            if found.size < before.offset:
                raise SourceError(
                    "the input is shorter than what was already read of it",
                    where="source.file",
                    hint="a stream reads files that only grow; put the file back",
                )
            raise SourceError(
                "another file stands in the place of one that was read",
                where="source.file",
                hint="a stream reads files that only grow; put the file back, or give the new one a new name",
            )

    def fields(self, at: Sequence[int] | None = None) -> dict[str, Any]:
        """The places, or those that are asked for, as plain fields for the state."""
        wanted = sorted(self._kept) if at is None else at
        rows = [
            (one.offset, one.skipping, *one.number, one.length, one.beginning, one.ending)
            for one in (self._kept[index] for index in wanted)
        ]
        names = [self._kept[index].names for index in wanted]
        return {
            "which": np.array(wanted, dtype=np.int64),
            "places": np.array(rows, dtype=np.int64).reshape(-1, _COLUMNS),
            "names": json.dumps(names),
        }

    def carry(self) -> None:
        """From now on `changes` gives every place once, some at a time, beside what was changed."""
        self._left = dict.fromkeys(self._kept)

    @property
    def is_carrying(self) -> bool:
        """Whether there are places left to be carried."""
        return bool(self._left)

    def changes(self, most: int) -> dict[str, Any]:
        """What was changed since this was asked last, and up to so many places that are to be carried."""
        told = sorted(self._changed | set(islice(self._left, most)))
        for at in told:
            self._left.pop(at, None)
        self._changed.clear()
        return self.fields(told)

    def restore(self, fields: Mapping[str, Any]) -> None:
        """Take over what `fields` wrote: new places, and old ones as they were then."""
        names = json.loads(fields["names"])
        for at, row, called in zip(fields["which"].tolist(), fields["places"].tolist(), names, strict=True):
            offset, skipping, device, inode, length, beginning, ending = row
            known = {"offset": offset, "skipping": bool(skipping), "number": (device, inode)}
            self._restore(at, Place(**known, length=length, beginning=beginning, ending=ending), called)

    def restore_first(self, names: Sequence[str], rows: Sequence[Sequence[int]]) -> None:
        """Take over what earlier releases wrote: they knew no devices, no ends, and one place for each name."""
        for name, (offset, skipping, inode, length, beginning) in zip(names, rows, strict=True):
            if offset:
                place = Place(offset, bool(skipping), (_UNKNOWN, inode), length, beginning)
                self._restore(self._next, place, [name])

    def _restore(self, at: int, place: Place, names: Sequence[str]) -> None:
        before = self._kept.get(at)
        if before is not None:
            self._numbers[before.number].remove(before)
            self._beginnings[before.length][before.beginning].remove(before)
            del self._at[id(before)]
            for name in before.names:
                if self._names.get(name) is before:
                    del self._names[name]
        self._kept[at], self._at[id(place)] = place, at
        self._next = max(self._next, at + 1)
        self._keep(place)
        self._changed.discard(at)  # whoever restores it has it
        self._left.pop(at, None)
        for name in names:
            self._names[name] = place
        place.names = tuple(names)


@contextmanager
def open_file(path: Path) -> Iterator[BinaryIO | None]:
    """A regular file, open; None where there is none by now, or something that is no file. Never waits."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno not in _NOT_THERE:
            raise
        yield None
        return
    with os.fdopen(handle, "rb") if _is_regular(handle) else _closing(handle) as file:
        yield file


@contextmanager
def _closing(handle: int) -> Iterator[None]:
    os.close(handle)
    yield None


def number_of(file: BinaryIO) -> Number:
    """Device and number of an open file: files of two devices may have the same number."""
    status = os.fstat(file.fileno())
    return status.st_dev & _NUMBERS, status.st_ino & _NUMBERS


def _is_regular(handle: int) -> bool:
    return stat.S_ISREG(os.fstat(handle).st_mode)


def _size(file: BinaryIO) -> int:
    return os.fstat(file.fileno()).st_size


def _digest(file: BinaryIO, start: int, length: int) -> int:
    return _short(os.pread(file.fileno(), length, start))


def _short(content: bytes) -> int:
    return int.from_bytes(hashlib.sha256(content).digest()[:7], "big")
