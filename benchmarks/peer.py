"""A peer library in an environment of its own, answering requests through a pipe."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
WORKERS = Path(__file__).resolve().parent / "workers"


def environment(name: str, packages: list[str]) -> Path:
    """The Python of a peer's environment under .peers/, made from package names if it is not there yet."""
    home = ROOT / ".peers" / name
    python = home / "bin" / "python"
    done = home / "complete"
    if not done.exists():
        print(f"  making an environment for {name}: {', '.join(packages)}", flush=True)
        venv.create(home, with_pip=True, clear=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
        subprocess.run(command, check=True)
        done.write_text("\n".join(packages) + "\n", encoding="utf-8")
    return python


class Worker:
    """A running worker process; `ask` sends one request and returns its answer."""

    def __init__(self, script: str, *arguments: str, python: Path | None = None) -> None:
        command = [str(python or sys.executable), str(WORKERS / script), *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version: str = self._answer()["version"]

    def ask(self, *request: object) -> dict[str, Any]:
        assert self.process.stdin is not None
        print(*request, file=self.process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"a worker stopped: {self.process.args}")
        return dict(json.loads(line))

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)
