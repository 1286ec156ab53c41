"""From a table of a database to a verified folder, with the commands; where the table was is not in the folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from database_scenes import ENGINES, Kind, address_of, fill
from epsilog import Allowance, Bounds, Dataset, Keys, Ledger, Query, Terms, Unit
from epsilog.cli.app import run
from ledger_places import Places

SPEC = """
release: visits
edition: "1"
source:
  database: "{address}"
  table: visits
  columns: {{patient_id: text, region: text, systolic: number}}
protect: {{each: patient_id}}
bound: {{rows: 2}}
publish:
  - {{count: rows, by: {{region: [North, South]}}}}
  - {{mean: systolic, between: [80, 220]}}
spend: {{epsilon: 0.5, from: clinic}}
"""
ROWS = [
    {"patient_id": f"CANARY{at % 70:03d}", "region": ("North", "South")[at % 2], "systolic": f"{100 + at % 60}.5"}
    for at in range(200)
]
OPEN = "ledger open clinic --each patient_id --epsilon 2 --by Ada"
COLUMNS = dict.fromkeys(ROWS[0], "text")


@pytest.mark.parametrize("kind", ENGINES)
def test_check_publish_and_verify(
    kind: Kind, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    address = address_of(kind, tmp_path, places)
    fill(kind, address, ROWS, COLUMNS)
    written = address if kind == "postgres" else Path(address).name  # a path begins at the folder of the spec
    Path("visits.yaml").write_text(SPEC.format(address=written), encoding="utf-8")
    assert run(OPEN.split()) == 0
    for command in ("check visits.yaml", "plan visits.yaml", "publish visits.yaml", "verify visits-1"):
        assert run(command.split()) == 0, command
    said = capsys.readouterr()
    card = json.loads(Path("visits-1/card.json").read_text(encoding="utf-8"))
    assert card["plan"]["spec"]["source"]["table"] == "visits"
    if kind == "postgres":
        assert card["plan"]["spec"]["source"]["database"].startswith("postgresql:")
    secret = [b"CANARY", address.partition("?")[2].encode() if kind == "postgres" else str(tmp_path).encode()]
    for path in Path("visits-1").rglob("*"):
        if path.is_file():
            assert not any(word in path.read_bytes() for word in secret), path
    assert "CANARY" not in said.out + said.err
    assert (
        run(["publish", "visits.yaml"]) == 0
    )  # the stored release, though the request was stored without the address


@pytest.mark.parametrize("kind", ENGINES)
def test_a_table_that_is_not_there_costs_nothing(
    kind: Kind, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    address = address_of(kind, tmp_path, places)
    fill(kind, address, [], {"patient_id": "text", "region": "text"})
    Path("visits.yaml").write_text(SPEC.format(address=address), encoding="utf-8")
    assert run(OPEN.split()) == 0
    assert run(["publish", "visits.yaml"]) != 0
    assert "systolic" in capsys.readouterr().err
    with Ledger.open("ledger.db") as books:
        assert [line.kind for line in books.history() if line.kind in ("reserve", "start")] == []


def test_a_table_in_python(tmp_path: Path) -> None:
    address = str(tmp_path / "visits.sqlite")
    fill("sqlite", address, ROWS, COLUMNS)
    with Ledger.open(tmp_path / "ledger.db", create=True) as books:
        books.open_account("clinic", Terms(Unit("patient_id"), Allowance.pure(2)), by="Ada")
        visits = Dataset(
            address,
            table="visits",
            columns={"patient_id": "text", "region": "text"},
            protect=Unit("patient_id"),
            bound=Bounds(rows=1),
            ledger=books,
            account="clinic",
        )
        release = visits.publish(Query("rows", by=(Keys("region", ("North", "South")),)), epsilon=1, edition="1")
        assert release.result.plan.spec.release == "visits"
        assert release.result.values[0].size == 2
