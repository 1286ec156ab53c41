"""diffprivlib, which knows no persons: release_diffprivlib.py FILE

Counts by its histogram, sums by its `sum` cell after cell. It protects single rows only: no bound per person.
"""

import json
import sys
import warnings
from importlib.metadata import version
from itertools import pairwise

import diffprivlib as dp
import numpy as np
import pyarrow.parquet as pq

CELLS = 36_000

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    table = pq.read_table(sys.argv[1], columns=["cell", "amount"])
    cell, amount = table["cell"].to_numpy(), table["amount"].to_numpy()
    counts, _ = dp.tools.histogram(cell, epsilon=0.5, bins=CELLS, range=(-0.5, CELLS - 0.5))
    order = np.argsort(cell, kind="stable")
    ends = np.searchsorted(cell[order], np.arange(CELLS + 1))
    amount = amount[order]
    sums = [
        dp.tools.sum(amount[start:stop], epsilon=0.5, bounds=(0, 100)) if stop > start else 0.0
        for start, stop in pairwise(ends)
    ]
    print(
        json.dumps(
            {
                "version": f"diffprivlib {version('diffprivlib')}",
                "cells": len(counts),
                "rows": int(counts.sum()),
                "total": float(np.sum(sums)),
            }
        )
    )
