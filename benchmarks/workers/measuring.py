"""What every worker does: read one request per line, measure it, answer with one line of JSON.

    rate   <law> <scale> <seconds>   draws per CPU second of whole batches
    single <law> <scale> <calls>     size of each draw and nanoseconds of each call, one draw at a time

Plain Python only: it runs inside the environments of the peers.
"""

import json
import sys
import time


def serve(version, batch, single):
    """Answer until the input ends; `batch(law, scale)` and `single(law, scale)` give (function, draws per call)."""
    print(json.dumps({"version": version}), flush=True)
    for line in sys.stdin:
        verb, law, scale, amount = line.split()
        scale, amount = int(scale), float(amount)
        if verb == "rate":
            print(json.dumps(rate(*batch(law, scale), amount)), flush=True)
        else:
            print(json.dumps(one_by_one(single(law, scale), int(amount))), flush=True)


def rate(draw, size, seconds):
    draw()  # tables, caches and pages are warm before the clock starts
    draws, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        draw()
        draws += size
    return {"draws": draws, "cpu_seconds": spent}


def one_by_one(draw, calls):
    for _ in range(200):
        draw()
    sizes, times = [], []
    clock = time.perf_counter_ns
    for _ in range(calls):
        start = clock()
        drawn = draw()
        times.append(clock() - start)
        sizes.append(abs(int(drawn)))
    return {"sizes": sizes, "nanoseconds": times}
