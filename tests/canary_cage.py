"""A cage for canaries: unmistakable private values, and a search for them in everything that may leave a release.

The values are planted in the data and nowhere else. Whatever a run shows or leaves behind is searched: results,
errors with all their history, tracebacks with the variables of every frame, log records, warnings, output, pickles,
and every byte of every file that is not the data itself.
"""

from __future__ import annotations

import io
import logging
import os
import pickle
import struct
import tempfile
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import TracebackType
from typing import Any

PERSON = "canaryperson"  # in every name
TEXT = "CanaryDiagnosis"
TWIN = "金丝雀的秘密"
NUMBER = "918273645546"
MOMENT = "2026-03-04T05:06:07.918273"
TOTAL = 8_765_432_109_876_543  # of the column `amount`, in grains: no noisy sum will hit it (one in 10^15)
BIRDS = (PERSON, TEXT, TWIN, NUMBER, MOMENT, str(TOTAL))

PEOPLE = 300
_SHARE, _REST = divmod(TOTAL, PEOPLE)


def rows() -> list[dict[str, str]]:
    """Rows full of canaries: names, texts beyond the declared keys, a number, a moment, amounts of a known sum."""
    return [
        {
            "patient_id": f"{PERSON}-{n}",
            "region": (TEXT, TWIN, "North")[n % 3],
            "systolic": NUMBER if n % 2 else str(100 + n % 40),
            "amount": str(_SHARE + (_REST if n == 0 else 0)),
            "visited_at": MOMENT,
        }
        for n in range(PEOPLE)
    ]


COLUMNS = {
    "patient_id": "text",
    "region": "text",
    "systolic": "number",
    "amount": "integer",
    "visited_at": "timestamp",
}


def spellings(bird: str) -> set[bytes]:
    """The ways a text may lie in a file or a message."""
    found = {bird.encode(code) for code in ("utf-8", "gb18030", "utf-16-le", "utf-16-be")}
    found |= {bird.encode("unicode_escape"), repr(bird.encode())[2:-1].encode()}
    if bird.isdigit():  # as an engine or an array holds it
        short = int(bird).to_bytes(max(7, (int(bird).bit_length() + 8) // 8), "little")  # a pickle drops zeros
        found |= {short, struct.pack("<d", float(bird))}
    return {word.lower() for word in found}


SPELLINGS = {bird: spellings(bird) for bird in BIRDS}


def birds_in(text: str | bytes) -> list[str]:
    """The canaries that are heard in a text."""
    data = (text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text).lower()
    return [bird for bird, ways in SPELLINGS.items() if any(way in data for way in ways)]


class _Everything(logging.Handler):
    def __init__(self) -> None:
        super().__init__(level=0)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.getMessage()} {record.__dict__!r}")
        if record.exc_info and record.exc_info[1] is not None:
            self.heard.append("\n".join(traceback.format_exception(record.exc_info[1])))


class Cage:
    """Runs things and listens. Evidence is kept by the place where it was found."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.left = folder / "left"
        for path in (self.data, self.left, self.left / "tmp"):
            path.mkdir(exist_ok=True)
        self.evidence: dict[str, list[str]] = {}
        self.error: BaseException | None = None

    def hear(self, where: str, text: str | bytes) -> None:
        """Search a text."""
        for bird in birds_in(text):
            self.evidence.setdefault(where, []).append(bird)

    def run(self, work: Callable[[], Any]) -> Any:
        """Do something and search all it shows; an error is evidence too, not a failure of the test."""
        log, out, err = _Everything(), io.StringIO(), io.StringIO()
        root = logging.getLogger()
        level = root.level
        root.addHandler(log)
        root.setLevel(1)
        self.error = None
        answer = None
        try:
            with (
                warnings.catch_warnings(record=True) as warned,
                redirect_stdout(out),
                redirect_stderr(err),
                self._temporary(),
            ):
                warnings.simplefilter("always")
                answer = work()
        except BaseException as error:
            self.error = error
            self._hear_error(error)
        finally:
            root.removeHandler(log)
            root.setLevel(level)
        self.hear("output", out.getvalue() + err.getvalue())
        self.hear("log", "\n".join(log.heard))
        self.hear("warning", "\n".join(str(one.message) for one in warned))
        self.hear("repr", repr(answer))
        self._hear_pickle("pickle", answer)
        self.hear_files()
        return answer

    def hear_files(self) -> None:
        """Search every file that was left behind, names and bytes."""
        for path in sorted(self.left.rglob("*")):
            self.hear(f"file {path.name}", str(path.relative_to(self.left)))
            if path.is_file():
                self.hear(f"file {path.name}", path.read_bytes())

    @contextmanager
    def _temporary(self) -> Iterator[None]:
        before, told = tempfile.tempdir, os.environ.get("TMPDIR")
        tempfile.tempdir = os.environ["TMPDIR"] = str(self.left / "tmp")
        try:
            yield
        finally:
            tempfile.tempdir = before
            if told is None:
                del os.environ["TMPDIR"]
            else:
                os.environ["TMPDIR"] = told

    def _hear_error(self, error: BaseException) -> None:
        self.hear("error", f"{error} {error!r} {error.args!r} {vars(error)!r}")
        self.hear("traceback", "".join(traceback.format_exception(error)))
        self._hear_pickle("pickled error", error)
        seen: set[int] = set()
        waiting: list[BaseException | None] = [error]
        while waiting:
            one = waiting.pop()
            if one is None or id(one) in seen:
                continue
            seen.add(id(one))
            self.hear("history of the error", f"{one} {one!r}")
            waiting += [one.__cause__, one.__context__]
            self._hear_frames(one.__traceback__)

    def _hear_frames(self, trace: TracebackType | None) -> None:
        """What a curious traceback shows: the variables of every frame but those of the tests themselves."""
        while trace is not None:
            frame = trace.tb_frame
            if "/tests/" not in frame.f_code.co_filename.replace(os.sep, "/"):
                for name, value in frame.f_locals.items():
                    self.hear(f"variable {name} of {frame.f_code.co_name}", f"{value!r}")
            trace = trace.tb_next

    def _hear_pickle(self, where: str, value: object) -> None:
        try:
            data = pickle.dumps(value)
        except Exception as error:
            self.hear(where, f"{error!r}")
        else:
            self.hear(where, data)
