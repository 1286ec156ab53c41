"""What peers state about a count, each asked in an environment of its own: its noisy counts and its interval.

Environments lie under .peers/ (ignored by git) and are made from package names the first time.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peer import environment

OPENDP = """
from importlib.metadata import version as version_of
import opendp.prelude as dp
dp.enable_features("contrib")
scale = 1 / asked["epsilon"]
noisy_count = dp.m.make_laplace(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale)
reach = dp.discrete_laplacian_scale_to_accuracy(scale, 0.05)
version = version_of("opendp")
found = [(value - reach, value + reach) for value in map(noisy_count, asked["counts"])]
"""
# Count.noise_confidence_interval of PyDP cannot be called from Python (its result has no Python type), so its users
# have the interval of the mechanism underneath.
PYDP = """
import pydp
from pydp.algorithms.numerical_mechanisms import LaplaceMechanism
noise = LaplaceMechanism(asked["epsilon"], 1.0)
ranges = [noise.noise_confidence_interval(0.95, float(noise.add_noise(count))) for count in asked["counts"]]
version, found = pydp.__version__, [(one.lower_bound, one.upper_bound) for one in ranges]
"""
# The mechanism and the accuracy that SmartNoise's reader uses for COUNT (get_simple_accuracy).
SMARTNOISE = """
from importlib.metadata import version as version_of
from snsql.sql._mechanisms.laplace import Laplace
noise = Laplace(asked["epsilon"], lower=0, upper=1, max_contrib=1)
reach = noise.accuracy(0.05)
version = version_of("smartnoise-sql")
found = [(value - reach, value + reach) for value in noise.release(asked["counts"])]
"""
FRAME = """
import json, sys
asked = json.load(sys.stdin)
{body}
json.dump({{"version": version, "ranges": found}}, sys.stdout)
"""
PEERS = {
    "OpenDP": ("opendp-0.16.0", ["opendp==0.16.0"], OPENDP),
    "PyDP": ("pydp-1.1.4", ["python-dp==1.1.4"], PYDP),
    "SmartNoise": ("smartnoise-sql-1.0.10", ["smartnoise-sql==1.0.10"], SMARTNOISE),
}


class Stated(NamedTuple):
    """The intervals a peer states for its own noisy counts."""

    version: str
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def stated(root: Path, peer: str, counts: NDArray[np.int64], epsilon: float) -> Stated | str:
    """A peer's noisy counts as it states them, 19 times in 20; or why it cannot be asked here."""
    name, packages, body = PEERS[peer]
    try:
        python = environment(name, packages)
    except subprocess.CalledProcessError:
        return "does not install here"
    request = json.dumps({"counts": counts.tolist(), "epsilon": epsilon})
    command = [str(python), "-c", FRAME.format(body=body)]
    run = subprocess.run(command, input=request, capture_output=True, text=True, cwd=root, check=False)
    if run.returncode:
        return (run.stderr.strip().splitlines() or ["failed"])[-1][:120]
    answer = json.loads(run.stdout)
    ends = np.array(answer["ranges"], dtype=np.float64)
    return Stated(answer["version"], ends[:, 0], ends[:, 1])
