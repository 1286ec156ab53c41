"""The leak canaries of test_canary.py, in tables of databases and in lookups: nothing sings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from canary_cage import COLUMNS, TEXT, Cage, rows
from canary_scenes import EVERYTHING, asking, ledger_in, silent, write_csv
from database_scenes import ENGINES, Kind, address_of, fill, run
from epsilog.core.grid import Keys
from epsilog.core.origin import Lookup, Origin
from epsilog.errors import SourceError
from epsilog.publish.pipeline import publish
from epsilog.registry.asks import Query
from ledger_places import Places

KINDS: Any = COLUMNS


@pytest.fixture
def cage(tmp_path: Path) -> Cage:
    return Cage(tmp_path)


@pytest.mark.parametrize("kind", ENGINES)
def test_a_release_with_every_kind_of_query(cage: Cage, kind: Kind, places: Places) -> None:
    address = address_of(kind, cage.data, places)
    fill(kind, address, rows(), COLUMNS)
    source = Origin(None, KINDS, database=address, table="visits")
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking(None, publish=EVERYTHING, source=source), ledger))
        assert cage.error is None
        silent(cage)


_VIEW = "CREATE VIEW broken AS SELECT patient_id, region, {} AS systolic FROM visits"
BREAKS = {
    "postgres": _VIEW.format("CAST(region AS float8)"),
    "duckdb": _VIEW.format("CAST(region AS DOUBLE)"),
    "sqlite": _VIEW.format("abs(-9223372036854775807 - 1)"),
}


@pytest.mark.parametrize("kind", ENGINES)
def test_a_view_that_fails_on_a_private_value(cage: Cage, kind: Kind, places: Places) -> None:
    address = address_of(kind, cage.data, places)
    fill(kind, address, rows(), COLUMNS)
    run(kind, address, BREAKS[kind])
    columns: Any = {name: COLUMNS[name] for name in ("patient_id", "region", "systolic")}
    source = Origin(None, columns, database=address, table="broken")
    queries = (Query("sum", "systolic", between=(0, 300)),)  # type: ignore[arg-type]
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking(None, publish=queries, source=source), ledger))
        assert isinstance(cage.error, SourceError)
        assert "its price is spent" in str(cage.error)
        silent(cage)


def test_a_private_lookup(cage: Cage) -> None:
    write_csv(cage)
    lines = "".join(f"{row['patient_id']},{TEXT}\n" for row in rows())
    (cage.data / "patients.csv").write_text(f"patient_id,diagnosis\n{lines}", encoding="utf-8")
    source = Origin("visits.csv", KINDS, join=(Lookup("patient_id", {"diagnosis": "text"}, file="patients.csv"),))
    queries = (Query("rows", by=(Keys("diagnosis", ("a", "b")),)),)
    with ledger_in(cage) as ledger:
        cage.run(lambda: publish(asking(None, publish=queries, source=source), ledger, base=cage.data))
        assert cage.error is None
        silent(cage)
