"""What SQL alone costs, in DuckDB, without noise: the plain table, persons' cells, and the textbook's bound.

release_sql.py FILE plain | cells | textbook
"""

import json
import resource
import sys

import duckdb
import numpy.ma  # noqa: F401 - what comes back is made of it

HOUR = "date_trunc('hour', moment)"
CLAMPED = "sum(least(greatest(amount, 0), 100))"


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def question(file, form):
    if form == "plain":  # protects nobody: one person may move any cell by any number
        return f"SELECT region, {HOUR} AS hour, count(*) AS n, {CLAMPED} AS s FROM '{file}' GROUP BY ALL"
    cells = f"SELECT person, region, {HOUR} AS hour, count(*) AS n, {CLAMPED} AS s FROM '{file}' GROUP BY ALL"
    if form == "cells":  # each person once per cell, but in any number of cells
        return f"""SELECT region, hour, sum(least(n, 1)) AS n, sum(least(greatest(s, 0), 100)) AS s
                   FROM ({cells}) GROUP BY ALL"""
    return f"""
        WITH cells AS ({cells}),
        ordered AS (
            SELECT *, row_number() OVER (PARTITION BY person ORDER BY hash(person, region, hour)) AS place
            FROM cells
        )
        SELECT region, hour, sum(least(n, 1)) AS n, sum(least(greatest(s, 0), 100)) AS s
        FROM ordered WHERE place <= 20 GROUP BY ALL"""


if __name__ == "__main__":
    file, form = sys.argv[1:]
    before = cpu()
    connection = duckdb.connect()
    connection.execute("SET preserve_insertion_order = false")
    table = connection.execute(question(file, form)).fetchnumpy()
    print(
        json.dumps(
            {
                "version": f"DuckDB {duckdb.__version__}",
                "cells": len(table["n"]),
                "rows": int(table["n"].sum()),
                "total": float(table["s"].sum()),
                "cpu_after_imports": round(cpu() - before, 3),
            }
        )
    )
