"""How far each file of a feed was read, and which file is which: a renamed one is known again, and not read twice.

A row that is read twice counts twice, and where a unit is a row nothing else would notice. So a file is known by
its number in the file system together with how it begins, whatever its name is; a file that was put back from a
copy is known by its name and how it begins. What has an old name and begins otherwise is another file: refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from epsilog.errors import SourceError

_BEGINNING: Final = 4096  # bytes by which a file is known again
_NUMBERS: Final = 2**63 - 1
Named = Sequence[tuple[str, Path]]


@dataclass
class Place:
    """How far one file was read.

    offset     bytes
    skipping   whether the line there is being skipped because it is too long
    inode      the number of the file in its file system; 0 before anything was read
    length     how many of its first bytes `beginning` is a digest of
    """

    offset: int = 0
    skipping: bool = False
    inode: int = 0
    length: int = 0
    beginning: int = 0

    def remember(self, path: Path) -> None:
        """Note what the file is known by, as far as it was read."""
        with path.open("rb") as file:
            self.inode = _inode(path)
            self.length = min(self.offset, _BEGINNING)
            self.beginning = _digest(file, self.length)

    def begins(self, path: Path) -> bool:
        """Whether a file begins like the one that was read here, and a line ends where reading ended."""
        with path.open("rb") as file:
            if _digest(file, self.length) != self.beginning:
                return False
            file.seek(self.offset - 1)
            return self.skipping or file.read(1) == b"\n"

    def fits(self, path: Path) -> bool:
        """Whether a file is at least as long as what was read here."""
        return path.stat().st_size >= self.offset


def placed(places: Mapping[str, Place], files: Named) -> tuple[dict[str, Place], list[tuple[str, Path]]]:
    """The places of the files there are now, by the names they have now; and the files, each of them once.

    Places of files that are gone stay, so that they are known when they come back.
    """
    numbers = {place.inode: name for name, place in places.items() if place.inode}
    once: dict[int, tuple[str, Path]] = {}
    for name, path in files:
        once.setdefault(_inode(path), (name, path))
    found: dict[str, Place] = {}
    taken: set[str] = set()
    for inode, (name, path) in once.items():
        was = numbers.get(inode)
        if was is not None and places[was].fits(path) and places[was].begins(path):
            found[name] = places[was]
            taken.add(was)
    for name, path in once.values():
        if name in found:
            continue
        if name in places and name not in taken:
            # One that became shorter is refused by whoever reads on, in words of its own.
            if places[name].inode and places[name].fits(path) and not places[name].begins(path):
                raise SourceError(
                    "another file stands in the place of one that was read",
                    where="source.file",
                    hint="a stream reads files that only grow; put the file back, or give the new one a new name",
                )
            found[name] = places[name]
            taken.add(name)
        else:
            found[name] = Place()
    gone = {name: place for name, place in places.items() if name not in taken and name not in found}
    return gone | found, sorted(once.values())


def as_array(places: Mapping[str, Place]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """As numbers for the state, in the order of the names."""
    found = [(one.offset, one.skipping, one.inode, one.length, one.beginning) for _, one in sorted(places.items())]
    return np.array(found, dtype=np.int64).reshape(-1, 5)


def from_array(names: Sequence[str], rows: np.ndarray[Any, np.dtype[np.int64]]) -> dict[str, Place]:
    """Back again."""
    return {
        name: Place(offset, bool(skipping), inode, length, beginning)
        for name, (offset, skipping, inode, length, beginning) in zip(names, rows.tolist(), strict=True)
    }


def _inode(path: Path) -> int:
    return path.stat().st_ino & _NUMBERS


def _digest(file: BinaryIO, length: int) -> int:
    return int.from_bytes(hashlib.sha256(file.read(length)).digest()[:7], "big")
