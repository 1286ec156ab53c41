"""One system over one file in a process of its own: CPU seconds, peak memory, and what it answered."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from peer import ROOT, WORKERS

COMPILED = ROOT / ".peers" / "compiled"


@dataclass(frozen=True)
class System:
    """A worker script of one system, its arguments after the file, and the Python that runs it."""

    name: str
    script: str
    arguments: tuple[str, ...] = ()
    python: Path | None = None


@dataclass
class Run:
    """What one run took. `failure` says in a few words why there is no answer."""

    system: str
    rows: int
    cpu: float = 0.0
    peak: float = 0.0
    wall: float = 0.0
    load: float = 0.0
    answer: dict[str, Any] = field(default_factory=dict)
    failure: str = ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def run(system: System, file: Path | str, rows: int, limit: float) -> Run:
    """Run it once. CPU is user + system time of the process and of every child it reports or waits for.

    Peak memory is the largest resident set; children it reports (a Java machine) are added.
    """
    command = [str(system.python or sys.executable), str(WORKERS / system.script), str(file), *system.arguments]
    # What an installed package has ready is compiled once, in the first run that needs it.
    surroundings = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    surroundings["PYTHONPYCACHEPREFIX"] = str(COMPILED)
    load = os.getloadavg()[0]
    started = time.monotonic()
    # Some systems leave things where they are started: let that be a folder that goes away.
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as complaints:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            start_new_session=True,
            cwd=folder,
            env=surroundings,
        )
        late = threading.Event()

        def stop() -> None:
            late.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(limit, stop)
        timer.start()
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        complaints.seek(0)
        last_words = complaints.read().strip().splitlines()[-1:] or [f"status {process.returncode}"]
    result = Run(system.name, rows, load=round(load, 2), wall=round(time.monotonic() - started, 2))
    result.cpu = used.ru_utime + used.ru_stime
    result.peak = used.ru_maxrss / 1e6
    if late.is_set():
        result.failure = f"no result within {limit:.0f} s"
    elif process.returncode != 0:
        result.failure = last_words[0].replace(str(ROOT), "")[:300]
    else:
        result.answer = json.loads(said.strip().splitlines()[-1])
        result.cpu += result.answer.pop("children_cpu", 0.0)
        result.peak += result.answer.pop("children_peak", 0.0)
    result.cpu, result.peak = round(result.cpu, 3), round(result.peak, 3)
    return result
