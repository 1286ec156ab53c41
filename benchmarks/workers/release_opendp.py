"""OpenDP with Polars, the fastest valid form found: release_opendp.py FILE RHO

One ready-made key column, amounts as whole hundredths (integer noise is cheaper there than real noise), the first
row of each cell and the first cells of each person. Choosing at random costs more (rows) or fails (groups).
"""

import json
import resource
import sys
import warnings
from importlib.metadata import version

import opendp.prelude as dp
import polars as pl

CELLS = 36_000


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    file, rho = sys.argv[1], float(sys.argv[2])
    warnings.simplefilter("ignore")
    dp.enable_features("contrib", "honest-but-curious")
    hundredths = (pl.col("amount") * 100).round().cast(pl.Int64)
    context = dp.Context.compositor(
        data=pl.scan_parquet(file).select("person", "cell", hundredths),
        privacy_unit=dp.unit_of(contributions=1, identifier="person"),
        privacy_loss=dp.loss_of(rho=rho),
        split_evenly_over=1,
        margins=[dp.polars.Margin(by=["cell"], max_groups=CELLS, max_length=200_000_000)],
    )
    query = (
        context.query()
        .truncate_per_group(1, by=["cell"], keep="first")
        .truncate_num_groups(20, by=["cell"], keep="first")
        .group_by("cell")
        .agg(dp.len(), pl.col("amount").fill_null(0).dp.sum((0, 10_000)))
        .with_keys(pl.LazyFrame({"cell": pl.Series(range(CELLS), dtype=pl.Int32)}))
    )
    before = cpu()
    prepared = query.release()
    between = cpu()
    table = prepared.collect()
    print(
        json.dumps(
            {
                "version": f"OpenDP {version('opendp')}, Polars {pl.__version__}",
                "cells": table.height,
                "rows": int(table["len"].sum()),
                "total": table["amount"].sum() / 100,
                "cpu_scale_search": round(between - before, 3),
                "cpu_collect": round(cpu() - between, 3),
            }
        )
    )
