"""One query from a request to a stored release, through the public library.

query_epsilog.py SOURCE QUERY     SOURCE: a Parquet file, or the address of a PostgreSQL database
"""

import datetime as dt
import json
import resource
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

FIRST, LAST = dt.date(2026, 9, 1), dt.date(2026, 9, 30)
NAMES = tuple(f"region {number:02d}" for number in range(50))
ENDS = (Fraction(0), Fraction(100))
QUARTERS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def queries():
    """Every kind of query over the same 50 regions."""
    from epsilog import Keys, Query
    from epsilog.core.grid import Level
    from epsilog.core.unknown import Unknown
    from epsilog.roles.candidates import Sum

    regions = (Keys("region", NAMES),)
    sides = tuple((f"side {at}", NAMES[10 * at : 10 * at + 10]) for at in range(5))
    country = (("country", tuple(name for name, _ in sides)),)
    levels = (Keys("region", NAMES, (Level("side", sides), Level("country", country))),)
    values = {"column": "amount", "between": ENDS, "by": regions}
    return {
        "count rows": Query("rows", by=regions),
        "count persons": Query("persons", by=regions),
        "sum": Query("sum", **values),
        "mean": Query("mean", **values),
        "variance": Query("variance", **values, grain=Fraction(1, 10)),
        "correlation": Query(
            "correlation", **values, grain=Fraction(1, 10), per=Sum("person", (Fraction(0), Fraction(200_000)), 1)
        ),
        "median": Query("quantiles", **values, grain=1, at=QUARTERS[1:2]),
        "three quantiles": Query("quantiles", **values, grain=1, at=QUARTERS),
        "histogram": Query("histogram", "amount", by=regions, edges=tuple(Fraction(5 * at) for at in range(21))),
        "top 5": Query("top", "region", among=NAMES, k=5),
        "unknown keys": Query("persons", by=(Unknown("region", most=200),)),
        "hierarchy": Query("rows", by=levels),
        "every hour": Query("rows", by=regions, every="1h"),
    }


def request(source, name):
    from epsilog import Bounds, During, Origin, Protect, Spec, Spend, Unit

    columns = {"person": "integer", "region": "text", "moment": "timestamp", "amount": "number"}
    origin = Origin(source, columns)
    if source.startswith("postgresql:"):
        origin = Origin(None, columns, database=source, table="events")
    return Spec(
        release="query",
        edition="1",
        source=origin,
        protect=Protect(Unit("person")),
        bound=Bounds(rows=40, cells=20, rows_per_cell=2),
        publish=(queries()[name],),
        spend=Spend("benchmark", Fraction(1), Fraction(1, 10**6), Fraction(1, 10**7) if "unknown" in name else 0),
        during=During("moment", FIRST, LAST),
    )


def published(spec):
    from epsilog import Allowance, Ledger, Terms
    from epsilog.publish.pipeline import publish

    with tempfile.TemporaryDirectory() as folder:
        ledger = Ledger.open(Path(folder) / "ledger.db", create=True)
        allowance = Allowance.approximate(2, Fraction(2, 10**6), Fraction(1, 10**6))
        ledger.open_account("benchmark", Terms(spec.protect.unit, allowance), by="benchmark")
        return publish(spec, ledger)


if __name__ == "__main__":
    source, name = sys.argv[1:]
    import epsilog

    spec = request(source, name)
    before = cpu()
    release = published(spec)
    answer = {
        "version": f"Epsilog {epsilog.__version__}",
        "numbers": sum(len(one) for one in release.result.values),
    }
    print(json.dumps({**answer, "cpu_after_imports": round(cpu() - before, 3)}))
