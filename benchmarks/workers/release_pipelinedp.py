"""PipelineDP on its local backend, rows as Python tuples: release_pipelinedp.py FILE EPSILON DELTA"""

import json
import sys
import warnings
from importlib.metadata import version

warnings.simplefilter("ignore")
import pipeline_dp  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

CELLS = 36_000

if __name__ == "__main__":
    file, epsilon, delta = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
    table = pq.read_table(file, columns=["person", "cell", "amount"])
    rows = list(zip(*(table[name].to_pylist() for name in ("person", "cell", "amount")), strict=True))
    del table
    accountant = pipeline_dp.NaiveBudgetAccountant(total_epsilon=epsilon, total_delta=delta)
    engine = pipeline_dp.DPEngine(accountant, pipeline_dp.LocalBackend())
    parameters = pipeline_dp.AggregateParams(
        noise_kind=pipeline_dp.NoiseKind.GAUSSIAN,
        metrics=[pipeline_dp.Metrics.COUNT, pipeline_dp.Metrics.SUM],
        max_partitions_contributed=20,
        max_contributions_per_partition=1,
        min_value=0,
        max_value=100,
    )
    extractors = pipeline_dp.DataExtractors(
        privacy_id_extractor=lambda row: row[0],
        partition_extractor=lambda row: row[1],
        value_extractor=lambda row: row[2],
    )
    answer = engine.aggregate(rows, parameters, extractors, public_partitions=list(range(CELLS)))
    accountant.compute_budgets()
    noisy = dict(answer)
    print(
        json.dumps(
            {
                "version": f"PipelineDP {version('pipeline-dp')}",
                "cells": len(noisy),
                "rows": int(sum(cell.count for cell in noisy.values())),
                "total": float(sum(cell.sum for cell in noisy.values())),
            }
        )
    )
