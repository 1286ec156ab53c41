"""Other people's libraries in environments of their own, sampled through a subprocess.

An environment is made once under .peers/ from the package's name and version, and kept.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
DRAW = """
import array, sys
import opendp.prelude as dp
dp.enable_features("contrib")
value, size = int(sys.argv[1]), int(sys.argv[2])
space = dp.vector_domain(dp.atom_domain(T=int)), dp.l1_distance(T=int)
laplace = dp.m.make_laplace(*space, scale=3.0)
sys.stdout.buffer.write(array.array("q", laplace([value] * size)).tobytes())
"""


def environment(name: str, version: str) -> Path:
    """The interpreter of an environment that holds exactly this version; made if it is not there yet."""
    folder = ROOT / ".peers" / f"audit-{name}-{version}"  # the benchmarks keep environments of other contents there
    python = folder / "bin" / "python"
    done = folder / "complete"
    if not done.exists():
        venv.create(folder, clear=True)  # without a pip of its own: ours installs there, which is far quicker
        install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps"]
        wanted = [f"{name}=={version}", "deprecated", "wrapt"]
        subprocess.run([*install, "--disable-pip-version-check", *wanted], check=True, capture_output=True)
        done.touch()
    return python


class OpenDpLaplace:
    """`make_laplace(scale=3)` of one OpenDP version, through its own interpreter."""

    def __init__(self, version: str) -> None:
        self.python = environment("opendp", version)

    def __call__(self, data: int, size: int) -> Any:
        command = [str(self.python), "-c", DRAW, str(data), str(size)]
        drawn = subprocess.run(command, check=True, capture_output=True).stdout
        return np.frombuffer(drawn, dtype=np.int64)


if __name__ == "__main__":
    sys.exit(str(environment(*sys.argv[1:3])))
