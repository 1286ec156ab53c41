"""Reading files that somebody else may have put there: plain files only, never for ever, never without end."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

SMALL: Final = 64 * 2**20  # cards, certificates, requests
_FILES: Final = 20_000
_DEEPEST: Final = 8


@contextmanager
def opened_plain(path: Path, most: int = SMALL) -> Iterator[BinaryIO]:
    """A plain file of at most so many bytes. Links, devices and pipes are an OSError, a larger file a ValueError.

    Opening does not wait for the other end of a pipe, and what is judged is what was opened, not its name.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError("not a plain file")
        if found.st_size > most:
            raise ValueError("too large")
        yield file


def plain_bytes(path: Path, most: int = SMALL) -> bytes:
    """The bytes of a plain file; see `opened_plain`."""
    with opened_plain(path, most) as file:
        raw = file.read(most + 1)
    if len(raw) > most:  # it grew while it was read
        raise ValueError("too large")
    return raw


def digest_of_file(path: Path, most: int) -> str:
    """The SHA-256 of a plain file; "" for what is none, or cannot be read, or is larger than `most`."""
    digest, left = hashlib.sha256(), most
    try:
        with opened_plain(path, most) as file:
            while block := file.read(1 << 20):
                digest.update(block)
                left -= len(block)
                if left < 0:
                    return ""
    except (OSError, ValueError):
        return ""
    return digest.hexdigest()


def paths_below(folder: Path) -> list[str]:
    """Everything below a folder that is not a folder itself, by its path in it; links are listed, not followed.

    Folders nested deeper than any of ours are listed as one thing, and listing ends after 20,000 things: whoever
    compares the list with a certificate sees that it is not the same.
    """
    found: list[str] = []
    waiting = [("", 0)]
    while waiting and len(found) < _FILES:
        inside, depth = waiting.pop()
        with os.scandir(folder / inside) as entries:
            for entry in entries:
                place = f"{inside}/{entry.name}" if inside else entry.name
                if entry.is_dir(follow_symlinks=False) and depth < _DEEPEST:
                    waiting.append((place, depth + 1))
                else:
                    found.append(place)
                if len(found) >= _FILES:
                    break
    return sorted(found)
