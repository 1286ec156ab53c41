"""The same rows of texts as a table of each kind of database."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import duckdb
import numpy as np
import polars as pl
import psycopg

from bounding_reference import Row
from bounding_scenes import KINDS
from epsilog.core.bounds import Bounds
from epsilog.core.origin import ColumnKind, Origin
from epsilog.core.source import Tally
from epsilog.core.unit import Protect
from epsilog.sources import open_source
from ledger_places import Places

Kind = Literal["postgres", "duckdb", "sqlite"]
ENGINES: tuple[Kind, ...] = get_args(Kind)
_numbers = itertools.count(1)


def without_nul(rows: Sequence[Row]) -> list[dict[str, str | None]]:
    """What a text of PostgreSQL can hold."""
    return [
        {name: None if text is None else text.replace("\x00", "?") for name, text in row.items()} for row in rows
    ]


def address_of(kind: Kind, folder: Path, places: Places) -> str:
    """A database just made."""
    if kind == "postgres":
        return places.server()
    return str(folder / f"rows-{next(_numbers)}.{kind}")


def fill(kind: Kind, address: str, rows: Sequence[Row], kinds: Mapping[str, str], table: str = "visits") -> None:
    """A table of texts."""
    names = list(kinds)
    columns = ", ".join(f'"{name}" {"VARCHAR" if kind == "duckdb" else "TEXT"}' for name in names)
    values = [[row.get(name) for name in names] for row in rows]
    mark = "%s" if kind == "postgres" else "?"
    insert = f'INSERT INTO "{table}" VALUES ({", ".join([mark] * len(names))})'
    session: Any
    if kind == "postgres":
        session = psycopg.connect(address)
    elif kind == "duckdb":
        session = duckdb.connect(address)
    else:
        session = sqlite3.connect(address)
    try:
        cursor = session.cursor()
        cursor.execute(f'DROP TABLE IF EXISTS "{table}"')
        cursor.execute(f'CREATE TABLE "{table}" ({columns})')
        if values and kind == "duckdb":  # row by row it takes a hundred times as long
            session.register("filled", pl.DataFrame(values, schema=dict.fromkeys(names, pl.String), orient="row"))
            session.execute(f'INSERT INTO "{table}" SELECT * FROM filled')
        elif values:
            cursor.executemany(insert, values)
        session.commit()
    finally:
        session.close()


def run(kind: Kind, address: str, *statements: str) -> None:
    """Statements of the owner of a database."""
    session: Any
    if kind == "postgres":
        session = psycopg.connect(address, autocommit=True)
    elif kind == "duckdb":
        session = duckdb.connect(address)
    else:
        session = sqlite3.connect(address, isolation_level=None)
    try:
        for statement in statements:
            session.execute(statement)
    finally:
        session.close()


def answered(
    address: str,
    tallies: Sequence[Tally],
    protect: Protect,
    bounds: Bounds,
    kinds: Mapping[str, ColumnKind] = KINDS,
    table: str = "visits",
) -> list[list[list[int]]]:
    """The exact answers of a database."""
    with open_source(Origin(None, kinds, database=address, table=table)) as source:
        source.check(tallies, protect, bounds)
        answers = source.bounded(tallies, protect, bounds)
    return [[np.asarray(one.values).tolist() for one in tally] for tally in answers]
