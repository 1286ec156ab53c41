"""Standard input, made replayable: every line is in a private file, and on disk, before it counts."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any, Final

from epsilog.core.origin import Origin
from epsilog.errors import SpecError
from epsilog.sources.feed_lines import ENDINGS

_BLOCK: Final = 1 << 16
# Behind half a line: no CSV and no JSON line has a carriage return and more behind it, so it is nobody's row. Bare,
# it might be one, with half an id or half a number. Twice, because half a letter may swallow one.
_TORN: Final = b"\r\rtorn\n"


class Spool:
    """A file of mode 0600 that grows with what comes in; the stream reads it like any growing file.

    A process that is killed loses what was still in the pipe. A line it had half written stays half and counts
    nowhere; the next one begins on a line of its own.
    """

    def __init__(self, folder: Path, origin: Origin, source: Any) -> None:
        ending = next((end for end in ENDINGS if (origin.file or "").lower().endswith(end)), None)
        if ending is None:
            raise SpecError(
                "say whether rows come as CSV or as JSON lines", where="source.file", hint="file: visits.jsonl"
            )
        self.path = folder / f"spool{ending}"
        self._source = source
        self._thread: threading.Thread | None = None
        self._file = -1
        self._writing = threading.Lock()
        self._stopped = False
        self.over = False

    def start(self) -> None:
        """Begin to read, beside everything else."""
        self._file = os.open(self.path, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)
        size = os.lseek(self._file, 0, os.SEEK_END)
        if size and os.pread(self._file, 1, size - 1) != b"\n":
            os.write(self._file, _TORN)
        self._thread = threading.Thread(target=self._copy, name="epsilog spool", daemon=True)
        self._thread.start()

    def _copy(self) -> None:
        while block := self._read():
            view = memoryview(block)
            with self._writing:
                if self._stopped:  # the file may be another process's by now, and lines of both would be torn
                    return
                while view:
                    view = view[os.write(self._file, view) :]
        self.over = True

    def _read(self) -> bytes:
        """What has come. Past any buffer: a thread that waits inside one spoils the end of the process."""
        try:
            handle = self._source.fileno()
        except (AttributeError, OSError):
            block: bytes = self._source.read(_BLOCK)
            return block
        return os.read(handle, _BLOCK)

    def sync(self) -> None:
        """What came so far is on disk when this returns."""
        if self._file >= 0:
            os.fsync(self._file)

    def stop(self) -> None:
        """Stop taking more. A thread that waits for input ends when some comes, and writes nothing of it."""
        with self._writing:
            self._stopped = True
            if self._file >= 0:
                os.close(self._file)
                self._file = -1
