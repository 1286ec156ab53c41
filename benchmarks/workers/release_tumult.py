"""Tumult Analytics on local Spark: release_tumult.py FILE RHO

Its bounds are at most 20 cells of a person and one row per cell. The Java machine is a process of its own: its CPU
time and largest resident set are read before it ends.
"""

import json
import os
import sys
import warnings
from importlib.metadata import version
from pathlib import Path

warnings.simplefilter("ignore")
os.environ["PYSPARK_PYTHON"] = sys.executable
from pyspark.sql import SparkSession  # noqa: E402
from tmlt.analytics import (  # noqa: E402
    AddRowsWithID,
    KeySet,
    MaxGroupsPerID,
    MaxRowsPerGroupPerID,
    QueryBuilder,
    RhoZCDPBudget,
    Session,
)

CELLS = 36_000


def descendants():
    """CPU seconds and largest resident sets (GB) of every living process below this one."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                after = (entry / "stat").read_text().rpartition(")")[2].split()
                high = next(
                    line for line in (entry / "status").read_text().splitlines() if line.startswith("VmHWM")
                )
            except (OSError, StopIteration):
                continue
            # the times include children it has waited for
            ticks = sum(int(field) for field in after[11:15])
            parents[int(entry.name)] = (int(after[1]), ticks, int(high.split()[1]))
    below, found = {os.getpid()}, True
    while found:
        found = {child for child, (parent, *_) in parents.items() if parent in below} - below
        below |= found
    others = [parents[process] for process in below if process != os.getpid() and process in parents]
    return sum(ticks for _, ticks, _ in others) / os.sysconf("SC_CLK_TCK"), sum(high for *_, high in others) / 1e6


if __name__ == "__main__":
    file, rho = sys.argv[1], float(sys.argv[2])
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", "4g")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    events = spark.read.parquet(file).selectExpr(
        "cast(person as string) person", "cast(cell as int) cell", "amount"
    )
    session = Session.from_dataframe(
        privacy_budget=RhoZCDPBudget(rho),
        source_id="events",
        dataframe=events,
        protected_change=AddRowsWithID("person"),
    )
    keys = KeySet.from_dict({"cell": list(range(CELLS))})
    bounded = QueryBuilder("events").enforce(MaxGroupsPerID("cell", 20)).enforce(MaxRowsPerGroupPerID("cell", 1))
    counts = session.evaluate(bounded.groupby(keys).count(name="n"), RhoZCDPBudget(rho / 2)).toPandas()
    sums = session.evaluate(
        bounded.groupby(keys).sum("amount", 0, 100, name="s"), RhoZCDPBudget(rho / 2)
    ).toPandas()
    cpu, peak = descendants()
    print(
        json.dumps(
            {
                "version": f"Tumult Analytics {version('tmlt.analytics')}, Spark {version('pyspark')}",
                "cells": len(counts),
                "rows": int(counts["n"].sum()),
                "total": float(sums["s"].sum()),
                "children_cpu": round(cpu, 2),
                "children_peak": round(peak, 3),
            }
        )
    )
