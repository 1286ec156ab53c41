"""Canaries in rows, files and frames, and requests that ask for them: what the leak tests share."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from canary_cage import COLUMNS, PERSON, TEXT, TOTAL, Cage, rows
from epsilog.core.bounds import Bounds
from epsilog.core.during import During
from epsilog.core.exit import Exit
from epsilog.core.grid import Keys, Level
from epsilog.core.origin import Origin
from epsilog.kinds.study.ask.study import Study
from epsilog.ledger import Ledger
from epsilog.registry.asks import Query
from epsilog.roles.candidates import Sum
from epsilog.roles.map import Map
from epsilog.roles.spec import Spec
from publish_scenes import Answer, books, request

# The sum passes the exact total through the pipeline; two tables are enough where every answer is thrown away.
QUERIES = (
    Query("rows", by=(Keys("region", ("North", "South")),)),
    Query("sum", "amount", between=(Fraction(0), Fraction(10**14)), grain=Fraction(1)),
)
MARCH = During("visited_at", dt.date(2026, 3, 1), dt.date(2026, 3, 14))
EVERYTHING = (
    *QUERIES,
    Query("persons", by=(Keys("region", ("North", "South")),)),
    Query(
        "rows",
        by=(Keys.in_groups("region", (Level("country", (("Home", ("North", "South")),)),)),),
        map=Map(population=(("North", Fraction(9)), ("South", Fraction(5)))),
        name="levels",
    ),
    Query("mean", "systolic", between=(Fraction(80), Fraction(220))),
    Query("histogram", "systolic", edges=tuple(map(Fraction, (80, 120, 140, 220)))),
    Query("variance", "systolic", between=(Fraction(80), Fraction(220))),
    Query("deviation", "systolic", between=(Fraction(80), Fraction(220)), missing=Fraction(120)),
    Query(
        "ratio",
        "amount",
        between=(Fraction(0), Fraction(10**14)),
        per=Sum("systolic", (Fraction(0), Fraction(300))),
    ),
    Query(
        "correlation",
        "amount",
        between=(Fraction(0), Fraction(10**14)),
        grain=Fraction(10**10),
        per=Sum("systolic", (Fraction(0), Fraction(300))),
    ),
    Query(
        "covariance",
        "systolic",
        between=(Fraction(80), Fraction(220)),
        per=Sum("amount", (Fraction(0), Fraction(10**14)), Fraction(10**10)),
        by=(Keys("region", ("North", "South")),),
    ),
    Query("quantiles", "systolic", between=(Fraction(80), Fraction(220)), at=(Fraction(1, 4), Fraction(1, 2))),
    Query("top", "region", among=("North", "South"), k=1, best="persons"),
    Query(
        "top",
        "region",
        among=("North", "South", "East"),
        k=2,
        best=Sum("amount", (Fraction(0), Fraction(10**14)), Fraction(1)),
        name="dearest",
    ),
    Query("mean", "systolic", between=(Fraction(80), Fraction(220)), about="population", name="pressure"),
    Query(
        "mean",
        "systolic",
        between=(Fraction(80), Fraction(220)),
        tails=(Fraction(0), Fraction(300)),
        about="population",
        name="tailed",
    ),
    Query("rows", by=(Keys("region", ("North", "South")),), about="population", name="expected"),
    Query(
        "survival",
        exits=Exit("systolic", "region", (Fraction(100), Fraction(150)), ("North",), ()),
        name="followed",
    ),
    Query("rows", by=(Keys("region", ("North", "South")),), study=Study(("proportion",)), name="shares"),
    Query("rows", every="1d", during=MARCH, shape="running", name="so far"),
    Query(
        "sum", "amount", between=(Fraction(0), Fraction(10**14)), every="1d", during=MARCH, shape={"window": "3d"}
    ),
    Query("persons", every="1d", during=MARCH, shape={"decay": "0.5"}, name="fading"),
    Query("rows", every="1d", during=MARCH, shape={"alert": {"above": 20, "at_most": 2}}, name="crowded"),
    Query("rows", every="1d", during=MARCH, shape="per-step", name="daily"),
    Query("rows", every="1d", during=MARCH, shape={"per-step": {"haar": 5}}, name="outline"),
    Query(
        "rows",
        every="1d",
        during=MARCH,
        shape={"per-step": {"cosine": {"choose": [3, 9], "share": "0.2"}}},
        name="outline as chosen",
    ),
    Query("rows", every="1d", during=MARCH, shape={"per-step": {"fast": {"samples": 7}}}, name="sampled days"),
    Query("rows", every="1d", during=MARCH, shape={"per-step": "spells"}, name="in spells"),
    Query("rows", every="1d", during=MARCH, shape={"per-step": {"radius": {"group": 7}}}, name="in weeks"),
    Query("rows", every="1d", during=MARCH, shape={"running": "tree"}, name="so far by a tree"),
)


def asking(file: str | None, edition: str = "1", columns: dict[str, str] = COLUMNS, **changed: Any) -> Spec:
    words = {"source": Origin(file, columns), "bound": Bounds(rows=1), "publish": QUERIES}  # type: ignore[arg-type]
    return request(edition, **{**words, **changed})


def ledger_in(cage: Cage) -> Ledger:
    return books(str(cage.left / "ledger.db"), epsilon=100)


def csv_text(table: list[dict[str, str]]) -> str:
    return "\n".join([",".join(COLUMNS), *(",".join(row.values()) for row in table)]) + "\n"


def frames() -> dict[str, Callable[[], Any]]:
    import pandas
    import polars
    import pyarrow

    table = rows()
    return {
        "polars": lambda: polars.DataFrame(table),
        "lazy polars": lambda: polars.DataFrame(table).lazy(),
        "pandas": lambda: pandas.DataFrame(table),
        "arrow": lambda: pyarrow.Table.from_pylist(table),
    }


def write_csv(cage: Cage, text: str | bytes | None = None, name: str = "visits.csv") -> str:
    data = csv_text(rows()) if text is None else text
    (cage.data / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return name


def write_parquet(cage: Cage, name: str = "visits.parquet") -> str:
    import polars

    polars.DataFrame(rows()).write_parquet(cage.data / name)
    return name


def silent(cage: Cage) -> None:
    assert cage.evidence == {}


HOSTILE = {
    "ragged lines": lambda text: text + f"{PERSON}\n{PERSON},{TEXT},1,2,3,4,5,6\n",
    "a quote that never ends": lambda text: text + f'"{PERSON},{TEXT}\n' * 3,
    "numbers that are none": lambda text: text + f"{PERSON},{TEXT},0x1F,1e400,{TEXT}\n{PERSON},a,NaN,9{TOTAL}9,0\n",
    "a byte that is no letter": lambda text: text.encode() + b"\xff\xfe" + PERSON.encode() + b"\x00,a,1,2,3\n",
    "one field of a megabyte": lambda text: text + PERSON * 90_000 + f",{TEXT},1,2,3\n",
    "times beyond the calendar": lambda text: text + f"{PERSON},{TEXT},1,2,99999-99-99T99:99:99\n",
    "nothing but a header": lambda text: text.split("\n")[0] + "\n",
}


def torn(cage: Cage) -> str:
    name = write_parquet(cage)
    whole = (cage.data / name).read_bytes()
    (cage.data / name).write_bytes(whole[: len(whole) // 2])
    return name


def soiled(cage: Cage) -> str:
    name = write_parquet(cage)
    data = bytearray((cage.data / name).read_bytes())
    data[100:2000] = PERSON.encode() * 158 + b"1234"
    (cage.data / name).write_bytes(bytes(data))
    return name


def folder(cage: Cage) -> str:
    (cage.data / "visits.csv").mkdir()
    return "visits.csv"


UNREADABLE: dict[str, Callable[[Cage], str]] = {
    "no header": lambda cage: write_csv(cage, "".join(csv_text(rows()).splitlines(keepends=True)[1:])),
    "a CSV called Parquet": lambda cage: write_csv(cage, name="visits.parquet"),
    "a Parquet called CSV": lambda cage: (
        (cage.data / write_parquet(cage)).rename(cage.data / "visits.csv"),
        "visits.csv",
    )[1],
    "half a Parquet": torn,
    "a Parquet written over": soiled,
    "an empty file": lambda cage: write_csv(cage, ""),
    "a folder": folder,
}


def with_values(answer: Answer) -> Answer:
    exact = int(answer[1][0].values[0])
    raise RuntimeError(f"{PERSON} {TEXT} {exact}")
