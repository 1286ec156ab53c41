"""A folder only this user can look into, gone when it is closed."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from pathlib import Path


class PrivateFolder:
    """Where an engine spills and files are transcoded: mode 0700, removed at close, by the collector or at exit.

    >>> folder = PrivateFolder()
    >>> oct(folder.path.stat().st_mode & 0o777), folder.path.exists()
    ('0o700', True)
    >>> folder.close(); folder.path.exists()
    False
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="epsilog-"))
        # A child of a fork must not remove what its parent still uses.
        self._finalizer = weakref.finalize(self, _remove, str(self.path), os.getpid())

    def file(self, name: str) -> Path:
        """A new empty file that only this user can read."""
        path = self.path / name
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return path

    def close(self) -> None:
        """Remove it with everything in it."""
        self._finalizer()


def _remove(path: str, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(path, ignore_errors=True)
