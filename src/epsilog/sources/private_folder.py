"""A folder only this user can look into, gone when it is closed, and soon after its process was killed."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Final

_LOCK: Final = "lock"
_NEW, _HELD = "epsilog-new-", "epsilog-rows-"


class PrivateFolder:
    """Where an engine spills: mode 0700, removed at close, by the collector or at exit.

    A process that is killed removes nothing. Its lock dies with it, and the next folder of the same user
    clears away what it left.

    >>> folder = PrivateFolder()
    >>> oct(folder.path.stat().st_mode & 0o777), folder.path.exists()
    ('0o700', True)
    >>> folder.close(); folder.path.exists()
    False
    """

    def __init__(self) -> None:
        _clear_away_the_dead(Path(tempfile.gettempdir()))
        made = Path(tempfile.mkdtemp(prefix=_NEW))
        lock = os.open(made / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        _try_lock(lock)
        # Named like this only once it is locked: before that it would look like a dead process's.
        self.path = made.rename(made.with_name(_HELD + made.name.removeprefix(_NEW)))
        # A child of a fork must not remove what its parent still uses.
        self._finalizer = weakref.finalize(self, _remove, str(self.path), os.getpid(), lock)

    def close(self) -> None:
        """Remove it with everything in it."""
        self._finalizer()


def _remove(path: str, owner: int, lock: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(path, ignore_errors=True)
    os.close(lock)


def _try_lock(descriptor: int) -> bool:
    """Whether nobody else holds it. Where there are no such locks nobody is ever found dead."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _clear_away_the_dead(place: Path) -> None:
    for path in place.glob(_HELD + "*"):
        with suppress(OSError):  # somebody else's, or being removed at this moment
            if path.is_symlink() or path.stat().st_uid != os.geteuid():
                continue
            lock = os.open(path / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
            try:
                if _try_lock(lock):
                    shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(lock)
