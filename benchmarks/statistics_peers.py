"""What a peer states about the accuracy of its noise, asked in an environment of its own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from peer import environment

ASK = """
import json, sys
import opendp.prelude as dp
print(json.dumps([dp.discrete_laplacian_scale_to_accuracy(scale, 0.05) for scale in json.loads(sys.argv[1])]))
"""


def opendp_accuracy(root: Path, scales: list[float]) -> dict[float, float]:
    """How far OpenDP says the noise of each scale stays within, 19 times in 20."""
    python = environment("opendp-0.16.0", ["opendp==0.16.0"])
    run = subprocess.run(
        [str(python), "-c", ASK, json.dumps(scales)], capture_output=True, text=True, check=True, cwd=root
    )
    return dict(zip(scales, json.loads(run.stdout), strict=True))
