"""pure-ldp's server of optimal local hashing: reports counted a CPU second."""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version

from pure_ldp.frequency_oracles.local_hashing import LHClient, LHServer


def rate(size: int, reports: int) -> dict[str, float]:
    client, server = LHClient(epsilon=1, d=size, use_olh=True), LHServer(epsilon=1, d=size, use_olh=True)
    made = [client.privatise(at % size + 1) for at in range(reports)]
    start = time.process_time()
    for report in made:
        server.aggregate(report)
    return {"rate": reports / (time.process_time() - start)}


print(json.dumps({"version": version("pure-ldp")}), flush=True)
for line in sys.stdin:
    _, size, reports = line.split()
    print(json.dumps(rate(int(size), int(reports))), flush=True)
