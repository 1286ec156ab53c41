"""Which files an origin names, each of them once. Nothing of them is read here.

A file may have several names: links, hard links, a folder that is reached in two ways. It is read once, whatever it
is called, because a row that is read twice counts twice. What a file is says the file system: its device and its
number there (`identity_of`).
"""

from __future__ import annotations

import fnmatch
import glob
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from epsilog.errors import SourceError, SpecError

Format = Literal["csv", "parquet"]
Identity = tuple[int, int] | str
_SUFFIXES: Final[dict[str, Format]] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
}


@dataclass(frozen=True)
class Found:
    """Files of one format, in a fixed order, and under how many names they were found."""

    format: Format
    files: tuple[Path, ...]
    names: int


def identity_of(status: os.stat_result, path: Path) -> Identity:
    """What a file is, whatever it is called: its device and number, or its full name where it has no number."""
    return (status.st_dev, status.st_ino) if status.st_ino else str(path)


def files_of(file: str, base: Path | None = None) -> Found:
    """The files of a path, a folder or a glob, and what they are; relative paths begin at `base`.

    Of a folder, and where a glob has a star, entries whose name begins with a dot are left out: copies that a
    notebook or an editor keeps are no data.

    >>> files_of("visits.xlsx")
    Traceback (most recent call last):
        ...
    epsilog.errors.SpecError: source.file: a .csv or a .parquet file, a folder or a glob of them
    """
    named = Path(file).expanduser()
    path = named if named.is_absolute() else (base or Path.cwd()) / named
    again = 0
    if path.is_dir():
        folders, again = _folders(path)
        found = [one for folder in folders for one in _entries(folder) if one.suffix.lower() in _SUFFIXES]
    elif path.is_file():  # a name may contain what would otherwise be a glob
        found = [path]
    else:
        if not glob.has_magic(file) and path.suffix.lower() not in _SUFFIXES:
            raise SpecError("a .csv or a .parquet file, a folder or a glob of them", where="source.file")
        start = Path(named.anchor) if named.is_absolute() else base or Path.cwd()
        found, again = _matching([start], named.parts[named.is_absolute() :])
    once: dict[Identity, Path] = {}
    names = []
    for one in sorted(set(found)):
        status = _status(one)
        if status is not None and stat.S_ISREG(status.st_mode):
            once.setdefault(identity_of(status, one.resolve()), one.resolve())
            names.append(one)
    if not once:
        hint = "a relative path starts at the folder of the spec"
        raise SourceError(f"no such file: {file[:200]}", where="source.file", hint=hint)
    kinds = {_SUFFIXES.get(one.suffix.lower()) for one in names}
    kind = kinds.pop()
    if kind is None or kinds:
        raise SpecError("a .csv or a .parquet file, a folder or a glob of them", where="source.file")
    return Found(kind, tuple(sorted(once.values())), len(names) + again)


def _status(path: Path) -> os.stat_result | None:
    with suppress(OSError):  # a link that leads nowhere, or round in a circle
        return path.stat()
    return None


def _entries(folder: Path) -> list[Path]:
    """What is in a folder, in a fixed order, without what is hidden."""
    with suppress(OSError):
        return sorted(folder / name for name in os.listdir(folder) if not name.startswith("."))
    return []


def _folders(root: Path) -> tuple[list[Path], int]:
    """A folder and all below it, each of them once, and how many names of known ones were met.

    A link to a folder above would otherwise lead round and round.
    """
    found, seen, again = [root], {_folder(root)}, 0
    for folder in found:  # grows while it is walked
        for one in _entries(folder):
            what = _folder(one)
            if what is None:
                continue
            if what in seen:
                again += 1
            else:
                seen.add(what)
                found.append(one)
    return found, again


def _folder(path: Path) -> Identity | None:
    status = _status(path)
    return identity_of(status, path) if status is not None and stat.S_ISDIR(status.st_mode) else None


def _matching(folders: Sequence[Path], parts: Sequence[str]) -> tuple[list[Path], int]:
    """The entries that a glob means, part by part; `**` is a folder and all below it.

    From a folder on the rest of a glob matches the same files whatever the folder is called, so it is enough to
    look into each folder once.
    """
    again = 0
    for at, part in enumerate(parts):
        if part == "**":
            walked = [_folders(folder) for folder in folders]
            again += sum(known for _, known in walked)
            folders = list(dict.fromkeys(one for inside, _ in walked for one in inside))
            if at == len(parts) - 1:
                return [one for folder in folders for one in _entries(folder)], again
        elif glob.has_magic(part):
            folders = [one for folder in folders for one in _alike(folder, part)]
        else:
            folders = [one for folder in folders if _status(one := folder / part) is not None]
    return list(folders), again


def _alike(folder: Path, pattern: str) -> Iterator[Path]:
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(folder)
    for name in sorted(fnmatch.filter(names, pattern)):
        if pattern.startswith(".") or not name.startswith("."):
            yield folder / name
