"""Files that are held open from the moment they are told apart until they are read.

A name may lead elsewhere a moment later: a file is turned over, a link is set anew. So files are opened first, told
apart by what is open (`fstat`), and read through what is open. Two names that come to mean one file are read once.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from epsilog.errors import SourceError
from epsilog.sources.place import Identity, identity_of

_HELD: Final = Path("/proc/self/fd")  # where a held file has a name of its own
_MORE: Final = 256  # files that an engine and the rest of a process need beside


class OpenFiles:
    """Regular files, each once, opened for reading; `paths` lead to what is held, in the order they were given."""

    def __init__(self, files: Sequence[Path]) -> None:
        check_room(len(files))
        self._held: dict[Identity, tuple[Path, int]] = {}
        try:
            for file in files:
                # Without waiting: something that is no file may have come in its place.
                held = os.open(file, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
                status = os.fstat(held)
                what = identity_of(status, file)
                if what in self._held or not stat.S_ISREG(status.st_mode):
                    os.close(held)
                    if what not in self._held:
                        raise SourceError("not a file", where="source.file", hint="put the file back")
                    continue
                self._held[what] = file, held
        except BaseException:
            self.close()
            raise

    @property
    def identities(self) -> frozenset[Identity]:
        """What is held."""
        return frozenset(self._held)

    @property
    def paths(self) -> list[Path]:
        """Where what is held can be read; by its own name where a system has no other way."""
        by_number = _HELD.is_dir()
        return [_HELD / str(held) if by_number else file for file, held in self._held.values()]

    def close(self) -> None:
        """Let go of all."""
        for _, held in self._held.values():
            os.close(held)
        self._held = {}


def check_room(files: int) -> None:
    """Make room for so many open files, or refuse: how many there are is known before anything is paid."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * files + _MORE  # the engine opens each once more
    if soft == resource.RLIM_INFINITY or wanted <= soft:
        return
    if hard != resource.RLIM_INFINITY and wanted > hard:
        raise SourceError(
            f"{files:,} files are more than a process may hold open here",
            where="source.file",
            hint="join them to fewer files, or raise the limit: ulimit -n",
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
