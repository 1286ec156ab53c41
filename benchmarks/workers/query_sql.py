"""The same question as plain SQL: no bound, no noise, nobody protected.

query_sql.py SOURCE QUERY     SOURCE: a Parquet file (DuckDB), or the address of a PostgreSQL database
"""

import json
import sys

CLAMPED = "least(greatest(amount, 0), 100)"
DAYS = "moment >= '2026-09-01' AND moment < '2026-10-01'"


def question(name, rows, server):
    """SQL over a table or file of rows."""
    median = f"percentile_disc(0.5) WITHIN GROUP (ORDER BY {CLAMPED})"
    quarters = f"percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY {CLAMPED})"
    if not server:
        median, quarters = f"quantile_disc({CLAMPED}, 0.5)", f"quantile_disc({CLAMPED}, [0.25, 0.5, 0.75])"
    each = {
        "count rows": "count(*)",
        "count persons": "count(DISTINCT person)",
        "sum": f"sum({CLAMPED})",
        "mean": f"avg({CLAMPED})",
        "variance": f"var_pop({CLAMPED})",
        "correlation": f"corr({CLAMPED}, least(greatest(person, 0), 200000))",
        "median": median,
        "three quantiles": quarters,
        "unknown keys": "count(DISTINCT person)",
    }
    if name in each:
        return f"SELECT region, {each[name]} FROM {rows} WHERE {DAYS} GROUP BY region"
    if name == "histogram":
        return f"SELECT region, floor({CLAMPED} / 5), count(*) FROM {rows} WHERE {DAYS} GROUP BY 1, 2"
    if name == "top 5":
        return f"SELECT region, count(*) FROM {rows} WHERE {DAYS} GROUP BY region ORDER BY 2 DESC LIMIT 5"
    if name == "every hour":
        return f"SELECT region, date_trunc('hour', moment), count(*) FROM {rows} WHERE {DAYS} GROUP BY 1, 2"
    side = "substr(region, 8, 1)"
    return f"SELECT {side}, region, count(*) FROM {rows} WHERE {DAYS} GROUP BY ROLLUP ({side}, region)"


if __name__ == "__main__":
    source, name = sys.argv[1:]
    server = source.startswith("postgresql:")
    if server:
        import psycopg

        with psycopg.connect(source) as session:
            table = session.execute(question(name, "events", True)).fetchall()
        version = f"psycopg {psycopg.__version__}"
    else:
        import duckdb

        connection = duckdb.connect()
        connection.execute("SET preserve_insertion_order = false")
        table = connection.execute(question(name, f"'{source}'", False)).fetchall()
        version = f"DuckDB {duckdb.__version__}"
    print(json.dumps({"version": version, "numbers": len(table)}))
