"""Epsilog from a request to a stored release, through the public library.

    release_epsilog.py FILE publish | read | publish-norm | read-norm [integer | text]

`publish`: spec, plan, a ledger in a temporary folder, reading, noise, storing, delivering. `read` stops after the
bounded table: what the engine costs without a plan, noise or books. `-norm`: persons are scaled to the norm that
gets the same noise, where otherwise cells are dropped.
"""

import datetime as dt
import json
import resource
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

FIRST, LAST = dt.date(2026, 9, 1), dt.date(2026, 9, 30)
NORM = "4.47"  # about the root of 20


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def request(file, ids, norm=False):
    from epsilog import Bounds, During, Keys, Origin, Protect, Query, Spec, Spend, Unit

    regions = (Keys("region", tuple(f"region {number:02d}" for number in range(50))),)
    during = During("moment", FIRST, LAST)
    columns = {"person": ids, "region": "text", "moment": "timestamp", "amount": "number"}
    return Spec(
        release="events",
        edition="1",
        source=Origin(file, columns),
        protect=Protect(Unit("person")),
        bound=Bounds(norm=NORM) if norm else Bounds(cells=20, rows_per_cell=1),
        publish=(
            Query("rows", by=regions, every="1h"),
            Query("sum", "amount", by=regions, every="1h", between=(Fraction(0), Fraction(100))),
        ),
        spend=Spend("benchmark", Fraction(1), Fraction(1, 10**6)),
        during=during,
    )


def published(spec):
    from epsilog import Allowance, Dataset, Ledger, Terms

    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.open(Path(folder) / "ledger.db", create=True)
        ledger.open_account("benchmark", Terms(spec.protect.unit, Allowance.approximate(2, 1e-6)), by="benchmark")
        events = Dataset(
            spec.source.file,
            columns=spec.source.columns,
            protect=spec.protect.unit,
            bound=spec.bound,
            ledger=ledger,
            account=spec.spend.account,
        )
        release = events.publish(
            spec.publish, edition="1", epsilon=spec.spend.epsilon, delta=spec.spend.delta, during=spec.during
        )
        laws = [f"{draw.law} {float(draw.parameter):.6g}" for draw in release.plan.draws]
        return release.result.values, {"laws": laws}


def read(spec):
    from epsilog.sources import open_source

    with open_source(spec.source) as source:
        tables = source.bounded(spec.tallies(), spec.protect, spec.bound)
    return [bounded.values for table in tables for bounded in table], {}


if __name__ == "__main__":
    file, form, *ids = sys.argv[1:]
    import epsilog

    what, _, norm = form.partition("-")
    spec = request(file, *(ids or ["integer"]), norm=bool(norm))
    if what == "read":  # with the libraries behind it, as the SQL beside it has its own
        import duckdb  # noqa: F401
        import numpy.ma  # noqa: F401

        from epsilog.sources.duck import load

        load()
    before = cpu()
    (counts, sums), more = (published if what == "publish" else read)(spec)
    print(
        json.dumps(
            {
                "version": f"Epsilog {epsilog.__version__}",
                "cells": len(counts),
                "rows": int(counts.sum()) / (100 if norm else 1),
                "total": int(sums.sum()) / 100,
                "cpu_after_imports": round(cpu() - before, 3),
                **more,
            }
        )
    )
